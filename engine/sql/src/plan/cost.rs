//! What things cost: the formulas of `costsize.c`, on plain numbers.
//!
//! One sequential page read is 1.0. The sums are formed in the server's order, so that the printed
//! hundredths agree.

use crate::expr::FuncRef;
use storage::page::layout::maxalign;
use storage::versions::HashEntries;

/// The planner's settings (`cost.h`, `guc.c`), with the server's defaults.
#[derive(Clone, Debug, PartialEq)]
#[allow(
    missing_docs,
    reason = "each field is the setting of that name in the manual's chapter Query Planning"
)]
pub struct CostSettings {
    pub seq_page_cost: f64,
    pub random_page_cost: f64,
    pub cpu_tuple_cost: f64,
    pub cpu_index_tuple_cost: f64,
    pub cpu_operator_cost: f64,
    /// The pages that the cache of the machine may hold (`effective_cache_size`).
    pub effective_cache_size: f64,
    /// The memory of a sort or hash table, in kB (`work_mem`).
    pub work_mem: f64,
    pub hash_mem_multiplier: f64,
    /// What a group of a hashed aggregate takes.
    pub hash_entries: HashEntries,
    /// Whether the nodes that a setting forbids are counted, or cost more.
    pub disabled_counted: bool,
    pub cursor_tuple_fraction: f64,
    /// How many items of FROM are searched together.
    pub from_collapse_limit: usize,
    /// How many items that JOINs connect are searched together.
    pub join_collapse_limit: usize,
    /// Whether big problems are searched in another way than small ones.
    pub geqo: bool,
    /// From how many items on a problem is big.
    pub geqo_threshold: usize,
    pub enable_seqscan: bool,
    pub enable_indexscan: bool,
    pub enable_indexonlyscan: bool,
    pub enable_bitmapscan: bool,
    pub enable_tidscan: bool,
    pub enable_sort: bool,
    pub enable_incremental_sort: bool,
    pub enable_hashagg: bool,
    pub enable_nestloop: bool,
    pub enable_mergejoin: bool,
    pub enable_hashjoin: bool,
    pub enable_material: bool,
    pub enable_memoize: bool,
    pub enable_self_join_elimination: bool,
    pub enable_distinct_reordering: bool,
    pub enable_group_by_reordering: bool,
}

impl Default for CostSettings {
    fn default() -> Self {
        CostSettings {
            seq_page_cost: 1.0,
            random_page_cost: 4.0,
            cpu_tuple_cost: 0.01,
            cpu_index_tuple_cost: 0.005,
            cpu_operator_cost: 0.0025,
            effective_cache_size: 524_288.0,
            work_mem: 4096.0,
            hash_mem_multiplier: 2.0,
            hash_entries: HashEntries::Chunks,
            disabled_counted: false,
            cursor_tuple_fraction: 0.1,
            from_collapse_limit: 8,
            join_collapse_limit: 8,
            geqo: true,
            geqo_threshold: 12,
            enable_seqscan: true,
            enable_indexscan: true,
            enable_indexonlyscan: true,
            enable_bitmapscan: true,
            enable_tidscan: true,
            enable_sort: true,
            enable_incremental_sort: true,
            enable_hashagg: true,
            enable_nestloop: true,
            enable_mergejoin: true,
            enable_hashjoin: true,
            enable_material: true,
            enable_memoize: true,
            enable_self_join_elimination: true,
            enable_distinct_reordering: true,
            enable_group_by_reordering: true,
        }
    }
}

/// Added to what a setting forbids (`disable_cost`).
pub const DISABLE_COST: f64 = 1.0e10;

/// What it costs before the first row and per row (`QualCost`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QualCost {
    /// The cost before the first row, once.
    pub startup: f64,
    /// The cost for each row.
    pub per_tuple: f64,
}

impl std::ops::AddAssign for QualCost {
    fn add_assign(&mut self, other: QualCost) {
        self.startup += other.startup;
        self.per_tuple += other.per_tuple;
    }
}

/// The cost of reaching the first row, and all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Before the first row.
    pub startup: f64,
    /// For all rows.
    pub total: f64,
}

/// Rounds an estimate of rows to a whole number, at least 1 and at most 1e100 (`clamp_row_est`).
pub fn clamp_row_est(rows: f64) -> f64 {
    if rows > 1e100 || rows.is_nan() {
        1e100
    } else if rows <= 1.0 {
        1.0
    } else {
        rows.round_ties_even()
    }
}

/// Returns the bytes that `tuples` rows of `width` bytes of data take in memory, with a header of
/// 24 bytes each (`relation_byte_size`).
pub fn relation_byte_size(tuples: f64, width: i32) -> f64 {
    tuples * (maxalign(width.max(0) as usize) + 24) as f64
}

/// Returns the pages of 8 kB that `tuples` rows of `width` bytes of data take, rounded up
/// (`page_size`).
pub fn page_size(tuples: f64, width: i32) -> f64 {
    (relation_byte_size(tuples, width) / 8192.0).ceil()
}

impl CostSettings {
    /// Returns what a node costs besides if its setting is not `on` (`disable_cost`).
    pub fn disable_cost(&self, on: bool) -> f64 {
        if on || self.disabled_counted { 0.0 } else { DISABLE_COST }
    }

    /// Returns how many disabled nodes a node counts as if its setting is not `on` (`disabled_nodes`).
    pub fn disabled_node(&self, on: bool) -> u32 {
        u32::from(!on && self.disabled_counted)
    }

    /// Returns `work_mem` in bytes.
    pub fn work_mem_bytes(&self) -> f64 {
        self.work_mem * 1024.0
    }

    /// Returns the bytes that a hash table may take: `work_mem` times `hash_mem_multiplier`
    /// (`get_hash_memory_limit`).
    pub fn hash_mem_bytes(&self) -> f64 {
        (self.work_mem * self.hash_mem_multiplier * 1024.0).trunc()
    }

    /// Returns how many pages of a table an index scan reads, by the formula of Mackert and Lohman
    /// (`index_pages_fetched`).
    pub fn index_pages_fetched(
        &self,
        tuples_fetched: f64,
        pages: f64,
        index_pages: f64,
        total_table_pages: f64,
    ) -> f64 {
        let t = pages.max(1.0);
        let total_pages = (total_table_pages + index_pages).max(1.0);
        let b = (self.effective_cache_size * t / total_pages).ceil().max(1.0);
        if t <= b {
            let fetched = (2.0 * t * tuples_fetched) / (2.0 * t + tuples_fetched);
            if fetched >= t { t } else { fetched.ceil() }
        } else {
            let lim = (2.0 * t * b) / (2.0 * t - b);
            let fetched = if tuples_fetched <= lim {
                (2.0 * t * tuples_fetched) / (2.0 * t + tuples_fetched)
            } else {
                b + (tuples_fetched - lim) * (t - b) / t
            };
            fetched.ceil()
        }
    }

    /// Returns the start-up and run cost of sorting, without the input's cost (`cost_tuplesort`).
    pub fn tuplesort(&self, tuples: f64, width: i32, limit_tuples: f64) -> (f64, f64) {
        let input_bytes = relation_byte_size(tuples, width);
        let sort_mem = self.work_mem_bytes();
        let tuples = tuples.max(2.0);
        let comparison = 2.0 * self.cpu_operator_cost;
        let (output_tuples, output_bytes) = if limit_tuples > 0.0 && limit_tuples < tuples {
            (limit_tuples, relation_byte_size(limit_tuples, width))
        } else {
            (tuples, input_bytes)
        };
        // The server's LOG2, which is a little too great: its logarithm of 2 ends early.
        let log2 = |x: f64| x.ln() / 0.693_147_180_559_945;
        let startup = if output_bytes > sort_mem {
            let pages = (input_bytes / 8192.0).ceil();
            let runs = input_bytes / sort_mem;
            let order = merge_order(sort_mem);
            let log_runs = if runs > order { (runs.ln() / order.ln()).ceil() } else { 1.0 };
            let accesses = 2.0 * pages * log_runs;
            comparison * tuples * log2(tuples)
                + accesses * (self.seq_page_cost * 0.75 + self.random_page_cost * 0.25)
        } else if tuples > 2.0 * output_tuples || input_bytes > sort_mem {
            comparison * tuples * log2(2.0 * output_tuples)
        } else {
            comparison * tuples * log2(tuples)
        };
        (startup, self.cpu_operator_cost * tuples)
    }

    /// Returns the cost of reading an input and sorting its rows; `limit_tuples` is how many of them
    /// are wanted, 0 or less for all (`cost_sort`).
    pub fn sort(&self, input_total: f64, tuples: f64, width: i32, limit_tuples: f64) -> Cost {
        let (mut startup, run) = self.tuplesort(tuples, width, limit_tuples);
        startup += self.disable_cost(self.enable_sort);
        startup += input_total;
        Cost { startup, total: startup + run }
    }

    /// Returns the cost of keeping the rows of an input, in memory or in a temporary file
    /// (`cost_material`).
    pub fn material(&self, input: Cost, tuples: f64, width: i32) -> Cost {
        let mut run = input.total - input.startup;
        let bytes = relation_byte_size(tuples, width);
        run += 2.0 * self.cpu_operator_cost * tuples;
        if bytes > self.work_mem_bytes() {
            run += self.seq_page_cost * (bytes / 8192.0).ceil();
        }
        Cost { startup: input.startup, total: input.startup + run }
    }

    /// The cost of reading a materialized or sorted result once more (`cost_rescan`).
    pub fn rescan_stored(&self, per_row: f64, rows: f64, width: i32) -> f64 {
        let mut run = per_row * rows;
        let bytes = relation_byte_size(rows, width);
        if bytes > self.work_mem_bytes() {
            run += self.seq_page_cost * (bytes / 8192.0).ceil();
        }
        run
    }

    /// Returns the cost of an aggregate over its input, before HAVING (`cost_agg`).
    #[allow(clippy::too_many_arguments)]
    pub fn agg(
        &self,
        strategy: AggStrategy,
        trans: QualCost,
        finals: QualCost,
        trans_space: f64,
        num_trans: usize,
        group_columns: usize,
        groups: f64,
        input: Cost,
        input_tuples: f64,
        input_width: i32,
    ) -> Cost {
        let per_column = self.cpu_operator_cost * group_columns as f64;
        match strategy {
            AggStrategy::Plain => {
                let mut startup = input.total;
                startup += trans.startup;
                startup += trans.per_tuple * input_tuples;
                startup += finals.startup;
                startup += finals.per_tuple;
                Cost { startup, total: startup + self.cpu_tuple_cost }
            }
            AggStrategy::Sorted => {
                let mut total = input.total;
                total += trans.startup;
                total += trans.per_tuple * input_tuples;
                total += per_column * input_tuples;
                total += finals.startup;
                total += finals.per_tuple * groups;
                total += self.cpu_tuple_cost * groups;
                Cost { startup: input.startup, total }
            }
            AggStrategy::Hashed => {
                let mut startup = input.total;
                startup += self.disable_cost(self.enable_hashagg);
                startup += trans.startup;
                startup += trans.per_tuple * input_tuples;
                startup += per_column * input_tuples;
                startup += finals.startup;
                let mut total = startup;
                total += finals.per_tuple * groups;
                total += self.cpu_tuple_cost * groups;
                let entry =
                    hash_agg_entry_size(self.hash_entries, num_trans, input_width, trans_space);
                let (mem_limit, group_limit, partitions) = self.hash_agg_limits(entry, groups);
                let batches =
                    f64::max((groups * entry) / mem_limit, groups / group_limit).ceil().max(1.0);
                let partitions = partitions.max(2.0);
                let depth = (batches.ln() / partitions.ln()).ceil();
                let pages = relation_byte_size(input_tuples, input_width) / 8192.0;
                let written = pages * depth * 2.0;
                let read = pages * depth * 2.0;
                startup += written * self.random_page_cost;
                total += written * self.random_page_cost;
                total += read * self.seq_page_cost;
                let spill = depth * input_tuples * 2.0 * self.cpu_tuple_cost;
                startup += spill;
                total += spill;
                Cost { startup, total }
            }
        }
    }

    /// Returns the memory in bytes, the groups and the partitions that a hashed aggregate is
    /// allowed (`hash_agg_set_limits`).
    pub fn hash_agg_limits(&self, entry: f64, groups: f64) -> (f64, f64, f64) {
        let limit = self.hash_mem_bytes();
        if groups * entry <= limit {
            return (limit, (limit / entry).trunc(), 0.0);
        }
        // hash_choose_num_partitions.
        let partition_limit = (limit * 0.25 - 8192.0) / 8192.0;
        let wanted = 1.5 * groups * entry;
        let mut d = 1.0 + (wanted / limit);
        if d > partition_limit {
            d = partition_limit;
        }
        d = d.clamp(4.0, 1024.0);
        let partitions = (1u64 << (d.trunc().log2().ceil() as u32)) as f64;
        let partition_mem = 8192.0 + 8192.0 * partitions;
        let mem = if limit > 4.0 * partition_mem { limit - partition_mem } else { limit * 0.75 };
        let group_limit = if mem > entry { (mem / entry).trunc() } else { 1.0 };
        (mem, group_limit, partitions)
    }
}

/// How rows are grouped (`AggStrategy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AggStrategy {
    /// One group.
    Plain,
    /// Input is sorted by the keys.
    Sorted,
    /// A hash table.
    Hashed,
}

/// Returns the bytes that a group takes in an aggregate's hash table: its row of `tuple_width`,
/// `num_trans` states and `trans_space` bytes beside them (`hash_agg_entry_size` in `nodeAgg.c`).
pub fn hash_agg_entry_size(
    entries: HashEntries,
    num_trans: usize,
    tuple_width: i32,
    trans_space: f64,
) -> f64 {
    let tuple = (maxalign(16) + tuple_width.max(0) as usize) as f64;
    let pergroup = (num_trans * 16) as f64;
    if entries == HashEntries::Bump {
        let own =
            (trans_space > 0.0).then(|| 8.0 + (trans_space as u64).next_power_of_two() as f64);
        return 16.0 + maxalign(tuple as usize) as f64 + pergroup + own.unwrap_or(0.0);
    }
    let chunk = 16.0;
    let tuple_chunk = chunk + tuple;
    let pergroup_chunk = if pergroup > 0.0 { chunk + pergroup } else { 0.0 };
    let trans_chunk = if trans_space > 0.0 { chunk + trans_space } else { 0.0 };
    24.0 + tuple_chunk + pergroup_chunk + trans_chunk
}

/// Returns how many runs a sort with `allowed` bytes merges at once, from 6 to 500
/// (`tuplesort_merge_order`).
fn merge_order(allowed: f64) -> f64 {
    (allowed / (2.0 * 8192.0 + 8192.0 * 32.0)).trunc().clamp(6.0, 500.0)
}

/// What a call costs, in `cpu_operator_cost` (`procost`).
pub fn function_cost(f: &FuncRef) -> f64 {
    match f {
        FuncRef::Sql(f) => f.cost,
        FuncRef::Builtin(b) => match b.name {
            // Written in SQL, and not inlined.
            "obj_description"
            | "col_description"
            | "shobj_description"
            | "heap_page_item_attrs" => 100.0,
            "pg_freespace" if b.args.len() == 1 => 100.0,
            "pg_get_keywords"
            | "pg_table_is_visible"
            | "pg_type_is_visible"
            | "pg_function_is_visible"
            | "pg_relation_is_updatable" => 10.0,
            _ => 1.0,
        },
        FuncRef::Cast(..) => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Cost, CostSettings};

    fn printed(c: Cost) -> String {
        format!("{:.2}..{:.2}", c.startup, c.total)
    }

    #[test]
    fn a_sort_costs_what_the_server_printed() {
        // Sort  (cost=27.21..28.33 rows=448 width=4) over Seq Scan  (cost=0.00..7.48 rows=448 width=4)
        assert_eq!(printed(CostSettings::default().sort(7.48, 448.0, 4, -1.0)), "27.21..28.33");
    }

    #[test]
    fn what_is_forbidden_costs_so_much_that_all_else_is_cheaper() {
        let settings = CostSettings { enable_sort: false, ..CostSettings::default() };
        assert!(settings.sort(7.48, 448.0, 4, -1.0).startup > 1.0e10);
    }

    #[test]
    fn materializing_adds_two_operators_a_row_until_memory_is_full() {
        let input = Cost { startup: 0.0, total: 10.0 };
        assert_eq!(printed(CostSettings::default().material(input, 1000.0, 4)), "0.00..15.00");
        let settings = CostSettings { work_mem: 64.0, ..CostSettings::default() };
        assert!(settings.material(input, 10_000.0, 100).total > 60.0);
    }
}
