//! Compares our compressed files with those of the programs they imitate: the program opens our file,
//! and its own file has about the same size. A program that is not installed is skipped.

use std::io::Write;
use std::process::{Command, Stdio};
use toastscope_archive::{Error, Method, compress, decompress, join};

/// Something like a log: page images of rows with ids, balances and blank fillers, between records.
fn log(length: usize) -> Vec<u8> {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let mut log = Vec::with_capacity(length + 8192);
    while log.len() < length {
        for _ in 0..random() % 40 {
            log.extend((random() as u32 % 90_000).to_le_bytes());
            log.extend([0x46, 0, 0, 0, 10, 0x20, 0, 0]);
            log.extend((random() as u16).to_le_bytes());
        }
        let page = random() as u32 % 1640;
        for row in 0..61 {
            log.extend((700 + random() as u32 % 4000).to_le_bytes());
            log.extend((page * 61 + row).to_le_bytes());
            log.extend((random() as i32 % 5000).to_le_bytes());
            log.extend([b' '; 84]);
        }
    }
    log.truncate(length);
    log
}

/// What a program writes for this input; `None` if the program is not installed. Panics if it fails.
fn filtered(program: &str, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("it was started");
    let _ = writer.join();
    assert!(output.status.success(), "{program} {arguments:?}");
    Some(output.stdout)
}

/// The program that opens a method's files, and the one that makes them at a level.
fn programs(method: Method, level: u32) -> ([&'static str; 2], Option<[String; 2]>) {
    let made = |program: &str| Some([program.to_owned(), format!("-{level}c")]);
    match method {
        Method::Gzip => (["gunzip", "-c"], made("gzip")),
        Method::Bzip2 => (["bunzip2", "-c"], made("bzip2")),
        Method::Xz => (["xz", "-dc"], made("xz")),
        Method::Lz4 => (["lz4", "-dc"], made("lz4")),
        Method::Zstd => (["zstd", "-dc"], made("zstd")),
        Method::SevenZip => (["7z", ""], None),
    }
}

#[test]
fn every_level_reads_back() {
    let data = log(300_000);
    for method in Method::ALL {
        for level in method.levels() {
            let packed = compress(method, level, None, &data).unwrap();
            assert!(packed.len() < data.len() / 2, "{method} -{level}: {}", packed.len());
            assert!(decompress(method, &packed, data.len()).unwrap() == data, "{method} -{level}");
        }
    }
}

#[test]
fn the_programs_open_them_and_make_about_the_same() {
    let data = log(2_000_000);
    for method in Method::ALL {
        for level in [*method.levels().start(), 3, 6, 9] {
            if !method.levels().contains(&level) || method == Method::SevenZip {
                continue;
            }
            let packed = compress(method, level, None, &data).unwrap();
            let (opens, makes) = programs(method, level);
            if let Some(plain) = filtered(opens[0], &opens[1..], &packed) {
                assert!(plain == data, "{method} -{level}");
            }
            if let Some([program, argument]) = makes
                && let Some(theirs) = filtered(&program, &[&argument], &data)
            {
                let ratio = packed.len() as f64 / theirs.len() as f64;
                println!("{method} -{level}: {} of {} ({ratio:.3})", packed.len(), theirs.len());
                assert!((0.85..1.15).contains(&ratio), "{method} -{level}: {ratio:.3}");
            }
        }
    }
}

#[test]
fn sevenz_opens_its_archive() {
    if Command::new("7z").stdout(Stdio::null()).status().is_err() {
        return;
    }
    let data = log(2_000_000);
    let folder = std::env::temp_dir().join(format!("toastscope-7z-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, plain, theirs) = (folder.join("ours.7z"), folder.join("wal"), folder.join("t.7z"));
    std::fs::write(&plain, &data).unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new("7z").args(arguments).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        output.stdout
    };
    for level in [1, 3, 5, 9] {
        std::fs::write(&file, compress(Method::SevenZip, level, None, &data).unwrap()).unwrap();
        assert!(run(&["x", "-so", "ours.7z"]) == data, "-mx={level}");
        let _ = std::fs::remove_file(&theirs);
        run(&["a", &format!("-mx={level}"), "t.7z", "wal"]);
        let size = |of| std::fs::metadata(of).unwrap().len() as f64;
        let ratio = size(&file) / size(&theirs);
        println!("7z -mx={level}: {} of {} ({ratio:.3})", size(&file), size(&theirs));
        assert!((0.85..1.25).contains(&ratio), "-mx={level}: {ratio:.3}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn blocks_made_apart_are_one_file() {
    let data = log(1_000_000);
    for method in [Method::Gzip, Method::Bzip2, Method::Xz, Method::Lz4, Method::Zstd] {
        let level = *method.levels().start();
        let parts: Vec<Vec<u8>> = data
            .chunks(300_001)
            .map(|block| compress(method, level, None, block).unwrap())
            .collect();
        let whole = join(method, &parts).unwrap();
        assert!(decompress(method, &whole, data.len()).unwrap() == data, "{method}");
        let (opens, _) = programs(method, level);
        if let Some(plain) = filtered(opens[0], &opens[1..], &whole) {
            assert!(plain == data, "{method}");
        }
    }
    assert_eq!(join(Method::SevenZip, &[]), Err(Error::NotJoinable(Method::SevenZip)));
}

#[test]
fn a_long_window_finds_what_is_far_away() {
    // Noise, and the same noise again 12 MB later: only a window that reaches back sees it.
    let noise: Vec<u8> = log(9_000_000).chunks_exact(9).map(|c| c[0] ^ c[4] ^ c[8]).collect();
    let mut data = noise.clone();
    data.extend((0..12_000_000_u32).map(|i| (i >> 12) as u8));
    data.extend(&noise);
    let near = compress(Method::Zstd, 1, None, &data).unwrap();
    let far = compress(Method::Zstd, 1, Some(27), &data).unwrap();
    assert!(far.len() * 4 < near.len() * 3, "{} and {}", far.len(), near.len());
    if let Some(plain) = filtered("zstd", &["-dc", "--long=27"], &far) {
        assert!(plain == data);
    }
}

#[test]
fn what_is_broken_is_an_error() {
    let data = log(50_000);
    for method in Method::ALL {
        let level = *method.levels().end();
        let packed = compress(method, level, None, &data).unwrap();
        for cut in [0, 1, 11, packed.len() / 2, packed.len() - 1] {
            let short = decompress(method, &packed[..cut], data.len());
            assert!(short != Ok(data.clone()), "{method} cut at {cut}");
        }
        let mut bent = packed.clone();
        bent[packed.len() / 2] ^= 0x10;
        assert!(decompress(method, &bent, data.len()) != Ok(data.clone()), "{method} bent");
        assert!(decompress(method, &packed, data.len() - 1).is_err(), "{method} is too long");
        let beyond = *method.levels().end() + 1;
        assert_eq!(compress(method, beyond, None, &data), Err(Error::Level(method, beyond)));
    }
    assert!(join(Method::Xz, &[vec![0; 30]]).is_err());
}
