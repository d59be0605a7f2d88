//! `celeiro search`: the same search as everywhere, as cards or as the HTTP answer.

use crate::args::search::SearchArgs;
use crate::failure::Failure;
use crate::output;
use crate::render::cards;
use crate::session::Session;
use celeiro_app::search::api;
use celeiro_domain::search::{Lang, SearchRequest, Sort};
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub struct Search {
    #[command(flatten)]
    pub asked: SearchArgs,
    #[arg(long, value_name = "ORDER")]
    pub sort: Option<Order>,
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
pub async fn run_search(session: &Session, args: Search) -> Result<(), Failure> {
    let request = search_request(args, session.lang)?;
    if !session.json && request.query.trim().is_empty() {
        // No mistake: an empty result is the answer. But a person should know why.
        output::print_translated(session.lang, "cli.search.blank", &[]);
    }
    let found = session.ask(api::search, request).await?;
    session.print(&found, || cards::search(session.lang, &found))
}

/// The request that the arguments stand for.
fn search_request(args: Search, lang: Lang) -> Result<SearchRequest, Failure> {
    Ok(SearchRequest {
        sort: args.sort.map(|order| order.sort()),
        explain: args.no_explain.then_some(false),
        ..args.asked.request(lang)?
    })
}
