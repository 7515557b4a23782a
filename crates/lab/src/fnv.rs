//! FNV-1a, the hash of plans, of a record's lines and of the signature: short, and fixed for ever,
//! where a library may change its mind. Nobody is to be kept out by it.

/// Where a hash begins.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

/// A hash and one more byte, or a whole word as the signature takes them.
pub(crate) const fn absorb(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3)
}

/// The hash of some bytes.
pub(crate) fn of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(START, |hash, &byte| absorb(hash, byte.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the authors' own page.
    #[test]
    fn published_values() {
        assert_eq!(of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
