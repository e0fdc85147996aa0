//! ANALYZE (`analyze.c`): samples the rows, computes the columns' statistics, keeps them with the
//! relation ([`RelState::columns`](crate::heap::RelState)).
//!
//! Simplified: no statistics of the elements of arrays of types that users made, and no extended statistics.

use super::array_statistics::{ARRAY_WIDTH_THRESHOLD, ElementCounter};
use super::statistics::{self, Column, SampledValue, StatisticsKind, WIDTH_THRESHOLD};
use super::vacuum::update_stats;
use super::vacuum_report::UsageAtStart;
use super::{IndexExprs, MaintenanceHost, sample, statistic_row};
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::error::{PgError, Result, Severity, SqlState};
use crate::heap::Relation;
use crate::heap::statistics::ColumnStats;
use crate::heap::vacuum_freeze::Kept;
use crate::heap::visibility_map;
use crate::ids::{AttrNumber, ForkNumber, Oid};
use crate::store::Store;
use crate::toaster;
use crate::tuple::{self, Attribute};
use crate::types::{self, oid};
use crate::varlena;
use std::rc::Rc;

/// Options of ANALYZE.
#[derive(Clone, Debug)]
pub struct AnalyzeOptions {
    /// Whether a report is printed (VERBOSE).
    pub verbose: bool,
    /// The columns, or all.
    pub columns: Option<Vec<AttrNumber>>,
    /// The statistics target of columns that have none of their own (`default_statistics_target`).
    pub target: u32,
    /// The size of the ring of buffers in kB; 0 is no ring (`vacuum_buffer_usage_limit`).
    pub ring: u32,
    /// Seeds the choice of blocks and rows where not all are taken.
    pub seed: u32,
}

impl Default for AnalyzeOptions {
    fn default() -> Self {
        AnalyzeOptions { verbose: false, columns: None, target: 100, ring: 256, seed: 0 }
    }
}

/// Analyzes a table. Called inside a transaction, which gets an xid when statistics are stored.
pub fn analyze(
    st: &mut Store,
    rel: &Rc<Relation>,
    options: &AnalyzeOptions,
    host: &mut dyn MaintenanceHost,
    mut exprs: Option<&mut dyn IndexExprs>,
) -> Result<()> {
    let say = |text: String, host: &mut dyn MaintenanceHost| {
        if options.verbose {
            let report = PgError::new(SqlState::SUCCESSFUL_COMPLETION, text);
            host.info(report.severity(Severity::Info));
        }
    };
    let taken = UsageAtStart::begin(st);
    let schema = host.namespace(rel.namespace);
    say(format!("analyzing \"{schema}.{}\"", rel.name), host);

    let target_of = |attr: &Attribute| -> usize {
        usize::try_from(attr.stat_target).unwrap_or(options.target as usize)
    };
    let wanted_column = |number: AttrNumber| match &options.columns {
        Some(columns) => columns.contains(&number),
        None => true,
    };
    let columns: Vec<(AttrNumber, &Attribute)> = (1i16..)
        .map(AttrNumber)
        .zip(&rel.desc.attrs)
        .filter(|(n, attr)| !attr.dropped && target_of(attr) > 0 && wanted_column(*n))
        .collect();
    let rows_wanted = columns.iter().map(|(_, a)| 300 * target_of(a)).fold(100, usize::max);
    let sample = sample::acquire(st, rel, rows_wanted, options)?;
    clock::add(Kind::RowSampled, (sample.rows.len() * columns.len()) as u64);
    say(
        format!(
            "\"{}\": scanned {} of {} pages, containing {} live rows and {} dead rows; \
             {} rows in sample, {:.0} estimated total rows",
            rel.name,
            sample.blocks.0,
            sample.blocks.1,
            sample.seen.0,
            sample.seen.1,
            sample.rows.len(),
            sample.total_rows
        ),
        host,
    );

    let scale = f64::from(sample.blocks.1) / f64::from(sample.blocks.0.max(1));
    let dead = (sample.seen.1 as f64 * scale + 0.5).floor() as i64;
    st.statistics.analyzed(rel.oid, sample.total_rows as i64, dead, 0);
    if !sample.rows.is_empty() {
        for (number, attr) in columns {
            let target = target_of(attr);
            let mut rows = sample.rows.iter();
            let mut next = |_: &mut Store| {
                rows.next().map(|r| tuple::attribute(&rel.desc, r, number)).transpose()
            };
            let (n, total) = (sample.rows.len(), sample.total_rows);
            let stats = column_stats(st, attr, n, total, target, &mut next)?;
            if let Some(stats) = stats {
                st.xact.assign_xid();
                statistic_row::store(st, attr.type_oid, &stats)?;
                rel.state.columns.borrow_mut().insert(number, stats);
            }
        }
    }
    // Indexes: their expressions, and what part of the rows is in a partial one.
    let mut entries: Vec<f64> = Vec::new();
    for index in &rel.indexes {
        let keys = index.index.as_ref().map_or(&[][..], |i| &i.keys);
        let columns: Vec<usize> = (0..keys.len()).filter(|&i| keys[i].attno.0 == 0).collect();
        let mut rows_in = 0;
        let mut values: Vec<Vec<Datum>> = Vec::new();
        if let Some(exprs) = exprs.as_deref_mut() {
            let mut row = Vec::new();
            for stored in &sample.rows {
                row.clear();
                tuple::deform(&rel.desc, stored, rel.desc.attrs.len(), &mut row)?;
                if !exprs.satisfies_predicate(st, index, &row)? {
                    continue;
                }
                rows_in += 1;
                if !columns.is_empty() {
                    values.push(exprs.evaluate(st, index, &row)?);
                }
            }
        } else {
            rows_in = sample.rows.len();
        }
        let part = if sample.rows.is_empty() {
            1.0
        } else {
            f64::from(u32::try_from(rows_in).unwrap_or(u32::MAX)) / sample.rows.len() as f64
        };
        let total = (part * sample.total_rows).ceil();
        entries.push(total);
        if values.is_empty() || options.columns.is_some() {
            continue;
        }
        for (nth, &column) in columns.iter().enumerate() {
            let attr = &index.desc.attrs[column];
            let mut rows = values.iter();
            let mut next = |_: &mut Store| Ok(rows.next().map(|r| r[nth].clone()));
            let target = target_of(attr);
            let stats = column_stats(st, attr, values.len(), total, target, &mut next)?;
            if let Some(stats) = stats {
                let number = AttrNumber(column as i16 + 1);
                statistic_row::store(st, attr.type_oid, &stats)?;
                index.state.columns.borrow_mut().insert(number, stats);
            }
        }
    }
    count_all(st, rel, &sample, &entries)?;
    if st.release.analyze_reported {
        // Rows of pg_statistic are not logged.
        let whole = format!("{}.{schema}.{}", host.database(), rel.name);
        say(format!("finished analyzing table \"{whole}\"\n{}", taken.text(st, false)), host);
    }
    Ok(())
}

/// Stores how many pages and rows the table and its indexes have.
fn count_all(
    st: &mut Store,
    rel: &Relation,
    sample: &sample::RowSample,
    entries: &[f64],
) -> Result<()> {
    let mapped = visibility_map::count(st, rel)?;
    let none = Kept::default();
    update_stats(st, rel, sample.blocks.1, sample.total_rows as f32, mapped, none);
    for (index, &entries) in rel.indexes.iter().zip(entries) {
        let pages = st.pool.nblocks(index.file, ForkNumber::Main);
        update_stats(st, index, pages, entries as f32, (0, 0), none);
    }
    Ok(())
}

/// Computes the statistics of one column from its sampled values, which `next` gives one after the
/// other; `rows` are sampled of `total_rows`.
fn column_stats(
    st: &mut Store,
    attr: &Attribute,
    rows: usize,
    total_rows: f64,
    target: usize,
    next: &mut dyn FnMut(&mut Store) -> Result<Option<Datum>>,
) -> Result<Option<ColumnStats>> {
    let order = |a: &Datum, b: &Datum| types::compare(attr.type_oid, attr.collation, a, b);
    let equal = |a: &Datum, b: &Datum| types::equal(attr.type_oid, a, b);
    let method = match comparability(attr.type_oid) {
        Comparability::Ordered => StatisticsKind::Scalar(&order),
        Comparability::Equality => StatisticsKind::Distinct(&equal),
        Comparability::None => StatisticsKind::Trivial,
    };
    let trivial = matches!(method, StatisticsKind::Trivial);
    let column = Column { method, len: attr.len, target };
    let mut elements = ElementCounter::new(attr.type_oid, attr.collation, target);
    let mut stats = statistics::compute(&column, rows, total_rows, || {
        let Some(value) = next(st)? else { return Ok(None) };
        if value.is_null() {
            return Ok(Some(None));
        }
        let sampled = match attr.len {
            -1 => {
                if let Some(e) = &mut elements
                    && toaster::raw_size(&value) <= ARRAY_WIDTH_THRESHOLD
                {
                    e.add(&toaster::plain(st, &value)?);
                }
                let stored = varlena::size_any(value.bytes());
                let look = !trivial && toaster::raw_size(&value) <= WIDTH_THRESHOLD;
                let value = if look { Some(toaster::plain(st, &value)?) } else { None };
                SampledValue { value: value.or_else(|| trivial.then_some(Datum::Null)), stored }
            }
            -2 => {
                let stored = value.bytes().len() + 1;
                SampledValue { value: Some(value), stored }
            }
            len => SampledValue { value: Some(value), stored: usize::try_from(len).unwrap_or(0) },
        };
        Ok(Some(Some(sampled)))
    })?;
    if let (Some(e), Some(stats)) = (elements, &mut stats) {
        e.finish(stats)?;
    }
    Ok(stats)
}

/// What a type's default operator classes offer (`get_sort_group_operators`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparability {
    /// A btree operator class.
    Ordered,
    /// Only a hash operator class.
    Equality,
    /// Neither of them.
    None,
}

/// Whether values of a type can be compared and sorted; for an array, whether its elements can.
pub fn comparability(type_oid: Oid) -> Comparability {
    const ACLITEM: Oid = Oid(1033);
    const XML: Oid = Oid(142);
    const GEOMETRIC: [u32; 7] = [600, 601, 602, 603, 604, 628, 718];
    if let Some(info) = types::info(type_oid)
        && info.category == 'A'
        && info.element != Oid::INVALID
    {
        return comparability(info.element);
    }
    match type_oid {
        oid::XID | oid::CID | ACLITEM => Comparability::Equality,
        oid::JSON | XML => Comparability::None,
        Oid(n) if GEOMETRIC.contains(&n) => Comparability::None,
        _ => Comparability::Ordered,
    }
}
