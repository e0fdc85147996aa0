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
//! them; no files, no binary format, no WHERE.

mod format;

use crate::backend::Backend;
use crate::backend::StatementResult;
use crate::catalog::Class;
use format::{Format, Header};
use sql::ast::{CopyStmt, Overriding, Statement};
use sql::exec;
use sql::expr::{contains_volatile_not_nextval, quote_identifier};
use sql::host::{CopyLine, CopyRows};
use std::rc::Rc;
use storage::clock::{self, Kind};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{InsertOptions, Persistence, RelKind};
use storage::ids::{Oid, RelFileNode};
use storage::versions::Release;

/// The table of a COPY and its columns: name, type, modifier.
struct Target {
    name: String,
    qualified: String,
    columns: Vec<(String, Oid, i32)>,
    /// The names of all that the table has, and whether they are generated.
    all: Vec<(String, bool)>,
    file: RelFileNode,
    /// Whether a default of a column left out must be computed as its row is inserted.
    volatile: bool,
}

impl Target {
    /// The names of the columns that are copied.
    fn column_names(&self) -> Vec<&str> {
        self.columns.iter().map(|(name, ..)| name.as_str()).collect()
    }
}

/// Refuses a relation that cannot be copied to (`is_from`) or from.
fn refuse_kind(release: &Release, class: &Class, is_from: bool) -> Result<()> {
    let is_matview = class.kind == RelKind::MaterializedView;
    if is_matview && !is_from && release.matviews_copied {
        if !class.populated {
            let text = format!("cannot copy from unpopulated materialized view \"{}\"", class.name);
            let e = PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text);
            return Err(e.hint("Use the REFRESH MATERIALIZED VIEW command."));
        }
        return Ok(());
    }
    if class.kind != RelKind::Table {
        let way = if is_from { "to" } else { "from" };
        let what = match class.kind {
            RelKind::View | RelKind::MaterializedView | RelKind::Sequence => class.kind_word(),
            _ => "non-table relation",
        };
        let e = PgError::new(
            SqlState::WRONG_OBJECT_TYPE,
            format!("cannot copy {way} {what} \"{}\"", class.name),
        );
        return Err(match (class.kind, is_from) {
            (RelKind::View | RelKind::MaterializedView, false) => {
                e.hint("Try the COPY (SELECT ...) TO variant.")
            }
            (RelKind::View, true) => {
                e.hint("To enable copying to a view, provide an INSTEAD OF INSERT trigger.")
            }
            _ => e,
        });
    }
    Ok(())
}

/// Finds the table of a COPY and the columns it names, and refuses relations that cannot be copied from.
fn target(b: &Backend<'_>, s: &CopyStmt) -> Result<Target> {
    let Some(r) = &s.relation else {
        return err!(SYNTAX_ERROR, "COPY needs a table");
    };
    let class = b.find_relation(r)?;
    sql::analyze::check_opened(b.store.release, class.kind, &class.name)?;
    // What cannot take rows is refused once they are there (`CopyFrom`).
    if !s.is_from {
        refuse_kind(b.store.release, &class, false)?;
    }
    let there: Vec<_> = class.desc.attrs.iter().filter(|a| !a.dropped).collect();
    let all: Vec<_> = there.iter().map(|a| (a.name.clone(), a.generated.is_some())).collect();
    let copied = match &s.columns[..] {
        [] => (0..there.len()).filter(|at| !all[*at].1).collect(),
        names => format::named(&all, Some(&class.name), names)?,
    };
    let column = |at: &usize| (there[*at].name.clone(), there[*at].type_oid, there[*at].typmod);
    let columns: Vec<_> = copied.iter().map(column).collect();
    let schema = quote_identifier(b.catalog.namespace_name(class.namespace));
    let qualified = format!("{schema}.{}", quote_identifier(&class.name));
    let volatile = class.defaults.iter().any(|(n, d)| {
        let attr = class.desc.attr(*n);
        let listed = attr.generated.is_some() || columns.iter().any(|c| c.0 == attr.name);
        !listed && contains_volatile_not_nextval(&d.expr)
    });
    let (name, file) = (class.name.clone(), class.file);
    Ok(Target { name, qualified, columns, all, file, volatile })
}

/// Runs a COPY (`DoCopy`): sends rows, or asks for them and inserts them once they are there. One
/// to or from a file is refused.
#[inline(never)]
pub(super) fn run(b: &mut Backend<'_>, s: &CopyStmt) -> Result<StatementResult> {
    if s.is_program || s.filename.is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "COPY to or from a file is not modelled");
    }
    let class = s.relation.as_ref().map(|r| b.find_relation(r)).transpose()?;
    let f = format::format(s, b.store.release)?;
    if !s.is_from {
        return copy_out(b, s, &f);
    }
    let t = target(b, s)?;
    let permanent = class.as_ref().is_some_and(|c| c.persistence != Persistence::Temp);
    if permanent && b.settings.bool("transaction_read_only") {
        return Err(exec::refused_read_only("COPY FROM"));
    }
    let columns = t.column_names();
    format::check_columns(&f, &columns, &t.all, Some(&t.name))?;
    match b.client.copy_data.take() {
        None => Ok(StatementResult::CopyIn),
        Some(data) => {
            if let Some(class) = &class {
                refuse_kind(b.store.release, class, true)?;
            }
            copy_in(b, s, &f, &t, &data)
        }
    }
}

/// The columns' names with commas, quoted where needed.
fn names(columns: &[(String, Oid, i32)]) -> String {
    columns.iter().map(|c| quote_identifier(&c.0)).collect::<Vec<_>>().join(", ")
}

/// Runs `COPY ... TO STDOUT`: the query's or the table's rows as lines.
fn copy_out(b: &mut Backend<'_>, s: &CopyStmt, f: &Format) -> Result<StatementResult> {
    let own;
    let table = match &s.query {
        Some(_) => None,
        None => Some(target(b, s)?),
    };
    let statement = match (&s.query, &table) {
        (Some(Statement::Select(s)), _) if s.into.is_some() => {
            return err!(FEATURE_NOT_SUPPORTED, "COPY (SELECT INTO) is not supported");
        }
        (Some(q), _) => q,
        (None, None) => return err!(SYNTAX_ERROR, "COPY needs a table"),
        (None, Some(t)) => {
            let text = format!("SELECT {} FROM {}", names(&t.columns), t.qualified);
            own = sql::parser::parse(&text)?;
            &own[0].stmt
        }
    };
    let StatementResult::Rows(result) = b.run(statement)? else {
        return err!(FEATURE_NOT_SUPPORTED, "COPY query must have a RETURNING clause");
    };
    let names: Vec<&str> = result.columns.iter().map(|c| c.name.as_str()).collect();
    match &table {
        Some(t) => format::check_columns(f, &names, &t.all, Some(&t.name))?,
        None => {
            let there: Vec<_> = names.iter().map(|n| (n.to_string(), false)).collect();
            format::check_columns(f, &names, &there, None)?;
        }
    }
    let mut data = String::new();
    if f.header != Header::No {
        format::write_header(f, &names, &mut data);
    }
    for row in &result.rows {
        format::write_row(f, row, &names, &mut data);
    }
    Ok(StatementResult::CopyOut { data, tag: format!("COPY {}", result.rows.len()) })
}

/// Checks that a header line names these columns (`HEADER MATCH`).
fn check_header(f: &Format, names: &[&str], line: &str) -> Result<()> {
    let got = format::fields(f, line, &[])?;
    if got.len() != names.len() {
        return err!(
            BAD_COPY_FILE_FORMAT,
            "wrong number of fields in header line: got {}, expected {}",
            got.len(),
            names.len()
        );
    }
    for (i, (got, name)) in got.iter().zip(names).enumerate() {
        let got = match got {
            Some(g) if g == name => continue,
            Some(g) => format!("\"{g}\""),
            None => format!("null value (\"{}\")", f.null),
        };
        return err!(
            BAD_COPY_FILE_FORMAT,
            "column name mismatch in header line field {}: got {got}, expected \"{name}\"",
            i + 1
        );
    }
    Ok(())
}

/// The values of a line as text; each is checked by its type's input function (`NextCopyFrom`).
fn read_line(
    b: &mut Backend<'_>,
    f: &Format,
    t: &Target,
    names: &[&str],
    line: &CopyLine,
) -> Result<Vec<Option<String>>> {
    let place = |e| exec::copy::in_line(e, &t.name, line);
    let bad = |m: String| Err(place(PgError::new(SqlState::BAD_COPY_FILE_FORMAT, m)));
    clock::add(Kind::CopyLine, 1);
    clock::add(Kind::CopyByte, line.text.len() as u64);
    let fields = format::fields(f, &line.text, names).map_err(place)?;
    if fields.len() > t.columns.len() {
        return bad("extra data after last expected column".into());
    }
    for (i, (name, type_oid, typmod)) in t.columns.iter().enumerate() {
        let Some(value) = fields.get(i) else {
            return bad(format!("missing data for column \"{}\"", names[i]));
        };
        let Some(text) = value else {
            b.check_null(*type_oid).map_err(|e| {
                let text = format!(", column {name}: null input");
                exec::copy::at_line(e, &t.name, line.number, &text)
            })?;
            continue;
        };
        b.input(*type_oid, text, *typmod).map_err(|e| {
            let text = format!(", column {name}: \"{}\"", exec::copy::shown(text));
            exec::copy::at_line(e, &t.name, line.number, &text)
        })?;
    }
    Ok(fields)
}

/// The options with which COPY inserts rows. FREEZE makes rows visible to everybody at once; so no
/// other command may have read the table, and this subtransaction must have created or truncated
/// it.
fn insert_options(b: &Backend<'_>, f: &Format, t: &Target) -> Result<InsertOptions> {
    if f.freeze && !b.session.cursors.is_empty() {
        let m = "cannot perform COPY FREEZE because of prior transaction activity";
        return Err(PgError::new(SqlState("25000"), m));
    }
    if f.freeze && !b.made_here(t.file) {
        return err!(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "cannot perform COPY FREEZE because the table was not created or truncated in the \
             current subtransaction"
        );
    }
    let skip_fsm = b.made_in_transaction(t.file);
    Ok(InsertOptions { skip_fsm, frozen: f.freeze, ..InsertOptions::default() })
}

/// Runs `COPY ... FROM STDIN`: parses `data` line by line and inserts the rows.
fn copy_in(
    b: &mut Backend<'_>,
    s: &CopyStmt,
    f: &Format,
    t: &Target,
    data: &str,
) -> Result<StatementResult> {
    if s.where_clause.is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "COPY with WHERE is not modelled");
    }
    let columns = t.column_names();
    let options = insert_options(b, f, t)?;
    let (mut rows, mut read) = (Vec::new(), Vec::new());
    let mut failure = None;
    let mut number = 0;
    // psql up to 17 sends the line `\.` too, and nothing behind it.
    let (end_sent, mut sent) = (b.store.release.copy_end_sent, false);
    let is_end = |line: &str| (end_sent || !f.csv) && line.trim_end_matches(['\n', '\r']) == "\\.";
    let mut lines = data
        .split_inclusive('\n')
        .take_while(|line| !std::mem::replace(&mut sent, end_sent && is_end(line)))
        .peekable();
    if f.header == Header::Match && lines.peek().is_none_or(|line| is_end(line)) {
        let none = CopyLine { number: 1, text: String::new() };
        check_header(f, &columns, "").map_err(|e| exec::copy::in_line(e, &t.name, &none))?;
    }
    while let Some(first) = lines.next() {
        if is_end(first) {
            break;
        }
        let mut text = first.to_string();
        // A quoted field of CSV may go on over lines. They are not counted in the first row, whose end tells the server
        // what a line ends with (`CopyReadLineText`).
        let within = u64::from(number > 0);
        number += 1;
        // One that never ends is shown with all its lines.
        let ends = loop {
            if !f.csv || !format::within_quotes(f, &text) {
                break text.trim_end_matches(['\n', '\r']).len();
            }
            number += within & u64::from(text.ends_with('\n'));
            let Some(more) = lines.next() else { break text.len() };
            text.push_str(more);
        };
        text.truncate(ends);
        let line = CopyLine { number, text };
        let fields = match (f.header, number) {
            (Header::Yes, 1) => continue,
            (Header::Match, 1) => match check_header(f, &columns, &line.text) {
                Ok(()) => continue,
                Err(e) => Err(exec::copy::in_line(e, &t.name, &line)),
            },
            _ => read_line(b, f, t, &columns, &line),
        };
        match fields {
            Ok(fields) => {
                rows.push(fields);
                read.push(line);
            }
            Err(e) => {
                failure = Some(e);
                break;
            }
        }
    }
    b.store.xact.current_command_id(true);
    if rows.is_empty() {
        return failure.map_or(Ok("COPY 0".into()), Err);
    }
    let literal = |v: &Option<String>| match v {
        Some(text) => format!("'{}'", text.replace('\'', "''")),
        None => "NULL".to_string(),
    };
    let tuples: Vec<String> = rows
        .iter()
        .map(|r| format!("({})", r.iter().map(literal).collect::<Vec<_>>().join(", ")))
        .collect();
    let text =
        format!("INSERT INTO {} ({}) VALUES {}", t.qualified, names(&t.columns), tuples.join(", "));
    let mut statements = sql::parser::parse(&text)?;
    if let Some(Statement::Insert(s)) = Rc::get_mut(&mut statements[0].stmt) {
        s.overriding = Overriding::Copy;
    }
    b.client.copy_rows =
        Some(CopyRows { table: t.name.clone(), lines: read, failure, options, many: !t.volatile });
    let done = b.run(&statements[0].stmt);
    b.client.copy_rows = None;
    done?;
    Ok(StatementResult::Tag(format!("COPY {}", rows.len())))
}
