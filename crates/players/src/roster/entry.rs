//! A line of the roster: everything the house knows of a player.
//!
//! Each player's file holds its own entry, beside the player: name, source, what it does, its
//! options, what it is able to do and how it is made. Nothing else knows a player by its
//! name; who wants to know what one can do asks its [`Abilities`]. (The idea is
//! ripgrep's, which keeps each flag so.)

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use surefoot_rules::{Player, Rules};

use crate::roster::{PlayerLook, PlayerOption, PlayerOptions, RosterError};

/// A player, ready to play on any thread.
pub type AnyPlayer = Box<dyn RosterPlayer>;

/// What every player of the roster can do beside playing: be copied in the middle of
/// a game, so that all ways on can be tried.
pub trait RosterPlayer: Player + Send {
    /// A copy that knows what this one knows and plays on as it would.
    fn copied(&self) -> AnyPlayer;
}

impl<P: Player + Clone + Send + 'static> RosterPlayer for P {
    fn copied(&self) -> AnyPlayer {
        Box::new(self.clone())
    }
}

/// One line of the roster. See [`Roster`](crate::Roster) for one of your own.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) name: Cow<'static, str>,
    pub(crate) source: Cow<'static, str>,
    pub(crate) about: Cow<'static, str>,
    pub(crate) options: Cow<'static, [PlayerOption]>,
    pub(crate) abilities: Abilities,
    /// Of its name alone, then with each of its options as they are listed.
    pub(crate) looks: Cow<'static, [PlayerLook]>,
    pub(crate) make: Make,
}

/// What a player can do and needs, for those who treat players differently.
///
/// ```
/// use surefoot_players::Roster;
///
/// let roster = Roster::standard();
/// assert!(roster.entry_of("exact")?.abilities().misses_nothing);
/// assert!(!roster.entry_of("random")?.abilities().misses_nothing);
/// # Ok::<(), surefoot_players::RosterError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Abilities {
    /// It needs rows and columns, so it cannot play on a graph of your own.
    pub needs_rows: bool,
    /// It opens every certain cell before it guesses, and goes by what it sees alone: so it
    /// can be asked in the middle of any game.
    pub misses_nothing: bool,
    /// What led to its certain choices is a proof and not the clues that it names: it counts,
    /// and has no reasons of its own.
    pub understood_by_proof: bool,
    /// Where certainty may never come, it flags what pays on average.
    pub flags_what_pays: bool,
    /// It counts at every turn, so a game takes it many times longer than others.
    pub slow: bool,
}

impl Abilities {
    /// Of a player that plays anywhere and of which nothing more is known.
    pub const PLAIN: Self = Self {
        needs_rows: false,
        misses_nothing: false,
        understood_by_proof: false,
        flags_what_pays: false,
        slow: false,
    };
}

/// How a player is made of its options.
#[derive(Clone)]
pub(crate) enum Make {
    /// Of those that are constants.
    Ours(fn(&PlayerOptions<'_>) -> AnyPlayer),
    /// Of anybody's, which may hold on to something, and of which there may be versions.
    Theirs { make: Arc<dyn PlayerMaker>, version: Option<Cow<'static, str>> },
}

/// Whoever makes players of the options they are called with, and knows more of them than an
/// entry can say once for all: a program that is asked differs from command to command.
pub trait PlayerMaker: Send + Sync {
    /// A player.
    fn make(&self, options: &PlayerOptions<'_>) -> Result<AnyPlayer, RosterError>;

    /// Which version of the player it is.
    fn version(&self, _: &PlayerOptions<'_>) -> Option<String> {
        None
    }

    /// The name of its random stream, if that is not its text.
    fn stream(&self, _: &PlayerOptions<'_>) -> Option<String> {
        None
    }

    /// Why it cannot play under these rules.
    fn check(&self, _: &PlayerOptions<'_>, _: &Rules) -> Result<(), String> {
        Ok(())
    }
}

/// A maker that only makes.
struct Plainly<F>(F);

impl<F> PlayerMaker for Plainly<F>
where
    F: Fn(&PlayerOptions<'_>) -> Result<AnyPlayer, RosterError> + Send + Sync,
{
    fn make(&self, options: &PlayerOptions<'_>) -> Result<AnyPlayer, RosterError> {
        self.0(options)
    }
}

impl fmt::Debug for Make {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Make")
    }
}

impl Entry {
    /// A player without options.
    pub fn new<P: Player + Clone + Send + 'static>(
        name: impl Into<Cow<'static, str>>,
        make: impl Fn() -> P + Send + Sync + 'static,
    ) -> Self {
        Self::with_options(name, [], move |_| Ok(Box::new(make())))
    }

    /// A player that is made of the options it is called with.
    pub fn with_options(
        name: impl Into<Cow<'static, str>>,
        options: impl Into<Vec<PlayerOption>>,
        make: impl Fn(&PlayerOptions<'_>) -> Result<AnyPlayer, RosterError> + Send + Sync + 'static,
    ) -> Self {
        Self::of(name, options, Plainly(make))
    }

    /// A player of a maker that knows more of it.
    pub fn of(
        name: impl Into<Cow<'static, str>>,
        options: impl Into<Vec<PlayerOption>>,
        maker: impl PlayerMaker + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            source: Cow::Borrowed("yours"),
            about: Cow::Borrowed(""),
            options: Cow::Owned(options.into()),
            abilities: Abilities::PLAIN,
            looks: Cow::Borrowed(&[]),
            make: Make::Theirs { make: Arc::new(maker), version: None },
        }
    }

    /// The same player, and what it does in a line.
    #[must_use]
    pub fn about_it(mut self, about: impl Into<Cow<'static, str>>) -> Self {
        self.about = about.into();
        self
    }

    /// The same player, and where it comes from.
    #[must_use]
    pub fn from_source(mut self, source: impl Into<Cow<'static, str>>) -> Self {
        self.source = source.into();
        self
    }

    /// The same player, and what it can do.
    #[must_use]
    pub fn able(mut self, abilities: Abilities) -> Self {
        self.abilities = abilities;
        self
    }

    /// The same player, and how figures draw it: by its name alone, and then with each of its
    /// options in the order in which they are listed. What is left out gets what is free.
    #[must_use]
    pub fn drawn_as(mut self, looks: impl Into<Vec<PlayerLook>>) -> Self {
        self.looks = Cow::Owned(looks.into());
        self
    }

    /// The same player, and which version of it this is: records of two versions are not
    /// mixed. Without one, the laboratory plays some games to see whether it behaves as before.
    /// Players of the house have none of their own.
    #[must_use]
    pub fn versioned(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        if let Make::Theirs { version, .. } = &mut self.make {
            *version = Some(text.into());
        }
        self
    }

    /// Its version, if it says so.
    pub fn version(&self) -> Option<&str> {
        match &self.make {
            Make::Ours(_) => None,
            Make::Theirs { version, .. } => version.as_deref(),
        }
    }

    /// Whether it is one of the house's.
    pub fn is_ours(&self) -> bool {
        matches!(self.make, Make::Ours(_))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it comes from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What it does, in a line.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Its options.
    pub fn options(&self) -> &[PlayerOption] {
        &self.options
    }

    /// What it can do.
    pub fn abilities(&self) -> Abilities {
        self.abilities
    }

    /// How it is drawn with these options, one at the most: what stands behind the colon.
    pub(super) fn look(&self, options: &str) -> Option<PlayerLook> {
        let option = match options {
            "" => 0,
            given => 1 + self.options.iter().position(|option| option.is(given))?,
        };
        self.looks.get(option).copied()
    }

    /// A player of these options: what stands behind the colon.
    pub(super) fn call(&self, options: &str) -> Result<AnyPlayer, RosterError> {
        let options = PlayerOptions::read(&self.name, options, &self.options)?;
        match &self.make {
            Make::Ours(make) => Ok(make(&options)),
            Make::Theirs { make, .. } => make.make(&options),
        }
    }

    /// Which version it is with these options, if it or its maker says so.
    pub(super) fn version_with(&self, options: &str) -> Option<String> {
        let Make::Theirs { make, version } = &self.make else { return None };
        let options = PlayerOptions::read(&self.name, options, &self.options).ok()?;
        version.as_deref().map(str::to_owned).or_else(|| make.version(&options))
    }

    /// The name of its random stream with these options, if that is not its text.
    pub(super) fn stream(&self, options: &str) -> Option<String> {
        let Make::Theirs { make, .. } = &self.make else { return None };
        make.stream(&PlayerOptions::read(&self.name, options, &self.options).ok()?)
    }

    /// Whether what it deduces with these options is always so.
    pub(super) fn is_sound(&self, options: &str) -> Result<bool, RosterError> {
        Ok(PlayerOptions::read(&self.name, options, &self.options)?
            .given_unsound()
            .next()
            .is_none())
    }

    /// Whether it can play under these rules.
    pub(super) fn check(
        &self,
        text: &str,
        options: &str,
        rules: &Rules,
    ) -> Result<(), RosterError> {
        if self.abilities.needs_rows && rules.grid.neighbourhood().is_none() {
            let reason = "it needs rows and columns, which a graph of your own does not have";
            return Err(RosterError::Rules { name: text.to_owned(), reason: reason.into() });
        }
        if let Make::Theirs { make, .. } = &self.make {
            let options = PlayerOptions::read(&self.name, options, &self.options)?;
            let name = || text.to_owned();
            make.check(&options, rules)
                .map_err(|reason| RosterError::Rules { name: name(), reason: reason.into() })?;
        }
        Ok(())
    }
}
