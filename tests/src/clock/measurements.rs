//! Measured times in a file, so that prices can be fitted again without a server, also when work is counted in
//! another way: a line for each statement. The counts after it are for the eye; they are made anew.
//!
//! ```text
//! # postgres (PostgreSQL) 15.13, AMD EPYC, ...                 the machine that they were measured on
//! milliseconds  median  script  message  statement     message  relation_opened  ...
//! 0.034         0.036   joins   12       SELECT 1;      1        0
//! ```

use super::paired_run::{Message, PairedSample};
use std::collections::BTreeMap;
use storage::clock::Kind;

/// Characters of a statement that are kept.
const STATEMENT: usize = 150;

/// The text of a file of measurements on a machine.
pub fn to_text(machine: &str, samples: &[PairedSample]) -> String {
    let mut text = format!("# {machine}\nmilliseconds\tmedian\tscript\tmessage\tstatement");
    Kind::ALL.iter().for_each(|k| text.push_str(&format!("\t{}", k.name())));
    for s in samples {
        let (least, median) = (s.milliseconds(), s.milliseconds() * s.spread());
        let (script, number) = &s.place;
        text += &format!("\n{least}\t{median}\t{script}\t{number}\t{}", short(&s.sql));
        Kind::ALL.iter().for_each(|k| text.push_str(&format!("\t{}", s.work.of(*k))));
    }
    text
}

/// The beginning of a statement, on one line.
fn short(sql: &str) -> String {
    sql.chars().take(STATEMENT).collect::<String>().replace(['\n', '\t'], " ")
}

/// What was measured.
pub struct Measurements {
    /// On which machine.
    pub machine: String,
    /// By script and message the statement, the least of the rounds and their median.
    times: BTreeMap<(String, usize), (String, f64, f64)>,
}

impl Measurements {
    /// Reads a file of measurements.
    ///
    /// # Errors
    /// The number of the line that is not a sample.
    pub fn parse(text: &str) -> Result<Measurements, String> {
        let machine = text.lines().next().and_then(|line| line.strip_prefix("# "));
        let machine = machine.ok_or("line 1: this names no machine")?.to_owned();
        let mut times = BTreeMap::new();
        for (number, line) in text.lines().enumerate().skip(2) {
            let wrong = || format!("line {}: this is no sample", number + 1);
            let fields: Vec<&str> = line.split('\t').collect();
            let [least, median, script, message, sql, ..] = &fields[..] else {
                return Err(wrong());
            };
            let time = |text: &str| text.parse::<f64>().map_err(|_| wrong());
            let place = ((*script).to_owned(), message.parse().map_err(|_| wrong())?);
            times.insert(place, ((*sql).to_owned(), time(least)?, time(median)?));
        }
        Ok(Measurements { machine, times })
    }

    /// For each of a script's messages three times, in place of the rounds' own, which the file does
    /// not have: their least is the least measured, their median the median measured. None for a
    /// message that is not in the file, or has another text there.
    pub fn times(&self, script: &str, messages: &[Message]) -> Vec<Vec<f64>> {
        let time = |(number, message): (usize, &Message)| match self
            .times
            .get(&(script.to_owned(), number))
        {
            Some((sql, least, median)) if *sql == short(message.text()) => {
                vec![*least, *median, *median]
            }
            _ => Vec::new(),
        };
        messages.iter().enumerate().map(time).collect()
    }
}
