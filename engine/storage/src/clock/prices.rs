//! What each kind of work costs, and the file that says so.
//!
//! ```text
//! toastscope prices 1                        the format
//! # PostgreSQL 15.13, AMD EPYC, 2 cores      as many lines of comment as one likes
//! buffer_hit 41.7                            a kind, nanoseconds; every kind once
//! ```

use super::{KINDS, Kind};
use std::fmt;

/// The first line of a file.
const FORMAT: &str = "toastscope prices 1";
/// What `calibrate` found on the machine that it names.
const FITTED: &str = include_str!("prices.txt");

/// Nanoseconds for one of each kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices([f64; KINDS]);

/// What is wrong with a file of prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PricesError {
    /// The first line is not the format's.
    Format,
    /// The line with this number (from 1) is not a name and a number.
    Line(usize),
    /// The line's price is below zero, or no finite number.
    Price(usize),
    /// The line names a kind that there is none of.
    Unknown(usize, String),
    /// The line names a kind again.
    Twice(usize, String),
    /// A kind has no line.
    Missing(&'static str),
}

impl fmt::Display for PricesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PricesError::Format => write!(f, "the first line is not \"{FORMAT}\""),
            PricesError::Line(n) => write!(f, "line {n} is not a name and a number"),
            PricesError::Price(n) => write!(f, "line {n}: a price is a number from zero up"),
            PricesError::Unknown(n, name) => write!(f, "line {n}: nothing is called \"{name}\""),
            PricesError::Twice(n, name) => write!(f, "line {n}: \"{name}\" has a price already"),
            PricesError::Missing(name) => write!(f, "\"{name}\" has no price"),
        }
    }
}

impl std::error::Error for PricesError {}

impl Prices {
    /// Parses a file of prices.
    ///
    /// # Errors
    ///
    /// The first fault of the file.
    pub fn parse(text: &str) -> Result<Prices, PricesError> {
        let mut lines = text.lines().zip(1..);
        if lines.next().map(|(first, _)| first.trim()) != Some(FORMAT) {
            return Err(PricesError::Format);
        }
        let mut found = [None; KINDS];
        for (line, number) in lines {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, price) = line.split_once(' ').ok_or(PricesError::Line(number))?;
            let price: f64 = price.trim().parse().map_err(|_| PricesError::Line(number))?;
            if !(price.is_finite() && price >= 0.0) {
                return Err(PricesError::Price(number));
            }
            let Some(kind) = Kind::ALL.iter().position(|k| k.name() == name) else {
                return Err(PricesError::Unknown(number, name.to_owned()));
            };
            if found[kind].replace(price).is_some() {
                return Err(PricesError::Twice(number, name.to_owned()));
            }
        }
        let mut prices = [0.0; KINDS];
        for ((price, found), kind) in prices.iter_mut().zip(found).zip(Kind::ALL) {
            *price = found.ok_or(PricesError::Missing(kind.name()))?;
        }
        Ok(Prices(prices))
    }

    /// Prices in the order of [`Kind::ALL`], in nanoseconds.
    pub fn new(nanoseconds: [f64; KINDS]) -> Prices {
        Prices(nanoseconds)
    }

    /// The prices in nanoseconds, in the order of [`Kind::ALL`].
    pub fn nanoseconds(&self) -> &[f64; KINDS] {
        &self.0
    }

    /// The price of one operation of a kind, in nanoseconds.
    pub fn of(&self, kind: Kind) -> f64 {
        self.0[kind as usize]
    }

    /// The file of prices, with `about` as comments at its head.
    pub fn to_text(&self, about: &[String]) -> String {
        let mut text = format!("{FORMAT}\n");
        about.iter().for_each(|line| text.push_str(&format!("# {line}\n")));
        for (kind, price) in Kind::ALL.iter().zip(self.0) {
            text.push_str(&format!("{} {price}\n", kind.name()));
        }
        text
    }
}

impl Default for Prices {
    /// The fitted prices (`prices.txt`).
    fn default() -> Prices {
        match Prices::parse(FITTED) {
            Ok(prices) => prices,
            Err(why) => panic!("the prices that the engine was built with: {why}"),
        }
    }
}
