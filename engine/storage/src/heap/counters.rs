//! The cumulative statistics of relations (`pgstat_relation.c`): rows read, written, live and dead.
//!
//! A backend counts for itself. What it counted reaches the views (`pg_stat_user_tables` and its
//! kin) when it is idle, at most once a second, the first time after its first statement. A script
//! that runs on at full speed therefore sees zeros until it sleeps. The second is of modelled time: what
//! statements took on the [clock](crate::clock), and `pg_sleep`.

use crate::buffer::{BufferUsage, RelationUsage};
use crate::ids::{Oid, RelFileNode};
use crate::map::SortedMap;

/// What is counted of a relation (`PgStat_StatTabEntry`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RelationCounts {
    /// Sequential or index scans begun.
    pub scans: u64,
    /// Rows that sequential scans read, or entries that index scans returned.
    pub returned: u64,
    /// Live rows that index scans fetched.
    pub fetched: u64,
    /// Rows inserted.
    pub inserted: u64,
    /// Rows updated, HOT updates included.
    pub updated: u64,
    /// Rows deleted.
    pub deleted: u64,
    /// Rows updated without new index entries.
    pub hot_updated: u64,
    /// Rows whose new version went to another page.
    pub newpage_updated: u64,
    /// When a scan was last counted, µs since 2000; none: never.
    pub last_scan: Option<i64>,
    /// Live rows, estimated.
    pub live: i64,
    /// Dead rows, estimated.
    pub dead: i64,
    /// Rows changed since the last ANALYZE.
    pub changed: i64,
    /// Rows inserted since the last VACUUM.
    pub inserted_since_vacuum: i64,
    /// Times VACUUM has run.
    pub vacuums: u64,
    /// Times ANALYZE has run.
    pub analyzes: u64,
    /// µs since 2000, none: never.
    pub last_vacuum: Option<i64>,
    /// µs since 2000; none: never.
    pub last_analyze: Option<i64>,
    /// Modelled microseconds that VACUUM took.
    pub vacuum_time: u64,
    /// Modelled microseconds that ANALYZE took.
    pub analyze_time: u64,
    /// Whether the last transaction that is not reported yet emptied the table (`t_truncdropped`).
    truncated: bool,
}

/// A transaction's own rows: inserted, updated, deleted; whether it emptied the table.
#[derive(Clone, Copy, Debug, Default)]
struct TransactionCounts {
    inserted: u64,
    updated: u64,
    deleted: u64,
    /// What it had inserted, updated and deleted before, which an abort brings back.
    truncated: Option<[u64; 3]>,
}

impl TransactionCounts {
    /// Forgets what was counted until the table was emptied (`save_truncdrop_counters`).
    fn truncate(&mut self) {
        let before = self.truncated.unwrap_or([self.inserted, self.updated, self.deleted]);
        *self = TransactionCounts { truncated: Some(before), ..TransactionCounts::default() };
    }
}

/// All counters.
#[derive(Clone, Debug, Default)]
pub struct RelationStatistics {
    open: SortedMap<Oid, TransactionCounts>,
    /// The counts of the transactions around the innermost subtransaction, the outermost first.
    upper: Vec<SortedMap<Oid, TransactionCounts>>,
    pending: SortedMap<Oid, RelationCounts>,
    shared: SortedMap<Oid, RelationCounts>,
    files: SortedMap<RelFileNode, BufferUsage>,
    /// What the files' buffers had counted that is not shown: when the server started, when the counts were reset, and
    /// while the file belonged to a transient table.
    before: SortedMap<RelFileNode, BufferUsage>,
    /// What the files had counted that a relation had before its present one.
    carried: SortedMap<RelFileNode, BufferUsage>,
    /// The sums over all relations that were published (`pg_stat_database`).
    database: RelationCounts,
    /// What all buffers had counted when the counts were reset.
    buffers_before: BufferUsage,
    /// When that was, if it was.
    pub reset_at: Option<i64>,
    /// Modelled seconds.
    now: f64,
    /// When counts were last published: connecting publishes those of the catalogs that it read.
    flushed: f64,
    force: bool,
    commits: u64,
    shared_commits: u64,
    /// The tables that the running statement has vacuumed, and those that it has analyzed.
    vacuumed: Vec<Oid>,
    analyzed: Vec<Oid>,
}

/// How many seconds pass before counts are published again (`PGSTAT_MIN_INTERVAL`).
const INTERVAL: f64 = 1.0;

impl RelationStatistics {
    /// A relation's counters as the statistics views show them.
    pub fn shown(&self, rel: Oid) -> RelationCounts {
        self.shared.get(&rel).copied().unwrap_or_default()
    }
    /// A relation's counters as `pg_stat_xact_...` shows them: what the session has not published yet, with the
    /// rows of the running transaction (`find_tabstat_entry`).
    pub fn unpublished(&self, rel: Oid) -> RelationCounts {
        let mut c = self.pending.get(&rel).copied().unwrap_or_default();
        let own = self.running(rel);
        c.inserted += own.inserted;
        c.updated += own.updated;
        c.deleted += own.deleted;
        c
    }
    /// What the running transaction and its subtransactions did to a relation.
    fn running(&self, rel: Oid) -> TransactionCounts {
        let mut sum = TransactionCounts::default();
        for own in self.upper.iter().chain([&self.open]).filter_map(|level| level.get(&rel)) {
            sum.inserted += own.inserted;
            sum.updated += own.updated;
            sum.deleted += own.deleted;
        }
        sum
    }
    /// The buffer counters of a file as the statistics views show them.
    pub fn shown_file(&self, file: RelFileNode) -> BufferUsage {
        self.files.get(&file).copied().unwrap_or_default()
    }
    /// The sums over all relations, and the number of transactions, as `pg_stat_database` shows
    /// them. Those of a relation stay when it is dropped.
    pub fn database(&self) -> (RelationCounts, u64) {
        (self.database, self.shared_commits)
    }
    /// Counts a scan.
    pub fn scan(&mut self, rel: Oid) {
        self.scans(rel, 1);
    }
    /// Counts scans.
    pub fn scans(&mut self, rel: Oid, n: u64) {
        if n > 0 {
            self.pending.entry(rel).or_default().scans += n;
        }
    }
    /// Counts rows that a sequential scan read, or entries that an index scan returned.
    pub fn returned(&mut self, rel: Oid, n: u64) {
        if n > 0 {
            self.pending.entry(rel).or_default().returned += n;
        }
    }
    /// Counts rows that an index scan fetched from the table.
    pub fn fetched(&mut self, rel: Oid, n: u64) {
        if n > 0 {
            self.pending.entry(rel).or_default().fetched += n;
        }
    }
    /// Counts inserted rows.
    pub fn inserted(&mut self, rel: Oid, n: u64) {
        self.open.entry(rel).or_default().inserted += n;
    }
    /// Counts an updated row; `hot`: without new index entries; `moved`: to another page
    /// (`pgstat_count_heap_update`).
    pub fn updated(&mut self, rel: Oid, hot: bool, moved: bool) {
        self.open.entry(rel).or_default().updated += 1;
        if hot || moved {
            let c = self.pending.entry(rel).or_default();
            c.hot_updated += u64::from(hot);
            c.newpage_updated += u64::from(moved);
        }
    }
    /// Counts a deleted row.
    pub fn deleted(&mut self, rel: Oid) {
        self.open.entry(rel).or_default().deleted += 1;
    }
    /// Counts dead rows that pruning removed (`pgstat_update_heap_dead_tuples`).
    pub fn pruned(&mut self, rel: Oid, n: usize) {
        self.pending.entry(rel).or_default().dead -= n as i64;
    }
    /// Notes that the table was truncated.
    pub fn truncated(&mut self, rel: Oid) {
        self.open.entry(rel).or_default().truncate();
    }
    /// Adds the transaction's counts to the session's, when it ends (`AtEOXact_PgStat_Relations`).
    /// `committed`: by a commit.
    pub fn end(&mut self, committed: bool) {
        self.commits += u64::from(committed);
        self.upper.clear();
        self.count_open(committed);
    }
    /// A subtransaction begins.
    pub fn sub_begin(&mut self) {
        self.upper.push(std::mem::take(&mut self.open));
    }
    /// Ends the innermost subtransaction (`AtEOSubXact_PgStat_Relations`). A commit adds its counts to those of the
    /// transaction around it; after an abort they count as those of a transaction of its own.
    pub fn sub_end(&mut self, committed: bool) {
        if !committed {
            self.count_open(false);
        }
        let own = std::mem::replace(&mut self.open, self.upper.pop().unwrap_or_default());
        for (rel, p) in own {
            let around = self.open.entry(rel).or_default();
            if p.truncated.is_some() {
                around.truncate();
            }
            around.inserted += p.inserted;
            around.updated += p.updated;
            around.deleted += p.deleted;
        }
    }
    /// Adds the counts of the innermost transaction to the session's.
    fn count_open(&mut self, committed: bool) {
        for (rel, mut p) in std::mem::take(&mut self.open) {
            if let Some(before) = p.truncated.filter(|_| !committed) {
                [p.inserted, p.updated, p.deleted] = before;
            }
            let c = self.pending.entry(rel).or_default();
            c.inserted += p.inserted;
            c.updated += p.updated;
            c.deleted += p.deleted;
            let (i, u, d) = (p.inserted as i64, p.updated as i64, p.deleted as i64);
            if committed {
                // What a later transaction says takes the place of this.
                c.truncated = p.truncated.is_some();
                if c.truncated {
                    (c.live, c.dead) = (0, 0);
                }
                c.live += i - d;
                c.dead += u + d;
                c.changed += i + u + d;
            } else {
                c.dead += i + u;
            }
            c.inserted_since_vacuum += i;
        }
    }
    /// Modelled seconds since the session began.
    pub fn now(&self) -> f64 {
        self.now
    }
    /// Advances the modelled time by `seconds`, which the tables that were vacuumed and analyzed share.
    pub fn pass(&mut self, seconds: f64) {
        self.now += seconds;
        let (vacuumed, analyzed) =
            (std::mem::take(&mut self.vacuumed), std::mem::take(&mut self.analyzed));
        let share = (seconds * 1e6) as u64 / (vacuumed.len() + analyzed.len()).max(1) as u64;
        for rel in vacuumed {
            self.shared.entry(rel).or_default().vacuum_time += share;
        }
        for rel in analyzed {
            self.shared.entry(rel).or_default().analyze_time += share;
        }
    }
    /// Has the next [`RelationStatistics::idle`] publish the counts, even if it is not time yet
    /// (`pg_stat_force_next_flush`).
    pub fn force(&mut self) {
        self.force = true;
    }
    /// Publishes the counts to the views when the session is idle outside of a transaction
    /// (`pgstat_report_stat`). `files` is only called if it is time; `at` is now.
    pub fn idle(&mut self, at: i64, files: impl FnOnce() -> Vec<(RelFileNode, BufferUsage)>) {
        let due = self.now - self.flushed > INTERVAL;
        if !due && !std::mem::take(&mut self.force) {
            return;
        }
        self.flushed = self.now;
        for (rel, p) in std::mem::take(&mut self.pending) {
            let s = self.shared.entry(rel).or_default();
            s.scans += p.scans;
            s.returned += p.returned;
            s.fetched += p.fetched;
            s.inserted += p.inserted;
            s.updated += p.updated;
            s.deleted += p.deleted;
            s.hot_updated += p.hot_updated;
            s.newpage_updated += p.newpage_updated;
            if p.scans > 0 {
                s.last_scan = Some(at);
            }
            if p.truncated {
                (s.live, s.dead, s.inserted_since_vacuum) = (0, 0, 0);
            }
            s.live = (s.live + p.live).max(0);
            s.dead = (s.dead + p.dead).max(0);
            s.changed += p.changed;
            s.inserted_since_vacuum += p.inserted_since_vacuum;
            let d = &mut self.database;
            d.returned += p.returned;
            d.fetched += p.fetched;
            d.inserted += p.inserted;
            d.updated += p.updated;
            d.deleted += p.deleted;
        }
        self.shared_commits = self.commits;
        self.files =
            files().into_iter().map(|(file, usage)| (file, self.counted(file, usage))).collect();
    }
    /// What is shown of a file whose buffers have counted `usage`.
    fn counted(&self, file: RelFileNode, usage: BufferUsage) -> BufferUsage {
        let of =
            |map: &SortedMap<RelFileNode, BufferUsage>| map.get(&file).copied().unwrap_or_default();
        usage + of(&self.carried) - of(&self.before)
    }
    /// Leaves out what the file's buffers have counted until now, `usage`: the file belonged to a transient table,
    /// which has counts of its own (`swap_relation_files`).
    pub fn leave_out(&mut self, file: RelFileNode, usage: BufferUsage) {
        self.before.insert(file, usage);
    }
    /// Goes on counting in the file `new` where `old` was until now: the counts are the relation's, whatever file it has.
    /// The buffers of the old one have counted `usage`.
    pub fn file_replaced(&mut self, old: RelFileNode, new: RelFileNode, usage: BufferUsage) {
        self.carried.insert(new, self.counted(old, usage));
        if let Some(shown) = self.files.get(&old).copied() {
            self.files.insert(new, shown);
        }
    }
    /// Notes a VACUUM of a table at `at`: so many rows are live now, and none is dead
    /// (`pgstat_report_vacuum`).
    pub fn vacuumed(&mut self, rel: Oid, live: i64, at: i64) {
        let s = self.shared.entry(rel).or_default();
        (s.live, s.dead, s.inserted_since_vacuum) = (live, 0, 0);
        s.vacuums += 1;
        s.last_vacuum = Some(at);
        self.vacuumed.push(rel);
    }
    /// Sets the live and dead rows, less those that the session's own transaction has not reported
    /// yet, and the dead ones of its earlier transactions that are not published (`pgstat_report_analyze`).
    pub fn analyzed(&mut self, rel: Oid, live: i64, dead: i64, at: i64) {
        let own = self.running(rel);
        let (i, u, d) = (own.inserted as i64, own.updated as i64, own.deleted as i64);
        let unpublished = self.pending.get(&rel).map_or(0, |c| c.dead);
        let s = self.shared.entry(rel).or_default();
        s.live = (live - (i - d)).max(0);
        s.dead = (dead - (u + d) - unpublished).max(0);
        s.changed = 0;
        s.analyzes += 1;
        s.last_analyze = Some(at);
        self.analyzed.push(rel);
    }
    /// Sets when the table was last analyzed.
    pub fn analyzed_at(&mut self, rel: Oid, at: i64) {
        self.shared.entry(rel).or_default().last_analyze = Some(at);
    }
    /// Discards all counts when the server starts after a crash (`pgstat_discard_stats`).
    pub fn restart(&mut self, files: &[RelationUsage]) {
        let before = files.iter().map(|f| (f.file, f.usage)).collect();
        *self = RelationStatistics { before, ..RelationStatistics::default() };
    }
    /// Discards the published counts of one relation (`pg_stat_reset_single_table_counters`).
    /// `file` has its pages.
    #[inline(never)]
    pub fn reset_one(&mut self, rel: Oid, file: RelFileNode) {
        self.shared.remove(&rel);
        if let Some(shown) = self.files.get_mut(&file) {
            let usage = std::mem::take(shown);
            self.hide(file, usage);
        }
    }
    /// Leaves out of what is shown what a file's buffers have counted.
    #[inline(never)]
    fn hide(&mut self, file: RelFileNode, usage: BufferUsage) {
        let before = self.before.entry(file).or_default();
        *before = *before + usage;
    }
    /// What all buffers have counted since the counts were reset, of `usage`, what they have counted at all.
    pub fn since_reset(&self, usage: BufferUsage) -> BufferUsage {
        usage - self.buffers_before
    }
    /// Discards the published counts of the database and of all tables, indexes and files at the time `now`
    /// (`pg_stat_reset`). All buffers have counted `usage`.
    pub fn reset(&mut self, usage: BufferUsage, now: i64) {
        self.reset_at = Some(now);
        self.buffers_before = usage;
        self.shared.clear();
        for (file, usage) in std::mem::take(&mut self.files) {
            self.hide(file, usage);
        }
        self.database = RelationCounts::default();
        (self.commits, self.shared_commits) = (0, 0);
    }
}
