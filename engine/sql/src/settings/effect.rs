//! What setting a parameter does here. PostgreSQL has some 350; of those that nothing here reads, some
//! change nothing that a session could see (where the server's log goes, how connections are made), and
//! the others keep the value that the model was made for: anything else is refused.

use super::Definition;
use storage::err;
use storage::error::Result;

/// What setting a parameter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// What it does in the server.
    Modelled,
    /// Nothing that a session could see, there as here.
    Unseen,
    /// It keeps its value.
    Fixed,
}

/// What the engine reads, but for the parameters of plain costs and switches of the planner.
const MODELLED: &str = "application_name bytea_output check_function_bodies \
    client_encoding client_min_messages cpu_index_tuple_cost cpu_operator_cost cpu_tuple_cost \
    cursor_tuple_fraction DateStyle default_statistics_target default_toast_compression \
    default_transaction_deferrable default_transaction_isolation default_transaction_read_only \
    effective_cache_size \
    enable_bitmapscan enable_hashagg enable_hashjoin enable_incremental_sort \
    enable_indexonlyscan enable_indexscan enable_material enable_memoize enable_mergejoin \
    enable_nestloop enable_seqscan enable_sort enable_tidscan extra_float_digits \
    from_collapse_limit full_page_writes geqo geqo_threshold hash_mem_multiplier \
    join_collapse_limit maintenance_work_mem max_parallel_maintenance_workers max_parallel_workers \
    min_parallel_table_scan_size plan_cache_mode random_page_cost search_path \
    seq_page_cost synchronous_commit TimeZone track_io_timing transaction_deferrable \
    transaction_isolation transaction_read_only vacuum_freeze_min_age vacuum_freeze_table_age \
    wal_compression wal_consistency_checking work_mem";

/// Categories whose parameters nothing of a session shows.
const UNSEEN_CATEGORIES: [&str; 10] = [
    "Reporting and Logging",
    "Connections and Authentication",
    "Replication",
    "Write-Ahead Log / Archiv",
    "Resource Usage / Asynchronous Behavior",
    "Resource Usage / Background Writer",
    "Resource Usage / Cost-Based Vacuum Delay",
    "Statistics / Monitoring",
    "Autovacuum",
    "Error Handling",
];

/// Further ones: limits that one session does not meet, and what is about parallel plans,
/// partitions and JIT, which nothing uses while the parameters that ask for them keep their values.
const UNSEEN: &str = "checkpoint_completion_target checkpoint_flush_after checkpoint_warning \
    commit_delay commit_siblings deadlock_timeout enable_async_append enable_gathermerge \
    enable_parallel_append enable_parallel_hash enable_partition_pruning \
    enable_partitionwise_aggregate enable_partitionwise_join fsync \
    idle_in_transaction_session_timeout idle_session_timeout jit_above_cost jit_expressions \
    jit_inline_above_cost jit_optimize_above_cost jit_tuple_deforming lock_timeout \
    log_autovacuum_min_duration min_parallel_index_scan_size min_wal_size parallel_setup_cost \
    parallel_tuple_cost row_security synchronize_seqscans wal_init_zero wal_recycle \
    wal_skip_threshold wal_sync_method xmlbinary";

/// Those of the categories above that do show.
const SEEN: &str = "autovacuum bgwriter_lru_maxpages compute_query_id max_parallel_workers_per_gather \
    synchronous_standby_names vacuum_defer_cleanup_age";

fn has(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|n| n == name)
}

/// What setting this one does.
pub fn effect(d: &Definition) -> Effect {
    if has(MODELLED, d.name) || d.category == "Customized Options" {
        return Effect::Modelled;
    }
    let unseen = UNSEEN_CATEGORIES.iter().any(|c| d.category.starts_with(c));
    match unseen && !has(SEEN, d.name) || has(UNSEEN, d.name) {
        true => Effect::Unseen,
        false => Effect::Fixed,
    }
}

/// The value, unless the model cannot follow it.
pub(super) fn allowed(d: &Definition, value: String) -> Result<String> {
    let fits = match (effect(d), d.name) {
        (Effect::Fixed, _) => value == d.setting,
        // Building and vacuuming fit into what the recorded server gave them.
        (_, "maintenance_work_mem") => value.parse::<u32>().ok() >= d.setting.parse::<u32>().ok(),
        // Pages for every resource manager, or for none.
        (_, "wal_consistency_checking") => matches!(&*value, "" | "all"),
        // What the server itself tells of its work is not modelled.
        (_, "client_min_messages") => !value.starts_with("debug") && value != "log",
        _ => true,
    };
    if fits {
        return Ok(value);
    }
    let shown = super::units::show(d, &value);
    err!(FEATURE_NOT_SUPPORTED, "{} = \"{shown}\" is not modelled", d.name)
}
