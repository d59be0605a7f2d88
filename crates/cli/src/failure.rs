//! Failure of a command: its error and its exit code.

use celeiro_app::AppError;
use std::process::ExitCode;

/// A failed command: the error and the exit code for the shell.
#[derive(Debug)]
pub struct Failure {
    /// The error.
    pub error: AppError,
    /// Exit code: 1 for a failed operation, 2 for a usage error, 130 for an interruption. An import with
    /// rejected rows is no failure; it exits with 3.
    pub exit: u8,
    /// Whether the printed result reports the error already.
    pub reported: bool,
}

impl Failure {
    /// A usage error on the command line, with exit code 2.
    pub fn usage(reason: impl std::fmt::Display) -> Self {
        Self { error: AppError::invalid_request(reason.to_string()), exit: 2, reported: false }
    }

    /// A failure that the printed result reports already: a program must receive only one JSON document.
    pub fn from_reported(error: AppError) -> Self {
        Self { error, exit: 1, reported: true }
    }

    /// The exit code.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.exit)
    }
}

impl From<AppError> for Failure {
    fn from(error: AppError) -> Self {
        let exit = error.code().exit_code();
        Self { error, exit, reported: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_app::Code;

    #[test]
    fn the_shell_is_told_by_a_number_what_kind_of_failure_it_was() {
        let of = |code| Failure::from(AppError::new(code));
        assert_eq!((of(Code::NotFound).exit, of(Code::Cancelled).exit), (1, 130));
        let mistake = Failure::usage("--limit");
        assert_eq!((mistake.exit, mistake.error.code(), mistake.reported), (2, Code::InvalidRequest, false));
        let reported = Failure::from_reported(AppError::new(Code::Conflict));
        assert_eq!((reported.exit, reported.reported), (1, true));
    }
}
