//! Cursors: DECLARE, FETCH and MOVE.

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::Result;

impl Parser<'_> {
    /// Parses DECLARE of a cursor (`DeclareCursorStmt`).
    pub(super) fn declare(&mut self) -> Result<Statement> {
        self.bump()?;
        let name = self.col_id()?;
        let (mut hold, mut scroll, mut binary) = (false, None, false);
        let (mut insensitive, mut contradicts) = (None, None);
        loop {
            match self.word() {
                "binary" => binary = true,
                "scroll" => {
                    if scroll == Some(false) {
                        contradicts = Some("SCROLL and NO SCROLL");
                    }
                    scroll = Some(true);
                }
                "no" => {
                    self.bump()?;
                    if !self.is("scroll") {
                        return self.unexpected();
                    }
                    if scroll == Some(true) {
                        contradicts = Some("SCROLL and NO SCROLL");
                    }
                    scroll = Some(false);
                }
                word @ ("insensitive" | "asensitive") => {
                    let is = word == "insensitive";
                    if insensitive == Some(!is) {
                        contradicts = contradicts.or(Some("ASENSITIVE and INSENSITIVE"));
                    }
                    insensitive = Some(is);
                }
                _ => break,
            }
            self.bump()?;
        }
        self.expect("cursor")?;
        if matches!(self.word(), "with" | "without") {
            hold = self.is("with");
            self.bump()?;
            self.expect("hold")?;
        }
        self.expect("for")?;
        let query = Box::new(self.select_stmt()?);
        let insensitive = insensitive == Some(true);
        let stmt =
            DeclareCursorStmt { name, hold, scroll, binary, insensitive, contradicts, query };
        Ok(Statement::DeclareCursor(Box::new(stmt)))
    }

    /// Parses FETCH or MOVE (`FetchStmt`).
    pub(super) fn fetch(&mut self) -> Result<Statement> {
        let is_move = self.is("move");
        self.bump()?;
        let mut direction = FetchDirection::Forward;
        let mut how_many = 1;
        let number = |p: &Self| matches!(p.tok(), Tok::Int(_) | Tok::Char(b'+' | b'-'));
        match self.word() {
            // A word of the grammar that ends the statement is the cursor's name.
            _ if self.at_col_id() && matches!(self.peek(1), Tok::Eof | Tok::Char(b';')) => {}
            "next" => {
                self.bump()?;
            }
            "prior" => {
                self.bump()?;
                direction = FetchDirection::Backward;
            }
            "first" => {
                self.bump()?;
                direction = FetchDirection::Absolute;
            }
            "last" => {
                self.bump()?;
                direction = FetchDirection::Absolute;
                how_many = -1;
            }
            w @ ("absolute" | "relative") => {
                self.bump()?;
                direction = if w == "absolute" {
                    FetchDirection::Absolute
                } else {
                    FetchDirection::Relative
                };
                how_many = i64::from(self.signed_integer()?);
            }
            "all" => {
                self.bump()?;
                how_many = i64::MAX;
            }
            w @ ("forward" | "backward") => {
                self.bump()?;
                if w == "backward" {
                    direction = FetchDirection::Backward;
                }
                if self.eat("all")? {
                    how_many = i64::MAX;
                } else if number(self) {
                    how_many = i64::from(self.signed_integer()?);
                }
            }
            _ if number(self) => how_many = i64::from(self.signed_integer()?),
            _ => {}
        }
        if matches!(self.word(), "from" | "in") {
            self.bump()?;
        }
        let portal = self.col_id()?;
        Ok(Statement::Fetch(Box::new(FetchStmt { direction, how_many, portal, is_move })))
    }
}
