//! The commands, one module each: what can be typed behind the command's name, what is done, what is
//! printed.

mod actions;
mod ask;
mod assist;
mod bench;
pub(crate) mod call;
mod categories;
mod duplicates;
mod enrich;
mod explain;
mod export;
mod fields;
mod history;
mod import;
mod personal;
mod prices;
mod print;
mod relations;
mod search;
mod share;
mod system;
mod trace;

use crate::args::Global;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::serve;
use crate::session::Session;
use bench::{eval, gaps, profile, quality, queries, set, tune};
use celeiro_domain::search::Lang;
use clap::{Parser, Subcommand};
use personal::{finance, memory, metrics, people, reports};
use std::process::ExitCode;
use system::{backup, config, doctor, embed, init, llm, mcp, model, user};

#[derive(Debug, Subcommand)]
pub enum Command {
    Init(init::Init),
    Import(import::Import),
    Export(export::Export),
    Print(print::Print),
    Embed(embed::Embed),
    Search(search::Search),
    Ask(ask::Ask),
    Actions {
        #[command(subcommand)]
        action: actions::Action,
    },
    Tools,
    People {
        #[command(subcommand)]
        action: people::People,
    },
    Reminders {
        #[command(subcommand)]
        action: people::Reminders,
    },
    Decisions {
        #[command(subcommand)]
        action: people::Decisions,
    },
    Metrics {
        #[command(subcommand)]
        action: metrics::Metrics,
    },
    Memory {
        #[command(subcommand)]
        action: memory::Memory,
    },
    Reports {
        #[command(subcommand)]
        action: reports::Reports,
    },
    Finance {
        #[command(subcommand)]
        action: finance::Finance,
    },
    Prices {
        #[command(subcommand)]
        action: prices::Prices,
    },
    Duplicates {
        #[command(subcommand)]
        action: duplicates::Duplicates,
    },
    Categories {
        #[command(subcommand)]
        action: categories::Categories,
    },
    Relations {
        #[command(subcommand)]
        action: relations::Relations,
    },
    Fields {
        #[command(subcommand)]
        action: fields::Fields,
    },
    Assist(assist::Assist),
    Enrich {
        #[command(subcommand)]
        action: enrich::Action,
    },
    Trace {
        #[command(subcommand)]
        action: trace::Action,
    },
    Explain(explain::Explain),
    Eval(eval::Eval),
    Tune(tune::Tune),
    Profile {
        #[command(subcommand)]
        action: profile::Action,
    },
    Queries(queries::Queries),
    Gaps(gaps::Gaps),
    Quality(quality::Quality),
    Share {
        #[command(subcommand)]
        action: share::Action,
    },
    Set {
        #[command(subcommand)]
        action: set::Action,
    },
    Operations(history::Operations),
    History(history::History),
    Undo(history::Undo),
    User {
        #[command(subcommand)]
        action: user::Action,
    },
    Serve(serve::options::Serve),
    Config(config::Config),
    Mcp,
    Doctor,
    Backup(backup::Backup),
    Restore(backup::Restore),
    Call(call::Call),
    Model {
        #[command(subcommand)]
        action: model::Action,
    },
    Llm {
        #[command(subcommand)]
        action: llm::Action,
    },
}

/// Runs the command that was typed.
///
/// # Errors
/// Whatever keeps it from its end.
pub async fn run_command(cli: Cli, lang: Lang) -> Result<ExitCode, Failure> {
    let session = Session::new(&cli.global, lang, Interrupt::listen())?;
    let session = &session;
    match cli.command {
        Command::Init(args) => init::run_init(session, args).await,
        Command::Import(args) => return import::run_import(session, args).await,
        Command::Export(args) => export::run_export(session, args).await,
        Command::Print(args) => print::run_print(session, args).await,
        Command::Embed(args) => embed::run_embed(session, args).await,
        Command::Search(args) => search::run_search(session, args).await,
        Command::Ask(args) => ask::run_ask(session, args).await,
        Command::Actions { action } => actions::run(session, action).await,
        Command::Tools => actions::tools(session).await,
        Command::People { action } => people::run_people(session, action).await,
        Command::Reminders { action } => people::run_reminders(session, action).await,
        Command::Decisions { action } => people::run_decisions(session, action).await,
        Command::Metrics { action } => metrics::run_metrics(session, action).await,
        Command::Memory { action } => memory::run_memory(session, action).await,
        Command::Reports { action } => reports::run_reports(session, action).await,
        Command::Backup(args) => backup::run_backup(session, args).await,
        Command::Restore(args) => backup::run_restore(session, args).await,
        Command::Finance { action } => finance::run_finance(session, action).await,
        Command::Prices { action } => prices::run_prices(session, action).await,
        Command::Duplicates { action } => duplicates::run_duplicates(session, action).await,
        Command::Categories { action } => categories::run_categories(session, action).await,
        Command::Relations { action } => relations::run_relations(session, action).await,
        Command::Fields { action } => fields::run_fields(session, action).await,
        Command::Assist(args) => assist::run_assist(session, args).await,
        Command::Enrich { action } => enrich::run_enrich(session, action).await,
        Command::Trace { action } => trace::run_trace(session, action).await,
        Command::Explain(args) => explain::run_explain(session, args).await,
        Command::Eval(args) => eval::run_eval(session, args).await,
        Command::Tune(args) => tune::run_tune(session, args).await,
        Command::Profile { action } => profile::run_profile(session, action).await,
        Command::Queries(args) => queries::run_queries(session, args).await,
        Command::Gaps(args) => gaps::run_gaps(session, args).await,
        Command::Quality(args) => quality::run_quality(session, args).await,
        Command::Share { action } => share::run_share(session, action).await,
        Command::Set { action } => set::run_set(session, action).await,
        Command::Operations(args) => history::operations(session, args).await,
        Command::History(args) => history::history(session, args).await,
        Command::Undo(args) => history::undo(session, args).await,
        Command::User { action } => user::run_user(session, action).await,
        Command::Serve(args) => serve::run(session, args).await,
        Command::Config(args) => config::run_config(session, args).await,
        Command::Mcp => mcp::run_mcp(session).await,
        Command::Doctor => return doctor::run_doctor(session).await,
        Command::Call(args) => call::run_call(session, args).await,
        Command::Model { action } => model::run_model(session, action).await,
        Command::Llm { action } => llm::run_llm(action),
    }?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Debug, Parser)]
#[command(name = "celeiro", version, disable_help_flag = true, disable_version_flag = true)]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}
