//! Records the pages of a fresh cluster's catalog that DDL reaches, for `engine/server/src/catalog/stored`:
//! `cargo run --release -p toastscope-tests --bin catalog [16 | 17 | 18]`.
//!
//! The cluster is the one that programs run on (`toastscope_tests::server`). What is
//! kept of a heap are its pages with room, its maps and its last page, with the headers of rows
//! only; of an index, everything but the leaves that no new key comes to. `stored/seed.rs` says how they are written down.

use server::catalog::stored::seed::CATALOGS;
use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;
use toastscope_tests::server::Server;

/// Where the engine has them.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/server/src/catalog/stored");
/// Heap pages with less room than this are left out: rows of `pg_depend` and, of these catalogs, no
/// others are shorter.
const ROOM: u16 = 56;
const MORE_ROOM: [(u32, u16); 6] =
    [(1247, 176), (1249, 144), (1259, 176), (2604, 100), (2606, 160), (2610, 160)];
/// Indexes whose new entries come between those of initdb: by name, and by what depends on what.
const BETWEEN: [u32; 7] = [2663, 2664, 2665, 2666, 2673, 2674, 2704];
/// Indexes that are not unique: in these it matters which row an entry is of.
const WITH_ROWS: [u32; 2] = [2673, 2674];
/// Indexes over names, which are better written as they are.
const NAMES: [u32; 5] = [2658, 2663, 2664, 2684, 2704];

/// Blocks of a fork, and those of them that are kept, by number.
type Fork = (u32, Vec<(u32, Vec<u8>)>);

/// A relation's forks.
struct Relation {
    oid: u32,
    heap: bool,
    forks: [Fork; 3],
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the catalog's pages from a fresh cluster, and writes them.
fn run() -> Result<(), String> {
    let version = std::env::args().nth(1).unwrap_or_else(|| "15".to_string());
    let Some(server) = Server::prepare_version(&version) else {
        return Err(format!("PostgreSQL {version} is not installed."));
    };
    let mut relations = read(&server?)?;
    for r in &mut relations {
        let before = r.forks[0].1.len();
        r.keep();
        println!("{}: {} of {before} pages", r.oid, r.forks[0].1.len());
    }
    let mut out = Vec::new();
    number(&mut out, relations.len());
    relations.iter().for_each(|r| r.write(&mut out));
    let file = without_zeros(&out);
    println!("{} relations, {} bytes, {} without zeros", relations.len(), out.len(), file.len());
    fs::write(format!("{FOLDER}/pages-{version}.bin"), file).map_err(|e| e.to_string())
}

/// Reads all pages of the catalogs and of their indexes.
fn read(server: &Server) -> Result<Vec<Relation>, String> {
    let mut sql =
        String::from("\\pset tuples_only\n\\pset format unaligned\n\\pset fieldsep '|'\n");
    let catalogs: Vec<String> = CATALOGS.iter().map(u32::to_string).collect();
    let _ = write!(
        sql,
        "SELECT 'PAGE', c.oid, c.relkind, f.n, b, encode(get_raw_page(c.oid::regclass::text, f.name, b), 'hex')
           FROM pg_class c, (VALUES (0, 'main'), (1, 'fsm'), (2, 'vm')) f (n, name),
                generate_series(0, (CASE WHEN f.n = 0 OR c.relkind = 'r' THEN pg_relation_size(c.oid, f.name) ELSE 0 END / 8192 - 1)::int) b
          WHERE c.oid IN ({0}) OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN ({0}))
          ORDER BY c.oid, f.n, b;\n",
        catalogs.join(", ")
    );
    let script = std::env::temp_dir().join(format!("catalog-{}.sql", std::process::id()));
    fs::write(&script, sql).map_err(|e| e.to_string())?;
    let printed = server.transcript(&script)?;
    let _ = fs::remove_file(&script);
    let mut relations: Vec<Relation> = Vec::new();
    for line in printed.lines().filter_map(|l| l.strip_prefix("PAGE|")) {
        let f: Vec<&str> = line.split('|').collect();
        let [oid, kind, fork, block, hex] = f[..] else { continue };
        let parse = |s: &str| s.parse::<u32>().map_err(|e| e.to_string());
        let (oid, block) = (parse(oid)?, parse(block)?);
        if relations.last().is_none_or(|r| r.oid != oid) {
            relations.push(Relation { oid, heap: kind == "r", forks: Default::default() });
        }
        let Some(r) = relations.last_mut() else { continue };
        let bytes = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16));
        let page: Result<Vec<u8>, _> = bytes.collect();
        let (blocks, pages) = &mut r.forks[parse(fork)? as usize];
        *blocks = block + 1;
        pages.push((block, page.map_err(|e| e.to_string())?));
    }
    Ok(relations)
}

/// The 16-bit number at a place.
fn short(page: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([page[at], page[at + 1]])
}

/// The 32-bit number at a place.
fn word(page: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([page[at], page[at + 1], page[at + 2], page[at + 3]])
}

/// The line pointers of a page: offset, state, length.
fn items(page: &[u8]) -> Vec<(usize, u32, usize)> {
    let ids = (24..usize::from(short(page, 12))).step_by(4).map(|at| word(page, at));
    ids.map(|id| ((id & 0x7fff) as usize, id >> 15 & 3, (id >> 17) as usize)).collect()
}

impl Relation {
    /// Drops the pages that no new row or entry can come to.
    fn keep(&mut self) {
        let (heap, between) = (self.heap, BETWEEN.contains(&self.oid));
        let with_rows = WITH_ROWS.contains(&self.oid);
        let room = MORE_ROOM.iter().find(|(oid, _)| *oid == self.oid).map_or(ROOM, |(_, n)| *n);
        let (blocks, pages) = &mut self.forks[0];
        let last = *blocks - 1;
        pages.retain_mut(|(block, page)| {
            if heap {
                blank(page);
                return *block == last || short(page, 14) - short(page, 12) >= room;
            }
            // The right sibling and the flags in the special space.
            let (next, leaf) = (word(page, 8180), short(page, 8188) & 1 != 0);
            if leaf && !with_rows {
                items(page).iter().skip(usize::from(next != 0)).for_each(|i| {
                    page[i.0..i.0 + 6].copy_from_slice(&[0, 0, 0, 0, 1, 0]);
                });
            }
            *block == 0 || !leaf || next == 0 || between
        });
    }

    /// Appends a relation with its forks.
    fn write(&self, out: &mut Vec<u8>) {
        number(out, self.oid as usize);
        for (blocks, pages) in &self.forks {
            number(out, *blocks as usize);
            number(out, pages.len());
            for (block, page) in pages {
                number(out, *block as usize);
                write_page(out, page, NAMES.contains(&self.oid));
            }
        }
    }
}

/// Clears the columns of a heap page's rows, which VACUUM has frozen.
fn blank(page: &mut [u8]) {
    for (at, state, length) in items(page) {
        if state == 1 {
            let hoff = usize::from(page[at + 22]);
            page[at + hoff..at + length].fill(0);
            page[at..at + 12].fill(0);
            page[at] = 2;
        }
    }
}

/// Appends a number, seven bits a byte, the low ones first.
fn number(out: &mut Vec<u8>, mut n: usize) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Appends a page: whole, or its items row by row (`plain`) or column by column.
fn write_page(out: &mut Vec<u8>, page: &[u8], plain: bool) {
    let meta = short(page, 16) == 8176 && short(page, 8188) & 8 != 0;
    if short(page, 12) <= 24 || meta || short(page, 16) < 8176 {
        number(out, 0);
        // The LSN and the checksum are left out.
        out.extend_from_slice(&page[10..]);
        return;
    }
    number(out, if plain { 2 } else { 1 });
    number(out, usize::from(short(page, 10)));
    number(out, usize::from(short(page, 14)));
    let special = usize::from(short(page, 16));
    number(out, page.len() - special);
    out.extend_from_slice(&page[special..]);
    let items = items(page);
    number(out, items.len());
    for (at, state, length) in &items {
        number(out, if *state == 2 { *at } else { *length } << 2 | *state as usize);
    }
    let items: Vec<&[u8]> = items.iter().map(|(at, _, length)| &page[*at..at + length]).collect();
    if plain {
        return items.iter().for_each(|i| out.extend_from_slice(i));
    }
    let longest = items.iter().map(|i| i.len()).max().unwrap_or(0);
    for column in 0..longest {
        let mut before = 0u8;
        for byte in items.iter().filter_map(|i| i.get(column)) {
            out.push(byte.wrapping_sub(before));
            before = *byte;
        }
    }
}

/// Encodes runs of zeros by their length: how many zeros, how many other bytes follow, these bytes.
fn without_zeros(bytes: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let from = (at..bytes.len()).find(|n| bytes[*n] != 0).unwrap_or(bytes.len());
        let run = |n: &usize| bytes[*n..].iter().take(3).all(|b| *b == 0);
        let end = (from..bytes.len()).find(run).unwrap_or(bytes.len());
        number(&mut out, from - at);
        number(&mut out, end - from);
        out.extend_from_slice(&bytes[from..end]);
        at = end;
    }
    out
}
