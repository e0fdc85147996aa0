//! What differs between the servers that are modelled, as one value.
//!
//! Which server that is says `toastscope.server`; toasters, the executor and commands do not ask for its
//! name but for what it can do. A server more is one more constant here.
//!
//! | server | what it is |
//! |---|---|
//! | `15` | PostgreSQL 15 as released; toasters come with CREATE EXTENSION |
//! | `toasters` | the Toaster API's branch with both extensions installed |
//! | `strategies` | the prototype of 2021: no API, but jsonb and bytea columns of all tables are stored by its improvements as its settings say |

/// What a server can do about long values that not all can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The extensions `bytea_toaster` and `jsonb_toaster` are installed from the start.
    pub installed_toasters: bool,
    /// STORAGE stands in a column's definition, and TAPAS is one of its words.
    pub tapas_storage: bool,
    /// Columns without a toaster keep the beginning of what moves out in the row (`tapas`).
    pub tapas_pointers: bool,
    /// EXTERNAL bytea columns without a toaster can be appended to in place.
    pub appendable_bytea: bool,
    /// Chunks of a document's fields begin with the version they were written in.
    pub versioned_fields: bool,
    /// The jsonb strategies have settings of their own (`jsonb_toast_fields` and its kin).
    pub strategy_settings: bool,
    /// Documents of every jsonb column are laid out for look-ups and read by parts, not only those of
    /// columns with a toaster.
    pub lazy_documents: bool,
    /// Without an inline beginning a document has the default toaster's pointer, also where the
    /// document as a whole is asked for.
    pub plain_pointers: bool,
    /// A page of chunks that was read by parts stays pinned until the row's memory is freed.
    pub pinned_chunks: bool,
    /// UPDATE is given the whole old row by the plan below it and does not fetch it again, as it was
    /// before PostgreSQL 14 (`ExecModifyTable`).
    pub whole_old_row: bool,
}

impl Capabilities {
    /// PostgreSQL 15 as released.
    pub const POSTGRES_15: Capabilities = Capabilities {
        installed_toasters: false,
        tapas_storage: false,
        tapas_pointers: false,
        appendable_bytea: false,
        versioned_fields: false,
        strategy_settings: false,
        lazy_documents: false,
        plain_pointers: false,
        pinned_chunks: false,
        whole_old_row: false,
    };
    /// The Toaster API's branch.
    pub const TOASTERS: Capabilities = Capabilities {
        installed_toasters: true,
        lazy_documents: true,
        plain_pointers: true,
        pinned_chunks: true,
        ..Capabilities::POSTGRES_15
    };
    /// The prototype of 2021.
    pub const STRATEGIES: Capabilities = Capabilities {
        tapas_storage: true,
        tapas_pointers: true,
        appendable_bytea: true,
        versioned_fields: true,
        strategy_settings: true,
        lazy_documents: true,
        whole_old_row: true,
        ..Capabilities::POSTGRES_15
    };
    /// The servers by their names in `toastscope.server`; the first is what there is by default.
    pub const SERVERS: [(&'static str, Capabilities); 3] = [
        ("15", Capabilities::POSTGRES_15),
        ("toasters", Capabilities::TOASTERS),
        ("strategies", Capabilities::STRATEGIES),
    ];

    /// The capabilities of the server with this name; those of PostgreSQL 15 if there is no such
    /// server.
    pub fn of_server(name: &str) -> Capabilities {
        let found = Capabilities::SERVERS.iter().find(|(n, _)| *n == name);
        found.map_or(Capabilities::POSTGRES_15, |(_, c)| *c)
    }
}

#[cfg(test)]
mod tests {
    use super::Capabilities;

    #[test]
    fn a_server_is_found_by_its_name() {
        for (name, capabilities) in Capabilities::SERVERS {
            assert_eq!(Capabilities::of_server(name), capabilities, "{name}");
        }
        assert_eq!(Capabilities::of_server("9.6"), Capabilities::POSTGRES_15);
    }
}
