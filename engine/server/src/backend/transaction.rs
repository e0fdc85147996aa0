//! Transactions as statements see them (`xact.c`): blocks, savepoints, and what a rollback takes
//! back: catalog, settings, files. OIDs, xids and sequence values stay used.
//!
//! ```text
//! None --statement--> Started --end--> None          a statement by itself
//!   \--several------> Implicit --end--> None         several in one text
//! Started --BEGIN--> InBlock --COMMIT--> None        a block
//!                       \--error--> Failed --ROLLBACK--> None
//! ```

use crate::backend::{Backend, Process};
use crate::catalog::Catalog;
use sql::settings::Settings;
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::event::Event;
use storage::fmgr::EnvSession;
use storage::heap::{Persistence, RelKind};
use storage::ids::{Oid, RelFileNode};

/// The modes of a transaction, each a parameter (`XactIsoLevel`, `XactReadOnly`, `XactDeferrable`).
const MODES: [&str; 3] =
    ["transaction_isolation", "transaction_read_only", "transaction_deferrable"];

/// Where the session stands (`TBlockState`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// No transaction.
    None,
    /// One statement's own.
    Started,
    /// Several statements in one text.
    Implicit,
    /// BEGIN was said.
    InBlock,
    /// An error came within a block.
    Failed,
}

/// Whether a transaction is open, as in ReadyForQuery and psql's prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionStatus {
    /// 'I': outside a transaction block.
    Idle,
    /// 'T': in one.
    InTransaction,
    /// 'E': in one that failed.
    Failed,
}

/// What comes back on a rollback.
#[derive(Clone, Debug)]
struct SavedState {
    catalog: Catalog,
    settings: Settings,
    files: usize,
    deferred: usize,
}

/// What was committed, for a server that is to stop in the middle of a statement.
#[derive(Clone)]
pub(crate) struct StoppedCommit {
    pub catalog: Catalog,
}

/// A savepoint of a function's own (`BeginInternalSubTransaction`).
pub(crate) struct InternalSavepoint {
    saved: SavedState,
    pins: storage::buffer::PinCounts,
}

#[derive(Clone, Debug)]
struct Savepoint {
    name: String,
    saved: SavedState,
}

/// A file made or dropped in the transaction (`PendingRelDelete`).
#[derive(Clone, Copy, Debug)]
struct PendingFile {
    file: RelFileNode,
    /// Whether it goes when the transaction commits, else when it aborts.
    at_commit: bool,
    temporary: bool,
}

/// The transaction at hand.
#[derive(Clone, Debug)]
pub(crate) struct Transaction {
    pub(crate) block: Block,
    /// Its start, µs since 2000-01-01.
    pub(crate) started: i64,
    /// Counts the session's transactions (`lxid`).
    pub(crate) number: u64,
    saved: Option<SavedState>,
    savepoints: Vec<Savepoint>,
    /// How many savepoints of functions are open.
    internal: usize,
    /// Relations whose change was undone: their cached entries are invalidated (`AtEOXact_Inval`).
    undone: Vec<Oid>,
    /// Whether a statement of it took a snapshot (`FirstSnapshotSet`): its modes are settled.
    pub(crate) queried: bool,
    files: Vec<PendingFile>,
    /// The enums that it created, and the labels that it added to others, which no value may have before it commits
    /// (`uncommitted_enum_values`).
    enums: Vec<Oid>,
}

impl Transaction {
    /// Notes that an enum was created.
    pub(crate) fn created_enum(&mut self, type_oid: Oid) {
        self.enums.push(type_oid);
    }
    /// Notes that a label was added to an enum.
    pub(crate) fn added_label(&mut self, type_oid: Oid, label: Oid) {
        if !self.enums.contains(&type_oid) {
            self.enums.push(label);
        }
    }
    /// Whether the label was added to an enum that is older than the transaction (`check_safe_enum_use`).
    pub(crate) fn label_is_unsafe(&self, label: Oid) -> bool {
        self.enums.contains(&label)
    }

    /// The state of a transaction that begins at `now`.
    pub(crate) fn new(now: i64) -> Transaction {
        Transaction {
            block: Block::None,
            started: now,
            number: 0,
            saved: None,
            savepoints: Vec::new(),
            internal: 0,
            undone: Vec::new(),
            queried: false,
            files: Vec::new(),
            enums: Vec::new(),
        }
    }
}

/// Returns the files to remove, the last one first; those of temporary relations are left out
/// (`smgrGetPendingDeletes`). `committed`: those of a commit, not of an abort.
fn dropped(files: &[PendingFile], committed: bool) -> Vec<RelFileNode> {
    let going = files.iter().filter(|f| f.at_commit == committed && !f.temporary);
    going.rev().map(|f| f.file).collect()
}

impl Process {
    /// The transaction's state for the client: whether a block is open.
    pub(crate) fn status(&self) -> TransactionStatus {
        match self.transaction.block {
            Block::None | Block::Started | Block::Implicit => TransactionStatus::Idle,
            Block::InBlock => TransactionStatus::InTransaction,
            Block::Failed => TransactionStatus::Failed,
        }
    }
}

impl Backend<'_> {
    /// What a rollback to this place puts back.
    fn save(&self) -> SavedState {
        SavedState {
            catalog: self.catalog.clone(),
            settings: self.settings.clone(),
            files: self.transaction.files.len(),
            deferred: self.deferred_events(),
        }
    }

    /// Whether functions may not end the transaction: a block is open, or several statements came
    /// in one message.
    pub(crate) fn in_block(&self) -> bool {
        self.transaction.block != Block::Started
    }
    /// Whether a savepoint is open (`IsSubTransaction`).
    pub(crate) fn in_subtransaction(&self) -> bool {
        self.transaction.internal > 0 || !self.transaction.savepoints.is_empty()
    }

    /// Whether an internal savepoint of a function is open.
    pub(crate) fn in_internal(&self) -> bool {
        self.transaction.internal > 0
    }
    /// Begins an internal savepoint of a function.
    pub(crate) fn internal_savepoint(&mut self) -> InternalSavepoint {
        self.store.pool.release_kept();
        let mark = InternalSavepoint { saved: self.save(), pins: self.store.pool.pinned() };
        self.store.sub_begin();
        self.transaction.internal += 1;
        mark
    }
    /// Releases an internal savepoint.
    pub(crate) fn keep_internal(&mut self, _mark: InternalSavepoint) -> Result<()> {
        self.transaction.internal -= 1;
        self.store.sub_commit()
    }
    /// Rolls back to an internal savepoint.
    pub(crate) fn undo_internal(&mut self, mark: InternalSavepoint) {
        self.transaction.internal -= 1;
        self.sub_abort(mark.saved.files);
        self.store.pool.repin(&mark.pins);
        self.restore(mark.saved);
    }
    /// Ends the transaction and begins a new one, for COMMIT (`commit`) or ROLLBACK in a procedure; with `chain` one of the
    /// same modes.
    pub(crate) fn end_and_begin(&mut self, commit: bool, chain: bool) -> Result<()> {
        let modes = chain.then(|| self.modes());
        if commit {
            self.commit_now()?;
        } else {
            self.abort_now();
        }
        self.start_command();
        self.take_modes(modes);
        // Not when the message came (`StartTransaction`).
        self.transaction.started = self.clock_timestamp();
        Ok(())
    }

    /// Starts a statement's transaction unless one is open (`StartTransactionCommand`).
    pub(crate) fn start_command(&mut self) {
        self.session.sql_bodies.clear();
        self.session.only_explained = false;
        if self.transaction.block == Block::None {
            self.transaction.block = Block::Started;
            self.transaction.enums.clear();
            self.transaction.queried = false;
            self.transaction.number += 1;
            self.transaction.started = self.statement_timestamp();
            self.transaction.saved = Some(self.save());
            self.store.xact.begin();
        }
        let level = self.settings.raw("transaction_isolation");
        self.store.xact.keeps_snapshot = level == Some("repeatable read");
    }

    /// Ends a statement (`CommitTransactionCommand`): commits unless a block is open.
    pub(crate) fn finish_command(&mut self) -> Result<()> {
        match self.transaction.block {
            Block::Started => self.commit_now(),
            Block::Implicit | Block::InBlock => {
                // Entries that are not in use are dropped, those of new relations are built again.
                let told = self.store.wal.next_messages();
                self.catalog.invalidate(&told);
                self.store.xact.command_counter_increment()
            }
            Block::None | Block::Failed => Ok(()),
        }
    }

    /// Commits, even if a block is open.
    pub(crate) fn commit_now(&mut self) -> Result<()> {
        if let Err(e) = self.end_of_transaction().and_then(|()| (self.calls.on_commit)(self)) {
            self.abort_now();
            return Err(e);
        }
        self.store.wal.now = self.clock_timestamp();
        let files = std::mem::take(&mut self.transaction.files);
        let relations = self.store.wal.invalidated_relations();
        self.catalog.invalidate(&relations);
        self.store.commit_dropping(&dropped(&files, true));
        for f in files {
            if f.at_commit {
                self.store.pool.unlink_file(f.file);
            }
        }
        self.settings.commit();
        self.sync_settings();
        self.note_commit();
        self.transaction.block = Block::None;
        self.transaction.saved = None;
        self.transaction.savepoints.clear();
        self.transaction.internal = 0;
        self.session.cursors.retain(|_, c| c.kept);
        Ok(())
    }

    /// Rolls back, even if a block is open.
    pub(crate) fn abort_now(&mut self) {
        self.abort_store();
        if let Some(saved) = self.transaction.saved.take() {
            self.restore(saved);
        }
        self.catalog.classes().values().for_each(|c| c.state.used.set(false));
        self.transaction.block = Block::None;
        self.transaction.savepoints.clear();
        self.transaction.internal = 0;
        self.session.cursors.retain(|_, c| c.kept);
        self.transaction.files.clear();
    }

    /// Puts back what was saved: catalog, settings, queued events; files made since then are
    /// removed.
    fn restore(&mut self, saved: SavedState) {
        self.forget_events(saved.deferred);
        self.session.sql_bodies.clear();
        let changed = !self.catalog.same(&saved.catalog);
        if changed {
            self.keep_counts(&saved.catalog);
        }
        for f in self.process.transaction.files.drain(saved.files..) {
            if !f.at_commit {
                self.store.pool.unlink_file(f.file);
            }
        }
        let undone = std::mem::replace(&mut self.catalog, saved.catalog);
        self.catalog.stored_mut().keep_cached(undone.stored());
        self.process.settings.restore(saved.settings);
        if changed {
            for class in self.catalog.classes().range(Oid(16384)..).map(|(_, c)| c) {
                if undone.class(class.oid).is_none_or(|c| !Rc::ptr_eq(c, class)) {
                    class.state.invalidate();
                }
            }
            self.catalog.stored().set_class_tids(self.catalog.classes());
            self.sync_store();
        } else {
            self.sync_settings();
        }
        let relations = std::mem::take(&mut self.transaction.undone);
        self.catalog.invalidate(&relations);
    }

    /// Handles an error: marks an open block as failed, else rolls back (`AbortCurrentTransaction`).
    pub(crate) fn fail(&mut self) {
        self.session.function_depth = 0;
        while self.transaction.internal > 0 {
            self.transaction.internal -= 1;
            self.sub_abort(usize::MAX);
        }
        match self.transaction.block {
            Block::None => {}
            Block::Started | Block::Implicit => self.abort_now(),
            Block::InBlock => {
                // With a savepoint the subtransaction aborts; the rest waits for ROLLBACK.
                if let Some(s) = self.transaction.savepoints.last() {
                    let saved = s.saved.clone();
                    self.sub_abort(saved.files);
                    self.store.pool.release_all();
                    self.restore(saved);
                } else {
                    let modes = self.modes();
                    self.abort_store();
                    if let Some(saved) = self.transaction.saved.clone() {
                        self.restore(saved);
                    }
                    // AND CHAIN asks for them.
                    self.take_modes(Some(modes));
                }
                self.transaction.block = Block::Failed;
            }
            Block::Failed => {}
        }
    }

    /// Runs `CHECKPOINT`: writes all dirty pages.
    pub(crate) fn checkpoint(&mut self) {
        self.store.wal.now = self.clock_timestamp();
        self.store.checkpoint();
    }

    /// Aborts the transaction, and logs the files that are removed.
    fn abort_store(&mut self) {
        self.store.wal.now = self.clock_timestamp();
        let relations = self.store.wal.invalidated_relations();
        self.store.abort_dropping(&dropped(&self.transaction.files, false));
        self.transaction.undone.extend(relations);
    }

    /// Rolls back the innermost subtransaction, and removes the files created after the first
    /// `from` ones.
    fn sub_abort(&mut self, from: usize) {
        self.store.wal.now = self.clock_timestamp();
        let files = dropped(self.transaction.files.get(from..).unwrap_or_default(), false);
        let relations = self.store.wal.invalidated_relations();
        self.store.sub_abort(&files);
        let kept = self.store.wal.invalidated_relations().len();
        self.transaction.undone.extend(&relations[kept..]);
    }

    /// Whether the innermost subtransaction created the file (`rd_createSubid`,
    /// `rd_newRelfilenodeSubid`).
    pub(crate) fn made_here(&self, file: RelFileNode) -> bool {
        let before = self.transaction.savepoints.last().map_or(0, |s| s.saved.files);
        let mine = self.transaction.files.iter().skip(before);
        mine.into_iter().any(|f| f.file == file && !f.at_commit)
    }

    /// Whether this transaction created the file.
    pub(crate) fn made_in_transaction(&self, file: RelFileNode) -> bool {
        self.transaction.files.iter().any(|f| f.file == file && !f.at_commit)
    }

    /// Creates the file of a new relation; a rollback removes it.
    pub(crate) fn create_file(
        &mut self,
        file: RelFileNode,
        persistence: Persistence,
        kind: RelKind,
    ) {
        self.store.create_file(file, persistence, kind);
        let temporary = persistence == Persistence::Temp;
        self.transaction.files.push(PendingFile { file, at_commit: false, temporary });
    }

    /// Removes a file when the transaction commits.
    pub(crate) fn drop_file(&mut self, file: RelFileNode) {
        if file.0 != 0 {
            let temporary = self.store.pool.is_local(file);
            self.transaction.files.push(PendingFile { file, at_commit: true, temporary });
        }
    }

    /// Registers a file that was created elsewhere in this transaction, so that a rollback removes
    /// it.
    pub(crate) fn adopt_file(&mut self, file: RelFileNode) {
        let temporary = self.store.pool.is_local(file);
        self.transaction.files.push(PendingFile { file, at_commit: false, temporary });
    }

    /// Fails if a transaction block is open (`PreventInTransactionBlock`).
    pub(crate) fn prevent_in_block(&self, what: &str) -> Result<()> {
        if !matches!(self.transaction.block, Block::Started | Block::None) {
            return err!(ACTIVE_SQL_TRANSACTION, "{what} cannot run inside a transaction block");
        }
        if self.transaction.internal > 0 {
            return err!(ACTIVE_SQL_TRANSACTION, "{what} cannot run inside a subtransaction");
        }
        if self.session.function_depth > 0 {
            return err!(ACTIVE_SQL_TRANSACTION, "{what} cannot be executed from a function");
        }
        Ok(())
    }

    /// Whether what a statement does ends with it: no block is open, and no function runs it
    /// (`CheckTransactionBlock`).
    pub(crate) fn is_outside_block(&self) -> bool {
        matches!(self.transaction.block, Block::None | Block::Started)
            && self.transaction.internal == 0
            && self.session.function_depth == 0
    }

    /// Fails outside a block that BEGIN began (`DefineSavepoint` and its kin).
    fn require_begun_block(&self, what: &str) -> Result<()> {
        if self.transaction.block == Block::Implicit {
            return err!(
                NO_ACTIVE_SQL_TRANSACTION,
                "{what} can only be used in transaction blocks"
            );
        }
        self.require_block(what)
    }

    /// Fails outside a block (`RequireTransactionBlock`).
    pub(crate) fn require_block(&self, what: &str) -> Result<()> {
        if !self.is_outside_block() {
            return Ok(());
        }
        err!(NO_ACTIVE_SQL_TRANSACTION, "{what} can only be used in transaction blocks")
    }

    /// Begins a transaction block (`BEGIN`); in a block it only warns.
    pub(crate) fn begin_block(&mut self) {
        if self.transaction.block == Block::InBlock {
            self.warning(PgError::new(
                SqlState::ACTIVE_SQL_TRANSACTION,
                "there is already a transaction in progress",
            ));
        } else {
            self.transaction.block = Block::InBlock;
            self.default_modes();
        }
    }

    /// Refuses to change a mode of the transaction after it has read data
    /// (`check_transaction_isolation`, `check_transaction_read_only`, `check_transaction_deferrable`).
    pub(crate) fn mode_may_change(&self, name: &str, value: &str) -> Result<()> {
        let (queried, nested) = (self.transaction.queried, self.in_subtransaction());
        if !queried && !nested {
            return Ok(());
        }
        let text = match name.to_ascii_lowercase().as_str() {
            "transaction_isolation" => {
                let now = self.settings.raw("transaction_isolation").unwrap_or_default();
                match (value.eq_ignore_ascii_case(now), queried) {
                    (true, _) => return Ok(()),
                    (_, true) => "SET TRANSACTION ISOLATION LEVEL must be called before any query",
                    _ => "SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction",
                }
            }
            "transaction_read_only" => {
                let only = self.settings.bool("transaction_read_only");
                match (only && matches!(value, "off" | "false" | "0" | "no"), nested) {
                    (false, _) => return Ok(()),
                    (_, true) => {
                        "cannot set transaction read-write mode inside a read-only transaction"
                    }
                    _ => "transaction read-write mode must be set before any query",
                }
            }
            "transaction_deferrable" if nested => {
                "SET TRANSACTION [NOT] DEFERRABLE cannot be called within a subtransaction"
            }
            "transaction_deferrable" => {
                "SET TRANSACTION [NOT] DEFERRABLE must be called before any query"
            }
            _ => return Ok(()),
        };
        err!(ACTIVE_SQL_TRANSACTION, "{text}")
    }

    /// Gives a new block the modes of `default_transaction_isolation`, `default_transaction_read_only`
    /// and `default_transaction_deferrable`.
    fn default_modes(&mut self) {
        let default = |mode| self.settings.raw(&format!("default_{mode}")).unwrap_or_default();
        let modes = MODES.map(|mode| default(mode).to_string());
        self.take_modes(Some(modes));
    }

    /// Warns that no transaction is open.
    fn no_transaction(&mut self) {
        self.warning(PgError::new(
            SqlState::NO_ACTIVE_SQL_TRANSACTION,
            "there is no transaction in progress",
        ));
    }

    /// Runs `COMMIT`, and returns the command tag, ROLLBACK for a block that failed. `chain`: a new
    /// block begins at once (AND CHAIN), which is refused outside of a block.
    pub(crate) fn commit_block(&mut self, chain: bool) -> Result<&'static str> {
        if chain {
            self.require_begun_block("COMMIT AND CHAIN")?;
        }
        let modes = chain.then(|| self.modes());
        let tag = match self.transaction.block {
            Block::InBlock => {
                while self.transaction.savepoints.pop().is_some() {
                    self.store.sub_commit()?;
                }
                self.commit_now()?;
                "COMMIT"
            }
            Block::Failed => {
                self.end_failed();
                "ROLLBACK"
            }
            _ => {
                self.no_transaction();
                self.commit_now()?;
                "COMMIT"
            }
        };
        self.chain(modes);
        Ok(tag)
    }

    /// Runs `ROLLBACK`: aborts the transaction, outside of a block with a warning. `chain`: a new
    /// block begins at once (AND CHAIN), which is refused outside of a block.
    pub(crate) fn rollback_block(&mut self, chain: bool) -> Result<()> {
        if chain {
            self.require_begun_block("ROLLBACK AND CHAIN")?;
        }
        let modes = chain.then(|| self.modes());
        match self.transaction.block {
            Block::InBlock => {
                while let Some(s) = self.transaction.savepoints.pop() {
                    self.sub_abort(s.saved.files);
                }
                self.abort_now();
            }
            Block::Failed => self.end_failed(),
            _ => {
                self.no_transaction();
                self.abort_now();
            }
        }
        self.chain(modes);
        Ok(())
    }

    /// With AND CHAIN, begins the next transaction block at once, in the modes of the last one.
    fn chain(&mut self, modes: Option<[String; 3]>) {
        if modes.is_some() {
            self.start_command();
            self.transaction.block = Block::InBlock;
            self.take_modes(modes);
        }
    }

    /// The values of [`MODES`] (`SaveTransactionCharacteristics`).
    fn modes(&self) -> [String; 3] {
        MODES.map(|mode| self.settings.raw(mode).unwrap_or_default().to_string())
    }

    /// Gives the transaction these values of [`MODES`] (`RestoreTransactionCharacteristics`).
    fn take_modes(&mut self, modes: Option<[String; 3]>) {
        for (mode, value) in MODES.iter().zip(modes.iter().flatten()) {
            self.settings.put(mode, value, true);
        }
    }

    /// Ends a block that failed; its top transaction may have ended already.
    fn end_failed(&mut self) {
        // The innermost savepoint's subtransaction was aborted when the error came.
        if self.transaction.savepoints.pop().is_some() {
            while let Some(s) = self.transaction.savepoints.pop() {
                self.sub_abort(s.saved.files);
            }
        }
        self.abort_now();
    }

    /// How many savepoints are open.
    pub(crate) fn savepoints_open(&self) -> usize {
        self.transaction.savepoints.len()
    }

    /// Makes a savepoint (`SAVEPOINT`); refused outside of a block.
    pub(crate) fn savepoint(&mut self, name: &str) -> Result<()> {
        self.require_begun_block("SAVEPOINT")?;
        let saved = self.save();
        self.store.sub_begin();
        self.transaction.savepoints.push(Savepoint { name: name.to_string(), saved });
        Ok(())
    }

    /// The place of the newest savepoint with this name.
    fn find_savepoint(&self, name: &str) -> Result<usize> {
        match self.transaction.savepoints.iter().rposition(|s| s.name == name) {
            Some(i) => Ok(i),
            None => {
                err!(INVALID_SAVEPOINT_SPECIFICATION, "savepoint \"{name}\" does not exist")
            }
        }
    }

    /// Runs `RELEASE SAVEPOINT`: forgets a savepoint and those after it, and keeps what was done.
    /// An unknown name is refused.
    pub(crate) fn release(&mut self, name: &str) -> Result<()> {
        self.require_begun_block("RELEASE SAVEPOINT")?;
        let i = self.find_savepoint(name)?;
        // Whether rows may be written is as before the savepoint (`CommitSubTransaction`).
        let before = &self.process.transaction.savepoints[i].saved.settings;
        let only = before.raw("transaction_read_only").unwrap_or_default().to_string();
        self.process.settings.put("transaction_read_only", &only, true);
        for _ in self.process.transaction.savepoints.drain(i..) {
            self.store.sub_commit()?;
        }
        for c in self.session.cursors.values_mut() {
            c.level = c.level.min(i);
        }
        Ok(())
    }

    /// Runs `ROLLBACK TO SAVEPOINT`: takes back what was done since; the savepoint stays.
    pub(crate) fn rollback_to(&mut self, name: &str) -> Result<()> {
        self.require_begun_block("ROLLBACK TO SAVEPOINT")?;
        let i = self.find_savepoint(name)?;
        let mut aborted = self.transaction.block == Block::Failed;
        while self.transaction.savepoints.len() > i {
            if let Some(s) = self.transaction.savepoints.pop() {
                if !std::mem::take(&mut aborted) {
                    self.sub_abort(s.saved.files);
                }
                self.restore(s.saved);
            }
        }
        self.transaction.block = Block::InBlock;
        self.session.cursors.retain(|_, c| c.level <= i);
        self.savepoint(name)
    }

    /// The catalog as of the last commit.
    pub(crate) fn committed_catalog(&self) -> &Catalog {
        self.transaction.saved.as_ref().map_or(&self.catalog, |s| &s.catalog)
    }

    /// The state of the transaction block.
    pub(crate) fn transaction_block(&self) -> Block {
        self.transaction.block
    }

    /// Emits an event.
    pub(crate) fn event(&self, make: impl FnOnce() -> Event) {
        self.store.events.emit(make);
    }

    /// Notes that a transaction committed, so that it survives a planned crash if that comes later.
    pub(super) fn note_commit(&mut self) {
        let running = self.store.stops.as_ref().is_some_and(|s| s.stopped.is_none());
        let catalog = self.catalog.clone();
        if let Some(stopping) = self.stopping.as_mut().filter(|_| running) {
            stopping.catalog = catalog;
        }
    }
}
