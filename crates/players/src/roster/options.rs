//! Options of players: how each is written, what it does and what it takes, in one place.
//!
//! An option is data, so the same line is its documentation, its parser and what the
//! errors list; whoever makes the player asks for it by that line. What stands behind the
//! colon of a player's text is checked against the entry's list before anything is made, so
//! an option that is not listed cannot be given.

use crate::roster::{RosterError, error};

/// An option of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerOption {
    /// How it is written, as `edges`, `order=depth` or `piece=CELLS`.
    pub form: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What may stand there.
    pub takes: Takes,
    /// Whether a player with it may be wrong in what it deduces: it is played to be
    /// looked at, claims nothing, and stays out of everything that rests on claims.
    pub unsound: bool,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// Just what its form says.
    Itself,
    /// A number behind the `=`.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// Everything behind the colon as it is written, commas and all; to be a player's
    /// only option.
    Text,
}

impl PlayerOption {
    /// An option that is given by writing its form.
    pub const fn word(form: &'static str, about: &'static str) -> Self {
        Self { form, about, takes: Takes::Itself, unsound: false }
    }

    /// An option that takes a number.
    pub const fn number(form: &'static str, least: u32, most: u32, about: &'static str) -> Self {
        Self { form, about, takes: Takes::Number { least, most }, unsound: false }
    }

    /// Everything behind the colon.
    pub const fn text(form: &'static str, about: &'static str) -> Self {
        Self { form, about, takes: Takes::Text, unsound: false }
    }

    /// The same option, of players that may be wrong in what they deduce.
    #[must_use]
    pub const fn unsound(self) -> Self {
        Self { unsound: true, ..self }
    }

    /// Whether a text gives just this option.
    pub fn is(&self, given: &str) -> bool {
        self.parse(given).is_some()
    }

    /// What stands before the `=`: only one option of a key can be given.
    pub(super) fn key(&self) -> &'static str {
        key(self.form)
    }

    /// What was given, if that is this option.
    fn parse(&self, given: &str) -> Option<GivenOption> {
        let number = match self.takes {
            Takes::Itself => (given == self.form).then_some(0),
            Takes::Number { least, most } => {
                let value = given.strip_prefix(self.key())?.strip_prefix('=')?;
                value.parse().ok().filter(|number| (least..=most).contains(number))
            }
            Takes::Text => None,
        };
        Some(GivenOption { option: *self, number: number? })
    }
}

pub(super) fn key(option: &str) -> &str {
    option.split('=').next().unwrap_or(option)
}

/// An option as it was given.
#[derive(Clone, Copy, Debug)]
struct GivenOption {
    option: PlayerOption,
    number: u32,
}

/// The options a player is called with, for whoever makes it.
///
/// ```
/// use surefoot_players::roster::{Entry, PlayerOption, Roster};
///
/// const EVERY: PlayerOption = PlayerOption::number("every=N", 1, 9, "opens every so many cells");
/// # #[derive(Clone)]
/// # struct Strider(u32);
/// # impl surefoot_rules::Player for Strider {
/// #     fn begin(&mut self, _: &surefoot_rules::Brief, _: &surefoot_rules::View, _: surefoot_rules::Random) {}
/// #     fn choose(&mut self, _: &surefoot_rules::View) -> surefoot_rules::Choice {
/// #         surefoot_rules::Choice::guess(surefoot_rules::Action::Declare, "")
/// #     }
/// # }
/// let entry = Entry::with_options("strider", [EVERY], |options| {
///     Ok(Box::new(Strider(options.number(&EVERY).unwrap_or(1))))
/// });
/// let roster = Roster::standard().with(entry)?;
/// assert!(roster.call("strider:every=3").is_ok());
/// assert_eq!(
///     roster.call("strider:every=10").err().unwrap().to_string(),
///     "the player `strider` does not take `every=10`; it takes\n  every=N  opens every so many cells",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlayerOptions<'a> {
    name: &'a str,
    text: &'a str,
    given: Vec<GivenOption>,
}

impl<'a> PlayerOptions<'a> {
    /// Reads what stands behind the colon.
    pub(crate) fn read(
        name: &'a str,
        text: &'a str,
        listed: &[PlayerOption],
    ) -> Result<Self, RosterError> {
        let mut it = Self { name, text, given: Vec::new() };
        if listed.iter().any(|option| option.takes == Takes::Text) {
            return Ok(it);
        }
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let twice = it.given.iter().any(|given| given.option.key() == key(part));
            let given = listed.iter().find_map(|option| option.parse(part)).filter(|_| !twice);
            it.given.push(given.ok_or_else(|| error::no_such_option(name, part, listed))?);
        }
        Ok(it)
    }

    /// The name under which the player is called.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Everything behind the colon, as it is written.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Whether an option was given.
    pub fn has(&self, option: &PlayerOption) -> bool {
        self.given.iter().any(|given| given.option.form == option.form)
    }

    /// The options that were given and let the player be wrong in what it deduces.
    pub fn given_unsound(&self) -> impl Iterator<Item = &PlayerOption> {
        self.given.iter().map(|given| &given.option).filter(|option| option.unsound)
    }

    /// The number an option was given.
    pub fn number(&self, option: &PlayerOption) -> Option<u32> {
        let given = self.given.iter().find(|given| given.option.form == option.form);
        given.map(|given| given.number)
    }

    /// Says why no player can be made of these options.
    pub fn refuse(&self, reason: impl Into<String>) -> RosterError {
        RosterError::MakeTheirs { name: self.name.to_owned(), reason: reason.into() }
    }
}
