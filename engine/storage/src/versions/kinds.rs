//! The ways of doing a thing that versions differ in.

/// Declares enums without data, each variant with its docstring.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $what:literal])* $variant:ident,)* })*) => {
        $($(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[doc = $what])* $variant,)*
        })*
    };
}

kinds! {
    /// How EXPLAIN counts the rows that a node returned.
    RowCounts {
        /// The average of its loops, rounded: `rows=1`.
        Whole,
        /// With two decimals: `rows=1.00`.
        Hundredths,
    }
    /// When EXPLAIN shows buffers.
    BuffersShown {
        /// With BUFFERS.
        Asked,
        /// With ANALYZE too.
        Analyzed,
    }
    /// How EXPLAIN writes what a sub-plan gives.
    SubPlanNames {
        /// The parameter: `$0`, of `InitPlan 1 (returns $0)`.
        Parameters,
        /// The sub-plan and its column: `(InitPlan 1).col1`.
        Columns,
    }
    /// The scale of a numeric that is raised to a whole exponent.
    PowerScale {
        /// 16 digits after the point, or as many as the base has.
        OfBase,
        /// As many digits as make 16 significant ones in the result, or as base or exponent have.
        OfResult,
    }
    /// The frames of window functions that look at the order alone.
    WindowFrames {
        /// As they are written, by default with peers.
        AsWritten,
        /// Up to the current row, without looking for peers.
        Rows,
    }
    /// How a B-tree finds the elements of an array.
    ArrayScans {
        /// It descends for each.
        PerElement,
        /// It goes on within a leaf, and descends for the next one that is elsewhere.
        PerLeaf,
    }
    /// Which pages a scan pins before it comes to them.
    LookAhead {
        /// None.
        Never,
        /// The next one; while pages must be read, up to 16 in one read, which counts once it is waited for.
        OneRead,
        /// The next one; while pages must be read, up to 16 reads of up to 16 pages.
        ManyReads,
    }
    /// What is sorted where rows have one column, unless its values fit in a word.
    SingleSorts {
        /// Rows.
        Rows,
        /// The values.
        Values,
        /// The values; their memory is not counted when they come, but when they are freed.
        Uncounted,
    }
    /// How large an entry of an aggregate's hash table is taken to be.
    HashEntries {
        /// 24 bytes, and each part in a chunk with a header of 16 bytes.
        Chunks,
        /// 16 bytes, with the row and the states beside it; what else a state needs in a chunk whose size is a power of 2.
        Bump,
    }
    /// Chunks of memory that tuples are kept in.
    MemoryChunks {
        /// With headers of 16 bytes, of 24 in a sort.
        Large,
        /// With headers of 8 bytes.
        Small,
        /// With headers of 8 bytes, and without headers in a sort of all rows.
        Bump,
        /// With headers as in 17; tuplestores keep tuples one after the other.
        Generation,
    }
    /// How a file grows by the pages of its free space map.
    MapGrowth {
        /// Zeros are written past the buffer pool, then read.
        PastBuffers,
        /// The pages are made in buffers, counted as written.
        InBuffers,
    }
    /// By how many pages COPY and CREATE TABLE AS make a table longer at a time.
    BulkGrowth {
        /// One.
        OnePage,
        /// As many as the statement added before, 64 at most.
        Doubling,
    }
    /// What pruning and vacuuming a heap page log.
    PruneRecords {
        /// A kind of record each for PRUNE, VACUUM and FREEZE_PAGE.
        Split,
        /// One record for all that is done to a page, named after the occasion.
        Unified,
    }
    /// What a row of a catalog that is changed where it stands logs.
    InPlaceRecords {
        /// Its place and its bytes.
        RowOnly,
        /// Also what caches must forget.
        WithInvalidations,
    }
    /// What names an object with statistics.
    StatisticsIds {
        /// An OID.
        Oid,
        /// A number of eight bytes.
        EightBytes,
    }
    /// What a record of frozen rows holds.
    FreezePlans {
        /// A header for each row.
        OfEachRow,
        /// A header for all rows that freeze alike.
        Shared,
    }
    /// What VACUUM freezes.
    PageFreezing {
        /// Rows that are older than `vacuum_freeze_min_age`.
        OldRows,
        /// Pages with a row older than `vacuum_freeze_min_age`, and pages of which pruning logged an image.
        WithImage,
        /// Pages with a row older than `vacuum_freeze_min_age`, and pages of which an image will be logged.
        BeforeImage,
    }
    /// How VACUUM looks in the visibility map for the next page to scan.
    MapLookAhead {
        /// With the pin with which it sets bits, before it works on a page.
        Shared,
        /// With a pin of its own, after it worked on a page.
        AfterPage,
        /// With a pin of its own, before it works on a page.
        BeforePage,
    }
    /// What VACUUM VERBOSE says, more in each.
    VacuumWords {
        /// Pages, rows, horizons, indexes, buffers, the log.
        Plain,
        /// Also what was frozen.
        Frozen,
        /// Also what the visibility map has more, and how often the log's buffers were full.
        Map,
    }
    /// What `\l` says of locales.
    DatabaseColumns {
        /// The collation's, ICU's, the provider.
        ProviderLast,
        /// The provider, the collation's, ICU's and its rules.
        WithRules,
        /// The provider, then the locale of any provider, and ICU's rules.
        Builtin,
    }
    /// What `\df+` says of a function's text.
    FunctionColumns {
        /// All of it.
        Source,
        /// The name of one that is written in C.
        InternalName,
        /// Also whether it leaks nothing of its arguments.
        Leakproof,
    }
    /// How records of the log are described.
    RecordTexts {
        /// `off 3 flags 0x00`
        Words,
        /// `off: 3, flags: 0x00`
        KeyValue,
    }
}

impl StatisticsIds {
    /// The size of one id in bytes.
    pub fn size(self) -> usize {
        match self {
            StatisticsIds::Oid => 4,
            StatisticsIds::EightBytes => 8,
        }
    }
}
