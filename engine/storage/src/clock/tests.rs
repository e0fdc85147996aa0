use super::*;

#[test]
fn counts_between_two_looks() {
    let before = now();
    add(Kind::BufferHit, 3);
    add(Kind::BufferHit, 4);
    aside(|| add(Kind::BufferHit, 100));
    let work = now().since(&before);
    assert_eq!(work.counted().collect::<Vec<_>>(), [("buffer_hit", 7)]);
    let mut nanoseconds = [0.0; KINDS];
    nanoseconds[Kind::BufferHit as usize] = 500_000.0;
    assert_eq!(work.milliseconds(&Prices::new(nanoseconds)), 3.5);
}

#[test]
fn what_was_not_done_lately_is_unusual() {
    let mut recent_work = RecentWork::default();
    let work = Work::default().with(Kind::Message, 1).with(Kind::CallText, 7);
    let mut unusual = |work: &Work| {
        let before = now();
        recent_work.answered(work);
        let counted = now().since(&before);
        (counted.of(Kind::KindTurned), counted.of(Kind::KindUnsettled))
    };
    assert_eq!(unusual(&work), (2, 2));
    assert!((0..7).all(|_| unusual(&work) == (0, 2)));
    assert_eq!(unusual(&work), (0, 0));
    assert_eq!(unusual(&Work::default().with(Kind::Message, 1)), (0, 0));
    assert_eq!(unusual(&work), (1, 1));
}

#[test]
fn what_was_not_met_lately_is_unusual() {
    let mut recent_work = RecentWork::default();
    let mut unusual = |table: &str, functions: &[&str]| {
        let before = now();
        meet(ObjectKind::Relation, table);
        functions.iter().for_each(|name| meet(ObjectKind::Function, name));
        aside(|| meet(ObjectKind::Relation, "what the server does not see"));
        recent_work.answered(&Work::default());
        let counted = now().since(&before);
        use Kind::{FunctionTurned, FunctionUnsettled, RelationTurned, RelationUnsettled};
        [RelationTurned, RelationUnsettled, FunctionTurned, FunctionUnsettled]
            .map(|kind| counted.of(kind))
    };
    assert_eq!(unusual("test", &["length", "length"]), [1, 1, 1, 1]);
    assert!((0..7).all(|_| unusual("test", &["length"]) == [0, 1, 0, 1]));
    assert_eq!(unusual("test", &["substr"]), [0, 0, 1, 1]);
    assert_eq!(unusual("other", &["substr", "length"]), [1, 1, 1, 2]);
}

#[test]
fn a_large_value_leaves_the_cache_cold() {
    let mut recent_work = RecentWork::default();
    let mut displaced = |bytes: u64| {
        let before = now();
        recent_work.answered(&Work::default().with(Kind::ByteDetoasted, bytes));
        now().since(&before).of(Kind::CacheDisplaced)
    };
    assert_eq!(displaced(100_000), 0);
    assert_eq!(displaced(5_000_000), 97);
    assert_eq!(displaced(0), 1024);
    assert_eq!(displaced(0), 0);
}

#[test]
fn a_file_of_prices_reads_as_it_was_written() {
    let prices = Prices::default();
    let text = prices.to_text(&["a machine".into()]);
    assert_eq!(Prices::parse(&text), Ok(prices));
}

#[test]
fn malformed_prices_are_errors() {
    let text = Prices::default().to_text(&[]);
    let reject = |text: &str| Prices::parse(text).map_err(|e| e.to_string()).err();
    assert_eq!(reject("prices"), Some("the first line is not \"toastscope prices 1\"".into()));
    let more = |line: &str| reject(&format!("toastscope prices 1\n{line}\n"));
    assert_eq!(more("message"), Some("line 2 is not a name and a number".into()));
    assert_eq!(more("message much"), Some("line 2 is not a name and a number".into()));
    assert_eq!(more("message -1"), Some("line 2: a price is a number from zero up".into()));
    assert_eq!(more("message NaN"), Some("line 2: a price is a number from zero up".into()));
    assert_eq!(more("massage 1"), Some("line 2: nothing is called \"massage\"".into()));
    assert_eq!(more(""), Some("\"message\" has no price".into()));
    let twice = format!("{text}message 1\n");
    assert!(reject(&twice).is_some_and(|e| e.ends_with("\"message\" has a price already")));
}
