//! The text of `docs/scoreboard.md`.

use crate::statements::Verdict;
use std::collections::BTreeMap;
use toastscope_tests::prototypes::{Pair, cost};

/// How one of PostgreSQL's scripts went.
#[derive(Clone, Debug)]
pub struct SuiteResult {
    name: &'static str,
    verdicts: BTreeMap<Verdict, usize>,
    /// How many differences each reason explains.
    reasons: BTreeMap<&'static str, usize>,
}

/// All that the document says.
#[derive(Debug)]
pub struct Document {
    /// The server's release: `15.18`.
    pub release: String,
    /// The commit of PostgreSQL's source, and its day.
    pub source: String,
    pub suites: Vec<SuiteResult>,
    /// How many recorded transcripts are equal, of how many.
    pub transcripts: (usize, usize),
    /// The statements of the cases that people reported.
    pub cases: Vec<Pair>,
    /// What `oracle` counted of random programs.
    pub programs: String,
    /// What `oracle` counted of random queries.
    pub queries: String,
    /// What `oracle` counted of calls of functions.
    pub calls: String,
    /// What `fuzz` counted, a line for each target.
    pub fuzzing: Vec<String>,
}

const HEAD: &str = "# Scoreboard

Written by `npm run scoreboard -- --source FOLDER`, where FOLDER is a checkout of PostgreSQL's source. It runs tests that
others wrote on a live server and on the engine, and counts.

- **equal**: the same lines;
- **refused**: the engine names what it does not model, or the refused statement that this one needs;
- **different**: anything else, each with its reason below.
";

impl SuiteResult {
    /// A script of which nothing is counted yet.
    pub fn new(name: &'static str) -> SuiteResult {
        SuiteResult { name, verdicts: BTreeMap::new(), reasons: BTreeMap::new() }
    }

    /// Counts a statement, with the reason of its difference if there is one.
    pub fn count(&mut self, verdict: Verdict, reason: Option<&'static str>) {
        *self.verdicts.entry(verdict).or_default() += 1;
        if let Some(reason) = reason {
            *self.reasons.entry(reason).or_default() += 1;
        }
    }

    fn number(&self, verdict: Verdict) -> usize {
        self.verdicts.get(&verdict).copied().unwrap_or_default()
    }
}

impl Document {
    /// The document, in Markdown.
    pub fn text(&self) -> String {
        let Document {
            release, source, transcripts: (equal, all), programs, queries, calls, ..
        } = self;
        format!(
            "{HEAD}
The server is PostgreSQL {release}, the source {source}.

## PostgreSQL's own scripts about storage

{}
### Why they differ

{}
## Reported cases

Scripts after reports of users (`tests/transcripts/cases`), recorded on the server: buffers of each EXPLAIN.

{}
## Ours

- Recorded transcripts on 15 to 18: {equal} of {all} equal.
- Random programs: {programs}.
- Random queries: {queries}.
- Calls of functions: {calls}.

## Changed inputs

What `npm run fuzz` ran: each target with inputs that were changed at random, against a panic and a hang.

{}",
            self.suites_table(),
            self.reasons_table(),
            self.cases_table(),
            self.fuzzing.iter().map(|line| format!("- {line}\n")).collect::<String>()
        )
    }

    fn suites_table(&self) -> String {
        let verdicts = [Verdict::Equal, Verdict::Refused, Verdict::Different];
        let row = |name: &str, numbers: [usize; 3]| {
            let [equal, refused, different] = numbers;
            format!(
                "| {name} | {} | {equal} | {refused} | {different} |\n",
                numbers.iter().sum::<usize>()
            )
        };
        let mut text = "| script | statements | equal | refused | different |\n| --- | --: | --: | --: | --: |\n".to_owned();
        let mut totals = [0; 3];
        for suite in &self.suites {
            let numbers = verdicts.map(|verdict| suite.number(verdict));
            totals.iter_mut().zip(numbers).for_each(|(total, n)| *total += n);
            text.push_str(&row(suite.name, numbers));
        }
        text.push_str(&row("**all**", totals));
        text
    }

    fn reasons_table(&self) -> String {
        let mut text = "| script | statements | reason |\n| --- | --: | --- |\n".to_owned();
        for suite in &self.suites {
            for (reason, n) in &suite.reasons {
                text.push_str(&format!("| {} | {n} | {reason} |\n", suite.name));
            }
        }
        text
    }

    fn cases_table(&self) -> String {
        let mut text =
            "| case | statement | server | engine |\n| --- | --- | --: | --: |\n".to_owned();
        for pair in &self.cases {
            let (Some(theirs), Some(ours)) = (cost(&pair.theirs), cost(&pair.ours)) else {
                continue;
            };
            let sql = on_one_line(&pair.sql);
            text.push_str(&format!(
                "| {} | `{sql}` | {} | {} |\n",
                pair.script, theirs.buffers, ours.buffers
            ));
        }
        text
    }
}

/// The longest statement that a cell of the table holds, in characters.
const WIDTH: usize = 100;

/// A statement on one line and without the options of its EXPLAIN, cut where it is too long for a cell.
fn on_one_line(sql: &str) -> String {
    let words: Vec<&str> = sql.split_whitespace().collect();
    let text = words.join(" ");
    let statement = text.split_once("OFF) ").map_or(text.as_str(), |(_, statement)| statement);
    let statement = statement.trim_end_matches(';').replace('|', "\\|");
    if statement.chars().count() <= WIDTH {
        return statement;
    }
    statement.chars().take(WIDTH).chain("…".chars()).collect()
}
