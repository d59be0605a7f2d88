//! `celeiro eval`: how well searches answer judged queries, and how fast.

use super::set::require_queries;
use crate::args::{Corpus, JudgedQueries, fusion_parser};
use crate::failure::Failure;
use crate::progress::over_queries;
use crate::session::Session;
use celeiro_app::App;
use celeiro_app::bench::eval::{EvalOptions, EvalReport, Figures, WithoutVectors, evaluate_judged_set};
use celeiro_app::bench::profile_gate;
use celeiro_app::bench::profile_gate::CompareReport;
use celeiro_app::bench::sets::SetRequest;
use celeiro_app::messages::{format_number, name_of, translate, translate_with};
use celeiro_domain::bench::QualityChange;
use celeiro_domain::search::{Fusion, Lang};
use clap::Args;

#[derive(Debug, Args)]
pub struct Eval {
    #[arg(long, value_name = "KIND", required_unless_present = "query_set", conflicts_with = "query_set")]
    pub kind: Option<Corpus>,
    #[command(flatten)]
    pub judged: JudgedQueries,
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    #[arg(long, value_name = "P1,P2", conflicts_with = "profile")]
    pub compare: Option<String>,
    #[arg(long, value_name = "FUSION", value_parser = fusion_parser())]
    pub fusion: Option<Fusion>,
}

/// Runs the command.
pub async fn run_eval(session: &Session, args: Eval) -> Result<(), Failure> {
    if let Some(pair) = &args.compare {
        return compare_profiles(session, &args, pair).await;
    }
    let report = session
        .with_app(async |app, caller| {
            let asked = load_queries(app, &args).await?;
            let options =
                EvalOptions { kind: asked.kind, profile: args.profile.clone(), fusion: args.fusion };
            let show = over_queries(session.lang, asked.set.queries.len());
            Ok(evaluate_judged_set(app, caller, &asked.set, &options, show).await?)
        })
        .await?;
    session.print(&report, || render_report(session.lang, &report))
}

async fn load_queries(app: &App, args: &Eval) -> Result<SetRequest, Failure> {
    let kind = args.kind.map(Corpus::kind).unwrap_or_default();
    require_queries(app, &args.judged, kind).await
}

/// Two profiles on the same queries.
async fn compare_profiles(session: &Session, args: &Eval, pair: &str) -> Result<(), Failure> {
    let (before, after) = two_names(session.lang, pair)?;
    let report = session
        .with_app(async |app, _| {
            let asked = load_queries(app, args).await?;
            let show = over_queries(session.lang, asked.set.queries.len());
            Ok(profile_gate::compare_stored_profiles(
                app,
                asked.as_judged(),
                &before,
                &after,
                args.fusion,
                show,
            )
            .await?)
        })
        .await?;
    session.print(&report, || render_changes(session.lang, &report))
}

/// The two profiles that `--compare P1,P2` names.
pub(crate) fn two_names(lang: Lang, pair: &str) -> Result<(String, String), Failure> {
    let names: Vec<&str> = pair.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    match names.as_slice() {
        [before, after] => Ok(((*before).to_owned(), (*after).to_owned())),
        _ => Err(Failure::usage(translate_with(lang, "cli.compare.twoNames", &[("value", pair.to_owned())]))),
    }
}

/// Queries that a table of changes names at most.
const MOST_CHANGED: usize = 10;

/// A table: all queries, each class, then the queries that lost most.
fn render_changes(lang: Lang, report: &CompareReport) -> String {
    let all = translate(lang, "cli.eval.all");
    let comparison = &report.comparison;
    let rows: Vec<(&str, &QualityChange)> = std::iter::once((all.as_str(), &comparison.overall))
        .chain(comparison.per_class.iter().map(|(class, change)| (class.as_str(), change)))
        .collect();
    let width = rows.iter().map(|r| r.0.chars().count()).max().unwrap_or(0);
    let mut out = render_word_fallback(lang, report.without_vectors, comparison.queries.len());
    out += &format!("nDCG@10: {} → {}\n", report.before.profile, report.after.profile);
    for (class, change) in rows {
        let [before, after, p] =
            [change.before, change.after, change.p_value].map(|v| format_number(lang, v, 4));
        let delta = format_number(lang, change.delta, 4);
        out += &format!("{class:<width$} {:>6} {before:>8} {after:>8} {delta:>8}  p = {p}\n", change.queries);
    }
    let lost = comparison.queries.iter().take_while(|query| query.delta < 0.0).take(MOST_CHANGED);
    for query in lost {
        out += &format!("{:>8}  {} [{}]\n", format_number(lang, query.delta, 4), query.query, query.id);
    }
    let places = [("again", report.searched_again.to_string()), ("ms", format_number(lang, report.ms, 0))];
    out + &translate_with(lang, "cli.compare.footer", &places) + "\n"
}

/// A table: all queries, then each class.
fn render_report(lang: Lang, report: &EvalReport) -> String {
    let all = translate(lang, "cli.eval.all");
    let rows: Vec<(&str, &Figures)> = std::iter::once((all.as_str(), &report.overall))
        .chain(report.per_class.iter().map(|(class, figures)| (class.as_str(), figures)))
        .collect();
    let head = [translate(lang, "cli.eval.class"), translate(lang, "cli.eval.queries")];
    let width =
        rows.iter().map(|r| r.0).chain([head[0].as_str()]).map(|t| t.chars().count()).max().unwrap_or(0);
    let mut out = render_word_fallback(lang, report.without_vectors, report.queries.len());
    let pool = translate(lang, "cli.eval.pool");
    out += &format!(
        "{:<width$} {:>9} {:>8} {:>9} {:>8} {pool:>10}\n",
        head[0], head[1], "nDCG@10", "recall@50", "MRR@10"
    );
    for (class, figures) in rows {
        let quality = figures.quality;
        let [ndcg, recall, mrr, pool] = [quality.ndcg, quality.recall, quality.mrr, figures.pool_recall]
            .map(|v| format_number(lang, v, 4));
        out += &format!(
            "{class:<width$} {:>9} {ndcg:>8} {recall:>9} {mrr:>8} {pool:>10}\n",
            figures.judged_queries
        );
    }
    let unjudged = report.overall.queries - report.overall.judged_queries;
    if unjudged > 0 {
        let places = [("count", unjudged.to_string()), ("of", report.overall.queries.to_string())];
        out += &(translate_with(lang, "cli.eval.unjudged", &places) + "\n");
    }
    let places = [
        ("profile", report.profile.clone()),
        ("fusion", report.fusion.as_str().to_owned()),
        ("p50", format_number(lang, report.p50_ms, 1)),
        ("p95", format_number(lang, report.p95_ms, 1)),
    ];
    out += &(translate_with(lang, "cli.eval.footer", &places) + "\n");
    out += &render_cases(lang, report);
    for (key, unknown) in [
        ("cli.eval.unknownDocuments", &report.unknown_documents),
        ("cli.eval.unaskedQueries", &report.unasked_queries),
    ] {
        if unknown.count > 0 {
            let places = [("count", unknown.count.to_string()), ("ids", unknown.ids.join(", "))];
            out += &(translate_with(lang, key, &places) + "\n");
        }
    }
    out
}

/// That words answered some of `of` queries alone; it stands above the figures.
fn render_word_fallback(lang: Lang, without: Option<WithoutVectors>, of: usize) -> String {
    let Some(WithoutVectors { queries, reason }) = without else { return String::new() };
    let reason = translate(lang, &format!("cli.search.fallback.{}", name_of(&reason)));
    let places = [("count", queries.to_string()), ("of", of.to_string()), ("reason", reason)];
    translate_with(lang, "cli.eval.withoutVectors", &places) + "\n\n"
}

/// How many regression cases pass, and those that do not.
fn render_cases(lang: Lang, report: &EvalReport) -> String {
    let Some(cases) = report.cases else { return String::new() };
    let places = [("passed", cases.passed.to_string()), ("count", cases.count.to_string())];
    let failed = report.queries.iter().filter(|query| query.passes == Some(false));
    let failed = failed.map(|query| format!("  ✗ {} [{}]\n", query.query, query.id));
    translate_with(lang, "cli.eval.cases", &places) + "\n" + &failed.collect::<String>()
}
