//! Executes a SQL/JSON path on a document (`executeItem` and its kin in `jsonpath_exec.c`).
//!
//! An item is followed to the end of the path before the next one is looked at: of
//! `$[*].a` on `[{"a": 1}, 2]` in strict mode, the 1 is found before the 2 is an error. So an error
//! that is kept silent leaves what was found before it. A caller that only asks whether anything is
//! found passes no list; the first item that reaches the end is the answer.

use super::jsonpath::{Item, Path};
use super::path_text::regex_of;
use crate::functions::regex::Budget;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::types::float::float8_in;
use storage::types::jsonb::{JsonbView, Value, compare_views};
use storage::types::numeric::Numeric;
use storage::versions::Release;

/// What a path works on.
pub(super) struct PathRun {
    root: Value,
    vars: Value,
    strict: bool,
    /// What `@` is, and what `last` is one less than.
    current: Value,
    size: usize,
    /// Missing keys and the like are no errors: in lax mode, and below `.**`.
    lenient: bool,
    /// Errors end the work, but are not raised.
    silent: bool,
    /// What the server's version does.
    release: &'static Release,
}

/// Where the items go that are found; `None` if it is only asked whether there are any. With a list, it
/// says what was found; the booleans that these functions return do not, where several items were looked
/// at.
type FoundItems<'a> = Option<&'a mut Vec<Value>>;

/// The item as a number, if it is one.
fn number(v: &Value) -> Option<Numeric> {
    match v {
        Value::Numeric(n) => Some(Numeric::from_payload(JsonbView::numeric_payload(n))),
        _ => None,
    }
}

/// A number as an item.
fn numeric(n: &Numeric) -> Value {
    Value::Numeric(n.to_datum().bytes().clone())
}

/// The error with this code and text.
fn failed<T>(code: &'static str, message: impl Into<String>) -> Result<T> {
    Err(PgError::new(SqlState(code), message))
}

/// The error of `.double()` for what is no number, from 17 on.
fn no_double<T>(argument: &str) -> Result<T> {
    failed(
        "22036",
        format!(
            "argument \"{argument}\" of jsonpath item method .double() is invalid for type double \
             precision"
        ),
    )
}

/// Whether `silent` suppresses an error. A missing variable is always an error.
pub(super) fn may_be_silent(e: &PgError) -> bool {
    e.code != SqlState::UNDEFINED_OBJECT
}

/// The elements of an array, or the values of an object.
fn children(v: &Value) -> Vec<Value> {
    match v.view() {
        JsonbView::Container(c) if c.is_array() => c.elements().map(JsonbView::to_value).collect(),
        JsonbView::Container(c) => c.pairs().map(|(_, v)| v.to_value()).collect(),
        _ => Vec::new(),
    }
}

/// Whether the item is an array.
fn is_array(v: &Value) -> bool {
    matches!(v.view(), JsonbView::Container(c) if c.is_array())
}

/// Whether the item is an object.
fn is_object(v: &Value) -> bool {
    matches!(v.view(), JsonbView::Container(c) if c.is_object())
}

/// The item's type as `.type()` gives it.
fn type_name(v: &Value) -> &'static str {
    match v.view() {
        JsonbView::Null => "null",
        JsonbView::Bool(_) => "boolean",
        JsonbView::Numeric(_) => "number",
        JsonbView::String(_) => "string",
        JsonbView::Container(c) if c.is_array() => "array",
        JsonbView::Container(_) => "object",
    }
}

impl PathRun {
    /// A run of a path over the document `root` with the variables `vars`. `strict` is the mode;
    /// `silent` suppresses errors.
    pub(super) fn new(
        root: Value,
        vars: Value,
        strict: bool,
        silent: bool,
        release: &'static Release,
    ) -> PathRun {
        let current = root.clone();
        PathRun { root, vars, strict, current, size: 0, lenient: !strict, silent, release }
    }

    /// Evaluates the whole path, and returns whether it found anything.
    pub(super) fn whole(&mut self, path: &Path, found: FoundItems<'_>) -> Result<bool> {
        let root = self.root.clone();
        match found {
            // Strict mode asks of every item whether it is an error.
            None if self.strict => {
                let mut all = Vec::new();
                self.item(path, &root, Some(&mut all))?;
                Ok(!all.is_empty())
            }
            found => self.item(path, &root, found),
        }
    }

    /// Evaluates a path from an item on; in lax mode arrays are opened. Returns whether something
    /// was found.
    fn item(&mut self, path: &[Item], v: &Value, found: FoundItems<'_>) -> Result<bool> {
        self.step(path, v, found, !self.strict)
    }

    /// Evaluates the rest of a path after a step that gave this item. Returns whether something was found.
    fn next(&mut self, rest: &[Item], v: &Value, found: FoundItems<'_>) -> Result<bool> {
        if !rest.is_empty() {
            return self.item(rest, v, found);
        }
        if let Some(found) = found {
            found.push(v.clone());
        }
        Ok(true)
    }

    /// Evaluates a path for the elements of an array, or the values of an object, between two
    /// levels of depth (`executeAnyItem`). `unwrap`: arrays found are opened. Returns what the
    /// path gave for the last of them; without `found` the first that gives something ends it.
    fn any(
        &mut self,
        path: &[Item],
        v: &Value,
        mut found: FoundItems<'_>,
        (level, from, to): (u32, u32, u32),
        unwrap: bool,
    ) -> Result<bool> {
        let mut outcome = false;
        if level > to {
            return Ok(outcome);
        }
        for child in children(v) {
            let inner = matches!(child, Value::Container(_));
            if level >= from || from == u32::MAX && to == u32::MAX && !inner {
                if !path.is_empty() {
                    outcome = self.step(path, &child, found.as_deref_mut(), unwrap)?;
                } else if let Some(found) = found.as_deref_mut() {
                    found.push(child.clone());
                } else {
                    return Ok(true);
                }
                if outcome && found.is_none() {
                    break;
                }
            }
            if level < to && inner {
                let levels = (level + 1, from, to);
                outcome = self.any(path, &child, found.as_deref_mut(), levels, unwrap)?;
                if outcome && found.is_none() {
                    break;
                }
            }
        }
        Ok(outcome)
    }

    /// Evaluates a step for each element of an array; arrays among the elements stay closed. Returns what
    /// [`PathRun::any`] returns.
    fn each(&mut self, path: &[Item], v: &Value, found: FoundItems<'_>) -> Result<bool> {
        self.any(path, v, found, (1, 1, 1), false)
    }

    /// The items of an operand; with `unwrap`, arrays among them are opened in lax mode.
    fn operand(&mut self, path: &Path, v: &Value, unwrap: bool) -> Result<Vec<Value>> {
        let mut found = Vec::new();
        self.item(path, v, Some(&mut found))?;
        if !unwrap || self.strict {
            return Ok(found);
        }
        Ok(found
            .into_iter()
            .flat_map(|v| if is_array(&v) { children(&v) } else { vec![v] })
            .collect())
    }

    /// Runs a part of a predicate; `None` after an error, which makes the predicate unknown.
    fn quietly<T>(&mut self, work: impl FnOnce(&mut PathRun) -> Result<T>) -> Result<Option<T>> {
        let (silent, lenient) = (self.silent, self.lenient);
        self.silent = true;
        let done = work(self);
        (self.silent, self.lenient) = (silent, lenient);
        match done {
            Ok(done) => Ok(Some(done)),
            Err(e) if may_be_silent(&e) => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// Evaluates the first step of a path and what follows it; with `unwrap` an array is opened first
    /// (`executeItemOptUnwrapTarget`). Returns whether something was found.
    fn step(
        &mut self,
        path: &[Item],
        v: &Value,
        found: FoundItems<'_>,
        unwrap: bool,
    ) -> Result<bool> {
        let Some((item, rest)) = path.split_first() else { return Ok(false) };
        let open = unwrap && is_array(v);
        let one = match item {
            Item::Root => self.root.clone(),
            Item::Current => self.current.clone(),
            Item::Last => numeric(&Numeric::from_i64(self.size as i64 - 1)),
            Item::Variable(name) => self.variable(name)?,
            Item::Null => Value::Null,
            Item::Bool(b) => Value::Bool(*b),
            Item::Number(n) => numeric(&Numeric::parse(n)?),
            Item::String(s) => Value::String(s.as_bytes().to_vec()),
            Item::Key(key) => match v.view() {
                JsonbView::Container(c) if c.is_object() => match c.get(key.as_bytes()) {
                    Some(value) => value.to_value(),
                    None if self.lenient => return Ok(false),
                    None => {
                        return failed(
                            "2203A",
                            format!("JSON object does not contain key \"{key}\""),
                        );
                    }
                },
                _ if open => return self.each(path, v, found),
                _ if self.lenient => return Ok(false),
                _ => {
                    return failed(
                        "2203A",
                        "jsonpath member accessor can only be applied to an object",
                    );
                }
            },
            Item::AnyKey if is_object(v) => {
                return self.any(rest, v, found, (1, 1, 1), !self.strict);
            }
            Item::AnyKey if open => return self.each(path, v, found),
            Item::AnyKey if self.lenient => return Ok(false),
            Item::AnyKey => {
                return failed(
                    "2203C",
                    "jsonpath wildcard member accessor can only be applied to an object",
                );
            }
            Item::AnyElement if is_array(v) => {
                return self.any(rest, v, found, (1, 1, 1), !self.strict);
            }
            Item::AnyElement if !self.strict => v.clone(),
            Item::AnyElement if self.lenient => return Ok(false),
            Item::AnyElement => {
                return failed(
                    "22039",
                    "jsonpath wildcard array accessor can only be applied to an array",
                );
            }
            Item::Elements(_) if self.strict && !is_array(v) => {
                if self.lenient {
                    return Ok(false);
                }
                return failed("22039", "jsonpath array accessor can only be applied to an array");
            }
            Item::Elements(list) => {
                let outer = self.size;
                let outcome = self.elements(list, rest, v, found);
                self.size = outer;
                return outcome;
            }
            Item::Deep(from, to) => return self.deep((*from, *to), rest, v, found),
            Item::Filter(_) if open => return self.each(path, v, found),
            Item::Filter(condition) => {
                let outer = std::mem::replace(&mut self.current, v.clone());
                let truth = self.truth(condition, v);
                self.current = outer;
                if truth? != Some(true) {
                    return Ok(false);
                }
                v.clone()
            }
            Item::Method(name) => {
                if open && !matches!(name.as_str(), "type" | "size") {
                    return self.each(path, v, found);
                }
                match self.method(v, name)? {
                    Some(result) => result,
                    None => return Ok(false),
                }
            }
            Item::Signed(sign, inner) => return self.signed(*sign, inner, rest, v, found),
            Item::Arithmetic(op, left, right) => self.arithmetic(*op, left, right, v)?,
            _ => match self.truth(std::slice::from_ref(item), v)? {
                Some(b) => Value::Bool(b),
                None => Value::Null,
            },
        };
        self.next(rest, &one, found)
    }

    /// Evaluates `.**` and the rest of the path (`executeAnyItem`).
    fn deep(
        &mut self,
        (from, to): (u32, u32),
        rest: &[Item],
        v: &Value,
        mut found: FoundItems<'_>,
    ) -> Result<bool> {
        let lenient = std::mem::replace(&mut self.lenient, true);
        let mut outcome = Ok(false);
        if from == 0 {
            outcome = self.next(rest, v, found.as_deref_mut());
        }
        let goes_on = match &outcome {
            Ok(any) => !any || found.is_some(),
            // What the levels below say takes the place of a silent error.
            Err(e) => self.silent && may_be_silent(e),
        };
        if goes_on && matches!(v, Value::Container(_)) {
            let levels = (1, from, to);
            outcome = self.any(rest, v, found, levels, !self.strict);
        }
        self.lenient = lenient;
        outcome
    }

    /// Evaluates `+` or `-` in front of a path (`executeUnaryArithmExpr`).
    fn signed(
        &mut self,
        sign: char,
        inner: &Path,
        rest: &[Item],
        v: &Value,
        mut found: FoundItems<'_>,
    ) -> Result<bool> {
        let mut outcome = false;
        for v in self.operand(inner, v, true)? {
            let n = match number(&v) {
                Some(n) => n,
                // Whether there is anything does not depend on it.
                None if found.is_none() && rest.is_empty() => continue,
                None => {
                    return failed(
                        "2203B",
                        format!("operand of unary jsonpath operator {sign} is not a numeric value"),
                    );
                }
            };
            let n = if sign == '-' { n.negated() } else { n };
            if self.next(rest, &numeric(&n), found.as_deref_mut())? {
                outcome = true;
                if found.is_none() {
                    break;
                }
            }
        }
        Ok(outcome)
    }

    /// Returns the result of `+`, `-`, `*`, `/` or `%` in a jsonpath; each side must be a single
    /// number (`executeBinaryArithmExpr`).
    fn arithmetic(&mut self, op: char, left: &Path, right: &Path, v: &Value) -> Result<Value> {
        let sides = [self.operand(left, v, true)?, self.operand(right, v, true)?];
        let mut numbers = Vec::new();
        for (side, which) in sides.iter().zip(["left", "right"]) {
            match side.as_slice() {
                [one] if number(one).is_some() => numbers.extend(number(one)),
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
        let (a, b) = (&numbers[0], &numbers[1]);
        Ok(numeric(&match op {
            '+' => a.add(b),
            '-' => a.sub(b),
            '*' => a.mul(b)?,
            '/' => a.div(b)?,
            _ => a.rem(b)?,
        }))
    }

    /// The variable `$name`.
    fn variable(&self, name: &str) -> Result<Value> {
        let found = match self.vars.view() {
            JsonbView::Container(c) if c.is_object() => c.get(name.as_bytes()),
            // The operators have no variables, not even an empty object of them.
            JsonbView::Null if !self.release.path_variables_required => return Ok(Value::Null),
            _ => None,
        };
        match found {
            Some(v) => Ok(v.to_value()),
            None => err!(UNDEFINED_OBJECT, "could not find jsonpath variable \"{name}\""),
        }
    }

    /// Goes on with the elements of an array that the subscripts choose.
    fn elements(
        &mut self,
        list: &[(Path, Option<Path>)],
        rest: &[Item],
        v: &Value,
        mut found: FoundItems<'_>,
    ) -> Result<bool> {
        let all = if is_array(v) { children(v) } else { vec![v.clone()] };
        let (n, mut outcome) = (all.len() as i64, false);
        self.size = all.len();
        for (from, to) in list {
            let first = self.subscript(from, v)?;
            let end = match to {
                Some(to) => self.subscript(to, v)?,
                None => first,
            };
            if !self.lenient && (first < 0 || first > end || end >= n) {
                return failed("22033", "jsonpath array subscript is out of bounds");
            }
            for i in first.max(0)..=end.min(n - 1) {
                outcome = self.next(rest, &all[i as usize], found.as_deref_mut())?;
                if outcome && found.is_none() {
                    return Ok(true);
                }
            }
        }
        Ok(outcome)
    }

    /// The number that a subscript gives.
    fn subscript(&mut self, path: &Path, v: &Value) -> Result<i64> {
        match self.operand(path, v, false)?.as_slice() {
            [one] if number(one).is_some() => {
                let n = number(one).unwrap_or(Numeric::NAN).trunc_to(0);
                n.to_int("integer", i32::MIN.into(), i32::MAX.into()).or_else(|_| {
                    failed("22033", "jsonpath array subscript is out of integer range")
                })
            }
            _ => failed("22033", "jsonpath array subscript is not a single numeric value"),
        }
    }

    /// The truth of a predicate (`executeBoolItem`); `None` is unknown.
    fn truth(&mut self, path: &[Item], v: &Value) -> Result<Option<bool>> {
        let [item] = path else { return Ok(None) };
        Ok(match item {
            Item::And(a, b) => match self.truth(a, v)? {
                Some(false) => Some(false),
                left => match self.truth(b, v)? {
                    Some(true) => left,
                    right => right,
                },
            },
            Item::Or(a, b) => match self.truth(a, v)? {
                Some(true) => Some(true),
                left => match self.truth(b, v)? {
                    Some(false) => left,
                    right => right,
                },
            },
            Item::Not(a) => self.truth(a, v)?.map(|b| !b),
            Item::Unknown(a) => Some(self.truth(a, v)?.is_none()),
            Item::Exists(a) if self.strict => {
                self.quietly(|run| run.operand(a, v, false))?.map(|found| !found.is_empty())
            }
            Item::Exists(a) => self.quietly(|run| run.item(a, v, None))?,
            Item::Compare(op, a, b) => {
                self.predicate(v, (a, Some(b)), true, |x, y| Ok(compare(op, x, y)))?
            }
            Item::StartsWith(a, b) => self.predicate(v, (a, Some(b)), false, |x, y| {
                Ok(match (x, y) {
                    (Value::String(s), Value::String(prefix)) => Some(s.starts_with(prefix)),
                    _ => None,
                })
            })?,
            Item::Like(a, pattern, flags) => {
                self.predicate(v, (a, None), false, |x, _| match x {
                    Value::String(s) => like(&String::from_utf8_lossy(s), pattern, flags).map(Some),
                    _ => Ok(None),
                })?
            }
            _ => None,
        })
    }

    /// Whether a predicate holds for some pair of items (`executePredicate`). Strict mode looks at
    /// all pairs. `unwrap_right`: arrays on the right are opened too.
    fn predicate(
        &mut self,
        v: &Value,
        (left, right): (&Path, Option<&Path>),
        unwrap_right: bool,
        holds: impl Fn(&Value, &Value) -> Result<Option<bool>>,
    ) -> Result<Option<bool>> {
        let Some(left) = self.quietly(|run| run.operand(left, v, true))? else { return Ok(None) };
        let right = match right {
            Some(right) => self.quietly(|run| run.operand(right, v, unwrap_right))?,
            None => Some(vec![Value::Null]),
        };
        let Some(right) = right else { return Ok(None) };
        let (mut unknown, mut any) = (false, false);
        for x in &left {
            for y in &right {
                match holds(x, y)? {
                    None if self.strict => return Ok(None),
                    None => unknown = true,
                    Some(true) if !self.strict => return Ok(Some(true)),
                    Some(true) => any = true,
                    Some(false) => {}
                }
            }
        }
        Ok(match (any, unknown) {
            (true, _) => Some(true),
            (_, true) => None,
            _ => Some(false),
        })
    }

    /// The result of an item method; `None` if it cannot be applied and that is no error.
    fn method(&self, v: &Value, name: &str) -> Result<Option<Value>> {
        let wrong = |code: &'static str, what: &str| {
            failed(code, format!("jsonpath item method .{name}() can only be applied to {what}"))
        };
        let rounded = |f: fn(&Numeric) -> Numeric| match number(v) {
            Some(n) => Ok(Some(numeric(&f(&n)))),
            None => wrong("22036", "a numeric value"),
        };
        match name {
            "type" => Ok(Some(Value::String(type_name(v).as_bytes().to_vec()))),
            "size" => match v.view() {
                JsonbView::Container(c) if c.is_array() => {
                    Ok(Some(numeric(&Numeric::from_i64(c.count() as i64))))
                }
                _ if !self.strict => Ok(Some(numeric(&Numeric::from_i64(1)))),
                _ if self.lenient => Ok(None),
                _ => wrong("22039", "an array"),
            },
            "abs" => rounded(|n| n.clone().abs()),
            "floor" => rounded(Numeric::floor),
            "ceiling" => rounded(Numeric::ceil),
            "double" => match v {
                Value::Numeric(_) if number(v).is_some_and(|n| n.to_f64().is_ok()) => {
                    Ok(Some(v.clone()))
                }
                Value::Numeric(_) if self.release.path_arguments_named => {
                    let text = number(v).map(|n| n.to_string()).unwrap_or_default();
                    no_double(&text)
                }
                Value::Numeric(_) => failed(
                    "22036",
                    "numeric argument of jsonpath item method .double() is out of range for type \
                     double precision",
                ),
                Value::String(s) => {
                    let text = String::from_utf8_lossy(s);
                    match float8_in(&text) {
                        Ok(n) if n.is_finite() => Ok(Some(numeric(&Numeric::from_f64(n, 15)?))),
                        Ok(_) if self.release.path_arguments_named => failed(
                            "22036",
                            "NaN or Infinity is not allowed for jsonpath item method .double()",
                        ),
                        Err(_) if self.release.path_arguments_named => no_double(&text),
                        _ => failed(
                            "22036",
                            "string argument of jsonpath item method .double() is not a valid \
                             representation of a double precision number",
                        ),
                    }
                }
                _ => wrong("22036", "a string or numeric value"),
            },
            _ => err!(SYNTAX_ERROR, "syntax error at or near \"{name}\" of jsonpath input"),
        }
    }
}

/// Whether a text matches a regular expression with these flags: `like_regex` in a jsonpath (`executeLikeRegex`).
fn like(text: &str, pattern: &str, flags: &str) -> Result<bool> {
    let regex = regex_of(pattern, flags)?;
    let chars: Vec<char> = text.chars().collect();
    regex.is_match(&chars, &mut Budget::new(None))
}

/// Compares two items; nothing where that is unknown.
fn compare(op: &str, a: &Value, b: &Value) -> Option<bool> {
    let (x, y) = (a.view(), b.view());
    let order = match (x, y) {
        (JsonbView::Null, JsonbView::Null) => std::cmp::Ordering::Equal,
        (JsonbView::Null, _) | (_, JsonbView::Null) => return Some(op == "!="),
        (JsonbView::Bool(p), JsonbView::Bool(q)) => p.cmp(&q),
        (JsonbView::Numeric(_), JsonbView::Numeric(_)) => compare_views(x, y),
        (JsonbView::String(p), JsonbView::String(q)) => p.cmp(q),
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
