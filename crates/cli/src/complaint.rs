//! Complaints: what was wrong, where, and what to try.

use std::io;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

/// A mistake of the user, with advice.
#[derive(Debug)]
struct Complaint {
    what: String,
    hint: String,
}

/// The answer to what was asked is "no".
#[derive(Debug)]
struct No(String);

impl std::fmt::Display for No {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for No {}

/// Answers "no", which is exit status 1.
pub(crate) fn answer_no(why: String) -> anyhow::Error {
    No(why).into()
}

/// Says what was wrong and what to try.
pub(crate) fn complain(what: impl Into<String>, hint: impl Into<String>) -> anyhow::Error {
    Complaint { what: what.into(), hint: hint.into() }.into()
}

impl std::fmt::Display for Complaint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Complaint {}

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
    say(AnsiColor::Red, "error", &format!("{error:#}"));
    if let Some(hint) = hint(error) {
        say(AnsiColor::Cyan, "hint", hint);
    }
    ExitCode::from(2)
}

/// A remark that does not stop anything.
pub(crate) fn note(text: &str) {
    say(AnsiColor::Yellow, "note", text);
}

#[allow(clippy::print_stderr)] // this is where it is done
fn say(color: AnsiColor, label: &str, text: &str) {
    let style = Style::new().bold().fg_color(Some(color.into()));
    anstream::eprintln!("{style}{label}{style:#}: {text}");
}
