//! The commands, one module each.

mod ask;
mod assist;
mod call;
mod cards;
mod config;
mod doctor;
mod embed;
mod enrich;
mod eval;
mod explain;
mod export;
mod gaps;
mod history;
mod import;
mod init;
mod llm;
mod model;
mod profile;
mod quality;
mod queries;
mod search;
mod set;
mod share;
mod trace;
mod trees;
mod tune;

use crate::args::{Cli, Command};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::serve;
use crate::session::Session;
use celeiro_domain::search::Lang;
use std::process::ExitCode;

/// Runs the command that was typed.
///
/// # Errors
/// Whatever keeps it from its end.
pub async fn run(cli: Cli, lang: Lang) -> Result<ExitCode, Failure> {
    let session = Session::new(&cli.global, lang, Interrupt::listen())?;
    let session = &session;
    match cli.command {
        Command::Init(args) => init::run(session, args).await,
        Command::Import(args) => return import::run(session, args).await,
        Command::Export(args) => export::run(session, args).await,
        Command::Embed(args) => embed::run(session, args).await,
        Command::Explain(args) => explain::run(session, args).await,
        Command::Eval(args) => eval::run(session, args).await,
        Command::Tune(args) => tune::run(session, args).await,
        Command::Profile(args) => profile::run(session, args.action).await,
        Command::Queries(args) => queries::run(session, args).await,
        Command::Gaps(args) => gaps::run(session, args).await,
        Command::Quality(args) => quality::run(session, args).await,
        Command::Share(args) => share::run(session, args.work).await,
        Command::Set(args) => set::run(session, args.action).await,
        Command::Config(args) => config::run(session, args),
        Command::Doctor => return doctor::run(session).await,
        Command::Search(args) => search::run(session, args).await,
        Command::Operations(args) => history::operations(session, args).await,
        Command::History(args) => history::history(session, args).await,
        Command::Undo(args) => history::undo(session, args).await,
        Command::Serve(args) => serve::run(session, args).await,
        Command::Ask(args) => ask::run(session, args).await,
        Command::Assist(args) => assist::run(session, args).await,
        Command::Enrich(args) => enrich::run(session, args.action).await,
        Command::Trace(args) => trace::run(session, args.action).await,
        Command::Call(args) => call::run(session, args).await,
        Command::Model { work } => model::run(session, work).await,
        Command::Llm { work } => llm::run(work),
    }?;
    Ok(ExitCode::SUCCESS)
}
