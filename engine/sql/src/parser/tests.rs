use super::*;
use crate::ast::*;

fn message(text: &str) -> String {
    match parse(text) {
        Ok(_) => "ok".into(),
        Err(e) => format!("{} @{}", e.message, e.location.map_or(-1, |l| l as i64)),
    }
}

#[test]
fn reads_what_people_write() {
    let text = include_str!("corpus.sql");
    for (i, line) in text.lines().enumerate() {
        assert_eq!(message(line), "ok", "line {}: {line}", i + 1);
    }
}

#[test]
fn precedence() {
    let shape = |text: &str| match parse_expr(text) {
        Ok(e) => show(&e),
        Err(e) => e.message.clone(),
    };
    assert_eq!(shape("1 + 2 * 3 ^ 4"), "(1 + (2 * (3 ^ 4)))");
    assert_eq!(shape("-a ^ 2"), "((- a) ^ 2)");
    assert_eq!(shape("a || b = c AND NOT d OR e"), "((((a || b) = c) AND NOT d) OR e)");
    assert_eq!(shape("a - b - c"), "((a - b) - c)");
    assert_eq!(shape("a < b < c"), "syntax error at or near \"<\"");
    assert_eq!(shape("- 5"), "-5");
    assert_eq!(shape("a -> b || c"), "((a -> b) || c)");
    assert_eq!(shape("a + NOT b = c"), "(a + NOT (b = c))");
}

fn show(e: &Expr) -> String {
    match e {
        Expr::AExpr(a) => {
            let left = a.left.as_ref().map(|l| show(l) + " ").unwrap_or_default();
            format!("({left}{} {})", a.name.last, a.right.as_ref().map(show).unwrap_or_default())
        }
        Expr::BoolExpr(b) if b.op == BoolOp::Not => format!("NOT {}", show(&b.args[0])),
        Expr::BoolExpr(b) => {
            let op = if b.op == BoolOp::And { " AND " } else { " OR " };
            format!("({})", b.args.iter().map(show).collect::<Vec<_>>().join(op))
        }
        Expr::ColumnRef(c) => match &c.fields[0] {
            Field::Name(n) => n.clone(),
            Field::Star => "*".into(),
        },
        Expr::Const(c) => match &c.value {
            ConstValue::Integer(i) => i.to_string(),
            other => format!("{other:?}"),
        },
        other => format!("{other:?}"),
    }
}

#[test]
fn depth_is_limited() {
    let deep = |open: &str, close: &str, n: usize| {
        message(&format!("SELECT {}1{}", open.repeat(n), close.repeat(n)))
    };
    assert_eq!(deep("(", ")", 200), "ok");
    assert_eq!(deep("(", ")", 100_000), "stack depth limit exceeded @-1");
    assert_eq!(deep("1+", "", 100_000), "stack depth limit exceeded @-1");
    assert_eq!(deep("- ", "", 100_000), "stack depth limit exceeded @-1");
    assert_eq!(deep("ARRAY[", "]", 100_000), "stack depth limit exceeded @-1");
    assert_eq!(deep("(SELECT ", ")", 100_000), "stack depth limit exceeded @-1");
    // AND is flat, so it may be long.
    assert_eq!(deep("true AND ", "", 100_000), "ok");
}

#[test]
fn long_statements_take_linear_time() {
    let text =
        format!("INSERT INTO t VALUES (1, 'x'){}", ", (2, 'some text here')".repeat(400_000));
    assert_eq!(message(&text), "ok");
}

#[test]
fn trees_are_equal_wherever_their_words_stand() {
    let equal = |a: &str, b: &str| match (parse_expr(a), parse_expr(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => panic!("{a} or {b} is no expression"),
    };
    assert!(equal("a+ 1", "a   +   1"));
    assert!(equal("CAST(a AS int)", "a::int "));
    assert!(!equal("a + 1", "a + 2"));
    assert!(!equal("(a, b)", "ROW(a, b)"));
    assert!(equal("f(x, ARRAY[1,2]) IS NULL", "f( x , ARRAY[ 1, 2 ] )  IS NULL"));
    assert!(equal("(SELECT x FROM t  WHERE y = 1)", "( SELECT x FROM t WHERE y=1 )"));
    assert!(!equal("(SELECT x FROM t WHERE y = 1)", "(SELECT x FROM u WHERE y = 1)"));
    assert!(equal(
        "sum(x) OVER (ORDER BY y ROWS 1 PRECEDING)",
        "sum(x) OVER(ORDER  BY y ROWS 1 PRECEDING)"
    ));
}

#[test]
fn names_what_a_statement_reads() {
    let read = |text: &str| {
        let mut names = Vec::new();
        match parse(text) {
            Ok(list) => each_relation(&list[0].stmt, &mut |r| names.push(r.name.clone())),
            Err(e) => names.push(e.message.clone()),
        }
        names.join(" ")
    };
    assert_eq!(read("SELECT (SELECT x FROM a) FROM b JOIN c ON EXISTS (TABLE d)"), "a b c d");
    assert_eq!(read("WITH w AS (TABLE a) SELECT * FROM w, s.w"), "a w");
    assert_eq!(read("WITH w AS (TABLE w) TABLE b"), "w b");
    assert_eq!(read("WITH RECURSIVE w AS (TABLE w) TABLE b"), "b");
    assert_eq!(read("INSERT INTO a SELECT x FROM b RETURNING (SELECT y FROM c)"), "a b c");
    assert_eq!(read("UPDATE a SET x = (SELECT y FROM b) FROM c"), "a b c");
    assert_eq!(read("SELECT sum(x) OVER (ORDER BY (SELECT y FROM a)) FROM b"), "a b");
}
