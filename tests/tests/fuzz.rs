//! What once made a target panic or hang does so no more, and neither do a few changed inputs each.

use std::fs;
use toastscope_tests::fuzz::{TARGETS, findings, outcome};
use toastscope_tests::inputs::Rng;

#[test]
fn findings_stay_mended() {
    for target in &TARGETS {
        let Ok(folder) = fs::read_dir(findings(target)) else { continue };
        for path in folder.map(|entry| entry.expect("a finding").path()) {
            let input = fs::read(&path).expect("a finding");
            if let Err(panic) = outcome(target, &input) {
                panic!("{}: {panic}", path.display());
            }
        }
    }
}

#[test]
fn changed_inputs_bring_no_panic() {
    for target in &TARGETS {
        let mut rng = Rng::new(2024);
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        let count = if target.name == "sql" { 40 } else { 400 };
        for n in 0..count {
            let input = (target.mutate)(&mut rng, &seeds);
            if let Err(panic) = outcome(target, &input) {
                panic!("{} {n}: {panic}\n{}", target.name, String::from_utf8_lossy(&input));
            }
        }
    }
}
