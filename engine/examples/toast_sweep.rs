//! Access and update cost of a jsonb against its size, under each strategy: the talk's charts as a
//! table.
//!
//! ```text
//! cargo run --release -p toastscope --example toast_sweep [LARGEST]
//! ```

use toastscope::inspect::{SERIES, SweepPoint, sweep};

fn main() {
    let largest = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let mut sizes = vec![100usize];
    while let Some(next) = sizes.last().map(|n| n * 10).filter(|n| *n <= largest) {
        sizes.push(next);
    }
    println!(
        "{:<22} {:>10} | {:>6} {:>6} {:>6} {:>6} | {:>16} {:>16} {:>16}",
        "strategy",
        "bytes",
        "key1",
        "key2",
        "key3",
        "key4",
        "set key3",
        "set key2,0",
        "set key2,-1"
    );
    println!("{:<22} {:>10} | {:>27} | buffers / WAL bytes", "", "", "buffers to reach");
    for strategy in SERIES {
        sweep(strategy, &sizes).for_each(|point| print(&point));
    }
}

fn print(p: &SweepPoint) {
    let [a, b, c, d] = p.access.map(|cost| cost.buffers);
    let update =
        |cost: toastscope::inspect::SweepCost| format!("{} / {}", cost.buffers, cost.wal_bytes);
    println!(
        "{:<22} {:>10} | {a:>6} {b:>6} {c:>6} {d:>6} | {:>16} {:>16} {:>16}",
        p.strategy,
        p.size,
        update(p.update_key),
        update(p.update_first),
        update(p.update_last)
    );
}
