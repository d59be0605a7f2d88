//! `celeiro tune`: better weights for a set of judged queries. It saves nothing; the profile found can
//! be written to a file and imported.

use super::profile::render_differences;
use super::set::require_queries;
use crate::args::{Corpus, JudgedQueries, fusion_parser};
use crate::failure::Failure;
use crate::output;
use crate::progress::over_queries;
use crate::session::Session;
use celeiro_app::bench::profile_gate;
use celeiro_app::bench::profile_gate::TuneReport;
use celeiro_app::messages::{format_number, translate_with};
use celeiro_domain::rank::Profile;
use celeiro_domain::search::{Fusion, Lang};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Tune {
    #[arg(long, value_name = "KIND", default_value = "items")]
    pub kind: Corpus,
    #[command(flatten)]
    pub judged: JudgedQueries,
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    #[arg(long, value_name = "FUSION", value_parser = fusion_parser())]
    pub fusion: Option<Fusion>,
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Runs the command.
pub async fn run_tune(session: &Session, args: Tune) -> Result<(), Failure> {
    let report = session
        .with_app(async |app, _| {
            let asked = require_queries(app, &args.judged, args.kind.kind()).await?;
            let show = over_queries(session.lang, asked.set.queries.len());
            Ok(profile_gate::tune_stored_profile(
                app,
                asked.as_judged(),
                args.profile.as_deref(),
                args.fusion,
                show,
            )
            .await?)
        })
        .await?;
    if let Some(file) = &args.output {
        // A profile that comes with the program stays as it is; what was found goes by another name.
        let name = format!("{}-tuned", report.tuned.profile.name);
        output::write_json_file(file, &Profile { name, ..report.tuned.profile.clone() })?;
    }
    session.print(&report, || render_report(session.lang, &report))
}

fn render_report(lang: Lang, report: &TuneReport) -> String {
    let tuned = &report.tuned;
    let mut out = render_differences(&report.difference);
    for (key, queries, before, after) in [
        ("training", tuned.training_queries, tuned.before.training, tuned.after.training),
        ("heldOut", tuned.held_out_queries, tuned.before.held_out, tuned.after.held_out),
    ] {
        let places = [
            ("queries", queries.to_string()),
            ("before", format_number(lang, before, 4)),
            ("after", format_number(lang, after, 4)),
        ];
        out += &format!("{}\n", translate_with(lang, &format!("cli.tune.{key}"), &places));
    }
    out
}
