//! Skip support: the value before and after one, for types whose values can be counted (`skipsupport.c`,
//! `nbtcompare.c`, `date.c`, `timestamp.c`, `uuid.c`).

use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::ids::Oid;
use crate::types::oid;

/// How the values of a column are counted, in the order of the index (`SkipSupportData`).
#[derive(Clone, Copy, Debug)]
pub(super) struct SkipSupport {
    range: Range,
    descending: bool,
}

/// The values of a type.
#[derive(Clone, Copy, Debug)]
enum Range {
    /// Signed numbers from this one to that.
    Signed(i64, i64),
    /// Numbers from 0 to this one.
    Unsigned(u64),
    /// 16 bytes.
    Uuid,
}

impl SkipSupport {
    /// Returns how the values of a type are counted; `None` if its operator class has no skip support.
    pub(super) fn of(type_oid: Oid, descending: bool) -> Option<SkipSupport> {
        let range = match type_oid {
            oid::INT2 => Range::Signed(i64::from(i16::MIN), i64::from(i16::MAX)),
            oid::INT4 | oid::DATE => Range::Signed(i64::from(i32::MIN), i64::from(i32::MAX)),
            oid::INT8 | oid::TIMESTAMP | oid::TIMESTAMPTZ => Range::Signed(i64::MIN, i64::MAX),
            oid::BOOL => Range::Unsigned(1),
            oid::CHAR => Range::Unsigned(u64::from(u8::MAX)),
            oid::OID | oid::REGCLASS => Range::Unsigned(u64::from(u32::MAX)),
            oid::UUID => Range::Uuid,
            _ => return None,
        };
        Some(SkipSupport { range, descending })
    }
    /// The first value in index order (`low_elem`).
    pub(super) fn first(self) -> Datum {
        self.end(self.descending)
    }
    /// The last value in index order (`high_elem`).
    pub(super) fn last(self) -> Datum {
        self.end(!self.descending)
    }
    /// The value after one in index order; `None` after the last one (`increment`).
    pub(super) fn next(self, value: &Datum) -> Option<Datum> {
        self.counted(value, !self.descending)
    }
    /// The value before one in index order; `None` before the first one (`decrement`).
    pub(super) fn previous(self, value: &Datum) -> Option<Datum> {
        self.counted(value, self.descending)
    }
    /// The greatest or the least value of the type.
    fn end(self, greatest: bool) -> Datum {
        match self.range {
            Range::Signed(least, most) => Datum::Word(if greatest { most } else { least } as u64),
            Range::Unsigned(most) => Datum::Word(if greatest { most } else { 0 }),
            Range::Uuid => Datum::Ref(Bytes::from(&[if greatest { 0xff } else { 0 }; 16][..])),
        }
    }
    /// The next greater (`up`) or smaller value of the type; `None` if there is none.
    fn counted(self, value: &Datum, up: bool) -> Option<Datum> {
        Some(match self.range {
            Range::Signed(least, most) => {
                let v = value.as_i64();
                if v == if up { most } else { least } {
                    return None;
                }
                Datum::Word(if up { v + 1 } else { v - 1 } as u64)
            }
            Range::Unsigned(most) => {
                let v = value.word();
                if v == if up { most } else { 0 } {
                    return None;
                }
                Datum::Word(if up { v + 1 } else { v - 1 })
            }
            Range::Uuid => {
                let number = u128::from_be_bytes(value.bytes()[..].try_into().ok()?);
                let near = if up { number.checked_add(1) } else { number.checked_sub(1) }?;
                Datum::Ref(Bytes::from(&near.to_be_bytes()[..]))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::SkipSupport;
    use crate::bytes::Bytes;
    use crate::datum::Datum;
    use crate::ids::Oid;
    use crate::types::oid;

    fn support(type_oid: Oid, descending: bool) -> SkipSupport {
        SkipSupport::of(type_oid, descending).expect("the type can be counted")
    }

    #[test]
    fn numbers_are_counted_up_to_the_ends_of_their_type() {
        let s = support(oid::INT2, false);
        assert_eq!(s.first(), Datum::Word(-32768i64 as u64));
        assert_eq!(s.next(&Datum::Word(-1i64 as u64)), Some(Datum::Word(0)));
        assert_eq!(s.next(&s.last()), None);
        assert_eq!(s.previous(&s.first()), None);
        let s = support(oid::BOOL, false);
        assert_eq!(s.next(&Datum::Word(0)), Some(Datum::Word(1)));
        assert_eq!(s.next(&Datum::Word(1)), None);
    }

    #[test]
    fn a_descending_column_is_counted_down() {
        let s = support(oid::DATE, true);
        assert_eq!(s.first(), Datum::Word(i64::from(i32::MAX) as u64));
        assert_eq!(s.next(&Datum::Word(7)), Some(Datum::Word(6)));
        assert_eq!(s.previous(&s.first()), None);
    }

    #[test]
    fn uuids_carry_from_byte_to_byte() {
        let s = support(oid::UUID, false);
        let mut value = [0u8; 16];
        value[15] = 0xff;
        let mut after = [0u8; 16];
        after[14] = 1;
        let [value, after] = [value, after].map(|b| Datum::Ref(Bytes::from(&b[..])));
        assert_eq!(s.next(&value), Some(after.clone()));
        assert_eq!(s.previous(&after), Some(value));
        assert_eq!(s.next(&s.last()), None);
    }

    #[test]
    fn texts_and_numerics_cannot_be_counted() {
        assert!(SkipSupport::of(oid::TEXT, false).is_none());
        assert!(SkipSupport::of(oid::NUMERIC, false).is_none());
    }
}
