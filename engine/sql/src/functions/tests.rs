//! Calls held against the server: every line of `server_cases.txt` is a call and what PostgreSQL 15
//! printed for it.
//!
//! `name|type:value|… => result`; `op:+|…` is an operator, `cast|type:value|target` a cast,
//! `in|type|text` input and output. An error is `ERROR: ` and the message. In values `¦` stands for
//! `|` and `␤` for a newline; the rows of a set are joined by `; `, their columns by `,`.

use super::{CASTS, FUNCTIONS, OPERATORS};
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{Builtin, CastMethod, Env, EnvSession, FnCtx, Implementation, SetFn};
use storage::ids::Oid;
use storage::types;
use storage::types::random::Prng;

/// A world with nothing but defaults.
struct TestEnv(Prng);

impl EnvSession for TestEnv {
    fn setting(&self, _: &str) -> Option<String> {
        None
    }
    fn random(&mut self) -> f64 {
        self.0.next_f64()
    }
    fn set_seed(&mut self, seed: f64) -> Result<()> {
        self.0 = Prng::fseed(seed);
        Ok(())
    }
    fn transaction_timestamp(&self) -> i64 {
        0
    }
    fn statement_timestamp(&self) -> i64 {
        0
    }
    fn clock_timestamp(&self) -> i64 {
        0
    }
    fn check_cancel(&self) -> Result<()> {
        Ok(())
    }
    fn notice(&mut self, _: Box<PgError>) {}
}

impl Env for TestEnv {
    fn session(&self) -> &(dyn EnvSession + 'static) {
        self
    }
    fn session_mut(&mut self) -> &mut (dyn EnvSession + 'static) {
        self
    }
    fn detoast(&mut self, d: &Datum) -> Result<Bytes> {
        Ok(types::payload(d).into())
    }
    fn detoast_slice(&mut self, d: &Datum, offset: usize, length: i64) -> Result<Bytes> {
        let b = types::payload(d);
        let from = offset.min(b.len());
        let to = usize::try_from(length).map_or(b.len(), |l| (from + l).min(b.len()));
        Ok(b[from..to].into())
    }
    fn check_alloc(&self, bytes: usize) -> Result<()> {
        if bytes >= 0x4000_0000 {
            return storage::err!(
                PROGRAM_LIMIT_EXCEEDED,
                "invalid memory alloc request size {bytes}"
            );
        }
        Ok(())
    }
    fn output(&mut self, t: Oid, d: &Datum) -> Result<String> {
        types::output(t, d, self)
    }
    fn input(&mut self, t: Oid, text: &str, typmod: i32) -> Result<Datum> {
        if t == types::oid::JSONPATH {
            return crate::functions::jsonb::path_text::path_in(text, Default::default());
        }
        types::input(t, text, typmod, self)
    }
}

fn type_of(name: &str) -> Oid {
    let array = name.strip_suffix("[]").map(|element| format!("_{element}"));
    let name = array.as_deref().unwrap_or(name);
    types::by_name(name).unwrap_or_else(|| panic!("a type is called {name}")).oid
}

fn argument(env: &mut TestEnv, text: &str) -> Result<(Oid, Datum)> {
    let (name, value) = text.split_once(':').expect("an argument is type:value");
    let t = type_of(name);
    let value = value.replace('¦', "|").replace('␤', "\n");
    Ok((t, types::input(t, &value, -1, env)?))
}

/// Whether a function takes these types; those for any type take all that fit their kind.
fn accepts(args: &[Oid], given: &[Oid]) -> bool {
    args.len() == given.len()
        && args.iter().zip(given).all(|(&arg, &t)| match arg {
            types::oid::ANYELEMENT => true,
            types::oid::ANYARRAY => types::info(t).is_some_and(|t| t.is_true_array()),
            _ => arg == t,
        })
}

fn run(call: &str, env: &mut TestEnv) -> Result<String> {
    let (name, rest) = match call.strip_prefix("op:||") {
        Some(rest) => ("op:||", rest),
        None => call.split_once('|').expect("a call has arguments"),
    };
    if name == "in" {
        let (t, value) = rest.split_once('|').expect("input has a type and a text");
        let (t, d) = argument(env, &format!("{t}:{value}"))?;
        return types::output(t, &d, env);
    }
    if name == "cast" {
        let (value, target) = rest.rsplit_once('|').expect("a cast has a target");
        let (source, d) = argument(env, value)?;
        let target = type_of(target);
        let cast =
            CASTS.iter().copied().flatten().find(|c| c.source == source && c.target == target);
        let d = match cast
            .ok_or_else(|| PgError::new(SqlState::INTERNAL_ERROR, "not in a table"))?
            .method
        {
            CastMethod::Function(run) => {
                run(&mut FnCtx { env, arg_types: &[source], ret_type: target }, &[d])?
            }
            CastMethod::InOut => {
                let text = types::output(source, &d, env)?;
                types::input(target, &text, -1, env)?
            }
            CastMethod::Binary => d,
        };
        return types::output(target, &d, env);
    }
    let arguments: Result<Vec<_>> = rest.split('|').map(|a| argument(env, a)).collect();
    let (arg_types, values): (Vec<Oid>, Vec<Datum>) = arguments?.into_iter().unzip();
    let rows = FUNCTIONS.iter().copied().flatten().find_map(|f| match f.run {
        Implementation::Set(run) if f.name == name && f.args == arg_types => Some((run, f)),
        _ => None,
    });
    if let Some((run, f)) = rows {
        return set(run, f, &arg_types, &values, env);
    }
    let name = &*name.replace('¦', "|");
    let (run, ret) = match name.strip_prefix("op:") {
        Some(op) => OPERATORS
            .iter()
            .copied()
            .flatten()
            .find(|o| {
                o.name == op
                    && match arg_types[..] {
                        [right] => o.left == Oid(0) && o.right == right,
                        _ => [o.left, o.right] == arg_types[..],
                    }
            })
            .map(|o| (o.run, o.ret)),
        None => FUNCTIONS.iter().copied().flatten().find_map(|f| match f.run {
            Implementation::Scalar(run) if f.name == name && accepts(f.args, &arg_types) => {
                Some((run, f.ret))
            }
            _ => None,
        }),
    }
    .ok_or_else(|| PgError::new(SqlState::INTERNAL_ERROR, "not in a table"))?;
    let d = run(&mut FnCtx { env, arg_types: &arg_types, ret_type: ret }, &values)?;
    if d.is_null() { Ok("NULL".into()) } else { types::output(ret, &d, env) }
}

/// All rows of a set-returning function in one line.
fn set(
    run: SetFn,
    f: &Builtin,
    arg_types: &[Oid],
    values: &[Datum],
    env: &mut TestEnv,
) -> Result<String> {
    let columns: Vec<Oid> = match f.out {
        [] => vec![f.ret],
        out => out.iter().map(|c| c.1).collect(),
    };
    let mut ctx = FnCtx { env, arg_types, ret_type: f.ret };
    let mut source = run(&mut ctx, values)?;
    let mut rows = Vec::new();
    while let Some(row) = source.next(&mut ctx)? {
        let texts: Result<Vec<String>> = row
            .iter()
            .zip(&columns)
            .map(|(d, &t)| if d.is_null() { Ok("NULL".into()) } else { ctx.env.output(t, d) })
            .collect();
        rows.push(texts?.join(","));
    }
    Ok(if rows.is_empty() { "NONE".into() } else { rows.join("; ") })
}

#[test]
fn calls_give_what_the_server_gives() {
    let mut env = TestEnv(Prng::seed(1));
    let mut wrong = Vec::new();
    for line in include_str!("server_cases.txt").lines() {
        let (call, want) = line.rsplit_once(" => ").expect("a line has a result");
        let got = run(call, &mut env).unwrap_or_else(|e| format!("ERROR: {}", e.message));
        let got = got.replace('\n', "␤");
        if got != want {
            wrong.push(format!("{call}\n  server: {want}\n  here:   {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_function_is_there_twice() {
    let mut seen = std::collections::BTreeSet::new();
    for f in FUNCTIONS.iter().copied().flatten() {
        assert!(seen.insert((f.name, f.args)), "{} {:?}", f.name, f.args);
    }
    let mut seen = std::collections::BTreeSet::new();
    for o in OPERATORS.iter().copied().flatten() {
        assert!(seen.insert((o.name, o.left, o.right)), "{} {} {}", o.left, o.name, o.right);
    }
    let mut seen = std::collections::BTreeSet::new();
    for c in CASTS.iter().copied().flatten() {
        assert!(seen.insert((c.source, c.target)), "{} as {}", c.source, c.target);
    }
}
