//! A Rust file as a parser reads it: what it defines, the names that it uses, its string literals, and
//! how long its functions are. Code that is compiled for tests only is left out of some of these; their
//! docstrings say so.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, UseTree};

/// A `use`: the name that it brings in, none for `*`, and the path to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The name, as it is called below.
    pub name: Option<String>,
    /// The path, as written.
    pub path: Vec<String>,
}

/// What some items are made of.
#[derive(Debug, Default)]
pub struct Contents {
    /// Names of functions, types, traits, constants and macros that stand among the items themselves.
    pub items: BTreeSet<String>,
    /// Names of everything that is defined anywhere in them: methods and the variants of enums, too.
    pub defined: BTreeSet<String>,
    /// What is brought in by `use`, in functions, too.
    pub imports: Vec<Import>,
    /// Paths that the code names, as written. Of names without a `::` those that are types or are called.
    pub paths: BTreeSet<Vec<String>>,
    /// Texts of string literals.
    pub literals: Vec<String>,
    /// All identifiers, those of attributes too.
    pub identifiers: BTreeSet<String>,
    /// What is compared with something: the last name of a call or a place, and literals between quotes.
    pub compared: BTreeSet<String>,
    /// Functions that are called with a text between quotes.
    pub called_with_text: BTreeSet<String>,
    /// Modules in files of their own.
    pub files: Vec<String>,
    /// Modules between braces.
    pub inline: Vec<(String, Contents)>,
}

impl Contents {
    /// Parses a file, leaving out what is compiled for tests only.
    ///
    /// # Panics
    /// If it is no Rust.
    pub fn of(file: &str, text: &str) -> Contents {
        let parsed = syn::parse_file(text).unwrap_or_else(|e| panic!("{file}: {e}"));
        let mut contents = Contents::default();
        contents.identifiers.extend(words(parsed.attrs.iter().flat_map(tokens)));
        contents.read(&parsed.items);
        contents
    }

    /// Notes what these items define and use.
    fn read(&mut self, items: &[Item]) {
        for item in items.iter().filter(|item| !for_tests(attributes(item))) {
            if let Some(name) = name_of(item) {
                self.items.insert(name);
            }
            match item {
                Item::Mod(m) => match &m.content {
                    Some((_, items)) => {
                        let mut inner = Contents::default();
                        inner.read(items);
                        self.inline.push((m.ident.to_string(), inner));
                    }
                    None => self.files.push(m.ident.to_string()),
                },
                item => self.visit_item(item),
            }
        }
    }

    /// The contents of the file and of the inline modules in it.
    pub fn with_inline(&self) -> Vec<&Contents> {
        let mut all = vec![self];
        all.extend(self.inline.iter().flat_map(|(_, inner)| inner.with_inline()));
        all
    }

    /// Notes the paths of a `use`.
    fn import(&mut self, before: &[String], tree: &UseTree) {
        let path = |word: &syn::Ident| {
            let mut path = before.to_vec();
            path.push(word.to_string());
            path
        };
        let mut add = |name: Option<String>, mut path: Vec<String>| {
            if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
                path.pop();
            }
            let name = name.map(|n| if n == "self" { path[path.len() - 1].clone() } else { n });
            self.imports.push(Import { name, path });
        };
        match tree {
            UseTree::Path(p) => {
                let before = path(&p.ident);
                self.import(&before, &p.tree);
            }
            UseTree::Name(n) => add(Some(n.ident.to_string()), path(&n.ident)),
            UseTree::Rename(r) => add(Some(r.rename.to_string()), path(&r.ident)),
            UseTree::Glob(_) => add(None, before.to_vec()),
            UseTree::Group(g) => g.items.iter().for_each(|tree| self.import(before, tree)),
        }
    }

    /// Reads the arguments of a macro call: names joined by `::`, and literals.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let (mut joined, mut dollar) = (0, false);
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    self.identifiers.insert(word.to_string());
                    if joined != 2 {
                        self.end_path(&mut path);
                    }
                    if !dollar {
                        path.push(word.to_string());
                    }
                    (joined, dollar) = (0, false);
                }
                TokenTree::Punct(p) if p.as_char() == ':' => joined += 1,
                TokenTree::Punct(p) => {
                    self.end_path(&mut path);
                    (joined, dollar) = (0, p.as_char() == '$');
                }
                TokenTree::Group(group) => {
                    self.end_path(&mut path);
                    (joined, dollar) = (0, false);
                    self.read_tokens(group.stream());
                }
                TokenTree::Literal(literal) => {
                    self.end_path(&mut path);
                    (joined, dollar) = (0, false);
                    if let Ok(text) = syn::parse2::<syn::LitStr>(TokenTree::from(literal).into()) {
                        self.literals.push(text.value());
                    }
                }
            }
        }
        self.end_path(&mut path);
    }

    /// Notes the path that has been read, if it is more than a name.
    fn end_path(&mut self, path: &mut Vec<String>) {
        if path.len() > 1 {
            self.paths.insert(std::mem::take(path));
        }
        path.clear();
    }
}

impl<'a> Visit<'a> for Contents {
    fn visit_item(&mut self, item: &'a Item) {
        if !for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }
    fn visit_impl_item(&mut self, item: &'a ImplItem) {
        let attributes = match item {
            ImplItem::Fn(f) => &f.attrs[..],
            _ => &[],
        };
        if !for_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }
    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.import(&[], &item.tree);
    }
    fn visit_path(&mut self, path: &'a syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let is_type = words[0].starts_with(|c: char| c.is_ascii_uppercase());
        if words.len() > 1 || is_type {
            self.paths.insert(words);
        }
        visit::visit_path(self, path);
    }
    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        if let syn::Expr::Path(function) = &*call.func
            && let Some(name) = function.path.get_ident()
        {
            self.paths.insert(vec![name.to_string()]);
        }
        let is_text = |e: &syn::Expr| last_name(e).is_some_and(|name| name.starts_with('"'));
        if call.args.iter().any(is_text) {
            self.called_with_text.extend(last_name(&call.func));
        }
        visit::visit_expr_call(self, call);
    }
    fn visit_expr_binary(&mut self, binary: &'a syn::ExprBinary) {
        use syn::BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        if matches!(binary.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_)) {
            self.compared
                .extend([&binary.left, &binary.right].into_iter().filter_map(|e| last_name(e)));
        }
        visit::visit_expr_binary(self, binary);
    }
    fn visit_macro(&mut self, called: &'a syn::Macro) {
        visit::visit_macro(self, called);
        self.read_tokens(called.tokens.clone());
    }
    fn visit_lit_str(&mut self, literal: &'a syn::LitStr) {
        self.literals.push(literal.value());
    }
    fn visit_ident(&mut self, word: &'a syn::Ident) {
        self.identifiers.insert(word.to_string());
    }
    fn visit_signature(&mut self, signature: &'a syn::Signature) {
        self.defined.insert(signature.ident.to_string());
        visit::visit_signature(self, signature);
    }
    fn visit_variant(&mut self, variant: &'a syn::Variant) {
        self.defined.insert(variant.ident.to_string());
        visit::visit_variant(self, variant);
    }
    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.defined.insert(item.ident.to_string());
        visit::visit_item_struct(self, item);
    }
    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        self.defined.insert(item.ident.to_string());
        visit::visit_item_enum(self, item);
    }
    fn visit_item_trait(&mut self, item: &'a syn::ItemTrait) {
        self.defined.insert(item.ident.to_string());
        visit::visit_item_trait(self, item);
    }
    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        self.defined.insert(item.ident.to_string());
        visit::visit_item_const(self, item);
    }
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        self.identifiers.extend(words(tokens(attribute)));
    }
    /// Skips `pub(in crate::x)`: its path says who may see an item, and is no import.
    fn visit_vis_restricted(&mut self, _: &'a syn::VisRestricted) {}
}

/// The last name in an expression: in `x.release.major()` it is `major`. A string literal is
/// returned in quotes.
fn last_name(e: &syn::Expr) -> Option<String> {
    match e {
        syn::Expr::MethodCall(call) => Some(call.method.to_string()),
        syn::Expr::Field(syn::ExprField { member: syn::Member::Named(name), .. }) => {
            Some(name.to_string())
        }
        syn::Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
            Some(format!("\"{}\"", text.value()))
        }
        syn::Expr::Paren(inner) => last_name(&inner.expr),
        syn::Expr::Reference(inner) => last_name(&inner.expr),
        _ => None,
    }
}

/// The tokens of an attribute; none for a docstring.
fn tokens(attribute: &Attribute) -> TokenStream {
    let path = attribute.path().segments.iter().map(|s| TokenTree::from(s.ident.clone()));
    match &attribute.meta {
        syn::Meta::List(list) => path.chain(list.tokens.clone()).collect(),
        _ => path.collect(),
    }
}

/// The identifiers among the tokens.
fn words(tokens: impl IntoIterator<Item = TokenTree>) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(word) => found.push(word.to_string()),
            TokenTree::Group(group) => found.extend(words(group.stream())),
            _ => {}
        }
    }
    found
}

/// Whether the attributes say that an item is compiled for tests only.
fn for_tests(attributes: &[Attribute]) -> bool {
    let named = |a: &Attribute| words(tokens(a));
    attributes.iter().any(|a| a.path().is_ident("cfg") && named(a).contains(&"test".to_owned()))
}

/// The attributes of an item.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(i) => &i.attrs,
        Item::Enum(i) => &i.attrs,
        Item::Fn(i) => &i.attrs,
        Item::Impl(i) => &i.attrs,
        Item::Macro(i) => &i.attrs,
        Item::Mod(i) => &i.attrs,
        Item::Static(i) => &i.attrs,
        Item::Struct(i) => &i.attrs,
        Item::Trait(i) => &i.attrs,
        Item::Type(i) => &i.attrs,
        Item::Use(i) => &i.attrs,
        _ => &[],
    }
}

/// The name that an item defines; `None` for a module and an item without a name.
fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(i) => &i.ident,
        Item::Enum(i) => &i.ident,
        Item::Fn(i) => &i.sig.ident,
        Item::Macro(i) => i.ident.as_ref()?,
        Item::Static(i) => &i.ident,
        Item::Struct(i) => &i.ident,
        Item::Trait(i) => &i.ident,
        Item::Type(i) => &i.ident,
        Item::Union(i) => &i.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// A function's name and how many lines it has, from its signature to its closing brace.
pub type Length = (String, usize);

/// The lengths of all functions of a file, tests included.
///
/// # Panics
/// If it is no Rust.
pub fn function_lengths(file: &str, text: &str) -> Vec<Length> {
    struct Lengths(Vec<Length>);
    impl Lengths {
        /// Notes a function's name and its length in lines.
        fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
            let end = block.brace_token.span.close().end().line;
            let lines = end - signature.fn_token.span.start().line + 1;
            self.0.push((signature.ident.to_string(), lines));
        }
    }
    impl<'a> Visit<'a> for Lengths {
        fn visit_item_fn(&mut self, f: &'a syn::ItemFn) {
            self.add(&f.sig, &f.block);
            visit::visit_item_fn(self, f);
        }
        fn visit_impl_item_fn(&mut self, f: &'a syn::ImplItemFn) {
            self.add(&f.sig, &f.block);
            visit::visit_impl_item_fn(self, f);
        }
        fn visit_trait_item_fn(&mut self, f: &'a syn::TraitItemFn) {
            if let Some(block) = &f.default {
                self.add(&f.sig, block);
            }
            visit::visit_trait_item_fn(self, f);
        }
    }
    let parsed = syn::parse_file(text).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut lengths = Lengths(Vec::new());
    lengths.visit_file(&parsed);
    lengths.0
}

/// The variants of an enum that a file defines.
///
/// # Panics
/// If it is no Rust, or has no such enum.
pub fn variants(file: &str, text: &str, name: &str) -> BTreeSet<String> {
    let parsed = syn::parse_file(text).unwrap_or_else(|e| panic!("{file}: {e}"));
    let found = parsed.items.iter().find_map(|item| match item {
        Item::Enum(e) if e.ident == name => Some(e),
        _ => None,
    });
    let found = found.unwrap_or_else(|| panic!("{file} has no enum {name}"));
    found.variants.iter().map(|v| v.ident.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use crate::{bytes::{A, B as C}, heap::{self, *}};
        fn f(v: page::V) -> Row { g(h, \"one\"); say!(\"two {}\", crate::table::x()) } // crate::no
        macro_rules! m { () => { $crate::err!() } }
        #[cfg(test)]
        mod tests { use crate::table; }
        mod inner { pub(in crate::seen) fn i() { let s = \"}\"; } }
        mod other;";

    #[test]
    fn a_file_is_read_as_the_compiler_reads_it() {
        let c = Contents::of("x.rs", TEXT);
        let import = |name: Option<&str>, path: &str| Import {
            name: name.map(str::to_owned),
            path: path.split("::").map(str::to_owned).collect(),
        };
        let expected = [
            import(Some("A"), "crate::bytes::A"),
            import(Some("C"), "crate::bytes::B"),
            import(Some("heap"), "crate::heap"),
            import(None, "crate::heap"),
        ];
        assert_eq!(c.imports, expected);
        let paths: Vec<String> = c.paths.iter().map(|p| p.join("::")).collect();
        assert_eq!(paths, ["Row", "crate::table::x", "g", "page::V"]);
        assert_eq!(c.literals, ["one", "two {}"]);
        assert_eq!(c.items.iter().map(String::as_str).collect::<Vec<_>>(), ["f", "m"]);
        assert_eq!(c.files, ["other"]);
        assert_eq!(c.inline[0].1.literals, ["}"]);
        assert!(c.inline[0].1.paths.is_empty(), "who may see it is no import");
    }

    #[test]
    fn functions_are_measured() {
        let text = "fn a() {\n}\nimpl X {\n    fn b(\n        v: u8,\n    ) {\n        fn c() {}\n    }\n}\n";
        let expected = [("a", 2), ("b", 5), ("c", 1)].map(|(n, l)| (n.to_owned(), l));
        assert_eq!(function_lengths("x.rs", text), expected);
    }
}
