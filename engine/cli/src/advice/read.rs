//! Rows out of files: CSV and TSV, JSON documents, and files that are values themselves.

use advise::copy;
use advise::load::Refused;
use advise::sample::{Limit, Sample};
use serde_json::value::RawValue;
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// What a file is, by its ending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Values between commas.
    Csv,
    /// Values between tabs.
    Tsv,
    /// One JSON document, or an array of them.
    Json,
    /// A document a line.
    Lines,
    /// SQL, or a dump.
    Script,
    /// Bytes: each file a value.
    Values,
}

/// What a dump by `pg_dump -Fp` begins with.
const PLAIN_DUMP: &[u8] = b"--\n-- PostgreSQL database dump";

/// Rows that were read, and lines that are none.
pub struct Read {
    /// What is kept.
    pub sample: Sample,
    /// Lines that could not be read as rows.
    pub refused: Vec<Refused>,
}

/// The format of the files, by the ending of a single file's name, or its first bytes. Another file is one value; so
/// is each of several files.
pub fn kind(files: &[PathBuf]) -> Kind {
    let [file] = files else { return Kind::Values };
    let name = file.to_string_lossy().to_lowercase();
    let ending = Path::new(name.trim_end_matches(".gz")).extension();
    match ending.and_then(|e| e.to_str()) {
        Some("csv") => Kind::Csv,
        Some("tsv" | "tab") => Kind::Tsv,
        Some("json") => Kind::Json,
        Some("ndjson" | "jsonl") => Kind::Lines,
        Some("sql" | "dump" | "pgdump" | "backup") => Kind::Script,
        _ if begins_as_archive(file) => Kind::Script,
        _ => Kind::Values,
    }
}

/// Whether a file is a dump in custom format, which often has no ending.
fn begins_as_archive(file: &Path) -> bool {
    let mut start = Vec::new();
    let read = fs::File::open(file).and_then(|file| file.take(16).read_to_end(&mut start));
    read.is_ok() && dump::is_archive(&start)
}

/// Reads a sample of rows from the files; an error says why a file cannot be read at all.
pub fn read(kind: Kind, files: &[PathBuf], limit: Limit) -> Result<Read, String> {
    if kind == Kind::Values {
        return values(files, limit);
    }
    let bytes = unpacked(&files[0])?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(format!("{}: there is nothing in it", files[0].display()));
    }
    let read = match kind {
        Kind::Csv => separated(&bytes, b',', limit),
        Kind::Tsv => separated(&bytes, b'\t', limit),
        Kind::Lines => Ok(lines(&bytes, limit)),
        _ => documents(&bytes, limit),
    };
    let read = read.map_err(|why| format!("{}: {why}", files[0].display()))?;
    match read.refused.first() {
        Some(first) if read.sample.seen() == 0 => {
            let name = files[0].display();
            Err(format!("{name}: no line of it is a row; line {}: {}", first.number, first.why))
        }
        None if read.sample.seen() == 0 => Err(format!("{}: it has no rows", files[0].display())),
        _ => Ok(read),
    }
}

/// Reads a file whole.
fn bytes(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|e| crate::failed(&file.to_string_lossy(), &e))
}

/// Reads a file whole, decompressed if gzip made it.
fn unpacked(file: &Path) -> Result<Vec<u8>, String> {
    let bytes = bytes(file)?;
    if !dump::is_gzip(&bytes) {
        return Ok(bytes);
    }
    dump::gunzipped(&bytes).map_err(|why| format!("{}: {why}", file.display()))
}

/// Reads a script: SQL, or what a dump in custom format is as SQL.
pub fn script(file: &Path) -> Result<String, String> {
    let named = |why: String| format!("{}: {why}", file.display());
    let mut bytes = unpacked(file)?;
    let is_sql = file.to_string_lossy().contains(".sql");
    if dump::is_archive(&bytes) || !(is_sql || bytes.starts_with(PLAIN_DUMP)) {
        bytes = dump::script(&bytes).map_err(|broken| named(broken.to_string()))?;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(e) => {
            let valid = &e.as_bytes()[..e.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
            Err(named(format!("line {line}, byte {}: not UTF-8", valid.len())))
        }
    }
}

/// Adds a line to the rows read; an error is recorded with the row's number.
fn add(read: &mut Read, number: u64, line: Result<String, String>) {
    let added = line.and_then(|line| read.sample.add(number, &line));
    if let Err(why) = added {
        read.refused.push(Refused { number, why });
    }
}

/// The error of a file that is not UTF-8.
fn not_utf8(e: &dyn std::fmt::Display) -> String {
    format!("not UTF-8: {e}")
}

/// Reads CSV or TSV: the first line has the names, an empty value is NULL.
fn separated(bytes: &[u8], by: u8, limit: Limit) -> Result<Read, String> {
    let mut reader = csv::ReaderBuilder::new().delimiter(by).flexible(true).from_reader(bytes);
    let names = reader.headers().map_err(|e| e.to_string())?;
    let names: Vec<String> = names.iter().map(str::to_owned).collect();
    let mut read = Read { sample: Sample::new(&names, limit), refused: Vec::new() };
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(|e| e.to_string())? {
        let number = record.position().map_or(0, csv::Position::line);
        let values: Result<Vec<&str>, _> = record.iter().map(std::str::from_utf8).collect();
        let line = values
            .map(|values| copy::line(values.into_iter().map(|v| (!v.is_empty()).then_some(v))))
            .map_err(|e| not_utf8(&e));
        add(&mut read, number, line);
    }
    Ok(read)
}

/// An empty sample whose columns are a number and a document.
fn of_documents(limit: Limit) -> Read {
    let names = ["id", "doc"].map(str::to_owned);
    Read { sample: Sample::new(&names, limit), refused: Vec::new() }
}

/// A row of COPY: the number of the document, and its text.
fn document(number: u64, text: &str) -> String {
    copy::line([Some(number.to_string().as_str()), Some(text)])
}

/// Reads one document from each line.
fn lines(bytes: &[u8], limit: Limit) -> Read {
    let mut read = of_documents(limit);
    for (line, number) in bytes.split(|b| *b == b'\n').zip(1..) {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let text = std::str::from_utf8(line).map_err(|e| not_utf8(&e));
        let row = text.and_then(|text| {
            let parsed: Result<&RawValue, _> = serde_json::from_str(text.trim());
            parsed.map(|_| document(number, text.trim())).map_err(|e| e.to_string())
        });
        add(&mut read, number, row);
    }
    read
}

/// Reads the documents of an array, or a single document.
fn documents(bytes: &[u8], limit: Limit) -> Result<Read, String> {
    let text = std::str::from_utf8(bytes).map_err(|e| not_utf8(&e))?;
    let text = text.trim_start_matches('\u{feff}').trim();
    let all: Vec<&RawValue> = if text.starts_with('[') {
        serde_json::from_str(text).map_err(|e| e.to_string())?
    } else {
        match serde_json::from_str(text) {
            Ok(one) => vec![one],
            // Lines of documents often have this ending too.
            Err(_) if text.contains('\n') => return Ok(lines(bytes, limit)),
            Err(e) => return Err(e.to_string()),
        }
    };
    let mut read = of_documents(limit);
    for (one, number) in all.into_iter().zip(1..) {
        add(&mut read, number, Ok(document(number, one.get())));
    }
    Ok(read)
}

/// Reads each file as one value, with its name.
fn values(files: &[PathBuf], limit: Limit) -> Result<Read, String> {
    let names = ["id", "name", "content"].map(str::to_owned);
    let mut read = Read { sample: Sample::new(&names, limit), refused: Vec::new() };
    for (file, number) in files.iter().zip(1u64..) {
        let bytes = bytes(file)?;
        let mut hex = String::with_capacity(2 + bytes.len() * 2);
        hex.push_str("\\x");
        for byte in &bytes {
            let _ = write!(hex, "{byte:02x}");
        }
        let id = number.to_string();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let line = copy::line([Some(id.as_str()), Some(name.as_ref()), Some(hex.as_str())]);
        add(&mut read, number, Ok(line));
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit { rows: 100, bytes: 1 << 20 };

    #[test]
    fn bad_lines_are_named_and_the_others_are_kept() {
        let csv = b"id,body\n1,a\n2\n3,\"x\ny\"\n4,b\xff\n5,\n";
        let read = separated(csv, b',', LIMIT).expect("a CSV");
        let bad: Vec<(u64, &str)> =
            read.refused.iter().map(|r| (r.number, r.why.as_str())).collect();
        assert_eq!(bad[0], (3, "1 values where the table has 2 columns"));
        assert!(bad[1].0 == 6 && bad[1].1.starts_with("not UTF-8"), "{bad:?}");
        let lines: Vec<String> = read.sample.rows().into_iter().map(|row| row.line).collect();
        assert_eq!(lines, ["1\ta", "3\tx\\ny", "5\t\\N"]);
    }

    #[test]
    fn scripts_and_gzip_are_known() {
        let kind_of = |name: &str| kind(&[PathBuf::from(name)]);
        assert_eq!(kind_of("events.CSV.gz"), Kind::Csv);
        assert_eq!(kind_of("shop.dump"), Kind::Script);
        assert_eq!(kind_of("scan.pdf"), Kind::Values);
        let dumps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/dumps");
        let archive = dumps.join("17-zstd.dump");
        assert!(script(&archive).expect("an archive").contains("COPY \"My Shop\".notes"));
        let file = std::env::temp_dir().join(format!("toastscope-{}", std::process::id()));
        fs::copy(&archive, &file).expect("a copy");
        assert_eq!(kind(std::slice::from_ref(&file)), Kind::Script);
        fs::write(&file, b"SET x = 'a';\n\xff").expect("it is written");
        let dump = file.with_extension("sql");
        fs::rename(&file, &dump).expect("renamed");
        let why = script(&dump).expect_err("not UTF-8");
        assert!(why.ends_with("line 2, byte 13: not UTF-8"), "{why}");
        fs::remove_file(&dump).expect("it is there");
    }

    #[test]
    fn documents_come_in_lines_and_in_an_array() {
        let read = lines(b"{\"a\":1}\n\n{\"a\":\n[1]\n", LIMIT);
        assert_eq!((read.sample.seen(), read.refused.len()), (2, 1));
        assert_eq!(read.refused[0].number, 3);
        let read = documents(b" [{\"a\": 1}, {\"b\": [2]}]", LIMIT).expect("an array");
        let kept = read.sample.rows();
        assert_eq!(kept[1].line, "2\t{\"b\": [2]}");
        assert!(documents(b"{\"a\"", LIMIT).is_err());
    }
}
