//! What is agreed before a game, as keywords: the texts of `rules::Setting`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use surefoot_rules::{Layout, Rules, Setting, SettingField};

use crate::errors::{Raise, odd};

/// The keywords in the order of their fields; `level` comes first.
const FIELDS: [SettingField; 7] = [
    SettingField::Level,
    SettingField::Neighbourhood,
    SettingField::Game,
    SettingField::Promise,
    SettingField::Total,
    SettingField::Clues,
    SettingField::Flood,
];

/// What keywords said, kept as it was said.
#[derive(Clone, Debug, Default)]
pub(crate) struct SaidSetting(Vec<(SettingField, String)>);

impl SaidSetting {
    /// A level, and keywords that are names of fields.
    pub(crate) fn read(level: Option<&str>, named: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut said: Vec<(SettingField, String)> =
            level.map(|level| (SettingField::Level, level.to_owned())).into_iter().collect();
        for (key, value) in named.into_iter().flatten() {
            let key: String = key.extract()?;
            let field = FIELDS.into_iter().find(|field| field.to_string() == key);
            let field = field.filter(|&field| field != SettingField::Level).ok_or_else(|| {
                let known: Vec<String> = FIELDS[1..].iter().map(ToString::to_string).collect();
                pyo3::exceptions::PyTypeError::new_err(format!(
                    "there is no keyword `{key}`; there are {}",
                    known.join(", ")
                ))
            })?;
            if value.is_none() {
                continue;
            }
            let text = value.extract::<String>();
            said.push((field, text.map_err(|_| odd(format!("`{key}` is a text")))?));
        }
        Ok(Self(said))
    }

    fn setting(&self) -> PyResult<Setting> {
        let mut setting = Setting::default();
        for (field, text) in &self.0 {
            setting.set(*field, text).map_err(Raise::raise)?;
        }
        Ok(setting)
    }

    /// The rules that are meant.
    pub(crate) fn rules(&self) -> PyResult<Rules> {
        self.setting()?.rules().map_err(Raise::raise)
    }

    /// The rules that are meant on a board.
    pub(crate) fn rules_on(&self, board: &Layout) -> PyResult<Rules> {
        self.setting()?.rules_on(board).map_err(Raise::raise)
    }

    /// The setting with a first click that is agreed.
    pub(crate) fn agreed(&self) -> PyResult<Setting> {
        self.setting()
    }

    /// The level as it was said.
    pub(crate) fn level(&self) -> Option<&str> {
        self.0.iter().find(|(field, _)| *field == SettingField::Level).map(|(_, text)| &**text)
    }

    /// What else was said, as keywords.
    pub(crate) fn named<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let named = PyDict::new(py);
        for (field, text) in self.0.iter().filter(|(field, _)| *field != SettingField::Level) {
            named.set_item(field.to_string(), text)?;
        }
        Ok(named)
    }
}
