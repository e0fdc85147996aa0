//! Encoding speed against the C libraries, in one run: `cargo run --release --example codecs`.
//!
//! Prints a table of MB/s and ratios; each figure is the median of several passes, ours and theirs
//! taken in turn so that a busy machine slows both.

use std::time::Instant;
use storage::codec::lz4;
use toastscope_tests::inputs::{Shape, generate};
use toastscope_tests::reference::lz4_compress;

const PASSES: usize = 9;

/// How long some work takes.
fn seconds(work: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Median MB/s of both, and of the ratios pass by pass.
fn race(bytes: usize, ours: &mut dyn FnMut(), theirs: &mut dyn FnMut()) -> (f64, f64, f64) {
    let rounds = (4_000_000 / bytes).max(1);
    let (mut a, mut b, mut ratios) = (vec![], vec![], vec![]);
    for pass in 0..=PASSES {
        let ours = seconds(&mut || (0..rounds).for_each(|_| ours()));
        let theirs = seconds(&mut || (0..rounds).for_each(|_| theirs()));
        if pass > 0 {
            let megabytes = (rounds * bytes) as f64 / 1e6;
            a.push(megabytes / ours);
            b.push(megabytes / theirs);
            ratios.push(theirs / ours);
        }
    }
    let median = |mut v: Vec<f64>| {
        v.sort_by(f64::total_cmp);
        v[v.len() / 2]
    };
    (median(a), median(b), median(ratios))
}

/// Prints a row of the table.
fn row(codec: &str, shape: Shape, size: usize, (ours, theirs, ratio): (f64, f64, f64)) {
    println!("| {codec} | {shape:?} | {} kB | {ours:.0} | {theirs:.0} | {ratio:.2} |", size / 1024);
}

fn main() {
    println!("| codec | data | size | ours, MB/s | C, MB/s | ours / C |");
    println!("|---|---|---:|---:|---:|---:|");
    for shape in [Shape::Text, Shape::Json, Shape::Binary, Shape::Noise] {
        for size in [4 << 10, 64 << 10, 1 << 20] {
            let source = generate(shape, size, 5);
            #[cfg(pglz_reference)]
            {
                use std::hint::black_box;
                use storage::codec::pglz::{self, Strategy};
                use toastscope_tests::reference::pglz_compress_c;
                let mut ours = || drop(black_box(pglz::compress(&source, Strategy::DEFAULT)));
                let mut theirs = || drop(black_box(pglz_compress_c(&source, false)));
                row("pglz", shape, size, race(size, &mut ours, &mut theirs));
            }
            let mut ours = || drop(std::hint::black_box(lz4::compress(&source)));
            let mut theirs = || drop(std::hint::black_box(lz4_compress(&source)));
            row("lz4", shape, size, race(size, &mut ours, &mut theirs));
        }
    }
    if !cfg!(pglz_reference) {
        println!(
            "pglz was left out: PostgreSQL's libpgcommon.a (Debian's postgresql-server-dev-15) is not here."
        );
    }
}
