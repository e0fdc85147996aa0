//! COPY's text format: a row is a line, values stand between tabs, `\N` is NULL.
//!
//! ```text
//! 1<tab>two\nlines<tab>\N      three values: 1; a text with a line's end in it; NULL
//! ```

/// A row as a line, without the newline.
pub fn line<'a>(values: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let mut text = String::new();
    for (i, value) in values.into_iter().enumerate() {
        if i > 0 {
            text.push('\t');
        }
        match value {
            None => text.push_str("\\N"),
            Some(value) => escape(value, &mut text),
        }
    }
    text
}

/// Appends a value in COPY's text format: backslash, tab and newline are escaped.
pub fn escape(value: &str, text: &mut String) {
    for c in value.chars() {
        match c {
            '\\' => text.push_str("\\\\"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            c => text.push(c),
        }
    }
}

/// The values of a line that [`fn@line`] wrote.
pub fn values(line: &str) -> impl Iterator<Item = Option<String>> {
    line.split('\t').map(|field| match field {
        "\\N" => None,
        plain if !plain.contains('\\') => Some(plain.to_owned()),
        escaped => Some(unescape(escaped)),
    })
}

/// A field's value, its backslash escapes resolved.
fn unescape(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    let mut letters = field.chars();
    while let Some(c) = letters.next() {
        match c {
            '\\' => match letters.next() {
                Some('t') => text.push('\t'),
                Some('n') => text.push('\n'),
                Some('r') => text.push('\r'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_back_its_values() {
        let row = [Some("a\tb"), None, Some(""), Some("c:\\d\r\n"), Some("\\N")];
        let written = line(row);
        assert_eq!(written, "a\\tb\t\\N\t\tc:\\\\d\\r\\n\t\\\\N");
        let read: Vec<_> = values(&written).collect();
        assert_eq!(read.iter().map(Option::as_deref).collect::<Vec<_>>(), row);
    }
}
