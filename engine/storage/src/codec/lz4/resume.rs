//! Decodes a stream that arrives in pieces. It stops where the bytes end that have arrived, or at
//! the length that the caller asks for: a single match can stand for megabytes.

use super::super::stream::{CorruptStream, copy_back};
use super::MIN_MATCH;
use super::decode::long_bytes;
use crate::clock::{self, Kind};

/// What comes next in the stream.
#[derive(Clone, Copy, Debug, Default)]
enum DecoderState {
    /// A token and the rest of its literals' length.
    #[default]
    Token,
    /// Literals are still to be copied: how many; then comes a match with this nibble.
    Literals(usize, u8),
    /// The offset and the rest of the length.
    Match(u8),
    /// A match is being copied: how many bytes are left, and from how far back.
    Copy(usize, usize),
}

/// A decoder that can be asked to go on.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    /// What was decoded.
    pub out: Vec<u8>,
    at: usize,
    next: DecoderState,
}

/// Reads a length that begins with four bits: the length, and how many further bytes it takes;
/// `None` if some of them have not arrived.
fn length(stream: &[u8], nibble: u8) -> Option<(usize, usize)> {
    if nibble < 15 {
        return Some((nibble.into(), 0));
    }
    let full = stream.iter().take_while(|&&byte| byte == 255).count();
    let last = *stream.get(full)?;
    Some((15 + full * 255 + usize::from(last), full + 1))
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
            let Some(rest) = stream.get(self.at..).filter(|r| !r.is_empty()) else {
                if let DecoderState::Copy(n, offset) = self.next {
                    self.copy(n, offset, want);
                    continue;
                }
                break;
            };
            match self.next {
                DecoderState::Token => {
                    let Some((n, used)) = length(&rest[1..], rest[0] >> 4) else { break };
                    self.at += 1 + used;
                    clock::add(Kind::Lz4Sequence, 1);
                    self.next = DecoderState::Literals(n, rest[0] & 15);
                }
                DecoderState::Literals(n, nibble) => {
                    let now = n.min(rest.len()).min(want - self.out.len());
                    self.out.extend_from_slice(&rest[..now]);
                    self.at += now;
                    self.next = if now < n {
                        DecoderState::Literals(n - now, nibble)
                    } else {
                        DecoderState::Match(nibble)
                    };
                }
                DecoderState::Match(nibble) => {
                    let [low, high, more @ ..] = rest else { break };
                    let Some((n, used)) = length(more, nibble) else { break };
                    let offset = usize::from(u16::from_le_bytes([*low, *high]));
                    if offset == 0 || offset > self.out.len() {
                        return Err(CorruptStream::BadOffset);
                    }
                    self.at += 2 + used;
                    let copied = (n + MIN_MATCH).min(want - self.out.len());
                    clock::add(Kind::Lz4Long, long_bytes(copied));
                    self.next = DecoderState::Copy(n + MIN_MATCH, offset);
                }
                DecoderState::Copy(n, offset) => self.copy(n, offset, want),
            }
        }
        if complete && self.out.len() < want { Err(CorruptStream::Truncated) } else { Ok(()) }
    }

    /// Copies a match of `n` bytes, as far as the output may grow; what is left is done at the next
    /// call.
    fn copy(&mut self, n: usize, offset: usize, want: usize) {
        let now = n.min(want - self.out.len());
        copy_back(&mut self.out, offset, now);
        self.next = if now < n { DecoderState::Copy(n - now, offset) } else { DecoderState::Token };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let mut text: Vec<u8> = (0..20_000u32).flat_map(|i| (i / 7 % 300).to_le_bytes()).collect();
        text.extend((0..1500u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8));
        text.resize(text.len() + 50_000, b'x');
        let stream = super::super::compress(&text);
        for step in [1, 7, 1996] {
            let mut decoder = Decoder::default();
            for end in (0..stream.len() + step).step_by(step) {
                let there = &stream[..end.min(stream.len())];
                decoder.advance(there, text.len(), end >= stream.len()).unwrap();
                assert_eq!(decoder.out[..], text[..decoder.out.len()]);
            }
            assert_eq!(decoder.out.len(), text.len());
        }
        // It stops at the length it is given, even in the middle of a match.
        let mut decoder = Decoder::default();
        for want in (0..text.len()).step_by(997) {
            decoder.advance(&stream, want, true).unwrap();
            assert_eq!((decoder.out.len(), &decoder.out[..]), (want, &text[..want]));
        }
        assert!(Decoder::default().advance(&stream[..50], text.len(), true).is_err());
    }

    #[test]
    fn damage_is_an_error() {
        assert_eq!(
            Decoder::default().advance(&[0x10, 65, 2, 0], 9, true),
            Err(CorruptStream::BadOffset)
        );
        assert_eq!(
            Decoder::default().advance(&[0x10, 65, 0, 0], 9, true),
            Err(CorruptStream::BadOffset)
        );
        assert_eq!(
            Decoder::default().advance(&[0xf0, 255], 9, true),
            Err(CorruptStream::Truncated)
        );
        assert_eq!(Decoder::default().advance(&[0xf0, 255], 9, false), Ok(()));
    }
}
