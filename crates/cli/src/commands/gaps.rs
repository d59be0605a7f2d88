//! `celeiro gaps`: what people looked for and did not get.

use super::cards::{moment, shortened};
use crate::args::{Gaps, Missing};
use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::messages::{render, text};
use celeiro_app::ops::gaps::{GapPage, ListGaps, list_gaps};
use celeiro_domain::search::Lang;

/// Runs the command.
pub async fn run(session: &Session, args: Gaps) -> Result<(), Failure> {
    let request = ListGaps {
        state: Some(args.state.state()),
        reason: args.missing.map(Missing::reason),
        limit: Some(args.entries),
        ..ListGaps::default()
    };
    let page = session.with_app(async |app, caller| Ok(list_gaps(app, caller, request).await?)).await?;
    match session.json {
        true => output::json(&page)?,
        false => {
            output::write(&shown(session.lang, &page))?;
            if !page.enabled {
                output::tell(session.lang, "cli.queries.off", &[]);
            }
        }
    }
    Ok(())
}

fn shown(lang: Lang, page: &GapPage) -> String {
    let mut out = String::new();
    for gap in &page.gaps {
        let said = |key: &str, value: String| text(lang, &format!("gap.{key}.{value}"));
        let reasons: Vec<String> = gap.reasons.iter().map(|reason| said("reason", name(reason))).collect();
        let scope = said("scope", name(&gap.scope));
        let query = shortened(&gap.query.split_whitespace().collect::<Vec<_>>().join(" "), 70);
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

/// The name on the wire, which is also that of the text.
pub fn name(value: &impl serde::Serialize) -> String {
    let name = serde_json::to_value(value).ok();
    name.as_ref().and_then(|v| v.as_str()).unwrap_or_default().to_owned()
}
