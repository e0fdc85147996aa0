//! Writes the constants and enums of the files named `words.rs` as TypeScript, so that the page reads the engine's
//! numbers by the same names. An enum becomes the list of its names: each stands at the index of its code.
//!
//! | Rust | TypeScript |
//! |---|---|
//! | `pub const A_B: usize = 8;` | `export const A_B = 8;` |
//! | `pub const C: usize = 4 + A_B;` | `export const C = 4 + A_B;` |
//! | `pub const D: u16 = u16::MAX;` | `export const D = 65535;` |
//! | `pub enum CodeOf { OneWord, Two }` | `export const CODE_OF = ["oneWord", "two"] as const;` |
//!
//! Any other form is an error.

use super::shape::{comment, variant_name};
use syn::{BinOp, Expr, Fields, Item, ItemEnum, Lit, Visibility};

/// The constants of one file, in its order.
pub(super) fn constants(text: &str) -> Result<String, String> {
    let file = syn::parse_file(text).map_err(|e| e.to_string())?;
    let mut out = String::new();
    for item in &file.items {
        let (visibility, attributes, ident, value) = match item {
            Item::Const(item) => (&item.vis, &item.attrs, &item.ident, value(&item.expr)),
            Item::Enum(item) => (&item.vis, &item.attrs, &item.ident, names(item)),
            _ => continue,
        };
        if !matches!(visibility, Visibility::Public(_)) {
            continue;
        }
        let value = value.map_err(|why| format!("{ident}: {why}"))?;
        out += &comment(attributes, "");
        out += &format!("export const {} = {value};\n", upper_case(&ident.to_string()));
    }
    Ok(out)
}

/// The TypeScript for an enum: the names of its variants in the order of their codes; an error for a variant with fields
/// or with a code of its own.
fn names(item: &ItemEnum) -> Result<String, String> {
    let names =
        item.variants.iter().map(|variant| match (&variant.fields, &variant.discriminant) {
            (Fields::Unit, None) => Ok(format!("{:?}", variant_name(&variant.ident, true))),
            _ => Err(format!("{} has fields or a code of its own", variant.ident)),
        });
    Ok(format!("[{}] as const", names.collect::<Result<Vec<_>, _>>()?.join(", ")))
}

/// `RecordFate` is `RECORD_FATE`; what is in capitals already stays.
fn upper_case(name: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for letter in name.chars() {
        if before.is_lowercase() && letter.is_uppercase() {
            out.push('_');
        }
        out.push(letter.to_ascii_uppercase());
        before = letter;
    }
    out
}

/// The TypeScript for a constant's value; an error for an expression that is not understood.
fn value(expression: &Expr) -> Result<String, String> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Ok(number.base10_digits().to_string()),
            _ => Err("a literal is no integer".to_string()),
        },
        Expr::Path(path) => {
            let names: Vec<String> =
                path.path.segments.iter().map(|s| s.ident.to_string()).collect();
            match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["u8", "MAX"] => Ok(u8::MAX.to_string()),
                ["u16", "MAX"] => Ok(u16::MAX.to_string()),
                ["u32", "MAX"] => Ok(u32::MAX.to_string()),
                [name] => Ok(name.to_string()),
                _ => Err(format!("{} is not known here", names.join("::"))),
            }
        }
        Expr::Binary(sum) => {
            let sign = match sum.op {
                BinOp::Add(_) => "+",
                BinOp::Sub(_) => "-",
                BinOp::Mul(_) => "*",
                _ => return Err("an operator is not one of + - *".to_string()),
            };
            Ok(format!("{} {sign} {}", value(&sum.left)?, value(&sum.right)?))
        }
        _ => Err("an expression is neither a literal, a name nor a sum".to_string()),
    }
}
