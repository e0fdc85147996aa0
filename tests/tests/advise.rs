//! The advisor on five kinds of rows: every size, form, buffer and byte of log that it asked the engine for equals what
//! a live PostgreSQL 15 prints for the same scripts, and what it promises comes true there.

use advise::advisor::{Advisor, Settings};
use advise::copy;
use advise::load::Loader;
use advise::printed::{Cost, sections};
use advise::report::Report;
use advise::sample::{Limit, Sample, quoted};
use client::psql::Psql;
use server::session::{Config, Session};
use sql::lexer::keywords::{Category, KEYWORDS};
use std::fmt::Write as _;
use toastscope_tests::live::Live;
use toastscope_tests::server::{Server, leaves_out};

/// Says that the next script begins.
const NEXT: &str = "@@@ next";

/// Numbers from a seed: the same on every machine.
struct Numbers(u64);

impl Numbers {
    /// The next random number below this one.
    fn next(&mut self, below: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    /// `count` random words.
    fn words(&mut self, count: u64) -> String {
        const WORDS: [&str; 12] = [
            "page", "row", "heap", "toast", "chunk", "index", "tuple", "value", "over", "the",
            "scan", "log",
        ];
        let mut text = String::new();
        for _ in 0..count {
            let word = WORDS[self.next(12) as usize];
            let _ = write!(text, "{word}{} ", self.next(40));
        }
        text
    }
}

/// A table's name, its columns, and its rows as COPY lines.
fn sets() -> Vec<(&'static str, Vec<&'static str>, Vec<String>)> {
    let mut n = Numbers(7);
    let mut api = Vec::new();
    let mut prose = Vec::new();
    let mut images = Vec::new();
    let mut vectors = Vec::new();
    let mut events = Vec::new();
    for i in 0..60u64 {
        let id = i.to_string();
        let labels: Vec<String> =
            (0..n.next(60)).map(|l| format!("{{\"name\": \"l{l}\"}}")).collect();
        let size = n.next(500);
        let doc = format!(
            "{{\"id\": {i}, \"user\": \"u{}\", \"body\": \"{}\", \"labels\": [{}]}}",
            i % 7,
            n.words(size),
            labels.join(", ")
        );
        api.push(copy::line([Some(id.as_str()), Some(doc.as_str())]));
        let size = 20 + n.next(2000);
        let text = n.words(size);
        let abstract_text = n.words(size / 9);
        let row = [Some(id.as_str()), Some("t"), Some(text.as_str()), Some(abstract_text.as_str())];
        prose.push(copy::line(row));
        let mut hex = "\\x".to_owned();
        for _ in 0..200 + n.next(9000) {
            let _ = write!(hex, "{:02x}", n.next(256));
        }
        images.push(copy::line([Some(id.as_str()), Some(hex.as_str())]));
        let reals: Vec<String> = (0..700).map(|_| format!("0.{:06}", n.next(1_000_000))).collect();
        let as_json = format!("[{}]", reals.join(", "));
        let as_text = format!("v:{}", reals.join(" "));
        vectors.push(copy::line([
            Some(id.as_str()),
            Some(as_json.as_str()),
            Some(as_text.as_str()),
        ]));
        let payload = (i % 3 > 0).then(|| format!("{{\"k\": {}, \"t\": \"{}\"}}", i, n.words(i)));
        let row =
            [Some("t"), Some("2024-02-29 10:00:00+00"), Some(if i % 2 > 0 { "f" } else { "t" })];
        events.push(copy::line(row.into_iter().chain([payload.as_deref()])));
    }
    vec![
        ("api", vec!["id", "doc"], api),
        ("prose", vec!["id", "title", "body", "abstract"], prose),
        ("images", vec!["id", "content"], images),
        ("vectors", vec!["id", "embedding", "as_text"], vectors),
        ("events", vec!["kind", "at", "done", "payload"], events),
    ]
}

/// Advises on a table with the engine. Returns the scripts that were run, each with its output, and
/// the report.
fn advised(name: &str, names: &[&str], rows: &[String]) -> (Vec<(String, String)>, Report) {
    let mut session = Session::new(Config::default());
    let mut psql = Psql::new(Some("advise"), false);
    let mut asked: Vec<(String, String)> = Vec::new();
    let mut ask = |script: String| -> String {
        let mut out = Vec::new();
        script.lines().for_each(|line| psql.line(&mut session, line, &mut out));
        let said = String::from_utf8(out).expect("UTF-8");
        asked.push((script, said.clone()));
        said
    };
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut sample = Sample::new(&names, Limit { rows: 1000, bytes: 1 << 24 });
    rows.iter().zip(1..).for_each(|(row, i)| sample.add(i, row).expect("a row"));
    ask(sample.create_table(name));
    let mut loader = Loader::new(name, sample.rows());
    while let Some(script) = loader.next_script() {
        loader.answer(&ask(script)).expect("loaded");
    }
    assert_eq!(loader.refused(), []);
    let settings =
        Settings { table: name.to_owned(), goal: Default::default(), total_rows: Some(6000) };
    let mut advisor = Advisor::new(settings);
    while let Some(script) = advisor.next_script() {
        advisor.answer(&ask(script)).expect("advice");
    }
    (asked, advisor.report().expect("a report"))
}

/// The script with each measured read run once before, since the first run reads the catalog too.
fn warmed(script: &str) -> String {
    let mut text = String::new();
    let mut lines = script.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(read) = lines.peek().filter(|_| line.starts_with("\\echo"))
            && read.starts_with("EXPLAIN (ANALYZE, BUFFERS, WAL) SELECT")
        {
            let _ = write!(text, "\\o /dev/null\n{read}\n\\o\n");
        }
        text += line;
        text.push('\n');
    }
    text
}

/// The statements that are the first to open a table: a server then reads the catalog too, which the engine leaves out.
const COLD: [&str; 3] = ["load", "update", "generated"];

/// The lines of a section without times, and without figures that depend on what was cached.
fn comparable(section: &str, lines: &[&str]) -> Vec<String> {
    if lines.iter().any(|line| line.starts_with("Execution Time")) {
        let mut cost = Cost { ms: 0.0, ..Cost::read(lines) };
        if COLD.contains(&section) {
            cost.buffers = 0;
        }
        return vec![format!("{cost:?}")];
    }
    if section.starts_with("index") {
        // Another test checks refusals.
        let sizes = lines.iter().filter(|line| line.parse::<u64>().is_ok());
        return sizes.map(|line| (*line).to_owned()).collect();
    }
    let tag = |line: &str| {
        ["SET", "DROP ", "CREATE ", "ALTER ", "INSERT ", "VACUUM", "psql:"]
            .iter()
            .any(|word| line.starts_with(word))
    };
    lines.iter().filter(|line| !tag(line)).map(|line| (*line).to_owned()).collect()
}

#[test]
fn every_number_is_what_a_live_server_prints() {
    if leaves_out("the advisor beside a live server") {
        return;
    }
    let server = Server::for_test().expect("a server");
    for (name, names, rows) in sets() {
        let (asked, report) = advised(name, &names, &rows);
        let live = server.live("checkpoint_timeout = 1d\n").expect("it starts");
        let mut script = "\\set ON_ERROR_STOP off\n".to_owned();
        for (text, _) in &asked {
            let _ = write!(script, "\\echo {NEXT}\n{}\n", warmed(text));
        }
        let file = std::env::temp_dir().join(format!("toastscope-advise-{name}.sql"));
        std::fs::write(&file, script).expect("a file");
        let printed = live.script(&file).expect("it runs");
        std::fs::remove_file(&file).expect("it is there");
        let answers: Vec<&str> = printed.split(&format!("{NEXT}\n")).skip(1).collect();
        assert_eq!(answers.len(), asked.len());
        let mut compared = 0;
        for ((script, ours), theirs) in asked.iter().zip(answers) {
            let (ours, theirs) = (sections(ours), sections(theirs));
            assert_eq!(ours.len(), theirs.len(), "{name}: {script}");
            for ((section, ours), (_, theirs)) in ours.iter().zip(&theirs) {
                if *section != "server" {
                    let (ours, theirs) = (comparable(section, ours), comparable(section, theirs));
                    assert_eq!(ours, theirs, "{name}, {section}: {script}");
                    compared += 1;
                }
            }
        }
        println!("{name}: {compared} sections, {} trials", report.trials.len());
        assert!(compared > 100, "{name}: {compared}");
        promise_holds(name, &report);
        promise_is_kept(name, &report, &live);
    }
}

/// Runs the recommended statements on the live server's table, and checks that it takes what was promised within 5 %.
fn promise_is_kept(name: &str, report: &Report, live: &Live<'_>) {
    for statement in &report.statements {
        live.sql(&statement.sql).expect("it runs");
    }
    let size = "SELECT pg_relation_size(c.oid) + coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0) + \
                coalesce(pg_indexes_size(nullif(c.reltoastrelid, 0)), 0)";
    let kept = live.sql(&format!("{size} FROM pg_class c WHERE oid = '{name}'::regclass"));
    let kept: f64 = kept.expect("it runs").trim().parse().expect("a size");
    let promised = report.promised.table() as f64;
    println!("{name}: {promised} bytes promised, {kept} kept");
    assert!((kept / promised - 1.0).abs() < 0.05, "{name}: {promised} promised, {kept} kept");
}

/// Checks that no other trial that may be recommended is better by more than 3 %, and that what is promised is what was
/// measured after the statements.
fn promise_holds(name: &str, report: &Report) {
    let chosen = &report.trials[report.recommended];
    let best = report.best.iter().find(|best| best.goal == report.goal).expect("a best one");
    let best = report.trials[best.trial].score.by(report.goal);
    assert!(chosen.score.by(report.goal) <= best * 1.03, "{name}: {}", chosen.label);
    let Some(migration) = &report.migration else {
        assert_eq!(report.recommended, 0, "{name}");
        return;
    };
    assert_eq!(report.promised, migration.vacuumed, "{name}");
}

#[test]
fn advice_on_each_set_names_its_price() {
    for (name, names, rows) in sets() {
        let (_, report) = advised(name, &names, &rows);
        let text = advise::text::text(&report);
        assert!(report.trials.len() > 8, "{name}: {} trials", report.trials.len());
        for statement in &report.statements {
            assert!(text.contains(&statement.sql), "{name}: {}", statement.sql);
            assert!(!statement.price.is_empty() && !statement.leaves.is_empty());
        }
        promise_holds(name, &report);
    }
}

#[test]
fn the_advisor_quotes_the_words_that_cannot_name_a_column() {
    for k in KEYWORDS {
        let needs_quotes = matches!(k.category, Category::Reserved | Category::TypeFuncName);
        assert_eq!(quoted(k.word) != k.word, needs_quotes, "{}", k.word);
    }
}
