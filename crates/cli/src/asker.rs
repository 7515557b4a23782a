//! Who asks: what every command is told, and the players that there are.

use surefoot_players::Roster;

use crate::args::Common;

/// See the [module](self).
#[derive(Clone, Copy)]
pub(crate) struct Asker<'a> {
    pub(crate) common: &'a Common,
    pub(crate) roster: &'a Roster,
}
