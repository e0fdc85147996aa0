//! What the attributes of an item say: whether it is serialized, how, and its documentation.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Lit, Meta, Token};

type List = Punctuated<Meta, Token![,]>;

/// The attributes of a struct or enum.
#[derive(Default)]
pub(super) struct Container {
    /// It derives `Serialize`, if only with a feature.
    pub(super) serialized: bool,
    /// `rename_all = "camelCase"`
    pub(super) rename: bool,
    /// `rename_all_fields = "camelCase"`
    pub(super) rename_fields: bool,
    /// `tag = "..."`
    pub(super) tag: Option<String>,
}

impl Container {
    /// Reads the attributes of a type; an error for an option of serde that is not known here.
    pub(super) fn read(attributes: &[Attribute]) -> Result<Container, String> {
        let mut container = Container::default();
        for meta in metas(attributes)? {
            if meta.path().is_ident("derive") {
                container.serialized |= nested(&meta)?.iter().any(|m| {
                    m.path().segments.last().is_some_and(|segment| segment.ident == "Serialize")
                });
            } else if meta.path().is_ident("serde") {
                for option in nested(&meta)? {
                    container.apply(&option)?;
                }
            }
        }
        Ok(container)
    }

    /// Takes over an option of serde's; one that is not known is an error.
    fn apply(&mut self, option: &Meta) -> Result<(), String> {
        let name = option.path().get_ident().map(ToString::to_string).unwrap_or_default();
        match (name.as_str(), text_of(option)) {
            ("rename_all", Some(rule)) if rule == "camelCase" => self.rename = true,
            ("rename_all_fields", Some(rule)) if rule == "camelCase" => self.rename_fields = true,
            ("tag", Some(tag)) => self.tag = Some(tag),
            (_, Some(value)) => return Err(format!("serde({name} = \"{value}\") is not known")),
            (_, None) => return Err(format!("serde({name}) is not known")),
        }
        Ok(())
    }
}

/// Refuses serde's attributes on a field or variant: the generated type would be wrong.
pub(super) fn refuse_serde(attributes: &[Attribute], name: &str) -> Result<(), String> {
    match metas(attributes)?.iter().any(|meta| meta.path().is_ident("serde")) {
        true => Err(format!("{name} has a serde attribute, which is not known")),
        false => Ok(()),
    }
}

/// The lines of an item's documentation.
pub(super) fn documentation(attributes: &[Attribute]) -> Vec<String> {
    let lines = attributes.iter().filter(|a| a.path().is_ident("doc"));
    lines
        .filter_map(|a| text_of(&a.meta))
        .map(|line| line.strip_prefix(' ').unwrap_or(&line).to_string())
        .collect()
}

/// All attributes, with those inside `cfg_attr` on their own.
fn metas(attributes: &[Attribute]) -> Result<Vec<Meta>, String> {
    let mut all = Vec::new();
    for attribute in attributes {
        if attribute.path().is_ident("cfg_attr") {
            all.extend(nested(&attribute.meta)?.into_iter().skip(1));
        } else {
            all.push(attribute.meta.clone());
        }
    }
    Ok(all)
}

/// The list between an attribute's parentheses.
fn nested(meta: &Meta) -> Result<List, String> {
    let list = meta.require_list().map_err(|e| e.to_string())?;
    list.parse_args_with(List::parse_terminated).map_err(|e| e.to_string())
}

/// The text after an attribute's `=`.
fn text_of(meta: &Meta) -> Option<String> {
    let Meta::NameValue(pair) = meta else { return None };
    let Expr::Lit(literal) = &pair.value else { return None };
    let Lit::Str(text) = &literal.lit else { return None };
    Some(text.value())
}
