//! A search as it is typed: what `celeiro search` and `celeiro explain` both take.

use crate::args::{Corpus, any_number, fusion};
use crate::failure::Failure;
use celeiro_app::messages::render;
use celeiro_domain::search::{Filters, Fusion, Lang, SearchRequest};
use clap::{ArgAction, Args};
use serde_json::Value;

#[derive(Debug, Args)]
pub struct SearchArgs {
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
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub context: Option<String>,
}

impl SearchArgs {
    /// What is searched.
    pub fn request(self, lang: Lang) -> Result<SearchRequest, Failure> {
        Ok(SearchRequest {
            query: self.query.join(" "),
            kind: Some(self.kind.kind()),
            limit: self.limit,
            filters: filters(&self.filters, lang)?,
            profile: self.profile,
            fusion: self.fusion,
            query_context: self.context,
            ..SearchRequest::default()
        })
    }
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
