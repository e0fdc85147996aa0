//! Scripts of SQL and psql commands, run as psql does, and the page's view of what they leave.

use client::inspect;
use client::psql;
use server::session::{Config, Reply, Session};
use std::time::{Duration, Instant};

/// A script that takes longer is cancelled, as a person would do.
const PATIENCE: Duration = Duration::from_secs(4);

/// The recorded scripts, but for the longest.
pub fn seeds() -> Vec<Vec<u8>> {
    let scripts = super::files("tests/transcripts", ".sql").into_iter();
    scripts.filter(|script| script.len() < 12_000).collect()
}

fn session() -> Session {
    let config = Config { memory_limit: 128 << 20, shared_buffers: 4096, ..Config::default() };
    let mut session = Session::new(config);
    let start = Instant::now();
    session.backend.client.interrupt = Some(Box::new(move || start.elapsed() > PATIENCE));
    session
}

/// Runs a script, looks at its tables as the page does, and asks whether the session is still there.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut session = session();
    psql::run_script(&mut session, "script.sql", &text, true, &mut std::io::sink());
    session.backend.client.interrupt = None;
    session.execute("ROLLBACK");
    look_at(&mut session);
    let answer = session.execute("SELECT 1");
    assert!(matches!(answer[..], [Reply::Rows { .. }]), "SELECT 1 gave {answer:?}");
}

/// Opens the first pages of the tables, as the page does.
fn look_at(session: &mut Session) {
    let b = &mut session.backend;
    for relation in inspect::relations(b).into_iter().take(12) {
        inspect::summary(b, relation.oid);
        inspect::outline(b, relation.oid, 0, 4);
        for block in 0..2 {
            inspect::page(b, relation.oid, inspect::Fork::Main, block);
        }
    }
    inspect::counters(b, &Default::default());
}

/// Types whose values are read from text.
pub const TYPES: [&str; 34] = [
    "int",
    "bigint",
    "smallint",
    "numeric",
    "float8",
    "real",
    "text",
    "bytea",
    "jsonb",
    "json",
    "int[]",
    "text[]",
    "numeric[]",
    "date",
    "timestamp",
    "timestamptz",
    "time",
    "timetz",
    "interval",
    "uuid",
    "oid",
    "boolean",
    "tid",
    "xid",
    "pg_lsn",
    "regclass",
    "regtype",
    "regproc",
    "jsonpath",
    "name",
    "\"char\"",
    "char(5)",
    "varchar(3)",
    "bit(4)",
];

/// A byte for the type, and a text.
pub fn value_seeds() -> Vec<Vec<u8>> {
    let texts = [
        "1",
        "-1.5e10",
        "NaN",
        "{\"a\": [1, null, \"\\u00e4\"], \"b\": {}}",
        "{1,NULL,{2}}",
        "[2:3]={1,2}",
        "{\"a b\",c}",
        "2024-02-29 12:30:45.123456+02",
        "Jan 8 04:05:06 1999 BC",
        "P1Y2M3DT4H5M6.7S",
        "1 year 2 mons -3 days 04:05:06",
        "infinity",
        "epoch",
        "\\xdeadbeef",
        "\\\\000abc",
        "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        "(1,2)",
        "0/16B3740",
        "pg_catalog.pg_class",
        "$.a[*] ? (@ > 1)",
        "true",
        "B1010",
        "24:00:00",
    ];
    let mut seeds = Vec::new();
    for number in 0..TYPES.len() {
        seeds.extend(texts.iter().map(|t| [&[number as u8][..], t.as_bytes()].concat()));
    }
    seeds
}

/// Reads a text as a value, prints it, and passes it to functions that take texts as patterns and formats.
pub fn run_value(bytes: &[u8]) {
    let Some((number, rest)) = bytes.split_first() else { return };
    let ty = TYPES[usize::from(*number) % TYPES.len()];
    let text = String::from_utf8_lossy(rest).replace('\0', "").replace('\'', "''");
    let mut session = session();
    for query in [
        format!("SELECT '{text}'::{ty}"),
        format!(
            "SELECT pg_column_size('{text}'::{ty}), '{text}'::{ty} = '{text}'::{ty}, to_jsonb('{text}'::{ty})"
        ),
        format!(
            "SELECT 'abc' ~ '{text}', 'abc' LIKE '{text}', regexp_replace('abc', '{text}', '{text}', 'g')"
        ),
        format!(
            "SELECT to_char(1234.5, '{text}'), to_char(timestamp '2024-01-02', '{text}'), to_number('12', '{text}')"
        ),
        format!(
            "SELECT to_timestamp('{text}', 'YYYY-MM-DD'), to_date('2024', '{text}'), format('{text}', 1, 'a')"
        ),
        format!(
            "SELECT '{{\"a\":[1,2]}}'::jsonb #> '{text}', jsonb_path_query('{{\"a\":[1,2]}}', '{text}')"
        ),
        format!(
            "SELECT decode('{text}', 'hex'), encode('{text}', 'base64'), E'{text}', U&'{text}'"
        ),
        format!(
            "SELECT string_to_array('{text}', 'a'), translate('{text}', 'a1', 'b'), '{text}'::regtype, md5('{text}')"
        ),
    ] {
        session.execute(&query);
    }
}
