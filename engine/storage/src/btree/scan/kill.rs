//! Marks the index entries of dead rows that a scan has met (`_bt_killitems`).

use super::BtScan;
use crate::btree::layout::*;
use crate::btree::pages::*;
use crate::error::Result;
use crate::page;
use crate::store::Store;

impl BtScan {
    /// Marks the entries of dead rows as dead, unless the page has changed since it was read
    /// (`_bt_killitems`).
    pub(super) fn kill_items(&mut self, st: &mut Store) -> Result<()> {
        let killed = std::mem::take(&mut self.killed);
        let Some(pos) = &mut self.pos else { return Ok(()) };
        let buf = match pos.buf {
            Some(buf) => buf,
            None => {
                let buf = get(st, &self.rel, pos.block)?;
                if page::lsn(bytes(st, buf)) != pos.lsn {
                    release(st, buf);
                    return Ok(());
                }
                pos.buf = Some(buf);
                buf
            }
        };
        let pg = bytes(st, buf);
        let (min, max) = (Opaque::of(pg).first_data_key(), max_offset(pg));
        let mut marks = vec![];
        for (i, &k) in killed.iter().enumerate() {
            let kitem = pos.items[k];
            if kitem.offset < min {
                continue;
            }
            for off in kitem.offset..=max {
                let t = item(pg, off);
                let kill = if tuple::is_posting(t) {
                    // Dead only when all its rows were found dead, one after the other.
                    let mut rest = killed[i..].iter().map(|&k| pos.items[k].tid);
                    tuple::heap_tids(t).all(|tid| rest.next() == Some(tid))
                } else {
                    tuple::t_tid(t) == kitem.tid
                };
                if kill && !is_dead(pg, off) && !marks.contains(&off) {
                    marks.push(off);
                    break;
                }
            }
        }
        if !marks.is_empty() {
            let pg = bytes_mut(st, buf);
            for &off in &marks {
                mark_dead(pg, off);
            }
            Opaque::change(pg, |o| o.flags |= BTP_HAS_GARBAGE);
            st.mark_dirty_hint(buf, true);
        }
        Ok(())
    }
}
