//! A report as text, for a terminal.

use crate::report::{Report, Tried};
use crate::score::Goal;

/// A number with commas between thousands, as the page writes it: 11452 is `11,452`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size as the page writes it: in full below 10 kB, then rounded as pg_size_pretty does; 2,488,320 is `2,430 kB`.
pub fn bytes(n: u64) -> String {
    if n < 10_240 {
        return format!("{} byte{}", count(n), if n == 1 { "" } else { "s" });
    }
    let mut value = n as f64 / 1024.0;
    let mut units = ["kB", "MB", "GB"].into_iter();
    let mut unit = units.next();
    while value >= 10_240.0 && units.len() > 0 {
        value /= 1024.0;
        unit = units.next();
    }
    format!("{} {}", count(value.round() as u64), unit.unwrap_or_default())
}

/// A time in milliseconds, or in microseconds if it is short.
pub fn ms(time: f64) -> String {
    if time >= 1.0 { format!("{time:.2} ms") } else { format!("{:.1} µs", time * 1000.0) }
}

/// The change of a number in words: `12.3 % less`.
pub fn change(before: f64, after: f64) -> String {
    if before <= 0.0 || (after - before).abs() < before * 0.0005 {
        return "the same".to_owned();
    }
    let share = (after / before - 1.0) * 100.0;
    let more = if share < 0.0 { "less" } else { "more" };
    format!("{:.1} % {more}", share.abs())
}

/// The name of a goal, in a word or two.
pub fn goal(goal: Goal) -> &'static str {
    match goal {
        Goal::Balanced => "all together",
        Goal::Size => "size",
        Goal::Read => "reading",
        Goal::Scan => "scanning",
        Goal::Write => "writing",
    }
}

/// The report as plain text.
pub fn text(r: &Report) -> String {
    let mut out = String::new();
    let mut say = |line: String| {
        out += &line;
        out.push('\n');
    };
    let table = &r.table;
    let now = &r.trials[0];
    say(format!("{}: {} rows measured, PostgreSQL {}", table.name, table.rows, table.server));
    say(String::new());
    say("Columns that may be toasted".to_owned());
    for (place, i) in table.wide.iter().enumerate() {
        let column = &table.columns[*i];
        let form = &now.measured.forms[place];
        say(format!(
            "  {} {}: {} as they are, longest {}; stored in {}",
            column.name,
            column.sql_type,
            bytes(column.raw),
            bytes(column.longest),
            bytes(form.bytes)
        ));
        say(format!(
            "    {} plain, {} compressed in the row, {} out of line, {} out of line and compressed, {} NULL",
            form.plain, form.compressed, form.external, form.external_compressed, form.null
        ));
    }
    if table.wide.is_empty() {
        say("  none has a value of 128 bytes or more".to_owned());
    }
    match table.key {
        Some(key) => say(format!("Lookups go by {}.", table.columns[key].name)),
        None => say("No column has another value in each row: lookups go by ctid.".to_owned()),
    }
    say(String::new());
    say("What was tried (time is modelled; a read is a lookup, a key and a slice; a write is a row added and one changed)".to_owned());
    say(format!(
        "  {:<44} {:>10} {:>10} {:>10} {:>10} {:>9} {:>8}",
        "", "size", "read", "scan", "write", "log/row", "balance"
    ));
    for (i, tried) in r.trials.iter().enumerate() {
        say(trial_line(tried, i == r.recommended));
    }
    say(String::new());
    for best in &r.best {
        say(format!("Best for {}: {}", goal(best.goal), r.trials[best.trial].label));
    }
    say(String::new());
    say(format!("Recommended for {}: {}", goal(r.goal), r.trials[r.recommended].label));
    say(r.why.clone());
    for s in &r.statements {
        say(String::new());
        say(s.sql.clone());
        say(format!("  -- {}", s.reason));
        say(format!("  -- Price: {}", s.price));
        say(format!("  -- Not done: {}", s.leaves));
    }
    say(String::new());
    say(format!(
        "Measured on {} rows: {} now, {} then. Extrapolated to {} rows: {} now, {} then, within {:.1} % in 19 of 20 samples.",
        table.rows,
        bytes(now.measured.sizes.table()),
        bytes(r.promised.table()),
        r.total_rows,
        bytes(now.bytes_at_total as u64),
        bytes(r.promised_at_total as u64),
        r.error * 100.0
    ));
    if let Some(d) = &r.document {
        let one = |c: &crate::printed::Cost| {
            format!("{:.1} buffers, {}", c.mean(|c| c.buffers as f64), ms(c.mean(|c| c.ms)))
        };
        say(String::new());
        say(format!("{} by its keys, a lookup each", d.column));
        say(format!("  -> {}: {}", d.key, one(&d.one)));
        say(format!("  {} keys in one SELECT: {}", d.keys, one(&d.several)));
        say(format!(
            "  a column generated of the key: {}; the table grows from {} to {}",
            one(&d.generated),
            bytes(d.without.table()),
            bytes(d.with.table())
        ));
    }
    if !r.indexes.is_empty() {
        say(String::new());
        say("An index on it".to_owned());
    }
    for index in &r.indexes {
        let what = match (&index.refused, index.bytes) {
            (Some(why), _) => format!("refused: {why}"),
            (None, Some(n)) => bytes(n),
            (None, None) => "not made".to_owned(),
        };
        say(format!("  {} ({}): {what}", index.column, index.label));
    }
    say(String::new());
    say("Rules of thumb, on these rows".to_owned());
    for rule in &r.rules {
        let holds = if rule.holds { "holds" } else { "does not hold" };
        say(format!("  \"{}\" {holds}. {}", rule.rule, rule.numbers));
    }
    out
}

/// One line of the table of trials; `>` marks the one that is recommended.
fn trial_line(t: &Tried, recommended: bool) -> String {
    let m = &t.measured;
    let sign = if recommended { '>' } else { ' ' };
    format!(
        "{sign} {:<44} {:>10} {:>10} {:>10} {:>10} {:>9.0} {:>8.3}",
        t.label,
        bytes(m.sizes.table()),
        ms(t.score.read),
        ms(t.score.scan),
        ms(t.score.write),
        m.load.wal as f64 / m.rows.max(1) as f64,
        t.score.balanced
    )
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_are_written_as_the_page_writes_them() {
        let sizes = [1, 2032, 10_240, 2_488_320, 10_485_760, 16_000_000_000, 99_000_000_000_000];
        let texts = ["1 byte", "2,032 bytes", "10 kB", "2,430 kB", "10 MB", "15 GB", "92,201 GB"];
        assert_eq!(sizes.map(bytes), texts);
    }
}
