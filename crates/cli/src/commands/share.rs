//! `celeiro share`: comparisons and evaluations as files, and files of others run again.

use super::bench::eval::two_names;
use super::bench::set::require_queries;
use crate::args::search::parse_filters;
use crate::args::{Corpus, JudgedQueries, fusion_parser};
use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::bench::evaluate_profile::InlineSet;
use celeiro_app::files::bounded_read;
use celeiro_app::messages::{format_number, name_of, translate, translate_with};
use celeiro_app::share::api::{
    ShareComparison, ShareEvaluation, ShareFormat, ShareVerification, SharedFile, VerifyShared,
    share_comparison, share_evaluation, verify_shared,
};
use celeiro_domain::search::{Fusion, Lang, SearchRequest};
use clap::{ArgAction, Subcommand};
use std::path::{Path, PathBuf};

#[derive(Debug, Subcommand)]
pub enum Action {
    Compare {
        #[arg(value_name = "QUERY", required = true)]
        query: Vec<String>,
        #[arg(long, value_name = "KIND", default_value = "items")]
        kind: Corpus,
        #[arg(long = "item", value_name = "ID")]
        first: String,
        #[arg(long, value_name = "ID")]
        against: String,
        #[arg(long, value_name = "FUSION", value_parser = fusion_parser())]
        fusion: Option<Fusion>,
        #[arg(long, value_name = "PROFILE")]
        profile: Option<String>,
        #[arg(long = "filter", value_name = "KEY=VALUE", action = ArgAction::Append)]
        filters: Vec<String>,
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    Eval {
        #[arg(long, value_name = "KIND", default_value = "items", conflicts_with = "query_set")]
        kind: Corpus,
        #[command(flatten)]
        judged: JudgedQueries,
        #[arg(long, value_name = "PROFILE", required_unless_present = "compare")]
        profile: Option<String>,
        #[arg(long, value_name = "P1,P2", conflicts_with = "profile")]
        compare: Option<String>,
        #[arg(long, value_name = "FUSION", value_parser = fusion_parser())]
        fusion: Option<Fusion>,
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    Verify {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// Larger files are no shared ones.
const MAX_BYTES: u64 = 64 << 20;
/// Rows that are told one by one.
const MOST_ROWS: usize = 40;

/// Runs the command.
pub async fn run_share(session: &Session, action: Action) -> Result<(), Failure> {
    let format = if session.json { ShareFormat::Json } else { ShareFormat::Html };
    match action {
        Action::Compare { query, kind, first: item, against, fusion, profile, filters: given, html } => {
            let search = SearchRequest {
                query: query.join(" "),
                kind: Some(kind.kind()),
                fusion,
                profile,
                filters: parse_filters(&given, session.lang)?,
                ..SearchRequest::default()
            };
            let request = ShareComparison { search, item, against, format };
            let file = session.ask(share_comparison, request).await?;
            write_shared(session, &file, html)
        }
        Action::Eval { kind, judged, profile, compare, fusion, html } => {
            let (before, after) = profile_pair(session.lang, profile, compare)?;
            let file = session
                .with_app(async |app, caller| {
                    let asked = require_queries(app, &judged, kind.kind()).await?;
                    let set = Some(InlineSet::of(&asked.set, asked.kind));
                    let request = ShareEvaluation { before, after, fusion, set, set_id: None, format };
                    Ok(share_evaluation(app, caller, request).await?)
                })
                .await?;
            write_shared(session, &file, html)
        }
        Action::Verify { file } => verify_shared_file(session, &file).await,
    }
}

/// The two profiles to compare: those of the pair, else the same one twice.
fn profile_pair(
    lang: Lang,
    profile: Option<String>,
    compare: Option<String>,
) -> Result<(String, String), Failure> {
    match compare {
        Some(pair) => two_names(lang, &pair),
        None => Ok((profile.clone().unwrap_or_default(), profile.unwrap_or_default())),
    }
}

/// Into the file that was named, or to standard output.
fn write_shared(session: &Session, file: &SharedFile, html: Option<PathBuf>) -> Result<(), Failure> {
    let Some(path) = html.filter(|_| !session.json) else {
        return Ok(output::write_stdout(&file.content)?);
    };
    output::write_file(&path, &file.content)?;
    output::print_translated(session.lang, "cli.share.written", &[("file", path.display().to_string())]);
    Ok(())
}

/// Runs a shared file again and prints what is other here.
async fn verify_shared_file(session: &Session, path: &Path) -> Result<(), Failure> {
    let content = bounded_read::text_of(path, MAX_BYTES)?;
    let verified = session.ask(verify_shared, VerifyShared { content }).await?;
    session.print(&verified, || render_verification(session.lang, &verified))
}

/// Renders whether the file gives the same here, what is other, and the first rows that differ.
fn render_verification(lang: Lang, verified: &ShareVerification) -> String {
    let key = if verified.same { "cli.share.same" } else { "cli.share.different" };
    let places = [("count", verified.rows.len().to_string()), ("compared", verified.compared.to_string())];
    let mut out = format!("{}\n", translate_with(lang, key, &places));
    for other in &verified.other {
        out += &format!("  {}\n", translate(lang, &format!("cli.share.other.{}", name_of(other))));
    }
    let format_value =
        |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format_number(lang, value, 6));
    for row in verified.rows.iter().take(MOST_ROWS) {
        out += &format!(
            "  {:<10} {:<32} {} → {}\n",
            row.of,
            row.name,
            format_value(row.before),
            format_value(row.now)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{answer, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::{Value, json};

    #[test]
    fn a_verification_lists_what_is_different_and_why_it_may_be() {
        let make_verification = |same: bool, rows: Value, other: Value| {
            answer::<ShareVerification>(json!({ "same": same, "compared": 9, "rows": rows, "other": other }))
        };
        let row = json!({ "of": "FUN-1", "name": "coverage", "before": 1.25, "now": null });
        let same = make_verification(true, json!([]), json!([]));
        let different = make_verification(false, json!([row]), json!([]));
        let printed =
            in_both(|lang| render_verification(lang, &same) + &render_verification(lang, &different));
        assert_snapshot!("share", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn one_profile_is_compared_with_itself_and_two_are_named_by_a_comma() {
        let pair_profiles = |profile: Option<&str>, compare: Option<&str>| {
            profile_pair(Lang::En, profile.map(str::to_owned), compare.map(str::to_owned))
        };
        assert_eq!(pair_profiles(Some("a"), None).unwrap(), ("a".into(), "a".into()));
        assert_eq!(pair_profiles(None, Some(" a , b ")).unwrap(), ("a".into(), "b".into()));
        for wrong in ["a", "a,", "a,b,c", ""] {
            let failure = pair_profiles(None, Some(wrong)).unwrap_err();
            assert_eq!(failure.exit, 2, "{wrong:?}");
            assert!(failure.error.message(Lang::En).contains(wrong));
        }
    }
}
