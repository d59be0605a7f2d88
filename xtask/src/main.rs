//! Repository chores, run as `cargo xtask <command>`.
//!
//! Only what the build itself cannot do belongs here: things fetched, assembled or generated before
//! the workspace can run or be tested. The program's own commands live in `crates/cli`.

mod model;
mod packages;
mod postgres;
mod sqlx;
mod tidy;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Repository chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Assemble the folder of the neural model that Celeiro brings (kept when already complete).
    Model(model::Options),
    /// Assemble the PostgreSQL tree that Celeiro starts for itself (kept when already complete).
    Postgres(postgres::Options),
    /// Describe the static queries anew in .sqlx, or check that the descriptions are fresh.
    Sqlx(sqlx::Options),
    /// Check what no compiler checks: dependency arrows, leftovers, machine paths, migrations, translations, licences.
    Tidy(tidy::Options),
}

fn main() -> std::process::ExitCode {
    let done = match Cli::parse().chore {
        Chore::Model(options) => model::run(&options),
        Chore::Postgres(options) => postgres::run(&options),
        Chore::Sqlx(options) => sqlx::run(&options),
        Chore::Tidy(options) => tidy::run(&options),
    };
    match done {
        Ok(()) => std::process::ExitCode::SUCCESS,
        // The chain of causes, without a backtrace: what went wrong here is outside the program.
        Err(error) => {
            eprintln!("error: {error:#}");
            std::process::ExitCode::FAILURE
        }
    }
}

/// The repository's root, wherever the command is called.
fn root() -> PathBuf {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    own.parent().map_or_else(|| own.clone(), PathBuf::from)
}
