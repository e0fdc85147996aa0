//! CREATE FUNCTION and CREATE PROCEDURE (`CreateFunctionStmt`).

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::Result;

impl Parser<'_> {
    /// Parses CREATE FUNCTION or CREATE PROCEDURE; `replace` for OR REPLACE.
    pub(super) fn create_function(&mut self, replace: bool) -> Result<Statement> {
        let is_procedure = self.is("procedure");
        self.bump()?;
        let name = self.func_name()?;
        self.expect_char(b'(')?;
        let mut parameters = Vec::new();
        if !self.is_char(b')') {
            parameters = self.comma_list(Self::function_parameter)?;
        }
        self.expect_char(b')')?;
        let mut f = CreateFunctionStmt::without_options(is_procedure, replace, name, parameters);
        if !is_procedure && self.is("returns") && !self.peek_is(1, "null") {
            self.bump()?;
            if self.eat("table")? {
                f.returns_table = true;
                let columns = self.paren_list(|p| {
                    let location = p.pos();
                    let name = Some(p.type_function_name()?);
                    let type_name = p.func_type()?;
                    let mode = ParameterMode::Table;
                    Ok(FunctionParameter { name, type_name, mode, default: None, location })
                })?;
                f.parameters.extend(columns);
            } else {
                f.return_type = Some(self.func_type()?);
            }
        }
        while self.function_option(&mut f)? {}
        f.sql_body = self.sql_body()?;
        Ok(Statement::CreateFunction(Box::new(f)))
    }

    /// Parses `RETURN x`, or `BEGIN ATOMIC statement; ... END`.
    pub(super) fn sql_body(&mut self) -> Result<Option<SqlBody>> {
        let location = self.pos();
        if self.is("return") {
            self.returned()?;
            let text = format!("SELECT{}", &self.text[location + 6..self.previous_end]);
            return Ok(Some(SqlBody { text, location }));
        }
        if !self.eat("begin")? {
            return Ok(None);
        }
        self.expect("atomic")?;
        let (first, mut text) = (self.previous_end, String::new());
        while !self.is("end") {
            let start = self.pos();
            if self.is("return") {
                self.returned()?;
                text.push_str(&self.text[first + text.len()..start]);
                text.push_str("SELECT");
            } else if !self.is_char(b';') {
                self.nested(|p| p.statement())?;
            }
            self.expect_char(b';')?;
        }
        text.push_str(&self.text[first + text.len()..self.pos()]);
        self.bump()?;
        Ok(Some(SqlBody { text, location: first }))
    }

    /// Passes over RETURN and its expression; the caller takes their text.
    pub(super) fn returned(&mut self) -> Result<()> {
        self.bump()?;
        self.expr().map(drop)
    }

    /// Parses a parameter of a function, with its default.
    pub(super) fn function_parameter(&mut self) -> Result<FunctionParameter> {
        let mut parameter = self.func_arg()?;
        if self.eat("default")? || self.eat_char(b'=')? {
            parameter.default = Some(self.expr()?);
        }
        Ok(parameter)
    }

    /// Parses a parameter of a function.
    pub(super) fn func_arg(&mut self) -> Result<FunctionParameter> {
        let location = self.pos();
        let mut mode = self.parameter_mode()?;
        // A name is there when another type follows it.
        let named = !matches!(self.peek(1), Tok::Char(_) | Tok::Eof | Tok::ColonEquals)
            && !self.peek_is(1, "default")
            && self.parameter_name_ahead();
        let name = if named { Some(self.type_function_name()?) } else { None };
        if let (None, Some(m)) = (mode, if named { self.parameter_mode()? } else { None }) {
            mode = Some(m);
        }
        let type_name = self.func_type()?;
        let mode = mode.unwrap_or(ParameterMode::In);
        Ok(FunctionParameter { name, type_name, mode, default: None, location })
    }
    /// Whether the next word is a parameter's name, and not the first of a type with two words such as
    /// `double precision`.
    pub(super) fn parameter_name_ahead(&mut self) -> bool {
        match self.word() {
            "double" => !self.peek_is(1, "precision"),
            "setof" => false,
            "" => true,
            _ => {
                let Tok::Kw(k) = *self.tok() else { return true };
                matches!(
                    k.category,
                    crate::lexer::Category::Unreserved | crate::lexer::Category::TypeFuncName
                ) && !self.peek_is(1, "array")
            }
        }
    }
    /// Parses IN, OUT, INOUT or VARIADIC, if there is one.
    pub(super) fn parameter_mode(&mut self) -> Result<Option<ParameterMode>> {
        let mode = match self.word() {
            "in" => {
                self.bump()?;
                return Ok(Some(if self.eat("out")? {
                    ParameterMode::InOut
                } else {
                    ParameterMode::In
                }));
            }
            "out" => ParameterMode::Out,
            "inout" => ParameterMode::InOut,
            "variadic" => ParameterMode::Variadic,
            _ => return Ok(None),
        };
        self.bump()?;
        Ok(Some(mode))
    }

    /// Parses an option of CREATE FUNCTION. Returns false if there is none.
    pub(super) fn function_option(&mut self, f: &mut CreateFunctionStmt) -> Result<bool> {
        let location = self.pos();
        let option =
            |name: &str, arg| DefElem { namespace: None, name: name.into(), arg, location };
        let written = match self.word() {
            "immutable" | "stable" | "volatile" => "volatility",
            "called" | "returns" => "strict",
            "external" => "security",
            "not" => "leakproof",
            word => word,
        };
        match self.word() {
            "as" => {
                self.bump()?;
                f.body.push(self.string()?);
                if self.eat_char(b',')? {
                    f.body.push(self.string()?);
                }
            }
            "language" => {
                self.bump()?;
                f.language = Some(match self.tok() {
                    Tok::Str(_) => self.string()?,
                    _ => self.non_reserved_word()?,
                });
            }
            "immutable" => {
                self.bump()?;
                f.volatility = Some('i');
            }
            "stable" => {
                self.bump()?;
                f.volatility = Some('s');
            }
            "volatile" => {
                self.bump()?;
                f.volatility = Some('v');
            }
            "strict" => {
                self.bump()?;
                f.strict = Some(true);
            }
            "called" => {
                self.expect_all(&["called", "on", "null", "input"])?;
                f.strict = Some(false);
            }
            "returns" => {
                self.expect_all(&["returns", "null", "on", "null", "input"])?;
                f.strict = Some(true);
            }
            "external" => {
                self.expect_all(&["external", "security"])?;
                f.definer = Some(self.definer_or_invoker()?);
            }
            "security" => {
                self.bump()?;
                f.definer = Some(self.definer_or_invoker()?);
            }
            "leakproof" => {
                self.bump()?;
                f.options.push(option("leakproof", None));
            }
            "not" => self.expect_all(&["not", "leakproof"])?,
            "window" => {
                self.bump()?;
                f.options.push(option("window", None));
            }
            "cost" | "rows" => {
                let name = self.word();
                self.bump()?;
                let arg = Some(self.numeric_only()?);
                f.options.push(option(name, arg));
            }
            "parallel" => {
                self.bump()?;
                let arg = Some(DefArg::String(self.col_id()?));
                f.options.push(option("parallel", arg));
            }
            "support" => return self.not_modelled("SUPPORT"),
            // What holds while the function runs only.
            "set" | "reset" => return self.not_modelled("SET in CREATE FUNCTION"),
            _ => return Ok(false),
        }
        f.written.push((written, location));
        Ok(true)
    }
    /// Parses DEFINER or INVOKER after SECURITY: whether it is DEFINER.
    fn definer_or_invoker(&mut self) -> Result<bool> {
        let definer = self.is("definer");
        if !definer && !self.is("invoker") {
            return self.unexpected();
        }
        self.bump()?;
        Ok(definer)
    }
}
