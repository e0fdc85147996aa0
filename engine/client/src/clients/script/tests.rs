//! Scripts, and the numbers they draw.

use super::random::{exponential, gaussian, generators, uniform, zipfian};
use super::{Command, Expression, Script, Value, Variables, assign};
use storage::types::random::Prng;

fn value(text: &str) -> Result<Value, String> {
    let known = |name: &str| (name == "n").then_some(Value::Int(7));
    Expression::parse(text)?.value(&known, &mut Prng::seed(1))
}

#[test]
fn expressions_are_computed_as_pgbench_does() {
    assert_eq!(value("1 + 2 * :n - -3"), Ok(Value::Int(18)));
    assert_eq!(value("7 / 2"), Ok(Value::Int(3)));
    assert_eq!(value("-7 / 2"), Ok(Value::Int(-3)));
    assert_eq!(value("7 / 2.0"), Ok(Value::Double(3.5)));
    assert_eq!(value("(1 + 2) * 3 % 5"), Ok(Value::Int(4)));
    assert_eq!(value("greatest(1, 2.5, :n)"), Ok(Value::Double(7.0)));
    assert_eq!(value("int(sqrt(double(16))) + abs(-2)"), Ok(Value::Int(6)));
    assert_eq!(value("0.1 + 0.2").map(|v| v.to_string()), Ok("0.3".to_string()));
}

#[test]
fn what_is_wrong_or_not_modelled_is_said() {
    assert_eq!(value("1 / 0"), Err("division by zero".to_string()));
    assert_eq!(value(":m"), Err("undefined variable \"m\"".to_string()));
    assert_eq!(value("9223372036854775807 + 1"), Err("bigint out of range".to_string()));
    assert_eq!(value("random(2, 1)"), Err("empty range given to random".to_string()));
    assert!(
        value("hash(1)").is_err_and(|why| why.contains("\"hash\"") && why.contains("not modelled"))
    );
    assert!(value("1 +").is_err());
    let read = |text| Script::parse("s.sql", 1, text).map(|s| s.commands.len());
    assert_eq!(read("\\sleep 1\nSELECT 1;"), Err("s.sql:1: \\sleep is not modelled".to_string()));
    assert_eq!(read("\\set a 1"), Err("s.sql: there is no statement in it".to_string()));
}

#[test]
fn a_script_is_statements_and_variables() {
    let script =
        Script::parse("s.sql", 1, "\\set n 3 * 2\nSELECT ':n',\n  :n::text; SELECT 2;\nSELECT 3\n");
    let commands = script.expect("a script").commands;
    let texts: Vec<&str> = commands
        .iter()
        .filter_map(|c| match c {
            Command::Sql(text) => Some(text.as_str()),
            Command::Set(..) => None,
        })
        .collect();
    assert_eq!(texts, ["SELECT ':n',\n  :n::text", "SELECT 2", "SELECT 3"]);
    let variables = Variables::from([("n".to_string(), Value::Int(6))]);
    assert_eq!(assign(texts[0], &variables), "SELECT '6',\n  6::text");
    assert_eq!(assign("SELECT :other, a::int", &variables), "SELECT :other, a::int");
}

/// What `pgbench -c 2 -t 3 --random-seed=42` drew, of a script that draws in these four ways.
#[test]
fn a_seed_gives_pgbenchs_numbers() {
    let drawn: Vec<[i64; 4]> = generators(42, 2)
        .iter_mut()
        .flat_map(|prng| {
            [(); 3].map(|()| {
                [
                    uniform(prng, 1, 1_000_000),
                    gaussian(prng, 1, 1_000_000, 2.5),
                    exponential(prng, 1, 1_000_000, 3.0),
                    zipfian(prng, 1, 1_000_000, 1.5),
                ]
            })
        })
        .collect();
    let pgbench = [
        [668_251, 776_020, 19_100, 12],
        [3_615, 552_091, 352_873, 10],
        [748_003, 720_859, 70_932, 4],
        [844_242, 599_627, 104_831, 1],
        [48_475, 625_497, 134_971, 4],
        [580_041, 727_981, 276_359, 555],
    ];
    assert_eq!(drawn, pgbench);
}
