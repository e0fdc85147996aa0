//! The words of dates and of intervals (`datetktbl` and `deltatktbl` in `datetime.c`).
//!
//! A word counts up to its tenth letter (`TOKMAXLEN`): `milliseconds` is known as `millisecon`.

/// Words that stand for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// The word `infinity`: later than all others.
    Infinity,
    /// The word `-infinity`: earlier than all others.
    MinusInfinity,
    /// `epoch`: 1970-01-01 00:00:00+00.
    Epoch,
    /// `now`: the transaction's start.
    Now,
    /// `today`: midnight of the day.
    Today,
    /// `tomorrow`: the midnight after it.
    Tomorrow,
    /// `yesterday`: the midnight before it.
    Yesterday,
    /// `allballs`: midnight in Greenwich.
    Allballs,
}

/// Units of time; those of a date are also labels of its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A millionth of a second.
    Microsecond,
    /// A thousandth of a second.
    Millisecond,
    /// A second.
    Second,
    /// A minute.
    Minute,
    /// An hour.
    Hour,
    /// A day.
    Day,
    /// Seven days.
    Week,
    /// A month.
    Month,
    /// Three months: known, but no field of an interval.
    Quarter,
    /// A year.
    Year,
    /// Ten years.
    Decade,
    /// A hundred years.
    Century,
    /// A thousand years.
    Millennium,
    /// The label of a Julian day.
    Julian,
    /// The label `t` of a time.
    Time,
    /// A unit that no field has.
    Other,
}

/// What a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Nothing: `at`, `on`, `@`.
    Ignored,
    /// A moment.
    Special(Special),
    /// A month, from 1.
    Month(i32),
    /// A day of the week.
    DayOfWeek,
    /// PM or AM: whether it is PM.
    Half(bool),
    /// BC or AD: whether it is BC.
    Era(bool),
    /// `dst`: an hour of daylight saving.
    Daylight,
    /// A unit, which labels the field that follows, or that is before it in an interval.
    Unit(Unit),
    /// `ago`: the interval is negated.
    Ago,
}

/// The letters of a word that count.
fn significant(word: &str) -> &str {
    word.get(..10).unwrap_or(word)
}

impl Word {
    /// The meaning of a word, in small letters, in a date or time (`DecodeSpecial`); `None` if it has none.
    pub fn of_date(word: &str) -> Option<Word> {
        use Special::*;
        Some(match significant(word) {
            "+infinity" | "infinity" => Word::Special(Infinity),
            "-infinity" => Word::Special(MinusInfinity),
            "allballs" => Word::Special(Allballs),
            "epoch" => Word::Special(Epoch),
            "now" => Word::Special(Now),
            "today" => Word::Special(Today),
            "tomorrow" => Word::Special(Tomorrow),
            "yesterday" => Word::Special(Yesterday),
            "ad" => Word::Era(false),
            "bc" => Word::Era(true),
            "am" => Word::Half(false),
            "pm" => Word::Half(true),
            "at" | "on" => Word::Ignored,
            "dst" => Word::Daylight,
            "jan" | "january" => Word::Month(1),
            "feb" | "february" => Word::Month(2),
            "mar" | "march" => Word::Month(3),
            "apr" | "april" => Word::Month(4),
            "may" => Word::Month(5),
            "jun" | "june" => Word::Month(6),
            "jul" | "july" => Word::Month(7),
            "aug" | "august" => Word::Month(8),
            "sep" | "sept" | "september" => Word::Month(9),
            "oct" | "october" => Word::Month(10),
            "nov" | "november" => Word::Month(11),
            "dec" | "december" => Word::Month(12),
            "mon" | "monday" | "tue" | "tues" | "tuesday" | "wed" | "weds" | "wednesday"
            | "thu" | "thur" | "thurs" | "thursday" | "fri" | "friday" | "sat" | "saturday"
            | "sun" | "sunday" => Word::DayOfWeek,
            "d" => Word::Unit(Unit::Day),
            "h" => Word::Unit(Unit::Hour),
            "m" => Word::Unit(Unit::Month),
            "mm" => Word::Unit(Unit::Minute),
            "s" => Word::Unit(Unit::Second),
            "y" => Word::Unit(Unit::Year),
            "j" | "jd" | "julian" => Word::Unit(Unit::Julian),
            "t" => Word::Unit(Unit::Time),
            "dow" | "doy" | "isodow" | "isoyear" => Word::Unit(Unit::Other),
            _ => return None,
        })
    }

    /// The meaning of a word, in small letters, in an interval (`DecodeUnits`); `None` if it has none.
    pub fn of_interval(word: &str) -> Option<Word> {
        Some(Word::Unit(match significant(word) {
            "@" => return Some(Word::Ignored),
            "ago" => return Some(Word::Ago),
            "us" | "usec" | "usecs" | "useconds" | "microsecon" => Unit::Microsecond,
            "ms" | "msec" | "msecs" | "mseconds" | "millisecon" => Unit::Millisecond,
            "s" | "sec" | "secs" | "second" | "seconds" => Unit::Second,
            "m" | "min" | "mins" | "minute" | "minutes" => Unit::Minute,
            "h" | "hr" | "hrs" | "hour" | "hours" => Unit::Hour,
            "d" | "day" | "days" => Unit::Day,
            "w" | "week" | "weeks" => Unit::Week,
            "mon" | "mons" | "month" | "months" => Unit::Month,
            "qtr" | "quarter" => Unit::Quarter,
            "y" | "yr" | "yrs" | "year" | "years" => Unit::Year,
            "dec" | "decs" | "decade" | "decades" => Unit::Decade,
            "c" | "cent" | "century" | "centuries" => Unit::Century,
            "mil" | "mils" | "millennia" | "millennium" => Unit::Millennium,
            "timezone" | "timezone_h" | "timezone_m" => Unit::Other,
            _ => return None,
        }))
    }
}
