//! The `toastscope` command.

fn main() {}
