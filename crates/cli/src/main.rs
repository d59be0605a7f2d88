//! `celeiro`, the program of the command line: every operation as a command, and the server.
//!
//! This crate translates and nothing more: a command line or an HTTP request becomes the request of
//! an operation of `celeiro_app`, and its answer becomes text or JSON.

mod args;
mod commands;
mod failure;
mod interrupt;
mod language;
mod logging;
mod mcp;
mod output;
#[cfg(test)]
mod printed;
mod progress;
mod render;
mod serve;
mod session;
#[cfg(test)]
#[path = "../../../tests/src/snapshot.rs"]
#[allow(dead_code, reason = "other tests hold what is different in every run")]
mod snapshot;
mod usage;

use crate::commands::Cli;
use celeiro_domain::search::Lang;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use failure::Failure;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

/// How long work on other threads may go on when everything is done.
const LAST_MOMENT: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    // Files are read by this same program, started again and locked in.
    celeiro_app::import::sandbox::run_child_if_asked();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let environment = |name: &str| std::env::var(name).ok();
    let lang = language::pick_language(&arguments, environment, || {
        language::saved_language(&arguments, environment)
    });
    let as_json = arguments.iter().take_while(|a| *a != "--").any(|a| a == "--json");
    match run(arguments, lang) {
        Ok(code) => code,
        Err(failure) => {
            output::report_failure(lang, as_json && !failure.reported, &failure.error);
            failure.exit_code()
        }
    }
}

fn run(arguments: Vec<OsString>, lang: Lang) -> Result<ExitCode, Failure> {
    let cli = match parse(arguments, lang)? {
        ParseOutcome::Run(cli) => cli,
        ParseOutcome::Answered(code) => return Ok(code),
    };
    logging::start_logging(cli.global.verbose, matches!(cli.command, commands::Command::Serve(_)));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(celeiro_app::AppError::internal)?;
    let done = runtime.block_on(commands::run_command(*cli, lang));
    // The fit of a model that is not needed any more is not waited for.
    runtime.shutdown_timeout(LAST_MOMENT);
    done
}

/// What a command line comes to.
enum ParseOutcome {
    /// A command is to be run.
    Run(Box<Cli>),
    /// Help or the version was printed.
    Answered(ExitCode),
}

fn parse(arguments: Vec<OsString>, lang: Lang) -> Result<ParseOutcome, Failure> {
    let parsed = usage::localize_command(Cli::command(), lang).try_get_matches_from(arguments);
    let parsed = parsed.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    match parsed {
        Ok((mut cli, matches)) => {
            cli.global.settings = usage::all_settings(&matches);
            Ok(ParseOutcome::Run(Box::new(cli)))
        }
        Err(error) if !error.use_stderr() => {
            output::write_stdout(&format!("{}\n", error.render().to_string().trim_end()))?;
            Ok(ParseOutcome::Answered(ExitCode::SUCCESS))
        }
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            output::say(error.render().to_string().trim_end());
            Ok(ParseOutcome::Answered(ExitCode::from(2)))
        }
        Err(error) => Err(usage::usage_failure(&error, lang)),
    }
}
