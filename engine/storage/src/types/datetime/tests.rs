//! Values taken from the server.

use super::output::date_out;
use super::style::IntervalStyle;
use super::zone::Zone;
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
fn intervals() {
    let read = |s: &str| interval_in::read(s, -1, IntervalStyle::Postgres, false).unwrap();
    let text = |s: &str| read(s).to_text(IntervalStyle::Postgres);
    assert_eq!(text("1 year 2 months 3 days 04:05:06.789"), "1 year 2 mons 3 days 04:05:06.789");
    assert_eq!(text("1.5 days"), "1 day 12:00:00");
    assert_eq!(text("-1 day 2 hours"), "-1 days +02:00:00");
    assert_eq!(text("1-2"), "1 year 2 mons");
    assert_eq!(text("P1Y2M3DT4H5M6S"), "1 year 2 mons 3 days 04:05:06");
    assert_eq!(text("90 seconds ago"), "-00:01:30");
    assert_eq!(text("0"), "00:00:00");
    assert_eq!(text("2 weeks"), "14 days");
    assert_eq!(text("1.5 months"), "1 mon 15 days");
    assert_eq!(read("1 mon 1 day").to_text(IntervalStyle::SqlStandard), "+0-1 +1 +0:00:00");
    assert_eq!(
        interval_hash(&Interval { day: 1, ..Interval::default() }.to_datum()) as i32,
        -2053980660
    );
    assert_eq!(timetz_hash(&output::timetz(43200 * SEC, -7200)) as i32, -358750412);
}

#[test]
fn rules_of_zones() {
    let zone = |name: &str| Zone::named(name).unwrap();
    let summer = calendar::Tm { year: 2024, month: 7, day: 1, ..calendar::Tm::default() };
    let winter = calendar::Tm { month: 1, ..summer };
    let west = |name: &str, tm| zone(name).of_local(tm).unwrap();
    assert_eq!(
        (west("America/New_York", &summer), west("america/new_york", &winter)),
        (14400, 18000)
    );
    assert_eq!(
        (west("Australia/Sydney", &summer), west("Australia/Sydney", &winter)),
        (-36000, -39600)
    );
    assert_eq!((west("Asia/Kathmandu", &summer), west("+05:30", &winter)), (-20700, 19800));
    assert_eq!(zone("etc/gmt+5").name, "Etc/GMT+5");
    assert_eq!(Zone::of_offset(-19800).unwrap().name, "<+05:30>-05:30");
    assert!(zone("America/New_York").of_local(&calendar::Tm { year: 1990, ..summer }).is_err());
    // Clocks skip the hour before 3:00 on March 10, and show that before 2:00 on November 3 twice.
    let skipped = calendar::Tm { month: 3, day: 10, hour: 2, minute: 30, ..summer };
    let twice = calendar::Tm { month: 11, day: 3, hour: 1, minute: 30, ..summer };
    assert_eq!(west("America/New_York", &skipped), 18000);
    assert_eq!(west("America/New_York", &twice), 18000);
}
