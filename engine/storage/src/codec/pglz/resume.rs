//! Decodes a stream that arrives in pieces. It stops where the bytes end that have arrived.

use super::super::stream::{CorruptStream, copy_back};
use crate::clock::{self, Kind};

/// A decoder that can be asked to go on.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    /// What was decoded.
    pub out: Vec<u8>,
    at: usize,
    control: u8,
    items: u8,
}

impl Decoder {
    /// Decodes until `want` bytes are decoded or the stream's bytes are used up. `stream` must
    /// begin with the bytes of earlier calls; `complete` says that no more will come.
    ///
    /// # Errors
    /// [`CorruptStream`] when a match reaches before the beginning, or the complete stream breaks off.
    pub fn advance(
        &mut self,
        stream: &[u8],
        want: usize,
        complete: bool,
    ) -> Result<(), CorruptStream> {
        while self.out.len() < want {
            if self.items == 0 {
                let Some(&control) = stream.get(self.at) else { break };
                (self.control, self.items) = (control, 8);
                self.at += 1;
            }
            let Some(rest) = stream.get(self.at..).filter(|r| !r.is_empty()) else { break };
            if self.control & 1 == 0 {
                self.out.push(rest[0]);
                self.at += 1;
            } else {
                let &[first, second, ..] = rest else { break };
                let mut length = usize::from(first & 0x0f) + 3;
                let mut used = 2;
                if length == 18 {
                    let Some(&more) = rest.get(2) else { break };
                    length += usize::from(more);
                    used = 3;
                }
                let offset = usize::from(first & 0xf0) << 4 | usize::from(second);
                if offset == 0 || offset > self.out.len() {
                    return Err(CorruptStream::BadOffset);
                }
                clock::add(Kind::PglzMatch, 1);
                copy_back(&mut self.out, offset, length);
                self.at += used;
            }
            self.control >>= 1;
            self.items -= 1;
        }
        if complete && self.out.len() < want { Err(CorruptStream::Truncated) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let text: Vec<u8> = (0..20_000u32).flat_map(|i| (i / 7 % 300).to_le_bytes()).collect();
        let mut stream = Vec::new();
        assert!(super::super::compress_into(&text, super::super::Strategy::DEFAULT, &mut stream));
        for step in [1, 7, 1996] {
            let mut decoder = Decoder::default();
            for end in (0..stream.len() + step).step_by(step) {
                let there = &stream[..end.min(stream.len())];
                decoder.advance(there, text.len(), end >= stream.len()).unwrap();
                assert_eq!(decoder.out[..], text[..decoder.out.len()]);
            }
            assert_eq!(decoder.out.len(), text.len());
        }
        assert!(Decoder::default().advance(&stream[..50], text.len(), true).is_err());
    }
}
