//! The players of the house, in the order in which they are listed.
//!
//! The order is kept: the signature hashes them one after the other. Newcomers join at the end.

use crate::ours::{exact, keeper, prospector, random};
use crate::roster::Entry;
use crate::surefoot::surefoot;
use crate::write_ups::{
    baseline, cascade, closure, digger, gauss, periphery, queue, sampler, window,
};

/// Every player of the house.
pub(super) static STANDARD: [Entry; 14] = [
    random::ENTRY,
    sampler::ENTRY,
    digger::ENTRY,
    cascade::ENTRY,
    gauss::ENTRY,
    baseline::ENTRY,
    queue::ENTRY,
    window::ENTRY,
    periphery::ENTRY,
    closure::ENTRY,
    exact::ENTRY,
    surefoot::ENTRY,
    prospector::ENTRY,
    keeper::ENTRY,
];
