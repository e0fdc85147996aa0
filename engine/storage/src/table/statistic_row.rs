//! The row of `pg_statistic` that ANALYZE stores for a column, as far as other tables notice it: its
//! long arrays move to `pg_toast_2619`, and each that does uses up an OID (`update_attstats`,
//! `toast_save_datum`).
//!
//! ```text
//!  a text column of 1,000 values of 500 bytes, all different
//!  histogram: 101 of them, 50 kB -> round 1 compresses it, still over 2,000 bytes -> it leaves
//!  one OID is gone before the next table is made
//! ```

use crate::datum::Datum;
use crate::error::Result;
use crate::heap::statistics::ColumnStats;
use crate::ids::Oid;
use crate::store::Store;
use crate::toaster::default::compress_datum;
use crate::toaster::default::layout::{
    TOAST_POINTER_SIZE, TOAST_TUPLE_TARGET, TOAST_TUPLE_THRESHOLD, maxalign,
};
use crate::tuple::header_size;
use crate::types::array::{self, Array};
use crate::types::oid;
use crate::varlena;

/// `t_hoff`: the header and a bitmap for 31 columns, of which some are always NULL.
const HOFF: usize = header_size(31, true);
/// From `starelid` to `stacoll5`.
const FIXED: usize = 72;

/// The arrays of the row, `stanumbers` before `stavalues`.
fn arrays(type_oid: Oid, stats: &ColumnStats) -> Result<[Vec<Datum>; 2]> {
    let floats =
        |list: Vec<f32>| Array::of(oid::FLOAT4, list.into_iter().map(Datum::f32).collect());
    let (mut numbers, mut values) = (Vec::new(), Vec::new());
    if !stats.most_common.is_empty() {
        let (common, shares) = stats.most_common.iter().cloned().unzip();
        numbers.push(floats(shares).to_datum()?);
        values.push(Array::of(type_oid, common).to_datum()?);
    }
    if !stats.histogram.is_empty() {
        values.push(Array::of(type_oid, stats.histogram.clone()).to_datum()?);
    }
    numbers.extend(stats.correlation.map(|c| floats(vec![c]).to_datum()).transpose()?);
    for list in [&stats.element_shares, &stats.element_counts] {
        if !list.is_empty() {
            numbers.push(floats(list.clone()).to_datum()?);
        }
    }
    if !stats.elements.is_empty() {
        let element = array::element_type(type_oid);
        values.push(Array::of(element, stats.elements.clone()).to_datum()?);
    }
    Ok([numbers, values])
}

/// The length of the row's columns in bytes. Short arrays have a 1-byte header; `stavalues` are
/// aligned to 8.
fn data_size(arrays: &[Vec<Datum>; 2]) -> usize {
    let mut size = FIXED;
    for (list, align) in arrays.iter().zip([4, 8]) {
        for v in list {
            let v = v.bytes();
            if varlena::is_external(v) {
                size += v.len();
            } else if let Some(short) = varlena::make_short(v) {
                size += short.len();
            } else {
                size = size.next_multiple_of(align) + v.len();
            }
        }
    }
    size
}

/// Uses up the OIDs that storing a column's statistics would take; the row itself is not stored.
pub(super) fn store(st: &mut Store, type_oid: Oid, stats: &ColumnStats) -> Result<()> {
    st.wal.statistics_written();
    let mut arrays = arrays(type_oid, stats)?;
    if HOFF + data_size(&arrays) <= TOAST_TUPLE_THRESHOLD {
        return Ok(());
    }
    let max = TOAST_TUPLE_TARGET - HOFF;
    let mut tried: Vec<(usize, usize)> = Vec::new();
    for compressing in [true, false] {
        while data_size(&arrays) > max {
            let mut biggest = None;
            let mut most = maxalign(TOAST_POINTER_SIZE);
            for (i, list) in arrays.iter().enumerate() {
                for (j, v) in list.iter().enumerate() {
                    let v = v.bytes();
                    let done =
                        compressing && (varlena::is_compressed(v) || tried.contains(&(i, j)));
                    if !varlena::is_external(v) && !done && varlena::size_any(v) > most {
                        most = varlena::size_any(v);
                        biggest = Some((i, j));
                    }
                }
            }
            let Some((i, j)) = biggest else { break };
            if compressing {
                match compress_datum(&arrays[i][j], st.default_toast_compression) {
                    Ok(smaller) => arrays[i][j] = smaller,
                    Err(_) => tried.push((i, j)),
                }
                if varlena::size_any(arrays[i][j].bytes()) <= max {
                    continue;
                }
            }
            st.oids.next();
            let mut pointer = vec![0; TOAST_POINTER_SIZE];
            pointer[..2].copy_from_slice(&[1, 18]);
            arrays[i][j] = Datum::Ref(pointer.into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StoreConfig;

    #[test]
    fn long_histograms_take_an_oid() {
        let mut st = Store::new(StoreConfig { shared_buffers: 16, ..StoreConfig::default() });
        let before = st.oids.next();
        // 480 digits that do not compress away: the recorded case has repeat(md5(i::text), 15).
        let digits = |i: u32| (1..=60).map(move |k| (i * 60 + k).wrapping_mul(0x9e37_79b1));
        let wide = |i| {
            Datum::text(&digits(i).map(|n: u32| format!("{:08x}", n ^ n >> 15)).collect::<String>())
        };
        let mut stats =
            ColumnStats { histogram: (1..=101).map(wide).collect(), ..Default::default() };
        store(&mut st, oid::TEXT, &stats).unwrap();
        assert_eq!(st.oids.next().0, before.0 + 2);
        stats.histogram.truncate(2);
        store(&mut st, oid::TEXT, &stats).unwrap();
        assert_eq!(st.oids.next().0, before.0 + 3);
    }
}
