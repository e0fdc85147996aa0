//! The kinds of work that are counted, each with the name that a file of prices calls it by.

/// Declares the kinds: what is counted (the sentence in front), the variant, the name in files.
macro_rules! kinds {
    ($($(#[doc = $meaning:literal])+ $kind:ident = $name:literal,)+) => {
        /// What is counted: one of it costs its price.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $($(#[doc = $meaning])+ $kind,)+
        }

        impl Kind {
            /// All kinds, in the order of [`Work`](super::Work)'s counters.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)+];
            /// The name in files and at the boundary.
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$kind => $name,)+ }
            }
            /// What is counted, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Kind::$kind => concat!($($meaning,)+),)+ }
            }
        }
    };
}

kinds! {
    /// Messages of a client that the server answered: one round trip on a socket.
    Message = "message",
    /// Statements that ran: setting up and cleaning up around each one.
    Statement = "statement",
    /// Kinds of work in a message that the message before did not have: their code and data are not in the processor's cache.
    KindTurned = "kind_turned",
    /// Kinds of work in a message that at least one of the last eight messages did not have.
    KindUnsettled = "kind_unsettled",
    /// Relations that a message names and the message before did not.
    RelationTurned = "relation_turned",
    /// Relations in a message that at least one of the last eight messages did not name.
    RelationUnsettled = "relation_unsettled",
    /// Functions and operators in a message that the message before did not have.
    FunctionTurned = "function_turned",
    /// Functions and operators in a message that at least one of the last eight messages did not have.
    FunctionUnsettled = "function_unsettled",
    /// Kilobytes of data that the message before read, and that pushed other data out of the processor's cache.
    CacheDisplaced = "cache_displaced",
    /// Utility statements: CREATE, VACUUM, SET and all others without a plan.
    Utility = "utility",
    /// Bytes of SQL text read.
    SqlByte = "sql_byte",
    /// Relations that a statement names: opened, locked, their columns looked up.
    RelationOpened = "relation_opened",
    /// Tables whose description was read from the catalog: opened for the first time in a session, or after a change.
    RelationLoaded = "relation_loaded",
    /// Indexes whose description was read from the catalog.
    IndexLoaded = "index_loaded",
    /// Columns of the tables and indexes whose description was read.
    AttributeLoaded = "attribute_loaded",
    /// Queries planned, sub-queries among them.
    QueryPlanned = "query_planned",
    /// Paths that the planner weighed.
    PathWeighed = "path_weighed",
    /// Indexes that the planner looked at.
    IndexWeighed = "index_weighed",
    /// Nodes of plans set up and ended.
    NodeStarted = "node_started",
    /// Expressions made ready to run, node by node.
    ExprCompiled = "expr_compiled",

    /// Rows asked of scans of tables and indexes.
    RowScan = "row_scan",
    /// Rows asked of functions, VALUES, WITH, sub-queries and results.
    RowSource = "row_source",
    /// Rows asked of joins.
    RowJoin = "row_join",
    /// Rows asked of sorts, aggregates, windows, set operations and other nodes above scans and joins.
    RowUpper = "row_upper",
    /// Rows asked of nodes that change tables.
    RowModify = "row_modify",
    /// Rows that an aggregate took.
    AggStep = "agg_step",
    /// Rows given to nodes whose time EXPLAIN ANALYZE takes.
    Instrumented = "instrumented",

    /// Calls of functions on integers, booleans and other types of fixed length.
    CallPlain = "call_plain",
    /// Calls of functions on text and bytea.
    CallText = "call_text",
    /// Calls of functions on numeric.
    CallNumeric = "call_numeric",
    /// Calls of functions on json and jsonb.
    CallJson = "call_json",
    /// Calls of functions of the server: sizes, the catalog, pages.
    CallServer = "call_server",
    /// Calls of functions of the server that give rows.
    CallServerSet = "call_server_set",
    /// Calls of functions written in SQL or PL/pgSQL, and triggers.
    CallRoutine = "call_routine",
    /// Statements of PL/pgSQL.
    PlStatement = "pl_statement",
    /// Bytes that functions put into new values.
    ByteMade = "byte_made",
    /// Bytes that functions on text read: to count, search or compare characters.
    ByteWalked = "byte_walked",
    /// Bytes that md5 and the SHA functions digested.
    ByteDigested = "byte_digested",
    /// Bytes that upper, lower and initcap read.
    ByteCased = "byte_cased",
    /// Bytes that LIKE and regular expressions were matched against.
    ByteMatched = "byte_matched",
    /// Bytes of json and jsonb that functions read or wrote.
    ByteJson = "byte_json",
    /// Keys, elements and values that new jsonb was built from.
    JsonbItem = "jsonb_item",
    /// Keys, elements and values of jsonb that were printed.
    JsonbPrinted = "jsonb_printed",

    /// Buffers found in shared buffers.
    BufferHit = "buffer_hit",
    /// Buffers read from the system's cache.
    BufferRead = "buffer_read",
    /// Pages that relations grew by.
    BufferExtended = "buffer_extended",
    /// Pages passed to the operating system to be written.
    BufferWritten = "buffer_written",

    /// Rows of the catalog that scans read.
    CatalogScanned = "catalog_scanned",
    /// Rows that the server's system views returned.
    ViewRow = "view_row",
    /// Rows of a table whose visibility was checked.
    TupleSeen = "tuple_seen",
    /// Rows formed.
    TupleFormed = "tuple_formed",
    /// Bytes of rows formed.
    TupleByte = "tuple_byte",
    /// Columns read out of rows.
    AttributeRead = "attribute_read",
    /// Rows inserted into a table.
    HeapInsert = "heap_insert",
    /// Rows updated.
    HeapUpdate = "heap_update",
    /// Rows deleted.
    HeapDelete = "heap_delete",
    /// Pages pruned.
    PagePruned = "page_pruned",
    /// Pages that VACUUM went through.
    PageVacuumed = "page_vacuumed",
    /// Rows that ANALYZE sampled.
    RowSampled = "row_sampled",

    /// Values moved out of line.
    ToastValue = "toast_value",
    /// Chunks written.
    ChunkWritten = "chunk_written",
    /// Values fetched from out of line.
    ValueFetched = "value_fetched",
    /// Chunks fetched.
    ChunkFetched = "chunk_fetched",
    /// Bytes of chunks fetched.
    ChunkByte = "chunk_byte",
    /// Bytes of values put together from their chunks, or decompressed.
    ByteDetoasted = "byte_detoasted",

    /// Descents of an index, from its root.
    IndexDescent = "index_descent",
    /// Pages that the descents of indexes read.
    IndexLevel = "index_level",
    /// Entries that scans of indexes gave.
    IndexEntry = "index_entry",
    /// Entries put into indexes.
    IndexInsert = "index_insert",
    /// Pages of indexes split.
    IndexSplit = "index_split",
    /// Entries that a new index was built from.
    IndexBuilt = "index_built",

    /// Calls of pglz's compressor.
    PglzCall = "pglz_call",
    /// Bytes that pglz read to compress.
    PglzByte = "pglz_byte",
    /// Bytes that pglz compared with its history.
    PglzCompared = "pglz_compared",
    /// Literals and matches that pglz wrote.
    PglzToken = "pglz_token",
    /// Bytes that pglz wrote.
    PglzWritten = "pglz_written",
    /// Bytes of pglz streams read to decompress.
    PglzRead = "pglz_read",
    /// Matches that pglz copied to decompress.
    PglzMatch = "pglz_match",
    /// Bytes that pglz returned when it decompressed.
    PglzGiven = "pglz_given",
    /// Calls of lz4's compressor.
    Lz4Call = "lz4_call",
    /// Bytes that lz4 read to compress.
    Lz4Byte = "lz4_byte",
    /// Positions at which lz4 looked for a match.
    Lz4Searched = "lz4_searched",
    /// Bytes that lz4 wrote.
    Lz4Written = "lz4_written",
    /// Bytes of lz4 streams read to decompress.
    Lz4Read = "lz4_read",
    /// Sequences (literals and a match) that lz4 read to decompress.
    Lz4Sequence = "lz4_sequence",
    /// Bytes that lz4 copied by matches whose length needs more than the sequence's token.
    Lz4Long = "lz4_long",
    /// Bytes that lz4 returned when it decompressed.
    Lz4Given = "lz4_given",

    /// Rows sorted.
    SortRow = "sort_row",
    /// Comparisons of sorts.
    SortCompare = "sort_compare",
    /// Rows looked up in hash tables.
    HashProbe = "hash_probe",

    /// Rows sent to the client.
    RowSent = "row_sent",
    /// Values printed for the client.
    ValuePrinted = "value_printed",
    /// Bytes of values printed and sent.
    BytePrinted = "byte_printed",
    /// Bytes of text that printing jsonb, numeric and bytea made.
    ByteWrought = "byte_wrought",
    /// Lines that COPY read.
    CopyLine = "copy_line",
    /// Values read from text by their types.
    ValueParsed = "value_parsed",
    /// Bytes of text that the input functions of types read.
    ByteParsed = "byte_parsed",
    /// Bytes of text that the input function of bytea read.
    ByteUnescaped = "byte_unescaped",
    /// Bytes that COPY read.
    CopyByte = "copy_byte",

    /// Transactions ended.
    Transaction = "transaction",
    /// Transactions that changed something and were committed.
    Commit = "commit",
    /// Flushes of the log, to the disk.
    WalFlush = "wal_flush",
    /// Records of the log.
    WalRecord = "wal_record",
    /// Bytes of the log.
    WalByte = "wal_byte",
    /// Full-page images in the log.
    WalImage = "wal_image",
    /// Checkpoints.
    Checkpoint = "checkpoint",
    /// Files made.
    FileCreated = "file_created",
    /// Files dropped.
    FileDropped = "file_dropped",
    /// Pages of files that were dropped or truncated.
    PageDropped = "page_dropped",
    /// Rows of the catalog written.
    CatalogRow = "catalog_row",
    /// Microseconds that `pg_sleep` waited for.
    MicrosecondSlept = "microsecond_slept",
}
