//! The backslash commands (`command.c`), except those that describe objects.

use super::print::Format;
use super::report::{Verbosity, format_report};
use super::scan::Input;
use super::slash::{self, BackslashResult};
use super::{Branch, Condition, Psql, ResultUse, Server, Variables, print_text, pset};
use std::io::Write;

/// Where the modelled server listens.
const SOCKET: &str = "/var/run/postgresql/.s.PGSQL.5432";

/// Commands that are known and refused: there are no files, no shell and no other server here.
const REFUSED: &[&str] = &[
    "!",
    "i",
    "ir",
    "include",
    "include_relative",
    "w",
    "write",
    "e",
    "edit",
    "ef",
    "ev",
    "cd",
    "s",
    "password",
    "watch",
    "setenv",
    "getenv",
    "lo_import",
    "lo_export",
    "lo_unlink",
    "prompt",
    "h",
    "help",
    "?",
    "copyright",
];

/// Versions of psql and the commands that are new in each (`exec_command`), refused as those above.
const LATER: [(&str, &[&str]); 2] = [
    ("16", &["bind"]),
    (
        "18",
        &[
            "bind_named",
            "close_prepared",
            "endpipeline",
            "flush",
            "flushrequest",
            "getresults",
            "parse",
            "sendpipeline",
            "startpipeline",
            "syncpipeline",
        ],
    ),
];

/// The commands that write their arguments.
const ECHO: &[&str] = &["echo", "qecho", "warn"];

impl Psql {
    /// Reads and runs a backslash command (`HandleSlashCmds`).
    pub(super) fn slash_command(
        &mut self,
        session: &mut dyn Server,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let name = slash::command_name(input);
        if self.restrict_key.is_some() && name != "unrestrict" {
            self.log_error(out, "backslash commands are restricted; only \\unrestrict is allowed");
            slash::whole_line(input);
            return BackslashResult::Error;
        }
        if self.active()
            && let Some(shell) = slash::backquoted(input.rest())
        {
            self.log_error(out, &format!("{shell}: commands of a shell are not available here"));
            slash::whole_line(input);
            return BackslashResult::Error;
        }
        let unclosed = slash::unterminated(&name, input, &self.variables);
        let unclosed = unclosed.filter(|_| self.active());
        // What the command does not read itself is read after it.
        let late = unclosed.is_some_and(|before| before >= slash::arguments_read(&name));
        if unclosed.is_some() && !late && !ECHO.contains(&&*name) {
            self.log_error(out, "unterminated quoted string");
        }
        let status = if self.active() || matches!(name.as_str(), "if" | "elif" | "else" | "endif") {
            self.run_command(session, &name, input, out)
        } else {
            BackslashResult::Ok
        };
        if status == BackslashResult::Error {
            // What is left of the line is thrown away, other commands on it too.
            slash::whole_line(input);
        } else if !self.active() {
            while slash::argument(input, &self.variables, false).is_some() {}
        } else {
            while let Some(arg) = slash::argument(input, &Variables::new(), false) {
                self.log_warning(out, &format!("\\{name}: extra argument \"{arg}\" ignored"));
            }
            if late {
                self.log_error(out, "unterminated quoted string");
            }
        }
        slash::end(input);
        status
    }

    /// The next argument of the command.
    pub(super) fn arg(&self, input: &mut Input) -> Option<String> {
        slash::argument(input, &self.variables, false)
    }
    /// The next argument of a command to which semicolons at its end do not belong.
    fn arg_without_semicolons(&self, input: &mut Input) -> Option<String> {
        slash::argument(input, &self.variables, true)
    }
    /// Runs `\pset` and returns whether it succeeded.
    fn pset_status(
        &mut self,
        name: &str,
        value: Option<&str>,
        out: &mut dyn Write,
    ) -> BackslashResult {
        if self.pset(name, value, out) { BackslashResult::Ok } else { BackslashResult::Error }
    }

    /// Runs a command by its name (`exec_command`).
    fn run_command(
        &mut self,
        session: &mut dyn Server,
        name: &str,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> BackslashResult {
        match name {
            "a" => self.toggle_format(Format::Aligned, "aligned", "unaligned", out),
            "x" => self.pset_argument("expanded", input, out),
            "t" => self.pset_argument("tuples_only", input, out),
            "f" => self.pset_argument("fieldsep", input, out),
            "T" => self.pset_argument("tableattr", input, out),
            "C" => self.pset_argument("title", input, out),
            "H" | "html" => self.toggle_format(Format::Html, "html", "aligned", out),
            "pset" => self.pset_command(input, out),
            "timing" => self.timing_command(input, out),
            _ if ECHO.contains(&name) => self.echo(name, input, out),
            "set" => self.set_command(input, out),
            "unset" => self.unset_command(input, out),
            "q" | "quit" => {
                self.exit = Some(0);
                BackslashResult::Ok
            }
            "r" | "reset" => self.reset_command(out),
            "p" | "print" => self.print_command(out),
            "g" | "gx" | "gset" | "gexec" | "gdesc" => self.go(name, input, out),
            "o" | "out" => {
                let file = if slash::is_pipe(input) {
                    Some(slash::whole_line(input))
                } else {
                    self.arg_without_semicolons(input)
                };
                self.out_command(file, out)
            }
            "c" | "connect" => self.connect_command(session, input, out),
            _ if name.eq_ignore_ascii_case("copy") => self.copy(session, input, out),
            "crash" => self.crash(session, input, out),
            "crosstabview" => {
                let arguments = std::array::from_fn(|_| self.arg_without_semicolons(input));
                self.send_for(ResultUse::Crosstab(Box::new(arguments)))
            }
            "if" | "elif" | "else" | "endif" => self.condition(name, input, out),
            "conninfo" => self.conninfo_command(out),
            "encoding" => {
                let Some(name) = self.arg(input) else {
                    print_text(out, "UTF8\n");
                    return BackslashResult::Ok;
                };
                self.set_encoding(session, &name, out)
            }
            "restrict" | "unrestrict" => self.restrict_command(name, input, out),
            "errverbose" => self.errverbose_command(out),
            "sf" | "sv" | "sf+" | "sv+" => {
                let line = slash::whole_line(input);
                self.show_source(session, name, &line, out)
            }
            _ if name.starts_with('d')
                || matches!(name, "l" | "list" | "l+" | "z" | "lo_list" | "lo_list+") =>
            {
                let pattern = self.arg_without_semicolons(input);
                if name.starts_with("df")
                    && pattern.is_some()
                    && self.arg_without_semicolons(input).is_some()
                {
                    self.log_error(out, "\\df: a search by types of arguments is not modelled");
                    return BackslashResult::Error;
                }
                self.describe(session, name, pattern.as_deref(), out)
            }
            _ if REFUSED.contains(&name)
                || LATER
                    .iter()
                    .any(|(v, new)| self.release.has_since(v) && new.contains(&name)) =>
            {
                let reads = ["i", "include", "ir", "include_relative", "w", "write"];
                let missing = reads.contains(&name) && self.arg_without_semicolons(input).is_none();
                slash::whole_line(input);
                let why = if missing { "missing required argument" } else { "not available here" };
                self.log_error(out, &format!("\\{name}: {why}"));
                BackslashResult::Error
            }
            _ => {
                let hint = if self.file.is_none() { "\nTry \\? for help." } else { "" };
                self.log_error(out, &format!("invalid command \\{name}{hint}"));
                BackslashResult::Error
            }
        }
    }

    /// `\a` and `\H`: switches to the format `on`, or back to `off`.
    fn toggle_format(
        &mut self,
        format: Format,
        on: &str,
        off: &str,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let value = if self.options.format == format { off } else { on };
        self.pset_status("format", Some(value), out)
    }

    /// Runs a command that abbreviates `\pset option [value]`.
    fn pset_argument(
        &mut self,
        option: &str,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let value = match option {
            "fieldsep" | "tableattr" => self.arg(input),
            _ => self.arg_without_semicolons(input),
        };
        self.pset_status(option, value.as_deref(), out)
    }

    /// Runs `\pset [option [value]]`, which lists the options or sets one (`exec_command_pset`).
    fn pset_command(&mut self, input: &mut Input, out: &mut dyn Write) -> BackslashResult {
        match self.arg(input) {
            None => {
                self.pset_list(out);
                BackslashResult::Ok
            }
            Some(option) => {
                let value = self.arg(input);
                self.pset_status(&option, value.as_deref(), out)
            }
        }
    }

    /// Runs `\encoding NAME`: only UTF8 can be set (`exec_command_encoding`).
    fn set_encoding(
        &self,
        session: &mut dyn Server,
        name: &str,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let plain = plain.to_ascii_lowercase();
        if matches!(plain.as_str(), "utf8" | "unicode") {
            return BackslashResult::Ok;
        }
        let families = [
            "latin", "iso8859", "win", "koi8", "euc", "sjis", "big5", "gb", "uhc", "johab", "mule",
        ];
        let others = ["sqlascii", "shiftjis", "shiftjis2004", "windows949"];
        if families.iter().any(|f| plain.starts_with(f)) || others.contains(&&*plain) {
            self.log_error(out, &format!("\\encoding: {name} is not modelled"));
            return BackslashResult::Error;
        }
        // libpq asks the server, whose error ends an open transaction (`PQsetClientEncoding`).
        let quoted = name.replace('\'', "''");
        session.execute(&format!("set client_encoding to '{quoted}'"));
        let text = format!("{name}: invalid encoding name or conversion procedure not found");
        self.log_error(out, &text);
        BackslashResult::Ok
    }

    /// Runs `\timing [on|off]`, which changes over without a value (`exec_command_timing`).
    fn timing_command(&mut self, input: &mut Input, out: &mut dyn Write) -> BackslashResult {
        let mut result = BackslashResult::Ok;
        match self.arg(input) {
            None => self.timing = !self.timing,
            Some(v) => match pset::parse_bool(&v) {
                Some(b) => self.timing = b,
                None => {
                    let text =
                        format!("unrecognized value \"{v}\" for \"\\timing\": Boolean expected");
                    self.log_error(out, &text);
                    result = BackslashResult::Error;
                }
            },
        }
        if !self.quiet() {
            print_text(out, if self.timing { "Timing is on.\n" } else { "Timing is off.\n" });
        }
        result
    }

    /// `\restrict key`, after which no other backslash command runs until `\unrestrict key`; dumps begin and end
    /// with them.
    fn restrict_command(
        &mut self,
        name: &str,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let given = self.arg(input).filter(|key| !key.is_empty());
        let problem = match &self.restrict_key {
            _ if given.is_none() => "missing required argument",
            None if name == "unrestrict" => "not currently in restricted mode",
            Some(key) if given.as_ref() != Some(key) => "wrong key",
            current => {
                self.restrict_key = if current.is_none() { given } else { None };
                return BackslashResult::Ok;
            }
        };
        self.log_error(out, &format!("\\{name}: {problem}"));
        BackslashResult::Error
    }

    /// `\unset name`; a variable that psql sets at its start gets its first value back
    /// (`exec_command_unset`).
    fn unset_command(&mut self, input: &mut Input, out: &mut dyn Write) -> BackslashResult {
        match self.arg(input) {
            None => {
                self.log_error(out, "\\unset: missing required argument");
                BackslashResult::Error
            }
            Some(v) => {
                let later = self.release.has_since("18").then_some(&pset::WATCH_INTERVAL);
                match pset::INITIAL_VARIABLES.iter().chain(later).find(|(n, _)| *n == v) {
                    Some((n, value)) => {
                        self.variables.insert(n.to_string(), value.to_string());
                    }
                    None => {
                        self.variables.remove(&v);
                    }
                }
                BackslashResult::Ok
            }
        }
    }

    /// Runs `\reset`, which empties the query buffer (`exec_command_reset`).
    fn reset_command(&mut self, out: &mut dyn Write) -> BackslashResult {
        self.buffer.clear();
        self.scanner.reset();
        if !self.quiet() {
            print_text(out, "Query buffer reset (cleared).\n");
        }
        BackslashResult::Ok
    }

    /// Runs `\print`, which prints the query buffer, or the last query if it is empty
    /// (`exec_command_print`).
    fn print_command(&self, out: &mut dyn Write) -> BackslashResult {
        let text = if self.buffer.is_empty() { &self.previous } else { &self.buffer };
        let text = if text.is_empty() { "Query buffer is empty." } else { text };
        print_text(out, &format!("{text}\n"));
        BackslashResult::Ok
    }

    /// Runs `\connect [database]`; in a script a database that does not exist ends it
    /// (`exec_command_connect`).
    fn connect_command(
        &mut self,
        session: &mut dyn Server,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let mut given = || self.arg_without_semicolons(input).filter(|word| word != "-");
        let (wanted, user, host, port) = (given(), given(), given(), given());
        let here = self.variables.get("DBNAME").cloned().unwrap_or_default();
        let database = wanted.unwrap_or(here);
        let refused = |what: String| {
            format!(
                "connection to server on socket \"{SOCKET}\" failed: FATAL:  {what} does not exist"
            )
        };
        // The words of a comment are a role, a host and a port.
        let failure = if let Some(port) = port.filter(|port| port.parse::<i32>().is_err()) {
            Some(format!("invalid integer value \"{port}\" for connection option \"port\""))
        } else if let Some(host) = host.filter(|host| !host.contains('/') && host != "localhost") {
            Some(format!(
                "could not translate host name \"{host}\" to address: Name or service not known"
            ))
        } else if let Some(role) = user.filter(|role| role != "postgres") {
            Some(refused(format!("role \"{role}\"")))
        } else if session.connect(&database) {
            None
        } else {
            Some(refused(format!("database \"{database}\"")))
        };
        if let Some(failure) = failure {
            self.log_error(out, &format!("\\connect: {failure}"));
            if self.file.is_some() {
                self.exit = Some(2);
            } else {
                print_text(out, "Previous connection kept\n");
            }
            return BackslashResult::Error;
        }
        self.variables.insert("DBNAME".into(), database.clone());
        print_text(
            out,
            &format!("You are now connected to database \"{database}\" as user \"postgres\".\n"),
        );
        BackslashResult::Ok
    }

    /// Runs `\conninfo`, which prints the database and the user (`exec_command_conninfo`).
    fn conninfo_command(&self, out: &mut dyn Write) -> BackslashResult {
        let database = self.variables.get("DBNAME").cloned().unwrap_or_default();
        print_text(
            out,
            &format!(
                "You are connected to database \"{database}\" as user \"postgres\" via socket in \
         \"/var/run/postgresql\" at port \"5432\".\n"
            ),
        );
        BackslashResult::Ok
    }

    /// Runs `\errverbose`, which prints the last error with all its parts
    /// (`exec_command_errverbose`).
    fn errverbose_command(&self, out: &mut dyn Write) -> BackslashResult {
        match &self.last_error {
            None => print_text(out, "There is no previous error.\n"),
            Some((report, query)) => {
                let text = format_report(report, query, Verbosity::Verbose);
                self.log_error(out, text.trim_end_matches('\n'));
            }
        }
        BackslashResult::Ok
    }

    /// Runs `\echo` and `\warn`, and `\qecho`, which prints to where results go.
    fn echo(&mut self, name: &str, input: &mut Input, out: &mut dyn Write) -> BackslashResult {
        let unclosed = slash::unterminated(name, input, &self.variables).is_some();
        let mut words = Vec::new();
        let mut newline = true;
        while let Some(word) = self.arg(input) {
            if words.is_empty() && newline && word == "-n" {
                newline = false;
            } else {
                words.push(word);
            }
        }
        let mut text = words.join(" ");
        if unclosed {
            // The words before were written when the scanner came to the quote.
            print_text(out, &std::mem::take(&mut text));
            self.log_error(out, "unterminated quoted string");
        }
        if newline {
            text.push('\n');
        }
        if name == "qecho" {
            self.print_result(&text, out);
        } else {
            print_text(out, &text);
        }
        BackslashResult::Ok
    }

    /// `\crash [RECORDS]`: stops the server as a power failure does, now or after so many more log
    /// records. Ours: psql has no such command.
    fn crash(
        &mut self,
        session: &mut dyn Server,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let after = match self.arg_without_semicolons(input) {
            None => None,
            Some(text) => match text.parse() {
                Ok(records) => Some(records),
                Err(_) => {
                    self.log_error(out, &format!("\\crash: \"{text}\" is no number of records"));
                    return BackslashResult::Error;
                }
            },
        };
        let outcomes = session.crash(after);
        if self.print_outcomes(session, "", outcomes, out) {
            BackslashResult::Ok
        } else {
            BackslashResult::Error
        }
    }

    /// `\g` and its variants: sends the query buffer, or the previous query if it is empty.
    fn go(&mut self, name: &str, input: &mut Input, out: &mut dyn Write) -> BackslashResult {
        let names_file = matches!(name, "g" | "gx");
        let next = |psql: &Psql, input: &mut Input| match name {
            "gexec" | "gdesc" => None,
            _ if names_file && slash::is_pipe(input) => Some(slash::whole_line(input)),
            _ => psql.arg(input),
        };
        let mut arg = next(self, input);
        if let Some(first) = arg.clone().filter(|a| names_file && a.starts_with('(')) {
            // `\g (format=csv tuples_only=on)`: options for this query alone.
            let mut words = vec![first[1..].to_string()];
            while !words.last().is_some_and(|w| w.ends_with(')')) {
                match self.arg(input) {
                    Some(w) => words.push(w),
                    None => {
                        self.log_error(out, &format!("\\{name}: missing right parenthesis"));
                        return BackslashResult::Error;
                    }
                }
            }
            let text = words.join(" ");
            let saved = self.options.clone();
            let quiet = self.variables.insert("QUIET".into(), "on".into());
            let mut known = true;
            for pair in text.trim_end_matches(')').split_whitespace() {
                let (option, value) = pair.split_once('=').unwrap_or((pair, ""));
                known &= self.pset(option, Some(value).filter(|v| !v.is_empty()), out);
            }
            match quiet {
                Some(q) => self.variables.insert("QUIET".into(), q),
                None => self.variables.remove("QUIET"),
            };
            if !known {
                // The query stays in the buffer (`process_command_g_options`).
                self.options = saved;
                return BackslashResult::Error;
            }
            self.saved_options = Some(saved);
            arg = next(self, input);
        }
        if names_file {
            self.query_output = arg.clone();
        }
        self.send_for(match name {
            "gx" => ResultUse::Expanded,
            "gset" => ResultUse::Set(arg.unwrap_or_default()),
            "gexec" => ResultUse::Execute,
            "gdesc" => ResultUse::Describe,
            _ => ResultUse::Print,
        })
    }

    /// Sends the query buffer, or the previous query if it is empty, and uses its result as `used`
    /// says.
    fn send_for(&mut self, used: ResultUse) -> BackslashResult {
        if self.buffer.is_empty() {
            self.buffer = self.previous.clone();
        }
        self.next_use = used;
        BackslashResult::Send
    }

    /// Runs `\if`, `\elif`, `\else` and `\endif`.
    fn condition(&mut self, name: &str, input: &mut Input, out: &mut dyn Write) -> BackslashResult {
        let outer_active = self.active();
        match name {
            "if" => {
                let buffer = self.buffer.len();
                let branch = if !outer_active {
                    while self.arg(input).is_some() {}
                    Branch::Ignored
                } else if self.boolean(input, "\\if expression", out) {
                    Branch::True
                } else {
                    Branch::False
                };
                self.conditions.push(Condition { branch, in_else: false, buffer });
            }
            "elif" => {
                let Some(c) = self.conditions.last().cloned() else {
                    self.log_error(out, "\\elif: no matching \\if");
                    return BackslashResult::Error;
                };
                if c.in_else {
                    self.log_error(out, "\\elif: cannot occur after \\else");
                    return BackslashResult::Error;
                }
                let branch = match c.branch {
                    Branch::False => {
                        self.buffer.truncate(c.buffer);
                        if self.boolean(input, "\\elif expression", out) {
                            Branch::True
                        } else {
                            Branch::False
                        }
                    }
                    other => {
                        if other == Branch::Ignored {
                            self.buffer.truncate(c.buffer);
                        }
                        while self.arg(input).is_some() {}
                        Branch::Ignored
                    }
                };
                let buffer = self.buffer.len();
                if let Some(c) = self.conditions.last_mut() {
                    c.branch = branch;
                    c.buffer = buffer;
                }
            }
            "else" => {
                let Some(c) = self.conditions.last().cloned() else {
                    self.log_error(out, "\\else: no matching \\if");
                    return BackslashResult::Error;
                };
                if c.in_else {
                    self.log_error(out, "\\else: cannot occur after \\else");
                    return BackslashResult::Error;
                }
                if c.branch != Branch::True {
                    self.buffer.truncate(c.buffer);
                }
                let buffer = self.buffer.len();
                if let Some(c) = self.conditions.last_mut() {
                    c.branch =
                        if c.branch == Branch::False { Branch::True } else { Branch::Ignored };
                    c.in_else = true;
                    c.buffer = buffer;
                }
            }
            _ => match self.conditions.pop() {
                None => {
                    self.log_error(out, "\\endif: no matching \\if");
                    return BackslashResult::Error;
                }
                Some(c) => {
                    if c.branch != Branch::True {
                        self.buffer.truncate(c.buffer);
                    }
                }
            },
        }
        BackslashResult::Ok
    }

    /// Reads the rest of the line as a boolean; what is none is an error and false.
    fn boolean(&mut self, input: &mut Input, what: &str, out: &mut dyn Write) -> bool {
        let mut words = Vec::new();
        while let Some(w) = self.arg(input) {
            words.push(w);
        }
        let text = words.join(" ");
        pset::parse_bool(&text).unwrap_or_else(|| {
            self.log_error(
                out,
                &format!("unrecognized value \"{text}\" for \"{what}\": Boolean expected"),
            );
            false
        })
    }
}

/// Whether a variable may have this name: letters, digits, underscores and what is not ASCII, at
/// least one (`valid_variable_name`).
pub(super) fn is_variable_name(name: &str) -> bool {
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii();
    !name.is_empty() && name.chars().all(fine)
}
