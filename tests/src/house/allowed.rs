//! The list of what is still to be put right.

use super::{read, root};
use std::fs;

/// What is allowed although it is not as it should be: `tests/house/allowed.txt`, which may only
/// shrink.
pub struct Allowed {
    lines: Vec<String>,
}

/// How what was found differs from what is allowed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Complaints {
    /// Found, and not allowed.
    pub new: Vec<String>,
    /// Allowed, and no longer there.
    pub stale: Vec<String>,
}

impl Allowed {
    const FILE: &str = "tests/house/allowed.txt";

    /// Reads the list.
    pub fn load() -> Allowed {
        Allowed::of(&read(Allowed::FILE))
    }

    /// Parses the list: on each line an entry after a word for its kind; `#` starts a comment.
    pub fn of(text: &str) -> Allowed {
        Allowed { lines: text.lines().map(str::to_owned).collect() }
    }

    /// The entries of a kind.
    pub fn entries(&self, kind: &str) -> Vec<&str> {
        let entry = |line: &'_ str| -> bool { line.split(' ').next() == Some(kind) };
        let all = self.lines.iter().filter(|line| entry(line));
        all.map(|line| line[kind.len()..].trim()).collect()
    }

    /// Compares findings with the allowed entries of a kind.
    pub fn compare(&self, kind: &str, found: &[String]) -> Complaints {
        let allowed = self.entries(kind);
        let new = found.iter().filter(|f| !allowed.contains(&f.as_str())).cloned().collect();
        let gone = allowed.iter().filter(|a| !found.iter().any(|f| f == *a));
        Complaints { new, stale: gone.map(|a| (*a).to_owned()).collect() }
    }

    /// Fails if findings and allowed entries of a kind differ, and says what to do. With `UPDATE_HOUSE`
    /// in the environment, entries that are no longer needed are removed from the file; none is ever
    /// added.
    ///
    /// # Panics
    /// If something new was found, or an entry is no longer needed.
    pub fn hold(kind: &str, found: &[String], rule: &str) {
        let Complaints { new, stale } = Allowed::load().compare(kind, found);
        println!("{rule}: {} known exceptions", found.len() - new.len());
        assert!(new.is_empty(), "{rule}. New:\n  {}", new.join("\n  "));
        if !stale.is_empty() && std::env::var_os("UPDATE_HOUSE").is_some() {
            Allowed::load().without(kind, &stale);
            return;
        }
        assert!(
            stale.is_empty(),
            "well done; take these {kind} entries out of {} (UPDATE_HOUSE=1 does):\n  {}",
            Allowed::FILE,
            stale.join("\n  ")
        );
    }

    /// Writes the list without the entries that no longer hold.
    fn without(&self, kind: &str, stale: &[String]) {
        let keep = |line: &&String| !stale.iter().any(|s| **line == format!("{kind} {s}"));
        let lines: Vec<&str> = self.lines.iter().filter(keep).map(String::as_str).collect();
        fs::write(root().join(Allowed::FILE), lines.join("\n") + "\n").expect("a writable file");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_tells_what_is_new_and_what_is_stale() {
        let allowed = Allowed::of("# why\nimport a -> b\nlong x 900\n");
        let found = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        assert_eq!(allowed.compare("import", &found(&["a -> b"])), Complaints::default());
        let both = allowed.compare("import", &found(&["c -> d"]));
        assert_eq!((both.new, both.stale), (found(&["c -> d"]), found(&["a -> b"])));
    }
}
