//! The lines of tables: what they are drawn with, `\pset linestyle` and `\pset border`.
//!
//! ```text
//! border 0     border 1        border 2
//! a  b          a | b          +---+---+
//! -- --        ---+---         | a | b |
//! 1  2          1 | 2          +---+---+
//! ```

use super::Options;

/// What lines are drawn with.
pub(super) struct Rules {
    pub(super) horizontal: &'static str,
    pub(super) vertical: &'static str,
    /// Left, middle, right crossing of the top, middle and bottom rules.
    pub(super) crossings: [[&'static str; 3]; 3],
    /// Stands where a cell goes on in the next line.
    pub(super) newline: &'static str,
    /// Stands at the end of a line that was broken, and before what goes on of it.
    pub(super) wrapped: &'static str,
}

const ASCII: Rules =
    Rules { horizontal: "-", vertical: "|", crossings: [["+"; 3]; 3], newline: "+", wrapped: "." };
const UNICODE: Rules = Rules {
    horizontal: "─",
    vertical: "│",
    crossings: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    newline: "↵",
    wrapped: "…",
};

/// Which of a table's rules.
#[derive(Clone, Copy)]
pub(super) enum Position {
    Top,
    Middle,
    Bottom,
}

impl Rules {
    /// The rules for the line style that the options ask for.
    pub(super) fn chosen(options: &Options) -> &'static Rules {
        if options.unicode { &UNICODE } else { &ASCII }
    }

    /// A horizontal rule across a table with these column widths.
    pub(super) fn across(
        &self,
        out: &mut String,
        widths: &[usize],
        border: u32,
        position: Position,
    ) {
        let [left, middle, right] = self.crossings[position as usize];
        if border == 2 {
            out.push_str(left);
        }
        if border > 0 {
            out.push_str(self.horizontal);
        }
        for (i, width) in widths.iter().enumerate() {
            out.push_str(&self.horizontal.repeat(*width));
            if i + 1 < widths.len() {
                if border == 0 {
                    out.push(' ');
                } else {
                    out.push_str(self.horizontal);
                    out.push_str(middle);
                    out.push_str(self.horizontal);
                }
            }
        }
        if border > 0 {
            out.push_str(self.horizontal);
        }
        if border == 2 {
            out.push_str(right);
        }
        out.push('\n');
    }
}

/// Appends `count` spaces.
pub(super) fn pad(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n(' ', count));
}
