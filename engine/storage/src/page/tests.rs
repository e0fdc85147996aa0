//! The page's rules, one by one.

use super::layout::*;
use super::*;
use crate::ids::OffsetNumber;

fn page_with(items: &[&[u8]], special: usize, is_heap: bool) -> Box<PageBytes> {
    let mut p = Box::new([0; BLCKSZ]);
    init(&mut p, special);
    for item in items {
        add_item(&mut p, item, None, is_heap).unwrap();
    }
    p
}

fn items(p: &PageBytes) -> Vec<Vec<u8>> {
    (1..=max_offset(p)).map(|o| item(p, OffsetNumber(o)).to_vec()).collect()
}

#[test]
fn a_new_page_has_the_servers_header() {
    let p = page_with(&[], 16, false);
    // lower 24, upper and special 8176, 8192 + version 4
    assert_eq!(p[12..20], [24, 0, 0xf0, 0x1f, 0xf0, 0x1f, 4, 0x20]);
    assert_eq!((free_space(&p), max_offset(&p)), (8148, 0));
    assert_eq!((MAX_HEAP_TUPLES_PER_PAGE, MAX_HEAP_TUPLE_SIZE), (291, 8160));
}

#[test]
fn items_grow_down_aligned_and_line_pointers_up() {
    let p = page_with(&[b"abc", b"0123456789"], 0, true);
    assert_eq!(item_id(&p, OffsetNumber(1)), ItemId::normal(8184, 3));
    assert_eq!(item_id(&p, OffsetNumber(2)), ItemId::normal(8168, 10));
    assert_eq!((lower(&p), upper(&p)), (32, 8168));
}

#[test]
fn index_items_are_inserted_deleted_and_replaced_in_place() {
    let mut p = page_with(&[b"aaaaaaaa", b"cccccccc"], 16, false);
    add_item(&mut p, b"bbbbbbbb", Some(OffsetNumber(2)), false).unwrap();
    assert_eq!(items(&p), [b"aaaaaaaa", b"bbbbbbbb", b"cccccccc"]);
    assert!(index_tuple_overwrite(&mut p, OffsetNumber(1), b"AAAAAAAAAAAA").unwrap());
    index_tuple_delete(&mut p, OffsetNumber(2)).unwrap();
    assert_eq!(items(&p), [&b"AAAAAAAAAAAA"[..], b"cccccccc"]);
    assert_eq!(upper(&p), 8176 - 16 - 8);
    for c in b'd'..=b'h' {
        add_item(&mut p, &[c; 20], None, false).unwrap();
    }
    let gone: Vec<_> = [1, 3, 5].map(OffsetNumber).into();
    index_multi_delete(&mut p, &gone).unwrap();
    assert_eq!(items(&p), [&b"cccccccc"[..], &[b'e'; 20], &[b'g'; 20], &[b'h'; 20]]);
    assert_eq!(upper(&p), 8176 - 8 - 3 * 24);
    assert!(index_tuple_delete(&mut p, OffsetNumber(9)).is_err());
}

#[test]
fn unused_line_pointers_are_taken_again_or_cut_off() {
    let mut p = page_with(&[b"a", b"b", b"c", b"d"], 0, true);
    set_item_id(&mut p, OffsetNumber(2), ItemId::UNUSED);
    set_item_id(&mut p, OffsetNumber(4), ItemId::UNUSED);
    repair_fragmentation(&mut p).unwrap();
    assert_eq!((max_offset(&p), flags(&p), upper(&p)), (3, PD_HAS_FREE_LINES, 8176));
    assert_eq!(add_item(&mut p, b"e", None, true), Some(OffsetNumber(2)));
    assert_eq!(add_item(&mut p, b"f", None, true), Some(OffsetNumber(4)));
    assert_eq!(flags(&p), 0);
}

#[test]
fn any_bytes_can_be_looked_at() {
    let mut seed = 1u32;
    for _ in 0..50 {
        let mut p = [0u8; BLCKSZ];
        for b in &mut p[..256] {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *b = (seed >> 24) as u8;
        }
        for o in 0..=max_offset(&p).saturating_add(1) {
            let _ = (item_id(&p, OffsetNumber(o)), try_item(&p, OffsetNumber(o)));
        }
        let _ = heap_free_space(&p);
        let _ = repair_fragmentation(&mut p.clone());
        let _ = index_multi_delete(&mut p, &[1, 2, 3].map(OffsetNumber));
    }
}
