//! Combo command ids (`combocid.c`): a row inserted and deleted by the same transaction has one
//! field for two command ids, so the pair gets a number.

use std::collections::BTreeMap;

use crate::ids::CommandId;

/// The pairs of the running transaction.
#[derive(Clone, Debug, Default)]
pub struct ComboCids {
    pairs: Vec<(CommandId, CommandId)>,
    numbers: BTreeMap<(CommandId, CommandId), u32>,
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

    /// The pair of a combo command id; the id twice if it is not one.
    pub(super) fn pair(&self, number: CommandId) -> (CommandId, CommandId) {
        self.pairs.get(number.0 as usize).copied().unwrap_or((number, number))
    }

    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.numbers.clear();
    }
}
