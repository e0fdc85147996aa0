//! pageinspect: pages as rows (`contrib/pageinspect`).
//!
//! ```text
//! SELECT lp, lp_off, lp_len, t_ctid FROM heap_page_items(get_raw_page('t', 0));
//!  lp | lp_off | lp_len | t_ctid
//!   1 |   8136 |     52 | (0,1)      line pointer 1: 52 bytes at 8136, the newest of its chain
//! ```

use super::size::{fork_named, page_of};
use super::{Args, ServerFunction, scalar, set};
use super::{relation_named, relation_of, text_of};
use crate::backend::Backend;
use crate::catalog::{BTREE_AM, Class};
use std::rc::Rc;
use storage::btree;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::heap::RelKind;
use storage::ids::{ForkNumber, ItemPointer, OffsetNumber, Oid};
use storage::page::layout::{SIZE_OF_HEAP_TUPLE_HEADER, SIZE_OF_PAGE_HEADER};
use storage::page::{self, BLCKSZ, PageBytes};
use storage::tuple::header;
use storage::tuple::layout::T_BITS;
use storage::types::array::Array;
use storage::types::oid::{
    BOOL, BYTEA, BYTEA_ARRAY, CHAR, FLOAT8, INT2, INT4, INT8, OID, PG_LSN, RECORD, REGCLASS, TEXT,
    TEXT_ARRAY, TID, TID_ARRAY, XID,
};

/// The SQL function `get_raw_page`.
fn raw_page(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let name = text_of(b, &args[0])?;
    let (fork, block) = match &args[..] {
        [_, f, n] => (fork_named(&text_of(b, f)?)?, n.as_i64()),
        _ => (ForkNumber::Main, args[1].as_i64()),
    };
    if !(0..=i64::from(u32::MAX - 1)).contains(&block) {
        return err!(INVALID_PARAMETER_VALUE, "invalid block number");
    }
    let class = relation_named(b, &name)?;
    if class.has_no_pages() && class.kind.has_storage() {
        return err!(FEATURE_NOT_SUPPORTED, "the pages of \"{}\" are not modelled", class.name);
    }
    let page = page_of(b, &class, fork, block)?;
    Ok(Datum::varlena(page.bytes()))
}

/// A heap page in a bytea (`heap_page_items`).
///
/// # Errors
///
/// 22023 when the bytea is shorter than a page header.
fn heap_page_in(b: &mut Backend<'_>, d: &Datum) -> Result<Box<PageBytes>> {
    let len = b.detoast(d)?.len();
    if len < SIZE_OF_PAGE_HEADER {
        return err!(INVALID_PARAMETER_VALUE, "input page too small ({len} bytes)");
    }
    page_in(b, d)
}

/// The page in a bytea (`get_page_from_raw`).
fn page_in(b: &mut Backend<'_>, d: &Datum) -> Result<Box<PageBytes>> {
    let bytes = b.detoast(d)?;
    match <[u8; BLCKSZ]>::try_from(&bytes[..]) {
        Ok(p) => Ok(Box::new(p)),
        Err(_) => Err(PgError::new(SqlState::INVALID_PARAMETER_VALUE, "invalid page size")
            .detail(format!("Expected {BLCKSZ} bytes, got {}.", bytes.len()))),
    }
}

/// An item pointer as a value of type tid.
fn tid(p: ItemPointer) -> Datum {
    Datum::Ref(p.to_bytes().to_vec().into())
}

/// The SQL function `page_header`.
fn page_header(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let p = page_in(b, &args[0])?;
    let n = |v: usize| Datum::i32(v as i32);
    Ok(vec![vec![
        Datum::Word(page::lsn(&p)),
        Datum::i16(page::checksum(&p) as i16),
        Datum::i16(page::flags(&p) as i16),
        n(page::lower(&p)),
        n(page::upper(&p)),
        n(page::special(&p)),
        n(usize::from(page::page_size(&p))),
        Datum::i16(page::version(&p) as i16),
        Datum::u32(page::prune_xid(&p).0),
    ]])
}

/// The fields of one line pointer and of the tuple it points to.
struct Item<'a> {
    lp: u16,
    offset: usize,
    flags: u32,
    length: usize,
    tuple: Option<&'a [u8]>,
}

/// The line pointers of a page, each with the tuple it points to if that lies within the page.
fn items(p: &PageBytes) -> Vec<Item<'_>> {
    let max = page::max_offset(p);
    (1..=max)
        .map(|lp| {
            let id = page::item_id(p, OffsetNumber(lp)).0;
            let (offset, flags, length) =
                ((id & 0x7fff) as usize, (id >> 15) & 3, (id >> 17) as usize);
            let inside =
                length >= SIZE_OF_HEAP_TUPLE_HEADER && offset == offset.next_multiple_of(8);
            let whole = offset + length <= page::special(p).min(BLCKSZ);
            let tuple = (inside && whole && length > 0).then(|| &p[offset..offset + length]);
            Item { lp, offset, flags, length, tuple }
        })
        .collect()
}

/// The null bitmap of a tuple as a text of 0 and 1, if it has one.
fn bits(t: &[u8]) -> Option<String> {
    if !header::has_nulls(t) {
        return None;
    }
    let n = header::natts(t).div_ceil(8);
    let mut out = String::new();
    for byte in t.get(23..23 + n)? {
        for i in 0..8 {
            out.push(if byte & (1 << i) != 0 { '1' } else { '0' });
        }
    }
    Some(out)
}

/// The columns that heap_page_items and heap_page_item_attrs share, up to `t_oid`.
fn item_row(i: &Item<'_>) -> Vec<Datum> {
    let mut row = vec![
        Datum::i16(i.lp as i16),
        Datum::i16(i.offset as i16),
        Datum::i16(i.flags as i16),
        Datum::i16(i.length as i16),
    ];
    match i.tuple {
        Some(t) => row.extend([
            Datum::u32(header::raw_xmin(t).0),
            Datum::u32(header::raw_xmax(t).0),
            Datum::i32(header::raw_command_id(t) as i32),
            tid(header::ctid(t)),
            Datum::i32(i32::from(header::infomask2(t))),
            Datum::i32(i32::from(header::infomask(t))),
            Datum::i16(header::hoff(t) as i16),
            bits(t).map_or(Datum::Null, |s| Datum::text(&s)),
            Datum::Null,
        ]),
        None => row.extend(std::iter::repeat_n(Datum::Null, 9)),
    }
    row
}

/// The SQL function `heap_page_items`.
fn heap_page_items(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let n = b.detoast(&args[0])?.len();
    if (24..BLCKSZ).contains(&n) {
        return err!(FEATURE_NOT_SUPPORTED, "items of a page of {n} bytes are not modelled");
    }
    let p = heap_page_in(b, &args[0])?;
    let rows = items(&p)
        .iter()
        .map(|i| {
            let mut row = item_row(i);
            row.push(match i.tuple {
                Some(t) => Datum::varlena(t.get(header::hoff(t)..).unwrap_or(&[])),
                None => Datum::Null,
            });
            row
        })
        .collect();
    Ok(rows)
}

/// Splits a tuple's data into its attributes (`tuple_data_split_internal`). `detoast`: values are
/// fetched and decompressed.
fn split(
    b: &mut Backend<'_>,
    rel: &Class,
    data: &[u8],
    mask2: u16,
    nulls: Option<&[u8]>,
    detoast: bool,
) -> Result<Datum> {
    if !rel.kind.has_table_am() && rel.kind != RelKind::Sequence {
        return err!(FEATURE_NOT_SUPPORTED, "only heap AM is supported");
    }
    let natts = usize::from(mask2 & 0x07ff);
    if rel.desc.attrs.len() < natts {
        return err!(
            DATA_CORRUPTED,
            "number of attributes in tuple header is greater than number of attributes in tuple descriptor"
        );
    }
    let mut values = Vec::new();
    let mut off = 0usize;
    for (i, a) in rel.desc.attrs.iter().enumerate() {
        let null = i >= natts
            || nulls.is_some_and(|n| n.get(i / 8).is_none_or(|b| b & (1 << (i % 8)) == 0));
        if null {
            values.push(Datum::Null);
            continue;
        }
        let align = usize::from(a.align.max(1));
        let len = if a.len == -1 {
            if data.get(off).copied().unwrap_or(0) == 0 {
                off = off.next_multiple_of(align);
            }
            let Some(first) = data.get(off) else {
                return err!(DATA_CORRUPTED, "unexpected end of tuple data");
            };
            if *first == 1 && data.get(off + 1) != Some(&18) {
                return err!(
                    DATA_CORRUPTED,
                    "first byte of varlena attribute is incorrect for attribute {i}"
                );
            }
            let head = data.get(off..).unwrap_or(&[]);
            if head.len() < 4 && first & 1 == 0 {
                return err!(DATA_CORRUPTED, "unexpected end of tuple data");
            }
            storage::varlena::size_any(head)
        } else {
            off = off.next_multiple_of(align);
            a.len.max(0) as usize
        };
        let Some(bytes) = data.get(off..off + len) else {
            return err!(DATA_CORRUPTED, "unexpected end of tuple data");
        };
        let shown = if a.len == -1 && detoast {
            let plain = b.detoast(&Datum::Ref(bytes.to_vec().into()))?;
            Datum::varlena(&plain)
        } else {
            Datum::varlena(bytes)
        };
        values.push(shown);
        off += len;
    }
    if off != data.len() {
        return err!(DATA_CORRUPTED, "end of tuple reached without looking at all its data");
    }
    Array::of(BYTEA, values).to_datum()
}

/// The null bitmap of a tuple that has one. The error is what `tuple_data_split` says when a damaged header leaves no room for it.
fn null_bitmap(t: &[u8]) -> Result<&[u8]> {
    let end = header::hoff(t);
    match t.get(T_BITS..end) {
        Some(bits) if end.is_multiple_of(8) => Ok(bits),
        _ => err!(DATA_CORRUPTED, "t_bits string must not be NULL"),
    }
}

/// `heap_page_item_attrs`: the items with their columns' bytes apart. It is written in SQL; with two arguments it calls
/// the one with three.
fn heap_page_item_attrs(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let calls = if args.len() == 2 { 2 } else { 1 };
    items_with_attributes(b, args).map_err(|e| {
        let line = "SQL function \"heap_page_item_attrs\" statement 1";
        (0..calls).fold(e, |e, _| e.push_context(line))
    })
}

/// The rows of `heap_page_item_attrs`.
fn items_with_attributes(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    if args[0].is_null() {
        return Ok(Vec::new());
    }
    let p = heap_page_in(b, &args[0])?;
    let mut rel = None;
    let detoast = args.get(2).is_some_and(|d| !d.is_null() && d.as_bool());
    let mut rows = Vec::new();
    for i in items(&p) {
        let mut row = item_row(&i);
        row.push(match i.tuple {
            Some(t) => {
                let nulls = if header::has_nulls(t) { Some(null_bitmap(t)?) } else { None };
                let data = t.get(header::hoff(t)..).unwrap_or(&[]);
                let rel = match &mut rel {
                    Some(rel) => rel,
                    none => none.insert(relation_of(b, Oid(word_or_zero(&args[1])))?),
                };
                split(b, rel, data, header::infomask2(t), nulls, detoast)?
            }
            None => Datum::Null,
        });
        rows.push(row);
    }
    Ok(rows)
}

/// `tuple_data_split`: the bytes of each column of a tuple.
fn tuple_data_split(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    if args[1].is_null() {
        return Ok(Datum::Null);
    }
    let data = b.detoast(&args[1])?;
    let (mask, mask2) = (word_or_zero(&args[2]) as u16, word_or_zero(&args[3]) as u16);
    let detoast = args.get(5).is_some_and(|d| !d.is_null() && d.as_bool());
    let mut nulls = None;
    if mask & 1 != 0 {
        if args[4].is_null() {
            return err!(DATA_CORRUPTED, "t_bits string must not be NULL");
        }
        let text = text_of(b, &args[4])?;
        let want = usize::from(mask2 & 0x07ff).div_ceil(8) * 8;
        if text.len() != want {
            return err!(
                DATA_CORRUPTED,
                "unexpected length of t_bits string: {}, expected {want}",
                text.len()
            );
        }
        let mut bytes = vec![0u8; want / 8];
        for (i, c) in text.chars().enumerate() {
            match c {
                '1' => bytes[i / 8] |= 1 << (i % 8),
                '0' => {}
                other => {
                    return err!(DATA_CORRUPTED, "invalid character \"{other}\" in t_bits string");
                }
            }
        }
        nulls = Some(bytes);
    } else if !args[4].is_null() {
        let text = text_of(b, &args[4])?;
        return err!(
            DATA_CORRUPTED,
            "t_bits string is expected to be NULL, but instead it is {} bytes long",
            text.len()
        );
    }
    let rel = relation_of(b, Oid(word_or_zero(&args[0])))?;
    split(b, &rel, &data, mask2, nulls.as_deref(), detoast)
}

/// The number of an argument; 0 for NULL, as a function that is not strict reads it.
fn word_or_zero(d: &Datum) -> u32 {
    if d.is_null() { 0 } else { d.as_u32() }
}

/// The SQL function `heap_tuple_infomask_flags`.
fn infomask_flags(_b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let (raw, combined) = header::infomask_names(args[0].as_i32() as u16, args[1].as_i32() as u16);
    let texts =
        |names: Vec<&str>| Array::of(TEXT, names.into_iter().map(Datum::text).collect()).to_datum();
    Ok(vec![vec![texts(raw)?, texts(combined)?]])
}

/// The index with this name; other relations are refused.
fn btree_named(b: &mut Backend<'_>, d: &Datum) -> Result<Rc<Class>> {
    let name = text_of(b, d)?;
    let class = relation_named(b, &name)?;
    if class.kind != RelKind::Index || class.access_method != BTREE_AM {
        return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a btree index", class.name);
    }
    Ok(class)
}

/// A page of a B-tree: index and block are the first two arguments. Block 0 is refused.
fn btree_page(b: &mut Backend<'_>, args: &Args<'_>) -> Result<page::Page> {
    let class = btree_named(b, &args[0])?;
    let block = args[1].as_i64();
    if !(0..=i64::from(u32::MAX - 1)).contains(&block) {
        if b.store.release.missing_block_named {
            return err!(INVALID_PARAMETER_VALUE, "invalid block number {block}");
        }
        return err!(INVALID_PARAMETER_VALUE, "invalid block number");
    }
    if block == 0 {
        return err!(INVALID_PARAMETER_VALUE, "block 0 is a meta page");
    }
    if class.has_no_pages()
        || block >= i64::from(b.store.pool.nblocks(class.file, ForkNumber::Main))
    {
        if b.store.release.missing_block_named {
            return err!(INVALID_PARAMETER_VALUE, "block number {block} is out of range");
        }
        return err!(INVALID_PARAMETER_VALUE, "block number out of range");
    }
    page_of(b, &class, ForkNumber::Main, block)
}

/// The SQL function `bt_metap`.
fn bt_metap(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let class = btree_named(b, &args[0])?;
    let page = page_of(b, &class, ForkNumber::Main, 0)?;
    let m = btree::layout::Meta::of(page.bytes());
    Ok(vec![vec![
        Datum::i32(m.magic as i32),
        Datum::i32(m.version as i32),
        Datum::i64(i64::from(m.root)),
        Datum::i64(i64::from(m.level)),
        Datum::i64(i64::from(m.fastroot)),
        Datum::i64(i64::from(m.fastlevel)),
        Datum::i64(i64::from(m.last_cleanup_num_delpages)),
        Datum::f64(m.last_cleanup_num_heap_tuples),
        Datum::bool(m.allequalimage),
    ]])
}

/// The SQL function `bt_page_stats`.
fn bt_page_stats(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let page = btree_page(b, args)?;
    Ok(vec![stats_row(args[1].clone(), page.bytes())])
}

/// `bt_multi_page_stats`: a row each of so many pages from a block on, or of all of them.
fn bt_multi_page_stats(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let (first, count) = (args[1].as_i64(), args[2].as_i64());
    btree_page(b, args)?;
    let class = btree_named(b, &args[0])?;
    let blocks = i64::from(b.store.pool.nblocks(class.file, ForkNumber::Main));
    let end = if count < 0 { blocks } else { first.saturating_add(count) };
    if count > 1 && end > blocks {
        return err!(INVALID_PARAMETER_VALUE, "block number {} is out of range", end - 1);
    }
    (first..end)
        .map(|block| {
            let page = page_of(b, &class, ForkNumber::Main, block)?;
            Ok(stats_row(Datum::i64(block), page.bytes()))
        })
        .collect()
}

/// A row of `bt_page_stats`.
fn stats_row(block: Datum, page: &PageBytes) -> Vec<Datum> {
    let s = btree::page_stats(page);
    let n = |v: u32| Datum::i64(i64::from(v));
    vec![
        block,
        Datum::Word(s.kind as u64),
        Datum::i32(s.live_items),
        Datum::i32(s.dead_items),
        Datum::i32(s.avg_item_size),
        Datum::i32(s.page_size),
        Datum::i32(s.free_size),
        n(s.opaque.prev),
        n(s.opaque.next),
        n(s.opaque.level),
        Datum::i32(i32::from(s.opaque.flags)),
    ]
}

/// A row for each item of a B-tree page.
fn item_rows(p: &PageBytes) -> Result<Vec<Vec<Datum>>> {
    let items = match btree::page_items(p) {
        Ok(items) => items,
        Err(damaged) => {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "a damaged index entry, item {damaged} of the page, is not modelled"
            );
        }
    };
    let mut rows = Vec::new();
    for v in items {
        let tids = match &v.tids {
            Some(list) => Array::of(TID, list.iter().map(|t| tid(*t)).collect()).to_datum()?,
            None => Datum::Null,
        };
        rows.push(vec![
            Datum::i16(v.offset as i16),
            tid(v.ctid),
            Datum::i16(v.len as i16),
            Datum::bool(v.nulls),
            Datum::bool(v.vars),
            Datum::text(&v.data),
            v.dead.map_or(Datum::Null, Datum::bool),
            v.htid.map_or(Datum::Null, tid),
            tids,
        ]);
    }
    Ok(rows)
}

/// `bt_page_items` by index and block.
fn bt_page_items(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let page = btree_page(b, args)?;
    note_deleted(b, page.bytes(), &format!("from block {} ", args[1].as_i64()));
    item_rows(page.bytes())
}

/// Sends the notice that the page, of this `block`, is deleted, if it is.
fn note_deleted(b: &mut Backend<'_>, p: &PageBytes, block: &str) {
    if btree::layout::Opaque::of(p).is_deleted() {
        b.notice(
            PgError::new(SqlState::SUCCESSFUL_COMPLETION, format!("page {block}is deleted"))
                .severity(storage::error::Severity::Notice),
        );
    }
}

/// `bt_page_items` of a page's bytes. A page of zeros gives one row, which is NULL: the server returns NULL from its
/// function without ending the set.
fn bt_page_items_raw(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let p = page_in(b, &args[0])?;
    if page::is_new(&p) {
        return Ok(vec![vec![Datum::Null]]);
    }
    let special = page::page_size(&p).wrapping_sub(page::special(&p) as u16);
    if special != 16 {
        return Err(PgError::new(
            SqlState::INVALID_PARAMETER_VALUE,
            "input page is not a valid btree page",
        )
        .detail(format!("Expected special size 16, got {special}.")));
    }
    let o = btree::layout::Opaque::of(&p);
    if o.flags & 8 != 0 {
        return err!(INVALID_PARAMETER_VALUE, "block is a meta page");
    }
    if o.is_leaf() && o.level != 0 && !o.is_deleted() {
        return err!(INVALID_PARAMETER_VALUE, "block is not a valid btree leaf page");
    }
    note_deleted(b, &p, "");
    note_deleted(b, &p, "from block ");
    item_rows(&p)
}

/// The SQL function `page_checksum`.
fn page_checksum(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let block = args[1].as_i64();
    if !(0..=i64::from(u32::MAX - 1)).contains(&block) {
        return err!(INVALID_PARAMETER_VALUE, "invalid block number");
    }
    let p = page_in(b, &args[0])?;
    if page::is_new(&p) {
        return Ok(Datum::Null);
    }
    Ok(Datum::i16(page::checksum_of(&p, block as u32) as i16))
}

/// `fsm_page_contents`: the nodes of a page of the free space map that are not 0.
fn fsm_page_contents(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let p = page_in(b, &args[0])?;
    if storage::page::is_new(&p) {
        return Ok(Datum::Null);
    }
    let mut out = String::new();
    for (i, v) in p[28..].iter().enumerate() {
        if *v != 0 {
            out.push_str(&format!("{i}: {v}\n"));
        }
    }
    let next = i32::from_le_bytes([p[24], p[25], p[26], p[27]]);
    out.push_str(&format!("fp_next_slot: {next}\n"));
    Ok(Datum::text(&out))
}

/// The columns of a line pointer and its tuple; `data` is the column for the tuple's data.
const fn item_columns(data: (&'static str, Oid)) -> [(&'static str, Oid); 14] {
    [
        ("lp", INT2),
        ("lp_off", INT2),
        ("lp_flags", INT2),
        ("lp_len", INT2),
        ("t_xmin", XID),
        ("t_xmax", XID),
        ("t_field3", INT4),
        ("t_ctid", TID),
        ("t_infomask2", INT4),
        ("t_infomask", INT4),
        ("t_hoff", INT2),
        ("t_bits", TEXT),
        ("t_oid", OID),
        data,
    ]
}
const ITEM: &[(&str, Oid)] = &item_columns(("t_data", BYTEA));
const ITEM_ATTRS: &[(&str, Oid)] = &item_columns(("t_attrs", BYTEA_ARRAY));
const HEADER: &[(&str, Oid)] = &[
    ("lsn", PG_LSN),
    ("checksum", INT2),
    ("flags", INT2),
    ("lower", INT4),
    ("upper", INT4),
    ("special", INT4),
    ("pagesize", INT4),
    ("version", INT2),
    ("prune_xid", XID),
];
const META: &[(&str, Oid)] = &[
    ("magic", INT4),
    ("version", INT4),
    ("root", INT8),
    ("level", INT8),
    ("fastroot", INT8),
    ("fastlevel", INT8),
    ("last_cleanup_num_delpages", INT8),
    ("last_cleanup_num_tuples", FLOAT8),
    ("allequalimage", BOOL),
];
const STATS: &[(&str, Oid)] = &[
    ("blkno", INT8),
    ("type", CHAR),
    ("live_items", INT4),
    ("dead_items", INT4),
    ("avg_item_size", INT4),
    ("page_size", INT4),
    ("free_size", INT4),
    ("btpo_prev", INT8),
    ("btpo_next", INT8),
    ("btpo_level", INT8),
    ("btpo_flags", INT4),
];
const BT_ITEM: &[(&str, Oid)] = &[
    ("itemoffset", INT2),
    ("ctid", TID),
    ("itemlen", INT2),
    ("nulls", BOOL),
    ("vars", BOOL),
    ("data", TEXT),
    ("dead", BOOL),
    ("htid", TID),
    ("tids", TID_ARRAY),
];

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("get_raw_page", &[TEXT, INT8], BYTEA, raw_page).volatile(),
    scalar("get_raw_page", &[TEXT, TEXT, INT8], BYTEA, raw_page).volatile(),
    set("page_header", &[BYTEA], RECORD, HEADER, page_header).volatile().one_row(),
    set("heap_page_items", &[BYTEA], RECORD, ITEM, heap_page_items).volatile(),
    set("heap_page_item_attrs", &[BYTEA, REGCLASS], RECORD, ITEM_ATTRS, heap_page_item_attrs)
        .volatile()
        .not_strict(),
    set("heap_page_item_attrs", &[BYTEA, REGCLASS, BOOL], RECORD, ITEM_ATTRS, heap_page_item_attrs)
        .volatile()
        .not_strict(),
    scalar("tuple_data_split", &[OID, BYTEA, INT4, INT4, TEXT], BYTEA_ARRAY, tuple_data_split)
        .volatile()
        .not_strict(),
    scalar(
        "tuple_data_split",
        &[OID, BYTEA, INT4, INT4, TEXT, BOOL],
        BYTEA_ARRAY,
        tuple_data_split,
    )
    .volatile()
    .not_strict(),
    set(
        "heap_tuple_infomask_flags",
        &[INT4, INT4],
        RECORD,
        &[("raw_flags", TEXT_ARRAY), ("combined_flags", TEXT_ARRAY)],
        infomask_flags,
    )
    .volatile()
    .one_row(),
    set("bt_metap", &[TEXT], RECORD, META, bt_metap).volatile().one_row(),
    set("bt_page_stats", &[TEXT, INT8], RECORD, STATS, bt_page_stats).volatile().one_row(),
    set("bt_multi_page_stats", &[TEXT, INT8, INT8], RECORD, STATS, bt_multi_page_stats).volatile(),
    set("bt_page_items", &[TEXT, INT8], RECORD, BT_ITEM, bt_page_items).volatile(),
    set("bt_page_items", &[BYTEA], RECORD, BT_ITEM, bt_page_items_raw).volatile(),
    scalar("page_checksum", &[BYTEA, INT8], INT2, page_checksum).volatile(),
    scalar("fsm_page_contents", &[BYTEA], TEXT, fsm_page_contents).volatile(),
];
