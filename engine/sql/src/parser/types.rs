//! Type names (`Typename`).

use super::Parser;
use super::primary::int_const;
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::Result;

/// Returns the name of a type in `pg_catalog`, without modifiers (`SystemTypeName` in `gram.y`).
pub(super) fn system_type(name: &str, location: usize) -> TypeName {
    TypeName {
        names: QualifiedName::in_schema("pg_catalog", name),
        setof: false,
        pct_type: false,
        typmods: Vec::new(),
        array_bounds: Vec::new(),
        location,
    }
}

const MONTH: i32 = 1 << 1;
const YEAR: i32 = 1 << 2;
const DAY: i32 = 1 << 3;
const HOUR: i32 = 1 << 10;
const MINUTE: i32 = 1 << 11;
const SECOND: i32 = 1 << 12;
/// The mask of an interval with all its fields (`INTERVAL_FULL_RANGE` in `timestamp.h`).
const FULL_RANGE: i32 = 0x7fff;

impl Parser<'_> {
    /// Parses a type's name, with SETOF in front and array bounds after it (`Typename` in
    /// `gram.y`).
    pub(super) fn type_name(&mut self) -> Result<TypeName> {
        let setof = self.eat("setof")?;
        let mut t = self.simple_type_name()?;
        t.setof = setof;
        if self.eat("array")? {
            if self.eat_char(b'[')? {
                t.array_bounds.push(self.integer()?);
                self.expect_char(b']')?;
            } else {
                t.array_bounds.push(-1);
            }
            return Ok(t);
        }
        while self.is_char(b'[') {
            self.bump()?;
            t.array_bounds.push(if self.is_char(b']') { -1 } else { self.integer()? });
            self.expect_char(b']')?;
        }
        Ok(t)
    }

    /// Parses a type's name, or `table.column%TYPE` (`func_type` in `gram.y`).
    pub(super) fn func_type(&mut self) -> Result<TypeName> {
        let mut t = self.type_name()?;
        if self.is_char(b'%') && self.peek_is(1, "type") && !t.names.path.is_empty() {
            self.bump()?;
            self.bump()?;
            t.pct_type = true;
        }
        Ok(t)
    }

    /// Parses a type's name without SETOF and array bounds: SQL's own names such as
    /// `double precision`, or any other name (`SimpleTypename` in `gram.y`).
    pub(super) fn simple_type_name(&mut self) -> Result<TypeName> {
        let location = self.pos();
        let simple = match self.word() {
            "int" | "integer" => "int4",
            "smallint" => "int2",
            "bigint" => "int8",
            "real" => "float4",
            "boolean" => "bool",
            "" if self.release.json_is_keyword && self.is_name("json") => "json",
            "decimal" | "dec" | "numeric" => {
                self.bump()?;
                let mut t = system_type("numeric", location);
                t.typmods = self.type_modifiers()?;
                return Ok(t);
            }
            "double" if self.peek_is(1, "precision") => {
                self.bump()?;
                "float8"
            }
            "float" => {
                self.bump()?;
                let mut name = "float8";
                if self.eat_char(b'(')? {
                    let at = self.pos();
                    let n = self.integer()?;
                    if n < 1 {
                        return self
                            .float_range("precision for type float must be at least 1 bit", at);
                    }
                    if n > 53 {
                        return self
                            .float_range("precision for type float must be less than 54 bits", at);
                    }
                    if n <= 24 {
                        name = "float4";
                    }
                    self.expect_char(b')')?;
                }
                return Ok(system_type(name, location));
            }
            "bit" => {
                self.bump()?;
                let varying = self.eat("varying")?;
                let mut t = system_type(if varying { "varbit" } else { "bit" }, location);
                if self.is_char(b'(') {
                    t.typmods = self.type_modifiers()?;
                } else if !varying {
                    t.typmods = vec![int_const(1, location)];
                }
                return Ok(t);
            }
            "character" | "char" | "varchar" | "nchar" | "national" => {
                return self.character_type(location);
            }
            "time" | "timestamp" => return self.datetime_type(location),
            "interval" => {
                self.bump()?;
                let mut t = self.interval_precision(location)?;
                if t.typmods.is_empty() {
                    t.typmods = self.interval_fields()?;
                }
                return Ok(t);
            }
            _ => return self.generic_type(location),
        };
        self.bump()?;
        Ok(system_type(simple, location))
    }

    /// The error of a precision that float does not have.
    fn float_range<T>(&self, message: &str, at: usize) -> Result<T> {
        use storage::error::{PgError, SqlState};
        Err(PgError::new(SqlState::INVALID_PARAMETER_VALUE, message).at(at))
    }

    /// Reads a type that has no syntax of its own.
    fn generic_type(&mut self, location: usize) -> Result<TypeName> {
        let first = self.type_function_name()?;
        let names = self.name_from(first)?;
        let typmods = self.type_modifiers()?;
        Ok(TypeName {
            names,
            setof: false,
            pct_type: false,
            typmods,
            array_bounds: Vec::new(),
            location,
        })
    }

    /// Parses a type's modifiers in parentheses, or returns none (`opt_type_modifiers` in
    /// `gram.y`).
    fn type_modifiers(&mut self) -> Result<Vec<Expr>> {
        if self.is_char(b'(') { self.paren_list(Self::expr) } else { Ok(Vec::new()) }
    }

    /// Reads `character varying(n)` and its like.
    fn character_type(&mut self, location: usize) -> Result<TypeName> {
        let varying = match self.word() {
            "varchar" => {
                self.bump()?;
                true
            }
            "national" => {
                self.bump()?;
                if !matches!(self.word(), "character" | "char") {
                    return self.unexpected();
                }
                self.bump()?;
                self.eat("varying")?
            }
            _ => {
                self.bump()?;
                self.eat("varying")?
            }
        };
        let mut t = system_type(if varying { "varchar" } else { "bpchar" }, location);
        if self.eat_char(b'(')? {
            let at = self.pos();
            t.typmods = vec![int_const(self.integer()?, at)];
            self.expect_char(b')')?;
        } else if !varying {
            // char is char(1); the length has no place of its own.
            t.typmods = vec![int_const(1, location)];
        }
        Ok(t)
    }

    /// Reads `timestamp(p) with time zone` and its like.
    fn datetime_type(&mut self, location: usize) -> Result<TypeName> {
        let word = self.word();
        self.bump()?;
        let mut typmods = Vec::new();
        if self.eat_char(b'(')? {
            let at = self.pos();
            typmods.push(int_const(self.integer()?, at));
            self.expect_char(b')')?;
        }
        let mut zone = false;
        if matches!(self.word(), "with" | "without") && self.peek_is(1, "time") {
            zone = self.is("with");
            self.bump()?;
            self.bump()?;
            self.expect("zone")?;
        }
        let name = match (word, zone) {
            ("time", false) => "time",
            ("time", true) => "timetz",
            (_, false) => "timestamp",
            (_, true) => "timestamptz",
        };
        let mut t = system_type(name, location);
        t.typmods = typmods;
        Ok(t)
    }

    /// Parses `INTERVAL [(precision)]` from after the word INTERVAL.
    pub(super) fn interval_precision(&mut self, location: usize) -> Result<TypeName> {
        let mut t = system_type("interval", location);
        if self.eat_char(b'(')? {
            let at = self.pos();
            let n = self.integer()?;
            self.expect_char(b')')?;
            t.typmods = vec![int_const(FULL_RANGE, location), int_const(n, at)];
        }
        Ok(t)
    }

    /// Parses the fields of an interval, such as `YEAR TO MONTH`, as modifiers; none if they are
    /// not there (`opt_interval` in `gram.y`).
    pub(super) fn interval_fields(&mut self) -> Result<Vec<Expr>> {
        let location = self.pos();
        let first = self.word();
        let order = ["year", "month", "day", "hour", "minute", "second"];
        let masks = [YEAR, MONTH, DAY, HOUR, MINUTE, SECOND];
        let Some(from) = order.iter().position(|w| *w == first) else { return Ok(Vec::new()) };
        self.bump()?;
        let mut to = from;
        if from != 5 && from != 1 && self.is("to") {
            self.bump()?;
            to = match order.iter().position(|w| *w == self.word()) {
                Some(1) if from == 0 => 1,
                Some(i) if from >= 2 && i > from => i,
                _ => return self.unexpected(),
            };
            self.bump()?;
        }
        let mask = masks[from..=to].iter().fold(0, |a, m| a | m);
        let mut out = vec![int_const(mask, location)];
        if to == 5 && self.is_char(b'(') {
            self.bump()?;
            let at = self.pos();
            let Tok::Int(n) = *self.tok() else { return self.unexpected() };
            self.bump()?;
            self.expect_char(b')')?;
            out.push(int_const(n, at));
        }
        Ok(out)
    }
}
