//! Where a Rust file lets docstrings be missing, and whether it says why.

use syn::visit::{self, Visit};
use syn::{Attribute, Meta};

/// Counts the attributes `allow(missing_docs)` and `expect(missing_docs)` that give no `reason`.
///
/// # Panics
/// If the text is no Rust.
pub fn docs_missing_without_reason(file: &str, text: &str) -> usize {
    let parsed = syn::parse_file(text).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut found = Unexplained(0);
    found.visit_file(&parsed);
    found.0
}

/// How many attributes that allow `missing_docs` without a reason were seen.
struct Unexplained(usize);

impl<'a> Visit<'a> for Unexplained {
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        if let Meta::List(list) = &attribute.meta {
            let is_lint_level = ["allow", "expect"].iter().any(|level| list.path.is_ident(level));
            let words = list.tokens.to_string();
            if is_lint_level && words.contains("missing_docs") && !words.contains("reason =") {
                self.0 += 1;
            }
        }
        visit::visit_attribute(self, attribute);
    }
}
