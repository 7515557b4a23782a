//! The roster: names and options become players.
//!
//! A player is called by its text: a name, and options behind a colon, as in
//! `periphery:piece=14` or `window:edges`. The text also names the player's
//! random stream, so the same text plays the same games anywhere.
//!
//! A [`Roster`] is a value: the house's own players, and anybody's that joined. Whoever calls
//! players by their text is handed one.

mod entry;
mod error;
mod look;
mod options;
mod standard;

use std::sync::{Arc, LazyLock};

use surefoot_rules::{Deal, Random, Rules};

pub(crate) use entry::Make;
pub use entry::{Abilities, AnyPlayer, Entry, PlayerMaker, RosterPlayer};
pub use error::{EntryError, RosterError};
pub use look::PlayerLook;
pub use options::{PlayerOption, PlayerOptions, Takes};

/// Players by name: those of the house, and yours.
///
/// A player of your own is a type that implements [`Player`](surefoot_rules::Player) and can
/// be cloned; an [`Entry`] says how it is called and made.
///
/// ```
/// use surefoot_players::{Entry, Roster};
/// use surefoot_rules::{
///     Action, Brief, Choice, Deal, Game, GameKind, Grid, Player, Random, Rules, View, episode,
/// };
///
/// /// Opens the first hidden cell, come what may.
/// #[derive(Clone, Default)]
/// struct First;
///
/// impl Player for First {
///     fn begin(&mut self, _: &Brief, _: &View, _: Random) {}
///
///     fn choose(&mut self, view: &View) -> Choice {
///         match view.hidden().next() {
///             Some(cell) => Choice::guess(Action::Open(cell), "the first one"),
///             None => Choice::guess(Action::Declare, "nothing is left"),
///         }
///     }
/// }
///
/// let first = Entry::new("first", First::default).about_it("the first hidden cell");
/// let roster = Roster::standard().with(first)?;
/// let mut player = roster.call("first")?;
///
/// let mut game = Game::new(Rules::new(GameKind::Win, Grid::new(9, 9)?, 10))?;
/// let deal = Deal::new(1, 0);
/// game.deal(deal);
/// let record = episode::play(&mut game, &mut player, Random::for_player(deal, "first"));
/// assert_eq!(record.fault, None);
///
/// // Mistakes are answered by the roster that is asked.
/// let error = roster.call("firts").err().unwrap();
/// assert_eq!(error.to_string(), "there is no player `firts`; did you mean `first`?");
/// assert!(Roster::standard().call("first").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Roster {
    entries: Arc<Vec<Entry>>,
}

impl Default for Roster {
    fn default() -> Self {
        Self::standard()
    }
}

impl Roster {
    /// The players of the house.
    pub fn standard() -> Self {
        static ENTRIES: LazyLock<Arc<Vec<Entry>>> =
            LazyLock::new(|| Arc::new(standard::STANDARD.to_vec()));
        Self { entries: Arc::clone(&ENTRIES) }
    }

    /// The same players and one more, at the end.
    pub fn with(mut self, entry: Entry) -> Result<Self, EntryError> {
        let name = entry.name();
        if self.entries.iter().any(|known| known.name() == name) {
            return Err(EntryError::Taken { name: name.to_owned() });
        }
        let stray = |c: char| c.is_whitespace() || c.is_control() || ":,=".contains(c);
        if name.is_empty() || name.contains(stray) {
            return Err(EntryError::Unwritable { name: name.to_owned() });
        }
        Arc::make_mut(&mut self.entries).push(entry);
        Ok(self)
    }

    /// Every player there is, in the order in which they are listed.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The line of the player that a text names; its options are not looked at.
    ///
    /// ```
    /// use surefoot_players::Roster;
    ///
    /// let roster = Roster::standard();
    /// assert!(roster.entry_of("surefoot:effort=high")?.abilities().misses_nothing);
    /// assert!(!roster.entry_of("window")?.abilities().misses_nothing);
    /// # Ok::<(), surefoot_players::RosterError>(())
    /// ```
    pub fn entry_of(&self, text: &str) -> Result<&Entry, RosterError> {
        let (name, _) = parts(text);
        let entry = self.entries.iter().find(|entry| entry.name() == name);
        entry.ok_or_else(|| error::no_such_player(name, &self.entries))
    }

    /// A player by its text.
    ///
    /// ```
    /// use surefoot_players::Roster;
    ///
    /// let roster = Roster::standard();
    /// assert!(roster.call("periphery:piece=14").is_ok());
    /// let error = roster.call("windows").err().unwrap();
    /// assert_eq!(error.to_string(), "there is no player `windows`; did you mean `window`?");
    /// ```
    pub fn call(&self, text: &str) -> Result<AnyPlayer, RosterError> {
        self.entry_of(text)?.call(parts(text).1)
    }

    /// Whether what the player of this text deduces is always so. Some options read clues as a
    /// write-up does where that is wrong, or take a likely number for the true one; players
    /// with them may be wrong, so they never claim to be certain.
    ///
    /// ```
    /// use surefoot_players::Roster;
    ///
    /// let roster = Roster::standard();
    /// assert!(roster.is_sound("window:edges")?);
    /// assert!(!roster.is_sound("window:edges,stale")?);
    /// # Ok::<(), surefoot_players::RosterError>(())
    /// ```
    pub fn is_sound(&self, text: &str) -> Result<bool, RosterError> {
        self.entry_of(text)?.is_sound(parts(text).1)
    }

    /// How the player that a text names is drawn in figures, if its entry says so.
    ///
    /// ```
    /// use surefoot_players::Roster;
    ///
    /// let roster = Roster::standard();
    /// assert_ne!(roster.look("queue"), roster.look("queue:passes=1"));
    /// assert_eq!(roster.look("nobody"), None);
    /// ```
    pub fn look(&self, text: &str) -> Option<PlayerLook> {
        self.entry_of(text).ok()?.look(parts(text).1)
    }

    /// Whether a text calls a player and that player can play under these rules; to be asked
    /// before a match.
    pub fn check(&self, text: &str, rules: &Rules) -> Result<(), RosterError> {
        self.call(text)?;
        self.entry_of(text)?.check(text, parts(text).1, rules)
    }

    /// Which version of itself the player of this text is, if it says so; see
    /// [`Entry::versioned`].
    pub fn version(&self, text: &str) -> Option<String> {
        self.entry_of(text).ok()?.version_with(parts(text).1)
    }

    /// The random stream of the player that a text names, on a deal. It is named by the text;
    /// of a program, by what it calls itself, so that it plays the same wherever it lies.
    ///
    /// ```
    /// use surefoot_players::Roster;
    /// use surefoot_rules::{Deal, Random};
    ///
    /// let deal = Deal::new(7, 0);
    /// assert_eq!(Roster::standard().random(deal, "queue"), Random::for_player(deal, "queue"));
    /// ```
    pub fn random(&self, deal: Deal, text: &str) -> Random {
        let stream = self.entry_of(text).ok().and_then(|entry| entry.stream(parts(text).1));
        Random::for_player(deal, stream.as_deref().unwrap_or(text))
    }
}

/// A text's name and what stands behind the colon.
fn parts(text: &str) -> (&str, &str) {
    text.split_once(':').unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use surefoot_rules::{GameKind, Graph, Grid};

    fn call(text: &str) -> Result<AnyPlayer, RosterError> {
        Roster::standard().call(text)
    }

    /// Numbers at both ends of what is said, and one beyond each.
    #[test]
    fn every_line_of_the_roster_plays_and_lists_its_options() {
        for entry in Roster::standard().entries() {
            let name = entry.name();
            assert!(call(name).is_ok(), "{name}");
            assert!(!entry.about().is_empty() && !entry.source().is_empty(), "{name}");
            for option in entry.options() {
                let with = |value: u64| format!("{name}:{}={value}", option.key());
                match option.takes {
                    Takes::Itself => assert!(call(&format!("{name}:{}", option.form)).is_ok()),
                    Takes::Number { least, most } => {
                        assert!(call(&with(least.into())).is_ok(), "{}", with(least.into()));
                        assert!(call(&with(most.into())).is_ok(), "{}", with(most.into()));
                        assert!(call(&with(u64::from(most) + 1)).is_err());
                        assert!(least == 0 || call(&with(u64::from(least) - 1)).is_err());
                    }
                    Takes::Text => panic!("{name}: ours are made of listed options"),
                }
            }
        }
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| call(text).err().unwrap().to_string();
        assert_eq!(error("nobody"), "there is no player `nobody`");
        assert_eq!(error("closures"), "there is no player `closures`; did you mean `closure`?");
        let none = "the player `random` does not take `fast`; it has no options";
        assert_eq!(error("random:fast"), none);
        assert!(error("periphery:piece=41").contains("`piece=41`; it takes\n  piece=CELLS  cut"));
        assert!(error("closure:prefer=high").contains("prefer=high"));
        let edge = error("window:passes=1,edge");
        assert!(edge.contains("`edge`; it takes\n  edges     windows"), "{edge}");
        assert!(edge.contains("\n  passes=N  passes over"), "{edge}");
        // Said twice, one of them is not meant.
        assert!(error("window:edges,edges").contains("does not take `edges`"));
        assert!(error("closure:prefer=low,prefer=short").contains("does not take `prefer=short`"));
    }

    #[test]
    fn names_that_are_taken_or_cannot_be_written_are_refused() {
        let named = |name: &'static str| {
            let entry = Entry::with_options(name, [], |_| call("random"));
            Roster::standard().with(entry).map(|_| ())
        };
        assert_eq!(named("mine"), Ok(()));
        assert_eq!(named("window"), Err(EntryError::Taken { name: "window".to_owned() }));
        for name in ["", "a:b", "a b", "a,b", "a=b", "a\n"] {
            assert_eq!(named(name), Err(EntryError::Unwritable { name: name.to_owned() }));
        }
    }

    /// A maker may hold on to something, be named at run time, and take the text as it is.
    #[test]
    fn an_entry_may_capture_and_take_any_text() {
        let greeting = String::from("echo");
        let name = format!("{}md", 'c');
        let options = [PlayerOption::text("COMMAND", "the program")];
        let entry = Entry::with_options(name, options, move |options| {
            match options.text().strip_prefix(&greeting) {
                Some(" a,b=c:d") => call("random"),
                _ => Err(options.refuse(format!("`{}` is no program", options.text()))),
            }
        });
        let roster = Roster::standard().with(entry).unwrap();
        assert!(roster.call("cmd:echo a,b=c:d").is_ok());
        let error = roster.call("cmd:nothing").err().unwrap();
        assert_eq!(error.to_string(), "the player `cmd` cannot be made: `nothing` is no program");
        assert_eq!(roster.entries().len(), Roster::standard().entries().len() + 1);
    }

    #[test]
    fn who_needs_rows_does_not_play_on_a_graph() {
        let graph = Grid::of(Graph::new(3, [(0, 1), (1, 2)]).unwrap());
        let on_graph = Rules::new(GameKind::Win, graph, 1);
        let on_grid = Rules::new(GameKind::Win, Grid::new(3, 3).unwrap(), 1);
        let roster = Roster::standard();
        assert_eq!(roster.check("window:edges", &on_grid), Ok(()));
        assert_eq!(roster.check("queue", &on_graph), Ok(()));
        let error = roster.check("window:edges", &on_graph).unwrap_err().to_string();
        assert!(error.starts_with("the player `window:edges` cannot play this: it needs rows"));
        assert!(roster.check("queue:passes=0", &on_grid).is_err());
    }

    #[test]
    fn a_roster_can_be_shared() {
        fn shared<T: Send + Sync + Clone>(_: &T) {}
        shared(&Roster::standard());
    }
}
