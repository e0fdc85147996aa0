//! The expression of `\set NAME EXPRESSION` (`exprparse.y`): numbers, variables, `+ - * / %` and
//! functions.
//!
//! Whole numbers are 64 bits wide and stay whole; with a fraction among them a result is a double.
//! Conditions, CASE, bit operators and the hash functions are refused as not modelled.

use super::random;
use storage::types::random::Prng;

/// A value: pgbench's `PGBT_INT` and `PGBT_DOUBLE`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A double.
    Double(f64),
}

impl Value {
    /// The value as a double.
    fn double(self) -> f64 {
        match self {
            Value::Int(i) => i as f64,
            Value::Double(d) => d,
        }
    }
    /// The value as a whole number; a double is rounded (`coerceToInt`).
    fn int(self) -> Result<i64, String> {
        match self {
            Value::Int(i) => Ok(i),
            Value::Double(d) if d.round().abs() < 9.2e18 => Ok(d.round_ties_even() as i64),
            Value::Double(_) => Err("double to int overflow".to_string()),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Int(i) => write!(f, "{i}"),
            // As `%.15g`: what a double keeps of any decimal number.
            Value::Double(d) => write!(f, "{}", format!("{d:.14e}").parse().unwrap_or(*d)),
        }
    }
}

/// A number as a pgbench script or the option `-D` writes it.
pub fn number(text: &str) -> Option<Value> {
    let int = text.parse().ok().map(Value::Int);
    int.or_else(|| text.parse().ok().filter(|d: &f64| d.is_finite()).map(Value::Double))
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(Value),
    Variable(String),
    Name(String),
    Sign(char),
}

/// Cuts the expression into numbers, variables, names and signs.
fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |from: &str| {
            from.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(from.len())
        };
        let length;
        if first.is_ascii_digit() || first == '.' {
            length = rest
                .char_indices()
                .find(|&(at, c)| {
                    let exponent = at > 0 && matches!(rest.as_bytes()[at - 1], b'e' | b'E');
                    !(c.is_ascii_digit()
                        || matches!(c, '.' | 'e' | 'E')
                        || exponent && matches!(c, '+' | '-'))
                })
                .map_or(rest.len(), |(at, _)| at);
            let read = number(&rest[..length]);
            found.push(Token::Number(read.ok_or_else(|| unexpected(&rest[..length]))?));
        } else if first == ':' && word(&rest[1..]) > 0 {
            length = 1 + word(&rest[1..]);
            found.push(Token::Variable(rest[1..length].to_string()));
        } else if first.is_ascii_alphabetic() || first == '_' {
            length = word(rest);
            found.push(Token::Name(rest[..length].to_ascii_lowercase()));
        } else if "+-*/%(),".contains(first) {
            length = 1;
            found.push(Token::Sign(first));
        } else {
            return Err(unexpected(&first.to_string()));
        }
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// The error of what the grammar does not know.
fn unexpected(what: &str) -> String {
    format!("\"{what}\" in an expression is not modelled, or no expression")
}

/// Functions and how many arguments each takes at least and at most.
const FUNCTIONS: [(&str, usize, usize); 17] = [
    ("abs", 1, 1),
    ("double", 1, 1),
    ("exp", 1, 1),
    ("greatest", 1, 99),
    ("int", 1, 1),
    ("least", 1, 99),
    ("ln", 1, 1),
    ("mod", 2, 2),
    ("pi", 0, 0),
    ("pow", 2, 2),
    ("power", 2, 2),
    ("random", 2, 2),
    ("random_exponential", 3, 3),
    ("random_gaussian", 3, 3),
    ("random_zipfian", 3, 3),
    ("sqrt", 1, 1),
    ("debug", 1, 1),
];

/// An expression, read.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A value as it is written.
    Constant(Value),
    /// A variable's value: `:name`.
    Variable(String),
    /// One of `+ - * / %` between two.
    Operator(char, Box<Expression>, Box<Expression>),
    /// A function of some arguments.
    Function(&'static str, Vec<Expression>),
}

impl Expression {
    /// Parses an expression of pgbench's `\set`.
    ///
    /// # Errors
    /// A sentence that names what is not understood.
    pub fn parse(text: &str) -> Result<Expression, String> {
        let mut parser = Parser { tokens: tokens(text)?, at: 0 };
        let read = parser.sum()?;
        match parser.tokens.get(parser.at) {
            None => Ok(read),
            Some(token) => Err(unexpected(&token.to_string())),
        }
    }

    /// Evaluates the expression; `look` gives the value of a variable.
    ///
    /// # Errors
    /// pgbench's own sentences: a variable that is not there, a division by zero, an overflow.
    pub fn value(
        &self,
        look: &dyn Fn(&str) -> Option<Value>,
        prng: &mut Prng,
    ) -> Result<Value, String> {
        match self {
            Expression::Constant(value) => Ok(*value),
            Expression::Variable(name) => {
                look(name).ok_or_else(|| format!("undefined variable \"{name}\""))
            }
            Expression::Operator(sign, left, right) => {
                operate(*sign, left.value(look, prng)?, right.value(look, prng)?)
            }
            Expression::Function(name, arguments) => {
                let values: Result<Vec<Value>, String> =
                    arguments.iter().map(|a| a.value(look, prng)).collect();
                call(name, &values?, prng)
            }
        }
    }
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Token::Number(n) => write!(f, "{n}"),
            Token::Variable(v) => write!(f, ":{v}"),
            Token::Name(n) => write!(f, "{n}"),
            Token::Sign(c) => write!(f, "{c}"),
        }
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    /// Takes the next token if it is one of these signs.
    fn sign(&mut self, among: &str) -> Option<char> {
        match self.tokens.get(self.at) {
            Some(Token::Sign(c)) if among.contains(*c) => {
                self.at += 1;
                Some(*c)
            }
            _ => None,
        }
    }

    /// Takes this sign, or fails.
    fn must(&mut self, sign: char) -> Result<(), String> {
        self.sign(&sign.to_string()).map(drop).ok_or_else(|| format!("\"{sign}\" is missing"))
    }

    /// Reads products with `+` and `-` between them.
    fn sum(&mut self) -> Result<Expression, String> {
        let mut left = self.product()?;
        while let Some(sign) = self.sign("+-") {
            left = Expression::Operator(sign, Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    /// Reads factors with `*`, `/` and `%` between them.
    fn product(&mut self) -> Result<Expression, String> {
        let mut left = self.factor()?;
        while let Some(sign) = self.sign("*/%") {
            left = Expression::Operator(sign, Box::new(left), Box::new(self.factor()?));
        }
        Ok(left)
    }

    /// Reads a number, a variable, a call, or one of these after a sign or in parentheses.
    fn factor(&mut self) -> Result<Expression, String> {
        if let Some(sign) = self.sign("+-") {
            let zero = Box::new(Expression::Constant(Value::Int(0)));
            return Ok(Expression::Operator(sign, zero, Box::new(self.factor()?)));
        }
        if self.sign("(").is_some() {
            let within = self.sum()?;
            self.must(')')?;
            return Ok(within);
        }
        let token = self.tokens.get(self.at).cloned().ok_or("an expression is missing")?;
        self.at += 1;
        match token {
            Token::Number(value) => Ok(Expression::Constant(value)),
            Token::Variable(name) => Ok(Expression::Variable(name)),
            Token::Name(name) => self.function(&name),
            Token::Sign(sign) => Err(unexpected(&sign.to_string())),
        }
    }

    /// Reads a call of the function `name`: its arguments in parentheses; an error for an unknown name or a wrong number of
    /// arguments.
    fn function(&mut self, name: &str) -> Result<Expression, String> {
        let known = FUNCTIONS.iter().find(|(known, ..)| *known == name);
        let &(name, least, most) = known.ok_or_else(|| unexpected(name))?;
        self.must('(')?;
        let mut arguments = Vec::new();
        while self.sign(")").is_none() {
            if !arguments.is_empty() {
                self.must(',')?;
            }
            arguments.push(self.sum()?);
        }
        if !(least..=most).contains(&arguments.len()) {
            return Err(format!("unexpected number of arguments ({name})"));
        }
        Ok(Expression::Function(name, arguments))
    }
}

/// Computes an operator on two values.
fn operate(sign: char, left: Value, right: Value) -> Result<Value, String> {
    let range = || "bigint out of range".to_string();
    if let (Value::Int(a), Value::Int(b)) = (left, right) {
        let done = match sign {
            '+' => a.checked_add(b),
            '-' => a.checked_sub(b),
            '*' => a.checked_mul(b),
            _ if b == 0 => return Err("division by zero".to_string()),
            '/' => a.checked_div(b),
            _ => Some(a.wrapping_rem(b)),
        };
        return done.map(Value::Int).ok_or_else(range);
    }
    let (a, b) = (left.double(), right.double());
    Ok(match sign {
        '+' => Value::Double(a + b),
        '-' => Value::Double(a - b),
        '*' => Value::Double(a * b),
        '/' => Value::Double(a / b),
        _ => return operate('%', Value::Int(left.int()?), Value::Int(right.int()?)),
    })
}

/// Computes a function; those of random numbers draw from `prng`.
fn call(name: &str, values: &[Value], prng: &mut Prng) -> Result<Value, String> {
    let double = |at: usize| values[at].double();
    Ok(match name {
        "abs" => match values[0] {
            Value::Int(i) => Value::Int(i.checked_abs().ok_or("bigint out of range")?),
            Value::Double(d) => Value::Double(d.abs()),
        },
        "debug" => values[0],
        "double" => Value::Double(double(0)),
        "exp" => Value::Double(double(0).exp()),
        "int" => Value::Int(values[0].int()?),
        "ln" => Value::Double(double(0).ln()),
        "mod" => return operate('%', Value::Int(values[0].int()?), Value::Int(values[1].int()?)),
        "pi" => Value::Double(std::f64::consts::PI),
        "pow" | "power" => Value::Double(double(0).powf(double(1))),
        "sqrt" => Value::Double(double(0).sqrt()),
        "greatest" => pick(values, |new, best| new > best),
        "least" => pick(values, |new, best| new < best),
        _ => return draw(name, values, prng),
    })
}

/// The greatest or the least of the values, as `better` compares them; a double as soon as one of
/// them is a double.
fn pick(values: &[Value], better: impl Fn(f64, f64) -> bool) -> Value {
    let mut best = values[0];
    for value in &values[1..] {
        if better(value.double(), best.double()) {
            best = *value;
        }
    }
    let whole = values.iter().all(|v| matches!(v, Value::Int(_)));
    if whole { best } else { Value::Double(best.double()) }
}

/// Draws a random number with one of the functions `random`, `random_gaussian`, `random_zipfian`
/// and `random_exponential`.
fn draw(name: &str, values: &[Value], prng: &mut Prng) -> Result<Value, String> {
    let (min, max) = (values[0].int()?, values[1].int()?);
    if min > max {
        return Err("empty range given to random".to_string());
    }
    if max.checked_sub(min).and_then(|d| d.checked_add(1)).is_none() {
        return Err("random range is too large".to_string());
    }
    let parameter = values.get(2).map_or(0.0, |v| v.double());
    let drawn = match name {
        "random_gaussian" if parameter < 2.0 => {
            return Err(format!("gaussian parameter must be at least 2.0 (not {parameter:.6})"));
        }
        "random_zipfian" if !(1.001..=1000.0).contains(&parameter) => {
            return Err(format!(
                "zipfian parameter must be in range [1.001, 1000] (not {parameter:.6})"
            ));
        }
        "random_exponential" if parameter <= 0.0 => {
            return Err(format!(
                "exponential parameter must be greater than zero (not {parameter:.6})"
            ));
        }
        "random_gaussian" => random::gaussian(prng, min, max, parameter),
        "random_zipfian" => random::zipfian(prng, min, max, parameter),
        "random_exponential" => random::exponential(prng, min, max, parameter),
        _ => random::uniform(prng, min, max),
    };
    Ok(Value::Int(drawn))
}
