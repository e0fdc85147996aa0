//! Errors as the server reports them: severity, SQLSTATE, message, detail, hint, position.
//!
//! One type for all that reaches a user. Formats (page, varlena, codecs) may have small enums of
//! their own whose variants name the broken rule; they turn into a [`PgError`] at the edge.

use std::fmt;

/// The five-character code of an error (`errcodes.txt`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqlState(pub &'static str);

macro_rules! sqlstates {
    ($($name:ident = $code:literal),* $(,)?) => {
        impl SqlState {
            $(
                #[doc = concat!("SQLSTATE ", $code, ", named as in `errcodes.txt`.")]
                pub const $name: SqlState = SqlState($code);
            )*
        }
    };
}

// Add what you need, in the order of errcodes.txt.
sqlstates! {
    SUCCESSFUL_COMPLETION = "00000",
    WARNING = "01000",
    FEATURE_NOT_SUPPORTED = "0A000",
    CARDINALITY_VIOLATION = "21000",
    STRING_DATA_RIGHT_TRUNCATION = "22001",
    NUMERIC_VALUE_OUT_OF_RANGE = "22003",
    NULL_VALUE_NOT_ALLOWED = "22004",
    INVALID_DATETIME_FORMAT = "22007",
    DATETIME_FIELD_OVERFLOW = "22008",
    INTERVAL_FIELD_OVERFLOW = "22015",
    SUBSTRING_ERROR = "22011",
    DIVISION_BY_ZERO = "22012",
    INVALID_PRECEDING_OR_FOLLOWING_SIZE = "22013",
    INVALID_ARGUMENT_FOR_NTILE = "22014",
    INVALID_ARGUMENT_FOR_NTH_VALUE = "22016",
    INVALID_ARGUMENT_FOR_LOG = "2201E",
    INVALID_ARGUMENT_FOR_POWER_FUNCTION = "2201F",
    INVALID_ARGUMENT_FOR_WIDTH_BUCKET = "2201G",
    INVALID_ROW_COUNT_IN_LIMIT_CLAUSE = "2201W",
    INVALID_ROW_COUNT_IN_RESULT_OFFSET_CLAUSE = "2201X",
    INVALID_USE_OF_ESCAPE_CHARACTER = "2200C",
    CHARACTER_NOT_IN_REPERTOIRE = "22021",
    INVALID_PARAMETER_VALUE = "22023",
    INVALID_TIME_ZONE_DISPLACEMENT_VALUE = "22009",
    INVALID_ESCAPE_SEQUENCE = "22025",
    STRING_DATA_LENGTH_MISMATCH = "22026",
    ARRAY_SUBSCRIPT_ERROR = "2202E",
    INVALID_TEXT_REPRESENTATION = "22P02",
    BAD_COPY_FILE_FORMAT = "22P04",
    INVALID_BINARY_REPRESENTATION = "22P03",
    UNTRANSLATABLE_CHARACTER = "22P05",
    INVALID_REGULAR_EXPRESSION = "2201B",
    RESTRICT_VIOLATION = "23001",
    NOT_NULL_VIOLATION = "23502",
    FOREIGN_KEY_VIOLATION = "23503",
    UNIQUE_VIOLATION = "23505",
    CHECK_VIOLATION = "23514",
    ACTIVE_SQL_TRANSACTION = "25001",
    NO_ACTIVE_SQL_TRANSACTION = "25P01",
    IN_FAILED_SQL_TRANSACTION = "25P02",
    DEPENDENT_OBJECTS_STILL_EXIST = "2BP01",
    INVALID_SAVEPOINT_SPECIFICATION = "3B001",
    INVALID_CATALOG_NAME = "3D000",
    INVALID_SCHEMA_NAME = "3F000",
    SYNTAX_ERROR = "42601",
    INVALID_NAME = "42602",
    INVALID_COLUMN_DEFINITION = "42611",
    INVALID_CURSOR_DEFINITION = "42P11",
    NAME_TOO_LONG = "42622",
    DUPLICATE_COLUMN = "42701",
    AMBIGUOUS_COLUMN = "42702",
    UNDEFINED_COLUMN = "42703",
    UNDEFINED_OBJECT = "42704",
    DUPLICATE_OBJECT = "42710",
    DUPLICATE_ALIAS = "42712",
    AMBIGUOUS_ALIAS = "42P09",
    DUPLICATE_FUNCTION = "42723",
    AMBIGUOUS_FUNCTION = "42725",
    GROUPING_ERROR = "42803",
    DATATYPE_MISMATCH = "42804",
    COLLATION_MISMATCH = "42P21",
    INDETERMINATE_COLLATION = "42P22",
    WRONG_OBJECT_TYPE = "42809",
    CANNOT_COERCE = "42846",
    UNDEFINED_FUNCTION = "42883",
    UNDEFINED_TABLE = "42P01",
    UNDEFINED_PARAMETER = "42P02",
    DUPLICATE_SCHEMA = "42P06",
    DUPLICATE_TABLE = "42P07",
    INVALID_COLUMN_REFERENCE = "42P10",
    INVALID_OBJECT_DEFINITION = "42P17",
    AMBIGUOUS_PARAMETER = "42P08",
    INDETERMINATE_DATATYPE = "42P18",
    INVALID_RECURSION = "42P19",
    GENERATED_ALWAYS = "428C9",
    INVALID_TABLE_DEFINITION = "42P16",
    WINDOWING_ERROR = "42P20",
    RESERVED_NAME = "42939",
    INSUFFICIENT_RESOURCES = "53000",
    OUT_OF_MEMORY = "53200",
    PROGRAM_LIMIT_EXCEEDED = "54000",
    STATEMENT_TOO_COMPLEX = "54001",
    TOO_MANY_COLUMNS = "54011",
    TOO_MANY_ARGUMENTS = "54023",
    OBJECT_NOT_IN_PREREQUISITE_STATE = "55000",
    CANT_CHANGE_RUNTIME_PARAM = "55P02",
    QUERY_CANCELED = "57014",
    UNDEFINED_FILE = "58P01",
    INTERNAL_ERROR = "XX000",
    DATA_CORRUPTED = "XX001",
    INDEX_CORRUPTED = "XX002",
}

/// How grave a report is (`elog.h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Ends the statement and, inside a transaction, the transaction.
    Error,
    /// A warning; the statement goes on.
    Warning,
    /// A notice, such as "relation already exists, skipping".
    Notice,
    /// What VACUUM VERBOSE prints.
    Info,
}

/// One report of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgError {
    /// How grave it is.
    pub severity: Severity,
    /// Its code.
    pub code: SqlState,
    /// The primary message, in PostgreSQL's words.
    pub message: String,
    /// The line DETAIL.
    pub detail: Option<String>,
    /// The line HINT.
    pub hint: Option<String>,
    /// The lines CONTEXT.
    pub context: Option<String>,
    /// The text that `location` is a place of, where it is not the statement itself
    /// (`internalquery`).
    pub query: Option<String>,
    /// What RAISE says that it is about: an option such as COLUMN, and a name.
    pub about: Vec<(String, String)>,
    /// The depth of the function whose line the context names last; 0 for none.
    pub placed: usize,
    /// Where in the statement's text, as a byte offset from 0 (`errposition` before it is turned
    /// into characters; the client does that when it draws the caret).
    pub location: Option<usize>,
}

/// What everything in the engine that can fail returns.
pub type Result<T> = std::result::Result<T, Box<PgError>>;

impl PgError {
    /// An ERROR with a code and a message.
    pub fn new(code: SqlState, message: impl Into<String>) -> Box<PgError> {
        Box::new(PgError {
            severity: Severity::Error,
            code,
            message: message.into(),
            detail: None,
            hint: None,
            context: None,
            query: None,
            about: Vec::new(),
            placed: 0,
            location: None,
        })
    }
    /// The error for what is nested too deeply (`check_stack_depth`).
    pub fn stack_depth_exceeded() -> Box<PgError> {
        PgError::new(SqlState::STATEMENT_TOO_COMPLEX, "stack depth limit exceeded").hint(
            "Increase the configuration parameter \"max_stack_depth\" (currently 2048kB), after \
             ensuring the platform's stack depth limit is adequate.",
        )
    }
    /// Adds the DETAIL line.
    pub fn detail(mut self: Box<Self>, text: impl Into<String>) -> Box<PgError> {
        self.detail = Some(text.into());
        self
    }
    /// Adds the HINT line.
    pub fn hint(mut self: Box<Self>, text: impl Into<String>) -> Box<PgError> {
        self.hint = Some(text.into());
        self
    }
    /// Adds a line after those of CONTEXT.
    pub fn push_context(mut self: Box<Self>, line: impl Into<String>) -> Box<PgError> {
        let line = line.into();
        self.context = Some(match self.context.take() {
            Some(c) => format!("{c}\n{line}"),
            None => line,
        });
        self
    }
    /// Adds the CONTEXT line.
    pub fn context(mut self: Box<Self>, text: impl Into<String>) -> Box<PgError> {
        self.context = Some(text.into());
        self
    }
    /// Sets the position in the statement (byte offset from 0); an earlier, more exact position is
    /// kept.
    pub fn at(mut self: Box<Self>, location: usize) -> Box<PgError> {
        if self.location.is_none() {
            self.location = Some(location);
        }
        self
    }
    /// Whether it says that something is not modelled: an error that no server gives.
    pub fn is_refusal(&self) -> bool {
        ["is not modelled", "are not modelled"].iter().any(|words| self.message.contains(words))
    }
    /// Removes the position, for a report about text that is not part of this statement.
    pub fn without_location(mut self: Box<Self>) -> Box<PgError> {
        self.location = None;
        self
    }
    /// Changes the severity.
    pub fn severity(mut self: Box<Self>, severity: Severity) -> Box<PgError> {
        self.severity = severity;
        self
    }
}

impl fmt::Display for PgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for PgError {}

/// `err!(CODE, "format", args…)`: an `Err` with a [`PgError`].
#[macro_export]
macro_rules! err {
    ($code:ident, $($arg:tt)*) => {
        Err($crate::error::PgError::new($crate::error::SqlState::$code, format!($($arg)*)))
    };
}
