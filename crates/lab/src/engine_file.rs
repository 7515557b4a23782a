//! A file of programs that play: each a table, named as the player is called.
//!
//! ```toml
//! [hill]
//! command = "java -cp minesweeper Hill"
//! about = "David Hill's solver"
//! start = 30                    # seconds until it must be ready
//! move = 10                     # seconds for a move
//! movetime = 1000               # milliseconds it is told to take
//! options = { depth = 2 }
//! ```

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use surefoot_players::engine::{EngineCommand, EngineLimits, GoLimits};

/// A name, how that program is started, and what it is.
pub type NamedEngine = (String, EngineCommand, String);

/// What is wrong with a file of programs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct EngineFileError {
    /// The file.
    pub file: String,
    /// What is wrong, and where.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    command: String,
    #[serde(default)]
    about: String,
    start: Option<f64>,
    #[serde(rename = "move")]
    answer: Option<f64>,
    movetime: Option<u64>,
    nodes: Option<u64>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
}

/// Reads a file of programs; `file` is what it is called in complaints.
///
/// ```
/// use surefoot_lab::engine_file;
///
/// let read = engine_file::read("engines.toml", "[mine]\ncommand = \"python3 mine.py\"")?;
/// assert_eq!(read[0].1.words(), ["python3", "mine.py"]);
/// let error = engine_file::read("engines.toml", "[mine]\ncomand = \"python3\"").unwrap_err();
/// assert!(error.to_string().contains("line 2"), "{error}");
/// # Ok::<(), engine_file::EngineFileError>(())
/// ```
pub fn read(file: &str, text: &str) -> Result<Vec<NamedEngine>, EngineFileError> {
    let no = |reason: String| EngineFileError { file: file.to_owned(), reason };
    let lines: BTreeMap<String, Line> =
        toml::from_str(text).map_err(|error| no(error.to_string()))?;
    let one = |(name, line): (String, Line)| {
        let usual = EngineLimits::default();
        let time = |what: &str, seconds: Option<f64>, usual| match seconds {
            None => Ok(usual),
            Some(seconds) => {
                Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero()).ok_or_else(
                    || no(format!("`{what} = {seconds}` of `{name}` is no time in seconds")),
                )
            }
        };
        let limits = EngineLimits {
            start: time("start", line.start, usual.start)?,
            answer: time("move", line.answer, usual.answer)?,
        };
        let option = |(key, value): (String, toml::Value)| match value {
            toml::Value::String(text) => Ok((key, text)),
            toml::Value::Boolean(on) => Ok((key, if on { "on" } else { "off" }.to_owned())),
            toml::Value::Integer(number) => Ok((key, number.to_string())),
            toml::Value::Float(number) => Ok((key, number.to_string())),
            _ => Err(no(format!("the option `{key}` of `{name}` is no text, number or switch"))),
        };
        let options = line.options.into_iter().map(option).collect::<Result<_, _>>()?;
        let go = GoLimits { movetime: line.movetime, nodes: line.nodes };
        Ok((name, EngineCommand { text: line.command, options, limits, go }, line.about))
    };
    lines.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_taken_and_mistakes_are_placed() {
        let text = "[b]\ncommand = \"x\"\n[a]\ncommand = \"y 'z w'\"\nabout = \"me\"\nstart = 1.5\n\
                    move = 2\nmovetime = 3\nnodes = 4\noptions = { depth = 2, book = \"c\", fast = true }";
        let read = read("f", text).unwrap();
        assert_eq!(read.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        let (_, command, about) = &read[0];
        assert_eq!((about.as_str(), command.words().len()), ("me", 2));
        assert_eq!(command.limits.start, Duration::from_millis(1500));
        assert_eq!(command.limits.answer, Duration::from_secs(2));
        assert_eq!(command.go, GoLimits { movetime: Some(3), nodes: Some(4) });
        let options: Vec<(&str, &str)> =
            command.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(options, [("book", "c"), ("depth", "2"), ("fast", "on")]);
        assert_eq!(read[1].1, EngineCommand::new("x"));
        let wrong = |text: &str| super::read("f", text).unwrap_err().to_string();
        assert!(wrong("[a]\nstart = 3").contains("command"));
        assert!(wrong("[a]\ncommand = \"x\"\nmove = -1").contains("`move = -1` of `a`"));
    }
}
