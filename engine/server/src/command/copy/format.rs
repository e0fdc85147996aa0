//! How the data of a COPY is written: its options (`ProcessCopyOptions`), a row as a line, and a line
//! as fields (`copyto.c`, `copyfromparse.c`).

use crate::command::define;
use sql::ast::{CopyStmt, DefArg, DefElem};
use sql::settings::parse::{clean_encoding, is_other_encoding};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::versions::Release;

/// The header line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Header {
    #[default]
    No,
    Yes,
    /// It must name the columns.
    Match,
}

/// The columns that an option is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    All,
    Named(Vec<String>),
}

impl Columns {
    /// Whether the option is about this column.
    fn has(&self, name: &str) -> bool {
        match self {
            Columns::All => true,
            Columns::Named(names) => names.iter().any(|n| n == name),
        }
    }
}

/// How the data is written.
#[derive(Clone, Debug)]
pub(super) struct Format {
    pub csv: bool,
    pub header: Header,
    /// Rows are frozen as they are written.
    pub freeze: bool,
    delimiter: char,
    pub null: String,
    pub quote: char,
    escape: char,
    /// Columns whose values are always quoted.
    force_quote: Columns,
    /// Columns in which nothing is NULL.
    force_not_null: Columns,
    /// Columns in which the NULL text is NULL though it is quoted.
    force_null: Columns,
}

/// Reads the option HEADER.
fn header(o: &DefElem, is_from: bool) -> Result<Header> {
    let text = o.arg.as_ref().map(DefArg::text);
    match define::truth(o) {
        Some(true) => Ok(Header::Yes),
        Some(false) => Ok(Header::No),
        None if text.is_some_and(|t| t.eq_ignore_ascii_case("match")) => match is_from {
            true => Ok(Header::Match),
            false => err!(FEATURE_NOT_SUPPORTED, "cannot use \"match\" with HEADER in COPY TO"),
        },
        None => err!(SYNTAX_ERROR, "header requires a Boolean value or \"match\""),
    }
}

/// The options as they are given.
#[derive(Default)]
struct CopyOptions {
    csv: bool,
    header: Header,
    freeze: bool,
    delimiter: Option<String>,
    null: Option<String>,
    quote: Option<String>,
    escape: Option<String>,
    force_quote: Option<Columns>,
    force_not_null: Option<Columns>,
    force_null: Option<Columns>,
}

/// Reads the options of COPY; each may be given once.
fn read_options(s: &CopyStmt, force_all: bool) -> Result<CopyOptions> {
    let mut g = CopyOptions::default();
    for (i, o) in s.options.iter().enumerate() {
        let text = || define::string(o);
        if o.name == "format" {
            text()?;
        }
        if s.options[..i].iter().any(|before| before.name == o.name) {
            let m = "conflicting or redundant options";
            return Err(PgError::new(SqlState::SYNTAX_ERROR, m).at(o.location));
        }
        let columns = |star: bool| match &o.arg {
            Some(DefArg::Star) if star => Ok(Columns::All),
            Some(DefArg::List(names)) => Ok(Columns::Named(names.clone())),
            _ => Err(PgError::new(
                SqlState::INVALID_PARAMETER_VALUE,
                format!("argument to option \"{}\" must be a list of column names", o.name),
            )
            .at(o.location)),
        };
        match o.name.as_str() {
            "format" => match text()?.as_str() {
                "text" => {}
                "csv" => g.csv = true,
                "binary" => {
                    return err!(FEATURE_NOT_SUPPORTED, "COPY in binary format is not modelled");
                }
                other => {
                    let m = format!("COPY format \"{other}\" not recognized");
                    return Err(PgError::new(SqlState::INVALID_PARAMETER_VALUE, m).at(o.location));
                }
            },
            "header" => g.header = header(o, s.is_from)?,
            "delimiter" => g.delimiter = Some(text()?),
            "null" => g.null = Some(text()?),
            "quote" => g.quote = Some(text()?),
            "escape" => g.escape = Some(text()?),
            "force_quote" => g.force_quote = Some(columns(true)?),
            "force_not_null" => g.force_not_null = Some(columns(force_all)?),
            "force_null" => g.force_null = Some(columns(force_all)?),
            "freeze" => g.freeze = define::boolean(o)?,
            "encoding" => {
                let name = text()?;
                match clean_encoding(&name).as_str() {
                    "utf8" | "unicode" => {}
                    clean if is_other_encoding(clean) || matches!(clean, "latin1" | "sqlascii") => {
                        return err!(
                            FEATURE_NOT_SUPPORTED,
                            "COPY in encoding \"{name}\" is not modelled"
                        );
                    }
                    _ => {
                        let m = "argument to option \"encoding\" must be a valid encoding name";
                        let e = PgError::new(SqlState::INVALID_PARAMETER_VALUE, m);
                        return Err(e.at(o.location));
                    }
                }
            }
            other => {
                let m = format!("option \"{other}\" not recognized");
                return Err(PgError::new(SqlState::SYNTAX_ERROR, m).at(o.location));
            }
        }
    }
    Ok(g)
}

/// Returns the format that the options describe (`ProcessCopyOptions`).
pub(super) fn format(s: &CopyStmt, release: &Release) -> Result<Format> {
    let g = read_options(s, release.copy_forces_all)?;
    let options_named = release.copy_options_named;
    let name = |what: &str| what.to_ascii_uppercase().replace(' ', "_");
    let csv = g.csv;
    let only_csv = [
        ("quote", g.quote.is_some()),
        ("escape", g.escape.is_some()),
        ("force quote", g.force_quote.is_some()),
        ("force not null", g.force_not_null.is_some()),
        ("force null", g.force_null.is_some()),
    ];
    let byte = |what: &str, text: Option<String>, default: char| match text {
        None => Ok(default),
        Some(t) => match t.chars().next() {
            Some(c) if t.len() == 1 => Ok(c),
            _ => err!(FEATURE_NOT_SUPPORTED, "COPY {what} must be a single one-byte character"),
        },
    };
    let delimiter = byte("delimiter", g.delimiter, if csv { ',' } else { '\t' })?;
    if matches!(delimiter, '\n' | '\r') {
        return err!(
            INVALID_PARAMETER_VALUE,
            "COPY delimiter cannot be newline or carriage return"
        );
    }
    let null = g.null.unwrap_or(if csv { String::new() } else { "\\N".into() });
    if null.contains(['\n', '\r']) {
        return err!(
            INVALID_PARAMETER_VALUE,
            "COPY null representation cannot use newline or carriage return"
        );
    }
    // What a backslash could stand before must not separate fields.
    if !csv && "\\.abcdefghijklmnopqrstuvwxyz0123456789".contains(delimiter) {
        return err!(INVALID_PARAMETER_VALUE, "COPY delimiter cannot be \"{delimiter}\"");
    }
    if let Some((what, _)) = only_csv.iter().find(|(_, given)| !csv && *given) {
        return match options_named {
            true => err!(FEATURE_NOT_SUPPORTED, "COPY {} requires CSV mode", name(what)),
            false => err!(FEATURE_NOT_SUPPORTED, "COPY {what} available only in CSV mode"),
        };
    }
    let quote = byte("quote", g.quote, '"')?;
    if csv && delimiter == quote {
        return err!(INVALID_PARAMETER_VALUE, "COPY delimiter and quote must be different");
    }
    let escape = byte("escape", g.escape, quote)?;
    let one_way = [
        ("force quote", "TO", g.force_quote.is_some() && s.is_from),
        ("force not null", "FROM", g.force_not_null.is_some() && !s.is_from),
        ("force null", "FROM", g.force_null.is_some() && !s.is_from),
    ];
    if let Some((what, way, _)) = one_way.iter().find(|(.., wrong)| *wrong) {
        let other = if s.is_from { "FROM" } else { "TO" };
        return match options_named {
            true => {
                err!(FEATURE_NOT_SUPPORTED, "COPY {} cannot be used with COPY {other}", name(what))
            }
            false => err!(FEATURE_NOT_SUPPORTED, "COPY {what} only available using COPY {way}"),
        };
    }
    if null.contains(delimiter) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "COPY delimiter {}must not appear in the NULL specification",
            if options_named { "character " } else { "" }
        );
    }
    if csv && null.contains(quote) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "CSV quote character must not appear in the NULL specification"
        );
    }
    if g.freeze && !s.is_from && options_named {
        return err!(INVALID_PARAMETER_VALUE, "COPY FREEZE cannot be used with COPY TO");
    }
    let none = Columns::Named(Vec::new());
    Ok(Format {
        csv,
        header: g.header,
        freeze: g.freeze,
        delimiter,
        null,
        quote,
        escape,
        force_quote: g.force_quote.unwrap_or(none.clone()),
        force_not_null: g.force_not_null.unwrap_or(none.clone()),
        force_null: g.force_null.unwrap_or(none),
    })
}

/// Finds the columns that COPY or an option of it names, among those that are there, each with whether it is generated
/// (`CopyGetAttnums`); `table` is the table's name, if it is one.
pub(super) fn named(
    there: &[(String, bool)],
    table: Option<&str>,
    names: &[String],
) -> Result<Vec<usize>> {
    let mut found = Vec::new();
    for name in names {
        let Some(at) = there.iter().position(|(there, _)| there == name) else {
            let of = table.map_or(String::new(), |t| format!(" of relation \"{t}\""));
            return err!(UNDEFINED_COLUMN, "column \"{name}\"{of} does not exist");
        };
        if there[at].1 {
            let text = format!("column \"{name}\" is a generated column");
            return Err(PgError::new(SqlState::INVALID_COLUMN_REFERENCE, text)
                .detail("Generated columns cannot be used in COPY."));
        }
        if found.contains(&at) {
            return err!(DUPLICATE_COLUMN, "column \"{name}\" specified more than once");
        }
        found.push(at);
    }
    Ok(found)
}

/// Checks the columns that options name: they must exist and be copied (`BeginCopyTo`, `BeginCopyFrom`).
pub(super) fn check_columns(
    f: &Format,
    columns: &[&str],
    there: &[(String, bool)],
    table: Option<&str>,
) -> Result<()> {
    let all = [
        ("FORCE_QUOTE", &f.force_quote),
        ("FORCE_NOT_NULL", &f.force_not_null),
        ("FORCE_NULL", &f.force_null),
    ];
    for (what, option) in all {
        let Columns::Named(names) = option else { continue };
        named(there, table, names)?;
        if let Some(n) = names.iter().find(|n| !columns.contains(&n.as_str())) {
            return err!(INVALID_COLUMN_REFERENCE, "{what} column \"{n}\" not referenced by COPY");
        }
    }
    Ok(())
}

/// Splits a line into the fields of these columns; `None` is NULL.
pub(super) fn fields(f: &Format, line: &str, columns: &[&str]) -> Result<Vec<Option<String>>> {
    let raw = if f.csv { split_csv(f, line)? } else { return Ok(split_text(f, line)) };
    let names = columns.iter().map(Some).chain(std::iter::repeat(None));
    let field = |((text, quoted), name): ((String, bool), Option<&&str>)| {
        let is_null = text == f.null
            && match name {
                Some(n) if quoted => f.force_null.has(n),
                Some(n) => !f.force_not_null.has(n),
                None => !quoted,
            };
        (!is_null).then_some(text)
    };
    Ok(raw.into_iter().zip(names).map(field).collect())
}

/// Writes the line of column names.
pub(super) fn write_header(f: &Format, names: &[&str], out: &mut String) {
    let row: Vec<_> = names.iter().map(|n| Some(n.to_string())).collect();
    let plain = Format { force_quote: Columns::Named(Vec::new()), ..f.clone() };
    write_row(&plain, &row, &[], out);
}

/// Writes a row as a line.
pub(super) fn write_row(f: &Format, row: &[Option<String>], names: &[&str], out: &mut String) {
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
        // An option that names a column means the first one of that name.
        let forced = names.get(i).is_some_and(|n| {
            f.force_quote.has(n) && (f.force_quote == Columns::All || !names[..i].contains(n))
        });
        let ends = text == "\\." && row.len() == 1;
        if !(forced || *text == f.null || text.contains(special) || ends) {
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

/// Whether a text of CSV ends within a quoted field, which goes on in the next line (`CopyReadLineText`).
pub(super) fn within_quotes(f: &Format, text: &str) -> bool {
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        let escape = f.escape != f.quote && c == f.escape;
        if escape && quoted {
            escaped = !escaped;
        }
        if c == f.quote && !escaped {
            quoted = !quoted;
        }
        escaped &= escape;
    }
    quoted
}

/// The fields of a line of CSV, and whether they are quoted (`CopyReadAttributesCSV`).
fn split_csv(f: &Format, line: &str) -> Result<Vec<(String, bool)>> {
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
        fields.push((text, quoted));
        if ended {
            return Ok(fields);
        }
    }
}
