//! What EXPLAIN prints, in four formats (`ExplainProperty`, `ExplainOpenGroup` and their kin).
//!
//! | | a property | a group with a name | a list |
//! |---|---|---|---|
//! | text | `Filter: (a > 1)` | (nothing) | `Sort Key: a, b` |
//! | JSON | `"Filter": "(a > 1)"` | `"Plans": [` ... `]` | `"Sort Key": ["a", "b"]` |
//! | YAML | `Filter: "(a > 1)"` | `Plans: ` and a level more | a line `- "a"` each |
//! | XML | `<Filter>(a &gt; 1)</Filter>` | `<Plans>` ... `</Plans>` | `<Item>a</Item>` |

use super::Format;
use storage::types::jsonb::escape_json;

/// Text that grows.
pub struct ExplainWriter {
    format: Format,
    /// What is there.
    pub out: String,
    /// How far in, in units of two spaces.
    pub indent: usize,
    /// Whether something is there already, for each open group.
    filled: Vec<bool>,
}

/// The text as JSON and YAML quote it.
fn quoted(value: &str) -> String {
    let mut out = String::new();
    escape_json(value, &mut out);
    out
}

/// Returns a text with the characters that XML reserves as entities (`escape_xml`).
fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\r', "&#x0d;")
}

/// The name of an XML element for a label.
fn tag(label: &str) -> String {
    let valid = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    label.chars().map(|c| if valid(c) { c } else { '-' }).collect()
}

impl ExplainWriter {
    /// A writer without output (`ExplainBeginOutput`).
    pub fn new(format: Format) -> ExplainWriter {
        let mut w = ExplainWriter { format, out: String::new(), indent: 0, filled: vec![false] };
        match format {
            Format::Text | Format::Yaml => {}
            Format::Json => {
                w.out.push('[');
                w.indent = 1;
            }
            Format::Xml => {
                w.out.push_str("<explain xmlns=\"http://www.postgresql.org/2009/explain\">\n");
                w.indent = 1;
            }
        }
        w
    }

    /// The finished output (`ExplainEndOutput`).
    pub fn finish(mut self) -> String {
        match self.format {
            Format::Text => {
                self.out.pop();
            }
            Format::Yaml => {}
            Format::Json => self.out.push_str("\n]"),
            Format::Xml => self.out.push_str("</explain>"),
        }
        self.out
    }

    /// Whether it is FORMAT TEXT.
    pub fn is_text(&self) -> bool {
        self.format == Format::Text
    }

    /// Writes the indentation.
    fn spaces(&mut self, more: usize) {
        self.out.push_str(&"  ".repeat(self.indent + more));
    }

    /// Begins the next item of a group (`ExplainJSONLineEnding`, `ExplainYAMLLineStarting`).
    fn start(&mut self) {
        let filled = self.filled.last_mut().is_some_and(|f| std::mem::replace(f, true));
        match self.format {
            Format::Json => {
                self.out.push_str(if filled { ",\n" } else { "\n" });
                self.spaces(0);
            }
            Format::Yaml if filled => {
                self.out.push('\n');
                self.spaces(0);
            }
            Format::Yaml => {}
            Format::Text | Format::Xml => self.spaces(0),
        }
    }

    /// Writes a line in FORMAT TEXT.
    pub fn line(&mut self, text: &str) {
        self.spaces(0);
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Writes a property in the format; a number has no quotes (`ExplainProperty`).
    fn property(&mut self, label: &str, unit: &str, value: &str, number: bool) {
        self.start();
        let shown = if number { value.to_string() } else { quoted(value) };
        let text = match self.format {
            Format::Text if unit.is_empty() => format!("{label}: {value}\n"),
            Format::Text => format!("{label}: {value} {unit}\n"),
            Format::Xml => format!("<{0}>{1}</{0}>\n", tag(label), escaped(value)),
            Format::Json => format!("{}: {shown}", quoted(label)),
            Format::Yaml => format!("{label}: {shown}"),
        };
        self.out.push_str(&text);
    }

    /// Writes a property that is a text (`ExplainPropertyText`).
    pub fn text(&mut self, label: &str, value: &str) {
        self.property(label, "", value, false);
    }

    /// Writes a property that is a number, without decimals (`ExplainPropertyInteger`,
    /// `ExplainPropertyFloat`).
    pub fn number(&mut self, label: &str, value: f64) {
        self.property(label, "", &format!("{value:.0}"), true);
    }

    /// Writes a property that is a number with so many decimals; the unit is shown in FORMAT TEXT
    /// (`ExplainPropertyFloat`).
    pub fn float(&mut self, label: &str, unit: &str, value: f64, digits: usize) {
        self.property(label, unit, &format!("{value:.digits$}"), true);
    }

    /// Writes a property that is true or false (`ExplainPropertyBool`).
    pub fn flag(&mut self, label: &str, value: bool) {
        self.property(label, "", if value { "true" } else { "false" }, true);
    }

    /// Writes a property that is a list of texts (`ExplainPropertyList`).
    pub fn list(&mut self, label: &str, values: &[String]) {
        let all: Vec<String> = values.iter().map(|v| quoted(v)).collect();
        match self.format {
            Format::Text => self.line(&format!("{label}: {}", values.join(", "))),
            Format::Json => {
                self.start();
                self.out.push_str(&format!("{}: [{}]", quoted(label), all.join(", ")));
            }
            Format::Yaml => {
                self.start();
                self.out.push_str(&format!("{label}: "));
                for v in &all {
                    self.out.push('\n');
                    self.spaces(1);
                    self.out.push_str(&format!("- {v}"));
                }
            }
            Format::Xml => {
                self.line(&format!("<{}>", tag(label)));
                for v in values {
                    self.spaces(1);
                    self.out.push_str(&format!("<Item>{}</Item>\n", escaped(v)));
                }
                self.line(&format!("</{}>", tag(label)));
            }
        }
    }

    /// Opens a group, of labelled properties or (`labeled` false) of items; `kind` is its name in
    /// XML (`ExplainOpenGroup`).
    pub fn open(&mut self, kind: &str, label: Option<&str>, labeled: bool) {
        match self.format {
            Format::Text => return,
            Format::Xml => self.line(&format!("<{}>", tag(kind))),
            Format::Json => {
                self.start();
                if let Some(l) = label {
                    self.out.push_str(&format!("{}: ", quoted(l)));
                }
                self.out.push(if labeled { '{' } else { '[' });
            }
            Format::Yaml => {
                self.start();
                match label {
                    Some(l) => self.out.push_str(&format!("{l}: ")),
                    None => self.out.push_str("- "),
                }
            }
        }
        // YAML begins a new line after a name, and goes on after a dash.
        self.filled.push(self.format == Format::Yaml && label.is_some());
        self.indent += 1;
    }

    /// Closes a group that [`Self::open`] opened, with the same `kind` and `labeled`
    /// (`ExplainCloseGroup`).
    pub fn close(&mut self, kind: &str, labeled: bool) {
        if self.format == Format::Text {
            return;
        }
        self.indent -= 1;
        self.filled.pop();
        match self.format {
            Format::Xml => self.line(&format!("</{}>", tag(kind))),
            Format::Json => {
                self.out.push('\n');
                self.spaces(0);
                self.out.push(if labeled { '}' } else { ']' });
            }
            Format::Text | Format::Yaml => {}
        }
    }

    /// Writes a group for a statement that has no plan (`ExplainDummyGroup`).
    pub fn dummy(&mut self, kind: &str) {
        match self.format {
            Format::Text => self.line(kind),
            Format::Xml => self.line(&format!("<{} />", tag(kind))),
            Format::Json | Format::Yaml => {
                self.start();
                let dash = if self.format == Format::Yaml { "- " } else { "" };
                self.out.push_str(&format!("{dash}{}", quoted(kind)));
            }
        }
    }
}
