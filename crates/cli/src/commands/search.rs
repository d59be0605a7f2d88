//! `celeiro search`: the same search as everywhere, as cards or as the HTTP answer.

use super::cards;
use crate::args::{Corpus, any_number, fusion};
use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::messages::render;
use celeiro_app::ops;
use celeiro_domain::search::{Filters, Fusion, Lang, SearchRequest, Sort};
use clap::{ArgAction, Args, ValueEnum};
use serde_json::Value;

#[derive(Debug, Args)]
pub struct Search {
    #[arg(value_name = "QUERY", required = true)]
    pub query: Vec<String>,
    #[arg(long, value_name = "KIND", default_value = "items")]
    pub kind: Corpus,
    #[arg(long, value_name = "N", value_parser = any_number, allow_hyphen_values = true)]
    pub limit: Option<i32>,
    #[arg(long, value_name = "FUSION", value_parser = fusion())]
    pub fusion: Option<Fusion>,
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    #[arg(long = "filter", value_name = "KEY=VALUE", action = ArgAction::Append)]
    pub filters: Vec<String>,
    #[arg(long, value_name = "ORDER")]
    pub sort: Option<Order>,
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub context: Option<String>,
    #[arg(long)]
    pub no_explain: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "camelCase")]
pub enum Order {
    Relevance,
    PriceAsc,
    PriceDesc,
    Name,
    Newest,
}

impl Order {
    pub fn sort(self) -> Sort {
        match self {
            Order::Relevance => Sort::Relevance,
            Order::PriceAsc => Sort::PriceAsc,
            Order::PriceDesc => Sort::PriceDesc,
            Order::Name => Sort::Name,
            Order::Newest => Sort::Newest,
        }
    }
}

/// Runs the command.
pub async fn run(session: &Session, args: Search) -> Result<(), Failure> {
    let request = request(args, session.lang)?;
    if !session.json && request.query.trim().is_empty() {
        // No mistake: an empty result is the answer. But a person should know why.
        output::tell(session.lang, "cli.search.blank", &[]);
    }
    let found = session.ask(ops::search, request).await?;
    session.print(&found, || cards::search(session.lang, &found))
}

fn request(args: Search, lang: Lang) -> Result<SearchRequest, Failure> {
    Ok(SearchRequest {
        query: args.query.join(" "),
        kind: Some(args.kind.kind()),
        limit: args.limit,
        filters: filters(&args.filters, lang)?,
        sort: args.sort.map(|order| order.sort()),
        profile: args.profile,
        fusion: args.fusion,
        explain: args.no_explain.then_some(false),
        query_context: args.context,
        settled: None,
    })
}

/// Reads `key=value` pairs; the same key again is an alternative.
pub fn filters(pairs: &[String], lang: Lang) -> Result<Option<Filters>, Failure> {
    let mut filters = Filters::default();
    for pair in pairs {
        let mistake = || {
            let places = [("option", "--filter".to_owned()), ("value", pair.clone())];
            Failure::usage(render(lang, "cli.usage.pair", &places))
        };
        let (key, value) = pair.split_once('=').ok_or_else(mistake)?;
        filters.add(key.trim(), Value::String(value.to_owned())).map_err(Failure::usage)?;
    }
    Ok((!filters.is_empty()).then_some(filters))
}
