//! Analysis held against what PostgreSQL 15 says of the same statements.

use super::*;
use crate::expr::Expr;
use std::rc::Rc;
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::error::{PgError, Result};
use storage::fmgr::{Env, EnvSession};
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};
use storage::tuple::{Attribute, TupleDesc};
use storage::types::{self, oid};

struct World {
    relations: Vec<Rc<RelationInfo>>,
}

fn table(oid: u32, name: &str, columns: &[(&str, Oid, i32)], key: &[i16]) -> Rc<RelationInfo> {
    let attrs = columns
        .iter()
        .map(|&(name, type_oid, typmod)| {
            let t = types::info(type_oid).expect("a built-in type");
            Attribute {
                name: name.into(),
                type_oid,
                typmod,
                len: t.len,
                by_val: t.by_val,
                align: t.align,
                storage: t.storage,
                compression: None,
                not_null: false,
                dropped: false,
                missing: None,
                identity: None,
                generated: None,
                ndims: 0,
                collation: super::types::type_collation(type_oid),
                stat_target: -1,
                toaster: Oid::INVALID,
            }
        })
        .collect();
    Rc::new(RelationInfo {
        oid: Oid(oid),
        name: name.into(),
        schema: "public".into(),
        kind: RelKind::Table,
        desc: Rc::new(TupleDesc { attrs }),
        row_type: Oid(oid + 1),
        primary_key: key.iter().map(|&k| AttrNumber(k)).collect(),
        foreign_keys: vec![],
        unique_indexes: if key.is_empty() {
            vec![]
        } else {
            vec![UniqueIndex {
                oid: Oid(oid + 5),
                name: format!("{name}_pkey"),
                constraint: true,
                keys: key.iter().map(|&k| AttrNumber(k)).collect(),
                exprs: vec![],
                collations: vec![],
                opclasses: vec![],
                predicate: None,
            }]
        },
        view: None,
    })
}

fn world() -> World {
    World {
        relations: vec![
            table(
                16384,
                "t",
                &[
                    ("id", oid::INT4, -1),
                    ("name", oid::VARCHAR, 24),
                    ("val", oid::TEXT, -1),
                    ("j", oid::JSONB, -1),
                    ("n", oid::NUMERIC, (10 << 16 | 2) + 4),
                    ("ts", oid::TIMESTAMP, -1),
                    ("arr", oid::INT4_ARRAY, -1),
                ],
                &[1],
            ),
            table(16400, "t2", &[("id", oid::INT4, -1), ("val", oid::TEXT, -1)], &[]),
            table(16410, "t3", &[("id", oid::INT4, -1), ("json_col", oid::JSON, -1)], &[]),
        ],
    }
}

impl CatalogView for World {
    fn relation(&self, schema: Option<&str>, name: &str) -> Result<Option<Rc<RelationInfo>>> {
        let there = schema.is_none_or(|s| s == "public");
        Ok(self.relations.iter().find(|r| there && r.name == name).cloned())
    }
    fn relation_by_oid(&self, oid: Oid) -> Option<Rc<RelationInfo>> {
        self.relations.iter().find(|r| r.oid == oid).cloned()
    }
    fn schema_exists(&self, name: &str) -> bool {
        name == "public" || name == "pg_catalog"
    }
    fn type_by_name(&self, _: Option<&str>, name: &str) -> Option<Rc<UserType>> {
        let r = self.relations.iter().find(|r| r.name == name)?;
        self.user_type(r.row_type)
    }
    fn user_type(&self, oid: Oid) -> Option<Rc<UserType>> {
        let r = self.relations.iter().find(|r| r.row_type == oid)?;
        Some(Rc::new(UserType {
            oid,
            name: r.name.clone(),
            schema: "public".into(),
            kind: UserTypeKind::Composite { relation: r.oid, desc: Rc::clone(&r.desc) },
            array: Oid(oid.0 + 1),
        }))
    }
    fn functions(&self, _: Option<&str>, _: &str) -> Vec<Rc<CreatedFunction>> {
        vec![]
    }
    fn column_default(&self, _: Oid, _: AttrNumber) -> Option<Rc<Expr>> {
        None
    }
    fn identity_sequence(&self, _: Oid, _: AttrNumber) -> Option<Oid> {
        None
    }
    fn database(&self) -> &str {
        "postgres"
    }
    fn collation(&self, _: Option<&str>, name: &str) -> Option<Oid> {
        (name == "C").then_some(Oid(950))
    }
    fn relation_is_visible(&self, _: Oid) -> bool {
        true
    }
    fn extension_function_visible(&self, _: &str) -> bool {
        true
    }
    fn built_in_schema(&self, _: &str) -> String {
        "pg_catalog".into()
    }
    fn current_schema(&self) -> Option<String> {
        Some("public".into())
    }
}

struct Nothing;

impl EnvSession for Nothing {
    fn setting(&self, _: &str) -> Option<String> {
        None
    }
    fn random(&mut self) -> f64 {
        0.5
    }
    fn set_seed(&mut self, _: f64) -> Result<()> {
        Ok(())
    }
    fn transaction_timestamp(&self) -> i64 {
        0
    }
    fn statement_timestamp(&self) -> i64 {
        0
    }
    fn clock_timestamp(&self) -> i64 {
        0
    }
    fn check_cancel(&self) -> Result<()> {
        Ok(())
    }
    fn notice(&mut self, _: Box<PgError>) {}
}

impl Env for Nothing {
    fn session(&self) -> &(dyn EnvSession + 'static) {
        self
    }
    fn session_mut(&mut self) -> &mut (dyn EnvSession + 'static) {
        self
    }
    fn detoast(&mut self, d: &Datum) -> Result<Bytes> {
        Ok(types::payload(d).into())
    }
    fn detoast_slice(&mut self, d: &Datum, offset: usize, length: i64) -> Result<Bytes> {
        let p = types::payload(d);
        let from = offset.min(p.len());
        let to = if length < 0 { p.len() } else { (from + length as usize).min(p.len()) };
        Ok(p[from..to].into())
    }
    fn check_alloc(&self, _: usize) -> Result<()> {
        Ok(())
    }
    fn output(&mut self, t: Oid, d: &Datum) -> Result<String> {
        types::output(t, d, self)
    }
    fn input(&mut self, t: Oid, text: &str, typmod: i32) -> Result<Datum> {
        if t == oid::REGCLASS {
            return match text {
                "t" => Ok(Datum::u32(16384)),
                _ => storage::err!(UNDEFINED_TABLE, "relation \"{text}\" does not exist"),
            };
        }
        if t == oid::JSONPATH {
            return crate::functions::jsonb::path_text::path_in(text, Default::default());
        }
        types::input(t, text, typmod, self)
    }
}

/// What `\gdesc` prints, unaligned, or the error as psql shows it.
fn describe(sql: &str) -> String {
    let w = world();
    let run = || -> Result<String> {
        let stmts = crate::parser::parse(sql)?;
        let q = analyze(&w, &mut Nothing, &stmts[0].stmt)?;
        let lines: Vec<String> = q
            .returned()
            .map(|t| {
                let ty = format_type(&w, t.expr.type_oid, t.expr.typmod);
                format!("{}|{ty}", t.name.clone().unwrap_or_default())
            })
            .collect();
        Ok(lines.join("\n"))
    };
    match run() {
        Ok(s) => s,
        Err(e) => {
            let mut out = format!("ERROR:  {}", e.message);
            if let Some(at) = e.location {
                out += &format!("\nLINE 1: {sql}\n        {}^", " ".repeat(at));
            }
            if let Some(d) = &e.detail {
                out += &format!("\nDETAIL:  {d}");
            }
            if let Some(h) = &e.hint {
                out += &format!("\nHINT:  {h}");
            }
            out
        }
    }
}

#[test]
fn types_and_names_of_columns() {
    let cases = [
        (
            "select upper('x'), 1+1, 1.5*2, 5/2",
            "upper|text\n?column?|integer\n?column?|numeric\n?column?|integer",
        ),
        ("select case when true then 1 else 2.5 end", "case|numeric"),
        ("select id from t join t2 using (id)", "id|integer"),
        ("select 1 union select 2.5", "?column?|numeric"),
        ("select sum(id), avg(id), min(name) from t", "sum|bigint\navg|numeric\nmin|text"),
        (
            "select name::varchar(3), n::numeric(4,1) from t",
            "name|character varying(3)\nn|numeric(4,1)",
        ),
        ("select -2147483648, 2147483648", "?column?|integer\n?column?|bigint"),
        (
            "with recursive c(n) as (select 1 union all select n+1 from c) select * from c",
            "n|integer",
        ),
        ("select * from generate_series(1,3) g", "g|integer"),
        ("select * from t2 where (t2).id = 1", "id|integer\nval|text"),
    ];
    for (sql, expected) in cases {
        assert_eq!(describe(sql), expected, "{sql}");
    }
}

#[test]
fn errors_in_the_servers_words() {
    let cases = [
        (
            "select naem from t",
            "ERROR:  column \"naem\" does not exist\nLINE 1: select naem from t\n               ^\n\
             HINT:  Perhaps you meant to reference the column \"t.name\".",
        ),
        (
            "select t.id from t a",
            "ERROR:  invalid reference to FROM-clause entry for table \"t\"\n\
             LINE 1: select t.id from t a\n               ^\n\
             HINT:  Perhaps you meant to reference the table alias \"a\".",
        ),
        (
            "select name + 1 from t",
            "ERROR:  operator does not exist: character varying + integer\n\
             LINE 1: select name + 1 from t\n                    ^\n\
             HINT:  No operator matches the given name and argument types. You might need to add \
             explicit type casts.",
        ),
        (
            "select val, count(*) from t group by name",
            "ERROR:  column \"t.val\" must appear in the GROUP BY clause or be used in an aggregate \
             function\nLINE 1: select val, count(*) from t group by name\n               ^",
        ),
        (
            "select (select 1, 2)",
            "ERROR:  subquery must return only one column\nLINE 1: select (select 1, 2)\n               ^",
        ),
        (
            "select id + 'x' from t",
            "ERROR:  invalid input syntax for type integer: \"x\"\nLINE 1: select id + 'x' from t\n                    ^",
        ),
    ];
    for (sql, expected) in cases {
        assert_eq!(describe(sql), expected, "{sql}");
    }
}
