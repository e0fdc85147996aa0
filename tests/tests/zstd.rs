//! Full-page images by zstd: the browser's encoder is the archive lab's, and gives what the engine's
//! own gives elsewhere.

use storage::codec::zstd;
use toastscope_tests::inputs::{Shape, generate};

#[test]
fn both_encoders_give_the_same_frame() {
    for shape in Shape::ALL {
        let bytes = generate(shape, 8092, 15);
        let mut own = Vec::new();
        assert!(zstd::compress_into(&bytes, &mut own), "{shape:?}");
        assert_eq!(own, toastscope_archive::zstd_frame(&bytes), "{shape:?}");
        assert_eq!(zstd::decompress(&own, bytes.len()).as_deref(), Some(&bytes[..]), "{shape:?}");
    }
}

#[test]
fn an_encoder_that_is_handed_in_is_used() {
    zstd::hand_in(zstd::Codec {
        compress: |payload| payload.first().map(|&b| vec![b]),
        decompress: |frame, length| Some(vec![frame[0]; length]),
    });
    let mut out = vec![9];
    assert!(zstd::compress_into(b"aaaa", &mut out));
    assert_eq!(out, [9, b'a']);
    assert!(!zstd::compress_into(b"", &mut out), "refused: the page is logged as it is");
    assert_eq!(zstd::decompress(b"a", 4).as_deref(), Some(&b"aaaa"[..]));
}
