//! Reads what psql printed: sections between marker lines, errors, and the figures of EXPLAIN.

use serde::Serialize;

/// The beginning of each script. It sets unaligned output without column names, with tabs between values; and scans
/// that begin with the table's first page, even while another session scans the table.
pub const PLAIN: &str = "\\pset format unaligned\n\\pset tuples_only on\n\\pset fieldsep '\\t'\n\
    SET synchronize_seqscans = off;\nSET enable_seqscan = on;\nSET enable_bitmapscan = on;\n";

/// The `\echo` line with which a script begins a section of its output.
pub fn mark(name: &str) -> String {
    format!("\\echo @@ {name}\n")
}

/// The sections of an answer: their names and lines.
pub fn sections(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("@@ ") {
            all.push((name, Vec::new()));
        } else if let Some((_, lines)) = all.last_mut()
            && !line.is_empty()
        {
            lines.push(line);
        }
    }
    all
}

/// The message of the first error in what psql printed.
pub fn error(text: &str) -> Option<String> {
    let is_error = |line: &&str| line.starts_with("psql:") || line.starts_with("ERROR:");
    let lines = text.lines().filter(is_error);
    lines.filter_map(|line| line.split_once("ERROR:  ")).map(|(_, why)| why.to_owned()).next()
}

/// The line of COPY's data that an error is about, from 1.
pub fn copy_line(text: &str) -> Option<usize> {
    let context = text.lines().find(|line| line.starts_with("CONTEXT:  COPY "))?;
    let (_, after) = context.split_once(", line ")?;
    let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    after[..end].parse().ok()
}

/// What a statement took, by EXPLAIN (ANALYZE, BUFFERS, WAL); several statements are added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Statements, or the rows that one looked up or changed.
    pub count: u32,
    /// How many buffers were hit or read.
    pub buffers: u64,
    /// How many records the log got.
    pub records: u64,
    /// How many bytes those have.
    pub wal: u64,
    /// Milliseconds: modelled by the engine, measured by a live server.
    pub ms: f64,
}

impl Cost {
    /// Adds up the buffers, log bytes and times of all plans in a section.
    pub fn read(lines: &[&str]) -> Cost {
        let mut cost = Cost::default();
        let (mut buffers, mut wal) = (false, false);
        for line in lines {
            let line = line.trim();
            if let Some(time) = line.strip_prefix("Execution Time: ") {
                cost.ms += time.trim_end_matches(" ms").parse::<f64>().unwrap_or(0.0);
                cost.count += 1;
                (buffers, wal) = (false, false);
            } else if line.starts_with("->") || line.starts_with("Planning") {
                // A node's own follow its line; the first node's, which hold all below it, come first.
                (buffers, wal) = (true, true);
            } else if let Some(said) = line.strip_prefix("Buffers: shared ") {
                if !std::mem::replace(&mut buffers, true) {
                    cost.buffers += number(said, "hit=") + number(said, "read=");
                }
            } else if let Some(said) = line.strip_prefix("WAL: ")
                && !std::mem::replace(&mut wal, true)
            {
                cost.records += number(said, "records=");
                cost.wal += number(said, "bytes=");
            }
        }
        cost
    }

    /// The average of a figure over the plans that were added up.
    pub fn mean(&self, total: impl Fn(&Cost) -> f64) -> f64 {
        total(self) / f64::from(self.count.max(1))
    }
}

/// The number after `name` in a line of EXPLAIN; 0 without one.
fn number(said: &str, name: &str) -> u64 {
    let value = said.split(' ').find_map(|word| word.strip_prefix(name));
    value.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_node_of_each_plan_counts() {
        let text = "\
Update on t  (cost=0.15..8.17 rows=0 width=0) (actual time=0.012..0.012 rows=0 loops=1)
  Buffers: shared hit=6 read=1 dirtied=2
  WAL: records=3 fpi=1 bytes=178
  ->  Index Scan using t_pkey on t  (cost=0.15..8.17 rows=1 width=38)
        Index Cond: (id = 5)
        Buffers: shared hit=4
        WAL: records=1 bytes=56
Planning:
  Buffers: shared hit=9
Planning Time: 0.004 ms
Execution Time: 0.013 ms
Seq Scan on t  (cost=0.00..1.00 rows=1 width=4) (actual time=0.001..0.001 rows=1 loops=1)
  Buffers: shared hit=2
Planning Time: 0.004 ms
Execution Time: 0.002 ms";
        let lines: Vec<&str> = text.lines().collect();
        let expected = Cost { count: 2, buffers: 9, records: 3, wal: 178, ms: 0.015 };
        assert_eq!(Cost::read(&lines), expected);
    }

    #[test]
    fn sections_begin_at_their_marks() {
        let all = sections("noise\n@@ one\n1\t2\n\n@@ two\n");
        assert_eq!(all, [("one", vec!["1\t2"]), ("two", vec![])]);
    }
}
