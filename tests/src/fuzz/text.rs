//! Scripts, changed token by token; and pgbench's options and scripts.

use super::sql::TYPES;
use crate::inputs::Rng;
use client::clients::Options;

/// A piece of a script, as psql and SQL see it, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Space,
    Word,
    Number,
    String,
    Other,
}

/// Cuts a text into tokens; comments are space.
fn tokens(text: &str) -> Vec<(Kind, &str)> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let run = |f: fn(char) -> bool| rest.find(|c: char| !f(c)).unwrap_or(rest.len());
        let first = rest.chars().next().unwrap_or(' ');
        let (kind, length) = if first.is_whitespace() {
            (Kind::Space, run(char::is_whitespace))
        } else if rest.starts_with("--") {
            (Kind::Space, rest.find('\n').unwrap_or(rest.len()))
        } else if let Some(quote) = ["'", "$$"].into_iter().find(|q| rest.starts_with(q)) {
            let end = rest[quote.len()..].find(quote);
            (Kind::String, end.map_or(rest.len(), |i| i + 2 * quote.len()))
        } else if first.is_ascii_digit() {
            (Kind::Number, run(|c| c.is_ascii_digit() || c == '.'))
        } else if first.is_alphabetic() || first == '_' || first == '\\' {
            (Kind::Word, run(|c| c.is_alphanumeric() || c == '_' || c == '\\'))
        } else if rest.starts_with("::") {
            (Kind::Other, 2)
        } else {
            (Kind::Other, first.len_utf8())
        };
        all.push((kind, &rest[..length.max(1)]));
        at += length.max(1);
    }
    all
}

/// Values at the limits of their types, and of every type.
const VALUES: [&str; 48] = [
    "NULL",
    "0",
    "-1",
    "1.5",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "1e300",
    "1e-300",
    "0.1::float4",
    "'NaN'::float8",
    "'Infinity'::numeric",
    "1::smallint",
    "1::bigint",
    "true",
    "''",
    "'a'",
    "'1'",
    "'a'::char(3)",
    "'ab'::varchar(2)",
    "'n'::name",
    "'\\x00ff'::bytea",
    "'{}'::jsonb",
    "'[1,2,null]'::jsonb",
    "'{\"a\":1}'::json",
    "'{1,NULL,3}'::int[]",
    "'{{1,2},{3,4}}'::int[]",
    "'{a,b}'::text[]",
    "'{}'::int[]",
    "ARRAY[]::numeric[]",
    "ROW(1, 'a')",
    "ROW(NULL)",
    "'2024-02-29'::date",
    "'infinity'::timestamp",
    "'-infinity'::date",
    "'2024-01-01 00:00:00+00'::timestamptz",
    "'23:59:60'::time",
    "'1 year -1 day'::interval",
    "'00000000-0000-0000-0000-000000000001'::uuid",
    "'(0,1)'::tid",
    "'t'::regclass",
    "'1'::oid",
    "'3'::xid",
    "'0/16B3740'::pg_lsn",
    "(SELECT 1)",
    "(SELECT NULL::text)",
    "B'101'",
    "$1",
];

/// Runs of tokens that turn a statement into another kind.
const CLAUSES: [&str; 26] = [
    " UNION ALL SELECT 1 ",
    " EXCEPT SELECT NULL ",
    " INTERSECT ALL TABLE t ",
    " ORDER BY 1 DESC ",
    " GROUP BY 1 ",
    " LIMIT 1 OFFSET 1 ",
    " FOR UPDATE ",
    " WHERE false ",
    " IS DISTINCT FROM NULL ",
    " = ANY ('{1,2}') ",
    " IN (SELECT 1) ",
    " OVER (ORDER BY 1) ",
    " FILTER (WHERE true) ",
    " RETURNING * ",
    " ON CONFLICT DO NOTHING ",
    " USING (id) ",
    " LEFT JOIN t x ON true ",
    ", LATERAL (SELECT 1) y ",
    " COLLATE \"C\" ",
    " BETWEEN 1 AND 2 ",
    " NOT NULL ",
    " PRIMARY KEY ",
    " CASCADE ",
    " WITH (fillfactor = 10) ",
    " AS x(a, b) ",
    " DISTINCT ",
];

/// What is put before a statement.
const PREFIXES: [&str; 12] = [
    "EXPLAIN (ANALYZE, BUFFERS) ",
    "EXPLAIN VERBOSE ",
    "EXPLAIN (FORMAT JSON) ",
    "CREATE TABLE z AS ",
    "CREATE VIEW z AS ",
    "PREPARE z AS ",
    "WITH z AS (SELECT 1 AS a) ",
    "BEGIN; ",
    "SAVEPOINT z; ",
    "DECLARE z CURSOR FOR ",
    "COPY t FROM stdin; ",
    "DO $$BEGIN PERFORM 1; END$$; ",
];

/// One of the texts.
fn pick(rng: &mut Rng, texts: &[&'static str]) -> &'static str {
    rng.pick::<&str>(texts)
}

/// Changes a statement's tokens once.
pub fn changed_statement(rng: &mut Rng, statement: &str, other: &str) -> String {
    let mut list: Vec<String> = tokens(statement).into_iter().map(|(_, t)| t.to_owned()).collect();
    let kinds: Vec<Kind> = tokens(statement).into_iter().map(|(k, _)| k).collect();
    let solid: Vec<usize> = (0..list.len()).filter(|i| kinds[*i] != Kind::Space).collect();
    if solid.is_empty() {
        return statement.to_owned();
    }
    let at = *rng.pick(&solid);
    let donors = tokens(other);
    match rng.below(12) {
        0 | 1 => {
            let alike: Vec<_> = donors.iter().filter(|(k, _)| *k == kinds[at]).collect();
            if !alike.is_empty() {
                list[at] = rng.pick(&alike).1.to_owned();
            }
        }
        2 => list[at].clear(),
        3 => {
            let copy = list[at].clone();
            list[at].push(' ');
            list[at].push_str(&copy);
        }
        4 => {
            let with = *rng.pick(&solid);
            list.swap(at, with);
        }
        5 => {
            let literals: Vec<_> = solid
                .iter()
                .filter(|i| matches!(kinds[**i], Kind::Number | Kind::String))
                .collect();
            let at = if literals.is_empty() { at } else { **rng.pick(&literals) };
            list[at] = pick(rng, &VALUES).to_owned();
        }
        6 => {
            let ty = pick(rng, &TYPES);
            list[at] = format!("({})::{ty}", list[at]);
        }
        7 => list[at].push_str(pick(rng, &CLAUSES)),
        8 => list[0].insert_str(0, pick(rng, &PREFIXES)),
        9 => {
            let to = (at + 1 + rng.below(8)).min(list.len());
            list.drain(at..to);
        }
        10 if !donors.is_empty() => {
            let from = rng.below(donors.len());
            let part = donors[from..].iter().take(1 + rng.below(8)).map(|(_, t)| *t);
            list[at] = part.collect();
        }
        _ => list[at] = pick(rng, &VALUES).to_owned(),
    }
    list.concat()
}

/// The statements of a script: what ends with a semicolon outside of strings.
pub fn statements(script: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for (_, token) in tokens(script) {
        let last = all.len() - 1;
        all[last].push_str(token);
        if token == ";" {
            all.push(String::new());
        }
    }
    all
}

/// Puts changed copies of statements behind some of a script's own, on any of the servers.
pub fn mutate_script(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    let own = statements(&text(rng.pick(seeds)));
    let others = statements(&text(rng.pick(seeds)));
    let mut script =
        format!("SET toastscope.server = '{}';\n", rng.pick(&["15", "16", "17", "18"]));
    let keep = 1 + rng.below(own.len().min(60));
    for statement in own.iter().take(keep) {
        script.push_str(statement);
        for _ in 0..rng.below(4) {
            let other = rng.pick(&others).as_str();
            let mut changed = changed_statement(rng, statement, other);
            for _ in 0..rng.below(3) {
                let other = rng.pick(&own).as_str();
                changed = changed_statement(rng, &changed, other);
            }
            script.push_str(&changed);
        }
    }
    script.into_bytes()
}

/// Options on the first line, a script on the others.
pub fn pgbench_seeds() -> Vec<Vec<u8>> {
    [
        "-c 4 -j 2 -t 10 -n -f a.sql@3 -D scale=2\n\\set id random(1, 100 * :scale)\nUPDATE t SET v = v WHERE id = :id;",
        "-T 5 --client=2 -M prepared -b simple-update\n\\set a random_zipfian(1, 10, 1.2)\n\\sleep 10 ms\nSELECT :a;\n",
        "-S\n\\if :client_id = 0\nSELECT 1 \\gset x\n\\elif abs(-2) > greatest(1, 2.5) and not false\nSELECT 2\\;SELECT 3;\n\\else\n\\endif\n",
        "-N -s 2 --random-seed=7\n\\set x debug(case when 1 <> 2 then hash(:x) else permute(3, 9) end)\n\\setshell x echo 1\n",
    ]
    .iter()
    .map(|s| s.as_bytes().to_vec())
    .collect()
}

/// Reads the options, and the script of each `-f`.
pub fn run_pgbench(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (options, script) = text.split_once('\n').unwrap_or((&text, ""));
    let _ = Options::parse(options, &|_| Some(script.to_owned()));
    let _ = Options::parse("-f script", &|_| Some(script.to_owned()));
}
