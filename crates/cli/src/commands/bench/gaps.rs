//! `celeiro gaps`: what people looked for and did not get.

use crate::failure::Failure;
use crate::output;
use crate::render::cards::{moment, one_line, shorten_text};
use crate::session::Session;
use celeiro_app::messages::{name_of, translate, translate_with};
use celeiro_app::query_log::gaps_api::{GapPage, ListGaps, list_gaps};
use celeiro_domain::insight::{GapReason, GapState};
use celeiro_domain::search::Lang;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub struct Gaps {
    #[arg(long, value_name = "STATE", default_value = "open")]
    pub state: GapFilter,
    #[arg(long = "reason", value_name = "REASON")]
    pub missing: Option<ReasonFilter>,
    #[arg(long = "limit", value_name = "N", default_value_t = 50)]
    pub entries: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GapFilter {
    Open,
    Passed,
    Dismissed,
}

impl GapFilter {
    pub fn state(self) -> GapState {
        match self {
            GapFilter::Open => GapState::Open,
            GapFilter::Passed => GapState::Passed,
            GapFilter::Dismissed => GapState::Dismissed,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReasonFilter {
    NoResults,
    Weak,
    Refused,
    RatedDown,
}

impl ReasonFilter {
    pub fn reason(self) -> GapReason {
        match self {
            ReasonFilter::NoResults => GapReason::NoResults,
            ReasonFilter::Weak => GapReason::Weak,
            ReasonFilter::Refused => GapReason::Refused,
            ReasonFilter::RatedDown => GapReason::RatedDown,
        }
    }
}

/// Runs the command.
pub async fn run_gaps(session: &Session, args: Gaps) -> Result<(), Failure> {
    let request = ListGaps {
        state: Some(args.state.state()),
        reason: args.missing.map(ReasonFilter::reason),
        limit: Some(args.entries),
        ..ListGaps::default()
    };
    let page = session.ask(list_gaps, request).await?;
    session.print(&page, || render_page(session.lang, &page))?;
    if !page.enabled && !session.json {
        output::print_translated(session.lang, "cli.queries.off", &[]);
    }
    Ok(())
}

fn render_page(lang: Lang, page: &GapPage) -> String {
    let mut out = String::new();
    for gap in &page.gaps {
        let translate_value = |key: &str, value: String| translate(lang, &format!("gap.{key}.{value}"));
        let reasons: Vec<String> =
            gap.reasons.iter().map(|reason| translate_value("reason", name_of(reason))).collect();
        let scope = translate_value("scope", name_of(&gap.scope));
        let query = shorten_text(&one_line(&gap.query), 70);
        out += &format!("{:>4}×  {query}\n", gap.count);
        out += &format!("       {scope} · {} · {}\n", reasons.join(", "), moment(lang, gap.last_seen));
        if let Some(why) = &gap.dismissed_because {
            out += &format!(
                "       {}\n",
                translate_with(lang, "cli.gaps.dismissed", &[("reason", why.clone())])
            );
        }
    }
    let places = [("shown", page.gaps.len().to_string()), ("total", page.total.to_string())];
    out += &format!("{}\n", translate_with(lang, "cli.queries.footer", &places));
    if page.unchecked > 0 {
        let count = [("count", page.unchecked.to_string())];
        out += &format!("{}\n", translate_with(lang, "cli.gaps.unchecked", &count));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, ID, answer, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::{Value, json};

    #[test]
    fn gaps_are_printed_with_their_reasons_and_what_is_still_to_be_run_again() {
        let gap = |query: &str, reasons: Value, because: Value| {
            json!({
                "id": ID, "scope": "items", "state": "open", "reasons": reasons, "count": 12, "firstSeen": AT,
                "lastSeen": AT, "query": query, "lookedFor": null, "filters": null, "results": 0, "coverage": null,
                "traceId": null, "conversationId": null, "dismissedBecause": because, "decidedAt": null,
                "checkedAt": null,
            })
        };
        let long = format!("uma pergunta\nem {}", "muitas palavras ".repeat(9));
        let page: GapPage = answer(json!({
            "gaps": [
                gap("zarabatana", json!(["no-results"]), json!(null)),
                gap(&long, json!(["weak", "refused", "rated-down"]), json!("não vendemos")),
            ],
            "total": 9, "open": 7, "byReason": [], "unchecked": 2, "enabled": true,
        }));
        let printed = in_both(|lang| render_page(lang, &page));
        assert_snapshot!("gaps", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn what_can_be_typed_means_every_state_and_every_reason() {
        let states = GapFilter::value_variants().iter().map(|filter| filter.state());
        assert_eq!(states.collect::<Vec<_>>(), [GapState::Open, GapState::Passed, GapState::Dismissed]);
        let reasons = ReasonFilter::value_variants().iter().map(|missing| missing.reason());
        let all = [GapReason::NoResults, GapReason::Weak, GapReason::Refused, GapReason::RatedDown];
        assert_eq!(reasons.collect::<Vec<_>>(), all);
    }
}
