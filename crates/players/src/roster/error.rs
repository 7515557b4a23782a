//! Why a text calls no player, and why an entry cannot join a roster.

use std::borrow::Cow;
use std::fmt::Write;

use crate::roster::options::key;
use crate::roster::{Entry, PlayerOption};

/// Why a text calls no player, or the player cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RosterError {
    /// No player of that name.
    #[error("there is no player `{name}`{}", meant(.nearest.as_deref()))]
    Name {
        /// The name given.
        name: String,
        /// A player whose name begins alike.
        nearest: Option<String>,
    },
    /// An option the player does not have, or a value it cannot take.
    #[error("the player `{name}` does not take `{option}`; it {}", listed(.options))]
    Option {
        /// The player's name.
        name: String,
        /// The option given.
        option: String,
        /// Of an option that the player has, its values; else all its options.
        options: Vec<PlayerOption>,
    },
    /// The player cannot be made.
    #[error("the player `{name}` cannot be made: {reason}")]
    MakeTheirs {
        /// The player's name.
        name: String,
        /// Why not.
        reason: String,
    },
    /// The player cannot play under these rules.
    #[error("the player `{name}` cannot play this: {reason}")]
    Rules {
        /// The player's text.
        name: String,
        /// Why not.
        reason: Cow<'static, str>,
    },
}

/// Why an entry cannot join a roster.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// Somebody else has the name.
    #[error("there is a player `{name}` already")]
    Taken {
        /// The name.
        name: String,
    },
    /// The name could not be told from what may stand around it.
    #[error("`{name}` cannot be a player's name: it needs a letter, and no blank, `:`, `,` or `=`")]
    Unwritable {
        /// The name.
        name: String,
    },
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

fn listed(options: &[PlayerOption]) -> String {
    let Some(width) = options.iter().map(|option| option.form.len()).max() else {
        return "has no options".to_owned();
    };
    let mut text = String::from("takes");
    for PlayerOption { form, about, .. } in options {
        let _ = write!(text, "\n  {form:<width$}  {about}");
    }
    text
}

pub(super) fn no_such_player(name: &str, entries: &[Entry]) -> RosterError {
    let alike = |entry: &&Entry| {
        let (ours, theirs) = (entry.name().as_bytes(), name.as_bytes());
        theirs.len() >= 3 && ours.iter().zip(theirs).take_while(|(a, b)| a == b).count() >= 3
    };
    let nearest = entries.iter().find(alike).map(|entry| entry.name().to_owned());
    RosterError::Name { name: name.to_owned(), nearest }
}

pub(super) fn no_such_option(name: &str, given: &str, listed: &[PlayerOption]) -> RosterError {
    let of_its_key = listed.iter().filter(|option| option.key() == key(given));
    let mut options: Vec<PlayerOption> = of_its_key.copied().collect();
    if options.is_empty() {
        options.extend_from_slice(listed);
    }
    RosterError::Option { name: name.to_owned(), option: given.to_owned(), options }
}
