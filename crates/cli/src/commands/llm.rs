//! `celeiro llm replay`: what the client understands of a recorded answer. Always JSON: it is for
//! programs and for people who know the wire. Needs no database.

use crate::args::{LlmWork, Provider};
use crate::failure::Failure;
use crate::output;
use celeiro_app::llm_replay::{Came, Vendor, llm_replay};

/// Runs the command.
pub fn run(work: LlmWork) -> Result<(), Failure> {
    let LlmWork::Replay { file, provider, status, stream } = work;
    let came = if stream { Came::Streamed } else { Came::Whole };
    Ok(output::json(&llm_replay(&file, vendor(provider), status, came)?)?)
}

fn vendor(provider: Provider) -> Vendor {
    match provider {
        Provider::Openrouter => Vendor::OpenRouter,
        Provider::Openai => Vendor::OpenAi,
        Provider::Gemini => Vendor::Gemini,
        Provider::Claude => Vendor::Anthropic,
    }
}
