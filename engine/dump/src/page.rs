//! Compressed pages of Parquet files, whose reader leaves the rarer compressions to others.

use flate2::bufread::MultiGzDecoder;
use std::io::Read;

/// What a page holds, `length` bytes. `codec` is `GZIP`, `ZSTD` or `LZ4_RAW` (parquet-format's Compression.md).
///
/// # Errors
/// When it is damaged, or the codec is another.
pub fn page(codec: &str, compressed: &[u8], length: usize) -> Result<Vec<u8>, String> {
    let mut page = Vec::new();
    match codec {
        "GZIP" => MultiGzDecoder::new(compressed).read_to_end(&mut page).map_err(|e| e.to_string()),
        "ZSTD" => structured_zstd::decoding::StreamingDecoder::new(compressed)
            .read_to_end(&mut page)
            .map_err(|e| e.to_string()),
        "LZ4_RAW" => {
            page = lz4_flex::block::decompress(compressed, length).map_err(|e| e.to_string())?;
            Ok(page.len())
        }
        other => Err(format!("compressed by {other}, which is not read here")),
    }?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn pages_are_decompressed_and_damage_is_said() {
        let text = b"the same words, the same words, the same words".as_slice();
        let lz4 = lz4_flex::block::compress(text);
        assert_eq!(page("LZ4_RAW", &lz4, text.len()).as_deref(), Ok(text));
        assert!(page("LZ4_RAW", &lz4[..5], text.len()).is_err());
        let mut gzip = flate2::read::GzEncoder::new(text, flate2::Compression::fast());
        let mut packed = Vec::new();
        std::io::Read::read_to_end(&mut gzip, &mut packed).expect("gzip");
        assert_eq!(page("GZIP", &packed, text.len()).as_deref(), Ok(text));
        assert!(page("ZSTD", &packed, text.len()).is_err());
        let why = page("BROTLI", &packed, text.len()).expect_err("not read");
        assert_eq!(why, "compressed by BROTLI, which is not read here");
    }
}
