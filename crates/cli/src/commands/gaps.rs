//! `celeiro gaps`: what people looked for and did not get.

use crate::failure::Failure;
use crate::output;
use crate::render::cards::{moment, one_line, shorten};
use crate::session::Session;
use celeiro_app::messages::{name_of, render, text};
use celeiro_app::query_log::gaps_api::{GapPage, ListGaps, list_gaps};
use celeiro_domain::insight::{GapReason, GapState};
use celeiro_domain::search::Lang;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub struct Gaps {
    #[arg(long, value_name = "STATE", default_value = "open")]
    pub state: GapFilter,
    #[arg(long = "reason", value_name = "REASON")]
    pub missing: Option<Missing>,
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
pub enum Missing {
    NoResults,
    Weak,
    Refused,
    RatedDown,
}

impl Missing {
    pub fn reason(self) -> GapReason {
        match self {
            Missing::NoResults => GapReason::NoResults,
            Missing::Weak => GapReason::Weak,
            Missing::Refused => GapReason::Refused,
            Missing::RatedDown => GapReason::RatedDown,
        }
    }
}

/// Runs the command.
pub async fn run(session: &Session, args: Gaps) -> Result<(), Failure> {
    let request = ListGaps {
        state: Some(args.state.state()),
        reason: args.missing.map(Missing::reason),
        limit: Some(args.entries),
        ..ListGaps::default()
    };
    let page = session.ask(list_gaps, request).await?;
    session.print(&page, || render_page(session.lang, &page))?;
    if !page.enabled && !session.json {
        output::tell(session.lang, "cli.queries.off", &[]);
    }
    Ok(())
}

fn render_page(lang: Lang, page: &GapPage) -> String {
    let mut out = String::new();
    for gap in &page.gaps {
        let said = |key: &str, value: String| text(lang, &format!("gap.{key}.{value}"));
        let reasons: Vec<String> = gap.reasons.iter().map(|reason| said("reason", name_of(reason))).collect();
        let scope = said("scope", name_of(&gap.scope));
        let query = shorten(&one_line(&gap.query), 70);
        out += &format!("{:>4}×  {query}\n", gap.count);
        out += &format!("       {scope} · {} · {}\n", reasons.join(", "), moment(lang, gap.last_seen));
        if let Some(why) = &gap.dismissed_because {
            out += &format!("       {}\n", render(lang, "cli.gaps.dismissed", &[("reason", why.clone())]));
        }
    }
    let places = [("shown", page.gaps.len().to_string()), ("total", page.total.to_string())];
    out += &format!("{}\n", render(lang, "cli.queries.footer", &places));
    if page.unchecked > 0 {
        let count = [("count", page.unchecked.to_string())];
        out += &format!("{}\n", render(lang, "cli.gaps.unchecked", &count));
    }
    out
}
