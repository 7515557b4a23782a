//! Complaints: what was wrong, where, and what to try.
//!
//! Whatever is said passes through [`brief`]: a complaint echoes what it is about, and that
//! may be megabytes.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::Context;

use crate::tunables::{SAID_LINE, SAID_LINES};

/// A mistake of the user, with advice.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
struct Complaint {
    what: String,
    hint: String,
}

/// The answer to what was asked is "no".
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct No(String);

/// Answers "no", which is exit status 1.
pub(crate) fn answer_no(why: String) -> anyhow::Error {
    No(why).into()
}

/// Says what was wrong and what to try.
pub(crate) fn complain(what: impl Into<String>, hint: impl Into<String>) -> anyhow::Error {
    Complaint { what: what.into(), hint: hint.into() }.into()
}

/// What to try where a player cannot be had.
pub(crate) const PLAYERS: &str = "`surefoot players` lists the players and their options";

/// Says why a player cannot be had.
pub(crate) fn no_player(error: impl std::fmt::Display) -> anyhow::Error {
    complain(error.to_string(), PLAYERS)
}

/// What to try about an error.
pub(crate) fn hint(error: &anyhow::Error) -> Option<&str> {
    let complaint = error.chain().find_map(|cause| cause.downcast_ref::<Complaint>())?;
    Some(&complaint.hint)
}

/// Prints an error and gives its exit status. A reader that went away (`| head`)
/// is no error.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let gone = |cause: &(dyn std::error::Error + 'static)| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(gone) {
        return ExitCode::SUCCESS;
    }
    if let Some(No(why)) = error.downcast_ref() {
        say(AnsiColor::Yellow, "no", why);
        return ExitCode::from(1);
    }
    // Whatever is read says what it is; what is written without a word goes to standard output.
    let bare = error.is::<io::Error>() && error.chain().count() == 1;
    let place = if bare { "cannot write to standard output: " } else { "" };
    say(AnsiColor::Red, "error", &format!("{place}{error:#}"));
    if let Some(hint) = hint(error) {
        say(AnsiColor::Cyan, "hint", hint);
    }
    ExitCode::from(2)
}

/// What there is to say of arguments that were not understood, or whose help was asked for.
/// Help that cannot be written is a failure as any other.
pub(crate) fn of_arguments(error: &clap::Error) -> ExitCode {
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        // Where nobody can hear it, that is no reason to panic.
        let _ = write!(anstream::stderr(), "{}", brief(&text));
        return ExitCode::from(2);
    }
    let mut out = anstream::stdout();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written.context("cannot write to standard output") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report(&error),
    }
}

/// A text of reasonable length: of long lines and of many only the beginning and the end.
pub(crate) fn brief(text: &str) -> Cow<'_, str> {
    let lines = text.lines().count();
    let long = |line: &str| line.len() > SAID_LINE && line.chars().count() > SAID_LINE;
    if lines <= SAID_LINES && !text.lines().any(long) {
        return text.into();
    }
    let mut shown = String::new();
    for (line, number) in text.lines().zip(0..) {
        if number == SAID_LINES / 2 && lines > SAID_LINES {
            let _ = writeln!(shown, "… ({} lines are left out)", lines - SAID_LINES);
        }
        if lines > SAID_LINES && (SAID_LINES / 2..lines - SAID_LINES / 2).contains(&number) {
            continue;
        }
        if long(line) {
            let (count, part) = (line.chars().count(), SAID_LINE / 2);
            shown.extend(line.chars().take(part));
            let _ = write!(shown, " … ({} characters are left out) … ", count - 2 * part);
            shown.extend(line.chars().skip(count - part));
        } else {
            shown.push_str(line);
        }
        shown.push('\n');
    }
    if !text.ends_with('\n') {
        shown.pop();
    }
    shown.into()
}

/// A remark that does not stop anything.
pub(crate) fn note(text: &str) {
    say(AnsiColor::Yellow, "note", text);
}

fn say(color: AnsiColor, label: &str, text: &str) {
    let style = Style::new().bold().fg_color(Some(color.into()));
    // Where nobody can hear it, that is no reason to panic.
    let _ = writeln!(anstream::stderr(), "{style}{label}{style:#}: {}", brief(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_is_said_whole() {
        for text in ["", "a", "two\nlines\n", &"x".repeat(SAID_LINE), &"ö".repeat(SAID_LINE)] {
            assert!(matches!(brief(text), Cow::Borrowed(same) if same == text));
        }
        assert!(matches!(brief(&"line\n".repeat(SAID_LINES)), Cow::Borrowed(_)));
    }

    #[test]
    fn of_what_is_long_the_ends_are_said() {
        let text = format!("`{}` is not a level", "ö".repeat(10_000_000));
        let said = brief(&text);
        assert!(said.starts_with("`öö") && said.ends_with("öö` is not a level"), "{said}");
        assert!(said.contains(" characters are left out") && said.chars().count() < 2 * SAID_LINE);
        let lines: Vec<String> = (0..10_000).map(|line| line.to_string()).collect();
        let many = lines.join("\n") + "\n";
        let said = brief(&many);
        assert!(said.starts_with("0\n1\n") && said.ends_with("9998\n9999\n"), "{said}");
        assert_eq!(said.lines().count(), SAID_LINES + 1);
    }
}
