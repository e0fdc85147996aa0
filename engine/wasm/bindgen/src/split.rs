//! Cuts a module in two: what the first statements need, and what is loaded when it is first called.
//!
//! Most of who come here store a row and look at it; the prototypes' toasters, PL/pgSQL, recovery and
//! the fields of every page are code that most never run. A file names the rooms that may come later,
//! one path a line. They go into a second module, with all that only they call:
//!
//! ```text
//! first module                                    second module, imports of `engine`
//! memory, table, stack pointer  ------------------> the same
//! f: its body                   ------------------> f, when the second module calls it
//! g: load the second module,                        g: its body
//!    call_indirect slot of g  -> table[slot of g] <- written when it is made
//! ```
//!
//! Both share one memory and one stack, so that a call from one into the other is a call like any
//! other. Loading is [`LOADER`]'s work, which the first module imports from JavaScript.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use walrus::ir::{Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind,
    GlobalId, GlobalKind, ImportKind, ImportedFunction, LocalFunction, Module, ModuleConfig,
    TableId, ValType,
};

/// The imported function that loads the second module, as wasm-bindgen names it.
const LOADER: &str = "__wbg_toastscopeLater";
/// What the second module calls the first.
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

fn named(function: &LocalFunction) -> Named {
    let mut named = Named::default();
    dfs_in_order(&mut named, function, function.entry_block());
    named
}

/// Which functions go into the second module, and which of them the first one calls or points to.
struct Cut {
    later: HashSet<FunctionId>,
    /// In the order of their slots.
    entries: Vec<FunctionId>,
}

/// Whether a function's path is in one of the rooms: `a::b::f`, `<a::b::T as Trait>::f`.
fn within(name: &str, rooms: &[&str]) -> bool {
    let name = format!("{:#}", rustc_demangle::demangle(name));
    let path = name.trim_start_matches('_').trim_start_matches('<');
    let inherent = name.split_once("<impl ").map_or("", |(_, rest)| rest);
    rooms.iter().any(|room| path.starts_with(room) || inherent.starts_with(room))
}

impl Cut {
    fn find(module: &Module, rooms: &[&str]) -> Cut {
        let shared = module.tables.main_function_table().ok().flatten();
        let mut callers: HashMap<FunctionId, HashSet<FunctionId>> = HashMap::new();
        // What looks into another table than that of functions, where JavaScript's objects are, stays with it.
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
        // What is reached from outside, or through the table: nobody can tell by whom.
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
        let local: Vec<FunctionId> =
            module.funcs.iter_local().map(|(id, _)| id).filter(|id| !stays.contains(id)).collect();
        let name = |id: &FunctionId| module.funcs.get(*id).name.as_deref().unwrap_or_default();
        let mut later: HashSet<FunctionId> =
            local.iter().copied().filter(|id| within(name(id), rooms)).collect();
        loop {
            let only_later = |id: &&FunctionId| {
                !later.contains(id)
                    && !open.contains(id)
                    && callers.get(id).is_some_and(|by| by.is_subset(&later))
            };
            let more: Vec<FunctionId> = local.iter().filter(only_later).copied().collect();
            if more.is_empty() {
                break;
            }
            later.extend(more);
        }
        let entry = |id: &&FunctionId| {
            open.contains(id) || callers.get(id).is_some_and(|by| !by.is_subset(&later))
        };
        let entries = local.iter().filter(|id| later.contains(id)).filter(entry).copied().collect();
        Cut { later, entries }
    }
}

/// Splits the module in `file`: the functions that are loaded later go to `rest`.
///
/// # Errors
/// A file that cannot be read or written, or a module without a table, a memory or a loader.
pub fn split(file: &Path, rest: &Path, rooms: &str) -> Result<(), String> {
    let rooms: Vec<&str> =
        rooms.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    let bytes = fs::read(file).map_err(|error| at(file, &error))?;
    let parse = || named_only().parse(&bytes).map_err(|error| format!("{error:#}"));
    let (mut first, mut second) = (parse()?, parse()?);
    let cut = Cut::find(&first, &rooms);
    let there = Cut::find(&second, &rooms);
    let slots = slots_from(&mut first, cut.entries.len())?;
    share(&mut first, &mut second, &there)?;
    fill(&mut second, slots, there.entries)?;
    stand_in(&mut first, slots, &cut.entries)?;
    for (module, to) in [(&mut first, file), (&mut second, rest)] {
        walrus::passes::gc::run(module);
        fs::write(to, module.emit_wasm()).map_err(|error| at(to, &error))?;
    }
    Ok(())
}

fn at(file: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", file.display())
}

/// Modules are written without the tools that made them. Their functions keep their names, by which `scripts/lib/setup.mjs`
/// orders them before it takes the names away.
fn named_only() -> ModuleConfig {
    let mut config = ModuleConfig::new();
    config.generate_name_section(true).generate_producers_section(false);
    config
}

/// Makes room in the table; returns the first slot.
fn slots_from(module: &mut Module, count: usize) -> Result<u64, String> {
    let id = table(module)?;
    let table = module.tables.get_mut(id);
    let from = table.initial;
    table.initial += count as u64;
    table.maximum = table.maximum.map(|most| most + count as u64);
    Ok(from)
}

fn table(module: &Module) -> Result<walrus::TableId, String> {
    let main = module.tables.main_function_table().map_err(|error| format!("{error:#}"))?;
    main.ok_or_else(|| "the module has no table of functions".into())
}

/// Lets the second module have what it needs of the first: exports there, imports here.
fn share(first: &mut Module, second: &mut Module, cut: &Cut) -> Result<(), String> {
    let (mut functions, mut globals) = (HashSet::new(), HashSet::new());
    for (_, function) in second.funcs.iter_local().filter(|(id, _)| cut.later.contains(id)) {
        let named = named(function);
        functions.extend(named.functions.into_iter().filter(|id| !cut.later.contains(id)));
        globals.extend(named.globals);
    }
    let exports: Vec<_> = second.exports.iter().map(|export| export.id()).collect();
    exports.into_iter().for_each(|id| second.exports.delete(id));
    let data: Vec<_> = second.data.iter().map(|data| data.id()).collect();
    data.into_iter().for_each(|id| second.data.delete(id));
    let elements: Vec<_> = second.elements.iter().map(|element| element.id()).collect();
    elements.into_iter().for_each(|id| second.elements.delete(id));
    second.start = None;
    second.tables.iter_mut().for_each(|table| table.elem_segments.clear());
    second.memories.iter_mut().for_each(|memory| memory.data_segments.clear());

    let mut functions: Vec<FunctionId> = functions.into_iter().collect();
    functions.sort_by_key(|id| id.index());
    let mut here: HashMap<usize, FunctionId> = HashMap::new();
    first.funcs.iter().for_each(|f| {
        here.insert(f.id().index(), f.id());
    });
    for (n, id) in functions.into_iter().enumerate() {
        let name = format!("f{n}");
        first.exports.add(&name, here[&id.index()]);
        let ty = second.funcs.get(id).ty();
        let import = second.imports.add(ENGINE, &name, ImportKind::Function(id));
        if let FunctionKind::Import(old) = &second.funcs.get(id).kind {
            second.imports.delete(old.import);
        }
        second.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
    }

    let mut here: HashMap<usize, GlobalId> = HashMap::new();
    first.globals.iter().for_each(|g| {
        here.insert(g.id().index(), g.id());
    });
    for (n, id) in globals.into_iter().enumerate() {
        let name = format!("g{n}");
        first.exports.add(&name, here[&id.index()]);
        let import = second.imports.add(ENGINE, &name, ImportKind::Global(id));
        second.globals.get_mut(id).kind = GlobalKind::Import(import);
    }

    let no_memory = || String::from("the module has no memory");
    let memory = second.get_memory_id().map_err(|_| no_memory())?;
    let own = first.get_memory_id().map_err(|_| no_memory())?;
    first.exports.add("m", own);
    let import = second.imports.add(ENGINE, "m", ImportKind::Memory(memory));
    second.memories.get_mut(memory).import = Some(import);

    let own = table(first)?;
    first.exports.add("t", own);
    let there = table(second)?;
    let import = second.imports.add(ENGINE, "t", ImportKind::Table(there));
    let (own, there) = (first.tables.get(own), second.tables.get_mut(there));
    there.import = Some(import);
    there.initial = own.initial;
    there.maximum = own.maximum;
    Ok(())
}

/// The second module puts its functions into their slots when it is made.
fn fill(second: &mut Module, from: u64, entries: Vec<FunctionId>) -> Result<(), String> {
    let table = table(second)?;
    let offset = ConstExpr::Value(Value::I32(from as i32));
    let kind = ElementKind::Active { table, offset };
    let element = second.elements.add(kind, ElementItems::Functions(entries));
    second.tables.get_mut(table).elem_segments.insert(element);
    Ok(())
}

/// In the first module a call goes through the slot, once the second is there.
fn stand_in(first: &mut Module, from: u64, entries: &[FunctionId]) -> Result<(), String> {
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
            missing.call(loader).i32_const(1).global_set(loaded);
        },
    );
    let ensure = ensure.finish(Vec::new(), &mut first.funcs);
    for (slot, id) in (from..).zip(entries) {
        let ty = first.funcs.get(*id).ty();
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
        first.funcs.get_mut(*id).kind = FunctionKind::Local(stub.local_func(arguments));
    }
    Ok(())
}
