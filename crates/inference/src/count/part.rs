//! One component by itself: boxes under clues, numbered as a walk met them.
//!
//! Two components that look alike have the same part, wherever they lie and whatever the rest
//! of the board is. So what is counted of a part can be kept by its looks (`known`).

/// The most clues and the most boxes of a part: they are sets in one word.
pub(crate) const MOST: usize = 128;

/// A component, or as much of it as fits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// Per box: its cells, and the clues beside it.
    pub(crate) sizes: Vec<u8>,
    pub(crate) clues: Vec<u128>,
    /// Per clue: the fewest and the most mines that it still allows, and its unknown cells.
    pub(crate) low: Vec<u8>,
    pub(crate) high: Vec<u8>,
    pub(crate) cells: Vec<u8>,
    /// The clue whose sum is wanted.
    pub(crate) observed: Option<u8>,
    /// Whether it is all there.
    pub(crate) whole: bool,
}

impl Part {
    pub(crate) fn clear(&mut self) {
        self.sizes.clear();
        self.clues.clear();
        self.low.clear();
        self.high.clear();
        self.cells.clear();
        self.observed = None;
        self.whole = true;
    }

    /// Adds a clue; `None` if there is no room.
    pub(crate) fn add_clue(&mut self, low: u8, high: u8, cells: u8) -> Option<u8> {
        let number = self.low.len();
        if number == MOST || low.max(cells) > 15 {
            self.whole = false;
            return None;
        }
        self.low.push(low);
        self.high.push(high.min(cells));
        self.cells.push(cells);
        Some(number as u8)
    }

    /// Puts a cell beside these clues into one of the boxes from `from` on; which.
    pub(crate) fn put(&mut self, from: usize, clues: u128) -> u32 {
        let alike = self.clues[from..].iter().position(|&other| other == clues);
        let number = alike.map_or(self.clues.len(), |at| from + at);
        if alike.is_none() {
            self.whole &= number < MOST;
            self.clues.push(clues);
            self.sizes.push(0);
        }
        match self.sizes[number].checked_add(1) {
            Some(size) => self.sizes[number] = size,
            None => self.whole = false,
        }
        number as u32
    }

    /// Its looks, and nothing else.
    pub(crate) fn write_key(&self, key: &mut Vec<u64>) {
        key.clear();
        let numbers = (self.sizes.len() as u64) << 16 | (self.low.len() as u64) << 8;
        key.push(numbers | self.observed.map_or(255, u64::from));
        let mut word = 0;
        let bytes = self.sizes.iter().map(|&size| u64::from(size));
        let bounds = self.low.iter().zip(&self.high);
        let bounds = bounds.map(|(&low, &high)| u64::from(low) << 4 | u64::from(high));
        for (at, byte) in bytes.chain(bounds).enumerate() {
            word = word << 8 | byte;
            if at % 8 == 7 {
                key.push(std::mem::take(&mut word));
            }
        }
        key.push(word);
        let few = self.low.len() <= 64;
        for &clues in &self.clues {
            key.push(clues as u64);
            if !few {
                key.push((clues >> 64) as u64);
            }
        }
    }
}

/// The members of a set, in increasing order.
pub(crate) fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (member < 128).then_some(member as usize)
    })
}
