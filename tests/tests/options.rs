//! Options of statements, and storage parameters: each that the engine takes was given to a real server,
//! in every spelling of a truth value, or says that it is not modelled.
//!
//! There is no list of the options: every word in the source of the commands is tried in every statement, and a word
//! that is not refused as unknown is an option of that statement.

use server::session::{Config, Session};
use sql::ast::{AlterTableCmd, DefArg, DefElem, ObjectType, Statement};
use std::collections::BTreeSet;
use toastscope_tests::scripts::{found, statements};
use toastscope_tests::{engine, house};

/// What `defGetBoolean` and `parse_bool` may be asked; the first is none at all.
const SPELLINGS: [&str; 9] = ["", "on", "off", "true", "false", "1", "0", "yes", "no"];

/// Where options stand: its name, and a statement with one in place of `@`.
const PLACES: [(&str, &str); 11] = [
    ("VACUUM", "VACUUM (@) t;"),
    ("ANALYZE", "ANALYZE (@) t;"),
    ("EXPLAIN", "EXPLAIN (@) SELECT 1;"),
    ("CLUSTER", "CLUSTER (@) t USING t_pkey;"),
    ("REINDEX", "REINDEX (@) TABLE t;"),
    ("COPY TO", "COPY t TO stdout (@);"),
    ("COPY FROM", "COPY t FROM stdin (FORMAT csv, @);"),
    ("table", "ALTER TABLE t SET (@);"),
    ("index", "ALTER INDEX t_pkey SET (@);"),
    ("view", "ALTER VIEW v SET (@);"),
    ("column", "ALTER TABLE t ALTER id SET (@);"),
];

const TABLES: &str =
    "CREATE TABLE t (id int PRIMARY KEY, v text);\nCREATE VIEW v AS SELECT id FROM t;\n";

/// A place, an option, its value in small letters.
type OptionCase = (String, String, String);

/// Notes the options of a statement, each with its value.
fn note(place: &str, options: &[DefElem], into: &mut BTreeSet<OptionCase>) {
    for d in options.iter().filter(|d| d.namespace.is_none()) {
        let value = d.arg.as_ref().map(DefArg::text).unwrap_or_default().to_ascii_lowercase();
        into.insert((place.to_string(), d.name.clone(), value));
    }
}

/// Notes the options that a statement gives.
fn given(statement: &Statement, into: &mut BTreeSet<OptionCase>) {
    match statement {
        Statement::Vacuum(s) => {
            note(if s.is_vacuum { "VACUUM" } else { "ANALYZE" }, &s.options, into);
        }
        Statement::Explain(s) => note("EXPLAIN", &s.options, into),
        Statement::Cluster(s) => note("CLUSTER", &s.params, into),
        Statement::Reindex(s) => note("REINDEX", &s.params, into),
        Statement::Copy(s) => {
            note(if s.is_from { "COPY FROM" } else { "COPY TO" }, &s.options, into)
        }
        Statement::AlterTable(s) => {
            for c in &s.commands {
                match (c, s.object_type) {
                    (AlterTableCmd::SetRelOptions(o), ObjectType::Table) => note("table", o, into),
                    (AlterTableCmd::SetRelOptions(o), ObjectType::Index) => note("index", o, into),
                    (AlterTableCmd::SetRelOptions(o), ObjectType::View) => note("view", o, into),
                    (AlterTableCmd::SetOptions { options, .. }, _) => note("column", options, into),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// The options whose answers a real server gave.
fn recorded() -> BTreeSet<OptionCase> {
    let mut all = BTreeSet::new();
    for script in found("transcripts").into_iter().filter(|s| !s.name.starts_with("engine/")) {
        for statement in statements(&script.sql()) {
            for raw in sql::parser::parse(&statement).unwrap_or_default() {
                given(&raw.stmt, &mut all);
            }
        }
    }
    all
}

/// The words in quotes in the source of the commands.
fn words() -> BTreeSet<String> {
    let is_word =
        |w: &String| !w.is_empty() && w.bytes().all(|c| c.is_ascii_lowercase() || c == b'_');
    house::literals("engine/server/src/command").into_iter().filter(is_word).collect()
}

/// The engine's answer to each statement.
fn answers(asked: &[String]) -> Vec<String> {
    let script = format!("{TABLES}{}", asked.join("\n\\.\n\\echo next\n"));
    let printed = engine::transcript("options.sql", &script);
    printed.split("\nnext\n").map(str::to_string).collect()
}

/// A statement with one option.
fn one_option(template: &str, word: &str, value: &str) -> String {
    let is_parameter = template.contains(" SET ");
    let option = match (value, is_parameter) {
        ("", _) => word.to_string(),
        (value, true) => format!("{word} = {value}"),
        (value, false) => format!("{word} {value}"),
    };
    template.replace('@', &option)
}

#[test]
fn every_option_was_given_to_a_server_in_every_spelling() {
    let _handed_down = Session::new(Config::default());
    let (recorded, words) = (recorded(), words());
    assert!(words.len() > 100, "{}", words.len());
    let mut left = Vec::new();
    let mut options = 0;
    for (place, template) in PLACES {
        let asked: Vec<String> = words.iter().map(|w| one_option(template, w, "")).collect();
        let said = answers(&asked);
        assert_eq!(said.len(), asked.len(), "{place}");
        let known = words.iter().zip(&said).filter(|(_, a)| {
            !["unrecognized", "not recognized", "syntax error"].iter().any(|no| a.contains(no))
        });
        let known: Vec<&str> = known.map(|(w, _)| w.as_str()).collect();
        assert!(!known.is_empty(), "{place} has options");
        options += known.len();
        let cases: Vec<(&str, &str)> =
            known.iter().flat_map(|w| SPELLINGS.iter().map(|s| (*w, *s))).collect();
        let asked: Vec<String> = cases.iter().map(|(w, s)| one_option(template, w, s)).collect();
        for ((word, value), answer) in cases.iter().zip(answers(&asked)) {
            let case = (place.to_string(), (*word).to_string(), (*value).to_string());
            if !recorded.contains(&case) && !answer.contains("not modelled") {
                left.push(format!("{place} ({word} {value})"));
            }
        }
    }
    assert!(options > 60, "{options}");
    assert!(left.is_empty(), "taken, and given to no server: {}", left.join(", "));
}
