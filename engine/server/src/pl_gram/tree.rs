//! A body as a tree (`plpgsql.h`).

use crate::catalog::Catalog;
use sql::ast::RawStmt;
use sql::expr::Compiled;
use sql::parser;
use sql::plan::PlannedStmt;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use storage::error::{PgError, Result};
use storage::ids::Oid;
use storage::versions::Release;

/// SQL within a body. What it was turned into is kept with it.
#[derive(Default)]
pub(crate) struct Sql {
    /// The text, as errors show it.
    pub text: String,
    /// Its first byte in the body.
    pub at: usize,
    /// Whether it is an expression (`SELECT` is put before it), else a statement.
    pub expression: bool,
    /// For an assignment: all of its text, as errors show it.
    pub assignment: Option<String>,
    pub prepared: RefCell<Option<Rc<Prepared>>>,
}

impl Sql {
    /// Parses the SQL text of a body; positions count from this text's beginning.
    pub(crate) fn parse(&self, release: &'static Release) -> Result<Vec<RawStmt>> {
        if !self.expression {
            return parser::parse_for(release, &self.text);
        }
        parser::parse_for(release, &format!("SELECT {}", self.text)).map_err(|e| back(e, 7))
    }
}

/// The error with its position moved `by` characters to the left.
pub(crate) fn back(mut e: Box<PgError>, by: usize) -> Box<PgError> {
    if e.query.is_none() {
        e.location = e.location.map(|l| l.saturating_sub(by));
    }
    e
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameRef {
    /// A variable with one value.
    Scalar(usize),
    /// A whole record.
    Whole(usize),
    /// A record's field.
    Field(usize, usize),
}

/// A column of a result: name, type, modifier.
pub(crate) type Col = (String, Oid, i32);

/// What SQL was turned into.
pub(crate) struct Prepared {
    pub catalog: Catalog,
    pub path: Option<String>,
    /// The variables it reads, with the types they had.
    pub refs: Vec<(NameRef, Oid, i32)>,
    pub want: Option<(Oid, i32)>,
    pub steps: Vec<PreparedStep>,
    /// The number of the transaction in which its expression is being evaluated, further out in a recursion, or failed
    /// (`expr_simple_in_use`).
    pub in_use: Cell<u64>,
}

/// What an expression does with the rows of variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RowUse {
    /// It reads no more than fields of them.
    Fields,
    /// One of them may also be its value.
    Passed,
    /// It reads one as a whole.
    Read,
}

/// A step of it: an expression that is evaluated at once, a plan with its columns, a command.
pub(crate) enum PreparedStep {
    Value(Compiled, Oid, i32, RowUse),
    Query(Box<PlannedStmt>, Vec<Col>),
    Utility(Box<RawStmt>),
}

/// A statement and the line it begins in.
pub(crate) struct Stmt {
    pub line: usize,
    pub kind: StmtKind,
}

/// What is assigned to: `a`, `a.b`.
pub(crate) struct Target {
    pub names: Vec<String>,
}

/// Where rows go.
#[derive(Default)]
pub(crate) struct IntoTarget {
    pub targets: Vec<Target>,
    pub strict: bool,
}

/// What a loop over rows reads.
pub(crate) enum Source {
    Query(Sql),
    Execute(Sql, Vec<Sql>),
    /// A bound cursor, and an argument for each of its parameters.
    Cursor(String, Vec<Sql>),
}

pub(crate) enum StmtKind {
    Null,
    Block(Box<Block>),
    Assign(Target, Sql),
    /// A part of a variable is assigned to: `a[1] := x`, `a[1].b := x`. The SQL is `a[1] , x`, both as one list.
    AssignPart(Target, Sql),
    If {
        branches: Vec<(Sql, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
    },
    Case {
        test: Option<Sql>,
        whens: Vec<(Vec<Sql>, Vec<Stmt>)>,
        otherwise: Option<Vec<Stmt>>,
    },
    Loop {
        label: Option<String>,
        condition: Option<Sql>,
        body: Vec<Stmt>,
    },
    ForInteger {
        label: Option<String>,
        variable: String,
        reverse: bool,
        from: Sql,
        to: Sql,
        by: Option<Sql>,
        body: Vec<Stmt>,
    },
    ForRows {
        label: Option<String>,
        targets: Vec<Target>,
        source: Source,
        body: Vec<Stmt>,
    },
    ForEach {
        label: Option<String>,
        targets: Vec<Target>,
        /// How many dimensions each part has; 0 is an element.
        slice: usize,
        array: Sql,
        body: Vec<Stmt>,
    },
    Exit {
        next: bool,
        label: Option<String>,
        when: Option<Sql>,
    },
    Return(Option<Sql>),
    ReturnNext(Option<Sql>),
    ReturnQuery(Source),
    Raise(Raise),
    Assert(Sql, Option<Sql>),
    Perform(Sql),
    Execute {
        query: Sql,
        using: Vec<Sql>,
        into: Option<IntoTarget>,
    },
    Sql {
        sql: Sql,
        into: Option<IntoTarget>,
        call: bool,
    },
    Diagnostics {
        stacked: bool,
        items: Vec<(Target, String)>,
    },
    Commit {
        chain: bool,
    },
    Rollback {
        chain: bool,
    },
    Open {
        cursor: String,
        source: Source,
        /// SCROLL or NO SCROLL, where it is written.
        scroll: Option<bool>,
    },
    Fetch {
        cursor: String,
        how: String,
        into: Option<IntoTarget>,
    },
    Close(String),
}

/// A `RAISE` statement.
#[derive(Default)]
pub(crate) struct Raise {
    /// Lower case.
    pub level: String,
    pub format: Option<String>,
    pub values: Vec<Sql>,
    /// A condition's name, or a SQLSTATE.
    pub condition: Option<String>,
    /// USING: names in lower case.
    pub options: Vec<(String, Sql)>,
}

/// A variable's declaration.
#[derive(Default)]
pub(crate) struct Declaration {
    pub line: usize,
    pub name: String,
    pub type_name: String,
    /// The first byte of the type in the body.
    pub type_at: usize,
    pub constant: bool,
    pub not_null: bool,
    pub value: Option<Sql>,
    /// `CURSOR (args) FOR query`: names of the arguments, and the query.
    pub cursor: Option<(Vec<(String, String)>, Sql)>,
    /// SCROLL or NO SCROLL of a cursor, where it is written.
    pub scroll: Option<bool>,
    /// The variable that this is another name for (`name ALIAS FOR other`).
    pub alias: Option<String>,
}

/// A block of statements, its variables, and its handlers by their conditions.
#[derive(Default)]
pub(crate) struct Block {
    pub label: Option<String>,
    pub declarations: Vec<Rc<Declaration>>,
    pub body: Vec<Stmt>,
    pub handlers: Vec<(Vec<String>, Vec<Stmt>)>,
    /// All declarations of the body, in the order in which they are written; only the outermost block has them.
    pub declared: Vec<Rc<Declaration>>,
}
