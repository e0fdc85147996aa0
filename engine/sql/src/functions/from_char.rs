//! `to_date`, `to_timestamp` with a pattern (`do_to_timestamp` in `formatting.c`), the patterns in
//! common use.

use super::support::string;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::types::datetime::calendar::{MONTHS, Tm, days_in_month, put_together};
use storage::types::datetime::timestamp_to_date;
use storage::types::oid::{DATE, TEXT, TIMESTAMPTZ};

/// The functions of this room.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("to_timestamp", &[TEXT, TEXT], TIMESTAMPTZ, |c, a| read(c, a).map(Datum::i64)).stable(),
    scalar("to_date", &[TEXT, TEXT], DATE, |c, a| Ok(Datum::i32(timestamp_to_date(read(c, a)?))))
        .stable(),
];

/// Keywords, longer ones before their beginnings, with the most digits they take.
const KEYWORDS: &[(&str, usize)] = &[
    ("YYYY", 4),
    ("YYY", 3),
    ("YY", 2),
    ("HH24", 2),
    ("HH12", 2),
    ("HH", 2),
    ("MI", 2),
    ("SS", 2),
    ("MS", 3),
    ("US", 6),
    ("MONTH", 0),
    ("MON", 0),
    ("MM", 2),
    ("DDD", 3),
    ("DD", 2),
    ("DAY", 0),
    ("DY", 0),
    ("AM", 0),
    ("PM", 0),
    ("A.M.", 0),
    ("P.M.", 0),
    ("TZ", 0),
    ("FM", 0),
    ("Y", 4),
];

/// Fields that the server reads and this does not.
const UNREAD: [&str; 22] = [
    "A.D.", "AD", "B.C.", "BC", "CC", "FF", "FX", "ID", "IW", "IY", "I", "J", "OF", "Q", "RM",
    "SSSS", "TZH", "TZM", "WW", "W", "Y,YYY", "D",
];

fn read(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<i64> {
    let (text, pattern) = (string(ctx, &a[0])?, string(ctx, &a[1])?);
    let mut rest = text.as_str();
    let mut p = pattern.as_str();
    // Without a year it is the year 0, 1 BC.
    let (mut y, mut m, mut d, mut h, mut mi, mut s, mut us) = (0, 1, 1, 0, 0, 0, 0);
    let mut day_of_year = None;
    let mut pm = None;
    while let Some(c) = p.chars().next() {
        let found = KEYWORDS
            .iter()
            .find(|k| p.get(..k.0.len()).is_some_and(|head| head.eq_ignore_ascii_case(k.0)));
        let Some(&(word, digits)) = found else {
            let upper = p.to_ascii_uppercase();
            if let Some(word) = UNREAD.iter().find(|w| upper.starts_with(**w)) {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "reading \"{word}\" by a format is not modelled"
                );
            }
            let quoted = c == '"';
            p = &p[c.len_utf8()..];
            if quoted {
                let n = p.find('"').unwrap_or(p.len());
                let skip = p[..n].chars().count();
                p = p.get(n + 1..).unwrap_or("");
                rest = rest.char_indices().nth(skip).map_or("", |(i, _)| &rest[i..]);
            } else if rest.starts_with(|r: char| !r.is_alphanumeric()) || !c.is_alphanumeric() {
                let n =
                    rest.chars().next().filter(|r| !r.is_alphanumeric()).map_or(0, char::len_utf8);
                rest = &rest[n..];
            }
            continue;
        };
        let given = &p[..word.len()];
        p = &p[word.len()..];
        rest = rest.trim_start();
        if digits == 0 {
            let letters = rest.find(|c: char| !c.is_alphabetic() && c != '.').unwrap_or(rest.len());
            let name = rest[..letters].to_ascii_lowercase();
            match word {
                "MONTH" | "MON" => {
                    let at = MONTHS.iter().position(|n| {
                        name.len() >= 3 && n.to_ascii_lowercase().starts_with(&name[..3])
                    });
                    let Some(at) = at else {
                        return err!(
                            INVALID_DATETIME_FORMAT,
                            "invalid value \"{}\" for \"{word}\"",
                            &rest[..letters]
                        )
                        .map_err(|e| {
                            e.detail("The given value did not match any of the allowed values for this field.")
                        });
                    };
                    m = at as i32 + 1;
                }
                "AM" | "PM" | "A.M." | "P.M." => pm = Some(name.starts_with('p')),
                "FM" => continue,
                _ => {}
            }
            rest = &rest[letters..];
            continue;
        }
        // A field may be longer than its keyword when something else than a digit follows it.
        let next_is_digit = KEYWORDS.iter().any(|k| k.1 > 0 && p.get(..k.0.len()) == Some(k.0));
        let run = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let n = if next_is_digit || matches!(word, "MS" | "US") { run.min(digits) } else { run };
        let field = &rest[..n];
        let Ok(v) = field.parse::<i32>() else {
            let shown: String = rest.chars().take(digits).collect();
            return err!(INVALID_DATETIME_FORMAT, "invalid value \"{shown}\" for \"{given}\"")
                .map_err(|e| e.detail("Value must be an integer."));
        };
        rest = &rest[n..];
        match word {
            "YYYY" | "Y" => y = v,
            "YYY" | "YY" => y = if n > 2 { v } else { v + if v < 70 { 2000 } else { 1900 } },
            "MM" => m = v,
            "DD" => d = v,
            "DDD" => day_of_year = Some(v),
            "HH24" | "HH12" | "HH" => h = v,
            "MI" => mi = v,
            "SS" => s = v,
            "MS" => us = v * 10i32.pow(3 - n.min(3) as u32) * 1000,
            _ => us = v * 10i32.pow(6 - n.min(6) as u32),
        }
    }
    if let Some(pm) = pm {
        h = h % 12 + if pm { 12 } else { 0 };
    }
    if let Some(n) = day_of_year {
        (m, d) = (1, n);
        while m < 12 && d > days_in_month(y, m) {
            d -= days_in_month(y, m);
            m += 1;
        }
    }
    let fine = (1..=12).contains(&m)
        && (1..=days_in_month(y, m.clamp(1, 12))).contains(&d)
        && (0..24).contains(&h)
        && (0..60).contains(&mi)
        && (0..60).contains(&s);
    let tm = Tm {
        year: y,
        month: m,
        day: d,
        hour: h.into(),
        minute: mi.into(),
        second: s.into(),
        micro: us.into(),
    };
    match put_together(&tm) {
        Some(ts) if fine => Ok(ts),
        _ => err!(DATETIME_FIELD_OVERFLOW, "date/time field value out of range: \"{text}\""),
    }
}
