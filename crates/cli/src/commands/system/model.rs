//! `celeiro model fetch`: a stronger embedding model from the network, for who wants one.

use crate::failure::Failure;
use crate::progress::Bar;
use crate::session::Session;
use celeiro_app::embedding::{ModelSums, fetch_static_model};
use celeiro_app::messages::translate_with;
use celeiro_app::{AppError, Code};
use clap::Subcommand;
use std::collections::HashMap;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum Action {
    Fetch {
        #[arg(value_name = "URL")]
        url: String,
        #[arg(long, value_name = "DIR")]
        into: PathBuf,
        #[arg(long, value_name = "SHA256")]
        tokenizer_sha256: String,
        #[arg(long, value_name = "SHA256")]
        vectors_sha256: String,
    },
}

/// Runs the command.
pub async fn run_model(session: &Session, action: Action) -> Result<(), Failure> {
    let Action::Fetch { url, into, tokenizer_sha256, vectors_sha256 } = action;
    let sums = ModelSums { tokenizer: tokenizer_sha256, vectors: vectors_sha256 };
    let mut bars: HashMap<String, Bar> = HashMap::new();
    let show = |file: &str, progress: celeiro_app::runtime::phase::Progress| {
        let bar = bars.entry(file.to_owned()).or_insert_with(|| Bar::new(file.to_owned()));
        bar.show(progress.done, progress.total);
    };
    let stop = session.interrupt.token();
    let fetched = tokio::select! {
        fetched = fetch_static_model(&url, &sums, &into, show) => fetched?,
        () = stop.cancelled() => return Err(AppError::new(Code::Cancelled).into()),
    };
    let places = [("folder", fetched.folder.clone()), ("dimensions", fetched.dimensions.to_string())];
    session.print(&fetched, || translate_with(session.lang, "cli.model.fetched", &places) + "\n")
}
