//! The metapage and the way to the root (`_bt_getroot`, `_bt_metaversion`, `_bt_initmetapage`).
//!
//! The metapage is read once and then kept with the relation (`rd_amcache`), which is why a warm
//! look-up in a two-level index costs two buffer hits and not three. The cached root is trusted as
//! long as the page it names is still alone on its level.

use super::layout::*;
use super::pages::*;
use crate::buffer::BufferId;
use crate::err;
use crate::error::Result;
use crate::heap::Relation;
use crate::store::Store;

/// Makes the metapage of a tree with this root, or of an empty one for [`P_NONE`]
/// (`_bt_initmetapage`). `allequalimage`: equal keys have equal bytes.
pub(super) fn init_metapage(pg: &mut PageBytes, root: u32, level: u32, allequalimage: bool) {
    init(pg);
    Meta {
        magic: MAGIC,
        version: VERSION,
        root,
        level,
        fastroot: root,
        fastlevel: level,
        last_cleanup_num_delpages: 0,
        last_cleanup_num_heap_tuples: -1.0,
        allequalimage,
    }
    .put(pg);
    Opaque::change(pg, |o| o.flags = BTP_META);
    put_u16(pg, 12, (PAGE_HEADER + Meta::SIZE) as u16);
}

/// Reads the metapage and checks that it is one, of a version that is known (`_bt_getmeta`).
fn meta_of(st: &Store, rel: &Relation, buf: BufferId) -> Result<Meta> {
    let pg = bytes(st, buf);
    let meta = Meta::of(pg);
    if Opaque::of(pg).flags & BTP_META == 0 || meta.magic != MAGIC {
        return err!(INDEX_CORRUPTED, "index \"{}\" is not a btree", rel.name);
    }
    if !(2..=VERSION).contains(&meta.version) {
        return err!(
            INDEX_CORRUPTED,
            "version mismatch in index \"{}\": file version {}, current version {VERSION}, minimal supported version 2",
            rel.name,
            meta.version
        );
    }
    Ok(meta)
}

/// The cached metapage of the relation (`rd_amcache`).
fn cached(rel: &Relation) -> Option<Meta> {
    rel.state.amcache.get().map(|b| Meta::from_bytes(&b))
}

/// The cached metapage; reads block 0 if there is none. The metapage of a tree without root is not
/// cached.
fn cached_meta(st: &mut Store, rel: &Relation) -> Result<Meta> {
    if let Some(meta) = cached(rel) {
        return Ok(meta);
    }
    let buf = get(st, rel, METAPAGE)?;
    let meta = meta_of(st, rel, buf);
    release(st, buf);
    let meta = meta?;
    if meta.root != P_NONE {
        rel.state.amcache.set(Some(meta.to_bytes()));
    }
    Ok(meta)
}

/// Whether equal keys have equal bytes in this index, as its metapage says (`_bt_metaversion`,
/// `btm_allequalimage`).
pub(super) fn allequalimage(st: &mut Store, rel: &Relation) -> Result<bool> {
    Ok(cached_meta(st, rel)?.allequalimage)
}

/// Returns the level of the fast root (`_bt_getrootheight`).
pub fn root_height(st: &mut Store, rel: &Relation) -> Result<u32> {
    Ok(cached_meta(st, rel)?.fastlevel)
}

/// Returns the fast root, pinned (`_bt_getroot`). In an empty tree `write` makes a first leaf;
/// without it the result is `None`.
pub(super) fn get_root(st: &mut Store, rel: &Relation, write: bool) -> Result<Option<BufferId>> {
    if let Some(meta) = cached(rel) {
        let buf = get(st, rel, meta.fastroot)?;
        let o = Opaque::of(bytes(st, buf));
        if !o.ignore() && o.level == meta.fastlevel && o.leftmost() && o.rightmost() {
            return Ok(Some(buf));
        }
        release(st, buf);
        rel.state.amcache.set(None);
    }
    let metabuf = get(st, rel, METAPAGE)?;
    let meta = meta_of(st, rel, metabuf)?;
    if meta.root != P_NONE {
        rel.state.amcache.set(Some(meta.to_bytes()));
        return live_page_right_of(st, rel, metabuf, meta.fastroot, meta.fastlevel).map(Some);
    }
    if !write {
        release(st, metabuf);
        return Ok(None);
    }
    let root = get_new(st, rel)?;
    let block = block_of(st, root);
    Opaque { prev: P_NONE, next: P_NONE, level: 0, flags: BTP_LEAF | BTP_ROOT, cycleid: 0 }
        .put(bytes_mut(st, root));
    let pg = bytes_mut(st, metabuf);
    Meta {
        root: block,
        level: 0,
        fastroot: block,
        fastlevel: 0,
        last_cleanup_num_delpages: 0,
        last_cleanup_num_heap_tuples: -1.0,
        ..meta
    }
    .put(pg);
    st.pool.mark_dirty(root);
    st.pool.mark_dirty(metabuf);
    if rel.needs_wal() {
        super::log::new_root(st, root, None, metabuf);
    }
    release(st, metabuf);
    Ok(Some(root))
}

/// Returns the true root, read from the metapage and pinned; none if the index is empty
/// (`_bt_gettrueroot`).
pub(super) fn get_true_root(st: &mut Store, rel: &Relation) -> Result<Option<BufferId>> {
    rel.state.amcache.set(None);
    let metabuf = get(st, rel, METAPAGE)?;
    let meta = meta_of(st, rel, metabuf)?;
    if meta.root == P_NONE {
        release(st, metabuf);
        return Ok(None);
    }
    live_page_right_of(st, rel, metabuf, meta.root, meta.level).map(Some)
}

/// Goes to the block, and right of it past deleted pages, to the first page that counts; it must
/// have this level. The pin of `metabuf` is given up.
fn live_page_right_of(
    st: &mut Store,
    rel: &Relation,
    metabuf: BufferId,
    mut block: u32,
    level: u32,
) -> Result<BufferId> {
    let mut buf = metabuf;
    loop {
        buf = release_and_get(st, rel, Some(buf), block)?;
        let o = Opaque::of(bytes(st, buf));
        if !o.ignore() {
            if o.level != level {
                return err!(
                    INTERNAL_ERROR,
                    "root page {block} of index \"{}\" has level {}, expected {level}",
                    rel.name,
                    o.level
                );
            }
            return Ok(buf);
        }
        if o.rightmost() {
            return err!(INTERNAL_ERROR, "no live root page found in index \"{}\"", rel.name);
        }
        block = o.next;
    }
}

/// Whether more than a twentieth of the index is deleted pages that could not be recycled at the
/// last VACUUM (`_bt_vacuum_needs_cleanup`).
pub(super) fn vacuum_needs_cleanup(st: &mut Store, rel: &Relation) -> Result<bool> {
    let buf = get(st, rel, METAPAGE)?;
    let pages = Meta::of(bytes(st, buf)).last_cleanup_num_delpages;
    release(st, buf);
    Ok(pages > 0 && pages > st.pool.nblocks(rel.file, crate::ids::ForkNumber::Main) / 20)
}

/// Writes into the metapage how many deleted pages wait to be recycled (`_bt_set_cleanup_info`).
pub(super) fn set_cleanup_info(st: &mut Store, rel: &Relation, num_delpages: u32) -> Result<()> {
    let buf = get(st, rel, METAPAGE)?;
    let meta = Meta::of(bytes(st, buf));
    if meta.last_cleanup_num_delpages != num_delpages {
        Meta {
            last_cleanup_num_delpages: num_delpages,
            last_cleanup_num_heap_tuples: -1.0,
            ..meta
        }
        .put(bytes_mut(st, buf));
        st.pool.mark_dirty(buf);
        if rel.needs_wal() {
            super::log::meta_cleanup(st, buf);
        }
    }
    release(st, buf);
    Ok(())
}
