//! Checks that the engine does what it accepts. Each statement and word of the grammar, each
//! function, type, setting and extension must be in a script whose output was recorded on a real
//! server, or in `engine/not-modelled`, where each statement is refused or says that it is not
//! modelled. What is in neither would be accepted although nobody has looked at it; the tests list
//! it, and the list must be empty.

use server::session::{Config, Session};
use sql::lexer::keywords::lookup;
use sql::settings::{self, Effect};
use std::collections::BTreeSet;
use toastscope_tests::scripts::{Script, found, statements};
use toastscope_tests::{engine, house};

/// The script whose statements are refused, or marked.
const REFUSED: &str = "engine/not-modelled";

/// The scripts whose output was recorded on a real server.
fn recorded() -> Vec<Script> {
    found("transcripts").into_iter().filter(|s| !s.name.starts_with("engine/")).collect()
}

/// Adds the words of a script to a set, without comments and psql's commands.
fn words_of(text: &str, into: &mut BTreeSet<String>) {
    for line in text.lines().filter(|l| !l.starts_with('\\')) {
        let code = line.split("--").next().unwrap_or_default().to_ascii_lowercase();
        let words = code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        into.extend(words.filter(|w| !w.is_empty()).map(str::to_string));
    }
}

/// All words of these scripts.
fn words(scripts: &[Script]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    scripts.iter().for_each(|s| words_of(&s.sql(), &mut all));
    all
}

/// The words of all scripts; everything the engine accepts must be among them.
fn covered() -> BTreeSet<String> {
    words(&found("transcripts"))
}

/// Fails if something is left.
fn nothing(what: &str, left: Vec<String>) {
    assert!(left.is_empty(), "{what} accepted, and in no transcript: {}", left.join(" "));
}

/// The keywords that the parser's source compares with.
fn parsed_words() -> BTreeSet<String> {
    let literals = house::literals("engine/sql/src/parser");
    literals.into_iter().filter(|w| lookup(w).is_some()).collect()
}

#[test]
fn every_word_of_the_grammar_is_in_a_transcript() {
    let covered = covered();
    let parsed = parsed_words();
    assert!(parsed.len() > 350, "the parser's words are read from its source");
    nothing("words", parsed.into_iter().filter(|w| !covered.contains(w)).collect());
}

#[test]
fn every_statement_is_in_a_transcript() {
    // The variants of `Statement`, as the source has them.
    let file = "engine/sql/src/ast/mod.rs";
    let variants = house::source::variants(file, &house::read(file), "Statement");
    let mut seen = BTreeSet::new();
    let prototypes = house::files("tests/prototypes", ".sql");
    let scripts = found("transcripts").into_iter().map(|s| s.sql());
    for sql in scripts.chain(prototypes.iter().map(|f| house::read(f))) {
        for statement in statements(&sql) {
            if let Ok(list) = sql::parser::parse(&statement) {
                seen.extend(list.iter().map(|raw| {
                    let shown = format!("{:?}", raw.stmt);
                    shown.chars().take_while(|c| c.is_alphanumeric()).collect::<String>()
                }));
            }
        }
    }
    assert!(variants.len() > 40, "{variants:?}");
    nothing("statements", variants.into_iter().filter(|v| !seen.contains(v)).collect());
}

#[test]
fn every_statement_that_is_not_modelled_says_so() {
    let script = found("transcripts").into_iter().find(|s| s.name == REFUSED).expect("the script");
    let sql = script.sql();
    let printed = engine::transcript(&script.file(), &sql);
    let mut rest = printed.as_str();
    let asked: Vec<&str> = sql.lines().filter(|l| l.ends_with(';')).collect();
    assert!(asked.len() > 80, "{}", asked.len());
    let mut silent = Vec::new();
    for (i, line) in asked.iter().enumerate() {
        let at = rest.find(line).expect("what was asked is echoed") + line.len();
        rest = &rest[at..];
        let end = asked.get(i + 1).and_then(|next| rest.find(next)).unwrap_or(rest.len());
        if !rest[..end].contains("not modelled") {
            silent.push((*line).to_string());
        }
    }
    nothing("statements", silent);
}

#[test]
fn every_function_is_called_in_a_transcript_or_has_a_recorded_result() {
    let _handed_down = Session::new(Config::default());
    let mut covered = covered();
    words_of(&house::read("engine/sql/src/functions/server_cases.txt"), &mut covered);
    let names: BTreeSet<&str> = sql::catalog::functions().map(|f| f.name).collect();
    assert!(names.len() > 400, "{}", names.len());
    // What the view pg_buffercache calls.
    covered.insert("pg_buffercache_pages".to_string());
    let left = names.into_iter().filter(|n| !covered.contains(*n)).map(str::to_string);
    nothing("functions", left.collect());
}

/// No function that is listed as left out exists: the engine would refuse it with a false sentence.
#[test]
fn no_function_is_both_there_and_left_out() {
    let _handed_down = Session::new(Config::default());
    let left_out = house::read("engine/sql/src/analyze/func/left_out.txt");
    let there = left_out.lines().filter(|n| !sql::catalog::functions_named(n).is_empty());
    nothing("functions that are left out", there.map(str::to_string).collect());
}

#[test]
fn every_type_is_used_in_a_recorded_transcript() {
    let covered = words(&recorded());
    let left = storage::types::TYPES
        .iter()
        .filter(|t| t.kind == 'b' && !t.is_true_array() && storage::types::is_modelled(t.oid))
        .filter(|t| {
            let shown = storage::types::format_type(t.oid, -1);
            let first = shown.split([' ', '"']).find(|w| !w.is_empty()).unwrap_or_default();
            !covered.contains(t.name) && !covered.contains(first)
        });
    nothing("types", left.map(|t| t.name.to_string()).collect());
}

#[test]
fn every_setting_has_an_effect_or_keeps_its_value() {
    let recorded = words(&recorded());
    let mut left = Vec::new();
    for d in settings::definitions(Default::default()) {
        let name = d.name.to_ascii_lowercase();
        match d.effect {
            Effect::Modelled if !recorded.contains(&name) => left.push(name),
            Effect::Fixed if matches!(d.context, 'u' | 'S') => {
                let mut s = settings::Settings::new();
                let other = if d.setting == "1" { "2" } else { "1" };
                let other =
                    d.values.split(',').find(|v| !v.is_empty() && *v != d.setting).unwrap_or(
                        match d.kind {
                            settings::Kind::Bool if d.setting == "on" => "off",
                            settings::Kind::Bool => "on",
                            _ => other,
                        },
                    );
                if s.set(d.name, other, false).is_ok() && s.raw(d.name) != Some(d.setting) {
                    left.push(format!("{name} = {other}"));
                }
            }
            _ => {}
        }
    }
    nothing("settings", left);
}

#[test]
fn every_extension_is_made_in_a_transcript() {
    let covered = covered();
    let sql = "SELECT 'ext ' || name FROM pg_available_extensions;";
    let printed = engine::transcript("extensions.sql", sql);
    let names: Vec<&str> = printed.lines().filter_map(|l| l.trim().strip_prefix("ext ")).collect();
    assert!(names.len() > 8, "{printed}");
    let left = names.into_iter().filter(|n| *n != "plpgsql" && !covered.contains(*n));
    nothing("extensions", left.map(str::to_string).collect());
}
