//! Programs that tests run.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a program said until its end.
#[derive(Debug)]
pub struct Said {
    /// Its exit status, if no signal ended it.
    pub code: Option<i32>,
    /// All of its standard output.
    pub out: String,
    /// All of its standard error.
    pub err: String,
}

impl Said {
    /// Runs a program with this on its standard input.
    ///
    /// # Panics
    /// If it cannot be started, or says what is no text.
    pub fn by(program: &mut Command, input: impl AsRef<[u8]>) -> Self {
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().expect("it can be started");
        // Who fails early does not read all of it.
        let _ = child.stdin.take().map(|mut pipe| pipe.write_all(input.as_ref()));
        child.wait_with_output().expect("it ends").into()
    }

    /// Runs a program that is interrupted as by Ctrl-C, once it has written so many lines to a
    /// file and so listens.
    ///
    /// # Panics
    /// If it ends before.
    #[track_caller]
    pub fn until_interrupted(program: &mut Command, file: &Path, lines: usize) -> Self {
        program.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().expect("it can be started");
        while std::fs::read_to_string(file).map_or(0, |text| text.lines().count()) < lines {
            let ended = child.try_wait().expect("it can be waited for");
            assert_eq!(ended, None, "it goes on until it is stopped");
        }
        let mut kill = Command::new("kill");
        let told = kill.arg("-INT").arg(child.id().to_string()).status();
        assert!(told.is_ok_and(|status| status.success()));
        child.wait_with_output().expect("it ends").into()
    }

    /// What it said on standard output; it must have succeeded.
    ///
    /// # Panics
    /// If it did not.
    #[track_caller]
    pub fn done(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        self.out
    }

    /// It must have refused: nothing on standard output, one error with a hint and these words.
    ///
    /// # Panics
    /// If it did not.
    #[track_caller]
    pub fn refused(&self, words: &[&str]) {
        let Self { code, out, err } = self;
        assert_eq!((*code, &out[..]), (Some(2), ""), "{err}");
        assert_eq!(err.matches("error: ").count(), 1, "{err}");
        for word in words.iter().chain(&["hint: "]) {
            assert!(err.contains(word), "no `{word}` in: {err}");
        }
    }
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("it says text");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}
