//! `\pset`, `\set`, and the variables psql starts with.

use super::command::is_variable_name;
use super::print::Format;
use super::scan::Input;
use super::slash::BackslashResult;
use super::{Psql, print_text};
use std::io::Write;

/// What `\set` lists in a fresh session.
pub const INITIAL_VARIABLES: &[(&str, &str)] = &[
    ("AUTOCOMMIT", "on"),
    ("COMP_KEYWORD_CASE", "preserve-upper"),
    ("DBNAME", "postgres"),
    ("ECHO", "all"),
    ("ECHO_HIDDEN", "off"),
    ("ENCODING", "UTF8"),
    ("FETCH_COUNT", "0"),
    ("HIDE_TABLEAM", "off"),
    ("HIDE_TOAST_COMPRESSION", "off"),
    ("HISTCONTROL", "none"),
    ("HISTSIZE", "500"),
    ("HOST", "/var/run/postgresql"),
    ("IGNOREEOF", "0"),
    ("LAST_ERROR_MESSAGE", ""),
    ("LAST_ERROR_SQLSTATE", "00000"),
    ("ON_ERROR_ROLLBACK", "off"),
    ("ON_ERROR_STOP", "off"),
    ("PORT", "5432"),
    ("PROMPT1", "%/%R%x%# "),
    ("PROMPT2", "%/%R%x%# "),
    ("PROMPT3", ">> "),
    ("QUIET", "off"),
    ("SERVER_VERSION_NAME", "15.18 (Debian 15.18-0+deb12u1)"),
    ("SERVER_VERSION_NUM", "150018"),
    ("SHOW_ALL_RESULTS", "on"),
    ("SHOW_CONTEXT", "errors"),
    ("SINGLELINE", "off"),
    ("SINGLESTEP", "off"),
    ("USER", "postgres"),
    ("VERBOSITY", "default"),
    (
        "VERSION",
        "PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc \
         (Debian 12.2.0-14+deb12u1) 12.2.0, 64-bit",
    ),
    ("VERSION_NAME", "15.18 (Debian 15.18-0+deb12u1)"),
    ("VERSION_NUM", "150018"),
];

/// The counts of a pipeline, which `\set` lists from 18 on.
pub const PIPELINE_COUNTS: [(&str, &str); 3] =
    [("PIPELINE_COMMAND_COUNT", "0"), ("PIPELINE_RESULT_COUNT", "0"), ("PIPELINE_SYNC_COUNT", "0")];
/// How many seconds `\watch` waits: a variable from 18 on, which `\unset` sets back.
pub const WATCH_INTERVAL: (&str, &str) = ("WATCH_INTERVAL", "2");

/// The variables that take one of some words; those with `on` take every spelling of a truth value, and nothing for it
/// (`EstablishVariableSpace`).
const VALUES_OF_VARIABLES: &[(&str, &str)] = &[
    ("ECHO", "none, errors, queries, all"),
    ("ECHO_HIDDEN", "on, off, noexec"),
    ("ON_ERROR_ROLLBACK", "on, off, interactive"),
    ("COMP_KEYWORD_CASE", "lower, upper, preserve-lower, preserve-upper"),
    ("HISTCONTROL", "none, ignorespace, ignoredups, ignoreboth"),
    ("VERBOSITY", "default, verbose, terse, sqlstate"),
    ("SHOW_CONTEXT", "never, errors, always"),
];

/// Reads a Boolean value of a psql variable; `None` if it is none (`ParseVariableBool`).
pub fn parse_bool(value: &str) -> Option<bool> {
    let v = value.to_ascii_lowercase();
    let starts = |word: &str, min: usize| v.len() >= min && word.starts_with(&v);
    if starts("true", 1) || starts("yes", 1) || v == "on" || v == "1" {
        Some(true)
    } else if starts("false", 1) || starts("no", 1) || starts("off", 2) || v == "0" {
        Some(false)
    } else {
        None
    }
}

/// Whether psql reads a variable's value as on (`ParseVariableBool`).
pub fn is_true(value: &str) -> bool {
    parse_bool(value) == Some(true)
}

/// The error that an option, which has one value here, cannot be set to another.
fn refused_value(name: &str, value: Option<&str>) -> Option<String> {
    match (name, value?.to_ascii_lowercase().as_str()) {
        ("xheader_width", "full") => None,
        // psql reads a number as atoi does, and takes 0 as none.
        ("xheader_width", v) => Some(
            if matches!(v, "column" | "page")
                || v.trim_start()
                    .trim_start_matches(['+', '-', '0'])
                    .starts_with(|c: char| c.is_ascii_digit())
            {
                "\\pset: an xheader_width but full is not modelled".into()
            } else {
                "\\pset: allowed xheader_width values are \"full\" (default), \"column\", \"page\", or a number specifying the exact width".into()
            },
        ),
        (_, "single") => None,
        (_, "double") => Some(format!("\\pset: {name} double is not modelled")),
        _ => {
            let lines = name.split('_').nth(1).unwrap_or_default();
            Some(format!("\\pset: allowed Unicode {lines} line styles are single, double"))
        }
    }
}

/// The number that a text begins with, else 0 (`atoi`).
fn number(text: &str) -> i32 {
    let text = text.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    text[..text.len() - digits.len() + end].parse().unwrap_or(0)
}

/// The error that a value is none of those that there are (`PsqlVarEnumError`).
pub(super) fn no_such_value(name: &str, value: &str, values: &str) -> String {
    format!("unrecognized value \"{value}\" for \"{name}\"\nAvailable values are: {values}.")
}

/// The error that a value is no number (`ParseVariableNum`).
pub(super) fn no_integer(name: &str, value: &str) -> String {
    format!("invalid value \"{value}\" for \"{name}\": integer expected")
}

/// Whether columns of this type are right-aligned (`column_type_alignment`).
pub fn right_aligned(type_oid: u32) -> bool {
    matches!(type_oid, 20 | 21 | 23 | 26 | 28 | 29 | 700 | 701 | 790 | 1700 | 5069)
}

impl Psql {
    /// Sets a print option, for `\pset name value` and the commands that abbreviate it. False after
    /// an error.
    pub(super) fn pset(&mut self, name: &str, value: Option<&str>, out: &mut dyn Write) -> bool {
        let toggle = |now: bool| match value {
            None => Ok(!now),
            Some(v) => parse_bool(v).ok_or(v),
        };
        let mut bad_bool = |psql: &Psql, v: &str| {
            psql.log_error(
                out,
                &format!("unrecognized value \"{v}\" for \"{name}\": Boolean expected"),
            );
            false
        };
        match name {
            "format" => {
                if !self.set_format(value, out) {
                    return false;
                }
            }
            "border" => {
                if let Some(v) = value {
                    self.options.border = (number(v) as u16).into();
                }
            }
            "x" | "expanded" | "vertical" => {
                self.options.expanded = match value {
                    Some(v) if v.eq_ignore_ascii_case("auto") => 2,
                    Some(v) => match parse_bool(v) {
                        Some(b) => u8::from(b),
                        None => {
                            self.log_error(out, &no_such_value(name, v, "on, off, auto"));
                            return false;
                        }
                    },
                    None => u8::from(self.options.expanded == 0),
                };
            }
            "fieldsep" => {
                if let Some(v) = value {
                    self.options.fieldsep = v.to_string();
                }
            }
            "fieldsep_zero" => self.options.fieldsep = "\0".into(),
            "recordsep" => {
                if let Some(v) = value {
                    self.options.recordsep = v.to_string();
                }
            }
            "recordsep_zero" => self.options.recordsep = "\0".into(),
            "csv_fieldsep" => {
                if !self.set_csv_fieldsep(value, out) {
                    return false;
                }
            }
            "null" => {
                if let Some(v) = value {
                    self.options.null = v.to_string();
                }
            }
            "title" | "C" => self.options.title = value.map(str::to_string),
            "t" | "tuples_only" | "footer" => {
                let only = name != "footer";
                let now = if only { self.options.tuples_only } else { self.options.footer };
                match toggle(now) {
                    Ok(b) if only => self.options.tuples_only = b,
                    Ok(b) => self.options.footer = b,
                    Err(v) => return bad_bool(self, v),
                }
                // With a value the option is set silently; a toggle prints the new state.
                if value.is_some() {
                    return true;
                }
            }
            "numericlocale" => {
                self.log_error(out, "\\pset: numericlocale: not available here");
                return false;
            }
            "linestyle" => {
                if !self.set_linestyle(value, out) {
                    return false;
                }
            }
            "columns" => {
                let v = value.map(|v| number(v).max(0) as u32);
                self.options.columns = v.unwrap_or(self.options.columns);
            }
            "tableattr" | "T" => self.options.table_attributes = value.map(str::to_string),
            "pager" | "pager_min_lines" => {
                if !self.set_pager(name, value, out) {
                    return false;
                }
            }
            "unicode_border_linestyle"
            | "unicode_column_linestyle"
            | "unicode_header_linestyle"
            | "xheader_width"
                if name != "xheader_width" || self.release.header_width_set =>
            {
                if let Some(message) = refused_value(name, value) {
                    self.log_error(out, &message);
                    return false;
                }
            }
            _ => {
                self.log_error(out, &format!("\\pset: unknown option: {name}"));
                return false;
            }
        }
        if !self.quiet() {
            let text = self.pset_message(name);
            print_text(out, &text);
        }
        true
    }

    /// `\pset pager` and `\pset pager_min_lines`. Prints a message and returns false for another value.
    fn set_pager(&mut self, name: &str, value: Option<&str>, out: &mut dyn Write) -> bool {
        let o = &mut self.options;
        let error = match value.map(|v| (v, parse_bool(v))) {
            Some((v, _)) if name == "pager_min_lines" => {
                if !self.release.header_width_set || v.trim_start().parse::<i32>().is_ok() {
                    o.pager_min_lines = number(v);
                    return true;
                }
                no_integer(name, v)
            }
            None if name == "pager_min_lines" => return true,
            Some((v, None)) if !v.eq_ignore_ascii_case("always") => {
                no_such_value(name, v, "on, off, always")
            }
            known => {
                let next = |known: (&str, Option<bool>)| known.1.map_or(2, u8::from);
                o.pager = known.map_or(u8::from(o.pager != 1), next);
                return true;
            }
        };
        self.log_error(out, &error);
        false
    }

    /// `\pset format`: sets the output format by the beginning of its name. Prints a message and
    /// returns false for an unknown format.
    fn set_format(&mut self, value: Option<&str>, out: &mut dyn Write) -> bool {
        let formats = [
            ("aligned", Some(Format::Aligned)),
            ("asciidoc", None),
            ("csv", Some(Format::Csv)),
            ("html", Some(Format::Html)),
            ("latex", None),
            ("latex-longtable", None),
            ("troff-ms", None),
            ("unaligned", Some(Format::Unaligned)),
            ("wrapped", Some(Format::Wrapped)),
        ];
        if let Some(v) = value {
            let v = v.to_ascii_lowercase();
            let short = |f: &&(&str, Option<Format>)| f.0.starts_with(&v);
            let mut found = formats.iter().filter(short);
            let first = found.next();
            match (first, found.next()) {
                (Some(a), Some(b)) if b.0 != "latex-longtable" => {
                    let (v, a, b) = (value.unwrap_or_default(), a.0, b.0);
                    let text = format!(
                        "\\pset: ambiguous abbreviation \"{v}\" matches both \"{a}\" and \"{b}\""
                    );
                    self.log_error(out, &text);
                    return false;
                }
                _ => {}
            }
            match first {
                Some((_, Some(f))) => self.options.format = *f,
                Some((name, None)) => {
                    self.log_error(out, &format!("\\pset: format {name} is not modelled"));
                    return false;
                }
                None => {
                    self.log_error(
                        out,
                        "\\pset: allowed formats are aligned, asciidoc, csv, html, latex, \
                 latex-longtable, troff-ms, unaligned, wrapped",
                    );
                    return false;
                }
            }
        }
        true
    }

    /// `\pset csv_fieldsep`: sets the separator of CSV output. Prints a message and returns false
    /// for a separator that is not allowed.
    fn set_csv_fieldsep(&mut self, value: Option<&str>, out: &mut dyn Write) -> bool {
        if let Some(v) = value {
            let mut chars = v.chars();
            match (chars.next(), chars.next()) {
                (Some('"' | '\n' | '\r'), None) => {
                    self.log_error(
                        out,
                        "\\pset: csv_fieldsep cannot be a double quote, a newline, or a \
                 carriage return",
                    );
                    return false;
                }
                (Some(c), None) if c.is_ascii() => self.options.csv_fieldsep = c,
                _ => {
                    self.log_error(out, "\\pset: csv_fieldsep must be a single one-byte character");
                    return false;
                }
            }
        }
        true
    }

    /// `\pset linestyle`: sets how borders are drawn. Prints a message and returns false for an
    /// unknown style.
    fn set_linestyle(&mut self, value: Option<&str>, out: &mut dyn Write) -> bool {
        match value.map(str::to_ascii_lowercase).as_deref() {
            None => {}
            Some("ascii") => self.options.unicode = false,
            Some("old-ascii") => {
                self.log_error(out, "\\pset: linestyle old-ascii is not modelled");
                return false;
            }
            Some("unicode") => self.options.unicode = true,
            Some(_) => {
                self.log_error(out, "\\pset: allowed line styles are ascii, old-ascii, unicode");
                return false;
            }
        }
        true
    }

    /// The output format as `\pset` names it.
    fn format_name(&self) -> &'static str {
        match self.options.format {
            Format::Aligned => "aligned",
            Format::Unaligned => "unaligned",
            Format::Wrapped => "wrapped",
            Format::Csv => "csv",
            Format::Html => "html",
        }
    }

    /// The message after a print option was set (`printPsetInfo`).
    fn pset_message(&self, name: &str) -> String {
        let o = &self.options;
        let on = |b| if b { "on" } else { "off" };
        match name {
            "format" => format!("Output format is {}.\n", self.format_name()),
            "border" => format!("Border style is {}.\n", o.border),
            "x" | "expanded" | "vertical" => match o.expanded {
                0 => "Expanded display is off.\n".into(),
                1 => "Expanded display is on.\n".into(),
                _ => "Expanded display is used automatically.\n".into(),
            },
            "fieldsep" | "fieldsep_zero" if o.fieldsep == "\0" => {
                "Field separator is zero byte.\n".into()
            }
            "fieldsep" => format!("Field separator is \"{}\".\n", o.fieldsep),
            "recordsep" | "recordsep_zero" if o.recordsep == "\0" => {
                "Record separator is zero byte.\n".into()
            }
            "recordsep" if o.recordsep == "\n" => "Record separator is <newline>.\n".into(),
            "recordsep" => format!("Record separator is \"{}\".\n", o.recordsep),
            "csv_fieldsep" => format!("Field separator for CSV is \"{}\".\n", o.csv_fieldsep),
            "null" => format!("Null display is \"{}\".\n", o.null),
            "title" | "C" => match &o.title {
                Some(t) => format!("Title is \"{t}\".\n"),
                None => "Title is unset.\n".into(),
            },
            "t" | "tuples_only" => format!("Tuples only is {}.\n", on(o.tuples_only)),
            "footer" => format!("Default footer is {}.\n", on(o.footer)),
            "linestyle" => {
                format!("Line style is {}.\n", if o.unicode { "unicode" } else { "ascii" })
            }
            "columns" if o.columns == 0 => "Target width is unset.\n".into(),
            "columns" => format!("Target width is {}.\n", o.columns),
            "pager" => match o.pager {
                0 => "Pager usage is off.\n".into(),
                1 => "Pager is used for long output.\n".into(),
                _ => "Pager is always used.\n".into(),
            },
            "pager_min_lines" => {
                let (n, s) = (o.pager_min_lines, if o.pager_min_lines == 1 { "" } else { "s" });
                format!("Pager won't be used for less than {n} line{s}.\n")
            }
            "xheader_width" => "Expanded header width is \"full\".\n".into(),
            "tableattr" | "T" => match &o.table_attributes {
                Some(a) => format!("Table attributes are \"{a}\".\n"),
                None => "Table attributes unset.\n".into(),
            },
            _ => String::new(),
        }
    }

    /// `\pset` without arguments: prints all options.
    pub(super) fn pset_list(&self, out: &mut dyn Write) {
        let o = &self.options;
        let on = |b: bool| if b { "on" } else { "off" }.to_string();
        let quoted = |s: &str| format!("'{}'", s.replace('\'', "\\'").replace('\n', "\\n"));
        let expanded = match o.expanded {
            0 => "off",
            1 => "on",
            _ => "auto",
        };
        let list: [(&str, String); 21] = [
            ("border", o.border.to_string()),
            ("columns", o.columns.to_string()),
            ("csv_fieldsep", quoted(&o.csv_fieldsep.to_string())),
            ("expanded", expanded.to_string()),
            ("fieldsep", quoted(o.fieldsep.trim_end_matches('\0'))),
            ("fieldsep_zero", on(o.fieldsep == "\0")),
            ("footer", on(o.footer)),
            ("format", self.format_name().to_string()),
            ("linestyle", if o.unicode { "unicode" } else { "ascii" }.to_string()),
            ("null", quoted(&o.null)),
            ("numericlocale", on(false)),
            ("pager", o.pager.to_string()),
            ("pager_min_lines", o.pager_min_lines.to_string()),
            ("recordsep", quoted(o.recordsep.trim_end_matches('\0'))),
            ("recordsep_zero", on(o.recordsep == "\0")),
            ("tableattr", o.table_attributes.as_deref().map(quoted).unwrap_or_default()),
            ("title", o.title.as_deref().map(quoted).unwrap_or_default()),
            ("tuples_only", on(o.tuples_only)),
            ("unicode_border_linestyle", "single".to_string()),
            ("unicode_column_linestyle", "single".to_string()),
            ("unicode_header_linestyle", "single".to_string()),
        ];
        for (name, value) in list {
            print_text(out, &format!("{name:<24} {value}\n"));
        }
        if self.release.header_width_set {
            print_text(out, "xheader_width            full\n");
        }
    }

    /// Runs `\set`; without a name it lists the variables.
    pub(super) fn set_command(
        &mut self,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let Some(name) = self.arg(input) else {
            for (name, value) in &self.variables {
                print_text(out, &format!("{name} = '{value}'\n"));
            }
            return BackslashResult::Ok;
        };
        let mut value = String::new();
        let mut any = false;
        while let Some(part) = self.arg(input) {
            value.push_str(&part);
            any = true;
        }
        if !is_variable_name(&name) {
            self.log_error(out, &format!("invalid variable name: \"{name}\""));
            return BackslashResult::Error;
        }
        let boolean = [
            "AUTOCOMMIT",
            "ON_ERROR_STOP",
            "QUIET",
            "SINGLELINE",
            "SINGLESTEP",
            "HIDE_TABLEAM",
            "HIDE_TOAST_COMPRESSION",
            "SHOW_ALL_RESULTS",
        ];
        if boolean.contains(&name.as_str()) {
            match parse_bool(&value) {
                _ if !any => value = "on".into(),
                Some(b) => value = if b { "on" } else { "off" }.into(),
                None => {
                    self.log_error(
                        out,
                        &format!("unrecognized value \"{value}\" for \"{name}\": Boolean expected"),
                    );
                    return BackslashResult::Error;
                }
            }
        }
        let one_of = VALUES_OF_VARIABLES.iter().find(|v| v.0 == name);
        if let Some((_, values)) = one_of
            && !values.split(", ").any(|v| v.eq_ignore_ascii_case(&value))
            && !(values.starts_with("on,") && (!any || parse_bool(&value).is_some()))
        {
            self.log_error(out, &no_such_value(&name, &value, values));
            return BackslashResult::Error;
        }
        if ["FETCH_COUNT", "HISTSIZE", "IGNOREEOF"].contains(&name.as_str())
            && value.trim_start().parse::<i32>().is_err()
        {
            if name != "IGNOREEOF" {
                self.log_error(out, &no_integer(&name, &value));
                return BackslashResult::Error;
            }
            value = "10".into();
        }
        let interval = name == WATCH_INTERVAL.0 && self.release.has_since("18");
        if interval && value.parse::<f64>().is_err() {
            self.log_error(out, &format!("invalid value \"{value}\" for variable \"{name}\""));
            return BackslashResult::Error;
        }
        let fixed = ["ECHO_HIDDEN", "FETCH_COUNT", "SHOW_CONTEXT", "SINGLELINE", "SINGLESTEP"];
        let initial = INITIAL_VARIABLES.iter().find(|v| v.0 == name).map(|v| v.1);
        if fixed.contains(&name.as_str()) && initial != Some(value.as_str()) {
            self.log_error(out, &format!("\\set: {name} is not modelled"));
            return BackslashResult::Error;
        }
        if name == "ECHO" {
            self.echo_all = value == "all";
        }
        self.variables.insert(name, value);
        BackslashResult::Ok
    }
}
