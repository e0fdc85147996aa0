//! The advisor's scripts for a server of the reader's own: what a live one prints for them is what the engine prints,
//! and a sample that is drawn there is the table that is there.

use advise::advisor::{Advisor, Settings};
use advise::check::{Verdict, compare, release};
use advise::sample::rows_said;
use client::psql::Psql;
use server::session::{Config, Session};
use std::fs;
use std::path::PathBuf;
use toastscope_tests::live::Live;
use toastscope_tests::server::{Server, installed_version, leaves_out};

/// A table with values of all forms, its settings, and a type that the engine does not know.
const TABLE: &str = "CREATE SCHEMA shop;
CREATE TYPE shop.mood AS ENUM ('sad', 'ok');
CREATE TABLE shop.\"Order\" (id bigint PRIMARY KEY, \"at time\" timestamptz, mood shop.mood, gone int, body text,
  doc jsonb, reals real[], bytes bytea) WITH (toast_tuple_target = 1000, fillfactor = 90, autovacuum_enabled = off);
ALTER TABLE shop.\"Order\" DROP gone;
ALTER TABLE shop.\"Order\" ALTER body SET STORAGE EXTERNAL;
INSERT INTO shop.\"Order\" SELECT i, '2026-01-02 03:04:05+00', 'ok',
  CASE WHEN i % 5 > 0 THEN repeat(E'line\\n\\tback\\\\slash ' || i, i % 300) END,
  jsonb_build_object('a', i, 'b', repeat(md5(i::text), i % 100)), ARRAY[i, 0.1]::real[], decode(md5(i::text), 'hex')
FROM generate_series(1, 700) i;
";
/// The engine's table of that.
const MADE: &str = "CREATE TABLE shop.\"Order\" (
  id bigint,
  \"at time\" timestamp with time zone,
  mood text,
  body text,
  doc jsonb,
  reals real[],
  bytes bytea
) WITH (toast_tuple_target=1000, fillfactor=90);
ALTER TABLE shop.\"Order\" ALTER body SET STORAGE EXTERNAL;
COPY shop.\"Order\" FROM stdin;
";

/// A psql session of the engine.
struct Engine(Session, Psql);

impl Engine {
    /// A new session on a server of this version.
    fn new(release: &str) -> Engine {
        let mut session = Session::new(Config::default());
        session.execute(&format!("SET toastscope.server = '{release}'"));
        Engine(session, Psql::new(Some("check"), false))
    }

    /// What psql prints for a script.
    fn ask(&mut self, script: &str) -> String {
        let mut printed = Vec::new();
        script.lines().for_each(|line| self.1.line(&mut self.0, line, &mut printed));
        String::from_utf8(printed).expect("UTF-8")
    }
}

/// A text in a file of its own.
fn file(name: &str, text: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("toastscope-{}-{name}", std::process::id()));
    fs::write(&file, text).expect("it is written");
    file
}

/// What psql prints for a script on a live server, with its variables.
fn printed(live: &Live<'_>, script: &str, variables: &[&str]) -> String {
    let file = file("script.sql", script);
    let printed = live.script_with(&file, variables).expect("it runs");
    fs::remove_file(&file).expect("it is there");
    printed
}

/// Runs a test beside each version that is installed.
fn beside_each(what: &str, test: impl Fn(&str, &Live<'_>)) {
    if leaves_out(what) {
        return;
    }
    for version in ["15", "16", "17", "18"] {
        if installed_version(version).is_some() {
            let server = Server::prepare_version(version).expect("it is here").expect("a server");
            test(version, &server.live("").expect("it starts"));
        }
    }
}

/// Checks that what a sample is cut to favours no part of the table.
fn samples_are_fair(version: &str, live: &Live<'_>) {
    let made = file(
        "long.sql",
        "CREATE TABLE long AS SELECT i AS id, repeat('x', 1000) AS body FROM generate_series(1, 5000) i;\n",
    );
    live.script(&made).expect("it runs");
    fs::remove_file(&made).expect("it is there");
    for method in ["method=SYSTEM", "method=BERNOULLI"] {
        let sample = printed(live, advise::SAMPLE, &["table=long", "rows=3000", method]);
        let first = |line: &str| line.split_once('\t').and_then(|(id, _)| id.parse().ok());
        let ids: Vec<u64> = sample.lines().filter_map(first).collect();
        assert!(ids.is_sorted() && (2500..=3000).contains(&ids.len()), "{version}: {method}");
        // 3,600 are drawn: the first 3,000 of them would lie at 0.42 on the average. The deviation is 0.007.
        let mean = ids.iter().sum::<u64>() as f64 / ids.len() as f64 / 5000.0;
        assert!((0.46..0.54).contains(&mean), "{version}: {method}: {mean}");
    }
}

#[test]
fn scripts_for_a_live_server_come_true_there() {
    beside_each("the advisor's scripts for a live server", |version, live| {
        let made = file("table.sql", TABLE);
        live.script(&made).expect("it runs");
        fs::remove_file(&made).expect("it is there");

        // A sample of all rows is the table.
        let sample = printed(live, advise::SAMPLE, &["table=shop.\"Order\""]);
        assert_eq!(rows_said(&sample), Some(700));
        assert!(sample.contains(MADE), "{version}: {}", &sample[..700]);
        let mut engine = Engine::new(version);
        engine.ask(&sample);
        let rows = "COPY (SELECT * FROM shop.\"Order\" ORDER BY id) TO STDOUT;\n";
        assert_eq!(engine.ask(rows), printed(live, rows, &[]), "{version}");
        let some =
            printed(live, advise::SAMPLE, &["table=shop.\"Order\"", "rows=90", "method=BERNOULLI"]);
        let count = some.lines().filter(|line| line.contains("2026-01-02")).count();
        assert!((60..=90).contains(&count), "{version}: {count} of about 90 rows");
        samples_are_fair(version, live);

        // What the advisor measured is what the server prints.
        let table = "shop.\"Order\"".to_owned();
        let settings = Settings { table, goal: Default::default(), total_rows: None };
        let mut advisor = Advisor::new(settings);
        while let Some(script) = advisor.next_script() {
            advisor.answer(&engine.ask(&script)).expect("advice");
        }
        let script = advisor.check_script(&engine.ask("COPY toastscope_rows TO STDOUT;\n"));
        let theirs = printed(live, &script, &[]);
        assert_eq!(release(&theirs), Ok(version));
        let ours = Engine::new(version).ask(&script);
        let comparison = compare(&script, &ours, &theirs);
        let text = comparison.text();
        assert_eq!(comparison.count(Verdict::Different), 0, "{text}");
        let refused = comparison.lines.iter().filter(|line| line.verdict == Verdict::Refused);
        for line in refused {
            assert!(line.theirs.contains("lz4"), "{text}");
        }
        assert!(comparison.complete && comparison.count(Verdict::Same) > 40, "{text}");
    });
}
