//! What `pg_class` says in one letter: a relation's kind and its persistence.

/// `pg_class.relkind` (`RELKIND_...`): first what has rows in pages, then what has a file, then the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelKind {
    /// An ordinary table (`RELKIND_RELATION`).
    Table,
    /// A materialized view (`RELKIND_MATVIEW`).
    MaterializedView,
    /// A TOAST table (`RELKIND_TOASTVALUE`).
    Toast,
    /// A sequence.
    Sequence,
    /// An index.
    Index,
    /// A view.
    View,
    /// A composite type (`RELKIND_COMPOSITE_TYPE`).
    Composite,
}

impl RelKind {
    const ALL: [RelKind; 7] = [
        RelKind::Table,
        RelKind::MaterializedView,
        RelKind::Toast,
        RelKind::Sequence,
        RelKind::Index,
        RelKind::View,
        RelKind::Composite,
    ];

    /// The kind with this `relkind`.
    pub fn from_char(letter: char) -> Option<RelKind> {
        Self::ALL.into_iter().find(|kind| kind.as_char() == letter)
    }
    /// The kind's `relkind`.
    pub fn as_char(self) -> char {
        match self {
            RelKind::Table => 'r',
            RelKind::MaterializedView => 'm',
            RelKind::Toast => 't',
            RelKind::Sequence => 'S',
            RelKind::Index => 'i',
            RelKind::View => 'v',
            RelKind::Composite => 'c',
        }
    }
    /// Whether relations of this kind have rows on pages (`RELKIND_HAS_TABLE_AM`).
    pub fn has_table_am(self) -> bool {
        matches!(self, RelKind::Table | RelKind::Toast | RelKind::MaterializedView)
    }
    /// Whether relations of this kind have a file (`RELKIND_HAS_STORAGE`).
    pub fn has_storage(self) -> bool {
        self.has_table_am() || matches!(self, RelKind::Index | RelKind::Sequence)
    }
}

/// How long a relation's rows last (`relpersistence`, `RELPERSISTENCE_...`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Persistence {
    /// Logged, and there after a crash.
    Permanent,
    /// Not logged: empty after a crash.
    Unlogged,
    /// One session's own, and gone with it.
    Temp,
}

impl Persistence {
    const ALL: [Persistence; 3] =
        [Persistence::Permanent, Persistence::Unlogged, Persistence::Temp];

    /// The persistence with this `relpersistence`.
    pub fn from_char(letter: char) -> Option<Persistence> {
        Self::ALL.into_iter().find(|persistence| persistence.as_char() == letter)
    }
    /// The persistence's `relpersistence`.
    pub fn as_char(self) -> char {
        match self {
            Persistence::Permanent => 'p',
            Persistence::Unlogged => 'u',
            Persistence::Temp => 't',
        }
    }
}
