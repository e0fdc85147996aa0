//! The segment that has a module's constants, and how some of them go into a part.

use crate::constants::CONSTANTS;
use std::ops::Range;
use walrus::ir::Value;
use walrus::{ConstExpr, DataId, DataKind, Module};

/// The bytes that begin a segment, about: as many as may stand between two constants that one segment has.
const SEGMENT_HEAD: usize = 8;

/// The segment of the constants in the first module.
pub struct Segment {
    id: DataId,
    /// Where it begins in the memory.
    start: u32,
    /// Its bytes before any constant went into a part.
    bytes: Vec<u8>,
}

impl Segment {
    /// Finds it in a module.
    ///
    /// # Errors
    /// A module without such a segment, or with one that has no address.
    pub fn of(module: &Module) -> Result<Segment, String> {
        let constants = module.data.iter().find(|data| data.name.as_deref() == Some(CONSTANTS));
        let data = constants.ok_or_else(|| format!("the module has no segment {CONSTANTS}"))?;
        match data.kind {
            DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } => {
                Ok(Segment { id: data.id(), start: start as u32, bytes: data.value.clone() })
            }
            _ => Err(format!("{CONSTANTS} has no address")),
        }
    }

    /// Where in the segment these addresses are; `None` if they are not in it.
    fn place(&self, addresses: &Range<u32>) -> Option<Range<usize>> {
        let from = addresses.start.checked_sub(self.start)? as usize;
        let to = addresses.end.checked_sub(self.start)? as usize;
        (to <= self.bytes.len()).then_some(from..to)
    }

    /// Lets a part write constants into the memory, and puts zeros in their place in the first module.
    ///
    /// What lies between two of them stands in both, if it is short: constants never change, so writing one once more
    /// does nothing.
    ///
    /// # Errors
    /// A part without a memory.
    pub fn give(
        &self,
        first: &mut Module,
        part: &mut Module,
        own: &[Range<u32>],
    ) -> Result<(), String> {
        let memory = part.get_memory_id().map_err(|_| "the part has no memory")?;
        let mut pieces: Vec<Range<usize>> = Vec::new();
        for place in own.iter().filter_map(|addresses| self.place(addresses)) {
            first.data.get_mut(self.id).value[place.clone()].fill(0);
            match pieces.last_mut() {
                Some(last) if place.start - last.end <= SEGMENT_HEAD => last.end = place.end,
                _ => pieces.push(place),
            }
        }
        for piece in pieces {
            let offset = Value::I32((self.start + piece.start as u32) as i32);
            let kind = DataKind::Active { memory, offset: ConstExpr::Value(offset) };
            let data = part.data.add(kind, self.bytes[piece].to_vec());
            part.memories.get_mut(memory).data_segments.insert(data);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with a memory, and constants at 100.
    fn module() -> Module {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        let offset = ConstExpr::Value(Value::I32(100));
        let id = module.data.add(DataKind::Active { memory, offset }, (1..=40).collect());
        module.data.get_mut(id).name = Some(CONSTANTS.into());
        module
    }

    /// The address and the bytes of each segment.
    fn segments(module: &Module) -> Vec<(i32, Vec<u8>)> {
        let read = |data: &walrus::Data| match data.kind {
            DataKind::Active { offset: ConstExpr::Value(Value::I32(from)), .. } => {
                (from, data.value.clone())
            }
            _ => unreachable!("every segment of the test has an address"),
        };
        module.data.iter().map(read).collect()
    }

    #[test]
    fn a_part_writes_its_constants_and_the_first_module_has_zeros() {
        let (mut first, mut part) = (module(), Module::default());
        part.memories.add_local(false, false, 1, None, None);
        let segment = Segment::of(&first).unwrap();
        // The gap of two bytes stands in the part too, the one of twenty does not; the last is no constant.
        let own = [100..104, 106..108, 128..130, 138..142];
        segment.give(&mut first, &mut part, &own).unwrap();
        assert_eq!(segments(&part), [(100, (1..=8).collect()), (128, vec![29, 30])]);
        let zeroed: Vec<u8> =
            (1..=40).map(|n| if matches!(n, 1..=4 | 7 | 8 | 29 | 30) { 0 } else { n }).collect();
        assert_eq!(segments(&first), [(100, zeroed)]);
    }

    #[test]
    fn what_lies_between_is_what_the_linker_wrote() {
        let mut first = module();
        let segment = Segment::of(&first).unwrap();
        let [mut one, mut other] = [Module::default(), Module::default()];
        for part in [&mut one, &mut other] {
            part.memories.add_local(false, false, 1, None, None);
        }
        segment.give(&mut first, &mut one, &[102..103, 103..104]).unwrap();
        segment.give(&mut first, &mut other, &[100..102, 104..106]).unwrap();
        assert_eq!(segments(&other), [(100, (1..=6).collect())]);
    }
}
