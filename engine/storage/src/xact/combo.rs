//! Combo command ids (`combocid.c`): a row inserted and deleted by the same transaction has one
//! field for two command ids, so the pair gets a number.

use crate::ids::CommandId;
use crate::map::SortedMap;

/// The pairs of the running transaction.
#[derive(Clone, Debug, Default)]
pub struct ComboCids {
    pairs: Vec<(CommandId, CommandId)>,
    numbers: SortedMap<(CommandId, CommandId), u32>,
}

impl ComboCids {
    /// The combo command id of a pair (`GetComboCommandId`).
    pub(super) fn number(&mut self, cmin: CommandId, cmax: CommandId) -> CommandId {
        let pairs = &mut self.pairs;
        CommandId(*self.numbers.entry((cmin, cmax)).or_insert_with(|| {
            pairs.push((cmin, cmax));
            pairs.len() as u32 - 1
        }))
    }

    /// The pair that a combo command id stands for; a plain command id gives itself twice.
    pub(super) fn pair(&self, number: CommandId) -> (CommandId, CommandId) {
        self.pairs.get(number.0 as usize).copied().unwrap_or((number, number))
    }

    /// Forgets all pairs, at the transaction's end.
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.numbers.clear();
    }
}
