//! Cuts a module in parts: what the first statements need, and what is loaded when it is first called.
//!
//! Most visitors store a row and look at it; the prototypes' toasters, PL/pgSQL, recovery and
//! the fields of every page are code that most never run, and pgbench's clients have a lab of their own.
//! A file names the parts, and the Rust modules whose functions may go into each, one path a line.
//! Functions that only these call go there too:
//!
//! ```text
//! first module                                    part, imports of `engine`
//! memory, table, stack pointer  ------------------> imported
//! f: its body                   ------------------> f, when the part calls it
//! g: load the part,                                 g: its body
//!    call_indirect slot of g  -> table[slot of g] <- written when it is made
//! ```
//!
//! All share one memory and one stack, so that a call from one into the other is a call like any
//! other. What a part calls of another part is called through the first module. Loading is [`LOADER`]'s
//! work, which the first module imports from JavaScript; its argument is the number of the part.
//!
//! Constants that only functions of one part use go with them ([`crate::constants`]): the part writes them into the memory
//! when it is made, and the first module has zeros there, which compress to nothing.

use crate::constants::{Constant, constants};
use crate::segment::Segment;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use walrus::ir::{Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind,
    GlobalId, GlobalKind, ImportKind, ImportedFunction, LocalFunction, MemoryId, Module,
    ModuleConfig, TableId, ValType,
};

/// The imported function that loads a part, as wasm-bindgen names it.
const LOADER: &str = "__wbg_toastscopeLater";
/// What a part calls the first module.
const ENGINE: &str = "engine";

/// The functions, globals and tables that a body names.
#[derive(Default)]
struct Named {
    functions: Vec<FunctionId>,
    globals: Vec<GlobalId>,
    tables: Vec<TableId>,
}

impl Visitor<'_> for Named {
    fn visit_function_id(&mut self, id: &FunctionId) {
        self.functions.push(*id);
    }
    fn visit_global_id(&mut self, id: &GlobalId) {
        self.globals.push(*id);
    }
    fn visit_table_id(&mut self, id: &TableId) {
        self.tables.push(*id);
    }
}

/// The functions, globals and tables that a function names.
fn named(function: &LocalFunction) -> Named {
    let mut named = Named::default();
    dfs_in_order(&mut named, function, function.entry_block());
    named
}

/// A module that is loaded when it is first called: its name, and the Rust modules that
/// may go into it.
pub struct Part {
    /// The name in the file.
    pub name: String,
    paths: Vec<String>,
}

/// Parses the file of parts: `[name]`, and below it the paths of Rust modules, one a line.
///
/// # Errors
/// A path before the first name.
pub fn parts(text: &str) -> Result<Vec<Part>, String> {
    let mut parts: Vec<Part> = Vec::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            parts.push(Part { name: name.into(), paths: Vec::new() });
        } else {
            let part = parts.last_mut().ok_or_else(|| format!("{line} is in no part"))?;
            part.paths.push(line.into());
        }
    }
    Ok(parts)
}

/// Which functions go into a part, and which of them are called or pointed to from elsewhere: by their
/// numbers, which are the same each time the module is read.
struct Cut {
    moved: HashSet<usize>,
    /// In the order of their slots.
    entries: Vec<usize>,
}

/// Whether a function belongs to one of the Rust modules with these paths: `a::b::f`, `<a::b::T as
/// Trait>::f`.
fn within(name: &str, paths: &[String]) -> bool {
    let name = format!("{:#}", rustc_demangle::demangle(name));
    let path = name.trim_start_matches('_').trim_start_matches('<');
    let inherent = name.split_once("<impl ").map_or("", |(_, rest)| rest);
    paths.iter().any(|own| path.starts_with(&**own) || inherent.starts_with(&**own))
}

/// Who calls whom, and what cannot move.
struct Calls {
    callers: HashMap<FunctionId, HashSet<FunctionId>>,
    /// What looks into another table than that of functions, where JavaScript's objects are, stays with it.
    stays: HashSet<FunctionId>,
    /// What is reached from outside, or through the table: nobody can tell by whom.
    open: HashSet<FunctionId>,
}

impl Calls {
    /// Reads from a module who calls whom.
    fn of(module: &Module) -> Calls {
        let shared = module.tables.main_function_table().ok().flatten();
        let mut callers: HashMap<FunctionId, HashSet<FunctionId>> = HashMap::new();
        let mut stays: HashSet<FunctionId> = HashSet::new();
        for (id, function) in module.funcs.iter_local() {
            let named = named(function);
            if named.tables.iter().any(|table| Some(*table) != shared) {
                stays.insert(id);
            }
            for callee in named.functions {
                callers.entry(callee).or_default().insert(id);
            }
        }
        let mut open: HashSet<FunctionId> = module.start.into_iter().collect();
        for export in module.exports.iter() {
            if let ExportItem::Function(id) = export.item {
                open.insert(id);
            }
        }
        for element in module.elements.iter() {
            if let ElementItems::Functions(ids) = &element.items {
                open.extend(ids);
            }
        }
        Calls { callers, stays, open }
    }

    /// The functions of the Rust modules with these paths, and the functions that only they call.
    fn closure(&self, module: &Module, paths: &[String]) -> HashSet<FunctionId> {
        let local: Vec<FunctionId> = module
            .funcs
            .iter_local()
            .map(|(id, _)| id)
            .filter(|id| !self.stays.contains(id))
            .collect();
        let name = |id: &FunctionId| module.funcs.get(*id).name.as_deref().unwrap_or_default();
        let mut within: HashSet<FunctionId> =
            local.iter().copied().filter(|id| within(name(id), paths)).collect();
        loop {
            let only_there = |id: &&FunctionId| {
                !within.contains(id)
                    && !self.open.contains(id)
                    && self.callers.get(id).is_some_and(|by| by.is_subset(&within))
            };
            let more: Vec<FunctionId> = local.iter().filter(only_there).copied().collect();
            if more.is_empty() {
                return within;
            }
            within.extend(more);
        }
    }

    /// Which functions each part gets. A function that only several parts call goes into the
    /// earliest of them.
    fn cuts(&self, module: &Module, parts: &[Part]) -> Vec<Cut> {
        let closures: Vec<HashSet<FunctionId>> = (0..=parts.len())
            .map(|from| {
                let paths: Vec<String> =
                    parts[from..].iter().flat_map(|part| part.paths.clone()).collect();
                self.closure(module, &paths)
            })
            .collect();
        let cut = |own: &[HashSet<FunctionId>]| {
            let moved: HashSet<FunctionId> = own[0].difference(&own[1]).copied().collect();
            let entry = |id: &FunctionId| {
                self.open.contains(id)
                    || self.callers.get(id).is_some_and(|by| !by.is_subset(&moved))
            };
            let local = module.funcs.iter_local().map(|(id, _)| id);
            let entries = local.filter(|id| moved.contains(id) && entry(id));
            Cut {
                entries: entries.map(|id| id.index()).collect(),
                moved: moved.iter().map(|id| id.index()).collect(),
            }
        };
        closures.windows(2).map(cut).collect()
    }
}

/// Splits the module in `file`: the functions of each part go to the file that `to` names. `linked` is the module as the
/// linker wrote it, with its notes of who uses which constant.
///
/// # Errors
/// A file that cannot be read or written, a module without a table, a memory or a loader, or one that was linked
/// without notes.
pub fn split(
    file: &Path,
    linked: &Path,
    parts: &[Part],
    to: impl Fn(&Part) -> PathBuf,
) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|error| at(file, &error))?;
    let parse = || named_only().parse(&bytes).map_err(|error| format!("{error:#}"));
    let mut first = parse()?;
    let cuts = Calls::of(&first).cuts(&first, parts);
    let linked = fs::read(linked).map_err(|error| at(linked, &error))?;
    let moved = constants_of(&first, &cuts, &constants(&linked)?);
    let segment = Segment::of(&first)?;
    let mut shared = Shared::of(&mut first)?;
    let mut slots = Vec::new();
    for cut in &cuts {
        slots.push(slots_from(&mut first, cut.entries.len())?);
    }
    for (((part, cut), slots), constants) in parts.iter().zip(&cuts).zip(&slots).zip(&moved) {
        let mut module = parse()?;
        shared.with(&mut first, &mut module, cut)?;
        segment.give(&mut first, &mut module, constants)?;
        fill(&mut module, *slots, &cut.entries)?;
        write(&mut module, &to(part))?;
    }
    for (number, (cut, slots)) in cuts.iter().zip(&slots).enumerate() {
        stand_in(&mut first, number as i32, *slots, &cut.entries)?;
    }
    write(&mut first, file)
}

/// Fewer bytes of constants stay in the first module: a part is compressed by itself, and few texts compress worse there
/// than among many others. A part with more bytes of constants than instructions takes them all the same: it is there for
/// them.
const FEWEST_CONSTANTS: usize = 32_768;

/// The addresses of the constants that go into each part: those that functions of this part use, and no other.
fn constants_of(module: &Module, cuts: &[Cut], constants: &[Constant]) -> Vec<Vec<Range<u32>>> {
    let mut by_name: HashMap<&str, Vec<Option<usize>>> = HashMap::new();
    for function in module.funcs.iter() {
        let part = cuts.iter().position(|cut| cut.moved.contains(&function.id().index()));
        by_name.entry(function.name.as_deref().unwrap_or_default()).or_default().push(part);
    }
    let mut moved = vec![Vec::new(); cuts.len()];
    for constant in constants {
        // A function that is no more, or that wasm-bindgen gave another name, counts as one of the first module.
        let stays = vec![None];
        let name = |user: &String| by_name.get(&**user).unwrap_or(&stays).clone();
        let parts: HashSet<Option<usize>> = constant.users.iter().flat_map(name).collect();
        if let (1, Some(Some(part))) = (parts.len(), parts.iter().next()) {
            moved[*part].push(constant.addresses.clone());
        }
    }
    let bytes = |ranges: &Vec<Range<u32>>| ranges.iter().map(Range::len).sum::<usize>();
    for (ranges, cut) in moved.iter_mut().zip(cuts) {
        let moves = |id: &FunctionId| cut.moved.contains(&id.index());
        let code = module.funcs.iter_local().filter(|(id, _)| moves(id));
        let instructions = code.map(|(_, function)| function.size() as usize).sum();
        if bytes(ranges) < FEWEST_CONSTANTS.min(instructions) {
            ranges.clear();
        }
    }
    moved
}

/// Writes a module without what nothing in it uses.
fn write(module: &mut Module, to: &Path) -> Result<(), String> {
    walrus::passes::gc::run(module);
    for notes in ["linking", "reloc.CODE", "reloc.DATA"] {
        module.customs.remove_raw(notes);
    }
    fs::write(to, module.emit_wasm()).map_err(|error| at(to, &error))
}

/// An error of a file, with the file's name.
fn at(file: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", file.display())
}

/// The settings to write modules with: without the names of tools. Functions keep their names, which
/// `scripts/lib/setup.mjs` removes unless somebody wants them for a profile.
fn named_only() -> ModuleConfig {
    let mut config = ModuleConfig::new();
    config.generate_name_section(true).generate_producers_section(false);
    config
}

/// Adds `count` slots to the function table, and returns the first.
fn slots_from(module: &mut Module, count: usize) -> Result<u64, String> {
    let id = table(module)?;
    let table = module.tables.get_mut(id);
    let from = table.initial;
    table.initial += count as u64;
    table.maximum = table.maximum.map(|most| most + count as u64);
    Ok(from)
}

/// The table of functions.
fn table(module: &Module) -> Result<walrus::TableId, String> {
    let main = module.tables.main_function_table().map_err(|error| format!("{error:#}"))?;
    main.ok_or_else(|| "the module has no table of functions".into())
}

/// A module's functions by their numbers.
fn functions_of(module: &Module) -> HashMap<usize, FunctionId> {
    module.funcs.iter().map(|f| (f.id().index(), f.id())).collect()
}

/// What the first module exports for the parts: a function or a global that several need is exported once.
struct Shared {
    functions: HashMap<usize, String>,
    globals: HashMap<usize, String>,
}

impl Shared {
    /// Exports the memory and the function table of the first module.
    fn of(first: &mut Module) -> Result<Shared, String> {
        let memory = memory(first)?;
        first.exports.add("m", memory);
        let table = table(first)?;
        first.exports.add("t", table);
        Ok(Shared { functions: HashMap::new(), globals: HashMap::new() })
    }

    /// Gives a part what it uses of the first module: exports there, imports here.
    fn with(&mut self, first: &mut Module, part: &mut Module, cut: &Cut) -> Result<(), String> {
        let own = |id: &FunctionId| cut.moved.contains(&id.index());
        let (mut functions, mut globals) = (HashSet::new(), HashSet::new());
        for (_, function) in part.funcs.iter_local().filter(|(id, _)| own(id)) {
            let named = named(function);
            functions.extend(named.functions.into_iter().filter(|id| !own(id)));
            globals.extend(named.globals);
        }
        let exports: Vec<_> = part.exports.iter().map(|export| export.id()).collect();
        exports.into_iter().for_each(|id| part.exports.delete(id));
        let data: Vec<_> = part.data.iter().map(|data| data.id()).collect();
        data.into_iter().for_each(|id| part.data.delete(id));
        let elements: Vec<_> = part.elements.iter().map(|element| element.id()).collect();
        elements.into_iter().for_each(|id| part.elements.delete(id));
        part.start = None;
        part.tables.iter_mut().for_each(|table| table.elem_segments.clear());
        part.memories.iter_mut().for_each(|memory| memory.data_segments.clear());

        let mut functions: Vec<FunctionId> = functions.into_iter().collect();
        functions.sort_by_key(|id| id.index());
        let here = functions_of(first);
        for id in functions {
            let name = format!("f{}", self.functions.len());
            let name = self.functions.entry(id.index()).or_insert_with(|| {
                first.exports.add(&name, here[&id.index()]);
                name
            });
            let ty = part.funcs.get(id).ty();
            let import = part.imports.add(ENGINE, name, ImportKind::Function(id));
            if let FunctionKind::Import(old) = &part.funcs.get(id).kind {
                part.imports.delete(old.import);
            }
            part.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
        }

        let mut globals: Vec<GlobalId> = globals.into_iter().collect();
        globals.sort_by_key(|id| id.index());
        let here: HashMap<usize, GlobalId> =
            first.globals.iter().map(|g| (g.id().index(), g.id())).collect();
        for id in globals {
            let name = format!("g{}", self.globals.len());
            let name = self.globals.entry(id.index()).or_insert_with(|| {
                first.exports.add(&name, here[&id.index()]);
                name
            });
            let import = part.imports.add(ENGINE, name, ImportKind::Global(id));
            part.globals.get_mut(id).kind = GlobalKind::Import(import);
        }

        let memory = memory(part)?;
        let import = part.imports.add(ENGINE, "m", ImportKind::Memory(memory));
        part.memories.get_mut(memory).import = Some(import);

        let there = table(part)?;
        let import = part.imports.add(ENGINE, "t", ImportKind::Table(there));
        let own = table(first)?;
        let (own, there) = (first.tables.get(own), part.tables.get_mut(there));
        there.import = Some(import);
        there.initial = own.initial;
        there.maximum = own.maximum;
        Ok(())
    }
}

/// The module's memory.
fn memory(module: &Module) -> Result<MemoryId, String> {
    module.get_memory_id().map_err(|_| "the module has no memory".into())
}

/// Adds element segments that put the part's functions into their table slots when it is
/// instantiated.
fn fill(part: &mut Module, from: u64, entries: &[usize]) -> Result<(), String> {
    let table = table(part)?;
    let here = functions_of(part);
    let entries = entries.iter().map(|entry| here[entry]).collect();
    let offset = ConstExpr::Value(Value::I32(from as i32));
    let kind = ElementKind::Active { table, offset };
    let element = part.elements.add(kind, ElementItems::Functions(entries));
    part.tables.get_mut(table).elem_segments.insert(element);
    Ok(())
}

/// Adds to the first module, for each function that moved, a stand-in that loads the part if needed
/// and calls through the table slot.
fn stand_in(first: &mut Module, part: i32, from: u64, entries: &[usize]) -> Result<(), String> {
    let table = table(first)?;
    let loader = first.imports.iter().find_map(|import| match import.kind {
        ImportKind::Function(id) if import.name.starts_with(LOADER) => Some(id),
        _ => None,
    });
    let loader = loader.ok_or_else(|| format!("the module does not import {LOADER}"))?;
    let zero = ConstExpr::Value(Value::I32(0));
    let loaded = first.globals.add_local(ValType::I32, true, false, zero);
    let mut ensure = FunctionBuilder::new(&mut first.types, &[], &[]);
    ensure.func_body().global_get(loaded).if_else(
        None,
        |_| {},
        |missing| {
            missing.i32_const(part).call(loader).i32_const(1).global_set(loaded);
        },
    );
    let ensure = ensure.finish(Vec::new(), &mut first.funcs);
    let here = functions_of(first);
    for (slot, entry) in (from..).zip(entries) {
        let id = here[entry];
        let ty = first.funcs.get(id).ty();
        let (params, results) = first.types.params_results(ty);
        let (params, results) = (params.to_vec(), results.to_vec());
        let mut stub = FunctionBuilder::new(&mut first.types, &params, &results);
        let arguments: Vec<_> = params.iter().map(|t| first.locals.add(*t)).collect();
        let mut body = stub.func_body();
        body.call(ensure);
        for argument in &arguments {
            body.local_get(*argument);
        }
        body.i32_const(slot as i32).call_indirect(ty, table);
        first.funcs.get_mut(id).kind = FunctionKind::Local(stub.local_func(arguments));
    }
    Ok(())
}
