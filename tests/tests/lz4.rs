//! Our lz4 streams are liblz4's, byte for byte: 100,000 generated inputs and the repository's files.

use std::path::Path;
use storage::codec::lz4;
use toastscope_tests::inputs::{Rng, Shape, generate};
use toastscope_tests::reference::{lz4_compress, lz4_compress_hc};

/// Fails unless both encoders give one stream, which decodes to the source.
fn assert_same(source: &[u8], what: &str) {
    let (ours, theirs) = (lz4::compress(source), lz4_compress(source));
    assert!(ours == theirs, "{what}: {} bytes, liblz4 makes {}", ours.len(), theirs.len());
    let mut back = Vec::new();
    lz4::decompress_into(&theirs, source.len(), &mut back).expect("a valid stream");
    assert!(back == source, "{what}: another value came back");
}

#[test]
fn a_hundred_thousand_inputs_of_0_bytes_to_64_kb() {
    let mut rng = Rng::new(1);
    for seed in 0..100_000u64 {
        let limit = *rng.pick(&[16, 64, 300, 2000, 2000, 5000]);
        let size = rng.below(limit);
        let shape = *rng.pick(&Shape::ALL);
        assert_same(&generate(shape, size, seed), &format!("{shape:?}, {size} bytes, seed {seed}"));
    }
}

#[test]
fn around_64_kb_where_the_table_changes_and_up_to_4_mb() {
    for shape in Shape::ALL {
        for size in [65_535, 65_536, 65_546, 65_547, 65_548, 100_000, 1_000_000, 4_000_000] {
            assert_same(&generate(shape, size, size as u64), &format!("{shape:?}, {size} bytes"));
        }
    }
}

#[test]
fn the_files_of_this_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = 0;
    let mut folders = vec![root.join("engine"), root.join("tests"), root.join("docs")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.map(|e| e.expect("a readable folder").path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).expect("a readable file");
                if bytes.len() <= 4_000_000 {
                    assert_same(&bytes, &path.display().to_string());
                    files += 1;
                }
            }
        }
    }
    assert!(files > 20, "only {files} files were found");
}

/// At level 9 a compressed file is as long as liblz4's, within a hundredth. The lab shows only its size.
#[test]
fn high_compression_is_as_small_as_liblz4s() {
    use toastscope_archive::{Method, compress};
    // What a frame has around its one block.
    const AROUND: usize = 19;
    for shape in Shape::ALL {
        for size in [4 << 10, 64 << 10, 1 << 20] {
            let source = generate(shape, size, 7);
            let frame = compress(Method::Lz4, 9, None, &source).expect("a level that there is");
            let (ours, theirs) = (frame.len() - AROUND, lz4_compress_hc(&source, 9).len());
            let theirs = theirs.min(size);
            assert!(
                ours.abs_diff(theirs) <= theirs / 100 + 8,
                "{shape:?}, {size} bytes: {ours}, liblz4 makes {theirs}"
            );
        }
    }
}
