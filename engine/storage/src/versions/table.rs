//! The table of differences. A row is a field of [`Release`]: what it changes, its type, what 15, 16, 17 and 18
//! have there, where PostgreSQL does it, and the recordings that hold it.

use super::Difference;
use super::kinds::*;
use crate::ids::TransactionId;

macro_rules! differences {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $v15:expr, $v16:expr, $v17:expr, $v18:expr;
        $source:literal, $recording:literal;)*) => {
        /// A version of PostgreSQL: what it has in each row of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Release {
            $($(#[doc = $doc])+ pub $name: $kind,)*
        }

        impl Release {
            /// The version of this column of the table.
            pub(super) const fn column(version: usize) -> Release {
                Release { $($name: [$v15, $v16, $v17, $v18][version],)* }
            }
        }

        /// The table as documents show it.
        pub const DIFFERENCES: &[Difference] = &[$(Difference {
            name: stringify!($name),
            values: [stringify!($v15), stringify!($v16), stringify!($v17), stringify!($v18)],
            changes: concat!($($doc),+).trim_ascii(),
            source: $source,
            recording: $recording,
        },)*];
    };
}

differences! {
    /// The release, as SHOW server_version says it.
    server_version: &'static str =
        "15.18 (Debian 15.18-0+deb12u1)", "16.14", "17.10", "18.6";
        "configure: PG_VERSION", "";
    /// The release as a number, as SHOW server_version_num says it.
    server_version_num: &'static str = "150018", "160014", "170010", "180006";
        "configure: PG_VERSION_NUM", "";
    /// What version() says after the release: where the server was compiled, and by what.
    compiled: &'static str =
        "x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14+deb12u1) 12.2.0, 64-bit",
        "x86_64-pc-linux-gnu, compiled by gcc (Ubuntu 7.5.0-3ubuntu1~18.04) 7.5.0, 64-bit",
        "x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14+deb12u1) 12.2.0, 64-bit",
        "x86_64-pc-linux-gnu, compiled by gcc (GCC) 14.2.1 20250110 (Red Hat 14.2.1-11), 64-bit";
        "configure: PG_VERSION_STR", "";
    /// The folder in a tablespace that a version's files lie in.
    tablespace_folder: &'static str =
        "PG_15_202209061", "PG_16_202307071", "PG_17_202406281", "PG_18_202506291";
        "relpath.h: TABLESPACE_VERSION_DIRECTORY", "";
    /// The first transaction id that a session of a fresh cluster gets.
    first_xid: TransactionId =
        TransactionId(728), TransactionId(734), TransactionId(742), TransactionId(756);
        "initdb's transactions", "pg15/07-storage-anatomy";
    /// The magic number at the start of a page of the log.
    log_page_magic: u16 = 0xD110, 0xD113, 0xD116, 0xD118;
        "xlog_internal.h: XLOG_PAGE_MAGIC", "";
    /// How EXPLAIN ANALYZE counts a node's rows: a whole number, or one with two decimals.
    row_counts: RowCounts = RowCounts::Whole, RowCounts::Whole, RowCounts::Whole,
        RowCounts::Hundredths;
        "explain.c: ExplainNode, commit ddb17e387a", "pg15/08-wal";
    /// Whether EXPLAIN ANALYZE shows buffers when BUFFERS is not written.
    buffers_shown: BuffersShown = BuffersShown::Asked, BuffersShown::Asked, BuffersShown::Asked,
        BuffersShown::Analyzed;
        "explain.c: ExplainQuery, commit c2a4078ebad", "pg15/08-wal";
    /// Whether EXPLAIN ANALYZE says how often an index was descended.
    index_searches_shown: bool = false, false, false, true;
        "explain.c: show_indexsearches_info, commit 0fbceae841", "pg15/08-wal";
    /// Whether EXPLAIN ANALYZE says how much memory or disk the stored rows of Materialize, CTE Scan and WindowAgg took.
    stored_rows_shown: bool = false, false, false, true;
        "explain.c: show_storage_info, commits 1eff8279d4, 40708acd65", "plans/";
    /// How EXPLAIN names the output of sub-plans: $0, or (InitPlan 1).col1.
    sub_plan_names: SubPlanNames = SubPlanNames::Parameters, SubPlanNames::Parameters,
        SubPlanNames::Columns, SubPlanNames::Columns;
        "ruleutils.c: find_param_generator, commit fd0398fcb0", "plans/";
    /// Whether EXPLAIN names, within a sub-plan, the columns that a nested loop around it hands to its inner side.
    loop_parameters_seen_below: bool = false, true, true, true;
        "ruleutils.c: find_param_referent, commit adaf34241a", "plans/";
    /// Which frame the window functions that need only the order of rows use: the one that is written, or ROWS.
    window_frames: WindowFrames = WindowFrames::AsWritten, WindowFrames::Rows, WindowFrames::Rows,
        WindowFrames::Rows;
        "planner.c: optimize_window_clauses, commit ed1a88ddac", "plans/03-aggregates";
    /// Whether the cost of a window's first row includes the rows that must be read before it.
    window_first_row_costed: bool = false, false, true, true;
        "costsize.c: get_windowclause_startup_tuples, commit 3900a02c97", "plans/03-aggregates";
    /// Whether EXPLAIN shows a window's definition.
    window_shown: bool = false, false, false, true;
        "explain.c: show_window_def, commit 8b1b342544", "plans/03-aggregates";
    /// How often a B-tree is descended for the elements of IN or = ANY: for each, or for each leaf page.
    array_scans: ArrayScans = ArrayScans::PerElement, ArrayScans::PerElement, ArrayScans::PerLeaf,
        ArrayScans::PerLeaf;
        "nbtutils.c: _bt_advance_array_keys, commit 5bf748b86b", "plans/01-no-statistics";
    /// Whether a B-tree is searched value by value of columns that have no `=`, up to the last one that has a condition: an index on (a, b) serves `WHERE b = 5`.
    skip_scans: bool = false, false, false, true;
        "nbtpreprocesskeys.c: _bt_num_array_keys, commit 92fe23d93a", "versions/34-skip-scans";
    /// Whether a table that is joined with itself by a unique key is read once.
    self_joins_removed: bool = false, false, false, true;
        "analyzejoins.c: remove_useless_self_joins, commit fc069a3a63", "versions/36-self-joins";
    /// Whether a column that only a join with a constant on both sides compared is handed up no more once another join is
    /// removed.
    needs_noted_anew: bool = false, false, false, true;
        "analyzejoins.c: remove_rel_from_query, commit a3179ab692", "truth/equal-to-constants";
    /// Whether GROUP BY takes its columns in the order in which its input has them.
    groups_reordered: bool = false, false, true, true;
        "pathkeys.c: get_useful_group_keys_orderings, commit 0452b461bc", "truth/orders-of-groups";
    /// Whether a merge join sorts by the first columns of the query's order if these are all that it compares.
    merges_by_first_keys: bool = false, true, true, true;
        "pathkeys.c: select_outer_pathkeys_for_merge, commit b592422095", "truth/orders-of-groups";
    /// Whether an index answers `x = 1 OR x = 2` as `x = ANY ('{1,2}')`, in one scan.
    or_as_array: bool = false, false, false, true;
        "indxpath.c: match_orclause_to_indexcol, commits d4378c0005, ae4569161a", "plans/01-no-statistics";
    /// Whether an implied equality is made once for both of its sides, in the order it was first made in.
    implied_equalities_shared: bool = false, true, true, true;
        "equivclass.c: create_join_clause, commit a5fc46414", "plans/04-joins";
    /// Whether the cost of an incremental sort takes the groups for half as large again, and ORDER BY tries a full sort beside it.
    larger_sort_groups: bool = true, false, false, false;
        "costsize.c: cost_incremental_sort, commit 4a29eabd1d", "plans/03-aggregates";
    /// Whether FORMAT before JSON, and WITHOUT before TIME, are no names.
    json_words: bool = false, true, true, true;
        "parser.c: base_yylex, commit 7081ac46ac", "truth/words-and-rows";
    /// Whether a window function whose arguments are columns has a run condition.
    run_conditions_read_columns: bool = false, false, true, true;
        "allpaths.c: find_window_run_conditions, commit 7d2c7f08d9", "truth/run-conditions-of-columns";
    /// Whether a value that the inner side of a Memoize reads twice is one key of its cache.
    memoize_keys_once: bool = false, false, true, true;
        "joinpath.c: paraminfo_get_equal_hashops, commit bc397e5cdb", "truth/keys-read-twice";
    /// Whether JSON is a key word that names a type, which then has no schema and no modifiers.
    json_is_keyword: bool = false, false, true, true;
        "gram.y: JsonType, commit 03734a7fed", "truth/changed-statements";
    /// Whether `json_array` and its kin and `system_user` are key words, which are quoted where they are names.
    json_functions_quoted: bool = false, true, true, true;
        "kwlist.h, commits 7081ac46ac, 6185c9737c", "truth/key-words-of-later-releases";
    /// Whether USING resolves the comparison of two columns before the type of the merged column.
    using_condition_first: bool = false, true, true, true;
        "parse_clause.c: transformFromClauseItem, commit 2489d76c49", "users/79-savings-from-normalizing";
    /// Whether a backward scan of a B-tree goes left by the link that it read with the page, and does not visit the page again.
    left_link_read_once: bool = false, false, false, true;
        "nbtsearch.c: _bt_readnextpage, commit 1bd4bc85ca", "plans/05-analyze";
    /// Whether a backward scan of a B-tree descends to the leaf that ends before its first key, where that key begins the leaf after it.
    backward_descents: bool = false, false, true, true;
        "nbtsearch.c: _bt_first, commit c9c0589fda", "versions/38-backward-scans";
    /// Whether a text that is taken as regclass or regproc and names a schema that is not there is refused for the schema, or for the relation or function; `to_regclass` and its kin then refuse a malformed name, which later is NULL.
    missing_schema_named: bool = true, false, false, false;
        "regproc.c: regclassin, commit 858e776c84", "versions/39-reworded";
    /// Whether `UPDATE t SET t.a = 1` is refused with a hint that the column must not be qualified.
    qualified_targets_hinted: bool = false, false, true, true;
        "analyze.c: transformUpdateTargetList, commit 58447e3189", "versions/39-reworded";
    /// Whether a row that RESTRICT protects is refused in words, and with an error code, of their own.
    restrict_named: bool = false, false, false, true;
        "ri_triggers.c: ri_ReportViolation, commit 086c84b23d", "versions/39-reworded";
    /// Whether extract knows the weeks of an interval, and counts the quarters of a negative one back from its end.
    interval_weeks: bool = false, false, false, true;
        "timestamp.c: interval_part_common, commit 6be39d77a7", "versions/39-reworded";
    /// Whether UNION keeps a sorted way beside the hashed one, for an ORDER BY above it.
    several_union_ways: bool = false, false, true, true;
        "prepunion.c: generate_union_paths, commit 66c0185a3d", "rows/08-set-operations";
    /// Whether x IN (SELECT ...) becomes a join also where the sub-query uses columns of the query around it.
    correlated_in_joined: bool = false, false, true, true;
        "subselect.c: convert_ANY_sublink_to_join, commit 9f13376396", "plans/15-correlated-sub-queries";
    /// What a group takes in the hash table of an aggregate, as the planner estimates it.
    hash_entries: HashEntries = HashEntries::Chunks, HashEntries::Chunks, HashEntries::Chunks,
        HashEntries::Bump;
        "nodeAgg.c: hash_agg_entry_size, commits cc721c459d, 4d143509cb", "plans/16-groups-and-collations";
    /// Whether DISTINCT may sort rows by its further columns only, where a path has the first ones in order.
    partly_sorted_distinct: bool = false, true, true, true;
        "planner.c: create_final_distinct_paths, commit 3c6fc58209", "plans/10-sets-in-order";
    /// Whether DISTINCT takes its columns in the order in which a path has them.
    distinct_reordered: bool = false, false, false, true;
        "planner.c: get_useful_pathkeys_for_distinct, commit a8ccf4e93a", "plans/10-sets-in-order";
    /// Whether ORDER BY puts a Result over a Unique whose columns are equal to its own, where the scan below gives all columns of an index.
    equal_columns_projected: bool = true, true, true, false;
        "planner.c: create_ordered_paths, commit 9626068f13", "plans/10-sets-in-order";
    /// Whether `x IN (VALUES (1), (2))` is planned as `x = ANY ('{1,2}')`.
    values_as_array: bool = false, false, false, true;
        "subselect.c: convert_VALUES_to_ANY, commit c0962a113d", "plans/10-sets-in-order";
    /// Whether the planner knows the statistics of a table's column behind a WITH query that is computed once.
    statistics_through_with: bool = false, false, true, true;
        "selfuncs.c: examine_simple_variable, commit f7816aec23", "plans/11-behind-sub-queries";
    /// Whether the planner knows the order of the rows of a WITH query that is computed once.
    order_through_with: bool = false, false, true, true;
        "allpaths.c: set_cte_pathlist, commit a65724dfa7", "plans/11-behind-sub-queries";
    /// Whether the planner knows that the only column of GROUP BY in a sub-query has different values.
    groups_known_unique: bool = false, false, false, true;
        "selfuncs.c: examine_simple_variable, commit e983ee9380", "plans/11-behind-sub-queries";
    /// Whether INTERSECT and EXCEPT read two sides, or one Append of both with a column that tells them apart.
    set_operations_of_two: bool = false, false, false, true;
        "nodeSetOp.c, prepunion.c: generate_nonunion_paths, commit 2762792952", "rows/08-set-operations";
    /// Whether NOT EXISTS may hash the table whose rows it gives: Hash Right Anti Join.
    right_anti_joins: bool = false, true, true, true;
        "joinpath.c: JOIN_RIGHT_ANTI, commit 16dc2703c5", "versions/04-right-joins";
    /// Whether an outer join's equality goes from the plan when a constant for its inner side stands for it.
    outer_equalities_replaced: bool = false, true, true, true;
        "equivclass.c: reconsider_outer_join_clauses, commit b448f1c8d8", "truth/outer-constants";
    /// Whether a left join's conditions on both of its sides are looked at after all others: a class of equal columns begins
    /// with another one.
    outer_conditions_last: bool = false, true, true, true;
        "initsplan.c: deconstruct_distribute_oj_quals, commit 2489d76c49", "truth/classes-and-costs";
    /// Whether a bitmap scan's filter leaves out a boolean column that its index checks as `column = true`.
    boolean_equalities_prove: bool = false, true, true, true;
        "predtest.c: predicate_implied_by_simple_clause, commit 042c9091f0", "truth/classes-and-costs";
    /// Whether EXISTS and IN may hash the table whose rows they give: Hash Right Semi Join.
    right_semi_joins: bool = false, false, false, true;
        "joinpath.c: JOIN_RIGHT_SEMI, commit aa86129e19", "plans/04-joins";
    /// Whether a sub-query's rows cost nothing more where its scan does nothing, and goes from the plan.
    needless_scans_free: bool = false, true, true, true;
        "costsize.c: cost_subqueryscan, trivial_pathtarget", "plans/04-joins";
    /// Whether a plan that takes the place of a scan that does nothing, and its InitPlans, costs what these cost too.
    moved_init_plans_costed: bool = false, false, true, true;
        "setrefs.c: clean_up_removed_plan_level, commit e08d74ca13", "truth/conditions-within-sub-queries";
    /// Whether a UNION ALL in FROM may also be read in the way whose first rows come soonest.
    startup_appends: bool = false, false, true, true;
        "allpaths.c: add_paths_to_append_rel, commit a8a968a821", "plans/12-union-all";
    /// Whether that way is the one that gives the rows that LIMIT asks for soonest.
    fraction_appends: bool = false, false, false, true;
        "allpaths.c: add_paths_to_append_rel, commit fae535da0a", "plans/12-union-all";
    /// Whether the rows of a UNION ALL in FROM before its conditions are counted: how many are different is estimated from them.
    branches_tuples_summed: bool = false, false, false, true;
        "allpaths.c: set_append_rel_size, commit fbc0fe9a2e", "plans/12-union-all";
    /// Whether Memoize may keep the rows of a UNION ALL in FROM.
    appends_memoized: bool = false, true, true, true;
        "pathnode.c: create_append_path, commit 9bfd2822b3", "plans/12-union-all";
    /// Whether the number of an array's elements is that of the column's statistics, or 10.
    array_lengths_known: bool = false, false, true, true;
        "selfuncs.c: estimate_array_length, commit 9391f71523", "truth/array-selectivity";
    /// Whether the planner drops IS NOT NULL for a column that is NOT NULL: min() and max() then have no index condition for it.
    not_null_known: bool = false, false, true, true;
        "initsplan.c: restriction_is_always_true, commit b262ad440e", "users/64-explain-buffers-cache";
    /// Whether the planner takes a table without statistics to be filled up to its fillfactor, with a row on each page at least.
    fillfactor_estimated: bool = false, false, true, true;
        "tableam.c: table_block_relation_estimate_size, commits 29cf61ade3, 9ba7bcc894", "versions/09-log";
    /// Whether NOT NULL is a constraint with a row and an OID, t_a_not_null, which VALIDATE takes; of others it says so in other words.
    not_null_constraints: bool = false, false, false, true;
        "heap.c: AddRelationNotNullConstraints, commit 14e87ffa5c", "tutorials/01-first-look";
    /// Whether a plan counts its disabled nodes (enable_seqscan = off, say), instead of adding 10,000,000,000 to their cost.
    disabled_nodes_counted: bool = false, false, false, true;
        "costsize.c: disabled_nodes, commit e222534679; explain.c, commit 161320b4b9", "wal/07-formats";
    /// Whether aggregates with ORDER BY or DISTINCT get sorted rows from the plan (an index or a Sort below), instead of sorting by themselves.
    presorted_aggregates: bool = false, true, true, true;
        "planner.c: adjust_group_pathkeys_for_groupagg, commit 1349d2790b", "truth/comparing";
    /// How much memory a tuple in a hash table or sort takes: by its memory context and the header of its chunk.
    memory_chunks: MemoryChunks = MemoryChunks::Large, MemoryChunks::Small, MemoryChunks::Bump,
        MemoryChunks::Generation;
        "memutils_memorychunk.h, commits c6e0fe1f2a, 6ed83d5fa5, 590b045c37", "users/64-explain-buffers-cache";
    /// Whether EXPLAIN (SETTINGS) lists settings in the order in which they were set, instead of by name.
    settings_by_age: bool = false, true, true, true;
        "guc.c: get_explain_guc_options, commit 3057465acf", "users/81-buffers-first-and-second-run";
    /// Whether a group's key and its states are one chunk of a hash table, without a header.
    groups_packed: bool = false, false, false, true;
        "nodeAgg.c: hash_create_memory; execGrouping.c: LookupTupleHashEntry", "versions/06-memory-of-groups";
    /// What a sort of a single column keeps: rows, or values, and whether these count as memory.
    single_sorts: SingleSorts = SingleSorts::Rows, SingleSorts::Values, SingleSorts::Uncounted,
        SingleSorts::Uncounted;
        "nodeSort.c: ExecInitSort; tuplesortvariants.c: tuplesort_putdatum", "versions/06-memory-of-groups";
    /// How many pages a sequential scan pins before it comes to them: with LIMIT, more than it needs.
    look_ahead: LookAhead = LookAhead::Never, LookAhead::Never, LookAhead::OneRead,
        LookAhead::ManyReads;
        "read_stream.c; heapam.c: heap_beginscan", "versions/05-pages-ahead";
    /// Whether bitmap heap scans pin pages before they come to them as well.
    bitmap_look_ahead: bool = false, false, false, true;
        "heapam_handler.c: BitmapHeapScanNextBlock; read_stream.c", "versions/05-pages-ahead";
    /// How many pages COPY and CREATE TABLE AS add to a table at a time: the last of them may stay empty.
    bulk_growth: BulkGrowth = BulkGrowth::OnePage, BulkGrowth::Doubling, BulkGrowth::Doubling,
        BulkGrowth::Doubling;
        "hio.c: RelationAddBlocks, commit 00d1e02be2", "pg15/04-jsonb-key-access";
    /// Whether new pages of a free space map are read after they were made.
    map_growth: MapGrowth = MapGrowth::PastBuffers, MapGrowth::InBuffers, MapGrowth::InBuffers,
        MapGrowth::InBuffers;
        "freespace.c: fsm_extend, commit 31966b151e", "pg15/08-wal";
    /// How pg_walinspect and pg_waldump describe a record of the log.
    record_texts: RecordTexts = RecordTexts::Words, RecordTexts::KeyValue, RecordTexts::KeyValue,
        RecordTexts::KeyValue;
        "heapdesc.c, nbtdesc.c, commit 7d8219a444", "pg15/08-wal";
    /// Whether initdb turns checksums of pages on: pages on disk carry one, and the first hint on a page after a
    /// checkpoint logs it whole.
    checksums: bool = false, false, false, true;
        "initdb.c, commit 04bec894a0; bufmgr.c: MarkBufferDirtyHint", "wal/02-images";
    /// What an in-place update of a catalog row logs: the row alone, or also the cache invalidations that its commit logs again.
    in_place_records: InPlaceRecords = InPlaceRecords::RowOnly, InPlaceRecords::RowOnly,
        InPlaceRecords::RowOnly, InPlaceRecords::WithInvalidations;
        "heapam_xlog.h: xl_heap_inplace, commit 243e9b40f1", "wal/04-maintenance";
    /// How a commit record names an object whose statistics are dropped: by an OID of four bytes, or by eight bytes.
    statistics_ids: StatisticsIds = StatisticsIds::Oid, StatisticsIds::Oid, StatisticsIds::Oid,
        StatisticsIds::EightBytes;
        "xact.h: xl_xact_stats_item, commit b14e9ce7d5", "wal/06-functions";
    /// Whether pg_class has relallfrozen, the number of all-frozen pages: four bytes more in each row.
    all_frozen_pages_kept: bool = false, false, false, true;
        "pg_class.h: relallfrozen, commit 99f8f3fbbc", "wal/04-maintenance";
    /// Whether a record of the heap that clears bits of the visibility map registers the map's page, too.
    map_pages_logged: bool = false, false, false, true;
        "heapam.c: log_heap_update, 17.11 and 18.6", "wal/02-images";
    /// Bytes of a page's number in a record that begins a page of pg_multixact.
    slru_page_number_size: usize = 4, 4, 8, 8;
        "multixact.c: WriteMZeroPageXlogRec, commit 4ed8f0913f", "truth/multixacts";
    /// Whether index builds and VACUUM FULL log up to 32 new pages in one record, instead of one page in each.
    page_batches: bool = false, false, true, true;
        "bulk_write.c: smgr_bulk_flush, commit 8af2565248", "wal/04-maintenance";
    /// Whether a checkpoint marks its redo point with a record of its own.
    redo_records: bool = false, false, true, true;
        "xlog.c: CreateCheckPoint, commit afd12774ae", "wal/06-functions";
    /// Whether a checkpoint's record says wal_level.
    checkpoint_level: bool = false, false, true, true;
        "xlogdesc.c: xlog_desc, commit 402b586d0a", "truth/words-and-rows";
    /// The size of VACUUM's and ANALYZE's ring of buffers in kB (vacuum_buffer_usage_limit from 16 on).
    vacuum_ring: &'static str = "256", "256", "2048", "2048";
        "freelist.c: GetAccessStrategy, commits 1cbbee0338, 98f320eb2e", "versions/16-vacuum-ring";
    /// Whether VACUUM and ANALYZE have BUFFER_USAGE_LIMIT, and VACUUM has PROCESS_MAIN, SKIP_DATABASE_STATS and ONLY_DATABASE_STATS; with them came the setting vacuum_buffer_usage_limit.
    vacuum_options: bool = false, true, true, true;
        "vacuum.c: ExecVacuum, commits 1cbbee0338, 4211fbd841, a46a7011b2", "versions/16-vacuum-ring";
    /// The size in kB of the ring of buffers that scans a table larger than a quarter of shared_buffers.
    scan_ring: u32 = 256, 256, 256, 2304;
        "freelist.c: GetAccessStrategy, commit 15f0cb26b5", "";
    /// Whether pgstattuple counts all free bytes of a page, instead of four fewer (a line pointer).
    exact_free_space: bool = false, false, false, true;
        "pgstattuple.c: PageGetExactFreeSpace, commit 0a883a067b", "users/15-index-bloat";
    /// Whether pgstattuple_approx says the share of pages that it read with its decimal places.
    exact_scanned_percent: bool = false, true, true, true;
        "pgstatapprox.c: statapprox_heap, commit 07d8af5e5e", "truth/storage-tools-misused";
    /// The first schema for temporary tables.
    temporary_schema: &'static str = "pg_temp_2", "pg_temp_2", "pg_temp_0", "pg_temp_0";
        "procnumber.h, commit 024c521117", "users/22-temp-and-unlogged";
    /// Whether pg_attribute.attstattarget is NULL, instead of -1, for a column without a statistics target of its own.
    statistics_target_null: bool = false, false, true, true;
        "pg_attribute.h: attstattarget, commit 4f622503d6", "users/35-statistics";
    /// Whether a view's range table begins with the entries old and new: its definition then qualifies every column with its table.
    view_rule_tables: bool = true, false, false, false;
        "view.c: UpdateRangeTableOfViewParse, commit 1b4d280ea7", "objects/01-views";
    /// Whether numbers may be hexadecimal, octal or binary, and have underscores: 0x1F, 1_000.
    number_forms: bool = false, true, true, true;
        "scan.l: hexinteger, decinteger, commits 6fcda9aba8, faff8f8e47", "versions/26-new-in-sql";
    /// Whether a sub-query in FROM may have no name.
    sub_queries_unnamed: bool = false, true, true, true;
        "gram.y: table_ref, commit bcedd8f5fc", "versions/26-new-in-sql";
    /// Whether that a table cannot be referenced from a part of the query is said as the error's detail: else as its hint.
    entries_in_detail: bool = false, true, true, true;
        "parse_relation.c: errorMissingRTE, commit 56d0ed3b75", "versions/26-new-in-sql";
    /// Whether a column's definition may say its STORAGE, and ALTER COLUMN looks for the column before it reads the word.
    column_storage: bool = false, true, true, true;
        "gram.y: columnDef, commit 784cedda06", "authors/06-strategies-side-by-side";
    /// Whether there is pg_column_toast_chunk_id().
    chunk_id_function: bool = false, false, true, true;
        "varlena.c: pg_column_toast_chunk_id, commit d1162cfda8", "versions/01-words";
    /// Whether convert_to() returns its argument as it is, with a short header too, where nothing is to be converted.
    unconverted_kept: bool = false, false, true, true;
        "mbutils.c: pg_convert, commit a1a7bb8f16", "versions/25-since-when";
    /// Whether pg_walfile_name() names the file that begins at a location on a boundary, instead of the file that ends there.
    boundary_in_next_file: bool = false, false, true, true;
        "xlogfuncs.c: pg_walfile_name, commit 344afc776d", "authors/10-lsn-arithmetic";
    /// Whether CREATE MATERIALIZED VIEW fills the view as REFRESH does: in new files, with frozen rows.
    matviews_refreshed: bool = false, false, true, true;
        "createas.c: ExecCreateTableAs, commit b4da732fd6", "truth/matview";
    /// Whether functions of indexes and materialized views see pg_catalog and pg_temp alone during maintenance.
    safe_search_path: bool = false, false, true, true;
        "guc.c: RestrictSearchPath, commit 2af07e2f74", "truth/rewrite-index-expressions";
    /// Whether ON CONFLICT DO UPDATE computes only the generated columns that use a column of its SET.
    generated_apart: bool = false, true, true, true;
        "nodeModifyTable.c: ExecInitStoredGenerated, commit 7fee7871b4", "truth/generated-and-defaults";
    /// Whether a read-only transaction may not write large objects.
    read_only_large_objects: bool = false, true, true, true;
        "be-fsstubs.c: PreventCommandIfReadOnly, commit 55f4802785", "truth/read-only";
    /// Whether the isolation level of a transaction, and `seed`, cannot be reset.
    transaction_not_reset: bool = false, true, true, true;
        "guc.c: GUC_NO_RESET, commit 3853664265", "truth/read-only";
    /// Whether pageinspect says which block of an index is out of range.
    missing_block_named: bool = false, true, true, true;
        "btreefuncs.c: bt_index_block_validate, commit 428c0cae92", "authors/20-versions-and-locks";
    /// The versions of extensions that differ.
    extension_versions: &'static str = "pageinspect 1.11 pg_walinspect 1.0 pg_buffercache 1.3",
        "pageinspect 1.12 pg_walinspect 1.1 pg_buffercache 1.4",
        "amcheck 1.4 pageinspect 1.12 pg_walinspect 1.1 pg_buffercache 1.5 pg_stat_statements 1.11",
        "amcheck 1.5 pageinspect 1.13 pg_freespacemap 1.3 pg_walinspect 1.1 pg_buffercache 1.6 pg_stat_statements 1.12 pgcrypto 1.4";
        "contrib: *.control, default_version", "tutorials/09-psql";
    /// The OIDs that extensions have in the recorded clusters: pageinspect, pg_walinspect, pg_visibility, each its own and
    /// then those of its functions. Bit n is 16384 + n.
    extensions_took: [u64; 3] = [0x7ff91ff71f1, 0x1f80000000000, 0x3fe000000000000],
        [0x1dff91ff71f1, 0xae00000000000, 0x1ff0000000000000],
        [0x1dff91ff71f1, 0xae00000000000, 0x1ff0000000000000],
        [0x1dff91ff71f1, 0x15c00000000000, 0x3fe0000000000000];
        "contrib: *.sql, the order of CREATE FUNCTION", "truth/oids-of-functions";
    /// Whether psql's list of extensions shows the default version, which CREATE EXTENSION takes.
    default_versions_listed: bool = false, false, false, true;
        "describe.c: listExtensions, commit d696406a9b", "tutorials/09-psql";
    /// Whether psql's list of roles has the column "Member of".
    memberships_listed: bool = true, false, false, false;
        "describe.c: describeRoles, commit 0a1d2a7df8", "rows/06-client-copies";
    /// Whether the error that an extension is not available names its control file.
    control_file_named: bool = true, true, true, false;
        "extension.c: parse_extension_control_file, commit 4f7f7b0375", "";
    /// Whether psql can set how wide the lines above records are (`\pset xheader_width`).
    header_width_set: bool = false, true, true, true;
        "command.c: do_pset, commit a45388d6e0", "truth/names-as-patterns";
    /// Whether text that is no number is refused as an xid, and an OID may be in another base.
    xids_checked: bool = false, true, true, true;
        "xid.c: xidin, commit eb8312a22a", "truth/numbers-of-transactions";
    /// Whether `x` behind the letters of one of psql's lists shows it with a line for each column.
    lists_expand: bool = false, false, false, true;
        "command.c: exec_command_d, commit 00f4c2959d", "truth/lists-by-pattern";
    /// Whether psql's lists show NULL as `\pset null` says.
    lists_show_null: bool = false, false, true, true;
        "describe.c: listTables and its kin, commit d1379ebf4c", "truth/nulls-in-lists";
    /// The units that pg_size_bytes accepts, as its error message lists them.
    size_units: &'static str = "\"bytes\", \"kB\", \"MB\", \"GB\", \"TB\", and \"PB\"",
        "\"bytes\", \"B\", \"kB\", \"MB\", \"GB\", \"TB\", and \"PB\"",
        "\"bytes\", \"B\", \"kB\", \"MB\", \"GB\", \"TB\", and \"PB\"",
        "\"bytes\", \"B\", \"kB\", \"MB\", \"GB\", \"TB\", and \"PB\"";
        "dbsize.c: pg_size_bytes, commit ce1215d9b0", "workshop/03-sizes";
    /// Whether REINDEX TABLE and TRUNCATE build the index of the TOAST table before the table's own.
    toast_reindexed_first: bool = false, false, true, true;
        "index.c: reindex_relation, commit f2bf8fb048", "versions/07-reindex";
    /// How many digits a power to a whole exponent has: by the base alone, or by the result.
    power_scale: PowerScale = PowerScale::OfBase, PowerScale::OfResult, PowerScale::OfResult,
        PowerScale::OfResult;
        "numeric.c: power_var_int", "versions/06-functions";
    /// Whether JSON functions say of a key that is NULL what it is: a key, and not an argument or a field.
    null_keys_named: bool = false, true, true, true;
        "json.c: json_object_agg_transfn_worker, json_build_object_worker", "versions/06-functions";
    /// Whether a jsonpath that names a variable needs variables: else it is null where there are none.
    path_variables_required: bool = false, false, true, true;
        "jsonpath_exec.c: getJsonPathVariable", "versions/06-functions";
    /// What a jsonpath lacks in which a string does not end.
    path_string_open: &'static str = "unexpected end of quoted string", "unterminated quoted string",
        "unterminated quoted string", "unterminated quoted string";
        "jsonpath_scan.l, commit e53a611523", "truth/json-paths";
    /// Whether a jsonpath has methods that convert: .bigint(), .boolean(), .date(), .decimal(), .integer(), .number(), .string(), .time(), .time_tz(), .timestamp(), .timestamp_tz().
    path_conversions: bool = false, false, true, true;
        "jsonpath_gram.y: method, commit 66ea94e8e6", "versions/24-conversions";
    /// Whether the method .double() of a jsonpath names the argument that is no number.
    path_arguments_named: bool = false, false, true, true;
        "jsonpath_exec.c: executeItemOptUnwrapTarget", "versions/06-functions";
    /// Whether make_interval looks whether its years, months, weeks and days fit.
    interval_fields_checked: bool = false, false, true, true;
        "timestamp.c: make_interval", "versions/06-functions";
    /// Whether a relation is not read if any of its conditions is constant and false: else only if it has no other.
    false_among_others_found: bool = false, false, true, true;
        "plancat.c: relation_excluded_by_constraints", "truth/two-constants";
    /// Whether intervals can be infinite, as the difference of infinite timestamps is.
    infinite_intervals: bool = false, false, true, true;
        "timestamp.c: timestamp_mi", "versions/06-functions";
    /// Whether a null of jsonb is NULL when it is cast to a number or a boolean.
    null_from_jsonb: bool = false, false, false, true;
        "jsonb.c: jsonb_bool, jsonb_numeric", "versions/06-functions";
    /// Whether date_trunc looks at the unit of an infinite timestamp.
    unit_of_infinity_checked: bool = false, false, false, true;
        "timestamp.c: timestamp_trunc", "versions/06-functions";
    /// The targets that pg_stat_reset_shared accepts besides "wal".
    reset_targets: &'static str = "archiver bgwriter recovery_prefetch", "archiver bgwriter io recovery_prefetch",
        "archiver bgwriter checkpointer io recovery_prefetch slru",
        "archiver bgwriter checkpointer io recovery_prefetch slru";
        "pgstatfuncs.c: pg_stat_reset_shared, commits a9c70b46db, 12915a58ee", "authors/12-wal-counters";
    /// Whether pg_walinspect has functions that read up to the log's end.
    log_end_functions: bool = true, false, false, false;
        "pg_walinspect--1.0--1.1.sql, commit 5c1b662807", "versions/18-log-functions";
    /// Whether pg_walinspect reads a range that ends in the future up to the log's end.
    log_ranges_cut: bool = false, true, true, true;
        "pg_walinspect.c: ValidateInputLSNs", "versions/07-words-of-maintenance";
    /// Whether pg_stat_wal counts how often the log was written and synced; pg_stat_io does so instead.
    log_writes_counted: bool = true, true, true, false;
        "pgstatfuncs.c: pg_stat_get_wal", "authors/12-wal-counters";
    /// Whether ANALYZE VERBOSE says at its end what buffers and log it took.
    analyze_reported: bool = false, false, false, true;
        "analyze.c: do_analyze_rel", "users/74-vacuum-verbose-reading";
    /// Whether building an index counts the table's pages and rows where autovacuum is off.
    builds_count: bool = true, true, true, false;
        "index.c: index_update_stats, commit d611f8b158", "users/41-bloat-and-back";
    /// Whether COPY's errors name its options, and FREEZE is an error where nothing is written.
    copy_options_named: bool = false, false, true, true;
        "copy.c: ProcessCopyOptions", "versions/07-words-of-maintenance";
    /// Whether COPY's FORCE_NULL and FORCE_NOT_NULL take a star for all columns.
    copy_forces_all: bool = false, false, true, true;
        "copy.c: ProcessCopyOptions, commit f6d4c9cf16", "versions/21-copy-force";
    /// Whether CLUSTER may have options in parentheses without a table.
    cluster_options_alone: bool = false, false, true, true;
        "gram.y: ClusterStmt, commit cdaedfc96d", "versions/22-cluster";
    /// Whether generated columns may be virtual: messages then say "generated" where they said "stored generated".
    virtual_columns: bool = false, false, false, true;
        "tablecmds.c: ATExecDropExpression, commit 83ea6c5402", "versions/32-before-an-upgrade";
    /// Whether MERGE may have RETURNING: what is said of a function's last statement then names it.
    merge_returning: bool = false, false, true, true;
        "functions.c: check_sql_fn_retval, commit c649fa24a4", "versions/32-before-an-upgrade";
    /// Whether columns that have one value, or are equal to another one, go from GROUP BY and DISTINCT, which then have fewer groups.
    redundant_groups_dropped: bool = false, true, true, true;
        "planner.c: make_pathkeys_for_sortclauses_extended, commit 8d83a5d0a2", "versions/33-reports";
    /// Whether the columns that a unique index of columns that are NOT NULL decides go from GROUP BY, or those that the primary key does.
    groups_dropped_by_unique: bool = false, false, false, true;
        "initsplan.c: remove_useless_groupby_columns, commit bd10ec5297", "plans/29-columns-left-out";
    /// Whether columns that have one value, or are equal to another one, go from a window's PARTITION BY.
    redundant_partitions_dropped: bool = false, false, true, true;
        "planner.c: make_pathkeys_for_window", "versions/33-reports";
    /// Whether pages that a table grows by count as read in pg_statio_user_tables.
    growth_counted_as_read: bool = true, false, false, false;
        "bufmgr.c: ExtendBufferedRelCommon, commit 31966b151e", "versions/32-before-an-upgrade";
    /// Whether ALTER COLUMN has SET EXPRESSION, which computes a generated column anew; SET DEFAULT of such a column hints at it.
    set_expression: bool = false, false, true, true;
        "tablecmds.c: ATExecSetExpression, commit 5d06e99a3c", "versions/20-set-expression-anew";
    /// Whether psql skips the data of a script's COPY FROM STDIN that failed before it came to them.
    failed_copies_skipped: bool = false, false, false, true;
        "psql of 18.6, as recorded", "truth/copy-refused";
    /// Whether psql sends the line `\.` that ends COPY's data too, and the server takes it for the end in CSV.
    copy_end_sent: bool = true, true, true, false;
        "psql's copy.c: handleCopyIn, commit 7702337489", "truth/copy-that-never-ends";
    /// Whether a semicolon behind the name that `\sf` and `\sv` are given does not belong to it.
    source_name_ends: bool = false, true, true, true;
        "psql's command.c: exec_command_sf_sv", "truth/names-in-psql";
    /// Whether a result that psql could not use, as \gset cannot use none, sets ERROR and its kin, to empty values.
    failed_use_sets_error: bool = false, false, true, true;
        "psql's common.c: ExecQueryAndProcessResults", "truth/psql-error-variables";
    /// Whether the hint on prepared transactions quotes the setting that it names.
    hinted_setting_quoted: bool = false, false, true, true;
        "twophase.c: MarkAsPreparing, commit 17974ec259", "truth/sequences-and-prepared";
    /// Whether the range of a setting's values, as its error names it, has units.
    ranges_with_units: bool = false, false, true, true;
        "guc.c: parse_and_validate_value", "versions/16-vacuum-ring";
    /// Whether opening an index as a table fails with "is an index", instead of "cannot open relation" and a DETAIL.
    opened_kind_in_message: bool = true, false, false, false;
        "table.c: table_open, commit 857dd35348", "truth/order-of-checks";
    /// Whether using another relation as a sequence fails with "is not a sequence".
    sequence_kind_in_message: bool = true, true, false, false;
        "sequence.c: init_sequence, commit 449e798c77", "truth/kinds-of-relations";
    /// Whether COPY TO reads materialized views.
    matviews_copied: bool = false, false, false, true;
        "copyto.c: BeginCopyTo, commit 534874fac0", "truth/kinds-at-the-margin";
    /// Whether the words on what vacuum_buffer_usage_limit must be end with a full stop.
    ring_detail_stopped: bool = false, false, false, true;
        "vacuum.c: check_vacuum_buffer_usage_limit", "versions/16-vacuum-ring";
    /// Whether pg_prewarm says of a relation without storage what it is.
    prewarmed_kinds_named: bool = false, false, true, true;
        "pg_prewarm.c: pg_prewarm", "truth/functions-refuse";
    /// Whether a string that grows too long for its buffer is an error of its own, instead of "out of memory".
    string_limit_named: bool = false, false, false, true;
        "stringinfo.c: enlargeStringInfo, commit 1029bdec2d", "truth/limits-of-functions";
    /// Whether PL/pgSQL's error on a returned column of another type says the column's name.
    returned_columns_named: bool = false, false, false, true;
        "attmap.c: build_attrmap_by_position, commit 34c3c5ce1c", "truth/plpgsql-tour";
    /// What the error on a foreign key between columns of other types says after each column's name.
    foreign_key_sides: [&'static str; 2] = ["", ""], ["", ""], ["", ""],
        [" of the referencing table", " of the referenced table"];
        "tablecmds.c: ATAddForeignKeyConstraint", "truth/routine-errors";
    /// Whether PL/pgSQL says of `name%TYPE` what is not found, rather than read it as the name of a type.
    names_of_types_checked: bool = false, false, true, true;
        "pl_comp.c: plpgsql_parse_wordtype, commit 5e8674dc83", "truth/routine-errors";
    /// Whether OPEN makes a new name for a bound cursor whose variable has none.
    bound_cursors_unnamed: bool = false, false, true, true;
        "pl_gram.y: decl_statement, commit 70b42f2790", "truth/routine-errors";
    /// What an expression of PL/pgSQL is called where an error says in what it happened.
    expression_name: &'static str =
        "SQL expression", "SQL expression", "SQL expression", "PL/pgSQL expression";
        "spi.c: _SPI_error_callback, commit 4af123ad45", "versions/44-function-errors";
    /// Whether the statements of a function in SQL get plans for the values of its arguments, which are constants in them.
    arguments_planned: bool = false, false, false, true;
        "functions.c: init_execution_state, commit 0dca5d68d7", "truth/values-in-plans";
    /// Whether errors of a parameter in CREATE FUNCTION, and of the type in CREATE DOMAIN and ALTER COLUMN, point at it.
    parameters_placed: bool = false, false, false, true;
        "functioncmds.c: interpret_function_parameter_list, commit 89e51abcb2",
        "versions/44-function-errors";
    /// Whether arguments of a cursor in PL/pgSQL may be named with an arrow: OPEN c(low => 5).
    cursor_arrows: bool = false, false, false, true;
        "pl_gram.y: read_cursor_args, commit 246dedc5d0", "truth/plpgsql-loops";
    /// Whether psql knows REPLICA IDENTITY NOTHING by its letter.
    identity_nothing_known: bool = true, true, true, false;
        "describe.c: describeOneTableDetails, commit 18954ce7f6", "truth/replica-identity";
    /// Whether the fields of a date may have labels, `y2001m02d04`, and what stands beside `infinity` is not read.
    labelled_dates: bool = true, false, false, false;
        "datetime.c: DecodeDateTime, commit 5b3c595355", "truth/words-of-dates";
    /// What the error of a wrong style of intervals calls the setting.
    interval_style: &'static str = "intervalstyle", "intervalstyle", "intervalstyle", "IntervalStyle";
        "guc.c: parse_and_validate_value", "truth/date-styles";
    /// The setting that a hint on dates names.
    date_style: &'static str = "datestyle", "datestyle", "datestyle", "DateStyle";
        "datetime.c: DateTimeParseError", "users/55-copy-in-and-measure";
    /// Whether EXPLAIN has GENERIC_PLAN, which plans a query whose parameters have no values.
    explain_generic_plan: bool = false, true, true, true;
        "explain.c: ExplainQuery, commit 3c05284d83", "versions/02-explain";
    /// Whether EXPLAIN ANALYZE has SERIALIZE, which converts rows as for a client, and so reads their TOASTed values.
    explain_serialize: bool = false, false, true, true;
        "explain.c: ExplainPrintSerialize, commit 06286709ee", "versions/02-explain";
    /// Whether EXPLAIN shows I/O times of shared and of local blocks separately.
    io_times_by_kind: bool = false, false, true, true;
        "explain.c: show_buffer_usage, commit 13d00729d4", "plans/06-formats";
    /// Which columns on locales psql's list of databases has.
    database_columns: DatabaseColumns = DatabaseColumns::ProviderLast, DatabaseColumns::WithRules,
        DatabaseColumns::Builtin, DatabaseColumns::Builtin;
        "describe.c: listAllDbs, commits 0cc4ecf81f, f696c0cd5f", "authors/05-databases";
    /// Which columns psql's detailed list of functions has: the source, the internal name instead, or also whether a function is leakproof.
    function_columns: FunctionColumns = FunctionColumns::Source, FunctionColumns::InternalName,
        FunctionColumns::InternalName, FunctionColumns::Leakproof;
        "describe.c: describeFunctions, commits 3dfae91f7a, 2355e51110", "authors/02-procedures";
    /// Whether the title of psql's lists names the kind: "List of tables" instead of "List of relations".
    lists_named: bool = false, false, false, true;
        "describe.c: listTables, commit 68e9629985", "users/22-temp-and-unlogged";
    /// Whether records that can conflict with queries on a standby say whether the table is a catalog: one byte more.
    catalog_flag: bool = false, true, true, true;
        "heapam_xlog.h: isCatalogRel, commit 6af1793954", "wal/01-hot-and-pruning";
    /// Whether descriptions of these records show that flag.
    catalog_flag_shown: bool = false, false, true, true;
        "heapdesc.c, nbtdesc.c, commit bf6260b39d", "versions/09-log";
    /// Whether the record that marks a page all-visible may name the xid of frozen rows, 2, as its conflict horizon.
    frozen_horizons: bool = true, false, false, false;
        "vacuumlazy.c: heap_page_is_all_visible, commit 6daeeb1f91", "versions/09-log";
    /// Whether there are two catalog caches of extensions: later caches have numbers that are 2 higher.
    extension_caches: bool = false, false, false, true;
        "syscache_ids.h: EXTENSIONNAME, EXTENSIONOID", "versions/09-log";
    /// How freezing a page logs its rows: one freeze plan for each, or one for all rows that are frozen in the same way.
    freeze_plans: FreezePlans = FreezePlans::OfEachRow, FreezePlans::Shared, FreezePlans::Shared,
        FreezePlans::Shared;
        "heapam.c: heap_log_freeze_plan, commit 9e54059821", "wal/04-maintenance";
    /// What VACUUM freezes besides rows that are too old: nothing, or pages that are logged as a full-page image anyway.
    page_freezing: PageFreezing = PageFreezing::OldRows, PageFreezing::WithImage,
        PageFreezing::BeforeImage, PageFreezing::BeforeImage;
        "vacuumlazy.c: lazy_scan_prune, commits 4d41823066, 1de58df4fe", "wal/04-maintenance";
    /// How VACUUM looks in the visibility map for the next page to scan: with the pin with which it sets bits, or with one of its own, after a page or before it.
    map_look_ahead: MapLookAhead = MapLookAhead::Shared, MapLookAhead::Shared,
        MapLookAhead::AfterPage, MapLookAhead::BeforePage;
        "vacuumlazy.c: heap_vac_scan_next_block, commit 4e76f984a7", "truth/storage-by-hand";
    /// What VACUUM VERBOSE prints: from 16 on also what was frozen, in 18 also changes of the visibility map.
    vacuum_words: VacuumWords = VacuumWords::Plain, VacuumWords::Frozen, VacuumWords::Frozen,
        VacuumWords::Map;
        "vacuumlazy.c: heap_vacuum_rel, commits 4d41823066, dc6acfd910", "users/74-vacuum-verbose-reading";
    /// Which records of the log pruning, vacuuming and freezing a page write: one for each kind of work, or one for all.
    prune_records: PruneRecords = PruneRecords::Split, PruneRecords::Split, PruneRecords::Unified,
        PruneRecords::Unified;
        "heapam_xlog.h: xl_heap_prune, commit f83d709760", "wal/";
    /// The privileges that has_table_privilege() knows.
    table_privileges: &'static str =
        "SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER RULE",
        "SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER RULE",
        "SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER MAINTAIN RULE",
        "SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER MAINTAIN";
        "acl.c: convert_table_priv_string, commits ecb0fd3372, fefa76f70f", "truth/curious-expressions";
    /// Whether psql makes the values of records as wide as the lines above them (`\x`, 18.6).
    values_fill_rule: bool = false, false, false, true;
        "print.c: print_aligned_vertical, commit 3d0d6741d8", "truth/curious-psql";
    /// Whether a superuser has all privileges on a schema or database that does not exist, or a NULL.
    missing_objects_allowed: bool = false, true, true, true;
        "aclchk.c: object_aclmask_ext, commit c727f511bd", "truth/curious-expressions";
    /// Whether the size of a database that does not exist is an error, and not NULL.
    unknown_databases_refused: bool = false, false, false, true;
        "dbsize.c: pg_database_size_oid, commit b6463ea6ef", "truth/facts-of-initdb";
    /// Whether errors of WITH TIES point at it.
    ties_located: bool = false, false, false, true;
        "gram.y: insertSelectOptions, commit 2d8bff603c", "truth/curious-calls";
    /// Whether NOT NULL of a domain is a row of pg_constraint, which takes an OID.
    domain_not_nulls_kept: bool = false, false, true, true;
        "typecmds.c: domainAddNotNullConstraint, commit e5da0fe3c2", "truth/curious-calls";
    /// Whether the rows of generate_series are estimated for numerics and timestamps, and not for integers only.
    all_series_estimated: bool = false, false, false, true;
        "timestamp.c: generate_series_timestamp_support, commits 036bdcec9f, 97173536ed", "truth/series-and-ends";
    /// Whether the upper levels of the free space map know the last of the blocks added at once (18.6).
    last_added_block_in_map: bool = false, false, false, true;
        "hio.c: RelationAddBlocks, commit a2fd8d65a0", "truth/last-of-added-blocks";
    /// Whether an asynchronous commit wakes the log's writer only once 128 pages wait for it (`wal_writer_flush_after`).
    log_writer_waits: bool = false, false, true, true;
        "xlog.c: XLogSetAsyncXactLSN, commit 1f395354d8", "";
    /// Whether the first page of an unlogged index's init fork has the LSN of its record, and not none since it is written first.
    init_fork_stamped: bool = false, true, true, true;
        "nbtree.c: btbuildempty, commit ccadf73163", "truth/levels-and-forks";
    /// Whether an expression in the catalog says where in its statement it was written.
    places_stored: bool = true, true, false, false;
        "outfuncs.c: write_location_fields, commit d20d8fbd3e", "wal/13-log-of-defaults";
    /// Whether LIKE needs to know its collation, which a generation expression does not have yet when it is folded.
    like_needs_collation: bool = false, false, false, true;
        "like.c: GenericMatchText, commit 85b7efa1cd", "truth/generated-collations";
    /// Whether rows of IN and EXISTS are made unique by only one of several columns that are equal, and not where all are
    /// constants.
    equal_columns_unique_once: bool = false, false, false, true;
        "pathnode.c: create_unique_path, commit b8a1bdc458", "truth/sets-without-rows";
    /// Whether `width_bucket` gives no bucket beyond the last to a value between the bounds, and does not overflow.
    buckets_kept_between: bool = false, true, true, true;
        "float.c: width_bucket_float8, numeric.c: compute_bucket, commit a2a0c7c29e", "truth/edges-of-functions";
    /// Whether a label added to an enum that the transaction itself created is of use at once.
    labels_of_new_enums_safe: bool = false, false, true, true;
        "pg_enum.c: AddEnumLabel, commit af1d395843", "truth/hunks-of-regression";
    /// The processes of a server as pg_stat_activity lists them, what each waits in and its kind; the empty one is the
    /// session.
    processes: &'static str =
        "LogicalLauncherMain:logical replication launcher, , BgWriterMain:background writer, CheckpointerMain:checkpointer, WalWriterMain:walwriter",
        "LogicalLauncherMain:logical replication launcher, , BgWriterMain:background writer, CheckpointerMain:checkpointer, WalWriterMain:walwriter",
        ", LogicalLauncherMain:logical replication launcher, CheckpointerMain:checkpointer, BgwriterMain:background writer, WalWriterMain:walwriter",
        ", LogicalLauncherMain:logical replication launcher, IoWorkerMain:io worker, IoWorkerMain:io worker, IoWorkerMain:io worker, CheckpointerMain:checkpointer, BgwriterMain:background writer, WalWriterMain:walwriter";
        "backend_status.c: pgstat_bestart", "truth/processes-and-databases";
    /// Whether `\dD` sorts the checks of a domain by their names.
    domain_checks_sorted: bool = false, false, true, true;
        "describe.c: listDomains", "truth/several-checks-of-domains";
    /// How CREATE DATABASE tells a locale that the machine does not have; behind a semicolon its hint.
    invalid_locale: &'static str = "invalid locale name",
        "invalid {} locale name; If the locale name is specific to ICU, use ICU_LOCALE.",
        "invalid {} locale name; If the locale name is specific to ICU, use ICU_LOCALE.", "invalid {} locale name";
        "dbcommands.c: createdb", "truth/options-of-new-databases";
}
