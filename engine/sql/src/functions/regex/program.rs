//! A non-deterministic automaton and its simulation: all states at once, one pass over the text.

use super::parse::{Assertion, Ast};
use super::set::{CharSet, is_word};
use super::{Budget, invalid};
use storage::error::Result;

/// The most instructions a program may have (`REG_MAX_COMPILE_SPACE` is the server's bound).
const MAX_PROGRAM: usize = 200_000;

#[derive(Clone, Debug)]
enum Inst {
    /// Takes a character of the set.
    Set(CharSet),
    /// Goes on at both.
    Split(usize, usize),
    /// Goes on at another place.
    Jump(usize),
    /// Goes on if it holds here.
    Assert(Assertion),
    /// Goes on if the program matches here, ahead or behind, or does not.
    Look { ahead: bool, want: bool, body: Box<Program> },
    /// The end.
    Match,
}

/// The automaton of a part of an expression.
#[derive(Clone, Debug)]
pub struct Program(Vec<Inst>);

/// The set of states at a place, each with where its match began.
struct States {
    list: Vec<(usize, usize)>,
    /// The round in which a state was last added, and its position in the list.
    seen: Vec<(u64, usize)>,
    round: u64,
}

impl States {
    /// No states, of a program of `n` instructions.
    fn new(n: usize) -> States {
        States { list: Vec::new(), seen: vec![(0, 0); n], round: 0 }
    }

    /// Empties the set, without touching each place.
    fn clear(&mut self) {
        self.list.clear();
        self.round += 1;
    }
}

impl Program {
    /// Compiles a pattern; `groups` are the bodies of the groups, for back-references.
    pub fn new(ast: &Ast, groups: &[Option<Ast>]) -> Result<Program> {
        let mut p = Program(Vec::new());
        p.part(ast, groups, false)?;
        p.0.push(Inst::Match);
        Ok(p)
    }

    /// Appends an instruction, and returns its number.
    fn push(&mut self, inst: Inst) -> Result<usize> {
        if self.0.len() >= MAX_PROGRAM {
            return Err(invalid("regular expression is too complex"));
        }
        self.0.push(inst);
        Ok(self.0.len() - 1)
    }

    /// Appends the states for a part of the pattern. `bare` leaves out its constraints, since a
    /// back-reference stands for the text alone.
    fn part(&mut self, ast: &Ast, groups: &[Option<Ast>], bare: bool) -> Result<()> {
        match ast {
            Ast::Set(set) => {
                self.push(Inst::Set(set.clone()))?;
            }
            Ast::Assert(_) | Ast::Look { .. } if bare => {}
            Ast::Assert(a) => {
                self.push(Inst::Assert(*a))?;
            }
            Ast::Look { ahead, want, body } => {
                let body = Box::new(Program::new(body, groups)?);
                self.push(Inst::Look { ahead: *ahead, want: *want, body })?;
            }
            Ast::Group(_, body) => self.part(body, groups, bare)?,
            Ast::Back(n) => {
                if let Some(body) = groups.get(*n).and_then(Option::as_ref) {
                    self.part(body, groups, true)?;
                }
            }
            Ast::Concat(parts) => {
                for part in parts {
                    self.part(part, groups, bare)?;
                }
            }
            Ast::Alt(branches) => {
                let mut ends = Vec::new();
                for (i, branch) in branches.iter().enumerate() {
                    if i + 1 == branches.len() {
                        self.part(branch, groups, bare)?;
                        break;
                    }
                    let split = self.push(Inst::Jump(0))?;
                    self.part(branch, groups, bare)?;
                    ends.push(self.push(Inst::Jump(0))?);
                    self.0[split] = Inst::Split(split + 1, self.0.len());
                }
                let end = self.0.len();
                for jump in ends {
                    self.0[jump] = Inst::Jump(end);
                }
            }
            Ast::Repeat { atom, min, max, .. } => {
                for _ in 0..*min {
                    self.part(atom, groups, bare)?;
                }
                match max {
                    None => {
                        let split = self.push(Inst::Jump(0))?;
                        self.part(atom, groups, bare)?;
                        self.push(Inst::Jump(split))?;
                        self.0[split] = Inst::Split(split + 1, self.0.len());
                    }
                    Some(max) => {
                        let mut skips = Vec::new();
                        for _ in *min..*max {
                            skips.push(self.push(Inst::Jump(0))?);
                            self.part(atom, groups, bare)?;
                        }
                        let end = self.0.len();
                        for skip in skips {
                            self.0[skip] = Inst::Split(skip + 1, end);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds a state, and all states that are reached from it without reading a character; if a
    /// state has several beginnings of a match, the earliest stays.
    fn follow(
        &self,
        states: &mut States,
        first: usize,
        began: usize,
        text: &[char],
        at: usize,
        budget: &mut Budget<'_>,
    ) -> Result<()> {
        let mut todo = vec![first];
        while let Some(pc) = todo.pop() {
            let (round, place) = states.seen[pc];
            if round == states.round {
                if states.list[place].1 <= began {
                    continue;
                }
                states.list[place].1 = began;
            } else {
                states.seen[pc] = (states.round, states.list.len());
                states.list.push((pc, began));
            }
            match &self.0[pc] {
                Inst::Split(a, b) => todo.extend([*b, *a]),
                Inst::Jump(to) => todo.push(*to),
                Inst::Assert(a) => {
                    if is_satisfied(*a, text, at) {
                        todo.push(pc + 1);
                    }
                }
                Inst::Look { ahead: true, want, body } => {
                    if body.ends(text, at, text.len(), true, budget)?.is_empty() != *want {
                        todo.push(pc + 1);
                    }
                }
                Inst::Look { ahead: false, want, body } => {
                    let mut found = false;
                    for from in (0..=at).rev() {
                        found = body.reaches(text, from, at, budget)?;
                        if found {
                            break;
                        }
                    }
                    if found == *want {
                        todo.push(pc + 1);
                    }
                }
                Inst::Set(_) | Inst::Match => {}
            }
        }
        Ok(())
    }

    /// Moves all states over a character.
    fn step(
        &self,
        now: &States,
        next: &mut States,
        text: &[char],
        at: usize,
        budget: &mut Budget<'_>,
    ) -> Result<()> {
        next.clear();
        budget.spend(now.list.len() as u64 + 1)?;
        for &(pc, began) in &now.list {
            if let Inst::Set(set) = &self.0[pc]
                && set.has(text[at])
            {
                self.follow(next, pc + 1, began, text, at + 1, budget)?;
            }
        }
        Ok(())
    }

    /// Where the match began that ends here, if one does.
    fn accepts(&self, states: &States) -> Option<usize> {
        let last = self.0.len() - 1;
        let (round, place) = states.seen[last];
        (round == states.round).then(|| states.list[place].1)
    }

    /// The positions at which matches that begin at `from` can end, up to `stop`; with `first` only
    /// one of them.
    pub fn ends(
        &self,
        text: &[char],
        from: usize,
        stop: usize,
        first: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<usize>> {
        let (mut now, mut next) = (States::new(self.0.len()), States::new(self.0.len()));
        let mut ends = Vec::new();
        now.clear();
        self.follow(&mut now, 0, from, text, from, budget)?;
        for at in from..=stop {
            if self.accepts(&now).is_some() {
                ends.push(at);
                if first {
                    break;
                }
            }
            if at == stop || now.list.is_empty() {
                break;
            }
            self.step(&now, &mut next, text, at, budget)?;
            std::mem::swap(&mut now, &mut next);
        }
        Ok(ends)
    }

    /// Whether the automaton can match from one position to another.
    pub fn reaches(
        &self,
        text: &[char],
        from: usize,
        to: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool> {
        let (mut now, mut next) = (States::new(self.0.len()), States::new(self.0.len()));
        now.clear();
        self.follow(&mut now, 0, from, text, from, budget)?;
        for at in from..to {
            if now.list.is_empty() {
                return Ok(false);
            }
            self.step(&now, &mut next, text, at, budget)?;
            std::mem::swap(&mut now, &mut next);
        }
        Ok(self.accepts(&now).is_some())
    }

    /// The earliest position from `from` on where a match begins; with `any`, any such position.
    pub fn begins(
        &self,
        text: &[char],
        from: usize,
        any: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Option<usize>> {
        let (mut now, mut next) = (States::new(self.0.len()), States::new(self.0.len()));
        let mut best: Option<usize> = None;
        now.clear();
        for at in from..=text.len() {
            if best.is_none() {
                self.follow(&mut now, 0, at, text, at, budget)?;
            }
            if let Some(began) = self.accepts(&now)
                && best.is_none_or(|b| began < b)
            {
                best = Some(began);
            }
            if let Some(b) = best
                && (any || !now.list.iter().any(|s| s.1 < b))
            {
                return Ok(best);
            }
            if at < text.len() {
                self.step(&now, &mut next, text, at, budget)?;
                std::mem::swap(&mut now, &mut next);
            }
        }
        Ok(best)
    }
}

/// Whether an assertion holds between two characters.
fn is_satisfied(assertion: Assertion, text: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|i| text[i]);
    let after = text.get(at).copied();
    let (left, right) = (before.is_some_and(is_word), after.is_some_and(is_word));
    match assertion {
        Assertion::Start => at == 0,
        Assertion::End => after.is_none(),
        Assertion::LineStart => before.is_none_or(|c| c == '\n'),
        Assertion::LineEnd => after.is_none_or(|c| c == '\n'),
        Assertion::WordStart => !left && right,
        Assertion::WordEnd => left && !right,
        Assertion::WordEdge => left != right,
        Assertion::NotWordEdge => left == right,
    }
}
