use super::*;
use server::session::{Column, Reply};
use storage::error::SqlState;
use storage::ids::Oid;

/// Answers queries from a list of results a real server gave.
struct Recorded(Vec<(&'static str, Vec<Reply>)>);

impl Server for Recorded {
    fn execute(&mut self, sql: &str) -> Vec<Reply> {
        let found = self.0.iter().find(|(q, _)| *q == sql);
        found.map(|(_, o)| o.clone()).unwrap_or_else(|| {
            vec![Reply::Error(PgError::new(SqlState::SYNTAX_ERROR, format!("not recorded: {sql}")))]
        })
    }
    fn transaction_status(&self) -> TransactionStatus {
        TransactionStatus::Idle
    }
}

fn rows(columns: &[(&str, u32)], rows: &[&[Option<&str>]]) -> Reply {
    Reply::Rows {
        columns: columns
            .iter()
            .map(|(n, t)| Column { name: n.to_string(), type_oid: Oid(*t), typmod: -1 })
            .collect(),
        rows: rows.iter().map(|r| r.iter().map(|c| c.map(str::to_string)).collect()).collect(),
        tag: format!("SELECT {}", rows.len()),
    }
}

fn run(server: &mut Recorded, script: &str) -> String {
    let mut psql = Psql::new(Some("p1.sql"), true);
    let mut out = Vec::new();
    for line in script.lines() {
        psql.line(server, line, &mut out);
    }
    psql.finish(server, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Runs every line of a recorded transcript that is not output: what psql echoes is the script.
#[test]
fn prints_as_psql_does() {
    let one = |q: &'static str, name: &str| (q, vec![rows(&[(name, 23)], &[&[Some("1")]])]);
    let abc = &[("x", 23), ("Longer name", 25), ("?column?", 25)][..];
    let mut server = Recorded(vec![
        (
            "SELECT 5, 'it''sx';",
            vec![rows(&[("?column?", 23), ("?column?", 25)], &[&[Some("5"), Some("it'sx")]])],
        ),
        (
            "SELECT 1 AS x, 'foo' AS \"Longer name\", NULL;",
            vec![rows(abc, &[&[Some("1"), Some("foo"), None]])],
        ),
        (
            "SELECT 1 AS x, 'foo' AS \"Longer name\", NULL UNION ALL SELECT 2, E'a\\nb', 'c';",
            vec![rows(
                abc,
                &[&[Some("1"), Some("foo"), None], &[Some("2"), Some("a\nb"), Some("c")]],
            )],
        ),
        ("SELECT 1 WHERE false;", vec![rows(&[("?column?", 23)], &[])]),
        ("SELECT 1 WHERE false ", vec![rows(&[("?column?", 23)], &[])]),
        one("SELECT 1;", "?column?"),
        one("SELECT 1 ", "?column?"),
        one("select 1", "?column?"),
        ("SELECT NULL;", vec![rows(&[("?column?", 25)], &[&[None]])]),
        (
            "SELECT 1, 2;",
            vec![rows(&[("?column?", 23), ("?column?", 23)], &[&[Some("1"), Some("2")]])],
        ),
        ("SELECT 1 a, 'x' b;", vec![rows(&[("a", 23), ("b", 25)], &[&[Some("1"), Some("x")]])]),
        (
            "SELECT 1, '<b>';",
            vec![rows(&[("?column?", 23), ("?column?", 25)], &[&[Some("1"), Some("<b>")]])],
        ),
        (
            "SELECT 1, 'a,b' , 'q\"x', NULL;",
            vec![rows(
                &[("?column?", 23), ("?column?", 25), ("?column?", 25), ("?column?", 25)],
                &[&[Some("1"), Some("a,b"), Some("q\"x"), None]],
            )],
        ),
        ("SELECT 2 AS foo ", vec![rows(&[("foo", 23)], &[&[Some("2")]])]),
        ("SELECT 'select 1' ", vec![rows(&[("?column?", 25)], &[&[Some("select 1")]])]),
        ("SELECT 1 AS a, 2 AS b ", vec![rows(&[("a", 23), ("b", 23)], &[&[Some("1"), Some("2")]])]),
        (
            "SELECT E'a\\nb' AS \"x\ny\", 'long text here' AS z;",
            vec![rows(&[("x\ny", 25), ("z", 25)], &[&[Some("a\nb"), Some("long text here")]])],
        ),
        (
            "SELECT 'ü' AS ä, '日本' AS w, E'\\t' AS tab, E'\\x01' AS ctl;",
            vec![rows(
                &[("ä", 25), ("w", 25), ("tab", 25), ("ctl", 25)],
                &[&[Some("ü"), Some("日本"), Some("\t"), Some("\u{1}")]],
            )],
        ),
        (
            "SELECT 1 AS a ; SELECT 2 AS b;",
            vec![rows(&[("a", 23)], &[&[Some("1")]]), rows(&[("b", 23)], &[&[Some("2")]])],
        ),
        (
            "SELECT 1/0;",
            vec![Reply::Error(PgError::new(SqlState::DIVISION_BY_ZERO, "division by zero"))],
        ),
    ]);
    let expected = include_str!("transcript.out");
    let script = include_str!("transcript.sql");
    let got = run(&mut server, script);
    for (i, (a, b)) in expected.lines().zip(got.lines()).enumerate() {
        assert_eq!(b, a, "line {}", i + 1);
    }
    assert_eq!(got, expected);
}
