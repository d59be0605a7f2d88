//! `celeiro llm replay`: what the client understands of a recorded answer. Always JSON: it is for
//! programs and for people who know the wire. Needs no database.

use crate::failure::Failure;
use crate::output;
use celeiro_app::chat::replay_recording::{BodyFraming, Vendor, llm_replay};
use clap::{Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum Action {
    Replay {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(long, value_name = "PROVIDER")]
        provider: Provider,
        #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(100..600))]
        status: u16,
        #[arg(long)]
        stream: bool,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Provider {
    Openrouter,
    Openai,
    Gemini,
    Claude,
}

/// Runs the command.
pub fn run_llm(action: Action) -> Result<(), Failure> {
    let Action::Replay { file, provider, status, stream } = action;
    let came = if stream { BodyFraming::Streamed } else { BodyFraming::Whole };
    Ok(output::print_json(&llm_replay(&file, vendor_of(provider), status, came)?)?)
}

/// The vendor that the argument stands for.
fn vendor_of(provider: Provider) -> Vendor {
    match provider {
        Provider::Openrouter => Vendor::OpenRouter,
        Provider::Openai => Vendor::OpenAi,
        Provider::Gemini => Vendor::Gemini,
        Provider::Claude => Vendor::Anthropic,
    }
}
