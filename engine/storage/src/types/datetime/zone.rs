//! Time zones: fixed offsets, POSIX rules, and a table of names (`src/timezone/localtime.c`).
//!
//! A zone here has one rule, and the year from which the rule holds: the history before it is refused. POSIX writes a
//! rule with the offset west of Greenwich:
//!
//! ```text
//! EST5EDT,M3.2.0,M11.1.0        5 hours west; EDT from March's 2nd Sunday, 2:00, to November's 1st
//! <+0545>-5:45                  5:45 hours east, called +0545, without daylight saving
//! ```

use super::calendar::{
    EPOCH_JDATE, SEC, Tm, day_of_week, days_in_month, from_julian, is_leap, time_of, to_julian,
};
use crate::err;
use crate::error::Result;
use crate::fmgr::Env;
use std::borrow::Cow;

/// The zones that are known by name, a rule a line: the rule, the first year it holds for all the names after it, and
/// the names. A rule `-` is not modelled.
const NAMES: &str = "\
UTC0 0 UTC Etc/UTC UCT Etc/UCT Zulu Etc/Zulu Universal Etc/Universal
GMT0 0 GMT Etc/GMT Greenwich Etc/Greenwich GMT0 Etc/GMT0 GMT+0 Etc/GMT+0 GMT-0 Etc/GMT-0
EST5EDT,M3.2.0,M11.1.0 2007 America/New_York America/Toronto America/Detroit US/Eastern EST5EDT
CST6CDT,M3.2.0,M11.1.0 2007 America/Chicago America/Winnipeg US/Central CST6CDT
MST7MDT,M3.2.0,M11.1.0 2007 America/Denver US/Mountain MST7MDT
PST8PDT,M3.2.0,M11.1.0 2007 America/Los_Angeles America/Vancouver US/Pacific PST8PDT
NST3:30NDT,M3.2.0,M11.1.0 2012 America/St_Johns
MST7 1970 America/Phoenix
EST5 1970 America/Panama
HST10 1970 Pacific/Honolulu
<-03>3 2020 America/Sao_Paulo America/Argentina/Buenos_Aires
GMT0BST,M3.5.0/1,M10.5.0 1996 Europe/London GB
WET0WEST,M3.5.0/1,M10.5.0 1997 Europe/Lisbon
CET-1CEST,M3.5.0,M10.5.0/3 1996 Europe/Berlin Europe/Paris Europe/Madrid Europe/Rome \
Europe/Amsterdam Europe/Brussels Europe/Vienna Europe/Zurich Europe/Prague Europe/Warsaw \
Europe/Stockholm Europe/Oslo Europe/Copenhagen Europe/Budapest Europe/Belgrade
EET-2EEST,M3.5.0/3,M10.5.0/4 1997 Europe/Athens Europe/Helsinki Europe/Kiev Europe/Sofia
MSK-3 2015 Europe/Moscow
<+03>-3 2017 Europe/Istanbul
EAT-3 1970 Africa/Nairobi
SAST-2 1970 Africa/Johannesburg
<+04>-4 1970 Asia/Dubai
IST-5:30 1970 Asia/Kolkata Asia/Calcutta
<+0545>-5:45 1987 Asia/Kathmandu Asia/Katmandu
<+07>-7 1976 Asia/Bangkok
<+08>-8 1982 Asia/Singapore
CST-8 1992 Asia/Shanghai Asia/Taipei
HKT-8 1980 Asia/Hong_Kong
JST-9 1970 Asia/Tokyo Japan
KST-9 1989 Asia/Seoul
AWST-8 2010 Australia/Perth
ACST-9:30 1970 Australia/Darwin
AEST-10 1995 Australia/Brisbane
ACST-9:30ACDT,M10.1.0,M4.1.0/3 2008 Australia/Adelaide
AEST-10AEDT,M10.1.0,M4.1.0/3 2008 Australia/Sydney Australia/Melbourne
NZST-12NZDT,M9.5.0,M4.1.0/3 2008 Pacific/Auckland NZ
<+1245>-12:45<+1345>,M9.5.0/2:45,M4.1.0/3:45 2008 Pacific/Chatham
- 0 CET EET MET WET Cuba Egypt Eire GB-Eire Hongkong Iceland Iran Israel Jamaica Kwajalein Libya \
Navajo NZ-CHAT Poland Portugal PRC ROC ROK Singapore Turkey W-SU Africa/ America/ Antarctica/ \
Arctic/ Asia/ Atlantic/ Australia/ Brazil/ Canada/ Chile/ Etc/ Europe/ Indian/ Mexico/ Pacific/ US/";

/// The year from which POSIX rules hold that a name of two abbreviations stands for (`TZDEFRULESTRING`).
const SINCE_DEFAULT_RULE: i32 = 2007;

/// What clocks in a zone show during a part of the year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Seconds west of Greenwich.
    pub west: i32,
    /// What this time is called: `EST`.
    pub abbreviation: Cow<'static, str>,
}

/// When a rule changes the clocks (`struct rule`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Date {
    /// `Jn`: the day of the year from 1, without February's 29th.
    Julian(i32),
    /// `n`: the day of the year from 0.
    DayOfYear(i32),
    /// `Mm.w.d`: the month, which week, the day of the week.
    Week(i32, i32, i32),
}

/// A day, and seconds after its midnight by the clocks until then.
type Change = (Date, i32);

/// A time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// What `SHOW timezone` prints.
    pub name: Cow<'static, str>,
    standard: Local,
    daylight: Option<(Local, Change, Change)>,
    /// The first year the rule holds; `None` for zones that always had it.
    since: Option<i32>,
}

/// Why there is no zone of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoZone {
    /// No zone is called so.
    Unknown,
    /// A server knows it, perhaps.
    NotModelled,
}

/// What an abbreviation stands for.
pub enum Abbreviation {
    /// Seconds west of Greenwich.
    Fixed(i32),
    /// What clocks in the zone showed under this name.
    Dynamic(Zone),
    /// It is not modelled.
    NotModelled,
}

/// The rest of a text, and what its beginning says; `None` if that is not what was sought.
type Read<'a, T> = Option<(&'a str, T)>;

/// Reads a number of up to `most` from the start of a text (`getnum`).
fn number(text: &str, most: i32) -> Read<'_, i32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let value = text[..end].parse().ok().filter(|n| *n <= most)?;
    Some((&text[end..], value))
}

/// Reads `[-]hh[:mm[:ss]]` as seconds (`getoffset`).
fn offset(text: &str) -> Read<'_, i32> {
    let (unsigned, sign) = match text.as_bytes().first()? {
        b'-' => (&text[1..], -1),
        b'+' => (&text[1..], 1),
        _ => (text, 1),
    };
    let (mut rest, hours) = number(unsigned, 167)?;
    let mut seconds = hours * 3600;
    for unit in [60, 1] {
        let Some(more) = rest.strip_prefix(':') else { break };
        let (after, value) = number(more, if unit == 1 { 60 } else { 59 })?;
        (rest, seconds) = (after, seconds + value * unit);
    }
    Some((rest, sign * seconds))
}

/// Reads an abbreviation, `EST` or `<+0530>` (`getzname`, `getqzname`).
fn abbreviation(text: &str) -> Read<'_, String> {
    if let Some(quoted) = text.strip_prefix('<') {
        let (name, rest) = quoted.split_once('>')?;
        return Some((rest, name.to_string()));
    }
    let ends = |c: char| c.is_ascii_digit() || matches!(c, ',' | '-' | '+');
    let end = text.find(ends).unwrap_or(text.len());
    Some((&text[end..], text[..end].to_string()))
}

/// Reads when clocks are changed: `M3.2.0/2` (`getrule`).
fn change(text: &str) -> Read<'_, Change> {
    let (rest, date) = if let Some(day) = text.strip_prefix('J') {
        let (rest, day) = number(day, 365)?;
        (rest, Date::Julian(day))
    } else if let Some(month) = text.strip_prefix('M') {
        let (rest, month) = number(month, 12)?;
        let (rest, week) = number(rest.strip_prefix('.')?, 5)?;
        let (rest, day) = number(rest.strip_prefix('.')?, 6)?;
        (rest, (month > 0 && week > 0).then_some(Date::Week(month, week, day))?)
    } else {
        let (rest, day) = number(text, 365)?;
        (rest, Date::DayOfYear(day))
    };
    match rest.strip_prefix('/') {
        Some(time) => offset(time).map(|(rest, time)| (rest, (date, time))),
        None => Some((rest, (date, 7200))),
    }
}

/// The moment of a change in a year, in seconds since 2000 by the clocks until then (`transtime`).
fn moment_of(year: i32, (date, time): Change) -> i64 {
    let day = match date {
        Date::DayOfYear(n) => to_julian(year, 1, 1) + n,
        Date::Julian(n) => to_julian(year, 1, 1) + n - i32::from(n < 60 || !is_leap(year)),
        Date::Week(month, week, day) => {
            let first = to_julian(year, month, 1);
            let nearest = (day - day_of_week(first)).rem_euclid(7) + (week - 1) * 7;
            first + if nearest < days_in_month(year, month) { nearest } else { nearest - 7 }
        }
    };
    i64::from(day - EPOCH_JDATE) * 86400 + i64::from(time)
}

/// The year of a moment in seconds since 2000.
fn year_of(seconds: i64) -> i32 {
    from_julian((seconds.div_euclid(86400) as i32).wrapping_add(EPOCH_JDATE)).0
}

impl Zone {
    /// A zone with one offset, always.
    fn fixed(name: String, west: i32, abbreviation: String) -> Zone {
        let standard = Local { west, abbreviation: Cow::Owned(abbreviation) };
        Zone { name: Cow::Owned(name), standard, daylight: None, since: None }
    }

    /// The zone `Etc/UTC`.
    pub fn utc() -> Zone {
        let standard = Local { west: 0, abbreviation: Cow::Borrowed("UTC") };
        Zone { name: Cow::Borrowed("Etc/UTC"), standard, daylight: None, since: None }
    }

    /// The zone that is so many seconds west of Greenwich, and is called by its offset: `<+05:30>-05:30`; `None`
    /// farther than a week (`pg_tzset_offset`).
    pub fn of_offset(west: i64) -> Option<Zone> {
        let ahead = west.abs();
        let mut shown = format!("{:02}", ahead / 3600);
        for (unit, left) in [(60, ahead % 3600), (1, ahead % 60)] {
            if left != 0 {
                shown.push_str(&format!(":{:02}", left / unit));
            }
        }
        let (east, sign) = if west > 0 { ('-', '+') } else { ('+', '-') };
        let name = format!("<{east}{shown}>{sign}{shown}");
        (ahead <= 167 * 3600 + 3599)
            .then(|| Zone::fixed(name, west as i32, format!("{east}{shown}")))
    }

    /// The zone of a POSIX rule; `None` if the text is none (`tzparse`).
    fn posix(text: &str) -> Option<Zone> {
        let (rest, name) = abbreviation(text)?;
        let (rest, west) = offset(rest)?;
        let mut zone = Zone::fixed(text.to_string(), west, name);
        if rest.is_empty() {
            return Some(zone);
        }
        let (rest, name) = abbreviation(rest)?;
        let (rest, west) = match rest.as_bytes().first() {
            None | Some(b',' | b';') => (rest, west - 3600),
            _ => offset(rest)?,
        };
        let rules = if rest.is_empty() {
            zone.since = Some(SINCE_DEFAULT_RULE);
            ",M3.2.0,M11.1.0"
        } else {
            rest
        };
        let (rest, begins) = change(rules.get(1..)?)?;
        let (rest, ends) = change(rest.strip_prefix(',')?)?;
        if name.is_empty() || !rest.is_empty() {
            return None;
        }
        zone.daylight = Some((Local { west, abbreviation: Cow::Owned(name) }, begins, ends));
        Some(zone)
    }

    /// The zones `Etc/GMT+5`, whose sign is that of POSIX, and which are called `-05`; `None` for another name.
    fn of_etc(name: &str) -> Option<Zone> {
        let (area, signed) = (name.get(..7)?, name.get(7..)?);
        let hours: i32 = signed.strip_prefix(['+', '-'])?.parse().ok()?;
        let behind = signed.starts_with('+');
        let most = if behind { 12 } else { 14 };
        if !area.eq_ignore_ascii_case("Etc/GMT") || !(1..=most).contains(&hours) {
            return None;
        }
        let (west, sign) = if behind { (hours, '-') } else { (-hours, '+') };
        let name = format!("Etc/GMT{signed}");
        Some(Zone::fixed(name, west * 3600, format!("{sign}{hours:02}")))
    }

    /// The zone of a name, whatever its case, or of a POSIX rule (`pg_tzset`).
    pub fn named(name: &str) -> std::result::Result<Zone, NoZone> {
        if let Some(zone) = Zone::of_etc(name) {
            return Ok(zone);
        }
        for line in NAMES.lines() {
            let mut words = line.split(' ');
            let (rule, since) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            for known in words {
                let area = known.ends_with('/') && name.len() > known.len();
                let begins = |n: &str| n.eq_ignore_ascii_case(known);
                if !(begins(name) || area && name.get(..known.len()).is_some_and(begins)) {
                    continue;
                }
                let mut zone = Zone::posix(rule).ok_or(NoZone::NotModelled)?;
                zone.name = Cow::Borrowed(known);
                zone.since = since.parse().ok().filter(|year| *year > 0);
                return Ok(zone);
            }
        }
        Zone::posix(&name.to_ascii_uppercase()).ok_or(NoZone::Unknown)
    }

    /// The session's zone (`session_timezone`).
    pub fn session(env: &dyn Env) -> Zone {
        match env.changed_setting("TimeZone") {
            Some(name) => Zone::named(name).unwrap_or_else(|_| Zone::utc()),
            None => Zone::utc(),
        }
    }

    /// Whether the zone never had another offset (`pg_get_timezone_offset`).
    pub fn always(&self) -> Option<i32> {
        (self.since.is_none() && self.daylight.is_none()).then_some(self.standard.west)
    }

    /// The changes of a year, to daylight saving and from it, in seconds since 2000 in UTC.
    fn changes(&self, year: i32) -> Option<(i64, i64)> {
        let (saving, begins, ends) = self.daylight.as_ref()?;
        let begin = moment_of(year, *begins) + i64::from(self.standard.west);
        Some((begin, moment_of(year, *ends) + i64::from(saving.west)))
    }

    /// What clocks show at a moment, in seconds since 2000 in UTC, if the rule held.
    fn by_rule(&self, utc: i64) -> &Local {
        let year = year_of(utc - i64::from(self.standard.west));
        let (Some((saving, ..)), Some((begin, end))) = (&self.daylight, self.changes(year)) else {
            return &self.standard;
        };
        let saves =
            if begin < end { (begin..end).contains(&utc) } else { !(end..begin).contains(&utc) };
        if saves { saving } else { &self.standard }
    }

    /// What clocks show at a moment, in microseconds since 2000 in UTC (`pg_localtime`).
    ///
    /// # Errors
    ///
    /// 0A000 before the first year of the zone's rule.
    pub fn at(&self, utc: i64) -> Result<&Local> {
        let seconds = utc.div_euclid(SEC);
        let local = self.by_rule(seconds);
        self.check_year(year_of(seconds - i64::from(local.west)))?;
        Ok(local)
    }

    /// Refuses a year before the zone's rule.
    fn check_year(&self, year: i32) -> Result<()> {
        match self.since {
            Some(since) if year < since => err!(
                FEATURE_NOT_SUPPORTED,
                "time zone \"{}\" before {since} is not modelled",
                self.name
            ),
            _ => Ok(()),
        }
    }

    /// The offset, in seconds west, that a local time has in this zone: that from before the change for a time that
    /// clocks skip, that from after it for one that they show twice (`DetermineTimeZoneOffset`).
    ///
    /// # Errors
    ///
    /// 0A000 before the first year of the zone's rule.
    pub fn of_local(&self, tm: &Tm) -> Result<i32> {
        self.check_year(tm.year)?;
        let days = i64::from(to_julian(tm.year, tm.month, tm.day)) - i64::from(EPOCH_JDATE);
        let local = days * 86400 + time_of(tm) / SEC;
        let previous = local - 86400;
        let before = self.by_rule(previous).west;
        let next = (tm.year - 1..=tm.year + 1)
            .filter_map(|year| self.changes(year))
            .flat_map(|(begin, end)| [begin, end])
            .filter(|boundary| *boundary > previous)
            .min();
        let Some(boundary) = next else { return Ok(before) };
        let after = self.by_rule(boundary).west;
        let (early, late) = (local + i64::from(before), local + i64::from(after));
        Ok(if early < boundary && late < boundary {
            before
        } else if early > boundary && late >= boundary {
            after
        } else if early > late {
            before
        } else {
            after
        })
    }

    /// The offset west of the zone's time that has this abbreviation, in capitals; `None` if none has it
    /// (`pg_interpret_timezone_abbrev`).
    fn abbreviated(&self, capitals: &str) -> Option<i32> {
        let saving = self.daylight.as_ref().map(|d| &d.0);
        [Some(&self.standard), saving]
            .into_iter()
            .flatten()
            .find(|local| local.abbreviation == capitals)
            .map(|local| local.west)
    }

    /// The offset west of a local time that was written with an abbreviation of this zone
    /// (`DetermineTimeZoneAbbrevOffset`).
    ///
    /// # Errors
    ///
    /// 0A000 before the first year of the zone's rule.
    pub fn of_abbreviation(&self, word: &str, tm: &Tm) -> Result<i32> {
        let west = self.of_local(tm)?;
        Ok(self.abbreviated(&word.to_ascii_uppercase()).unwrap_or(west))
    }
}

/// The meaning of an abbreviation in small letters; `None` for a word that is none (`DecodeTimezoneAbbrev`).
pub fn abbreviation_of(word: &str) -> Option<Abbreviation> {
    let east = match word {
        "utc" | "gmt" | "z" | "zulu" | "ut" | "uct" | "wet" => 0,
        "cet" | "bst" | "met" | "wat" | "mez" | "wetdst" => 60,
        "cest" | "eet" | "ist" | "sast" | "mest" | "bdst" | "cetdst" | "mesz" | "metdst" => 120,
        "eest" | "eat" | "idt" | "fet" | "eetdst" => 180,
        "irt" => 210,
        "msd" | "mut" | "ret" | "sct" => 240,
        "aft" => 270,
        "pkt" | "uzt" | "tjt" | "mvt" | "tft" | "must" => 300,
        "npt" => 345,
        "bdt" | "btt" | "almt" | "pkst" | "xjt" | "kgst" | "uzst" | "yekst" => 360,
        "mmt" => 390,
        "ict" | "wast" | "cxt" | "almst" => 420,
        "awst" | "hkt" | "pht" | "myt" | "cct" | "bnt" | "bort" | "wadt" => 480,
        "acwst" => 525,
        "jst" | "kst" | "awsst" | "wdt" | "jayt" | "pwt" | "ulast" => 540,
        "acst" | "cast" => 570,
        "aest" | "kdt" | "ddut" | "ligt" | "chut" | "mpt" | "pgt" | "trut" | "yapt" => 600,
        "acdt" | "acsst" | "cadt" | "sadt" | "lhst" => 630,
        "aedt" | "aesst" | "pont" | "vut" => 660,
        "nzst" | "nzt" | "fjt" | "gilt" | "mht" | "tvt" | "wakt" | "wft" => 720,
        "chast" => 765,
        "nzdt" | "fjst" | "tot" => 780,
        "chadt" => 825,
        "azot" | "egt" => -60,
        "azost" | "egst" => 0,
        "brst" | "fnt" | "pmdt" | "uyst" | "wgst" => -120,
        "fnst" => -60,
        "ndt" => -150,
        "adt" | "brt" | "uyt" | "gft" | "bra" | "clst" | "pmst" | "pyst" | "wgt" => -180,
        "nst" | "nft" => -210,
        "ast" | "edt" | "amt" | "bot" => -240,
        "est" | "cdt" | "act" | "cot" | "pet" => -300,
        "cst" | "mdt" | "galt" => -360,
        "mst" | "pdt" => -420,
        "pst" | "akdt" => -480,
        "akst" | "gamt" => -540,
        "mart" => -570,
        "hst" | "taht" => -600,
        "msk" => return Zone::named("Europe/Moscow").ok().map(Abbreviation::Dynamic),
        "sgt" => return Zone::named("Asia/Singapore").ok().map(Abbreviation::Dynamic),
        "art" | "arst" | "clt" | "gyt" | "pyt" | "vet" | "davt" | "mawt" | "amst" | "anast"
        | "anat" | "azst" | "azt" | "gest" | "get" | "irkst" | "irkt" | "kgt" | "krast"
        | "krat" | "lkt" | "magst" | "magt" | "novst" | "novt" | "omsst" | "omst" | "petst"
        | "pett" | "tmt" | "ulat" | "vlast" | "vlat" | "yakst" | "yakt" | "yekt" | "fkst"
        | "fkt" | "lhdt" | "volt" | "iot" | "ckt" | "easst" | "east" | "kost" | "lint" | "nut"
        | "phot" | "tkt" => return Some(Abbreviation::NotModelled),
        _ => return None,
    };
    Some(Abbreviation::Fixed(east * -60))
}

/// A moment in UTC as clocks in a zone show it, both in microseconds since 2000; infinity stays.
pub fn to_local(zone: &Zone, utc: i64) -> Result<i64> {
    match utc {
        i64::MAX | i64::MIN => Ok(utc),
        _ => Ok(utc - i64::from(zone.at(utc)?.west) * SEC),
    }
}

/// The moment of a local time, both in microseconds since 2000; infinity stays. The result may be out of range.
pub fn from_local(zone: &Zone, local: i64) -> Result<i64> {
    match local {
        i64::MAX | i64::MIN => Ok(local),
        _ => {
            let tm = super::calendar::take_apart(local);
            Ok(local.saturating_add(i64::from(zone.of_local(&tm)?) * SEC))
        }
    }
}
