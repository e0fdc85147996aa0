//! The key words of PostgreSQL 15 (`src/include/parser/kwlist.h`).
//!
//! The classes say where a word may still be a name: an unreserved one anywhere, a column-name
//! word (`int`, `coalesce`) as a column or table but not a function or type, a type-or-function
//! word (`left`, `like`) as the opposite, a reserved one only after AS.

/// Where a key word may be used as a name (`keywords.h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// It may be any name (`UNRESERVED_KEYWORD`).
    Unreserved,
    /// It may be a column's or a table's name, not a function's or a type's (`COL_NAME_KEYWORD`).
    ColName,
    /// It may be a function's or a type's name, not a column's (`TYPE_FUNC_NAME_KEYWORD`).
    TypeFuncName,
    /// It may only be a label after AS (`RESERVED_KEYWORD`).
    Reserved,
    /// It is no name: the word after it makes it another token (`base_yylex`).
    Joined,
}

/// A key word.
#[derive(Debug, PartialEq, Eq)]
pub struct Keyword {
    /// In lower case.
    pub word: &'static str,
    /// Its class.
    pub category: Category,
    /// May be a column's label without AS.
    pub bare_label: bool,
}

/// Finds a key word by its lower-case spelling (`ScanKeywordLookup`).
pub fn lookup(word: &str) -> Option<&'static Keyword> {
    KEYWORDS.binary_search_by(|k| k.word.cmp(word)).ok().map(|i| &KEYWORDS[i])
}

/// The words that those after them make other tokens, and these (`base_yylex`). WITH and NOT, which are reserved, are
/// left out.
pub static JOINED: &[(Keyword, &[&str])] = &[
    (n("nulls", Category::Joined), &["first", "last"]),
    (n("format", Category::Joined), &["json"]),
    (n("without", Category::Joined), &["time"]),
];

use Category::{ColName as C, Reserved as R, TypeFuncName as T, Unreserved as U};

/// A key word that may be a label without AS.
const fn k(word: &'static str, category: Category) -> Keyword {
    Keyword { word, category, bare_label: true }
}
/// A keyword that can be a label only after AS.
const fn n(word: &'static str, category: Category) -> Keyword {
    Keyword { word, category, bare_label: false }
}

/// All of them, sorted.
#[rustfmt::skip]
pub static KEYWORDS: &[Keyword] = &[
    k("abort", U), k("absolute", U), k("access", U), k("action", U), k("add", U), k("admin", U),
    k("after", U), k("aggregate", U), k("all", R), k("also", U), k("alter", U), k("always", U),
    k("analyse", R), k("analyze", R), k("and", R), k("any", R), n("array", R), n("as", R),
    k("asc", R), k("asensitive", U), k("assertion", U), k("assignment", U), k("asymmetric", R),
    k("at", U), k("atomic", U), k("attach", U), k("attribute", U), k("authorization", T),
    k("backward", U), k("before", U), k("begin", U), k("between", C), k("bigint", C),
    k("binary", T), k("bit", C), k("boolean", C), k("both", R), k("breadth", U), k("by", U),
    k("cache", U), k("call", U), k("called", U), k("cascade", U), k("cascaded", U), k("case", R),
    k("cast", R), k("catalog", U), k("chain", U), n("char", C), n("character", C),
    k("characteristics", U), k("check", R), k("checkpoint", U), k("class", U), k("close", U),
    k("cluster", U), k("coalesce", C), k("collate", R), k("collation", T), k("column", R),
    k("columns", U), k("comment", U), k("comments", U), k("commit", U), k("committed", U),
    k("compression", U), k("concurrently", T), k("configuration", U), k("conflict", U),
    k("connection", U), k("constraint", R), k("constraints", U), k("content", U),
    k("continue", U), k("conversion", U), k("copy", U), k("cost", U), n("create", R),
    k("cross", T), k("csv", U), k("cube", U), k("current", U), k("current_catalog", R),
    k("current_date", R), k("current_role", R), k("current_schema", T), k("current_time", R),
    k("current_timestamp", R), k("current_user", R), k("cursor", U), k("cycle", U), k("data", U),
    k("database", U), n("day", U), k("deallocate", U), k("dec", C), k("decimal", C),
    k("declare", U), k("default", R), k("defaults", U), k("deferrable", R), k("deferred", U),
    k("definer", U), k("delete", U), k("delimiter", U), k("delimiters", U), k("depends", U),
    k("depth", U), k("desc", R), k("detach", U), k("dictionary", U), k("disable", U),
    k("discard", U), k("distinct", R), k("do", R), k("document", U), k("domain", U),
    k("double", U), k("drop", U), k("each", U), k("else", R), k("enable", U), k("encoding", U),
    k("encrypted", U), k("end", R), k("enum", U), k("escape", U), k("event", U), n("except", R),
    k("exclude", U), k("excluding", U), k("exclusive", U), k("execute", U), k("exists", C),
    k("explain", U), k("expression", U), k("extension", U), k("external", U), k("extract", C),
    k("false", R), k("family", U), n("fetch", R), n("filter", U), k("finalize", U), k("first", U),
    k("float", C), k("following", U), n("for", R), k("force", U), k("foreign", R),
    k("forward", U), k("freeze", T), n("from", R), k("full", T), k("function", U),
    k("functions", U), k("generated", U), k("global", U), n("grant", R), k("granted", U),
    k("greatest", C), n("group", R), k("grouping", C), k("groups", U), k("handler", U),
    n("having", R), k("header", U), k("hold", U), n("hour", U), k("identity", U), k("if", U),
    k("ilike", T), k("immediate", U), k("immutable", U), k("implicit", U), k("import", U),
    k("in", R), k("include", U), k("including", U), k("increment", U), k("index", U),
    k("indexes", U), k("inherit", U), k("inherits", U), k("initially", R), k("inline", U),
    k("inner", T), k("inout", C), k("input", U), k("insensitive", U), k("insert", U),
    k("instead", U), k("int", C), k("integer", C), n("intersect", R), k("interval", C),
    n("into", R), k("invoker", U), k("is", T), n("isnull", T), k("isolation", U), k("join", T),
    k("key", U), k("label", U), k("language", U), k("large", U), k("last", U), k("lateral", R),
    k("leading", R), k("leakproof", U), k("least", C), k("left", T), k("level", U), k("like", T),
    n("limit", R), k("listen", U), k("load", U), k("local", U), k("localtime", R),
    k("localtimestamp", R), k("location", U), k("lock", U), k("locked", U), k("logged", U),
    k("mapping", U), k("match", U), k("matched", U), k("materialized", U), k("maxvalue", U),
    k("merge", U), k("method", U), n("minute", U), k("minvalue", U), k("mode", U), n("month", U),
    k("move", U), k("name", U), k("names", U), k("national", C), k("natural", T), k("nchar", C),
    k("new", U), k("next", U), k("nfc", U), k("nfd", U), k("nfkc", U), k("nfkd", U), k("no", U),
    k("none", C), k("normalize", C), k("normalized", U), k("not", R), k("nothing", U),
    k("notify", U), n("notnull", T), k("nowait", U), k("null", R), k("nullif", C), k("nulls", U),
    k("numeric", C), k("object", U), k("of", U), k("off", U), n("offset", R), k("oids", U),
    k("old", U), n("on", R), k("only", R), k("operator", U), k("option", U), k("options", U),
    k("or", R), n("order", R), k("ordinality", U), k("others", U), k("out", C), k("outer", T),
    n("over", U), n("overlaps", T), k("overlay", C), k("overriding", U), k("owned", U),
    k("owner", U), k("parallel", U), k("parameter", U), k("parser", U), k("partial", U),
    k("partition", U), k("passing", U), k("password", U), k("placing", R), k("plans", U),
    k("policy", U), k("position", C), k("preceding", U), n("precision", C), k("prepare", U),
    k("prepared", U), k("preserve", U), k("primary", R), k("prior", U), k("privileges", U),
    k("procedural", U), k("procedure", U), k("procedures", U), k("program", U),
    k("publication", U), k("quote", U), k("range", U), k("read", U), k("real", C),
    k("reassign", U), k("recheck", U), k("recursive", U), k("ref", U), k("references", R),
    k("referencing", U), k("refresh", U), k("reindex", U), k("relative", U), k("release", U),
    k("rename", U), k("repeatable", U), k("replace", U), k("replica", U), k("reset", U),
    k("restart", U), k("restrict", U), k("return", U), n("returning", R), k("returns", U),
    k("revoke", U), k("right", T), k("role", U), k("rollback", U), k("rollup", U),
    k("routine", U), k("routines", U), k("row", C), k("rows", U), k("rule", U), k("savepoint", U),
    k("schema", U), k("schemas", U), k("scroll", U), k("search", U), n("second", U),
    k("security", U), k("select", R), k("sequence", U), k("sequences", U), k("serializable", U),
    k("server", U), k("session", U), k("session_user", R), k("set", U), k("setof", C),
    k("sets", U), k("share", U), k("show", U), k("similar", T), k("simple", U), k("skip", U),
    k("smallint", C), k("snapshot", U), k("some", R), k("sql", U), k("stable", U),
    k("standalone", U), k("start", U), k("statement", U), k("statistics", U), k("stdin", U),
    k("stdout", U), k("storage", U), k("stored", U), k("strict", U), k("strip", U),
    k("subscription", U), k("substring", C), k("support", U), k("symmetric", R), k("sysid", U),
    k("system", U), k("table", R), k("tables", U), k("tablesample", T), k("tablespace", U),
    k("temp", U), k("template", U), k("temporary", U), k("text", U), k("then", R), k("ties", U),
    k("time", C), k("timestamp", C), n("to", R), k("trailing", R), k("transaction", U),
    k("transform", U), k("treat", C), k("trigger", U), k("trim", C), k("true", R),
    k("truncate", U), k("trusted", U), k("type", U), k("types", U), k("uescape", U),
    k("unbounded", U), k("uncommitted", U), k("unencrypted", U), n("union", R), k("unique", R),
    k("unknown", U), k("unlisten", U), k("unlogged", U), k("until", U), k("update", U),
    k("user", R), k("using", R), k("vacuum", U), k("valid", U), k("validate", U),
    k("validator", U), k("value", U), k("values", C), k("varchar", C), k("variadic", R),
    n("varying", U), k("verbose", T), k("version", U), k("view", U), k("views", U),
    k("volatile", U), k("when", R), n("where", R), k("whitespace", U), n("window", R),
    n("with", R), n("within", U), n("without", U), k("work", U), k("wrapper", U), k("write", U),
    k("xml", U), k("xmlattributes", C), k("xmlconcat", C), k("xmlelement", C), k("xmlexists", C),
    k("xmlforest", C), k("xmlnamespaces", C), k("xmlparse", C), k("xmlpi", C), k("xmlroot", C),
    k("xmlserialize", C), k("xmltable", C), n("year", U), k("yes", U), k("zone", U),
];
