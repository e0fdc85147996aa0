//! Has the linker write down which function refers to which constant, so that the splitter can move a constant with the
//! functions that use it (`bindgen/src/constants.rs`). The notes are in no module that a page loads.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        println!("cargo::rustc-link-arg-cdylib=--emit-relocs");
    }
}
