//! Random calls of what the engine's tables offer: functions, operators, casts, aggregates and paths
//! into jsonb, over literals and over stored values of every form. Both sides print the result, its
//! digest and its size; what the engine says is not modelled is left out.
//!
//! A batch of calls is one script of numbered pieces (`pieces`).

use crate::pieces;
use sql::functions;
use std::collections::BTreeMap;
use storage::fmgr::{Builtin, Implementation, Volatility};
use storage::ids::Oid;
use storage::types::{self, oid};
use toastscope_tests::inputs::Rng;

/// Calls in a script.
pub const BATCH: u64 = 2000;

/// The table whose rows hold values short, long, compressed, stored elsewhere, empty, and none.
const STORED: &str = "\
CREATE TABLE s (id int, t text, v varchar(9000), c char(12), b bytea, j jsonb, x json, n numeric, a text[], k int[], i int, l bigint, f float8, d date, m timestamp, z timestamptz, p interval, o bool, u uuid, w varbit);
ALTER TABLE s ALTER v SET STORAGE EXTERNAL;
INSERT INTO s VALUES
 (1, 'abc', 'aBc', 'ab', '\\x616263', '{\"a\": 1, \"b\": [1, 2, \"x\"]}', '{\"a\": 1, \"a\": null}', 1.50, '{a,b,NULL}', '{3,1,2}', 1, 10, 1.5, '2024-02-29', '2024-02-29 12:34:56.789', '2024-02-29 12:34:56+00', '1 mon 2 days', true, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', B'101'),
 (2, repeat('long ', 40), repeat('Long,', 40), 'x', decode(repeat('00ff', 60), 'hex'), jsonb_build_object('a', repeat('y', 200), 'b', '{\"a\": [3, 2, 1]}'::jsonb), '[1, 2.50, {\"k\": \"v\"}]', 123456789.123456789, '{{a,b},{c,d}}', '{1,1,NULL}', -7, 4000000000, -0.5, '1999-12-31', '1999-12-31', '2000-01-01 00:00:00+02', '-1 year 3 hours', false, NULL, B'0'),
 (3, repeat('compressed ', 500), 'q', '', decode(repeat('ab', 3000), 'hex'), jsonb_build_array(repeat('z', 5000), 1, null, true), '\"text\"', repeat('9', 400)::numeric, array_fill('same'::text, ARRAY[800]), array_fill(7, ARRAY[900]), 0, 0, 'NaN', 'infinity', '-infinity', NULL, '0', NULL, NULL, B''),
 (4, NULL, (SELECT string_agg(md5(g::text), '') FROM generate_series(1, 100) g), NULL, NULL, (SELECT jsonb_object_agg(md5(g::text), g) FROM generate_series(1, 100) g), '{}', 'NaN', (SELECT array_agg(md5(g::text)) FROM generate_series(1, 200) g), '{}', NULL, NULL, 'Infinity', NULL, '2024-07-15 23:59:59.999999', '2024-07-15 23:59:59.999999+00', '1 day 02:03:04.5', true, NULL, NULL),
 (5, '', '', '', '', '{}', '[]', 0, '{}', '[2:3]={5,6}', 2147483647, -9223372036854775808, 0, '2000-01-01', '2000-01-01', '2000-01-01', '1000 years', false, '00000000-0000-0000-0000-000000000000', B'1111000011110000');
";

const COLUMNS: &[(&str, Oid)] = &[
    ("t", oid::TEXT),
    ("v", oid::VARCHAR),
    ("c", oid::BPCHAR),
    ("b", oid::BYTEA),
    ("j", oid::JSONB),
    ("x", oid::JSON),
    ("n", oid::NUMERIC),
    ("a", oid::TEXT_ARRAY),
    ("k", oid::INT4_ARRAY),
    ("i", oid::INT4),
    ("l", oid::INT8),
    ("f", oid::FLOAT8),
    ("d", oid::DATE),
    ("m", oid::TIMESTAMP),
    ("z", oid::TIMESTAMPTZ),
    ("p", oid::INTERVAL),
    ("o", oid::BOOL),
    ("u", oid::UUID),
    ("w", oid::VARBIT),
];

/// Literals of a type, as they stand between quotes. A table: an arm a type.
fn literals(t: Oid) -> &'static [&'static str] {
    match t {
        oid::BOOL => &["t", "f"],
        oid::INT2 => &["0", "1", "-1", "7", "32767", "-32768"],
        oid::INT4 => {
            &["0", "1", "2", "3", "5", "10", "64", "-1", "-2", "100", "2147483647", "-2147483648"]
        }
        oid::INT8 => &[
            "0",
            "1",
            "-1",
            "10",
            "64",
            "9223372036854775807",
            "-9223372036854775808",
            "4294967296",
        ],
        oid::OID => &["0", "16", "25", "4294967295"],
        oid::FLOAT4 => &["0", "1.5", "-2.25", "1e30", "NaN", "Infinity", "0.1"],
        oid::FLOAT8 => {
            &["0", "-0", "1.5", "-2.5", "1e300", "1e-300", "NaN", "-Infinity", "0.1", "100", "3.7"]
        }
        oid::NUMERIC => &[
            "0",
            "1",
            "-1.50",
            "2.5",
            "0.001",
            "12345678901234567890.123",
            "NaN",
            "Infinity",
            "-99.995",
            "1e20",
            "10",
        ],
        oid::TEXT | oid::VARCHAR => &[
            "",
            "a",
            "abc",
            "aBc dEf",
            "a,b,,c",
            "  x ",
            "äöü€",
            "%b_",
            "b+",
            "(a)(b)?",
            "YYYY-MM-DD HH24:MI:SS",
            "FM999,990.00",
            "hex",
            "base64",
            "escape",
            "UTF8",
            "day",
            "month",
            "year",
            "epoch",
            "123",
            "-1.5",
            "2024-02-29",
            "{\"a\": 1}",
            "x'y",
            "a\\b",
            "g",
            "gi",
            "\\d",
            "[",
            "abcabcabc",
            "12:30",
            "1 day",
            "%s %I %L",
            "$.a",
            "pg_class",
        ],
        oid::BPCHAR => &["", "a", "abc  ", "äö"],
        oid::NAME => &["", "abc", "Name with space", "äöü"],
        oid::CHAR => &["a", "", "Z"],
        oid::BYTEA => &["", "abc", "\\x00ff", "\\xdeadbeef", "\\x616263616263"],
        oid::BIT => &["1", "0101", "11110000"],
        oid::VARBIT => &["", "1", "0101", "1111000011110000"],
        oid::DATE => &["2000-01-01", "2024-02-29", "1999-12-31", "infinity", "0044-03-15 BC"],
        oid::TIME => &["00:00", "12:34:56.789", "23:59:59.999999"],
        oid::TIMETZ => &["12:34:56+02", "00:00-05"],
        oid::TIMESTAMP => &[
            "2000-01-01",
            "2024-02-29 12:34:56.789",
            "1999-12-31 23:59:59",
            "-infinity",
            "2024-07-15 10:00",
        ],
        oid::TIMESTAMPTZ => &["2000-01-01 00:00+00", "2024-02-29 12:34:56.789+02", "infinity"],
        oid::INTERVAL => {
            &["0", "1 day", "-1 mon 3 days 04:05:06.7", "10 years", "36 hours", "1.5 mons"]
        }
        oid::UUID => {
            &["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "00000000-0000-0000-0000-000000000000"]
        }
        oid::JSON | oid::JSONB => &[
            "null",
            "1",
            "\"x\"",
            "true",
            "{}",
            "[]",
            "[1, 2.50, \"x\", null, [true]]",
            "{\"a\": 1, \"b\": {\"c\": [1, 2]}}",
            "{\"a\": null, \"b\": \"äö\"}",
            "[{\"a\": 1}, {\"a\": 2, \"b\": \"x\"}]",
            "{\"b\": 1, \"aa\": 2, \"a\": 3}",
            "\"2024-02-29\"",
            "[3, 1, 2]",
            "-0.10",
            "1e5",
        ],
        oid::INT2_ARRAY => &["{}", "{1,2}"],
        oid::INT4_ARRAY => {
            &["{}", "{1,2,3}", "{NULL,2}", "{{1,2},{3,4}}", "[0:1]={5,6}", "{3,1,2,1}"]
        }
        oid::INT8_ARRAY => &["{}", "{1,9223372036854775807}"],
        oid::FLOAT8_ARRAY => &["{0.5}", "{0,0.25,1}"],
        oid::NUMERIC_ARRAY => &["{}", "{1.5,2}"],
        oid::TEXT_ARRAY => {
            &["{}", "{a}", "{a,b,NULL}", "{b,c}", "{{a,b},{c,d}}", "{\"x y\",\"\"}", "{a,1}"]
        }
        oid::TID => &["(0,1)", "(5,7)"],
        oid::PG_LSN => &["0/0", "16/B374D848"],
        oid::XID8 => &["0", "4294967296"],
        _ => &[],
    }
}

const STEPS: &[&str] = &[
    ".a",
    ".b",
    ".*",
    "[*]",
    "[0]",
    "[last]",
    "[0 to 1]",
    ".**",
    ".**{1 to 2}",
    ".c",
    ".size()",
    ".type()",
    ".keyvalue()",
    ".double()",
    ".abs()",
    ".ceiling()",
    ".floor()",
    ".datetime()",
];
const FILTERS: &[&str] = &[
    "@ > 1",
    "@.a == 1",
    "exists(@.a)",
    "@ == \"x\"",
    "@ starts with \"x\"",
    "@ like_regex \"^[xy]\"",
    "@ == null",
    "!(@.a > 1)",
    "@.a < 3 && @.b != null",
    "(@ > 1) is unknown",
    "@ >= $lo",
    "@.type() == \"number\"",
];

/// What polymorphic arguments stand for in one call: elements and their array.
const FAMILIES: &[(Oid, Oid)] = &[
    (oid::INT4, oid::INT4_ARRAY),
    (oid::TEXT, oid::TEXT_ARRAY),
    (oid::NUMERIC, oid::NUMERIC_ARRAY),
    (oid::INT8, oid::INT8_ARRAY),
];

struct Caller {
    rng: Rng,
    functions: Vec<&'static Builtin>,
    aggregates: Vec<&'static Builtin>,
}

/// One call: what is called, and the statement.
struct Call {
    name: String,
    sql: String,
}

/// Whether both sides must give the same: not the time, and not what the C library computes.
fn comparable(b: &Builtin) -> bool {
    let clock = b.volatility == Volatility::Stable && b.args.is_empty();
    // The last digit of some is the C library's; `factorial` takes its time.
    let left_out = [
        "acosh",
        "asinh",
        "atanh",
        "cbrt",
        "random",
        "factorial",
        "pg_",
        "age",
        "has_",
        "to_reg",
        "txid",
        "setval",
        "query_to",
        "table_to",
    ];
    b.volatility != Volatility::Volatile
        && !clock
        && !left_out.iter().any(|n| b.name.starts_with(n))
        && !matches!(b.run, Implementation::Server(_) | Implementation::ServerSet(_))
        && !matches!(b.ret, oid::VOID | oid::CSTRING | oid::REGTYPE)
}

impl Caller {
    /// A caller whose calls follow from the seed.
    fn new(seed: u64) -> Caller {
        let all = functions::FUNCTIONS.iter().flat_map(|functions| functions.iter());
        let (aggregates, functions) = all
            .filter(|b| comparable(b))
            .partition(|b| matches!(b.run, Implementation::Aggregate(_)));
        Caller { rng: Rng::new(seed), functions, aggregates }
    }

    /// A random path into jsonb.
    fn path(&mut self) -> String {
        let mode = *self.rng.pick(&["", "", "lax ", "strict "]);
        let mut path = String::from("$");
        for _ in 0..self.rng.below(4) {
            if self.rng.below(4) == 0 {
                path.push_str(&format!(" ? ({})", self.rng.pick(FILTERS)));
            } else {
                path.push_str(self.rng.pick::<&str>(STEPS));
            }
        }
        match self.rng.below(8) {
            0 => format!("{mode}({path}) + 1"),
            1 => format!("{mode}-({path})"),
            2 => format!("{mode}({path}) > 1"),
            _ => format!("{mode}{path}"),
        }
    }

    /// A random argument of a type; `None` if there are no values of the type here. `small`: a
    /// small number.
    fn argument(&mut self, t: Oid, family: (Oid, Oid), small: bool) -> Option<String> {
        let t = match t {
            oid::ANYELEMENT | oid::ANYNONARRAY | oid::ANYCOMPATIBLE | oid::ANY => family.0,
            oid::ANYARRAY | oid::ANYCOMPATIBLEARRAY => family.1,
            t => t,
        };
        if t == oid::JSONPATH {
            return Some(format!("'{}'::jsonpath", self.path()));
        }
        let name = types::format_type(t, -1);
        if self.rng.below(25) == 0 {
            return Some(format!("NULL::{name}"));
        }
        let column = COLUMNS.iter().find(|c| c.1 == t);
        if let Some((column, _)) = column
            && self.rng.below(3) == 0
            && !small
        {
            return Some(format!("s.{column}"));
        }
        let all = literals(t);
        let short: Vec<&str> = all.iter().copied().filter(|l| l.len() < 4).collect();
        let pool = if small && !short.is_empty() { &short } else { all };
        if pool.is_empty() {
            return None;
        }
        let literal = self.rng.pick(pool).replace('\'', "''");
        let name = if t == oid::BIT { "varbit".into() } else { name };
        Some(format!("'{literal}'::{name}"))
    }

    /// Random arguments of a function; `small` keeps them short.
    fn arguments(&mut self, b: &Builtin, small: bool) -> Option<Vec<String>> {
        let family = *self.rng.pick(FAMILIES);
        let defaults = self.rng.below(b.defaults.len() + 1);
        let mut args = Vec::new();
        for (i, t) in b.args[..b.args.len() - defaults].iter().enumerate() {
            match b.variadic.filter(|_| i + 1 == b.args.len()) {
                Some(element) => {
                    for _ in 0..1 + self.rng.below(3) {
                        args.push(self.argument(element, family, small)?);
                    }
                }
                None => args.push(self.argument(*t, family, small && i > 0)?),
            }
        }
        Some(args)
    }

    /// A random call of a function: its name, and the call.
    fn function(&mut self) -> Option<(String, String)> {
        let functions = std::mem::take(&mut self.functions);
        let b = *self.rng.pick(&functions);
        self.functions = functions;
        let small = matches!(b.name, "repeat" | "lpad" | "rpad" | "array_fill");
        let args = self.arguments(b, small)?;
        let call = format!("{}({})", b.name, args.join(", "));
        // How far apart two texts are is what `memcmp` gives, and that depends on where they lie in the memory.
        let expr = if b.name == "bttextcmp" { format!("sign({call})") } else { call };
        Some((b.name.into(), expr))
    }

    /// A random use of an operator: what it is reported as, and the expression.
    fn operator(&mut self) -> Option<(String, String)> {
        let operators = *self.rng.pick(functions::OPERATORS);
        let o = self.rng.pick(operators);
        if o.name == "||/" {
            return None;
        }
        let family = *self.rng.pick(FAMILIES);
        let right = self.argument(o.right, family, false)?;
        let left = match o.left {
            Oid::INVALID => String::new(),
            t => self.argument(t, family, false)?,
        };
        Some((format!("operator {}", o.name), format!("{left} {} {right}", o.name)))
    }

    /// A random cast: what it is reported as, and the expression.
    fn cast(&mut self) -> Option<(String, String)> {
        let casts = *self.rng.pick(functions::CASTS);
        let c = self.rng.pick(casts);
        let value = self.argument(c.source, FAMILIES[0], false)?;
        let length = match c.target {
            oid::VARCHAR | oid::BPCHAR => *self.rng.pick(&["", "(1)", "(3)", "(5000)"]),
            oid::NUMERIC => *self.rng.pick(&["", "(5,2)", "(30,10)", "(3)"]),
            oid::VARBIT | oid::BIT => *self.rng.pick(&["", "(3)", "(20)"]),
            _ => "",
        };
        let target = types::format_type(c.target, -1);
        let name = format!("cast to {target}");
        Some((name, format!("({value})::{target}{length}")))
    }

    /// A random aggregate over some rows: what it is reported as, and the expression.
    fn aggregate(&mut self) -> Option<(String, String)> {
        let aggregates = std::mem::take(&mut self.aggregates);
        let b = *self.rng.pick(&aggregates);
        self.aggregates = aggregates;
        let args = self.arguments(b, false)?;
        let filter = *self.rng.pick(&["", "", "", " FILTER (WHERE s.id <> 2)"]);
        let call = match self.rng.below(4) {
            0 if args.len() == 1 => format!("DISTINCT {}", args[0]),
            1 if !args.is_empty() => format!("{} ORDER BY s.id DESC", args.join(", ")),
            _ if args.is_empty() => "*".into(),
            _ => args.join(", "),
        };
        Some((b.name.into(), format!("{}({call}){filter}", b.name)))
    }

    /// A random path into a random document: the function's name, and the call.
    fn jsonb_path(&mut self) -> Option<(String, String)> {
        let function = *self.rng.pick(&[
            "jsonb_path_query",
            "jsonb_path_query_array",
            "jsonb_path_query_first",
            "jsonb_path_exists",
            "jsonb_path_match",
        ]);
        let value = self.argument(oid::JSONB, FAMILIES[0], false)?;
        let rest = *self.rng.pick(&["", ", '{\"lo\": 2}'", ", '{\"lo\": 2}', true"]);
        Some((function.into(), format!("{function}({value}, '{}'{rest})", self.path())))
    }

    /// A random call of any kind.
    fn call(&mut self) -> Call {
        loop {
            let kind = self.rng.below(100);
            let made = match kind {
                0..50 => self.function(),
                50..68 => self.operator(),
                68..77 => self.cast(),
                77..90 => self.aggregate(),
                _ => self.jsonb_path(),
            };
            let Some((name, expr)) = made else { continue };
            let rows = if (77..90).contains(&kind) {
                self.rng
                    .pick(&["", " WHERE s.id < 3", " GROUP BY s.id % 2 ORDER BY s.id % 2"])
                    .to_string()
            } else {
                format!(" WHERE s.id = {} LIMIT 12", 1 + self.rng.below(5))
            };
            let sql = format!(
                "SELECT left(r::text, 60) AS r, md5(r::text) AS m, pg_column_size(r) AS s FROM (SELECT {expr} AS r FROM s{rows} OFFSET 0) q;"
            );
            return Call { name, sql };
        }
    }
}

/// A batch of calls as a script.
pub struct Batch {
    calls: Vec<Call>,
}

impl Batch {
    /// The random calls that a seed gives.
    pub fn new(seed: u64, size: u64) -> Batch {
        let mut caller = Caller::new(seed);
        Batch { calls: (0..size).map(|_| caller.call()).collect() }
    }

    /// The script of the calls from number `first` on.
    pub fn script(&self, first: usize) -> String {
        let mut script = format!("SET timezone = 'UTC';\n{STORED}");
        for (n, c) in self.calls.iter().enumerate().skip(first) {
            script.push_str(&format!("-- {n}\n{}\n", c.sql));
        }
        script
    }

    /// The calls whose outputs differ, by function: how many, and the first one with both outputs.
    /// Also how many calls the engine refuses as not modelled.
    pub fn compare(&self, expected: &str, actual: &str) -> (BTreeMap<String, (u64, String)>, u64) {
        let (expected, actual) = (pieces::taken_apart(expected), pieces::taken_apart(actual));
        let mut differing: BTreeMap<String, (u64, String)> = BTreeMap::new();
        let mut refused = 0;
        for (n, c) in self.calls.iter().enumerate() {
            let (e, a) = (expected.get(&n), actual.get(&n));
            if e == a {
                continue;
            }
            let shown = |t: Option<&String>| t.cloned().unwrap_or_else(|| "nothing\n".into());
            if shown(a).contains("is not modelled") {
                refused += 1;
                continue;
            }
            let example = format!("{}\n-- PostgreSQL\n{}-- here\n{}", c.sql, shown(e), shown(a));
            differing.entry(c.name.clone()).or_insert((0, example)).0 += 1;
        }
        (differing, refused)
    }
}
