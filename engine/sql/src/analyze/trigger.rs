//! Triggers (`pg_trigger`), kept with their table in the order they fire: by name.

use crate::ast::trigger;
use crate::expr::Expr;
use std::rc::Rc;
use storage::ids::{AttrNumber, Oid};

/// A trigger.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// Its OID.
    pub oid: Oid,
    /// Its name (`tgname`).
    pub name: String,
    /// The OID of the function it calls (`tgfoid`).
    pub function: Oid,
    /// When it fires, as bits: see the constants (`tgtype`).
    pub kind: i16,
    /// Whether it fires: O (yes), D (no), A (always), R (on a replica) (`tgenabled`).
    pub enabled: char,
    /// The columns of UPDATE OF; empty for any (`tgattr`).
    pub columns: Vec<AttrNumber>,
    /// The arguments given to the function (`tgargs`).
    pub args: Vec<String>,
    /// The condition of WHEN, over the old row (RTE 1) and the new one (RTE 2) (`tgqual`).
    pub when: Option<Rc<Expr>>,
}

impl Trigger {
    /// It fires for each row, and not once for a statement (`TRIGGER_TYPE_ROW`).
    pub const ROW: i16 = trigger::ROW;
    /// It fires before the event (`TRIGGER_TYPE_BEFORE`).
    pub const BEFORE: i16 = trigger::BEFORE;
    /// It fires for INSERT (`TRIGGER_TYPE_INSERT`).
    pub const INSERT: i16 = trigger::INSERT;
    /// It fires for DELETE (`TRIGGER_TYPE_DELETE`).
    pub const DELETE: i16 = trigger::DELETE;
    /// It fires for UPDATE (`TRIGGER_TYPE_UPDATE`).
    pub const UPDATE: i16 = trigger::UPDATE;
    /// It fires for TRUNCATE (`TRIGGER_TYPE_TRUNCATE`).
    pub const TRUNCATE: i16 = trigger::TRUNCATE;
    /// It fires instead of the event, on a view (`TRIGGER_TYPE_INSTEAD`).
    pub const INSTEAD: i16 = trigger::INSTEAD;

    /// OID of `suppress_redundant_updates_trigger()`, the only trigger function that is built in.
    pub const SUPPRESS_REDUNDANT: Oid = Oid(1291);
    /// Its name.
    pub const SUPPRESS_REDUNDANT_NAME: &'static str = "suppress_redundant_updates_trigger";

    /// Whether all of these bits of `tgtype` are set.
    pub fn is(&self, bits: i16) -> bool {
        self.kind & bits == bits
    }

    /// Words of the events, in the order `pg_get_triggerdef` has them.
    pub const EVENTS: [(i16, &'static str); 4] = [
        (Trigger::INSERT, "INSERT"),
        (Trigger::DELETE, "DELETE"),
        (Trigger::UPDATE, "UPDATE"),
        (Trigger::TRUNCATE, "TRUNCATE"),
    ];

    /// An event's word: INSERT, UPDATE, DELETE or TRUNCATE.
    pub fn event_word(event: i16) -> &'static str {
        Trigger::EVENTS.iter().find(|e| e.0 == event).map_or("", |e| e.1)
    }
}
