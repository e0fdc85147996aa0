//! COPY FROM STDIN and COPY TO STDOUT, as text and as CSV (`copyfromparse.c`, `copyto.c`).
//!
//! ```text
//! 1<TAB>one<TAB>\N      text: tabs between, \N for NULL, backslashes before special characters
//! 1,"a, b",             CSV: quotes where needed, nothing at all for NULL
//! ```
//!
//! The statement comes before its data: [`run`] first only looks whether it can be run, and the
//! session answers that it waits for data; with the data at hand it is run again.
//!
//! Simplified: rows are checked by an INSERT of many rows, and written page by page as COPY writes
//! them; all values are read before the first row is stored; an error of a constraint does not name its line; no files, no binary format.

use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::fmgr::Env;
use crate::ids::Oid;
use crate::session::{Answer, Backend};
use crate::sql::ast::{CopyStmt, DefArg, Statement};
use crate::sql::expr::{Expr, Node, contains_volatile, quote_identifier};

/// How the data is written.
struct Format {
    csv: bool,
    header: bool,
    delimiter: char,
    null: String,
    quote: char,
    escape: char,
}

/// `ProcessCopyOptions`
fn format(s: &CopyStmt) -> Result<Format> {
    let mut f = Format {
        csv: false,
        header: false,
        delimiter: '\t',
        null: "\\N".into(),
        quote: '"',
        escape: '"',
    };
    let (mut delimiter, mut null, mut escape) = (None, None, None);
    for o in &s.options {
        let text = o.arg.as_ref().map(DefArg::text).unwrap_or_default();
        let one = |what: &str| match text.chars().next() {
            Some(c) if text.len() == 1 => Ok(c),
            _ => err!(FEATURE_NOT_SUPPORTED, "COPY {what} must be a single one-byte character"),
        };
        match o.name.as_str() {
            "format" => match text.as_str() {
                "text" => {}
                "csv" => f.csv = true,
                "binary" => {
                    return err!(FEATURE_NOT_SUPPORTED, "COPY in binary format is not modelled");
                }
                other => {
                    return err!(INVALID_PARAMETER_VALUE, "COPY format \"{other}\" not recognized");
                }
            },
            "header" => {
                f.header = o.arg.is_none() || crate::sql::settings::parse_bool(&text) == Some(true)
            }
            "delimiter" => delimiter = Some(one("delimiter")?),
            "null" => null = Some(text),
            "quote" => f.quote = one("quote")?,
            "escape" => escape = Some(one("escape")?),
            "encoding" | "freeze" => {}
            other => {
                return err!(FEATURE_NOT_SUPPORTED, "COPY option \"{other}\" is not modelled");
            }
        }
    }
    f.delimiter = delimiter.unwrap_or(if f.csv { ',' } else { '\t' });
    f.null = null.unwrap_or(if f.csv { String::new() } else { "\\N".into() });
    f.escape = escape.unwrap_or(f.quote);
    Ok(f)
}

/// The table of a COPY and its columns: name, type, modifier.
struct Target {
    name: String,
    qualified: String,
    columns: Vec<(String, Oid, i32)>,
    /// Whether the transaction made its file.
    new: bool,
    /// Whether a default of a column left out must be computed as its row is inserted.
    volatile: bool,
}

fn target(b: &Backend, s: &CopyStmt) -> Result<Target> {
    let Some(r) = &s.relation else {
        return err!(SYNTAX_ERROR, "COPY needs a table");
    };
    let view = b.view();
    let Some(class) = view.class(r.schema.as_deref(), &r.name).cloned() else {
        return err!(UNDEFINED_TABLE, "relation \"{}\" does not exist", r.name);
    };
    if !matches!(class.kind, 'r' | 'm') || s.is_from && class.kind != 'r' {
        let way = if s.is_from { "to" } else { "from" };
        let e = PgError::new(
            SqlState::WRONG_OBJECT_TYPE,
            format!("cannot copy {way} {} \"{}\"", class.kind_word(), class.name),
        );
        return Err(match (class.kind, s.is_from) {
            ('v', false) => e.hint("Try the COPY (SELECT ...) TO variant."),
            ('v', true) => {
                e.hint("To enable copying to a view, provide an INSTEAD OF INSERT trigger.")
            }
            _ => e,
        });
    }
    let there = class.desc.attrs.iter().filter(|a| !a.dropped);
    let mut columns = Vec::new();
    if s.columns.is_empty() {
        let plain = there.filter(|a| a.generated.is_none());
        columns.extend(plain.map(|a| (a.name.clone(), a.type_oid, a.typmod)));
    } else {
        for name in &s.columns {
            let Some(a) = there.clone().find(|a| a.name == *name) else {
                return err!(
                    UNDEFINED_COLUMN,
                    "column \"{name}\" of relation \"{}\" does not exist",
                    class.name
                );
            };
            columns.push((a.name.clone(), a.type_oid, a.typmod));
        }
    }
    let schema = quote_identifier(b.catalog.namespace_name(class.namespace));
    let qualified = format!("{schema}.{}", quote_identifier(&class.name));
    // A sequence's next value does no harm (`contain_volatile_functions_not_nextval`).
    let nextval = |e: &Expr| matches!(&e.node, Node::Func(f) if f.func.name() == "nextval");
    let volatile = class.defaults.iter().any(|(n, d)| {
        let attr = class.desc.attr(*n);
        let listed = attr.generated.is_some() || columns.iter().any(|c| c.0 == attr.name);
        !listed && contains_volatile(&d.expr) && !nextval(&d.expr)
    });
    let new = b.made_in_transaction(class.file);
    Ok(Target { name: class.name.clone(), qualified, columns, new, volatile })
}

/// `DoCopy`
pub(super) fn run(b: &mut Backend, s: &CopyStmt) -> Result<Answer> {
    if s.is_program || s.filename.is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "COPY to or from a file is not modelled");
    }
    let f = format(s)?;
    if !s.is_from {
        return copy_out(b, s, &f);
    }
    let t = target(b, s)?;
    match b.copy_data.take() {
        None => Ok(Answer::CopyIn),
        Some(data) => copy_in(b, s, &f, &t, &data),
    }
}

fn names(columns: &[(String, Oid, i32)]) -> String {
    columns.iter().map(|c| quote_identifier(&c.0)).collect::<Vec<_>>().join(", ")
}

fn copy_out(b: &mut Backend, s: &CopyStmt, f: &Format) -> Result<Answer> {
    let own;
    let statement = match &s.query {
        Some(q) => q,
        None => {
            let t = target(b, s)?;
            let text = format!("SELECT {} FROM {}", names(&t.columns), t.qualified);
            own = crate::sql::parser::parse(&text)?;
            &own[0].stmt
        }
    };
    let Answer::Rows(result) = b.run(statement)? else {
        return err!(FEATURE_NOT_SUPPORTED, "COPY query must have a RETURNING clause");
    };
    let mut data = String::new();
    if f.header {
        let header: Vec<Option<String>> =
            result.columns.iter().map(|c| Some(c.name.clone())).collect();
        write_row(f, &header, &mut data);
    }
    for row in &result.rows {
        write_row(f, row, &mut data);
    }
    Ok(Answer::CopyOut { data, tag: format!("COPY {}", result.rows.len()) })
}

fn write_row(f: &Format, row: &[Option<String>], out: &mut String) {
    for (i, value) in row.iter().enumerate() {
        if i > 0 {
            out.push(f.delimiter);
        }
        let Some(text) = value else {
            out.push_str(&f.null);
            continue;
        };
        if !f.csv {
            for c in text.chars() {
                match c {
                    '\u{8}' => out.push_str("\\b"),
                    '\u{c}' => out.push_str("\\f"),
                    '\n' => out.push_str("\\n"),
                    '\r' => out.push_str("\\r"),
                    '\t' => out.push_str("\\t"),
                    '\u{b}' => out.push_str("\\v"),
                    '\\' => out.push_str("\\\\"),
                    c if c == f.delimiter => out.extend(['\\', c]),
                    c => out.push(c),
                }
            }
            continue;
        }
        let special = |c: char| c == f.delimiter || c == f.quote || c == '\n' || c == '\r';
        if *text != f.null && !text.contains(special) && !(text == "\\." && row.len() == 1) {
            out.push_str(text);
            continue;
        }
        out.push(f.quote);
        for c in text.chars() {
            if c == f.quote || c == f.escape {
                out.push(f.escape);
            }
            out.push(c);
        }
        out.push(f.quote);
    }
    out.push('\n');
}

fn copy_in(b: &mut Backend, s: &CopyStmt, f: &Format, t: &Target, data: &str) -> Result<Answer> {
    let (mut rows, mut lengths) = (Vec::new(), Vec::new());
    let mut number = 0;
    let mut lines = data.split_inclusive('\n');
    while let Some(first) = lines.next() {
        let mut line = first.to_string();
        number += 1;
        // A quoted field of CSV may go on over lines.
        while f.csv && line.matches(f.quote).count() % 2 == 1 {
            let Some(more) = lines.next() else { break };
            line.push_str(more);
            number += 1;
        }
        if f.header && number == 1 {
            continue;
        }
        let line = line.trim_end_matches(['\n', '\r']);
        let place =
            |e: Box<PgError>| e.context(format!("COPY {}, line {number}: \"{line}\"", t.name));
        let fields = if f.csv { split_csv(f, line).map_err(place)? } else { split_text(f, line) };
        if fields.len() < t.columns.len() {
            return Err(place(PgError::new(
                SqlState::BAD_COPY_FILE_FORMAT,
                format!("missing data for column \"{}\"", t.columns[fields.len()].0),
            )));
        }
        if fields.len() > t.columns.len() {
            return Err(place(PgError::new(
                SqlState::BAD_COPY_FILE_FORMAT,
                "extra data after last expected column",
            )));
        }
        for (value, (name, type_oid, typmod)) in fields.iter().zip(&t.columns) {
            if let Some(text) = value {
                b.input(*type_oid, text, *typmod).map_err(|e| {
                    let place =
                        format!("COPY {}, line {number}, column {name}: \"{text}\"", t.name);
                    e.context(place)
                })?;
            }
        }
        rows.push(fields);
        lengths.push(line.len());
    }
    if rows.is_empty() {
        return Ok("COPY 0".into());
    }
    let literal = |v: &Option<String>| match v {
        Some(text) => format!("'{}'", text.replace('\'', "''")),
        None => "NULL".to_string(),
    };
    let tuples: Vec<String> = rows
        .iter()
        .map(|r| format!("({})", r.iter().map(literal).collect::<Vec<_>>().join(", ")))
        .collect();
    let text = format!(
        "INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE VALUES {}",
        t.qualified,
        names(&t.columns),
        tuples.join(", ")
    );
    let statements = crate::sql::parser::parse(&text)?;
    let insert = match (&statements[0].stmt, &s.where_clause) {
        (Statement::Insert(_), None) => &statements[0].stmt,
        _ => return err!(FEATURE_NOT_SUPPORTED, "COPY with WHERE is not modelled"),
    };
    b.copy_lines = (!t.volatile).then_some((lengths, t.new));
    let done = b.run(insert);
    b.copy_lines = None;
    done?;
    Ok(Answer::Tag(format!("COPY {}", rows.len())))
}

/// The fields of a line of text (`CopyReadAttributesText`).
fn split_text(f: &Format, line: &str) -> Vec<Option<String>> {
    let mut fields = Vec::new();
    let (mut raw, mut bytes) = (String::new(), Vec::new());
    let mut chars = line.chars().peekable();
    let push = |bytes: &mut Vec<u8>, c: char| {
        bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    };
    loop {
        let c = chars.next();
        if c.is_none() || c == Some(f.delimiter) {
            let text = String::from_utf8_lossy(&std::mem::take(&mut bytes)).into_owned();
            fields.push((std::mem::take(&mut raw) != f.null).then_some(text));
            if c.is_none() {
                return fields;
            }
            continue;
        }
        let Some(c) = c else { return fields };
        raw.push(c);
        if c != '\\' {
            push(&mut bytes, c);
            continue;
        }
        let Some(c) = chars.next() else { continue };
        raw.push(c);
        match c {
            'b' => bytes.push(8),
            'f' => bytes.push(12),
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            't' => bytes.push(b'\t'),
            'v' => bytes.push(11),
            '0'..='7' | 'x' => {
                let radix = if c == 'x' { 16 } else { 8 };
                let most = if c == 'x' { 2 } else { 3 };
                let mut digits = if c == 'x' { String::new() } else { c.to_string() };
                while digits.len() < most
                    && let Some(d) = chars.peek().filter(|d| d.is_digit(radix))
                {
                    digits.push(*d);
                    chars.next();
                }
                match u32::from_str_radix(&digits, radix) {
                    Ok(n) => bytes.push(n as u8),
                    Err(_) => bytes.push(b'x'),
                }
            }
            c => push(&mut bytes, c),
        }
    }
}

/// The fields of a line of CSV (`CopyReadAttributesCSV`).
fn split_csv(f: &Format, line: &str) -> Result<Vec<Option<String>>> {
    let mut fields = Vec::new();
    let mut chars = line.chars().peekable();
    loop {
        let (mut text, mut quoted) = (String::new(), false);
        let ended = loop {
            match chars.next() {
                None => break true,
                Some(c) if c == f.delimiter => break false,
                Some(c) if c == f.quote => {
                    quoted = true;
                    loop {
                        match chars.next() {
                            None => {
                                return err!(BAD_COPY_FILE_FORMAT, "unterminated CSV quoted field");
                            }
                            Some(c)
                                if c == f.escape
                                    && chars
                                        .peek()
                                        .is_some_and(|n| *n == f.quote || *n == f.escape) =>
                            {
                                text.extend(chars.next());
                            }
                            Some(c) if c == f.quote => break,
                            Some(c) => text.push(c),
                        }
                    }
                }
                Some(c) => text.push(c),
            }
        };
        fields.push((quoted || text != f.null).then_some(text));
        if ended {
            return Ok(fields);
        }
    }
}
