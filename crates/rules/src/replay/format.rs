//! The formats of replays, and how one is recognised by content.
//!
//! Two of them begin with a word of their own; the others with a version or a size. Three may
//! begin with a zero byte (EVF 0, collections, a modified Clone): there the next fields decide, each
//! of which would have to be nonsense in the others.

use crate::named;
use crate::replay::{avf, evf, evfs, mvf, rawvf};

/// The formats of replays that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplayFormat {
    /// [`avf`](super::avf).
    Avf,
    /// [`evf`](super::evf).
    Evf,
    /// [`evfs`](super::evfs).
    Evfs,
    /// [`rmv`](super::rmv).
    Rmv,
    /// [`mvf`](super::mvf).
    Mvf,
    /// [`rawvf`](super::rawvf).
    Rawvf,
}

impl ReplayFormat {
    /// Recognises a replay by content; `None` if it is none.
    ///
    /// ```
    /// use surefoot_rules::replay::ReplayFormat;
    ///
    /// assert_eq!(ReplayFormat::recognise(b"*rmv\0\x01"), Some(ReplayFormat::Rmv));
    /// assert_eq!(ReplayFormat::recognise(b"RawVF_Version: Rev6\n"), Some(ReplayFormat::Rawvf));
    /// assert_eq!(ReplayFormat::recognise(b"3x1/1\n*1*\n"), None);
    /// ```
    pub fn recognise(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"*rmv") {
            return Some(Self::Rmv);
        }
        if rawvf::looks_like(bytes) {
            return Some(Self::Rawvf);
        }
        // Collections first: a name and a size that lead to another EVF are no accident.
        [
            (Self::Evfs, evfs::looks_like as fn(&[u8]) -> bool),
            (Self::Mvf, mvf::looks_like),
            (Self::Evf, evf::looks_like),
            (Self::Avf, avf::looks_like),
        ]
        .into_iter()
        .find_map(|(format, looks_like)| looks_like(bytes).then_some(format))
    }
}

named! {
    ReplayFormat is "a format of replays" {
        Avf => "avf",
        Evf => "evf",
        Evfs => "evfs",
        Rmv => "rmv",
        Mvf => "mvf",
        Rawvf => "rawvf",
    }
}
