//! From tokens to the raw parse tree (`src/backend/parser/gram.y`), by recursive descent with
//! operator precedence.
//!
//! | file | reads |
//! |---|---|
//! | [`mod`](self) | the list of statements; names |
//! | `expr`, `primary`, `functions` | expressions |
//! | `types` | type names |
//! | `select`, `from` | queries |
//! | `dml` | INSERT, UPDATE, DELETE, COPY |
//! | `table`, `constraint`, `alter`, `index` | tables, columns, constraints, indexes |
//! | `create_function` | functions and procedures |
//! | `ddl`, `drop`, `utility` | the other statements |
//! | `later` | what the grammars of later releases have that is left out |
//!
//! An LALR(1) parser reports the first token that cannot go on, and so does this one: no rule
//! consumes a token that PostgreSQL's grammar would refuse, and every refusal is
//! [`Parser::unexpected`] on the current token.
//!
//! Depth: nesting past [`MAX_NESTING`], or a chain of operators higher than [`MAX_HEIGHT`], is
//! "stack depth limit exceeded". PostgreSQL's own limit follows from 2 MB of stack and is a few
//! times higher; ours keeps every later walk over the tree within WebAssembly's stack of 1 MB.

mod alter;
mod constraint;
mod create_function;
mod cursor;
mod ddl;
mod dml;
mod drop;
mod expr;
mod from;
mod functions;
mod index;
mod later_features;
mod primary;
mod select;
mod table;
mod types;
mod utility;

pub use later_features::refuse_later_features;

use crate::ast::{DropBehavior, QualifiedName, RangeVar, RawStmt};
use crate::lexer::{Category, JOINED, Lexer, Tok, Token, syntax_error};
use std::collections::VecDeque;
use std::rc::Rc;
use storage::clock::{self, Kind};
use storage::error::{PgError, Result, SqlState};
use storage::heap::Persistence;
use storage::versions::Release;

/// How deep parentheses, calls and subqueries may nest.
pub const MAX_NESTING: u32 = 400;
/// How high a tree of operators may be.
pub const MAX_HEIGHT: u32 = 800;

/// The statements of a query string (`raw_parser`), by the grammar of the first release.
pub fn parse(text: &str) -> Result<Vec<RawStmt>> {
    parse_for(Default::default(), text)
}

/// The statements of a query string by the grammar of a release.
pub fn parse_for(release: &'static Release, text: &str) -> Result<Vec<RawStmt>> {
    parse_message(release, text, &mut Vec::new())
}

/// The statements of a message, and the notices about names that are too long.
pub fn parse_message(
    release: &'static Release,
    text: &str,
    notices: &mut Vec<Box<PgError>>,
) -> Result<Vec<RawStmt>> {
    clock::add(Kind::SqlByte, text.len() as u64);
    let mut parser = Parser::of_release(release, text)?;
    let statements = parser.statements();
    notices.append(&mut parser.lexer.notices);
    statements
}

/// One type name and nothing else (`parseTypeString`), for `regtype` and `pg_typeof` inputs.
pub fn parse_type_name(text: &str) -> Result<crate::ast::TypeName> {
    let mut p = Parser::new(text)?;
    let t = p.type_name()?;
    if p.tok() == &Tok::Eof { Ok(t) } else { p.unexpected() }
}

/// Parses one expression and nothing else; text after it is a syntax error.
pub fn parse_expr(text: &str) -> Result<crate::ast::Expr> {
    let mut p = Parser::new(text)?;
    let e = p.expr()?;
    if p.tok() == &Tok::Eof { Ok(e) } else { p.unexpected() }
}

struct Parser<'a> {
    text: &'a str,
    release: &'static Release,
    lexer: Lexer<'a>,
    current: Token,
    ahead: VecDeque<Token>,
    /// Where the last consumed token ended.
    previous_end: usize,
    depth: u32,
    /// Height of the expression read last.
    height: u32,
}

impl<'a> Parser<'a> {
    /// A parser at the first token of the text, for the first release's grammar.
    fn new(text: &'a str) -> Result<Self> {
        Parser::of_release(Default::default(), text)
    }

    /// A parser at the first token of the text, for the grammar of a release.
    fn of_release(release: &'static Release, text: &'a str) -> Result<Self> {
        let mut lexer = Lexer::of_release(release, text);
        let current = lexer.next_token()?;
        Ok(Parser {
            text,
            release,
            lexer,
            current,
            ahead: VecDeque::new(),
            previous_end: 0,
            depth: 0,
            height: 0,
        })
    }

    /// Reads all statements.
    fn statements(&mut self) -> Result<Vec<RawStmt>> {
        let mut out = Vec::new();
        let mut start = 0;
        loop {
            if self.eat_char(b';')? {
                start = self.previous_end;
                continue;
            }
            if self.current.tok == Tok::Eof {
                return Ok(out);
            }
            let stmt = self.statement()?;
            if !matches!(self.current.tok, Tok::Eof | Tok::Char(b';')) {
                return self.unexpected();
            }
            let end =
                if self.current.tok == Tok::Eof { self.text.len() } else { self.current.start };
            out.push(RawStmt { stmt: Rc::new(stmt), location: start, length: end - start });
        }
    }

    /// The token at hand.
    fn tok(&self) -> &Tok {
        &self.current.tok
    }
    /// Where the token at hand begins.
    fn pos(&self) -> usize {
        self.current.start
    }

    /// Consumes the current token.
    fn bump(&mut self) -> Result<Token> {
        let next = match self.ahead.pop_front() {
            Some(t) => t,
            None => self.lexer.next_token()?,
        };
        self.previous_end = self.current.end;
        let taken = std::mem::replace(&mut self.current, next);
        self.join_words();
        Ok(taken)
    }

    /// Makes the word at hand another token if the next one is such that it is no name (`base_yylex`).
    fn join_words(&mut self) {
        let text = self.text;
        let is = |t: &Token, word: &str| text[t.start..t.end].eq_ignore_ascii_case(word);
        let mut all = JOINED.iter();
        let Some((joined, next)) = all.find(|(k, _)| is(&self.current, k.word)) else { return };
        if joined.word != "nulls" && !self.release.json_words {
            return;
        }
        self.peek(1);
        if self.ahead.front().is_some_and(|t| next.iter().any(|word| is(t, word))) {
            self.current.tok = Tok::Kw(joined);
        }
    }

    /// The token `n` places after the current one (from 1); the end of input if an invalid token
    /// precedes it.
    fn peek(&mut self, n: usize) -> Tok {
        while self.ahead.len() < n {
            match self.lexer.next_token() {
                Ok(t) => self.ahead.push_back(t),
                Err(_) => return Tok::Eof,
            }
        }
        self.ahead[n - 1].tok.clone()
    }
    /// Whether the token `n` further on is this key word.
    fn peek_is(&mut self, n: usize, word: &str) -> bool {
        matches!(self.peek(n), Tok::Kw(k) if k.word == word)
    }
    /// Whether the token `n` further on is this character.
    fn peek_char(&mut self, n: usize, c: u8) -> bool {
        self.peek(n) == Tok::Char(c)
    }

    /// "syntax error" at the current token.
    fn unexpected<T>(&self) -> Result<T> {
        Err(syntax_error(self.text, "syntax error", self.current.start, self.current.end))
    }
    /// The error that PostgreSQL has this syntax and the model does not.
    fn not_modelled<T>(&self, what: &str) -> Result<T> {
        let text = format!("{what} is not modelled");
        Err(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text).at(self.current.start))
    }
    /// A syntax error of the grammar's own, at a position.
    fn fail<T>(&self, message: &str, location: usize) -> Result<T> {
        Err(PgError::new(SqlState::SYNTAX_ERROR, message).at(location))
    }

    /// The current key word, or "".
    fn word(&self) -> &'static str {
        match self.current.tok {
            Tok::Kw(k) => k.word,
            _ => "",
        }
    }
    /// Whether the token at hand is this key word.
    fn is(&self, word: &str) -> bool {
        matches!(self.current.tok, Tok::Kw(k) if k.word == word)
    }
    /// Whether the current token is this name, which is no keyword in PostgreSQL 15.
    fn is_name(&self, name: &str) -> bool {
        matches!(&self.current.tok, Tok::Ident(n) if **n == *name)
    }
    /// Whether the token at hand is this character.
    fn is_char(&self, c: u8) -> bool {
        self.current.tok == Tok::Char(c)
    }
    /// Takes the token at hand if it is this key word; returns whether it is.
    fn eat(&mut self, word: &str) -> Result<bool> {
        let found = self.is(word);
        if found {
            self.bump()?;
        }
        Ok(found)
    }
    /// Takes the token at hand if it is this character; returns whether it is.
    fn eat_char(&mut self, c: u8) -> Result<bool> {
        let found = self.is_char(c);
        if found {
            self.bump()?;
        }
        Ok(found)
    }
    /// Takes this key word, or fails.
    fn expect(&mut self, word: &str) -> Result<()> {
        if self.eat(word)? { Ok(()) } else { self.unexpected() }
    }
    /// Takes this character, or fails.
    fn expect_char(&mut self, c: u8) -> Result<()> {
        if self.eat_char(c)? { Ok(()) } else { self.unexpected() }
    }
    /// Takes these words, which must follow one another, or fails.
    fn expect_all(&mut self, words: &[&str]) -> Result<()> {
        words.iter().try_for_each(|w| self.expect(w))
    }
    /// Takes the words if the first is there, and returns whether it is; the others must then follow.
    fn eat_all(&mut self, words: &[&str]) -> Result<bool> {
        if !self.is(words[0]) {
            return Ok(false);
        }
        self.expect_all(words)?;
        Ok(true)
    }

    /// Runs a rule one level deeper.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_NESTING {
            return Err(PgError::stack_depth_exceeded());
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Parses a name, which may be a keyword of these classes.
    fn name_of(&mut self, classes: &[Category]) -> Result<String> {
        match &self.current.tok {
            Tok::Ident(_) => match self.bump()?.tok {
                Tok::Ident(s) => Ok(s),
                _ => self.unexpected(),
            },
            Tok::Kw(k) if classes.contains(&k.category) => {
                let word = k.word;
                self.bump()?;
                Ok(word.to_string())
            }
            _ => self.unexpected(),
        }
    }
    /// Parses the name of a column, table or the like: an identifier or a key word that may be one
    /// (`ColId` in `gram.y`).
    fn col_id(&mut self) -> Result<String> {
        self.name_of(&[Category::Unreserved, Category::ColName])
    }
    /// Whether the token at hand can be a column's name (`ColId`).
    fn at_col_id(&self) -> bool {
        match self.current.tok {
            Tok::Ident(_) => true,
            Tok::Kw(k) => matches!(k.category, Category::Unreserved | Category::ColName),
            _ => false,
        }
    }
    /// Parses the name of a type or function: an identifier or a key word that may be one
    /// (`type_function_name` in `gram.y`).
    fn type_function_name(&mut self) -> Result<String> {
        self.name_of(&[Category::Unreserved, Category::TypeFuncName])
    }
    /// Parses an identifier or a key word that is not reserved (`NonReservedWord` in `gram.y`).
    fn non_reserved_word(&mut self) -> Result<String> {
        self.name_of(&[Category::Unreserved, Category::ColName, Category::TypeFuncName])
    }
    /// Parses an identifier or any key word, also a reserved one, as after AS (`ColLabel` in
    /// `gram.y`).
    fn col_label(&mut self) -> Result<String> {
        self.name_of(&[
            Category::Unreserved,
            Category::ColName,
            Category::TypeFuncName,
            Category::Reserved,
        ])
    }
    /// Parses a name and its `.attrs` (`any_name` in `gram.y`).
    fn any_name(&mut self) -> Result<QualifiedName> {
        let first = self.col_id()?;
        self.name_from(first)
    }
    /// The name that begins with this part, with its `.attrs`.
    fn name_from(&mut self, first: String) -> Result<QualifiedName> {
        let mut name = QualifiedName::from(first);
        while self.eat_char(b'.')? {
            name.push(self.col_label()?);
        }
        Ok(name)
    }
    /// Parses the name of a function; a word that may only name a column or table must have a dot behind it
    /// (`func_name` in `gram.y`).
    fn func_name(&mut self) -> Result<QualifiedName> {
        let column = matches!(self.tok(), Tok::Kw(k) if k.category == Category::ColName);
        let first = self.non_reserved_word()?;
        if column && !self.is_char(b'.') {
            return self.unexpected();
        }
        self.name_from(first)
    }
    /// Parses the name of a function that a statement is about: without arguments it may be any name of a column
    /// (`function_with_argtypes` in `gram.y`).
    fn routine_name(&mut self) -> Result<QualifiedName> {
        let column = matches!(self.tok(), Tok::Kw(k) if k.category == Category::ColName);
        let call = matches!(self.peek(1), Tok::Char(b'('));
        if column && !call { self.any_name() } else { self.func_name() }
    }
    /// Parses names between commas (`name_list` in `gram.y`).
    fn name_list(&mut self) -> Result<Vec<String>> {
        self.comma_list(Self::col_id)
    }
    /// Parses one or more items between commas.
    fn comma_list<T>(&mut self, mut rule: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut out = vec![rule(self)?];
        while self.eat_char(b',')? {
            out.push(rule(self)?);
        }
        Ok(out)
    }
    /// A list in parentheses, its elements separated by commas.
    fn paren_list<T>(&mut self, rule: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.expect_char(b'(')?;
        let out = self.comma_list(rule)?;
        self.expect_char(b')')?;
        Ok(out)
    }

    /// Parses the name of a relation, with or without a schema and a database (`qualified_name` in
    /// `gram.y`).
    fn qualified_name(&mut self) -> Result<RangeVar> {
        let location = self.pos();
        let mut name = QualifiedName::from(self.col_id()?);
        for step in self.indirection()? {
            // `*` and subscripts are refused where the name ends (`check_qualified_name`).
            let crate::ast::IndirectionStep::Field(part) = step else { return self.unexpected() };
            name.push(part);
        }
        self.range_var(name, location)
    }
    /// Turns a dotted name of one to three parts into a relation's name; more parts are refused
    /// with an error at `location` (`makeRangeVarFromQualifiedName` in `gram.y`).
    fn range_var(&self, written: QualifiedName, location: usize) -> Result<RangeVar> {
        if written.path.len() > 2 {
            let message = format!("improper qualified name (too many dotted names): {written}");
            return self.fail(&message, location);
        }
        let QualifiedName { mut path, last: name } = written;
        let schema = path.pop();
        let catalog = path.pop();
        Ok(RangeVar {
            catalog,
            schema,
            name,
            inherit: true,
            persistence: Persistence::Permanent,
            alias: None,
            location,
        })
    }
    /// Parses a table's name with ONLY, `ONLY (name)` or `*`: ONLY leaves its children out
    /// (`relation_expr` in `gram.y`).
    fn relation_expr(&mut self) -> Result<RangeVar> {
        if self.eat("only")? {
            let paren = self.eat_char(b'(')?;
            let mut r = self.qualified_name()?;
            if paren {
                self.expect_char(b')')?;
            }
            r.inherit = false;
            return Ok(r);
        }
        let r = self.qualified_name()?;
        self.eat_char(b'*')?;
        Ok(r)
    }

    /// Parses a string constant and returns its text.
    fn string(&mut self) -> Result<String> {
        if !matches!(self.tok(), Tok::Str(_)) {
            return self.unexpected();
        }
        match self.bump()?.tok {
            Tok::Str(s) => Ok(s),
            _ => self.unexpected(),
        }
    }
    /// Parses an integer constant without a sign.
    fn integer(&mut self) -> Result<i32> {
        let Tok::Int(i) = *self.tok() else { return self.unexpected() };
        self.bump()?;
        Ok(i)
    }
    /// Parses an integer constant with or without a sign (`SignedIconst` in `gram.y`).
    fn signed_integer(&mut self) -> Result<i32> {
        if self.eat_char(b'-')? {
            return Ok(-self.integer()?);
        }
        self.eat_char(b'+')?;
        self.integer()
    }

    /// Parses CASCADE or RESTRICT, which is also what nothing means (`opt_drop_behavior` in
    /// `gram.y`).
    fn drop_behavior(&mut self) -> Result<DropBehavior> {
        if self.eat("cascade")? {
            return Ok(DropBehavior::Cascade);
        }
        self.eat("restrict")?;
        Ok(DropBehavior::Restrict)
    }
    /// Parses IF EXISTS; false if it is not there.
    fn if_exists(&mut self) -> Result<bool> {
        Ok(self.peek_is(1, "exists") && self.eat_all(&["if", "exists"])?)
    }
    /// Parses IF NOT EXISTS; false if it is not there.
    fn if_not_exists(&mut self) -> Result<bool> {
        Ok(self.peek_is(1, "not") && self.eat_all(&["if", "not", "exists"])?)
    }
}

#[cfg(test)]
mod tests;
