//! How wide text is on a screen (`pg_wcswidth`, `mbprint.c`) and how a cell is cut into lines.

/// How many columns a character takes: 0 for combining marks, 2 for wide ones, -1 for control
/// characters (`ucs_wcwidth` in `wchar.c`).
pub fn char_width(c: char) -> i32 {
    let u = c as u32;
    match u {
        0 => 0,
        0x01..=0x1f | 0x7f..=0x9f => -1,
        0x300..=0x36f
        | 0x483..=0x489
        | 0x591..=0x5bd
        | 0x610..=0x61a
        | 0x64b..=0x65f
        | 0x6d6..=0x6dc
        | 0x900..=0x902
        | 0x941..=0x948
        | 0xe31
        | 0xe34..=0xe3a
        | 0xe47..=0xe4e
        | 0x1ab0..=0x1aff
        | 0x1dc0..=0x1dff
        | 0x200b..=0x200f
        | 0x202a..=0x202e
        | 0x2060..=0x2064
        | 0x20d0..=0x20f0
        | 0x302a..=0x302d
        | 0x3099..=0x309a
        | 0xfe00..=0xfe0f
        | 0xfe20..=0xfe2f
        | 0xfeff
        | 0xe0100..=0xe01ef => 0,
        0x1100..=0x115f
        | 0x231a..=0x231b
        | 0x2329..=0x232a
        | 0x23e9..=0x23ec
        | 0x23f0
        | 0x23f3
        | 0x25fd..=0x25fe
        | 0x2614..=0x2615
        | 0x2648..=0x2653
        | 0x267f
        | 0x2693
        | 0x26a1
        | 0x26aa..=0x26ab
        | 0x26bd..=0x26be
        | 0x26c4..=0x26c5
        | 0x26ce
        | 0x26d4
        | 0x26ea
        | 0x26f2..=0x26f3
        | 0x26f5
        | 0x26fa
        | 0x26fd
        | 0x2705
        | 0x270a..=0x270b
        | 0x2728
        | 0x274c
        | 0x274e
        | 0x2753..=0x2755
        | 0x2757
        | 0x2795..=0x2797
        | 0x27b0
        | 0x27bf
        | 0x2b1b..=0x2b1c
        | 0x2b50
        | 0x2b55
        | 0x2e80..=0x303e
        | 0x3041..=0x33ff
        | 0x3400..=0x4dbf
        | 0x4e00..=0xa4cf
        | 0xa960..=0xa97c
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe10..=0xfe19
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f004
        | 0x1f0cf
        | 0x1f18e
        | 0x1f191..=0x1f19a
        | 0x1f200..=0x1f320
        | 0x1f32d..=0x1f335
        | 0x1f337..=0x1f37c
        | 0x1f37e..=0x1f393
        | 0x1f3a0..=0x1f3ca
        | 0x1f3cf..=0x1f3d3
        | 0x1f3e0..=0x1f3f0
        | 0x1f3f4
        | 0x1f3f8..=0x1f43e
        | 0x1f440
        | 0x1f442..=0x1f4fc
        | 0x1f4ff..=0x1f53d
        | 0x1f54b..=0x1f54e
        | 0x1f550..=0x1f567
        | 0x1f57a
        | 0x1f595..=0x1f596
        | 0x1f5a4
        | 0x1f5fb..=0x1f64f
        | 0x1f680..=0x1f6c5
        | 0x1f6cc
        | 0x1f6d0..=0x1f6d2
        | 0x1f6d5..=0x1f6d7
        | 0x1f6eb..=0x1f6ec
        | 0x1f6f4..=0x1f6fc
        | 0x1f7e0..=0x1f7eb
        | 0x1f90c..=0x1f93a
        | 0x1f93c..=0x1f945
        | 0x1f947..=0x1f9ff
        | 0x1fa70..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// A line of a cell, ready to print.
#[derive(Clone, Debug, PartialEq)]
pub struct CellLine {
    /// The text, controls made visible.
    pub text: String,
    /// Its columns.
    pub width: usize,
}

/// Breaks a cell's lines into pieces that are at most `width` columns wide, each with whether the
/// next piece goes on with its line (`strlen_max_width`). A character wider than `width` is a piece.
pub fn broken(cell: Vec<CellLine>, width: usize) -> Vec<(CellLine, bool)> {
    let mut out = Vec::new();
    for line in cell {
        if line.width <= width {
            out.push((line, false));
            continue;
        }
        let mut piece = CellLine { text: String::new(), width: 0 };
        for c in line.text.chars() {
            let columns = usize::try_from(char_width(c)).unwrap_or(0);
            if piece.width + columns > width && !piece.text.is_empty() {
                let rest = CellLine { text: String::new(), width: 0 };
                out.push((std::mem::replace(&mut piece, rest), true));
            }
            piece.text.push(c);
            piece.width += columns;
        }
        out.push((piece, false));
    }
    out
}

/// Cuts a cell into lines at its newlines; tabs become spaces, and control characters visible
/// (`pg_wcsformat`).
pub fn lines(cell: &str) -> Vec<CellLine> {
    let mut out = Vec::new();
    let mut line = CellLine { text: String::new(), width: 0 };
    for c in cell.chars() {
        match c {
            '\n' => {
                out.push(std::mem::replace(&mut line, CellLine { text: String::new(), width: 0 }));
            }
            '\r' => {
                line.text.push_str("\\r");
                line.width += 2;
            }
            '\t' => loop {
                line.text.push(' ');
                line.width += 1;
                if line.width.is_multiple_of(8) {
                    break;
                }
            },
            _ => match char_width(c) {
                -1 if c.is_ascii() => {
                    line.text.push_str(&format!("\\x{:02X}", c as u32));
                    line.width += 4;
                }
                -1 => {
                    line.text.push_str(&format!("\\u{:04X}", c as u32));
                    line.width += 6;
                }
                w => {
                    line.text.push(c);
                    line.width += usize::try_from(w).unwrap_or(0);
                }
            },
        }
    }
    out.push(line);
    out
}
