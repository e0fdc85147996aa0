//! Which part of a match each group took (`regexec.c`, `cdissect`; the tree as `parseqatom` makes
//! it: only what has groups, back-references or mixed preferences gets nodes of its own).

use super::Budget;
use super::parse::{Ast, MatchLength};
use super::program::Program;
use storage::error::Result;

/// Prefers the longest match (`LONGER`).
const LONG: u8 = 1;
/// Prefers the shortest (`SHORTER`).
const SHORT: u8 = 2;
/// Both are below (`MIXED`).
const MIXED: u8 = 4;
/// Groups are below (`CAP`).
const CAP: u8 = 8;
/// Back-references are below (`BACKR`).
const BACK: u8 = 16;

/// The flags that a part passes on to the whole (`UP`).
fn up(f: u8) -> u8 {
    (f & !(LONG | SHORT)) | ((f << 2) & (f << 1) & MIXED)
}

/// The flags of two parts together; the preference of the first one wins (`COMBINE`).
fn combine(a: u8, b: u8) -> u8 {
    up(a | b) | if a & 3 != 0 { a & 3 } else { b & 3 }
}

/// Whether the subexpression must be told apart: it has groups, back-references or mixed
/// preferences (`MESSY`).
fn is_messy(f: u8) -> bool {
    f & (MIXED | CAP | BACK) != 0
}

enum Op {
    Leaf,
    Back { group: usize, min: u32, max: Option<u32> },
    Concat(Box<Subexpression>, Box<Subexpression>),
    Alt(Vec<Subexpression>),
    Capture(usize, Box<Subexpression>),
    Iterate { child: Box<Subexpression>, min: u32, max: Option<u32> },
}

/// A part of a pattern (`struct subre`).
pub struct Subexpression {
    op: Op,
    flags: u8,
    /// Its automaton; back-references match what their group could.
    pub program: Program,
}

/// What a search carries along.
struct Search<'a, 'b> {
    text: &'a [char],
    captures: &'a mut Vec<Option<(usize, usize)>>,
    fold: bool,
    budget: &'a mut Budget<'b>,
}

struct Builder {
    groups: Vec<Option<Ast>>,
}

/// Notes the expression of each group, for back-references.
fn collect_groups(ast: &Ast, groups: &mut Vec<Option<Ast>>) {
    match ast {
        Ast::Group(n, body) => {
            collect_groups(body, groups);
            groups[*n] = Some((**body).clone());
        }
        Ast::Repeat { atom, .. } => collect_groups(atom, groups),
        Ast::Concat(parts) | Ast::Alt(parts) => {
            parts.iter().for_each(|part| collect_groups(part, groups));
        }
        Ast::Set(_) | Ast::Assert(_) | Ast::Look { .. } | Ast::Back(_) => {}
    }
}

impl Builder {
    /// A node of the plan with its automaton.
    fn node(&self, op: Op, flags: u8, ast: &Ast) -> Result<Subexpression> {
        Ok(Subexpression { op, flags, program: Program::new(ast, &self.groups)? })
    }

    /// The plan of an expression.
    fn expression(&self, ast: &Ast) -> Result<Subexpression> {
        match ast {
            Ast::Alt(branches) => {
                let branches: Vec<Subexpression> =
                    branches.iter().map(|b| self.expression(b)).collect::<Result<_>>()?;
                let flags = branches.iter().fold(LONG, |f, b| f | up(f | b.flags));
                let op = if is_messy(flags) { Op::Alt(branches) } else { Op::Leaf };
                self.node(op, flags, ast)
            }
            Ast::Concat(parts) => self.branch(parts),
            part => self.branch(std::slice::from_ref(part)),
        }
    }

    /// An atom as a node, a capturing group's with its capture.
    fn atom(&self, ast: &Ast) -> Result<Subexpression> {
        match ast {
            Ast::Group(n, body) => {
                let body = self.expression(body)?;
                let flags = body.flags | CAP;
                self.node(Op::Capture(*n, Box::new(body)), flags, ast)
            }
            Ast::Back(n) => self.node(Op::Back { group: *n, min: 1, max: Some(1) }, BACK, ast),
            Ast::Set(_) => self.node(Op::Leaf, 0, ast),
            _ => self.expression(ast),
        }
    }

    /// The plan of a branch: its parts one after the other.
    fn branch(&self, parts: &[Ast]) -> Result<Subexpression> {
        let mut flags = 0;
        for (i, part) in parts.iter().enumerate() {
            let (atom, min, max, prefer) = match part {
                Ast::Assert(_) | Ast::Look { .. } => continue,
                Ast::Repeat { atom, min, max, prefer } => {
                    let prefer = match prefer {
                        MatchLength::None => 0,
                        MatchLength::Long => LONG,
                        MatchLength::Short => SHORT,
                    };
                    (&**atom, *min, *max, prefer)
                }
                atom => (atom, 1, Some(1), 0),
            };
            if max == Some(0) {
                continue;
            }
            let node = self.atom(atom)?;
            let all = flags | prefer | node.flags;
            if !matches!(atom, Ast::Group(..) | Ast::Back(_)) && !is_messy(up(all)) {
                flags = all;
                continue;
            }
            let head = self.repeated(node, atom, part, (min, max, prefer))?;
            let head_flags = combine(prefer, head.flags);
            let (rest, before) = (&parts[i + 1..], &parts[..i]);
            let mut tree = if rest.is_empty() {
                head
            } else {
                let rest = self.branch(rest)?;
                let flags = combine(head_flags, rest.flags) | head_flags;
                let op = Op::Concat(Box::new(head), Box::new(rest));
                self.node(op, flags, &Ast::Concat(parts[i..].to_vec()))?
            };
            if !before.is_empty() {
                let left = self.node(Op::Leaf, flags, &Ast::Concat(before.to_vec()))?;
                let flags = combine(flags, tree.flags);
                let op = Op::Concat(Box::new(left), Box::new(tree));
                tree = self.node(op, flags, &Ast::Concat(parts.to_vec()))?;
            }
            return Ok(tree);
        }
        self.node(Op::Leaf, flags, &Ast::Concat(parts.to_vec()))
    }

    /// The node of an atom with its quantifier; `part` is the parsed atom and quantifier together.
    fn repeated(
        &self,
        node: Subexpression,
        atom: &Ast,
        part: &Ast,
        (min, max, prefer): (u32, Option<u32>, u8),
    ) -> Result<Subexpression> {
        let flags = combine(prefer, node.flags);
        let own = node.flags & (LONG | SHORT | MIXED);
        if let Ast::Back(group) = atom {
            return self.node(Op::Back { group: *group, min, max }, flags | BACK, part);
        }
        if (min, max) == (1, Some(1)) && (prefer == 0 || own == 0 || prefer == own) {
            return Ok(node);
        }
        if node.flags & (CAP | BACK) == 0 {
            return self.node(Op::Leaf, flags, part);
        }
        if min > 0 && node.flags & BACK == 0 {
            let before = Ast::Repeat {
                atom: Box::new(atom.clone()),
                min: min - 1,
                max: max.map(|m| m - 1),
                prefer: MatchLength::None,
            };
            let left = self.node(Op::Leaf, flags & 3, &before)?;
            return self.node(Op::Concat(Box::new(left), Box::new(node)), flags, part);
        }
        self.node(Op::Iterate { child: Box::new(node), min, max }, flags, part)
    }
}

impl Subexpression {
    /// The tree of subexpressions of a whole pattern with so many groups.
    pub fn new(ast: &Ast, groups: usize) -> Result<Subexpression> {
        let mut bodies = vec![None; groups + 1];
        collect_groups(ast, &mut bodies);
        Builder { groups: bodies }.expression(ast)
    }

    /// Whether the subexpression has back-references, so that a match of the automaton must still
    /// be checked.
    pub fn has_back_references(&self) -> bool {
        self.flags & BACK != 0
    }

    /// Whether the shortest match is taken (non-greedy).
    pub fn prefers_short(&self) -> bool {
        self.flags & SHORT != 0
    }

    /// Finds the captures in a span that the automaton matched; false when the back-references do
    /// not match. `fold`: case is ignored.
    pub fn dissect(
        &self,
        text: &[char],
        start: usize,
        end: usize,
        captures: &mut Vec<Option<(usize, usize)>>,
        fold: bool,
        budget: &mut Budget<'_>,
    ) -> Result<bool> {
        self.cut(start, end, &mut Search { text, captures, fold, budget })
    }

    /// Divides the match from `start` to `end` among the node's children; false if that cannot be done.
    fn cut(&self, start: usize, end: usize, s: &mut Search<'_, '_>) -> Result<bool> {
        match &self.op {
            Op::Leaf => Ok(true),
            Op::Capture(n, child) => {
                let fits = child.cut(start, end, s)?;
                if fits {
                    s.captures[*n] = Some((start, end));
                }
                Ok(fits)
            }
            Op::Back { group, min, max } => Ok(repeats(s, *group, start, end, *min, *max)),
            Op::Alt(branches) => {
                for branch in branches {
                    if branch.program.reaches(s.text, start, end, s.budget)?
                        && branch.cut(start, end, s)?
                    {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Op::Concat(left, right) => {
                for middle in left.candidates(start, end, s)? {
                    if right.program.reaches(s.text, middle, end, s.budget)? {
                        if left.cut(start, middle, s)? && right.cut(middle, end, s)? {
                            return Ok(true);
                        }
                        left.forget(s);
                        right.forget(s);
                    }
                }
                Ok(false)
            }
            Op::Iterate { child, min, max } => iterate(child, *min, *max, start, end, s),
        }
    }

    /// Where a match of this part that begins at `start` may end, the preferred end first.
    fn candidates(&self, start: usize, end: usize, s: &mut Search<'_, '_>) -> Result<Vec<usize>> {
        let mut ends = self.program.ends(s.text, start, end, false, s.budget)?;
        if !self.prefers_short() {
            ends.reverse();
        }
        Ok(ends)
    }

    /// Clears the captures inside this part (`zaptreesubs`).
    fn forget(&self, s: &mut Search<'_, '_>) {
        match &self.op {
            Op::Capture(n, child) => {
                s.captures[*n] = None;
                child.forget(s);
            }
            Op::Concat(a, b) => {
                a.forget(s);
                b.forget(s);
            }
            Op::Alt(branches) => branches.iter().for_each(|b| b.forget(s)),
            Op::Iterate { child, .. } => child.forget(s),
            Op::Leaf | Op::Back { .. } => {}
        }
    }
}

/// Whether the text of a group is repeated `min` to `max` times (`cbrdissect`).
fn repeats(
    s: &Search<'_, '_>,
    group: usize,
    start: usize,
    end: usize,
    min: u32,
    max: Option<u32>,
) -> bool {
    let Some((from, to)) = s.captures[group] else { return false };
    let (word, span) = (&s.text[from..to], &s.text[start..end]);
    if word.is_empty() {
        return span.is_empty();
    }
    if span.is_empty() {
        return min == 0;
    }
    let count = span.len() / word.len();
    let same = |a: &char, b: &char| a == b || s.fold && a.eq_ignore_ascii_case(b);
    span.len().is_multiple_of(word.len())
        && count >= min as usize
        && max.is_none_or(|m| count <= m as usize)
        && span.chunks(word.len()).all(|c| c.iter().zip(word).all(|(a, b)| same(a, b)))
}

/// `citerdissect`: first chooses the ends of all iterations; when they reach `end`, dissects each
/// iteration; the last one that does not match gets another end. False if no ends are left to try.
fn iterate(
    child: &Subexpression,
    min: u32,
    max: Option<u32>,
    start: usize,
    end: usize,
    s: &mut Search<'_, '_>,
) -> Result<bool> {
    if min == 0 && start == end {
        return Ok(true);
    }
    let min = (min as usize).max(1);
    let max = (end - start).min(max.map_or(usize::MAX, |m| m as usize)).max(min);
    // Per iteration: the ends still to try, the next one last; and where it begins.
    let mut stack: Vec<(Vec<usize>, usize)> = Vec::new();
    let mut deeper = Some(start);
    loop {
        if let Some(from) = deeper.take() {
            let k = stack.len() + 1;
            let mut ends = child.candidates(from, end, s)?;
            ends.retain(|&e| {
                (k < max || e == end) && !(e == from && e != end && (k >= min || min - k < end - e))
            });
            ends.reverse();
            stack.push((ends, from));
        }
        // The next end of the innermost iteration that has one.
        let reached = loop {
            let Some((ends, _)) = stack.last_mut() else { return Ok(false) };
            match ends.pop() {
                Some(e) => break e,
                None => stack.pop(),
            };
        };
        s.budget.spend(1)?;
        if reached != end || stack.len() < min {
            deeper = (stack.len() < max).then_some(reached);
            continue;
        }
        let mut fits = true;
        for i in 0..stack.len() {
            child.forget(s);
            let to = stack.get(i + 1).map_or(end, |next| next.1);
            fits = child.cut(stack[i].1, to, s)?;
            if !fits {
                child.forget(s);
                break;
            }
        }
        if fits {
            return Ok(true);
        }
    }
}
