//! Values taken from the server.

use super::parse::parse;
use super::*;

#[test]
fn days_and_back() {
    for d in [-2451545, -730120, -1, 0, 59, 60, 8825, 100_000_000] {
        let (y, m, day) = calendar::from_julian(d + EPOCH_JDATE);
        assert_eq!(to_julian(y, m, day), d + EPOCH_JDATE);
    }
    assert_eq!(date_out(8825), "2024-02-29");
    assert_eq!(date_out(-2451545), "4714-11-24 BC");
    assert_eq!(timestamp_out(-1), "1999-12-31 23:59:59.999999");
    assert_eq!(calendar::iso_week(2021, 1, 3), (2020, 53));
}

#[test]
fn forms_of_dates() {
    for s in [
        "2024-02-29",
        "20240229",
        "02/29/2024",
        "Feb 29, 2024",
        "29 February 2024",
        "29-Feb-2024",
        "2024-060",
        "2024.02.29",
        "Thu Feb 29 2024",
    ] {
        assert_eq!(parse(s).unwrap().date, Some((2024, 2, 29)), "{s}");
    }
    let p = parse("2024-02-29T12:34:56.789+02:30").unwrap();
    assert_eq!((p.time, p.zone), (Some(45296789000), Some(-9000)));
    assert_eq!(parse("2024-02-29 01:00 PM UTC").unwrap().time, Some(13 * calendar::HOUR));
    assert_eq!(parse("13/01/2024").unwrap_err(), parse::DateTimeError::MonthDay);
    assert_eq!(parse("2023-02-29").unwrap_err(), parse::DateTimeError::Field);
    assert_eq!(parse("hello").unwrap_err(), parse::DateTimeError::Format);
}

#[test]
fn intervals() {
    let text = |s: &str| Interval::parse(s, -1).unwrap().to_text();
    assert_eq!(text("1 year 2 months 3 days 04:05:06.789"), "1 year 2 mons 3 days 04:05:06.789");
    assert_eq!(text("1.5 days"), "1 day 12:00:00");
    assert_eq!(text("-1 day 2 hours"), "-1 days +02:00:00");
    assert_eq!(text("1-2"), "1 year 2 mons");
    assert_eq!(text("P1Y2M3DT4H5M6S"), "1 year 2 mons 3 days 04:05:06");
    assert_eq!(text("90 seconds ago"), "-00:01:30");
    assert_eq!(text("0"), "00:00:00");
    assert_eq!(text("2 weeks"), "14 days");
    assert_eq!(text("1.5 months"), "1 mon 15 days");
    assert_eq!(
        interval_hash(&Interval { day: 1, ..Interval::default() }.to_datum()) as i32,
        -2053980660
    );
    assert_eq!(timetz_hash(&output::timetz(43200 * SEC, -7200)) as i32, -358750412);
}
