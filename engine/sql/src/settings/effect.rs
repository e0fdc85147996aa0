//! What setting a parameter does here. PostgreSQL has some 350. Among those that nothing here reads, some
//! change nothing that a session could see (where the server's log goes, how connections are made,
//! limits that one session does not meet, parallel plans, partitions and JIT, which nothing uses while the
//! parameters that ask for them keep their values). The others keep the value that the model was made for:
//! anything else is refused. The column `effect` of `settings.tsv` says which is which.

use super::Definition;
use storage::err;
use storage::error::Result;

/// What setting a parameter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `m`: what it does in the server.
    Modelled,
    /// `u`: nothing that a session could see, there as here.
    Unseen,
    /// `f`: it keeps its value.
    Fixed,
}

/// Checks that the model supports a valid value.
pub(super) fn allowed(d: &Definition, value: String) -> Result<String> {
    let fits = match (d.effect, d.name) {
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
