//! Each shape that is known, and that each other one is refused.

use super::constants::constants;
use super::{collect, print};
use std::collections::BTreeMap;

/// The types of a source; the reason when there is something in it that is not known.
fn types(source: &str) -> Result<String, String> {
    let mut found = BTreeMap::new();
    collect(source, &mut found)?;
    print(&found)
}

fn refused(source: &str, why: &str) {
    assert_eq!(types(source), Err(why.to_string()), "{source}");
}

#[test]
fn structs_are_interfaces() {
    let source = "
        /// A page.
        #[derive(Clone, serde::Serialize)]
        #[serde(rename_all = \"camelCase\")]
        pub struct Page {
            /// Where the items
            /// start.
            pub pd_upper: u16,
            text: Option<String>,
        }";
    let expected = "\
/**
 * A page.
 */
export interface Page {
    /**
     * Where the items
     * start.
     */
    pdUpper: number;
    text: string | undefined;
}
";
    assert_eq!(types(source).unwrap(), expected);
}

#[test]
fn attributes_behind_a_feature_count() {
    let source = "
        #[cfg_attr(feature = \"serde\", derive(serde::Serialize))]
        #[cfg_attr(feature = \"serde\", serde(rename_all = \"camelCase\"))]
        struct Bulk { chunks_read: u32 }
        #[derive(Clone)]
        struct Unseen { what: std::rc::Rc<u8> }";
    assert_eq!(types(source).unwrap(), "export interface Bulk {\n    chunksRead: number;\n}\n");
}

#[test]
fn names_stay_unless_they_are_renamed() {
    let source = "#[derive(Serialize)] struct A { a_b: bool }";
    assert_eq!(types(source).unwrap(), "export interface A {\n    a_b: boolean;\n}\n");
}

#[test]
fn newtypes_are_aliases() {
    assert_eq!(
        types("#[derive(Serialize)] struct Oid(pub u32);").unwrap(),
        "export type Oid = number;\n"
    );
}

#[test]
fn enums_without_fields_are_unions_of_strings() {
    let source = "
        #[derive(Serialize)] #[serde(rename_all = \"camelCase\")]
        enum Hot { Yes, NoRoom }";
    assert_eq!(types(source).unwrap(), "export type Hot = \"yes\" | \"noRoom\";\n");
}

#[test]
fn enums_with_a_tag_are_unions_of_objects() {
    let source = "
        #[derive(Serialize)]
        #[serde(tag = \"kind\", rename_all = \"camelCase\", rename_all_fields = \"camelCase\")]
        enum Event { ValueCut { toast_rel: u32, full: usize }, Over }";
    assert_eq!(
        types(source).unwrap(),
        "export type Event = { kind: \"valueCut\"; toastRel: number; full: number } | { kind: \"over\" };\n"
    );
}

#[test]
fn types_within_types() {
    let source = "
        #[derive(Serialize)]
        struct A {
            rows: Vec<Vec<Option<String>>>,
            letter: char,
            name: &'static str,
            small: &'static [u8],
            next: Option<Box<A>>,
            list: Vec<other::B>,
        }
        #[derive(Serialize)] struct B(i64);";
    let text = types(source).unwrap();
    let fields: Vec<&str> = text.lines().skip(1).take(6).map(str::trim).collect();
    assert_eq!(
        fields,
        [
            "rows: (string | undefined)[][];",
            "letter: string;",
            "name: string;",
            "small: number[];",
            "next: A | undefined;",
            "list: B[];",
        ]
    );
}

#[test]
fn tuples_are_arrays_of_known_length() {
    let source = "#[derive(Serialize)] struct A { b: Vec<(&'static str, f64)> }";
    assert_eq!(types(source).unwrap(), "export interface A {\n    b: [string, number][];\n}\n");
}

#[test]
fn what_is_not_known_is_refused() {
    refused("#[derive(Serialize)] struct A;", UNNAMED);
    refused("#[derive(Serialize)] struct A(u8, u8);", UNNAMED);
    refused("#[derive(Serialize)] struct A<T> { a: T }", "A: generic types are not known");
    refused(
        "#[derive(Serialize)] #[serde(untagged)] enum A { B }",
        "A: serde(untagged) is not known",
    );
    refused(
        "#[derive(Serialize)] #[serde(rename_all = \"UPPERCASE\")] enum A { B }",
        "A: serde(rename_all = \"UPPERCASE\") is not known",
    );
    refused(
        "#[derive(Serialize)] struct A { #[serde(flatten)] b: B }",
        "A: b has a serde attribute, which is not known",
    );
    refused(
        "#[derive(Serialize)] struct A { #[cfg_attr(feature = \"serde\", serde(skip))] b: B }",
        "A: b has a serde attribute, which is not known",
    );
    refused(
        "#[derive(Serialize)] #[serde(tag = \"kind\")] struct A { b: u8 }",
        "A: a struct with a tag is not known",
    );
    refused("#[derive(Serialize)] enum A {}", "A: an enum without variants is not known");
    refused("#[derive(Serialize)] enum A { B(u8) }", "A: B has fields, but the enum has no tag");
    refused(
        "#[derive(Serialize)] #[serde(tag = \"kind\")] enum A { B(u8) }",
        "A: B has fields without names",
    );
    refused(
        "#[derive(Serialize)] struct A { b: [u8; 2] }",
        "A: b: only paths, references, slices and tuples are known",
    );
    refused(
        "#[derive(Serialize)] struct A { b: BTreeMap<u8, u8> }",
        "A: b: BTreeMap with parameters is not known",
    );
    refused("#[derive(Serialize)] struct A { b: u128 }", "A: b: u128 is not known");
    refused("#[derive(Serialize)] struct A(B);", "A has a B, which does not derive Serialize");
    refused(
        "#[derive(Serialize)] struct A(u8); #[derive(Serialize)] enum A { B }",
        "there are two types named A",
    );
}

const UNNAMED: &str = "A: only structs with named fields, or with one without a name, are known";

#[test]
fn words_are_constants() {
    let source = "
        use client::inspect::A_B;
        /// Words of a page.
        pub const PAGE: usize = 4 + A_B - 1;
        pub const NONE: u16 = u16::MAX;
        /// What it is.
        #[derive(Clone, Copy)]
        pub enum PinKind { Hit, ReadAhead }
        const OWN: usize = 7;";
    let expected = "\
/**
 * Words of a page.
 */
export const PAGE = 4 + A_B - 1;
export const NONE = 65535;
/**
 * What it is.
 */
export const PIN_KIND = [\"hit\", \"readAhead\"] as const;
";
    assert_eq!(constants(source).as_deref(), Ok(expected));
    let why = "A: B has fields or a code of its own";
    assert_eq!(constants("pub enum A { B(u8) }"), Err(why.to_string()));
    assert_eq!(constants("pub enum A { B = 3 }"), Err(why.to_string()));
    let why = "N: an expression is neither a literal, a name nor a sum";
    assert_eq!(constants("pub const N: usize = f(1);"), Err(why.to_string()));
}
