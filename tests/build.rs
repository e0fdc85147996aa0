//! Finds PostgreSQL's own pglz, so that ours can be held against it: `libpgcommon.a` of Debian's
//! postgresql-server-dev-15, in the folder that `pg_config --pkglibdir` or the variable
//! `LIBPGCOMMON_DIR` names. Without it the comparison is left out, and the test says so. Tests that take
//! too long without optimization ask `cfg(unoptimized)`, and say so, too.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=LIBPGCOMMON_DIR");
    println!("cargo:rustc-check-cfg=cfg(pglz_reference)");
    println!("cargo:rustc-check-cfg=cfg(unoptimized)");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo:rustc-cfg=unoptimized");
    }
    let configured = Command::new("pg_config")
        .arg("--pkglibdir")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    for folder in std::env::var("LIBPGCOMMON_DIR").into_iter().chain(configured) {
        if Path::new(&folder).join("libpgcommon.a").exists() {
            println!("cargo:rustc-link-search=native={folder}");
            println!("cargo:rustc-cfg=pglz_reference");
            return;
        }
    }
}
