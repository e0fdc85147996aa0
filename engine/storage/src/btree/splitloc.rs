//! Where to split a page (`nbtsplitloc.c`).
//!
//! Every point between two items (the new one among them) is a candidate. The best one leaves both
//! halves equally full - or, on the rightmost page, the left half full up to the fillfactor, so
//! that ascending insertions fill pages - and among nearly as good ones the one whose high key needs
//! the fewest attributes (leaf) or bytes (internal) wins. Pages full of duplicates get strategies of
//! their own.

use super::key::{keep_natts_fast, nkeys};
use super::layout::*;
use super::pages::*;
use crate::err;
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::ItemPointer;
use crate::qsort::pg_qsort;

/// How a split's place is chosen (`FindSplitStrat`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strategy {
    /// Some weight to truncation.
    Default,
    /// The point nearest to the best that needs no heap TID in the high key.
    ManyDuplicates,
    /// One value only: leave the left page almost full.
    SingleValue,
}

/// One candidate (`SplitPoint`); free bytes are 16-bit as in PostgreSQL.
#[derive(Clone, Copy)]
struct SplitPoint {
    delta: i16,
    left_free: i16,
    right_free: i16,
    first_right: u16,
    new_on_left: bool,
}

struct SplitFinder<'a> {
    rel: &'a Relation,
    pg: &'a PageBytes,
    new: &'a [u8],
    /// With its line pointer.
    newsz: usize,
    newoff: u16,
    leaf: bool,
    rightmost: bool,
    left_space: i32,
    right_space: i32,
    old_total: i32,
    min_first_right: usize,
    points: Vec<SplitPoint>,
    interval: usize,
}

/// Returns the offset of the first old item that goes right, and whether the new item goes left
/// (`_bt_findsplitloc`).
pub(super) fn find_split_loc(
    rel: &Relation,
    pg: &PageBytes,
    newoff: u16,
    newsz: usize,
    new: &[u8],
) -> Result<(u16, bool)> {
    let o = Opaque::of(pg);
    let max = max_offset(pg);
    let left_space = PAGE_SPACE as i32;
    let mut right_space = left_space;
    if !o.rightmost() {
        right_space -= (maxalign(item_len(pg, P_HIKEY)) + ITEM_ID) as i32;
    }
    let mut f = SplitFinder {
        rel,
        pg,
        new,
        newsz: newsz + ITEM_ID,
        newoff,
        leaf: o.is_leaf(),
        rightmost: o.rightmost(),
        left_space,
        right_space,
        old_total: right_space - exact_free_space(pg) as i32,
        min_first_right: usize::MAX,
        points: Vec::with_capacity(max as usize),
        interval: 0,
    };
    let mut to_left = 0;
    for off in o.first_data_key()..=max {
        let size = maxalign(item_len(pg, off)) + ITEM_ID;
        if off <= newoff {
            f.record(off, false, to_left, size);
        }
        if off >= newoff {
            f.record(off, true, to_left, size);
        }
        to_left += size as i32;
    }
    if newoff > max {
        let total = f.old_total;
        f.record(newoff, false, total, 0);
    }
    if f.points.is_empty() {
        return err!(
            INTERNAL_ERROR,
            "could not find a feasible split point for index \"{}\"",
            rel.name
        );
    }
    f.choose(max)
}

impl SplitFinder<'_> {
    /// Adds a split point to the candidates if both halves would fit (`_bt_recsplitloc`).
    /// `new_on_left`: the new item goes to the left page.
    fn record(&mut self, first_right: u16, new_on_left: bool, to_left: i32, first_size: usize) {
        let new_is_first = first_right == self.newoff && !new_on_left;
        let mut posting = 0;
        let size = if new_is_first {
            self.newsz
        } else {
            if self.leaf && first_size > 64 {
                let t = item(self.pg, first_right);
                if tuple::is_posting(t) {
                    posting = tuple::size(t) - tuple::block(t) as usize;
                }
            }
            first_size
        };
        let mut left = (self.left_space - to_left) as i16;
        let mut right = (self.right_space - (self.old_total - to_left)) as i16;
        left -= if self.leaf { (size + maxalign(TID_SIZE) - posting) as i16 } else { size as i16 };
        if new_on_left {
            left -= self.newsz as i16;
        } else {
            right -= self.newsz as i16;
        }
        if !self.leaf {
            right += size as i16 - (TUPLE_HEADER + ITEM_ID) as i16;
        }
        if left >= 0 && right >= 0 {
            self.min_first_right = self.min_first_right.min(size);
            self.points.push(SplitPoint {
                delta: 0,
                left_free: left,
                right_free: right,
                first_right,
                new_on_left,
            });
        }
    }

    /// Chooses among the candidates: the number of the first item on the right, and whether the new
    /// item goes left. `max` is the page's last item.
    fn choose(mut self, max: u16) -> Result<(u16, bool)> {
        let fillfactor = self.rel.options.fillfactor.unwrap_or(DEFAULT_FILLFACTOR);
        let (use_mult, mult) = if !self.leaf {
            (self.rightmost, f64::from(NONLEAF_FILLFACTOR) / 100.0)
        } else if self.rightmost {
            (true, f64::from(fillfactor) / 100.0)
        } else {
            match self.after_new_item(max, fillfactor)? {
                Some(true) => (true, f64::from(fillfactor) / 100.0),
                Some(false) => {
                    let exact = |p: &&SplitPoint| p.new_on_left && p.first_right == self.newoff;
                    if self.points.iter().any(|p| exact(&p)) {
                        return Ok((self.newoff, true));
                    }
                    (false, 0.5)
                }
                None => (false, 0.5),
            }
        };
        let (first, last) = (self.points[0], self.points[self.points.len() - 1]);
        self.sort_by_delta(mult, use_mult)?;
        self.interval = self.default_interval();
        let (strategy, perfect) = self.strategy(&first, &last)?;
        match strategy {
            Strategy::Default => {}
            Strategy::ManyDuplicates => self.interval = self.points.len(),
            Strategy::SingleValue => {
                self.sort_by_delta(f64::from(SINGLEVAL_FILLFACTOR) / 100.0, true)?;
                self.interval = 1;
            }
        }
        self.best(perfect, strategy)
    }

    /// Sorts the candidates by their distance from the wanted balance (`_bt_deltasortsplits`):
    /// `mult` of the space on the left with `use_mult`, otherwise halves.
    fn sort_by_delta(&mut self, mult: f64, use_mult: bool) -> Result<()> {
        for p in &mut self.points {
            let delta = if use_mult {
                (mult * f64::from(p.left_free) - (1.0 - mult) * f64::from(p.right_free)) as i16
            } else {
                p.left_free.wrapping_sub(p.right_free)
            };
            p.delta = delta.wrapping_abs();
        }
        pg_qsort(&mut self.points, &mut |a, b| Ok(a.delta.cmp(&b.delta)))
    }

    /// Whether the insertion looks like part of a localized ascending series
    /// (`_bt_afternewitemoff`); `None` if not. `Some(true)`: split by fillfactor; `Some(false)`:
    /// split right after the new item.
    fn after_new_item(&self, max: u16, fillfactor: i32) -> Result<Option<bool>> {
        let n = nkeys(self.rel);
        if n == 1
            || self.newoff == P_FIRSTKEY
            || self.newsz != self.min_first_right
            || (self.newsz * (max as usize - 1)) as i32 != self.old_total
            || self.newsz > maxalign(TUPLE_HEADER + 16) + ITEM_ID
        {
            return Ok(None);
        }
        if self.newoff > max {
            let keep = keep_natts_fast(self.rel, item(self.pg, max), self.new)?;
            return Ok((keep > 1 && keep <= n).then_some(true));
        }
        let t = item(self.pg, self.newoff - 1);
        if tuple::is_posting(t) || !adjacent(tuple::t_tid(t), tuple::t_tid(self.new)) {
            return Ok(None);
        }
        let keep = keep_natts_fast(self.rel, t, self.new)?;
        if keep > 1 && keep <= n {
            let place = f64::from(self.newoff) / (f64::from(max) + 1.0);
            return Ok(Some(place > f64::from(fillfactor) / 100.0));
        }
        Ok(None)
    }

    /// Returns how many of the sorted points are about as good as the first
    /// (`_bt_defaultinterval`).
    fn default_interval(&self) -> usize {
        let distance = if self.leaf { 0.050 } else { 0.075 };
        let tolerance = (f64::from(self.old_total) * distance) as i16;
        let best = self.points[0];
        let near =
            |a: i16, b: i16| a >= b.wrapping_sub(tolerance) && a <= b.wrapping_add(tolerance);
        self.points[1..]
            .iter()
            .position(|p| {
                !near(p.left_free, best.left_free) || !near(p.right_free, best.right_free)
            })
            .map_or(self.points.len(), |i| i + 1)
    }

    /// Returns the strategy, and the lowest penalty that any candidate can have (`_bt_strategy`).
    fn strategy(&self, first: &SplitPoint, last: &SplitPoint) -> Result<(Strategy, usize)> {
        let n = nkeys(self.rel);
        if !self.leaf {
            return Ok((Strategy::Default, self.min_first_right));
        }
        let (left, right) = self.interval_edges();
        let penalty = keep_natts_fast(self.rel, self.last_left(&left), self.first_right(&right))?;
        if penalty <= n {
            return Ok((Strategy::Default, penalty));
        }
        let penalty = keep_natts_fast(self.rel, self.last_left(first), self.first_right(last))?;
        if penalty <= n {
            return Ok((Strategy::ManyDuplicates, n));
        }
        if self.rightmost {
            return Ok((Strategy::SingleValue, penalty));
        }
        let penalty = keep_natts_fast(self.rel, item(self.pg, P_HIKEY), self.new)?;
        let single = penalty <= n;
        Ok((if single { Strategy::SingleValue } else { Strategy::Default }, penalty))
    }

    /// Returns the leftmost and the rightmost point of the interval (`_bt_interval_edges`).
    fn interval_edges(&self) -> (SplitPoint, SplitPoint) {
        let best = self.points[0];
        let (mut left, mut right) = (None, None);
        for &p in self.points[..self.interval.min(self.points.len())].iter().rev() {
            // A point before the new item lies left of the one after it.
            let place = |p: &SplitPoint| (p.first_right, p.new_on_left);
            match place(&p).cmp(&place(&best)) {
                std::cmp::Ordering::Less => left = left.or(Some(p)),
                std::cmp::Ordering::Greater => right = right.or(Some(p)),
                std::cmp::Ordering::Equal => {
                    left = left.or(Some(p));
                    right = right.or(Some(p));
                }
            }
            if left.is_some() && right.is_some() {
                break;
            }
        }
        (left.unwrap_or(best), right.unwrap_or(best))
    }

    /// The last tuple that a split leaves on the left page.
    fn last_left(&self, p: &SplitPoint) -> &[u8] {
        if p.new_on_left && p.first_right == self.newoff {
            self.new
        } else {
            item(self.pg, p.first_right - 1)
        }
    }

    /// The first tuple that a split puts on the right page.
    fn first_right(&self, p: &SplitPoint) -> &[u8] {
        if !p.new_on_left && p.first_right == self.newoff {
            self.new
        } else {
            item(self.pg, p.first_right)
        }
    }

    /// Returns the penalty of a split point (`_bt_split_penalty`): how many attributes the new high
    /// key keeps, or on an internal page the length of the tuple that goes up.
    fn penalty(&self, p: &SplitPoint) -> Result<usize> {
        if self.leaf {
            return keep_natts_fast(self.rel, self.last_left(p), self.first_right(p));
        }
        Ok(if !p.new_on_left && p.first_right == self.newoff {
            self.newsz
        } else {
            maxalign(item_len(self.pg, p.first_right)) + ITEM_ID
        })
    }

    /// Chooses the candidate of the interval with the lowest penalty (`_bt_bestsplitloc`), and returns
    /// it as [`Self::choose`] does; the search stops at `perfect`.
    fn best(&self, perfect: usize, strategy: Strategy) -> Result<(u16, bool)> {
        let mut best = usize::MAX;
        let mut low = 0;
        for (i, p) in self.points.iter().enumerate().take(self.interval) {
            let penalty = self.penalty(p)?;
            if penalty < best {
                best = penalty;
                low = i;
            }
            if penalty <= perfect {
                break;
            }
        }
        let mut p = &self.points[low];
        // Ever-decreasing insertions right of a group of duplicates would split there for ever.
        if strategy == Strategy::ManyDuplicates
            && !self.rightmost
            && !p.new_on_left
            && p.first_right >= self.newoff
            && p.first_right < self.newoff + 9
        {
            p = &self.points[0];
        }
        Ok((p.first_right, p.new_on_left))
    }
}

/// Whether two rows were probably inserted one after the other (`_bt_adjacenthtid`).
fn adjacent(low: ItemPointer, high: ItemPointer) -> bool {
    low.block == high.block || (low.block.0.wrapping_add(1) == high.block.0 && high.offset.0 == 1)
}
