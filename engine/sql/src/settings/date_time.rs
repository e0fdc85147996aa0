//! What `DateStyle` and `TimeZone` may be set to (`check_datestyle`, `check_timezone` in `variable.c`).

use super::Definition;
use super::parse::invalid;
use storage::err;
use storage::error::Result;
use storage::types::datetime::calendar::SEC;
use storage::types::datetime::interval_of;
use storage::types::datetime::zone::{NoZone, Zone};
use storage::versions::Release;

/// The words of a list, those in double quotes as they are, others in small letters; `None` where the list is not well
/// formed (`SplitIdentifierString`).
fn words(text: &str) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let after = if let Some(quoted) = rest.strip_prefix('"') {
            let (word, after) = quoted.split_once('"')?;
            out.push(word.to_string());
            after
        } else {
            let end = rest.find(|c: char| c == ',' || c.is_whitespace()).unwrap_or(rest.len());
            out.push((end > 0).then(|| rest[..end].to_ascii_lowercase())?);
            &rest[end..]
        };
        rest = match after.trim_start().strip_prefix(',') {
            Some(more) if !more.trim().is_empty() => more.trim_start(),
            None if after.trim().is_empty() => "",
            _ => return None,
        };
    }
    Some(out)
}

/// Reads a date style, "style, order" in any order, of which a part that is not given stays as it is in `current`.
///
/// # Errors
///
/// 22023 for other words, and for two that contradict each other.
pub(super) fn style(
    d: &Definition,
    text: &str,
    current: &str,
    release: &Release,
) -> Result<String> {
    let Some(words) = words(text) else {
        return Err(invalid(d, text).detail("List syntax is invalid."));
    };
    let (mut style, mut order) = (None, None);
    let mut conflict = false;
    for word in words {
        let lower = word.to_ascii_lowercase();
        let said = match lower.as_str() {
            "iso" => (Some("ISO"), None),
            "sql" => (Some("SQL"), None),
            "german" => (Some("German"), None),
            w if w.starts_with("postgres") => (Some("Postgres"), None),
            "ymd" => (None, Some("YMD")),
            "dmy" => (None, Some("DMY")),
            w if w.starts_with("euro") => (None, Some("DMY")),
            "mdy" | "us" => (None, Some("MDY")),
            w if w.starts_with("noneuro") => (None, Some("MDY")),
            "default" => {
                style = style.or(Some("ISO"));
                order = order.or(Some("MDY"));
                continue;
            }
            _ => {
                return Err(invalid(d, text).detail(format!("Unrecognized key word: \"{word}\".")));
            }
        };
        for (new, known) in [(said.0, &mut style), (said.1, &mut order)] {
            conflict |= new.is_some() && known.is_some() && new != *known;
            *known = new.or(*known);
        }
    }
    if conflict {
        return Err(invalid(d, text)
            .detail(format!("Conflicting \"{}\" specifications.", release.date_style)));
    }
    let (now, order_now) = current.split_once(", ").unwrap_or(("ISO", "MDY"));
    let implied = if style == Some("German") { "DMY" } else { order_now };
    Ok(format!("{}, {}", style.unwrap_or(now), order.unwrap_or(implied)))
}

/// Reads a time zone: hours east of Greenwich, `INTERVAL '...'`, a name or a POSIX rule; gives what SHOW prints.
///
/// # Errors
///
/// 22023 for others, 0A000 for zones that are not modelled.
pub(super) fn zone(d: &Definition, text: &str) -> Result<String> {
    let interval = text.get(..8).is_some_and(|t| t.eq_ignore_ascii_case("interval"));
    let zone = if interval {
        let quoted = text[8..].trim_start().strip_prefix('\'').and_then(|t| t.strip_suffix('\''));
        let Some(quoted) = quoted.filter(|t| !t.contains('\'')) else {
            return Err(invalid(d, text));
        };
        let i = interval_of(quoted)?;
        for (part, name) in [(i.month, "months"), (i.day, "days")] {
            if part != 0 {
                return Err(invalid(d, text)
                    .detail(format!("Cannot specify {name} in time zone interval.")));
            }
        }
        Zone::of_offset(-(i.time / SEC))
    } else if let Ok(hours) = text.trim_start().parse::<f64>() {
        Zone::of_offset((-hours * 3600.0) as i64)
    } else {
        match Zone::named(text) {
            Ok(zone) => Some(zone),
            Err(NoZone::Unknown) => return Err(invalid(d, text)),
            Err(NoZone::NotModelled) => {
                return err!(FEATURE_NOT_SUPPORTED, "{} \"{text}\" is not modelled", d.name);
            }
        }
    };
    match zone {
        Some(zone) if zone.always() != Some(0) => {
            err!(FEATURE_NOT_SUPPORTED, "{} \"{text}\" is not modelled", d.name)
        }
        Some(zone) => Ok(zone.name.into_owned()),
        None => Err(invalid(d, text).detail("UTC timezone offset is out of range.")),
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn lists_are_split() {
        assert_eq!(words("ISO, \"Dmy\"").unwrap(), ["iso", "Dmy"]);
        assert_eq!(words(" ").unwrap(), [""; 0]);
        assert_eq!(words("ISO,"), None);
        assert_eq!(words("ISO DMY"), None);
    }
}
