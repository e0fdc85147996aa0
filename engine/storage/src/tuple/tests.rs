//! Tuples against the bytes a PostgreSQL 15 server put on its pages.

use super::*;
use crate::ids::ItemPointer;

fn column(type_oid: u32, len: i16, align: u8) -> Attribute {
    Attribute {
        name: String::new(),
        type_oid: Oid(type_oid),
        typmod: -1,
        len,
        by_val: (1..=8).contains(&len),
        align,
        storage: if len == -1 { Storage::Extended } else { Storage::Plain },
        compression: None,
        not_null: false,
        dropped: false,
        missing: None,
        identity: None,
        generated: None,
        ndims: 0,
        collation: Oid(0),
        stat_target: -1,
        toaster: Oid::INVALID,
    }
}

/// `(a int, b text, c name, d bigint, e char(3), f bytea, g float8, h bool, i numeric)`
fn wide() -> TupleDesc {
    TupleDesc {
        attrs: vec![
            column(23, 4, 4),
            column(25, -1, 4),
            column(19, 64, 1),
            column(20, 8, 8),
            column(1042, -1, 4),
            column(17, -1, 4),
            column(701, 8, 8),
            column(16, 1, 1),
            column(1700, -1, 4),
        ],
    }
}

fn hex(b: &[u8]) -> String {
    b.iter().map(|b| format!("{b:02x}")).collect()
}

fn values() -> Vec<Datum> {
    vec![
        Datum::i32(1),
        Datum::text("abc"),
        Datum::name("nam"),
        Datum::i64(5),
        Datum::text("x  "),
        Datum::varlena(&[1, 2]),
        Datum::f64(1.5),
        Datum::bool(true),
        Datum::varlena(&[0x00, 0x81, 0x7b, 0x00, 0x94, 0x11]),
    ]
}

#[test]
fn short_headers_alignment_and_padding_are_the_servers() {
    let t = form(&wide(), &values());
    assert_eq!(t.len(), 128);
    assert_eq!((header::infomask(&t), header::infomask2(&t), header::hoff(&t)), (2, 9, 24));
    let name = format!("6e616d{}", "00".repeat(61));
    let rest = "050000000000000009782020070102\
                00000000000000f83f010f00817b009411";
    assert_eq!(hex(&t[24..]), format!("0100000009616263{name}{rest}"));
}

#[test]
fn null_bitmaps_and_long_values_are_the_servers() {
    let mut nulls = vec![Datum::Null; 9];
    nulls[3] = Datum::i64(7);
    let t = form(&wide(), &nulls);
    assert_eq!((t.len(), header::infomask(&t), header::hoff(&t)), (40, 1, 32));
    assert_eq!(hex(&t[23..25]), "0800");
    assert_eq!(hex(&t[32..]), "0700000000000000");

    let mut v = values();
    v[0] = Datum::i32(-1);
    v[1] = Datum::text(&"k".repeat(126));
    v[4] = Datum::text("abc");
    v[5] = Datum::varlena(&[b'k'; 127]);
    v[8] = Datum::Null;
    let t = form(&wide(), &v);
    assert_eq!((t.len(), header::infomask(&t), header::hoff(&t)), (385, 3, 32));
    assert_eq!(t[36], 0xff);

    let mut back = Vec::new();
    deform(&wide(), &t, 9, &mut back).unwrap();
    assert_eq!(back[0], Datum::i32(-1));
    assert_eq!(back[1].bytes().len(), 127);
    assert_eq!(back[5], v[5]);
    assert_eq!(back[7], Datum::bool(true));
    assert_eq!(back[8], Datum::Null);
}

#[test]
fn columns_added_later_have_their_missing_value() {
    let t = form(&wide(), &values()[..2]);
    let mut desc = wide();
    desc.attrs[3].missing = Some(Datum::i64(42));
    let mut back = Vec::new();
    deform(&desc, &t, 4, &mut back).unwrap();
    assert_eq!(back[2..], [Datum::Null, Datum::i64(42)]);
    assert_eq!(attribute(&desc, &t, AttrNumber(4)).unwrap(), Datum::i64(42));
}

#[test]
fn index_tuples_are_the_servers() {
    let desc = TupleDesc { attrs: vec![column(20, 8, 8), column(25, -1, 4)] };
    let tid = ItemPointer::new(0, 1);
    let t = index_form(&desc, &[Datum::i64(5), Datum::text("abc")], tid).unwrap();
    assert_eq!(hex(&t), "000000000100184005000000000000000961626300000000");
    assert_eq!(index_tid(&t), tid);
    let t = index_form(&desc, &[Datum::i64(7), Datum::Null], tid).unwrap();
    assert_eq!(hex(&t[6..]), "188001000000000000000700000000000000");
    assert_eq!(index_attribute(&desc, &t, AttrNumber(2)).unwrap(), Datum::Null);
    let long = Datum::varlena(&[b'x'; 9000]);
    let e = index_form(&desc, &[Datum::i64(7), long], tid).unwrap_err();
    assert_eq!(e.message, "index row requires 9024 bytes, maximum size is 8191");
}

#[test]
fn damaged_tuples_are_errors() {
    let t = form(&wide(), &values());
    let mut out = Vec::new();
    for cut in 0..t.len() {
        let _ = deform(&wide(), &t[..cut], 9, &mut out);
    }
    assert!(deform(&wide(), &t[..60], 9, &mut out).is_err());
}
