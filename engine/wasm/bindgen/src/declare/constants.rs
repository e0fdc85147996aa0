//! The constants of the files named `words.rs`, for TypeScript: what the page reads of words that Rust wrote is named
//! where they are written.
//!
//! | Rust | TypeScript |
//! |---|---|
//! | `pub const A_B: usize = 8;` | `export const A_B = 8;` |
//! | `pub const C: usize = 4 + A_B;` | `export const C = 4 + A_B;` |
//! | `pub const D: u16 = u16::MAX;` | `export const D = 65535;` |
//! | `pub const E: [&str; 2] = ["x", "y"];` | `export const E = ["x", "y"] as const;` |
//!
//! What is not in the table is an error.

use super::shape::comment;
use syn::{BinOp, Expr, Item, Lit, Visibility};

/// The constants of one file, in its order.
pub(super) fn constants(text: &str) -> Result<String, String> {
    let file = syn::parse_file(text).map_err(|e| e.to_string())?;
    let mut out = String::new();
    for item in &file.items {
        let Item::Const(item) = item else { continue };
        if !matches!(item.vis, Visibility::Public(_)) {
            continue;
        }
        let value = value(&item.expr).map_err(|why| format!("{}: {why}", item.ident))?;
        out += &comment(&item.attrs, "");
        out += &format!("export const {} = {value};\n", item.ident);
    }
    Ok(out)
}

/// The TypeScript for a constant's value; an error for an expression that is not understood.
fn value(expression: &Expr) -> Result<String, String> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Ok(number.base10_digits().to_string()),
            Lit::Str(text) => Ok(format!("{:?}", text.value())),
            _ => Err("a literal is neither an integer nor a text".to_string()),
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
        Expr::Array(list) => {
            let all: Result<Vec<String>, String> = list.elems.iter().map(value).collect();
            Ok(format!("[{}] as const", all?.join(", ")))
        }
        _ => Err("an expression is neither a literal, a name, a sum nor a list".to_string()),
    }
}
