//! `celeiro queries`: what was searched for and asked, listed or deleted.

use crate::failure::Failure;
use crate::output;
use crate::render::cards::{moment, one_line, shorten_text};
use crate::session::Session;
use celeiro_app::messages::{name_of, translate, translate_with};
use celeiro_app::query_log::api::{DeleteQueries, ListQueries, QueryPage, delete_queries, list_queries};
use celeiro_domain::search::Lang;
use clap::Args;

#[derive(Debug, Args)]
pub struct Queries {
    #[arg(value_name = "TEXT", conflicts_with = "delete_all")]
    pub text: Vec<String>,
    #[arg(long = "limit", value_name = "N", default_value_t = 50)]
    pub entries: u32,
    #[arg(long)]
    pub delete_all: bool,
}

/// Runs the command.
pub async fn run_queries(session: &Session, args: Queries) -> Result<(), Failure> {
    if args.delete_all {
        let gone = session.ask(delete_queries, DeleteQueries::default()).await?;
        match session.json {
            true => output::print_json(&gone)?,
            false => {
                output::print_translated(
                    session.lang,
                    "cli.queries.deleted",
                    &[("count", gone.deleted.to_string())],
                );
            }
        }
        return Ok(());
    }
    let request =
        ListQueries { text: Some(args.text.join(" ")), limit: Some(args.entries), ..ListQueries::default() };
    let page = session.ask(list_queries, request).await?;
    session.print(&page, || render_page(session.lang, &page))?;
    if !page.enabled && !session.json {
        output::print_translated(session.lang, "cli.queries.off", &[]);
    }
    Ok(())
}

fn render_page(lang: Lang, page: &QueryPage) -> String {
    let mut out = String::new();
    for query in &page.queries {
        let scope = translate(lang, &format!("gap.scope.{}", name_of(&query.scope)));
        let gap = query.gap.map(|gap| translate(lang, &format!("gap.reason.{}", name_of(&gap))));
        let line = shorten_text(&one_line(&query.query), 60);
        out += &format!("{}  {scope:<10} {:>3}  {line}", moment(lang, query.created_at), query.results);
        out += &gap.map_or_else(|| "\n".to_owned(), |gap| format!("  ({gap})\n"));
    }
    let places = [("shown", page.queries.len().to_string()), ("total", page.total.to_string())];
    out + &translate_with(lang, "cli.queries.footer", &places) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, ID, answer, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::{Value, json};

    #[test]
    fn what_was_asked_is_printed_with_what_was_missing() {
        let query = |query: &str, scope: &str, gap: Value| {
            json!({
                "id": ID, "createdAt": AT, "scope": scope, "surface": "http", "actor": "ana", "query": query,
                "normalized": query, "lookedFor": null, "filters": null, "profile": null, "results": 3,
                "bestScore": null, "coverage": null, "fallback": null, "ms": 1.5, "gap": gap, "traceId": null,
                "conversationId": null,
            })
        };
        let page: QueryPage = answer(json!({
            "queries": [query("óleo\nmineral", "items", json!(null)), query("entregam?", "chat", json!("refused"))],
            "total": 2, "enabled": true, "dropped": 0,
        }));
        let printed = in_both(|lang| render_page(lang, &page));
        assert_snapshot!("queries", printed, renewed_by: "-p celeiro-cli commands");
    }
}
