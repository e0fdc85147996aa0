//! Has a module note which of its functions are called, to learn which ones most visitors never need: see
//! `scripts/rare.mjs`.
//!
//! Each function sets a bit of its own when it begins. The bits are in global variables of 32 each, `called0`,
//! `called1` and so on, which the module exports.

use crate::append;
use std::path::Path;
use walrus::ir::{BinaryOp, Binop, Const, GlobalGet, GlobalSet, Value};
use walrus::{ConstExpr, FunctionId, GlobalId, Module, ValType};

/// How many functions one global variable has a bit for.
const BITS: usize = 32;

/// The code that says which functions were called so far: for each its number of instructions and its name.
const CALLED_IN_NODE: &str = "
const functions = require('fs').readFileSync(`${__dirname}/NAME_functions.txt`, 'utf8').split('\\n');
exports.calledFunctions = () => functions.map((line, i) => {
    const called = (wasm[`called${i >> 5}`].value >> (i & 31)) & 1;
    return { called: called === 1, size: Number.parseInt(line), name: line.slice(line.indexOf(' ') + 1) };
});
";

/// Has the module in the folder note which functions are called, and appends to the glue the code that gives them.
///
/// # Errors
/// A file that cannot be read or written, or that is no module.
pub fn note_calls(folder: &Path, name: &str) -> Result<(), String> {
    let functions = change(&folder.join(format!("{name}_bg.wasm")))?;
    let lines: Vec<String> =
        functions.iter().map(|(size, name)| format!("{size} {name}")).collect();
    let file = folder.join(format!("{name}_functions.txt"));
    std::fs::write(&file, lines.join("\n")).map_err(|e| format!("{}: {e}", file.display()))?;
    append(&folder.join(format!("{name}.js")), &CALLED_IN_NODE.replace("NAME", name))
}

/// Changes the module in `file`, and returns for each function, in the order of the bits, its number of
/// instructions and its name.
fn change(file: &Path) -> Result<Vec<(u64, String)>, String> {
    let mut module = Module::from_file(file).map_err(|error| format!("{error:#}"))?;
    let ids: Vec<FunctionId> = module.funcs.iter_local().map(|(id, _)| id).collect();
    let mut variables: Vec<GlobalId> = Vec::new();
    for number in 0..ids.len().div_ceil(BITS) {
        let zero = ConstExpr::Value(Value::I32(0));
        let variable = module.globals.add_local(ValType::I32, true, false, zero);
        module.exports.add(&format!("called{number}"), variable);
        variables.push(variable);
    }
    let mut functions = Vec::new();
    for (number, id) in ids.into_iter().enumerate() {
        let function = module.funcs.get_mut(id);
        let name = function.name.clone().unwrap_or_default();
        let code = function.kind.unwrap_local_mut();
        functions.push((code.size(), name));
        let global = variables[number / BITS];
        let bit = Value::I32((1u32 << (number % BITS)) as i32);
        let mut body = code.builder_mut().func_body();
        body.instr_at(0, GlobalGet { global });
        body.instr_at(1, Const { value: bit });
        body.instr_at(2, Binop { op: BinaryOp::I32Or });
        body.instr_at(3, GlobalSet { global });
    }
    module.emit_wasm_file(file).map_err(|error| format!("{error:#}"))?;
    Ok(functions)
}
