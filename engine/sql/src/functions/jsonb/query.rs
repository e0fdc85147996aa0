//! Running SQL/JSON paths (`jsonpath_exec.c`): `jsonb_path_query` and its kin, `@?`, `@@`.

use super::expand::rows;
use super::jsonpath::{Path, parse};
use super::{document, root, text};
use crate::functions::regex::{Budget, Flags, Regex};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{Builtin, FnCtx, Operator, Restrict, RowSource, operator, scalar, set};
use storage::types::jsonb::{ArrayBuilder, Found, Step, Value, View, compare_views};
use storage::types::numeric::Numeric;
use storage::types::oid::{BOOL, JSONB, JSONPATH};

const NAMES: &[&str] = &["target", "path", "vars", "silent"];
const DEFAULTS: &[&str] = &["'{}'", "false"];
const ARGS: &[storage::ids::Oid] = &[JSONB, JSONPATH, JSONB, BOOL];

/// The functions of this room.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("jsonb_path_exists", ARGS, BOOL, exists).named(NAMES).defaults(DEFAULTS),
    scalar("jsonb_path_match", ARGS, BOOL, matches).named(NAMES).defaults(DEFAULTS),
    set("jsonb_path_query", ARGS, JSONB, &[], query).named(NAMES).defaults(DEFAULTS),
    scalar("jsonb_path_query_array", ARGS, JSONB, array).named(NAMES).defaults(DEFAULTS),
    scalar("jsonb_path_query_first", ARGS, JSONB, first).named(NAMES).defaults(DEFAULTS),
];

/// The operators of this room.
pub static OPERATORS: &[Operator] = &[
    operator("@?", JSONB, JSONPATH, BOOL, exists).known("", "", Restrict::Cont),
    operator("@@", JSONB, JSONPATH, BOOL, matches).known("", "", Restrict::Cont),
];

/// What a path works on.
struct Run {
    root: Value,
    vars: Value,
    strict: bool,
}

fn view(v: &Value) -> View<'_> {
    v.view()
}

fn number(v: &Value) -> Option<Numeric> {
    match v {
        Value::Numeric(n) => Some(Numeric::from_payload(View::numeric_payload(n))),
        _ => None,
    }
}

fn numeric(n: &Numeric) -> Value {
    Value::Numeric(n.to_datum().bytes().clone())
}

fn failed<T>(code: &'static str, message: impl Into<String>) -> Result<T> {
    Err(PgError::new(SqlState(code), message))
}

fn children(v: &Value) -> Vec<Value> {
    match view(v) {
        View::Container(c) if c.is_array() => c.elements().map(View::to_value).collect(),
        View::Container(c) => c.pairs().map(|(_, v)| v.to_value()).collect(),
        _ => Vec::new(),
    }
}

fn is_array(v: &Value) -> bool {
    matches!(view(v), View::Container(c) if c.is_array())
}

fn type_name(v: &Value) -> &'static str {
    match view(v) {
        View::Null => "null",
        View::Bool(_) => "boolean",
        View::Numeric(_) => "number",
        View::String(_) => "string",
        View::Container(c) if c.is_array() => "array",
        View::Container(_) => "object",
    }
}

impl Run {
    /// The items, arrays opened where lax mode does that.
    fn unwrapped(&self, items: Vec<Value>) -> Vec<Value> {
        if self.strict {
            return items;
        }
        items.into_iter().flat_map(|v| if is_array(&v) { children(&v) } else { vec![v] }).collect()
    }

    fn items(&self, p: &Path, current: &Value, last: usize) -> Result<Vec<Value>> {
        Ok(match p {
            Path::Root => vec![self.root.clone()],
            Path::Current => vec![current.clone()],
            Path::Last => vec![numeric(&Numeric::from_i64(last as i64 - 1))],
            Path::Variable(name) => {
                let found = match view(&self.vars) {
                    View::Container(c) if c.is_object() => c.get(name.as_bytes()),
                    _ => None,
                };
                match found {
                    Some(v) => vec![v.to_value()],
                    None => {
                        return err!(
                            UNDEFINED_OBJECT,
                            "could not find jsonpath variable \"{name}\""
                        );
                    }
                }
            }
            Path::Null => vec![Value::Null],
            Path::Bool(b) => vec![Value::Bool(*b)],
            Path::Number(n) => vec![numeric(&Numeric::parse(n)?)],
            Path::String(s) => vec![Value::String(s.as_bytes().to_vec())],
            Path::Key(inner, key) => {
                let mut out = Vec::new();
                for v in self.unwrapped(self.items(inner, current, last)?) {
                    match view(&v) {
                        View::Container(c) if c.is_object() => match c.get(key.as_bytes()) {
                            Some(found) => out.push(found.to_value()),
                            None if self.strict => {
                                return failed(
                                    "2203A",
                                    format!("JSON object does not contain key \"{key}\""),
                                );
                            }
                            None => {}
                        },
                        _ if self.strict => {
                            return failed(
                                "2203A",
                                "jsonpath member accessor can only be applied to an object",
                            );
                        }
                        _ => {}
                    }
                }
                out
            }
            Path::AnyKey(inner) => {
                let mut out = Vec::new();
                for v in self.unwrapped(self.items(inner, current, last)?) {
                    match view(&v) {
                        View::Container(c) if c.is_object() => out.extend(children(&v)),
                        _ if self.strict => {
                            return failed(
                                "2203C",
                                "jsonpath wildcard member accessor can only be applied to an object",
                            );
                        }
                        _ => {}
                    }
                }
                out
            }
            Path::Deep(inner, from, to) => {
                let mut out = Vec::new();
                for v in self.items(inner, current, last)? {
                    deep(&v, 0, *from, *to, &mut out);
                }
                out
            }
            Path::AnyElement(inner) => {
                let mut out = Vec::new();
                for v in self.items(inner, current, last)? {
                    if is_array(&v) {
                        out.extend(children(&v));
                    } else if self.strict {
                        return failed(
                            "22039",
                            "jsonpath wildcard array accessor can only be applied to an array",
                        );
                    } else {
                        out.push(v);
                    }
                }
                out
            }
            Path::Elements(inner, list) => {
                let mut out = Vec::new();
                for v in self.items(inner, current, last)? {
                    if !is_array(&v) && self.strict {
                        return failed(
                            "22039",
                            "jsonpath array accessor can only be applied to an array",
                        );
                    }
                    let all = if is_array(&v) { children(&v) } else { vec![v] };
                    for (from, to) in list {
                        let first = self.subscript(from, current, all.len())?;
                        let end = match to {
                            Some(t) => self.subscript(t, current, all.len())?,
                            None => first,
                        };
                        let n = all.len() as i64;
                        if self.strict && (first < 0 || first > end || end >= n) {
                            return failed("22033", "jsonpath array subscript is out of bounds");
                        }
                        for i in first.max(0)..=end.min(n - 1) {
                            out.push(all[i as usize].clone());
                        }
                    }
                }
                out
            }
            Path::Filter(inner, condition) => {
                let mut out = Vec::new();
                for v in self.unwrapped(self.items(inner, current, last)?) {
                    if self.truth(condition, &v, last)? == Some(true) {
                        out.push(v);
                    }
                }
                out
            }
            Path::Method(inner, name) => {
                let found = self.items(inner, current, last)?;
                let found = if matches!(name.as_str(), "type" | "size") {
                    found
                } else {
                    self.unwrapped(found)
                };
                let mut out = Vec::new();
                for v in &found {
                    out.extend(self.method(v, name)?);
                }
                out
            }
            Path::Negative(inner) => {
                let mut out = Vec::new();
                for v in self.unwrapped(self.items(inner, current, last)?) {
                    match number(&v) {
                        Some(n) => out.push(numeric(&n.negated())),
                        None => {
                            return failed(
                                "2203B",
                                "operand of unary jsonpath operator - is not a numeric value",
                            );
                        }
                    }
                }
                out
            }
            Path::Arithmetic(op, left, right) => {
                let mut sides = Vec::new();
                for (side, which) in [(left, "left"), (right, "right")] {
                    let found = self.unwrapped(self.items(side, current, last)?);
                    match found.as_slice() {
                        [one] if number(one).is_some() => sides.extend(number(one)),
                        _ => {
                            return failed(
                                "22038",
                                format!(
                                    "{which} operand of jsonpath operator {op} is not a single numeric value"
                                ),
                            );
                        }
                    }
                }
                let (a, b) = (&sides[0], &sides[1]);
                vec![numeric(&match op {
                    '+' => a.add(b),
                    '-' => a.sub(b),
                    '*' => a.mul(b)?,
                    '/' => a.div(b)?,
                    _ => a.rem(b)?,
                })]
            }
            _ => vec![match self.truth(p, current, last)? {
                Some(b) => Value::Bool(b),
                None => Value::Null,
            }],
        })
    }

    fn subscript(&self, p: &Path, current: &Value, last: usize) -> Result<i64> {
        let found = self.items(p, current, last)?;
        match found.as_slice() {
            [one] if number(one).is_some() => {
                let n = number(one).unwrap_or_else(|| Numeric::from_i64(0));
                n.floor().to_int("integer", i64::from(i32::MIN), i64::from(i32::MAX))
            }
            _ => failed("22033", "jsonpath array subscript is not a single numeric value"),
        }
    }

    /// A predicate; none: unknown.
    fn truth(&self, p: &Path, current: &Value, last: usize) -> Result<Option<bool>> {
        Ok(match p {
            Path::And(a, b) => match self.truth(a, current, last)? {
                Some(false) => Some(false),
                x => match (x, self.truth(b, current, last)?) {
                    (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                },
            },
            Path::Or(a, b) => match self.truth(a, current, last)? {
                Some(true) => Some(true),
                x => match (x, self.truth(b, current, last)?) {
                    (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                },
            },
            Path::Not(a) => self.truth(a, current, last)?.map(|b| !b),
            Path::Unknown(a) => Some(self.truth(a, current, last)?.is_none()),
            Path::Exists(a) => match self.items(a, current, last) {
                Ok(found) => Some(!found.is_empty()),
                Err(_) => None,
            },
            Path::Compare(op, a, b) => {
                let (Ok(x), Ok(y)) = (self.items(a, current, last), self.items(b, current, last))
                else {
                    return Ok(None);
                };
                let (x, y) = (self.unwrapped(x), self.unwrapped(y));
                let mut unknown = false;
                for l in &x {
                    for r in &y {
                        match compare(op, l, r) {
                            Some(true) if !self.strict => return Ok(Some(true)),
                            Some(true) => return Ok(if unknown { None } else { Some(true) }),
                            Some(false) => {}
                            None => unknown = true,
                        }
                    }
                }
                if unknown { None } else { Some(false) }
            }
            Path::StartsWith(a, b) => {
                let (Ok(x), Ok(y)) = (self.items(a, current, last), self.items(b, current, last))
                else {
                    return Ok(None);
                };
                let Some(Value::String(prefix)) = y.first() else { return Ok(None) };
                let mut found = Some(false);
                for v in self.unwrapped(x) {
                    match v {
                        Value::String(s) if s.starts_with(prefix) => return Ok(Some(true)),
                        Value::String(_) => {}
                        _ => found = None,
                    }
                }
                found
            }
            Path::Like(a, pattern, flags) => {
                let Ok(x) = self.items(a, current, last) else { return Ok(None) };
                let mut found = Some(false);
                for v in self.unwrapped(x) {
                    match v {
                        Value::String(s) => {
                            let s = String::from_utf8_lossy(&s);
                            if like(&s, pattern, flags)? {
                                return Ok(Some(true));
                            }
                        }
                        _ => found = None,
                    }
                }
                found
            }
            _ => match self.items(p, current, last)?.as_slice() {
                [Value::Bool(b)] => Some(*b),
                _ => None,
            },
        })
    }

    fn method(&self, v: &Value, name: &str) -> Result<Vec<Value>> {
        let wrong = |what: &str| {
            failed("22038", format!("jsonpath item method .{name}() can only be applied to {what}"))
        };
        let rounded = |f: fn(&Numeric) -> Numeric| match number(v) {
            Some(n) => Ok(vec![numeric(&f(&n))]),
            None => wrong("a numeric value"),
        };
        match name {
            "type" => Ok(vec![Value::String(type_name(v).as_bytes().to_vec())]),
            "size" => match view(v) {
                View::Container(c) if c.is_array() => {
                    Ok(vec![numeric(&Numeric::from_i64(c.count() as i64))])
                }
                _ if self.strict => wrong("an array"),
                _ => Ok(vec![numeric(&Numeric::from_i64(1))]),
            },
            "abs" => rounded(|n| n.clone().abs()),
            "floor" => rounded(Numeric::floor),
            "ceiling" => rounded(Numeric::ceil),
            "double" => match v {
                Value::Numeric(_) => Ok(vec![v.clone()]),
                Value::String(s) => match Numeric::parse(&String::from_utf8_lossy(s)) {
                    Ok(n) => Ok(vec![numeric(&n)]),
                    Err(_) => failed(
                        "22036",
                        "string argument of jsonpath item method .double() is not a valid \
                         representation of a double precision number",
                    ),
                },
                _ => wrong("a string or numeric value"),
            },
            _ => err!(SYNTAX_ERROR, "syntax error at or near \"{name}\" of jsonpath input"),
        }
    }
}

fn like(text: &str, pattern: &str, flags: &str) -> Result<bool> {
    let regex = Regex::new(pattern, Flags::parse(flags)?)?;
    let chars: Vec<char> = text.chars().collect();
    regex.is_match(&chars, &mut Budget::new(None))
}

fn deep(v: &Value, level: u32, from: u32, to: u32, out: &mut Vec<Value>) {
    if level >= from {
        out.push(v.clone());
    }
    if level < to {
        for c in children(v) {
            deep(&c, level + 1, from, to, out);
        }
    }
}

fn compare(op: &str, a: &Value, b: &Value) -> Option<bool> {
    let (x, y) = (view(a), view(b));
    let order = match (x, y) {
        (View::Null, View::Null) => std::cmp::Ordering::Equal,
        (View::Null, _) | (_, View::Null) => return Some(op == "!="),
        (View::Bool(p), View::Bool(q)) => p.cmp(&q),
        (View::Numeric(_), View::Numeric(_)) => compare_views(x, y),
        (View::String(p), View::String(q)) => p.cmp(q),
        _ => return None,
    };
    Some(match op {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        _ => order.is_ge(),
    })
}

/// Takes keys and subscripts off a path's beginning as far as a toaster follows them, and leaves what
/// they lead to: the rest of the document need not be fetched. Where one leads nowhere, lax mode has
/// rules of its own, and the path keeps it.
fn narrow(ctx: &mut FnCtx<'_>, target: &Datum, path: &mut Path, strict: bool) -> Result<Datum> {
    let mut target = target.clone();
    if path.roots() != 1 {
        return Ok(target);
    }
    while let Some(place) = path.first_step() {
        let step = match &*place {
            Path::Key(_, key) => Step::Key(key.as_bytes().into()),
            Path::Elements(_, list) if !strict => match list.as_slice() {
                [(Path::Number(n), None)] => match n.parse::<i32>() {
                    Ok(n) => Step::Index(n.into()),
                    Err(_) => break,
                },
                _ => break,
            },
            _ => break,
        };
        match ctx.env.jsonb_get(&target, &[step])? {
            Found::Value(found) => target = found,
            Found::Nothing | Found::NoShortcut => break,
        }
        *place = Path::Root;
    }
    Ok(target)
}

/// The items that a path finds; none when an error is kept silent.
fn run(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Option<(Vec<Value>, bool)>> {
    let path = text(ctx, &args[1])?;
    let (mut path, strict) = parse(&String::from_utf8_lossy(&path))?;
    let target = narrow(ctx, &args[0], &mut path, strict)?;
    let target = document(ctx, &target)?;
    let silent = args.len() < 4 || args[3].as_bool();
    let vars = match args.get(2) {
        Some(v) => {
            let v = document(ctx, v)?;
            if !root(&v).is_object() {
                return err!(INVALID_PARAMETER_VALUE, "\"vars\" argument is not an object").map_err(|e| {
                    e.detail("Jsonpath parameters should be encoded as key-value pairs of \"vars\" object.")
                });
            }
            root(&v).root().to_value()
        }
        None => Value::Null,
    };
    let r = Run { root: root(&target).root().to_value(), vars, strict };
    let predicate = matches!(
        path,
        Path::Compare(..)
            | Path::And(..)
            | Path::Or(..)
            | Path::Not(_)
            | Path::Exists(_)
            | Path::Unknown(_)
            | Path::StartsWith(..)
            | Path::Like(..)
    );
    match r.items(&path, &r.root, 0) {
        Ok(found) => Ok(Some((found, predicate))),
        Err(_) if silent => Ok(None),
        Err(e) => Err(e),
    }
}

fn exists(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    Ok(run(ctx, args)?.map_or(Datum::Null, |(found, _)| Datum::bool(!found.is_empty())))
}

fn matches(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let Some((found, _)) = run(ctx, args)? else { return Ok(Datum::Null) };
    match found.as_slice() {
        [Value::Bool(b)] => Ok(Datum::bool(*b)),
        [Value::Null] => Ok(Datum::Null),
        _ if args.len() < 4 || args[3].as_bool() => Ok(Datum::Null),
        _ => failed("22038", "single boolean result is expected"),
    }
}

fn query(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    let found = run(ctx, args)?.map(|f| f.0).unwrap_or_default();
    rows(found.iter().map(|v| vec![view(v).to_datum()]).collect())
}

fn array(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let found = run(ctx, args)?.map(|f| f.0).unwrap_or_default();
    let mut all = ArrayBuilder::default();
    found.iter().for_each(|v| all.push(view(v)));
    Ok(all.finish()?.to_datum())
}

fn first(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let found = run(ctx, args)?.map(|f| f.0).unwrap_or_default();
    Ok(found.first().map_or(Datum::Null, |v| view(v).to_datum()))
}
