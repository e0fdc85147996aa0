//! One struct or enum as a type.

use super::Declaration;
use super::attributes::{Container, documentation, refuse_serde};
use syn::{
    Attribute, Fields, FieldsNamed, GenericArgument, Generics, Ident, Item, ItemEnum, ItemStruct,
    PathArguments, Type, TypePath, Variant,
};

/// The name and TypeScript type of an item; `None` if it is not serialized.
pub(super) fn declaration(item: &Item) -> Result<Option<(String, Declaration)>, String> {
    let (attributes, ident, generics) = match item {
        Item::Struct(item) => (&item.attrs, &item.ident, &item.generics),
        Item::Enum(item) => (&item.attrs, &item.ident, &item.generics),
        _ => return Ok(None),
    };
    let within = |why: String| format!("{ident}: {why}");
    let container = Container::read(attributes).map_err(within)?;
    if !container.serialized {
        return Ok(None);
    }
    let mut writer = Writer { container, names: Vec::new() };
    let body = match item {
        _ if has_parameters(generics) => Err("generic types are not known".into()),
        Item::Struct(item) => writer.of_struct(item),
        Item::Enum(item) => writer.of_enum(item),
        _ => return Ok(None),
    };
    let text = format!("{}export {}", comment(attributes, ""), body.map_err(within)?);
    Ok(Some((ident.to_string(), Declaration { text, names: writer.names })))
}

/// Whether an item has parameters for types or lifetimes.
fn has_parameters(generics: &Generics) -> bool {
    !generics.params.is_empty()
}

/// Writes a type down and remembers which others it names.
struct Writer {
    container: Container,
    names: Vec<String>,
}

impl Writer {
    /// A struct as an interface, or as its only field's type.
    fn of_struct(&mut self, item: &ItemStruct) -> Result<String, String> {
        if self.container.tag.is_some() {
            return Err("a struct with a tag is not known".into());
        }
        match &item.fields {
            Fields::Named(fields) => {
                let mut text = format!("interface {} {{\n", item.ident);
                for (attributes, field) in self.fields(fields, self.container.rename)? {
                    text += &format!("{}    {field};\n", comment(attributes, "    "));
                }
                Ok(text + "}\n")
            }
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                let field = &fields.unnamed[0];
                refuse_serde(&field.attrs, "its field")?;
                Ok(format!("type {} = {};\n", item.ident, self.type_of(&field.ty)?))
            }
            _ => {
                Err("only structs with named fields, or with one without a name, are known".into())
            }
        }
    }

    /// An enum as a union: of strings, or of objects if it has a tag.
    fn of_enum(&mut self, item: &ItemEnum) -> Result<String, String> {
        let mut variants = Vec::new();
        for variant in &item.variants {
            let name = variant_name(&variant.ident, self.container.rename);
            refuse_serde(&variant.attrs, &name)?;
            variants.push(match self.container.tag.clone() {
                Some(tag) => self.tagged(variant, &format!("{tag}: \"{name}\""))?,
                None if matches!(variant.fields, Fields::Unit) => format!("\"{name}\""),
                None => return Err(format!("{name} has fields, but the enum has no tag")),
            });
        }
        match variants.is_empty() {
            true => Err("an enum without variants is not known".into()),
            false => Ok(format!("type {} = {};\n", item.ident, variants.join(" | "))),
        }
    }

    /// A variant of an enum with a tag: an object that has the tag among its fields.
    fn tagged(&mut self, variant: &Variant, tag: &str) -> Result<String, String> {
        let mut members = vec![tag.to_string()];
        match &variant.fields {
            Fields::Named(fields) => {
                let fields = self.fields(fields, self.container.rename_fields)?;
                members.extend(fields.into_iter().map(|(_, field)| field));
            }
            Fields::Unit => {}
            Fields::Unnamed(_) => {
                return Err(format!("{} has fields without names", variant.ident));
            }
        }
        Ok(format!("{{ {} }}", members.join("; ")))
    }

    /// The fields of a struct as `name: type`, each with its attributes. `rename`: the names become
    /// camelCase.
    fn fields<'a>(
        &mut self,
        fields: &'a FieldsNamed,
        rename: bool,
    ) -> Result<Vec<(&'a [Attribute], String)>, String> {
        let mut members = Vec::new();
        for field in &fields.named {
            let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
            refuse_serde(&field.attrs, &name)?;
            let value = self.type_of(&field.ty).map_err(|why| format!("{name}: {why}"))?;
            let name = if rename { camel_case(&name) } else { name };
            members.push((field.attrs.as_slice(), format!("{name}: {value}")));
        }
        Ok(members)
    }

    /// A Rust type in TypeScript.
    fn type_of(&mut self, value: &Type) -> Result<String, String> {
        match value {
            Type::Path(path) if path.qself.is_none() => self.path(path),
            Type::Reference(reference) => self.type_of(&reference.elem),
            Type::Slice(slice) => self.list_of(&slice.elem),
            Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                let elements: Result<Vec<_>, _> =
                    tuple.elems.iter().map(|element| self.type_of(element)).collect();
                Ok(format!("[{}]", elements?.join(", ")))
            }
            _ => Err("only paths, references, slices and tuples are known".into()),
        }
    }

    /// A type with a name in TypeScript; one of ours is noted as named.
    fn path(&mut self, path: &TypePath) -> Result<String, String> {
        let Some(segment) = path.path.segments.last() else { return Err("it has no type".into()) };
        let name = segment.ident.to_string();
        match (name.as_str(), &arguments(&segment.arguments)[..]) {
            ("bool", []) => Ok("boolean".into()),
            ("String" | "str" | "char", []) => Ok("string".into()),
            ("u8" | "u16" | "u32" | "u64" | "usize", [])
            | ("i8" | "i16" | "i32" | "i64" | "isize" | "f32" | "f64", []) => Ok("number".into()),
            ("Option", [inner]) => Ok(format!("{} | undefined", self.type_of(inner)?)),
            ("Vec", [inner]) => self.list_of(inner),
            ("Box", [inner]) => self.type_of(inner),
            ("u128" | "i128", _) => Err(format!("{name} is not known")),
            (_, []) if segment.arguments.is_none() => {
                self.names.push(name.clone());
                Ok(name)
            }
            _ => Err(format!("{name} with parameters is not known")),
        }
    }

    /// An array of this type.
    fn list_of(&mut self, element: &Type) -> Result<String, String> {
        let element = self.type_of(element)?;
        match element.ends_with(" undefined") {
            true => Ok(format!("({element})[]")),
            false => Ok(format!("{element}[]")),
        }
    }
}

/// The types between angle brackets.
fn arguments(arguments: &PathArguments) -> Vec<&Type> {
    let PathArguments::AngleBracketed(list) = arguments else { return Vec::new() };
    let types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(value) => Some(value),
        _ => None,
    });
    types.collect()
}

/// serde's `camelCase` for fields: `first_right` is `firstRight`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default().to_string();
    words.fold(first, |text, word| text + &with_first(word, char::to_ascii_uppercase))
}

/// serde's `camelCase` for variants: `NoRoom` is `noRoom`. `rename`: false leaves it as it is.
pub(super) fn variant_name(ident: &Ident, rename: bool) -> String {
    let name = ident.to_string();
    if rename { with_first(&name, char::to_ascii_lowercase) } else { name }
}

/// The word with its first letter changed.
fn with_first(word: &str, change: fn(&char) -> char) -> String {
    let mut letters = word.chars();
    letters.next().iter().map(change).chain(letters).collect()
}

/// An item's documentation as a TSDoc comment.
pub(super) fn comment(attributes: &[Attribute], indent: &str) -> String {
    let lines = documentation(attributes);
    if lines.is_empty() {
        return String::new();
    }
    let body: String = lines
        .iter()
        .map(|line| format!("{indent} * {line}").trim_end().to_string() + "\n")
        .collect();
    format!("{indent}/**\n{body}{indent} */\n")
}
