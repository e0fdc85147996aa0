//! Which functions use which constants of a module, as the linker wrote it down (`--emit-relocs`).
//!
//! A symbol is a constant's name, or a function's; a relocation is a place where an address stands, with the symbol that it
//! is the address of. Both are custom sections (WebAssembly's `tool-conventions`, `Linking.md`). A constant is used by
//! the functions in whose code its address stands, and by all that use a constant in which its address stands: a table of
//! texts refers to the texts.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use wasmparser::{
    BinaryReaderError, Data, DataKind, KnownCustom, Linking, Name, Operator, Parser, Payload,
    RelocationEntry, SymbolInfo,
};

/// The segment that the linker puts constants into.
pub const CONSTANTS: &str = ".rodata";

/// A constant, or several that overlap, and who uses it.
pub struct Constant {
    /// Its addresses in the memory.
    pub addresses: Range<u32>,
    /// The names of the functions that use it, as wasm-bindgen writes them: demangled, with the hash.
    pub users: HashSet<String>,
}

/// A function or a constant by its number: where an address stands, or what it is the address of.
#[derive(Clone, Copy)]
enum Place {
    Function(u32),
    Constant(usize),
}

/// What is read of a module before it is put together.
#[derive(Default)]
struct Sections<'a> {
    /// Where the contents of the two sections begin in the file.
    code: usize,
    data: usize,
    imported: u32,
    /// Where the functions' bodies lie in the file.
    bodies: Vec<Range<usize>>,
    segments: Vec<Data<'a>>,
    functions: HashMap<u32, String>,
    segment_names: HashMap<u32, &'a str>,
    symbols: Vec<SymbolInfo<'a>>,
    /// The places in the code, and those in the data.
    in_code: Vec<RelocationEntry>,
    in_data: Vec<RelocationEntry>,
}

/// Finds the constants of a linked module, in the order of their addresses.
///
/// # Errors
/// A module that cannot be read, or one without the linker's notes.
pub fn constants(module: &[u8]) -> Result<Vec<Constant>, String> {
    let sections = read(module).map_err(|error| error.to_string())?;
    if sections.symbols.is_empty() {
        return Err("the module was linked without --emit-relocs".into());
    }
    let all = places(&sections)?;
    let at = |address: u32| all.partition_point(|range| range.end <= address);
    let target = |entry: &RelocationEntry| match sections.symbols.get(entry.index as usize)? {
        SymbolInfo::Data { symbol: Some(symbol), .. } => {
            let number = at(address(&sections, symbol.index)? + symbol.offset);
            all.get(number).map(|_| number)
        }
        _ => None,
    };
    let mut references: Vec<(Place, usize)> = Vec::new();
    for entry in &sections.in_code {
        let place = sections.code + entry.offset as usize;
        let number = sections.bodies.partition_point(|body| body.end <= place);
        if let Some(constant) = target(entry) {
            references.push((Place::Function(sections.imported + number as u32), constant));
        }
    }
    for entry in &sections.in_data {
        let place = sections.data + entry.offset as usize;
        let within = |segment: &&Data| segment.range.contains(&place);
        let Some(segment) = sections.segments.iter().find(within) else { continue };
        let (Some(from), Some(constant)) = (address_of(segment), target(entry)) else { continue };
        let offset = place - (segment.range.end - segment.data.len());
        let number = at(from + offset as u32);
        if all.get(number).is_some_and(|range| range.contains(&(from + offset as u32))) {
            references.push((Place::Constant(number), constant));
        } else {
            return Err(format!("an address stands at {place}, in no symbol"));
        }
    }
    let users = users(all.len(), &references);
    let named = |users: HashSet<u32>| {
        users.into_iter().map(|f| sections.functions.get(&f).cloned().unwrap_or_default()).collect()
    };
    let constant = |(addresses, users)| Constant { addresses, users: named(users) };
    Ok(all.into_iter().zip(users).map(constant).collect())
}

/// Reads the sections of a module that say who refers to what.
fn read(module: &[u8]) -> Result<Sections<'_>, BinaryReaderError> {
    let mut sections = Sections::default();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let function = matches!(import?.ty, wasmparser::TypeRef::Func(_));
                    sections.imported += u32::from(function);
                }
            }
            Payload::CodeSectionStart { range, .. } => sections.code = range.start,
            Payload::CodeSectionEntry(body) => sections.bodies.push(body.range()),
            Payload::DataSection(data) => {
                sections.data = data.range().start;
                sections.segments = data.into_iter().collect::<Result<_, _>>()?;
            }
            Payload::CustomSection(custom) => match custom.as_known() {
                KnownCustom::Linking(linking) => {
                    for part in linking.subsections() {
                        if let Linking::SymbolTable(symbols) = part? {
                            sections.symbols = symbols.into_iter().collect::<Result<_, _>>()?;
                        }
                    }
                }
                KnownCustom::Reloc(relocations) => {
                    let all = relocations.entries().into_iter().collect::<Result<Vec<_>, _>>()?;
                    match custom.name() {
                        "reloc.CODE" => sections.in_code = all,
                        "reloc.DATA" => sections.in_data = all,
                        _ => {}
                    }
                }
                KnownCustom::Name(names) => names.into_iter().try_for_each(|part| {
                    match part? {
                        Name::Function(names) => {
                            for naming in names {
                                let naming = naming?;
                                let name = rustc_demangle::demangle(naming.name).to_string();
                                sections.functions.insert(naming.index, name);
                            }
                        }
                        Name::Data(names) => {
                            for naming in names {
                                let naming = naming?;
                                sections.segment_names.insert(naming.index, naming.name);
                            }
                        }
                        _ => {}
                    }
                    Ok(())
                })?,
                _ => {}
            },
            _ => {}
        }
    }
    Ok(sections)
}

/// The address that a segment is put at; `None` if it is put nowhere by itself.
fn address_of(segment: &Data) -> Option<u32> {
    let DataKind::Active { offset_expr, .. } = &segment.kind else { return None };
    match offset_expr.get_operators_reader().read() {
        Ok(Operator::I32Const { value }) => Some(value as u32),
        _ => None,
    }
}

/// The address of the segment with this number.
fn address(sections: &Sections, segment: u32) -> Option<u32> {
    sections.segments.get(segment as usize).and_then(address_of)
}

/// The addresses of all constants, in order; constants that overlap are one.
fn places(sections: &Sections) -> Result<Vec<Range<u32>>, String> {
    let mut all: Vec<Range<u32>> = Vec::new();
    for symbol in &sections.symbols {
        let SymbolInfo::Data { symbol: Some(symbol), .. } = symbol else { continue };
        let from = address(sections, symbol.index).ok_or("a segment has no address")?;
        let from = from + symbol.offset;
        all.push(from..from + symbol.size);
    }
    all.sort_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<u32>> = Vec::new();
    for range in all.into_iter().filter(|range| !range.is_empty()) {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    Ok(merged)
}

/// The functions that use each of so many constants: those that refer to it, and those that use a constant that does.
fn users(count: usize, references: &[(Place, usize)]) -> Vec<HashSet<u32>> {
    let mut users: Vec<HashSet<u32>> = vec![HashSet::new(); count];
    let mut to: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (place, constant) in references {
        match place {
            Place::Function(function) => {
                users[*constant].insert(*function);
            }
            Place::Constant(from) if from != constant => to[*from].push(*constant),
            Place::Constant(_) => {}
        }
    }
    let mut changed: Vec<usize> = (0..count).collect();
    while let Some(from) = changed.pop() {
        for constant in to[from].clone() {
            let more: Vec<u32> = users[from].difference(&users[constant]).copied().collect();
            if !more.is_empty() {
                users[constant].extend(more);
                changed.push(constant);
            }
        }
    }
    users
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_uses_a_table_uses_what_it_refers_to() {
        // Function 1 uses the table 0, which refers to the texts 1 and 2; function 2 uses the text 2.
        let (function, table) = (Place::Function, Place::Constant(0));
        let found = users(4, &[(function(1), 0), (table, 1), (table, 2), (function(2), 2)]);
        let sorted = |users: &HashSet<u32>| {
            let mut users: Vec<u32> = users.iter().copied().collect();
            users.sort_unstable();
            users
        };
        let found: Vec<Vec<u32>> = found.iter().map(sorted).collect();
        assert_eq!(found, [vec![1], vec![1], vec![1, 2], vec![]]);
    }

    #[test]
    fn tables_that_refer_to_each_other_have_the_same_users() {
        let (function, table) = (Place::Function, Place::Constant);
        let found = users(2, &[(table(0), 1), (table(1), 0), (function(5), 0), (function(6), 1)]);
        assert_eq!(found[0], found[1]);
        assert_eq!(found[0].len(), 2);
    }

    #[test]
    fn a_module_without_notes_is_an_error() {
        let module = walrus::Module::default().emit_wasm();
        assert!(constants(&module).is_err_and(|error| error.contains("--emit-relocs")));
    }
}
