//! `celeiro embed`: brings all vectors up to date.

use crate::failure::Failure;
use crate::output;
use crate::progress::Bar;
use crate::session::Session;
use celeiro_app::embedding::{EmbedSummary, Embedding, FillGoal, embed_until};
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::{App, AppError, Code};
use celeiro_domain::search::Kind;
use clap::Args;
use std::cell::Cell;

#[derive(Debug, Args)]
pub struct Embed {
    #[arg(long)]
    pub refit: bool,
}

/// Runs the command.
pub async fn run_embed(session: &Session, args: Embed) -> Result<(), Failure> {
    let goal = FillGoal::Complete;
    let summary = session
        .with_app_to_the_end(async |app, _| embed_with_bars(session, app, args.refit, goal).await)
        .await?;
    session.print(&summary, || render_summary(session, &summary))?;
    // What failed is in the summary; a script must see it too.
    match summary.last_error {
        Some(reason) if summary.failed > 0 => {
            Err(Failure::from_reported(AppError::new(Code::EmbedderFailed).with("reason", reason)))
        }
        _ => Ok(()),
    }
}

/// Embeds with a progress bar for each corpus; jobs at work are given back where the program is asked
/// to end.
pub async fn embed_with_bars(
    session: &Session,
    app: &App,
    refit: bool,
    goal: FillGoal,
) -> Result<EmbedSummary, Failure> {
    let bars = [Kind::Items, Kind::Faqs]
        .map(|kind| (kind, Bar::new(translate(session.lang, &format!("cli.corpus.{}", kind.as_str())))));
    let said = Cell::new(false);
    let show = |corpus: Kind, doing: Embedding| {
        let Some((_, bar)) = bars.iter().find(|(kind, _)| *kind == corpus) else { return };
        match doing {
            Embedding::Filling(progress) => bar.show(progress.done, progress.total),
            Embedding::Waiting(held) => {
                if !said.replace(true) {
                    output::print_translated(
                        session.lang,
                        "cli.embed.waiting",
                        &[("count", held.to_string())],
                    );
                }
            }
        }
    };
    Ok(embed_until(app, refit, goal, &session.interrupt.token(), show).await?)
}

/// Renders what `celeiro embed` has done.
pub fn render_summary(session: &Session, summary: &EmbedSummary) -> String {
    let lang = session.lang;
    let counts = [("embedded", summary.embedded.to_string()), ("failed", summary.failed.to_string())];
    let mut lines = vec![translate_with(lang, "cli.embed.done", &counts)];
    if summary.models.is_empty() {
        lines.push(translate(lang, "cli.embed.noModel"));
    }
    lines.extend(
        summary
            .models
            .iter()
            .map(|model| translate_with(lang, "cli.embed.model", &[("model", model.clone())])),
    );
    if let Some(reason) = &summary.last_error {
        lines.push(translate_with(lang, "cli.embed.lastError", &[("reason", reason.clone())]));
    }
    lines.join("\n") + "\n"
}
