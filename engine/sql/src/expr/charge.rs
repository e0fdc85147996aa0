//! What a call of a function costs on the modelled clock: a call of its class, and for some the bytes
//! that it goes through.
//!
//! ```text
//! length(t)     call_text, byte_walked      each character's bytes are looked at
//! repeat(t, n)  call_text, byte_made        what comes out is copied
//! left(t, n)    call_text, byte_walked      the first n characters, twice
//! a + b         call_plain                  a word or two
//! ```

use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::FnCtx;
use storage::ids::Oid;
use storage::types::oid;

/// Which bytes of a call are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bytes {
    /// None.
    None,
    /// The bytes of all arguments and of the result.
    All(Kind),
    /// The bytes of the result, and those detoasted for it: a slice of a longer argument.
    Slice(Kind),
    /// The bytes up to the end of a substring of characters: the server counts characters from the
    /// front of the text (`text_substring` in `varlena.c`).
    Substring,
    /// The bytes that `left` looks at.
    Left,
}

/// A function's class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    call: Kind,
    bytes: Bytes,
}

impl Charge {
    /// The class of a call, by which the modelled clock counts it, for a function or operator with
    /// arguments of these types.
    pub fn of(name: &str, types: &[Oid], ret: Oid) -> Charge {
        let any =
            |wanted: &[Oid]| wanted.contains(&ret) || types.iter().any(|t| wanted.contains(t));
        let text = &[oid::TEXT, oid::VARCHAR, oid::BPCHAR, oid::BYTEA, oid::NAME];
        let (call, bytes) = if any(&[oid::JSONB, oid::JSON]) {
            (Kind::CallJson, json_bytes(name))
        } else if any(&[oid::NUMERIC]) {
            (Kind::CallNumeric, Bytes::None)
        } else if any(text) {
            let characters = !types.contains(&oid::BYTEA);
            (Kind::CallText, text_bytes(name, characters))
        } else {
            (Kind::CallPlain, Bytes::None)
        };
        Charge { call, bytes }
    }

    /// Calls the function, and counts its work for the modelled clock.
    ///
    /// # Errors
    /// Those of the call.
    #[inline]
    pub fn count(
        self,
        ctx: &mut FnCtx<'_>,
        args: &[Datum],
        call: impl FnOnce(&mut FnCtx<'_>) -> Result<Datum>,
    ) -> Result<Datum> {
        clock::add(self.call, 1);
        if self.bytes == Bytes::None {
            return call(ctx);
        }
        let before = clock::count(Kind::ByteDetoasted);
        let result = call(ctx)?;
        let fetched = clock::count(Kind::ByteDetoasted) - before;
        let given = length(&result);
        let of_arguments = args.iter().map(length).sum::<u64>();
        match self.bytes {
            Bytes::None => (),
            Bytes::All(kind) => clock::add(kind, fetched + given + of_arguments),
            Bytes::Slice(kind) => clock::add(kind, fetched + given),
            Bytes::Substring | Bytes::Left => {
                let at_hand = fetched.max(of_arguments);
                clock::add(
                    Kind::ByteWalked,
                    2 * at_hand.min(last_character(args, self.bytes == Bytes::Left)),
                );
                clock::add(Kind::ByteMade, given);
            }
        }
        Ok(result)
    }
}

/// The bytes that a value has in memory. For a TOAST pointer these are few: what it leads to is
/// counted when it is fetched.
fn length(d: &Datum) -> u64 {
    match d {
        Datum::Ref(bytes) => bytes.len() as u64,
        _ => 0,
    }
}

/// Returns the position of the last character that `substr(t, from, length)` or (`left`)
/// `left(t, length)` needs; all characters for `substr(t, from)`, and for an end that is counted
/// from the end of the text.
fn last_character(args: &[Datum], left: bool) -> u64 {
    let number = |d: &Datum| match d {
        Datum::Word(word) => *word as i64,
        _ => i64::MAX,
    };
    let end = match args {
        [_, from, length] => number(from).saturating_add(number(length)),
        [_, length] if left => number(length),
        _ => i64::MAX,
    };
    u64::try_from(end).unwrap_or(u64::MAX)
}

/// The bytes that the clock counts for a json or jsonb function: a look-up skips most of a
/// document.
fn json_bytes(name: &str) -> Bytes {
    match name {
        "->" | "->>" | "#>" | "#>>" | "?" | "?|" | "?&" | "@>" | "<@" => Bytes::None,
        "jsonb_array_length" | "json_array_length" | "jsonb_typeof" => Bytes::None,
        "jsonb_extract_path" | "jsonb_extract_path_text" => Bytes::None,
        "count" => Bytes::None,
        _ => Bytes::All(Kind::ByteJson),
    }
}

/// The bytes that the clock counts for a function on text (`characters`) or bytea.
fn text_bytes(name: &str, characters: bool) -> Bytes {
    match name {
        "md5" | "sha224" | "sha256" | "sha384" | "sha512" => Bytes::All(Kind::ByteDigested),
        "upper" | "lower" | "initcap" => Bytes::All(Kind::ByteCased),
        "~~" | "!~~" | "~~*" | "!~~*" | "~" | "!~" | "~*" | "!~*" => Bytes::All(Kind::ByteMatched),
        _ if name.starts_with("regexp_") => Bytes::All(Kind::ByteMatched),
        "octet_length" | "bit_length" | "get_byte" | "pg_column_size" | "count" => Bytes::None,
        "length" if !characters => Bytes::None,
        "substr" | "substring" | "left" if !characters => Bytes::Slice(Kind::ByteMade),
        "substr" | "substring" => Bytes::Substring,
        "left" => Bytes::Left,
        "length" | "char_length" | "character_length" | "position" | "strpos" | "right"
        | "reverse" | "replace" | "translate" | "lpad" | "rpad" | "split_part" | "encode"
        | "decode" | "convert_from" | "convert_to" => Bytes::All(Kind::ByteWalked),
        _ => Bytes::All(Kind::ByteMade),
    }
}
