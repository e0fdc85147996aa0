//! What the fields of a date or time mean (`DecodeDateTime`, `DecodeTimeOnly` in `datetime.c`).
//!
//! Each field says which parts of a date or time it has, as bits; a part that comes twice is an error. The order of
//! numbers is that of `DateStyle`.

use super::calendar::{
    DAY, Tm, days_in_month, from_julian, take_apart, time_apart, time_of, to_julian,
};
use super::fields::{Field, Kind, split};
use super::numbers::{DateTimeError, Decoded, clock, displacement, fraction, leading, micros};
use super::style::{self, DateOrder};
use super::vocabulary::{Special, Unit, Word};
use super::zone::{self, Abbreviation, NoZone, Zone};
use crate::error::{PgError, SqlState};
use crate::fmgr::Env;

use DateTimeError::{Field as FieldError, Format};

/// Returns the error for a text that is no value of the type named (`DateTimeParseError`).
pub fn report(bad: DateTimeError, text: &str, type_name: &str, env: &dyn Env) -> Box<PgError> {
    let field = format!("date/time field value out of range: \"{text}\"");
    match bad {
        Format => PgError::new(
            SqlState::INVALID_DATETIME_FORMAT,
            format!("invalid input syntax for type {type_name}: \"{text}\""),
        ),
        FieldError => PgError::new(SqlState::DATETIME_FIELD_OVERFLOW, field),
        DateTimeError::MonthDay => PgError::new(SqlState::DATETIME_FIELD_OVERFLOW, field).hint(
            format!("Perhaps you need a different \"{}\" setting.", env.release().date_style),
        ),
        DateTimeError::Displacement => PgError::new(
            SqlState::INVALID_TIME_ZONE_DISPLACEMENT_VALUE,
            format!("time zone displacement out of range: \"{text}\""),
        ),
        DateTimeError::Zone(name) => not_recognized(&name),
        DateTimeError::NotModelled(name) => not_modelled(&name),
        DateTimeError::Rule(error) => error,
    }
}

/// The error of a zone that does not exist.
fn not_recognized(name: &str) -> Box<PgError> {
    PgError::new(SqlState::INVALID_PARAMETER_VALUE, format!("time zone \"{name}\" not recognized"))
}

/// The error of a zone that a server may know.
fn not_modelled(name: &str) -> Box<PgError> {
    PgError::new(SqlState::FEATURE_NOT_SUPPORTED, format!("time zone \"{name}\" is not modelled"))
}

/// A zone by its abbreviation, its name or a POSIX rule (`DecodeTimezoneNameToTz`).
///
/// # Errors
///
/// 22023 for a name that no zone has, 0A000 for a zone that is not modelled.
pub fn zone_named(name: &str) -> crate::error::Result<Zone> {
    match zone::abbreviation_of(&name.to_ascii_lowercase()) {
        Some(Abbreviation::Fixed(west)) => {
            Zone::of_offset(west.into()).ok_or_else(|| not_recognized(name))
        }
        Some(Abbreviation::Dynamic(zone)) => Ok(zone),
        Some(Abbreviation::NotModelled) => Err(not_modelled(name)),
        None => Zone::named(name).map_err(|bad| match bad {
            NoZone::Unknown => not_recognized(name),
            NoZone::NotModelled => not_modelled(name),
        }),
    }
}

/// The parts of a date or time, as bits (`DTK_M`).
const YEAR: u32 = 1;
const MONTH: u32 = 1 << 1;
const DAY_OF_MONTH: u32 = 1 << 2;
const DAY_OF_YEAR: u32 = 1 << 3;
const DAY_OF_WEEK: u32 = 1 << 4;
const HOUR: u32 = 1 << 5;
const MINUTE: u32 = 1 << 6;
const SECOND: u32 = 1 << 7;
const FRACTION: u32 = 1 << 8;
const ZONE: u32 = 1 << 9;
const DAYLIGHT: u32 = 1 << 10;
const DAYLIGHT_WORD: u32 = 1 << 11;
const HALF: u32 = 1 << 12;
const ERA: u32 = 1 << 13;
const RESERVED: u32 = 1 << 14;
const DATE: u32 = YEAR | MONTH | DAY_OF_MONTH;
const TIME: u32 = HOUR | MINUTE | SECOND;

/// A date and time, as its text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// `infinity`.
    Infinity,
    /// `-infinity`.
    MinusInfinity,
    /// `epoch`.
    Epoch,
    /// Its parts, and the offset in seconds west of Greenwich.
    Parts(Tm, i32),
}

/// What has been read of a text.
struct Reader<'e> {
    env: &'e dyn Env,
    order: DateOrder,
    tm: Tm,
    /// The day of the year, if [`DAY_OF_YEAR`] was read.
    day_of_year: i32,
    /// The parts that were read.
    read: u32,
    two_digits: bool,
    named_month: bool,
    julian: bool,
    before_christ: bool,
    /// AM or PM.
    half: Option<bool>,
    /// Seconds west of Greenwich.
    west: i32,
    /// A zone by its name, with the abbreviation if that was written.
    zone: Option<(Zone, Option<String>)>,
    /// The label that the field before was.
    label: Option<Unit>,
    /// Only a time is sought.
    time_only: bool,
}

impl Reader<'_> {
    /// Notes the time of day.
    fn set_time(&mut self, t: &Tm) {
        (self.tm.hour, self.tm.minute) = (t.hour, t.minute);
        (self.tm.second, self.tm.micro) = (t.second, t.micro);
    }

    /// Notes the date of a Julian day.
    fn set_julian(&mut self, day: i32) {
        (self.tm.year, self.tm.month, self.tm.day) = from_julian(day);
    }

    /// Reads a date or a time in digits only (`DecodeNumberField`); `read` are the parts that count as read. Gives the
    /// parts that it has.
    fn run_together(&mut self, text: &str, read: u32) -> Decoded<u32> {
        let (digits, point) = text.split_at(text.find('.').unwrap_or(text.len()));
        let number = |t: &str| t.parse::<i64>().map_err(|_| Format);
        if !point.is_empty() {
            self.tm.micro = micros(point)?;
        } else if read & DATE != DATE && digits.len() >= 6 && digits.is_ascii() {
            let (year, month_day) = digits.split_at(digits.len() - 4);
            self.tm.year = number(year)?.try_into().map_err(|_| FieldError)?;
            self.tm.month = number(&month_day[..2])? as i32;
            self.tm.day = number(&month_day[2..])? as i32;
            self.two_digits |= year.len() == 2;
            return Ok(DATE);
        }
        if read & TIME != TIME && matches!(digits.len(), 4 | 6) && digits.is_ascii() {
            self.tm.hour = number(&digits[..2])?;
            self.tm.minute = number(&digits[2..4])?;
            self.tm.second = if digits.len() == 6 { number(&digits[4..])? } else { 0 };
            return Ok(TIME);
        }
        Err(Format)
    }

    /// Reads a number of a date by the parts that were read before it (`DecodeNumber`), and gives the parts that it
    /// has.
    fn number(&mut self, text: &str, read: u32) -> Decoded<u32> {
        let (value, rest) = leading(text)?;
        let whole = text.len() - rest.len();
        if whole == 0 {
            return Err(Format);
        }
        if rest.starts_with('.') {
            if whole > 2 {
                return self.run_together(text, read | DATE);
            }
            self.tm.micro = micros(rest)?;
        } else if !rest.is_empty() {
            return Err(Format);
        }
        let length = text.len();
        if length == 3 && read & DATE == YEAR && (1..=366).contains(&value) {
            self.day_of_year = value;
            return Ok(DAY_OF_YEAR | MONTH | DAY_OF_MONTH);
        }
        let year_first = length >= 3 || self.order == DateOrder::Ymd;
        let part = match read & DATE {
            0 if year_first => YEAR,
            0 if self.order == DateOrder::Dmy => DAY_OF_MONTH,
            0 | YEAR | DAY_OF_MONTH => MONTH,
            MONTH if self.named_month && year_first => YEAR,
            MONTH => DAY_OF_MONTH,
            m if m == YEAR | MONTH => {
                if self.named_month && length >= 3 && self.two_digits {
                    // The first number was the day.
                    (self.tm.day, self.tm.year, self.two_digits) = (self.tm.year, value, false);
                    return Ok(DAY_OF_MONTH);
                }
                DAY_OF_MONTH
            }
            m if m == MONTH | DAY_OF_MONTH => YEAR,
            DATE => return self.run_together(text, read),
            _ => return Err(Format),
        };
        match part {
            YEAR => (self.tm.year, self.two_digits) = (value, length <= 2),
            MONTH => self.tm.month = value,
            _ => self.tm.day = value,
        }
        Ok(part)
    }

    /// Reads a date with delimiters (`DecodeDate`), and gives the parts that it has.
    fn date(&mut self, text: &str) -> Decoded<u32> {
        let mut parts: Vec<&str> = Vec::new();
        let mut rest = text;
        while !rest.is_empty() && parts.len() < 25 {
            rest = rest.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
            let digits = rest.starts_with(|c: char| c.is_ascii_digit());
            let other = |c: char| {
                if digits { !c.is_ascii_digit() } else { !c.is_ascii_alphabetic() }
            };
            let end = rest.find(other).unwrap_or(rest.len());
            if end == 0 {
                return Err(Format);
            }
            parts.push(&rest[..end]);
            // The character that ends a part is dropped, whatever it is.
            rest = rest.get(end + 1..).unwrap_or("");
        }
        let (mut all, mut named) = (self.read, false);
        let had_name = std::mem::take(&mut self.named_month);
        for part in &parts {
            if !part.starts_with(|c: char| c.is_ascii_alphabetic()) {
                continue;
            }
            match Word::of_date(part) {
                Some(Word::Ignored) => continue,
                Some(Word::Month(month)) if all & MONTH == 0 => self.tm.month = month,
                _ => return Err(Format),
            }
            (all, named) = (all | MONTH, true);
        }
        self.named_month = named;
        for part in parts {
            if part.starts_with(|c: char| c.is_ascii_alphabetic()) {
                if Word::of_date(part) == Some(Word::Ignored) {
                    return Err(Format);
                }
                continue;
            }
            let has = self.number(part, all)?;
            if all & has != 0 {
                return Err(Format);
            }
            all |= has;
        }
        self.named_month = had_name;
        if all & !(DAY_OF_YEAR | ZONE) == DATE { Ok(all & !self.read) } else { Err(Format) }
    }

    /// Makes a year of two digits one of 1970 to 2069, and a year before Christ 0 or less; checks month and day
    /// (`ValidateDate`).
    fn validate(&mut self) -> Decoded<()> {
        let tm = &mut self.tm;
        if self.read & YEAR != 0 && !self.julian {
            if self.two_digits && !self.before_christ {
                tm.year += match tm.year {
                    ..70 => 2000,
                    70..100 => 1900,
                    _ => 0,
                };
            } else if tm.year <= 0 {
                return Err(FieldError);
            } else if self.before_christ {
                tm.year = 1 - tm.year;
            }
        }
        if self.read & DAY_OF_YEAR != 0 {
            let first = to_julian(tm.year, 1, 1);
            (tm.year, tm.month, tm.day) = from_julian(first + self.day_of_year - 1);
        }
        if self.read & MONTH != 0 && !(1..=12).contains(&tm.month)
            || self.read & DAY_OF_MONTH != 0 && !(1..=31).contains(&tm.day)
        {
            return Err(DateTimeError::MonthDay);
        }
        if self.read & DATE == DATE && tm.day > days_in_month(tm.year, tm.month) {
            return Err(FieldError);
        }
        Ok(())
    }

    /// Applies AM or PM.
    fn apply_half(&mut self) -> Decoded<()> {
        match self.half {
            Some(_) if self.tm.hour > 12 => return Err(FieldError),
            Some(true) if self.tm.hour != 12 => self.tm.hour += 12,
            Some(false) if self.tm.hour == 12 => self.tm.hour = 0,
            _ => {}
        }
        Ok(())
    }

    /// Whether the time of day is more than 24 hours (`time_overflows`).
    fn check_time(&self) -> Decoded<()> {
        let tm = &self.tm;
        let fits = tm.hour <= 24 && tm.minute < 60 && tm.second <= 60 && time_of(tm) <= DAY;
        if fits { Ok(()) } else { Err(FieldError) }
    }

    /// The local time of the transaction's start.
    fn now(&self) -> Decoded<Tm> {
        let zone = Zone::session(self.env);
        let now = zone::to_local(&zone, self.env.transaction_timestamp());
        Ok(take_apart(now.map_err(DateTimeError::Rule)?))
    }

    /// Reads a zone's name.
    fn zone_name(&mut self, name: &str, unknown: DateTimeError) -> Decoded<u32> {
        match Zone::named(name) {
            Ok(zone) => self.zone = Some((zone, None)),
            Err(NoZone::NotModelled) => return Err(DateTimeError::NotModelled(name.into())),
            Err(NoZone::Unknown) => return Err(unknown),
        }
        Ok(ZONE)
    }

    /// Reads digits that end in a zone: `040506-07`.
    fn time_and_zone(&mut self, text: &str, read: u32) -> Decoded<u32> {
        if self.read & TIME == TIME {
            return Err(Format);
        }
        let (time, zone) = text.split_at(text.find('-').ok_or(Format)?);
        self.west = displacement(zone)?;
        Ok(self.run_together(time, read)? | ZONE)
    }

    /// Reads the number after a label, and gives the parts that it has.
    fn labelled(&mut self, label: Unit, text: &str) -> Decoded<u32> {
        let (value, rest) = leading(text)?;
        if !(rest.is_empty() || rest.starts_with('.')) {
            return Err(Format);
        }
        let old = self.env.release().labelled_dates && !self.time_only;
        if !rest.is_empty() && !matches!(label, Unit::Julian | Unit::Time | Unit::Second) {
            return Err(Format);
        }
        match label {
            Unit::Julian => {
                self.set_julian(value);
                self.julian = true;
                if rest.is_empty() {
                    return Ok(DATE);
                }
                let time = (fraction(rest)? * DAY as f64) as i64;
                self.set_time(&time_apart(time));
                Ok(DATE | TIME)
            }
            Unit::Time => match self.run_together(text, self.read | DATE)? {
                TIME => Ok(TIME),
                _ => Err(Format),
            },
            Unit::Year if old => {
                self.tm.year = value;
                Ok(YEAR)
            }
            Unit::Month if old && self.read & MONTH != 0 && self.read & HOUR != 0 => {
                self.tm.minute = value.into();
                Ok(MINUTE)
            }
            Unit::Month if old => {
                self.tm.month = value;
                Ok(MONTH)
            }
            Unit::Day if old => {
                self.tm.day = value;
                Ok(DAY_OF_MONTH)
            }
            Unit::Hour if old => {
                self.tm.hour = value.into();
                Ok(HOUR)
            }
            Unit::Minute if old => {
                self.tm.minute = value.into();
                Ok(MINUTE)
            }
            Unit::Second if old => {
                self.tm.second = value.into();
                if rest.is_empty() {
                    return Ok(SECOND);
                }
                self.tm.micro = micros(rest)?;
                Ok(SECOND | FRACTION)
            }
            _ => Err(Format),
        }
    }

    /// Reads a field that is a number.
    fn number_field(&mut self, text: &str, first_of_dates: bool) -> Decoded<u32> {
        if let Some(label) = self.label.take() {
            return self.labelled(label, text);
        }
        let (point, length) = (text.find('.'), text.len());
        if self.time_only {
            let read = self.read | DATE;
            return match point {
                Some(_) if first_of_dates => self.date(text),
                Some(at) if at > 2 => self.run_together(text, read),
                Some(_) => Err(Format),
                None if length > 4 => self.run_together(text, read),
                None => self.number(text, read),
            };
        }
        match point {
            Some(_) if self.read & DATE == 0 => self.date(text),
            Some(at) if at > 2 => self.run_together(text, self.read),
            _ if length >= 6 && (self.read & DATE == 0 || self.read & TIME == 0) => {
                self.run_together(text, self.read)
            }
            _ => self.number(text, self.read),
        }
    }

    /// Reads a field that looks like a date; `accepted`: a date may stand here in a time.
    fn date_field(&mut self, text: &str, accepted: bool) -> Decoded<u32> {
        let digits = text.starts_with(|c: char| c.is_ascii_digit());
        if self.time_only {
            return match (accepted, digits) {
                (true, _) => self.date(text),
                (_, true) => self.time_and_zone(text, self.read | DATE),
                _ => self.zone_name(text, DateTimeError::Zone(text.into())),
            };
        }
        let month_day = MONTH | DAY_OF_MONTH;
        match self.label.take() {
            Some(Unit::Julian) => {
                let (day, zone) = leading(text)?;
                self.set_julian(day);
                self.julian = true;
                self.west = displacement(zone)?;
                Ok(DATE | TIME | ZONE)
            }
            Some(Unit::Time) => self.time_and_zone(text, self.read),
            Some(_) => Err(Format),
            None if self.read & month_day != month_day => self.date(text),
            None if digits => self.time_and_zone(text, self.read),
            None => self.zone_name(text, DateTimeError::Zone(text.into())),
        }
    }

    /// Reads a word; `None` if it says nothing. A special moment is given in place of parts.
    fn word(&mut self, text: &str) -> Decoded<Option<u32>> {
        match zone::abbreviation_of(text) {
            Some(Abbreviation::Fixed(west)) => {
                self.west = west;
                return Ok(Some(ZONE));
            }
            Some(Abbreviation::Dynamic(zone)) => {
                self.zone = Some((zone, Some(text.into())));
                return Ok(Some(ZONE));
            }
            Some(Abbreviation::NotModelled) => {
                return Err(DateTimeError::NotModelled(text.into()));
            }
            None => {}
        }
        Ok(Some(match Word::of_date(text) {
            Some(Word::Ignored) => return Ok(None),
            Some(Word::Special(special)) => self.special(special)?,
            Some(Word::Daylight) => {
                self.west -= 3600;
                DAYLIGHT | DAYLIGHT_WORD
            }
            Some(Word::Half(pm)) => {
                self.half = Some(pm);
                HALF
            }
            Some(Word::Era(before)) => {
                self.before_christ = before;
                ERA
            }
            Some(Word::Month(month)) if !self.time_only => {
                let mut has = MONTH;
                if self.read & MONTH != 0
                    && !self.named_month
                    && self.read & DAY_OF_MONTH == 0
                    && (1..=31).contains(&self.tm.month)
                {
                    (self.tm.day, has) = (self.tm.month, DAY_OF_MONTH);
                }
                (self.named_month, self.tm.month) = (true, month);
                has
            }
            Some(Word::DayOfWeek) if !self.time_only => DAY_OF_WEEK,
            Some(Word::Unit(unit)) => {
                let undated = unit == Unit::Time && !self.time_only && self.read & DATE != DATE;
                if undated || self.label.replace(unit).is_some() {
                    return Err(Format);
                }
                0
            }
            Some(_) => return Err(Format),
            None => self.zone_name(text, Format)?,
        }))
    }

    /// Reads a word that stands for a moment, and gives the parts that it has.
    fn special(&mut self, special: Special) -> Decoded<u32> {
        let days = match special {
            Special::Allballs => {
                self.set_time(&Tm::default());
                self.west = 0;
                return Ok(TIME | ZONE);
            }
            Special::Now => {
                let now = self.now()?;
                if self.time_only {
                    self.set_time(&now);
                    return Ok(TIME);
                }
                let zone = Zone::session(self.env);
                let at = zone.at(self.env.transaction_timestamp()).map_err(DateTimeError::Rule)?;
                (self.tm, self.west) = (now, at.west);
                return Ok(DATE | TIME | ZONE);
            }
            Special::Today => 0,
            Special::Tomorrow => 1,
            Special::Yesterday => -1,
            Special::Epoch | Special::Infinity | Special::MinusInfinity => return Err(Format),
        };
        if self.time_only {
            return Err(Format);
        }
        let now = self.now()?;
        self.set_julian(to_julian(now.year, now.month, now.day) + days);
        Ok(DATE)
    }

    /// The offset of the time that was read, where it was written by its zone's name or not at all.
    fn resolve_zone(&mut self) -> Decoded<()> {
        let bare = self.read & ZONE == 0;
        if (bare || self.zone.is_some()) && self.read & DAYLIGHT_WORD != 0 {
            return Err(Format);
        }
        let mut tm = self.tm;
        let named = self.zone.as_ref().is_some_and(|(_, word)| word.is_none());
        if self.time_only && (bare || self.zone.is_some()) {
            if let Some(west) =
                self.zone.as_ref().filter(|_| named).and_then(|(zone, _)| zone.always())
            {
                self.west = west;
                return Ok(());
            }
            if self.read & DATE == 0 && !named {
                let Tm { year, month, day, .. } = self.now()?;
                tm = Tm { year, month, day, ..self.tm };
            } else if self.read & DATE != DATE {
                return Err(Format);
            }
        }
        let west = match &self.zone {
            Some((zone, Some(word))) => zone.of_abbreviation(word, &tm),
            Some((zone, None)) => zone.of_local(&tm),
            None if bare => Zone::session(self.env).of_local(&tm),
            None => return Ok(()),
        };
        self.west = west.map_err(DateTimeError::Rule)?;
        Ok(())
    }

    /// Reads all fields; gives a moment that a word stands for, if one does.
    fn fields(&mut self, fields: &[Field]) -> Decoded<Option<Moment>> {
        let mut moment = None;
        let last = fields.last().map(|f| f.0);
        for (i, (kind, text)) in fields.iter().enumerate() {
            let dated = i == 0 && fields.len() > 1;
            let has = match kind {
                Kind::Date => {
                    let time_next = fields.get(1).is_some_and(|f| f.0 == Kind::Time);
                    self.date_field(text, dated && (last == Some(Kind::Date) || time_next))?
                }
                Kind::Time => {
                    if self.label.take().is_some_and(|label| label != Unit::Time) {
                        return Err(Format);
                    }
                    let tm = clock(text, false)?;
                    self.set_time(&tm);
                    if !self.time_only {
                        self.check_time()?;
                    }
                    TIME
                }
                Kind::Signed => {
                    self.west = displacement(text)?;
                    ZONE
                }
                Kind::Number => self.number_field(text, dated && last == Some(Kind::Date))?,
                Kind::Word | Kind::SignedWord => {
                    let plus = text.starts_with('+') && self.env.release().labelled_dates;
                    let ends = match Word::of_date(text).filter(|_| !plus) {
                        Some(Word::Special(Special::Infinity)) => Some(Moment::Infinity),
                        Some(Word::Special(Special::MinusInfinity)) => Some(Moment::MinusInfinity),
                        Some(Word::Special(Special::Epoch)) => Some(Moment::Epoch),
                        _ => None,
                    };
                    if ends.is_some() && !self.time_only {
                        moment = ends;
                        // Before 16 a time of day might stand beside it.
                        let alone = !self.env.release().labelled_dates;
                        if alone { DATE | TIME | ZONE } else { RESERVED }
                    } else {
                        match self.word(text)? {
                            Some(has) => has,
                            None => continue,
                        }
                    }
                }
            };
            if has & self.read != 0 {
                return Err(Format);
            }
            self.read |= has;
        }
        if self.label.is_some() { Err(Format) } else { Ok(moment) }
    }
}

/// A reader of a text, and its fields.
fn reader<'e>(text: &str, env: &'e dyn Env, time_only: bool) -> Decoded<(Reader<'e>, Vec<Field>)> {
    let fields = split(text).ok_or(Format)?;
    let reader = Reader {
        env,
        order: style::date_style(env).1,
        tm: Tm::default(),
        day_of_year: 0,
        read: 0,
        two_digits: false,
        named_month: false,
        julian: false,
        before_christ: false,
        half: None,
        west: 0,
        zone: None,
        label: None,
        time_only,
    };
    Ok((reader, fields))
}

/// Reads a date and time (`DecodeDateTime`).
pub fn date_time(text: &str, env: &dyn Env) -> Decoded<Moment> {
    let (mut r, fields) = reader(text, env, false)?;
    if let Some(moment) = r.fields(&fields)? {
        return Ok(moment);
    }
    r.validate()?;
    r.apply_half()?;
    if r.read & DATE != DATE {
        return Err(Format);
    }
    r.resolve_zone()?;
    Ok(Moment::Parts(r.tm, r.west))
}

/// Reads a time of day: microseconds since midnight, and seconds west of Greenwich, those of the session's zone if no
/// zone is written (`DecodeTimeOnly`).
pub fn time_of_day(text: &str, env: &dyn Env) -> Decoded<(i64, i32)> {
    let (mut r, fields) = reader(text, env, true)?;
    r.fields(&fields)?;
    r.validate()?;
    r.apply_half()?;
    r.check_time()?;
    if r.read & TIME != TIME {
        return Err(Format);
    }
    r.resolve_zone()?;
    Ok((time_of(&r.tm), r.west))
}
