//! The operators and functions of regular expressions (`regexp.c`, `replace_text_regexp`).

use super::similar::rewrite;
use super::{Budget, Captures, Flags, Regex};
use crate::functions::support::string;
use std::cell::RefCell;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{
    Builtin, FnCtx, Operator, RowSource, ScalarFn, SelectivityEstimator, operator, scalar, set,
};
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::oid::{BOOL, BPCHAR, INT4, NAME, TEXT, TEXT_ARRAY};

/// How many compiled patterns are kept (`MAX_CACHED_RES`).
const MAX_CACHED: usize = 32;

thread_local! {
    static CACHE: RefCell<Vec<(String, Flags, Rc<Regex>)>> = const { RefCell::new(Vec::new()) };
}

/// The compiled pattern, from a cache of recent ones if it is there (`RE_compile_and_cache`).
pub fn compile(pattern: &str, flags: Flags) -> Result<Rc<Regex>> {
    CACHE.with_borrow_mut(|cache| {
        if let Some(i) = cache.iter().position(|(p, f, _)| p == pattern && *f == flags) {
            cache[..=i].rotate_right(1);
            return Ok(cache[0].2.clone());
        }
        let regex = Rc::new(Regex::new(pattern, flags)?);
        cache.truncate(MAX_CACHED - 1);
        cache.insert(0, (pattern.to_owned(), flags, regex.clone()));
        Ok(regex)
    })
}

/// The argument's characters.
fn characters(ctx: &mut FnCtx<'_>, d: &Datum) -> Result<Vec<char>> {
    Ok(string(ctx, d)?.chars().collect())
}

/// A part of the text.
fn slice(text: &[char], span: (usize, usize)) -> Datum {
    Datum::text(&text[span.0..span.1].iter().collect::<String>())
}

/// Whether the text matches the pattern.
fn test(ctx: &mut FnCtx<'_>, text: &[char], pattern: &Datum, flags: Flags) -> Result<bool> {
    let regex = compile(&string(ctx, pattern)?, flags)?;
    regex.is_match(text, &mut Budget::new(Some(ctx.env)))
}

/// `~` and its like: `fold` ignores case, `want` false is `!~`.
fn matches_operator(ctx: &mut FnCtx<'_>, a: &[Datum], fold: bool, want: bool) -> Result<Datum> {
    let text = match ctx.arg_types.first() {
        Some(&NAME) => a[0].as_name().chars().collect(),
        _ => characters(ctx, &a[0])?,
    };
    let flags = Flags { ignore_case: fold, ..Flags::default() };
    Ok(Datum::bool(test(ctx, &text, &a[1], flags)? == want))
}

/// The flags that an argument gives.
fn flags_of(ctx: &mut FnCtx<'_>, flags: Option<&Datum>) -> Result<Flags> {
    match flags {
        Some(d) => Flags::parse(&string(ctx, d)?),
        None => Ok(Flags::default()),
    }
}

/// The flags of a function that does not allow `g`.
fn flags_without_g(ctx: &mut FnCtx<'_>, flags: Option<&Datum>, name: &str) -> Result<Flags> {
    let flags = flags_of(ctx, flags)?;
    if flags.glob {
        let e = PgError::new(
            SqlState::INVALID_PARAMETER_VALUE,
            format!("{name}() does not support the \"global\" option"),
        );
        return Err(match name {
            "regexp_match" => e.hint("Use the regexp_matches function instead."),
            _ => e,
        });
    }
    Ok(flags)
}

/// An integer argument; `default` if it is missing.
///
/// # Errors
///
/// 22023 when it is below `least`.
fn at_least(a: &[Datum], index: usize, name: &str, least: i32, default: i32) -> Result<usize> {
    let value = a.get(index).map_or(default, Datum::as_i32);
    if value < least {
        return err!(INVALID_PARAMETER_VALUE, "invalid value for parameter \"{name}\": {value}");
    }
    Ok(value as usize)
}

/// Returns the text and its matches: `all` of them, or the first. `splitting` as in
/// [`Regex::matches`].
fn search(
    ctx: &mut FnCtx<'_>,
    a: &[Datum],
    flags: Flags,
    start: usize,
    all: bool,
    splitting: bool,
) -> Result<(Vec<char>, Vec<Captures>)> {
    let text = characters(ctx, &a[0])?;
    let regex = compile(&string(ctx, &a[1])?, flags)?;
    let mut budget = Budget::new(Some(ctx.env));
    let found = regex.matches(&text, start, all, splitting, &mut budget)?;
    Ok((text, found))
}

/// The captures of a match as a text array; the whole match if there are no groups.
fn match_array(text: &[char], captures: &Captures) -> Result<Datum> {
    let parts = if captures.len() > 1 { &captures[1..] } else { &captures[..] };
    let values = parts.iter().map(|part| part.map_or(Datum::Null, |span| slice(text, span)));
    Array::of(TEXT, values.collect()).to_datum()
}

/// `regexp_match`: the first match's groups.
fn regexp_match(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let flags = flags_without_g(ctx, a.get(2), "regexp_match")?;
    let (text, found) = search(ctx, a, flags, 0, false, false)?;
    found.first().map_or(Ok(Datum::Null), |captures| match_array(&text, captures))
}

/// Rows that were all made at once.
struct Rows(std::vec::IntoIter<Datum>);

impl RowSource for Rows {
    fn next(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Option<Vec<Datum>>> {
        Ok(self.0.next().map(|d| vec![d]))
    }
}

/// `regexp_matches`: a row for each match.
fn regexp_matches(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Box<dyn RowSource>> {
    let flags = flags_of(ctx, a.get(2))?;
    let (text, found) = search(ctx, a, flags, 0, flags.glob, false)?;
    let rows: Vec<Datum> =
        found.iter().map(|captures| match_array(&text, captures)).collect::<Result<_>>()?;
    Ok(Box::new(Rows(rows.into_iter())))
}

/// The parts of a text between the matches (`regexp_split_to_table`, `regexp_split_to_array`).
fn split(ctx: &mut FnCtx<'_>, a: &[Datum], name: &str) -> Result<Vec<Datum>> {
    let flags = flags_without_g(ctx, a.get(2), name)?;
    let (text, found) = search(ctx, a, flags, 0, true, true)?;
    let mut parts = Vec::with_capacity(found.len() + 1);
    let mut from = 0;
    for (start, end) in found.iter().filter_map(|captures| captures[0]) {
        parts.push(slice(&text, (from, start)));
        from = end;
    }
    parts.push(slice(&text, (from, text.len())));
    Ok(parts)
}

/// The SQL function `regexp_split_to_array`.
fn split_to_array(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Array::of(TEXT, split(ctx, a, "regexp_split_to_array")?).to_datum()
}

/// The SQL function `regexp_split_to_table`.
fn split_to_table(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Box<dyn RowSource>> {
    Ok(Box::new(Rows(split(ctx, a, "regexp_split_to_table")?.into_iter())))
}

/// The SQL function `regexp_count`.
fn regexp_count(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let start = at_least(a, 2, "start", 1, 1)?;
    let flags = flags_without_g(ctx, a.get(3), "regexp_count")?;
    let (_, found) = search(ctx, a, flags, start - 1, true, false)?;
    Ok(Datum::i32(found.len() as i32))
}

/// The SQL function `regexp_like`.
fn regexp_like(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let flags = flags_without_g(ctx, a.get(2), "regexp_like")?;
    let text = characters(ctx, &a[0])?;
    Ok(Datum::bool(test(ctx, &text, &a[1], flags)?))
}

/// The span of a group in the n-th match; without groups, group 1 is the whole match.
fn nth(found: &[Captures], n: usize, group: usize) -> Option<(usize, usize)> {
    let captures = found.get(n - 1)?;
    *captures.get(if captures.len() == 1 && group == 1 { 0 } else { group })?
}

/// The SQL function `regexp_instr`.
fn regexp_instr(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let start = at_least(a, 2, "start", 1, 1)?;
    let n = at_least(a, 3, "n", 1, 1)?;
    let end_option = a.get(4).map_or(0, Datum::as_i32);
    if end_option != 0 && end_option != 1 {
        return err!(
            INVALID_PARAMETER_VALUE,
            "invalid value for parameter \"endoption\": {end_option}"
        );
    }
    let group = at_least(a, 6, "subexpr", 0, 0)?;
    let flags = flags_without_g(ctx, a.get(5), "regexp_instr")?;
    let (_, found) = search(ctx, a, flags, start - 1, true, false)?;
    let at = nth(&found, n, group).map(|(s, e)| 1 + if end_option == 1 { e } else { s });
    Ok(Datum::i32(at.unwrap_or(0) as i32))
}

/// The SQL function `regexp_substr`.
fn regexp_substr(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let start = at_least(a, 2, "start", 1, 1)?;
    let n = at_least(a, 3, "n", 1, 1)?;
    let group = at_least(a, 5, "subexpr", 0, 0)?;
    let flags = flags_without_g(ctx, a.get(4), "regexp_substr")?;
    let (text, found) = search(ctx, a, flags, start - 1, true, false)?;
    Ok(nth(&found, n, group).map_or(Datum::Null, |span| slice(&text, span)))
}

/// `substring(text from pattern)`: the first group, or the whole match if there is no group.
fn substring_of(ctx: &mut FnCtx<'_>, text: &Datum, pattern: &str) -> Result<Datum> {
    let text = characters(ctx, text)?;
    let regex = compile(pattern, Flags::default())?;
    let found = regex.find(&text, 0, &mut Budget::new(Some(ctx.env)))?;
    let span = found.and_then(|captures| *captures.get(1).unwrap_or(&captures[0]));
    Ok(span.map_or(Datum::Null, |span| slice(&text, span)))
}

/// `substring(text FROM pattern)`.
fn substring(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let pattern = string(ctx, &a[1])?;
    substring_of(ctx, &a[0], &pattern)
}

/// `substring(text SIMILAR pattern ESCAPE escape)`.
fn substring_similar(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let escape = if a[2].is_null() { String::new() } else { string(ctx, &a[2])? };
    // The server's is a function in SQL, and says where in it the error was met.
    if escape.chars().nth(1).is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "an escape of several characters is not modelled");
    }
    if a.iter().any(Datum::is_null) {
        return Ok(Datum::Null);
    }
    let pattern = rewrite(&string(ctx, &a[1])?, &escape)?;
    substring_of(ctx, &a[0], &pattern)
}

/// The regular expression that a pattern of SIMILAR TO stands for.
fn similar_to_escape(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let escape = a.get(1).map_or(Ok("\\".to_owned()), |d| string(ctx, d))?;
    Ok(Datum::text(&rewrite(&string(ctx, &a[0])?, &escape)?))
}

/// Turns a pattern of SIMILAR TO into a regular expression, as the old function of this name does:
/// a NULL escape means the default one (`similar_escape`).
fn similar_escape(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    match a {
        [Datum::Null, _] => Ok(Datum::Null),
        [_, Datum::Null] => similar_to_escape(ctx, &a[..1]),
        _ => similar_to_escape(ctx, a),
    }
}

/// Appends a replacement: `\&` is the match, `\1` to `\9` a group, `\\` a backslash
/// (`appendStringInfoRegexpSubstr`).
fn append_replacement(out: &mut String, with: &str, text: &[char], captures: &Captures) {
    let mut chars = with.chars().peekable();
    while let Some(c) = chars.next() {
        let group = match chars.peek() {
            _ if c != '\\' => None,
            Some('&') => Some(0),
            Some(d @ '1'..='9') => d.to_digit(10),
            Some('\\') => {
                chars.next();
                None
            }
            _ => None,
        };
        let Some(group) = group else {
            out.push(c);
            continue;
        };
        chars.next();
        if let Some(&Some((from, to))) = captures.get(group as usize) {
            out.extend(&text[from..to]);
        }
    }
}

/// Replaces the n-th match from position `start` on, or all matches if `n` is 0
/// (`replace_text_regexp`).
fn replace(
    ctx: &mut FnCtx<'_>,
    a: &[Datum],
    flags: Flags,
    start: usize,
    n: usize,
) -> Result<Datum> {
    let text = characters(ctx, &a[0])?;
    let regex = compile(&string(ctx, &a[1])?, flags)?;
    let with = string(ctx, &a[2])?;
    let mut out = String::new();
    let (mut copied, mut at, mut count) = (0, start, 0);
    while at <= text.len() {
        let found = regex.find(&text, at, &mut Budget::new(Some(ctx.env)))?;
        let Some(captures) = found else { break };
        let (from, to) = captures[0].unwrap_or_default();
        count += 1;
        at = if from == to { to + 1 } else { to };
        if n > 0 && count != n {
            continue;
        }
        out.extend(&text[copied..from]);
        append_replacement(&mut out, &with, &text, &captures);
        copied = to;
        ctx.env.check_alloc(out.len())?;
        if n > 0 {
            break;
        }
    }
    out.extend(&text[copied..]);
    ctx.env.check_alloc(out.len())?;
    Ok(Datum::text(&out))
}

/// `regexp_replace` without flags.
fn replace_first(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    replace(ctx, a, Flags::default(), 0, 1)
}

/// `regexp_replace` with flags.
fn replace_with_flags(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let letters = string(ctx, &a[3])?;
    if letters.starts_with(|c: char| c.is_ascii_digit()) {
        let first = &letters[..1];
        return Err(PgError::new(
            SqlState::INVALID_PARAMETER_VALUE,
            format!("invalid regular expression option: \"{first}\""),
        )
        .hint(
            "If you meant to use regexp_replace() with a start parameter, cast the fourth \
             argument to integer explicitly.",
        ));
    }
    let flags = Flags::parse(&letters)?;
    replace(ctx, a, flags, 0, usize::from(!flags.glob))
}

/// `regexp_replace` from a start on, the n-th match.
fn replace_extended(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let start = at_least(a, 3, "start", 1, 1)?;
    let n = at_least(a, 4, "n", 0, 1)?;
    let flags = flags_of(ctx, a.get(5))?;
    let n = if a.len() > 4 { n } else { usize::from(!flags.glob) };
    replace(ctx, a, flags, start - 1, n)
}

/// One of the operators.
const fn op(name: &'static str, negator: &'static str, left: Oid, run: ScalarFn) -> Operator {
    let restrict = match name.as_bytes()[0] {
        b'!' => SelectivityEstimator::Ne,
        _ => SelectivityEstimator::Like,
    };
    operator(name, left, TEXT, BOOL, run).known("", negator, restrict)
}

/// The operators of this module.
pub static OPERATORS: &[Operator] = &[
    op("~", "!~", NAME, |c, a| matches_operator(c, a, false, true)),
    op("!~", "~", NAME, |c, a| matches_operator(c, a, false, false)),
    op("~", "!~", TEXT, |c, a| matches_operator(c, a, false, true)),
    op("!~", "~", TEXT, |c, a| matches_operator(c, a, false, false)),
    op("~", "!~", BPCHAR, |c, a| matches_operator(c, a, false, true)),
    op("!~", "~", BPCHAR, |c, a| matches_operator(c, a, false, false)),
    op("~*", "!~*", NAME, |c, a| matches_operator(c, a, true, true)),
    op("!~*", "~*", NAME, |c, a| matches_operator(c, a, true, false)),
    op("~*", "!~*", TEXT, |c, a| matches_operator(c, a, true, true)),
    op("!~*", "~*", TEXT, |c, a| matches_operator(c, a, true, false)),
    op("~*", "!~*", BPCHAR, |c, a| matches_operator(c, a, true, true)),
    op("!~*", "~*", BPCHAR, |c, a| matches_operator(c, a, true, false)),
];

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("regexp_match", &[TEXT, TEXT], TEXT_ARRAY, regexp_match),
    scalar("regexp_match", &[TEXT, TEXT, TEXT], TEXT_ARRAY, regexp_match),
    set("regexp_matches", &[TEXT, TEXT], TEXT_ARRAY, &[], regexp_matches),
    set("regexp_matches", &[TEXT, TEXT, TEXT], TEXT_ARRAY, &[], regexp_matches),
    scalar("regexp_split_to_array", &[TEXT, TEXT], TEXT_ARRAY, split_to_array),
    scalar("regexp_split_to_array", &[TEXT, TEXT, TEXT], TEXT_ARRAY, split_to_array),
    set("regexp_split_to_table", &[TEXT, TEXT], TEXT, &[], split_to_table),
    set("regexp_split_to_table", &[TEXT, TEXT, TEXT], TEXT, &[], split_to_table),
    scalar("regexp_count", &[TEXT, TEXT], INT4, regexp_count),
    scalar("regexp_count", &[TEXT, TEXT, INT4], INT4, regexp_count),
    scalar("regexp_count", &[TEXT, TEXT, INT4, TEXT], INT4, regexp_count),
    scalar("regexp_like", &[TEXT, TEXT], BOOL, regexp_like),
    scalar("regexp_like", &[TEXT, TEXT, TEXT], BOOL, regexp_like),
    scalar("regexp_instr", &[TEXT, TEXT], INT4, regexp_instr),
    scalar("regexp_instr", &[TEXT, TEXT, INT4], INT4, regexp_instr),
    scalar("regexp_instr", &[TEXT, TEXT, INT4, INT4], INT4, regexp_instr),
    scalar("regexp_instr", &[TEXT, TEXT, INT4, INT4, INT4], INT4, regexp_instr),
    scalar("regexp_instr", &[TEXT, TEXT, INT4, INT4, INT4, TEXT], INT4, regexp_instr),
    scalar("regexp_instr", &[TEXT, TEXT, INT4, INT4, INT4, TEXT, INT4], INT4, regexp_instr),
    scalar("regexp_substr", &[TEXT, TEXT], TEXT, regexp_substr),
    scalar("regexp_substr", &[TEXT, TEXT, INT4], TEXT, regexp_substr),
    scalar("regexp_substr", &[TEXT, TEXT, INT4, INT4], TEXT, regexp_substr),
    scalar("regexp_substr", &[TEXT, TEXT, INT4, INT4, TEXT], TEXT, regexp_substr),
    scalar("regexp_substr", &[TEXT, TEXT, INT4, INT4, TEXT, INT4], TEXT, regexp_substr),
    scalar("regexp_replace", &[TEXT, TEXT, TEXT], TEXT, replace_first),
    scalar("regexp_replace", &[TEXT, TEXT, TEXT, TEXT], TEXT, replace_with_flags),
    scalar("regexp_replace", &[TEXT, TEXT, TEXT, INT4], TEXT, replace_extended),
    scalar("regexp_replace", &[TEXT, TEXT, TEXT, INT4, INT4], TEXT, replace_extended),
    scalar("regexp_replace", &[TEXT, TEXT, TEXT, INT4, INT4, TEXT], TEXT, replace_extended),
    scalar("substring", &[TEXT, TEXT], TEXT, substring),
    scalar("substring", &[TEXT, TEXT, TEXT], TEXT, substring_similar).not_strict(),
    scalar("similar_to_escape", &[TEXT], TEXT, similar_to_escape),
    scalar("similar_to_escape", &[TEXT, TEXT], TEXT, similar_to_escape),
    scalar("similar_escape", &[TEXT, TEXT], TEXT, similar_escape).not_strict(),
];
