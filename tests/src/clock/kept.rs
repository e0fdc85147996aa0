//! Samples in a file, so that prices can be fitted again without a server: a line for each, with the time,
//! the spread, the script, the statement, and a column for each kind of work.

use super::both::Sample;
use storage::clock::{Kind, Work};

/// Characters of a statement that are kept.
const STATEMENT: usize = 150;

/// The file.
pub fn to_text(samples: &[Sample]) -> String {
    let mut text = String::from("milliseconds\tmedian\tscript\tstatement");
    Kind::ALL.iter().for_each(|k| text.push_str(&format!("\t{}", k.name())));
    for s in samples {
        let sql = s.sql.chars().take(STATEMENT).collect::<String>().replace(['\n', '\t'], " ");
        let (least, median) = (s.milliseconds(), s.milliseconds() * s.spread());
        text += &format!("\n{least}\t{median}\t{}\t{sql}", s.place.0);
        Kind::ALL.iter().for_each(|k| text.push_str(&format!("\t{}", s.work.of(*k))));
    }
    text
}

/// The samples again. Kinds that the file does not have were not counted, and those that there are no
/// longer are left out.
///
/// # Errors
/// The number of the line that is not a sample.
pub fn from_text(text: &str) -> Result<Vec<Sample>, String> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split('\t').skip(4).collect();
    let sample = |(number, line): (usize, &str)| {
        let wrong = || format!("line {}: this is no sample", number + 2);
        let fields: Vec<&str> = line.split('\t').collect();
        let [least, median, script, sql, counts @ ..] = &fields[..] else { return Err(wrong()) };
        let mut measured = Vec::new();
        for time in [least, median, median] {
            measured.push(time.parse().map_err(|_| wrong())?);
        }
        let mut work = Work::default();
        for (name, count) in names.iter().zip(counts) {
            if let Some(kind) = Kind::ALL.iter().find(|k| k.name() == *name) {
                work = work.with(*kind, count.parse().map_err(|_| wrong())?);
            }
        }
        let place = ((*script).to_owned(), number);
        Ok(Sample { place, sql: (*sql).to_owned(), measured, work })
    };
    lines.enumerate().map(sample).collect()
}
