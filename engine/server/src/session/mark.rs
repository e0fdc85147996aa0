//! Going back: the whole state of a session between two statements, kept and put back.
//!
//! Pages are shared until one side writes, and the catalog is a value, so a [`Mark`] costs one
//! reference count a page and no more memory than what is changed after it.
//!
//! ```text
//! INSERT ...          mark          UPDATE ...              restore
//!   page 0 --------- shared -------- page 0 (copied, changed)   page 0 as it was
//! ```
//!
//! What relations remember beside their definition (where the last insertion went, the cached
//! metapage, `reltuples`) is copied too, since it decides where the next row goes.

use crate::backend::{KeyQuery, Prepared, Statements, StoppedCommit, Transaction};

use super::{Instance, Session};
use crate::catalog::{Catalog, FIRST_NORMAL_OID, SequenceState};
use sql::settings::Settings;
use std::rc::Rc;
use storage::clock::RecentWork;
use storage::heap::RelState;
use storage::ids::Oid;
use storage::map::SortedMap;
use storage::store::Store;
use storage::tuple::TupleDesc;
use storage::types::random::Prng;

/// A session's state between two statements.
pub struct Mark {
    store: Store,
    catalog: Catalog,
    states: Vec<(Rc<RelState>, RelState)>,
    sequences: Vec<(Rc<SequenceState>, SequenceState)>,
    settings: Settings,
    transaction: Transaction,
    stopping: Option<StoppedCommit>,
    prepared: SortedMap<String, Rc<Prepared>>,
    custom_plans: Vec<((Oid, Oid, usize), i64)>,
    key_queries: SortedMap<(Oid, &'static str), Rc<KeyQuery>>,
    system_file: SortedMap<String, String>,
    recent_work: RecentWork,
    statements: Option<Statements>,
    reload_in: Option<u32>,
    last_sequence: Option<Oid>,
    row_types: Vec<Rc<TupleDesc>>,
    random: Prng,
}

impl Instance {
    /// Copies the state of the session and of its server.
    fn mark(&self) -> Mark {
        let users = || self.catalog.classes().range(Oid(FIRST_NORMAL_OID)..).map(|(_, c)| c);
        let sequences = users().filter_map(|c| c.sequence.as_ref());
        Mark {
            store: self.store.clone(),
            catalog: self.catalog.clone(),
            states: users()
                .map(|c| &c.state)
                .chain(self.catalog.stored().states())
                .map(|s| (Rc::clone(s), RelState::clone(s)))
                .collect(),
            sequences: sequences
                .map(|s| (Rc::clone(&s.state), SequenceState::clone(&s.state)))
                .collect(),
            settings: self.settings.clone(),
            transaction: self.transaction.clone(),
            stopping: self.stopping.clone(),
            prepared: self.session.prepared.clone(),
            custom_plans: self.session.custom_plans.clone(),
            key_queries: self.session.key_queries.clone(),
            system_file: self.cluster.system_file.clone(),
            recent_work: self.session.recent_work.clone(),
            statements: self.cluster.statements.clone(),
            reload_in: self.session.reload_in,
            last_sequence: self.session.last_sequence,
            row_types: self.session.row_types.clone(),
            random: self.session.random,
        }
    }

    /// Puts the state of the mark back.
    fn return_to(&mut self, mark: &Mark) {
        // What work costs is no part of what happened.
        let prices = std::rc::Rc::clone(&self.store.prices);
        self.store = mark.store.clone();
        self.store.prices = prices;
        self.catalog = mark.catalog.clone();
        for (state, kept) in &mark.states {
            state.put(kept);
        }
        for (state, kept) in &mark.sequences {
            state.put(kept);
        }
        self.settings = mark.settings.clone();
        self.transaction = mark.transaction.clone();
        self.session.prepared = mark.prepared.clone();
        self.session.custom_plans = mark.custom_plans.clone();
        self.session.key_queries = mark.key_queries.clone();
        self.cluster.system_file = mark.system_file.clone();
        self.session.recent_work = mark.recent_work.clone();
        self.cluster.statements = mark.statements.clone();
        self.session.reload_in = mark.reload_in;
        self.session.last_sequence = mark.last_sequence;
        self.session.row_types = mark.row_types.clone();
        self.session.random = mark.random;
        self.client.notices.clear();
        self.client.copy_statement = None;
        self.client.copy_data = None;
        self.session.function_depth = 0;
        self.session.sql_bodies.clear();
        self.stopping = mark.stopping.clone();
    }
}

impl Session {
    /// Saves the whole state of the session. Call it between statements.
    pub fn mark(&self) -> Mark {
        self.backend.mark()
    }
    /// Restores a saved state; it can be restored again.
    pub fn restore(&mut self, mark: &Mark) {
        self.backend.return_to(mark);
    }
}

#[cfg(test)]
mod tests {
    use crate::session::{Config, Reply, Session};

    fn run(s: &mut Session, sql: &str) -> String {
        let rows = s.execute(sql).into_iter().find_map(|o| match o {
            Reply::Rows { rows, .. } => rows[0][0].clone(),
            Reply::Error(e) => Some(e.message.clone()),
            _ => None,
        });
        rows.unwrap_or_default()
    }

    const PLACES: &str =
        "SELECT string_agg(ctid::text || ' ' || xmin::text || ' ' || id, ';') FROM t";

    #[test]
    fn what_is_done_again_after_going_back_gives_the_same() {
        let mut s = Session::new(Config::default());
        run(&mut s, "CREATE TABLE t (id int PRIMARY KEY, b text)");
        run(&mut s, "INSERT INTO t SELECT i, repeat('x', i * 100) FROM generate_series(1, 60) i");
        let before = run(&mut s, PLACES);
        let mark = s.mark();
        let mut seen = Vec::new();
        for _ in 0..2 {
            run(&mut s, "UPDATE t SET b = repeat('y', 3000) WHERE id % 2 = 0");
            run(&mut s, "VACUUM t");
            run(&mut s, "INSERT INTO t VALUES (61, 'z')");
            run(&mut s, "CREATE TABLE u AS SELECT random() AS r");
            seen.push((run(&mut s, PLACES), run(&mut s, "SELECT r FROM u")));
            s.restore(&mark);
            assert_eq!(run(&mut s, PLACES), before);
            assert_eq!(run(&mut s, "SELECT r FROM u"), "relation \"u\" does not exist");
        }
        assert_eq!(seen[0], seen[1]);
        assert_ne!(seen[0].0, before);
    }

    #[test]
    fn an_open_transaction_is_gone_back_to_as_well() {
        let mut s = Session::new(Config::default());
        run(&mut s, "CREATE TABLE t (id int)");
        run(&mut s, "BEGIN");
        run(&mut s, "INSERT INTO t VALUES (1)");
        let mark = s.mark();
        run(&mut s, "COMMIT");
        s.restore(&mark);
        assert_eq!(run(&mut s, "SELECT count(*) FROM t"), "1");
        run(&mut s, "ROLLBACK");
        assert_eq!(run(&mut s, "SELECT count(*) FROM t"), "0");
    }
}
