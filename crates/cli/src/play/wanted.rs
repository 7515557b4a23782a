//! What is to be played, and the table it is played at: the lines of the form, as data.

use surefoot_inference::no_guess::Logic;
use surefoot_inference::{Kaboom, KaboomError};
use surefoot_rules::{
    GameKind, Level, Neighbourhood, Promise, Rules, Setting, SettingError, SettingField,
};

/// What is to be played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WantedGame {
    pub(super) level: Level,
    pub(super) neighbourhood: Neighbourhood,
    pub(super) promise: Promise,
    /// How much logic must be enough, if no guess is to be needed.
    pub(super) no_guess: Option<Logic>,
    pub(super) kaboom: bool,
}

impl Default for WantedGame {
    fn default() -> Self {
        Self {
            level: Level::BEGINNER,
            neighbourhood: Neighbourhood::default(),
            promise: GameKind::Win.usual_promise(),
            no_guess: None,
            kaboom: false,
        }
    }
}

/// Why it cannot be played.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
pub(super) enum WantedError {
    Setting(#[from] SettingError),
    Kaboom(#[from] KaboomError),
}

impl WantedGame {
    /// The rules it stands for, checked for every first click.
    pub(super) fn rules(&self) -> Result<Rules, WantedError> {
        let setting = Setting {
            neighbourhood: Some(self.neighbourhood),
            promise: Some(self.promise),
            ..Setting::at(self.level)
        };
        let rules = setting.rules()?;
        if self.kaboom {
            Kaboom::check_dealt(&rules)?;
        }
        Ok(rules)
    }

    /// It in a few words, as on the command line.
    pub(super) fn name(&self) -> String {
        let Level { width, height, mines } = self.level;
        let known = Level::NAMED.iter().find(|(_, level)| *level == self.level);
        let mut name = match known {
            Some((name, _)) => (*name).to_owned(),
            None => format!("{width}x{height}/{mines}"),
        };
        if self.neighbourhood != Neighbourhood::default() {
            name = format!("{name} {}", self.neighbourhood);
        }
        if self.no_guess.is_some() {
            name += ", no guess";
        }
        if self.kaboom {
            name += ", kaboom";
        }
        name
    }
}

/// What to change about something that cannot be played.
pub(super) fn advice(error: &WantedError) -> &'static str {
    match error {
        WantedError::Setting(error) if error.field() == SettingField::Promise => {
            "promise less at the first click, or lay fewer mines"
        }
        WantedError::Setting(_) => "choose another level",
        WantedError::Kaboom(_) => "promise a safe cell or an opening",
    }
}
