//! Values taken from the server.

use super::Numeric;
use crate::versions::PowerScale;

fn n(s: &str) -> Numeric {
    Numeric::parse(s).unwrap()
}

#[test]
fn bytes_on_disk() {
    assert_eq!(n("12345.678").to_payload(), [0x81, 0x81, 1, 0, 0x29, 9, 0x7c, 0x1a]);
    for s in ["0", "-0.5", "1e100", "1e-50", "123456789.987654321", "NaN", "-Infinity", "0.00"] {
        let v = n(s);
        assert_eq!(Numeric::from_payload(&v.to_payload()).to_string(), v.to_string());
    }
}

#[test]
fn arithmetic() {
    let check = |r: Numeric, want: &str| assert_eq!(r.to_string(), want);
    check(n("1").div(&n("3")).unwrap(), "0.33333333333333333333");
    check(n("10").div(&n("4")).unwrap(), "2.5000000000000000");
    check(n("100000").div(&n("7")).unwrap(), "14285.714285714286");
    check(n("1.50").mul(&n("-2.25")).unwrap(), "-3.3750");
    check(n("0.1").add(&n("0.2")), "0.3");
    check(n("1000").sub(&n("1000.001")), "-0.001");
    check(n("-7.5").rem(&n("2")).unwrap(), "-1.5");
    check(
        n("123456789012345678901234567890").div(&n("987654321.123")).unwrap(),
        "124999998857870312544.015",
    );
    check(n("2.5").round_to(0), "3");
    check(n("-2.5").round_to(0), "-3");
    check(n("9999.995").round_to(2), "10000.00");
    check(n("1234567").round_to(-3), "1235000");
}

#[test]
fn roots_powers_and_logarithms() {
    let check = |r: crate::error::Result<Numeric>, want: &str| {
        assert_eq!(r.unwrap().to_string(), want);
    };
    check(n("2").sqrt(), "1.414213562373095");
    check(n("0.5").sqrt(), "0.70710678118654752");
    check(n("1e20").sqrt(), "10000000000.00000");
    check(n("123456789.123456789").sqrt(), "11111.11106611111");
    check(n("0.0000001").sqrt(), "0.0003162277660168379");
    check(n("1").exp(), "2.7182818284590452");
    check(n("-10.5").exp(), "0.00002753644934974716");
    check(n("100.0").exp(), "26881171418161354484126255515800135873611118.8");
    check(n("0.00001").exp(), "1.0000100000500002");
    check(n("2").ln(), "0.6931471805599453");
    check(n("1.0001").ln(), "0.00009999500033330834");
    check(n("123456789.0").ln(), "18.631401766168018");
    check(n("0.00000001").ln(), "-18.420680743952365");
    check(n("7").log_of(&n("123456")), "6.024759212010334");
    check(n("2").power(&n("10"), PowerScale::OfBase), "1024.0000000000000000");
    check(n("2").power(&n("0.5"), PowerScale::OfBase), "1.4142135623730950");
    check(n("2").power(&n("-3"), PowerScale::OfBase), "0.1250000000000000");
    check(n("1.5").power(&n("20"), PowerScale::OfBase), "3325.2567300796508789");
    check(n("0.1").power(&n("30"), PowerScale::OfBase), "0.0000000000000000");
    check(n("123.456").power(&n("7.89"), PowerScale::OfBase), "31771028258180977.309");
    check(Numeric::factorial(30), "265252859812191058636308480000000");
    check(n("12.5").gcd(&n("7.5")), "2.5");
    check(n("4.0").lcm(&n("6.5")), "52.0");
}

#[test]
fn sums_of_many() {
    let mut sum = super::NumericSum::default();
    for i in 0..1000 {
        sum.add(&n(&format!("{}.5", i - 700)));
    }
    sum.add(&n("-1e20"));
    assert_eq!(sum.sum().to_string(), "-100000000000000200700.0");
}
