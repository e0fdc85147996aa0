//! Every page of a relation in a few numbers, to draw thousands of them.

use super::page::peek_page;
use super::tuple::life;
use super::words::{META_LEVEL, SUMMARY_WORDS, TupleLife};
use server::session::Backend;
use storage::btree::layout::{BTP_META, Opaque};
use storage::heap::RelKind;
use storage::ids::{ForkNumber, OffsetNumber, Oid};
use storage::page::{self, LpState, PageBytes};

/// [`SUMMARY_WORDS`] numbers for each page of a relation's main fork, in order. The four counts of
/// bytes add up to 8192. Empty for a relation that is not there.
pub fn summary(b: &Backend, relation: u32) -> Vec<u16> {
    let Some(class) = b.catalog.class(Oid(relation)) else { return Vec::new() };
    let blocks = b.store.pool.nblocks(class.file, ForkNumber::Main);
    let mut out = Vec::with_capacity(blocks as usize * SUMMARY_WORDS);
    for block in 0..blocks {
        let row = match peek_page(b, class.file, ForkNumber::Main, block) {
            Some(p) => {
                page_summary(p.bytes(), class.kind == RelKind::Index, &|t| life(&b.store.xact, t))
            }
            None => [0; SUMMARY_WORDS],
        };
        out.extend_from_slice(&row);
    }
    out
}

/// Returns the numbers of one page, of an index if `index` says so, else of a table; `life` decides
/// which tuples are live.
pub fn page_summary(
    p: &PageBytes,
    index: bool,
    life: &dyn Fn(&[u8]) -> TupleLife,
) -> [u16; SUMMARY_WORDS] {
    if index { index_page(p) } else { heap_page(p, life) }
}

/// The items of some pages, to draw them to scale: for each page how many items there are, then of
/// each where it starts, how many bytes it has, and its state ([`TupleLife`]) as a code. Line
/// pointers without storage are left out.
pub fn outline(b: &Backend, relation: u32, first: u32, count: u32) -> Vec<u16> {
    let Some(class) = b.catalog.class(Oid(relation)) else { return Vec::new() };
    let blocks = b.store.pool.nblocks(class.file, ForkNumber::Main);
    let mut out = Vec::new();
    for block in first..first.saturating_add(count).min(blocks) {
        match peek_page(b, class.file, ForkNumber::Main, block) {
            Some(p) => page_items(
                p.bytes(),
                class.kind == RelKind::Index,
                &|t| life(&b.store.xact, t),
                &mut out,
            ),
            None => out.push(0),
        }
    }
    out
}

/// Appends the items of one page, as in [`outline`]. `index`: the page is an index page.
pub fn page_items(
    p: &PageBytes,
    index: bool,
    life: &dyn Fn(&[u8]) -> TupleLife,
    out: &mut Vec<u16>,
) {
    let counted = out.len();
    out.push(0);
    if index && (page::is_new(p) || Opaque::of(p).flags & BTP_META != 0) {
        return;
    }
    for off in 1..=page::max_offset(p) {
        let id = page::item_id(p, OffsetNumber(off));
        let Some(t) = page::try_item(p, OffsetNumber(off)) else { continue };
        if !id.has_storage() || id.is_redirected() {
            continue;
        }
        let state = match index {
            true if id.is_dead() => TupleLife::Dead,
            true => TupleLife::Live,
            false => life(t),
        };
        out.extend_from_slice(&[id.offset() as u16, id.length() as u16, state as u16]);
        out[counted] += 1;
    }
}

/// The numbers of a heap page; `life` tells live tuples from dead ones.
fn heap_page(p: &PageBytes, life: &dyn Fn(&[u8]) -> TupleLife) -> [u16; SUMMARY_WORDS] {
    if page::is_new(p) {
        return [0, 0, 0, 8192, 0, 0, 0, 0];
    }
    let (mut live, mut dead, mut live_items, mut dead_items) = (0u32, 0u32, 0u16, 0u16);
    for off in 1..=page::max_offset(p) {
        let id = page::item_id(p, OffsetNumber(off));
        match id.state() {
            LpState::Normal => {
                let Some(t) = page::try_item(p, OffsetNumber(off)) else { continue };
                let padded = (t.len() as u32 + 7) & !7;
                if matches!(life(t), TupleLife::Live | TupleLife::Inserting) {
                    live += padded;
                    live_items += 1;
                } else {
                    dead += padded;
                    dead_items += 1;
                }
            }
            LpState::Dead => dead_items += 1,
            LpState::Redirect | LpState::Unused => {}
        }
    }
    let used = page::lower(p) as u32 + (8192 - page::special(p) as u32);
    finish(live, dead, used, [live_items, dead_items, 0, u16::from(page::is_all_visible(p))])
}

/// The numbers of a B-tree page.
fn index_page(p: &PageBytes) -> [u16; SUMMARY_WORDS] {
    if page::is_new(p) {
        return [0, 0, 0, 8192, 0, 0, 0, 0];
    }
    let o = Opaque::of(p);
    if o.flags & BTP_META != 0 {
        return [0, 0, 8192 - (8176 - 72), 8176 - 72, 0, 0, META_LEVEL, 0];
    }
    let (mut live, mut dead, mut live_items, mut dead_items) = (0u32, 0u32, 0u16, 0u16);
    if !o.is_deleted() {
        for off in 1..=page::max_offset(p) {
            let id = page::item_id(p, OffsetNumber(off));
            let padded = (id.length() as u32 + 7) & !7;
            if id.is_dead() {
                dead += padded;
                dead_items += 1;
            } else {
                live += padded;
                live_items += 1;
            }
        }
    }
    let used = page::lower(p) as u32 + (8192 - page::special(p) as u32);
    finish(live, dead, used, [live_items, dead_items, o.level as u16, 0])
}

/// The eight numbers of a page: bytes live, dead, used otherwise, and, as the remainder of 8192,
/// free; then `rest`.
fn finish(live: u32, dead: u32, used: u32, rest: [u16; 4]) -> [u16; SUMMARY_WORDS] {
    let used = used.min(8192);
    let live = live.min(8192 - used);
    let dead = dead.min(8192 - used - live);
    let free = 8192 - used - live - dead;
    let [a, b, c, d] = rest;
    [live as u16, dead as u16, used as u16, free as u16, a, b, c, d]
}
