//! Files that are nearly right: samples with a few bytes changed.

use surefoot_rules::Random;

/// One of the samples after some changes, most of which leave it a near miss: bytes that are lost,
/// repeated, brought from another sample or replaced, by any or by `likely` ones.
///
/// # Panics
/// If there are no samples or no likely bytes.
pub fn mutated(samples: &[Vec<u8>], likely: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = random.pick(samples).expect("a sample").clone();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() as u32 + 1) as usize;
        let end = (at + random.below(20) as usize).min(bytes.len());
        let other = random.pick(samples).expect("a sample");
        let one = *random.pick(likely).expect("a likely byte");
        match random.below(10) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = random.bits() as u8,
            2 if at < bytes.len() => bytes[at] = one,
            3 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            // The head is where lengths are.
            4 if bytes.len() > 64 => bytes[random.below(64) as usize] = random.bits() as u8,
            5 => bytes.insert(at, one),
            6 => bytes.splice(at..at, *b"99999999999999999999").for_each(drop),
            7 => drop(bytes.drain(at..end)),
            8 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece).for_each(drop);
            }
            _ => {
                let from = random.below(other.len() as u32) as usize;
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
        }
    }
    bytes
}
