//! What differs between the PostgreSQL versions that are modelled, as one value: a [`Release`].
//!
//! | part | what |
//! |---|---|
//! | `table` | the table of differences: a row each, with what every version does |
//! | `kinds` | the ways of doing a thing that the rows choose from |
//!
//! The store, the settings and the log hold the release of their server. Code asks it for one thing it needs to
//! know, as `release.prune_records == PruneRecords::Unified`, and never for a version's number: so what a version
//! does is read in the table, and a version more is a column more.

mod kinds;
mod table;

pub use kinds::*;
pub use table::{DIFFERENCES, Release};

use crate::ids::TransactionId;

/// A row of the table, as documents show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field of [`Release`].
    pub name: &'static str,
    /// What 15, 16, 17 and 18 have there, as the table writes it.
    pub values: [&'static str; 4],
    /// What it changes.
    pub changes: &'static str,
    /// Where PostgreSQL does it: a file, a function, a commit.
    pub source: &'static str,
    /// The recordings that hold it, in `tests/transcripts`.
    pub recording: &'static str,
}

impl Difference {
    /// What the release at this index does in this respect, as a short name: `PruneRecords::Split`
    /// is `Split`.
    pub fn value(&self, version: usize) -> &'static str {
        let written = self.values[version];
        written.rsplit("::").next().unwrap_or(written).trim()
    }
}

/// The versions' names, as `toastscope.server` has them; the first is what there is by default.
pub const VERSIONS: [&str; 4] = ["15", "16", "17", "18"];

static RELEASES: [Release; 4] =
    [Release::column(0), Release::column(1), Release::column(2), Release::column(3)];

impl Release {
    /// The release of a server by its name; the prototype servers are of PostgreSQL 15.
    pub fn of_server(name: &str) -> &'static Release {
        &RELEASES[VERSIONS.iter().position(|v| *v == name).unwrap_or(0)]
    }
    /// The major version: `17`.
    pub fn major(&self) -> &'static str {
        self.server_version.split('.').next().unwrap_or_default()
    }
    /// The oldest transaction id whose end a fresh cluster knows (`oldestXid` of the control file): where initdb's VACUUM
    /// FREEZE of template1 ran, twelve transactions before the first of a session.
    pub fn oldest_xid(&self) -> TransactionId {
        TransactionId(self.first_xid.0 - 12)
    }
    /// The place of this release among [`VERSIONS`].
    pub fn place(&self) -> usize {
        VERSIONS.iter().position(|v| *v == self.major()).unwrap_or(0)
    }
    /// Whether there is in this release what data says to be there since `version`: lists of names give it with each.
    pub fn has_since(&self, version: &str) -> bool {
        VERSIONS.iter().position(|v| *v == version).is_some_and(|first| first <= self.place())
    }
    /// The version of an extension in this release; `usual` is its version in 15.
    pub fn extension_version<'a>(&self, name: &str, usual: &'a str) -> &'a str
    where
        'static: 'a,
    {
        let mut words = self.extension_versions.split(' ');
        words.find(|word| *word == name).and_then(|_| words.next()).unwrap_or(usual)
    }
    /// The release whose WAL pages have this magic number (`XLOG_PAGE_MAGIC`).
    pub fn of_log_page(magic: u16) -> Option<&'static Release> {
        RELEASES.iter().find(|r| r.log_page_magic == magic)
    }
}

impl Default for &'static Release {
    fn default() -> Self {
        &RELEASES[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_found_by_its_server_and_by_its_log() {
        for name in VERSIONS {
            let release = Release::of_server(name);
            assert!(release.server_version.starts_with(name));
            assert_eq!(Release::of_log_page(release.log_page_magic), Some(release));
        }
        assert_eq!(Release::of_server("toasters"), Release::of_server("15"));
        assert_eq!(Release::of_log_page(0), None);
    }

    #[test]
    fn every_row_differs_somewhere_and_says_what_and_whence() {
        for d in DIFFERENCES {
            assert!(d.values.iter().any(|v| *v != d.values[0]), "{}", d.name);
            assert!(!d.changes.is_empty() && !d.source.is_empty(), "{}", d.name);
        }
    }
}
