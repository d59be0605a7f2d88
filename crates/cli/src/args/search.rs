//! A search as it is typed: what `celeiro search` and `celeiro explain` both take.

use crate::args::{Corpus, any_number, fusion_parser};
use crate::failure::Failure;
use celeiro_app::Reason;
use celeiro_app::messages::translate_with;
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
    #[arg(long, value_name = "FUSION", value_parser = fusion_parser())]
    pub fusion: Option<Fusion>,
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    #[arg(long = "filter", value_name = "KEY=VALUE", action = ArgAction::Append)]
    pub filters: Vec<String>,
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub context: Option<String>,
}

impl SearchArgs {
    /// Builds the search request from the options that were typed.
    pub fn request(self, lang: Lang) -> Result<SearchRequest, Failure> {
        Ok(SearchRequest {
            query: self.query.join(" "),
            kind: Some(self.kind.kind()),
            limit: self.limit,
            filters: parse_filters(&self.filters, lang)?,
            profile: self.profile,
            fusion: self.fusion,
            query_context: self.context,
            ..SearchRequest::default()
        })
    }
}

/// Reads `key=value` pairs; the same key again is an alternative.
pub fn parse_filters(pairs: &[String], lang: Lang) -> Result<Option<Filters>, Failure> {
    let mut filters = Filters::default();
    for pair in pairs {
        let mistake = || {
            let places = [("option", "--filter".to_owned()), ("value", pair.clone())];
            Failure::usage(translate_with(lang, "cli.usage.pair", &places))
        };
        let (key, value) = pair.split_once('=').ok_or_else(mistake)?;
        filters
            .add(key.trim(), Value::String(value.to_owned()))
            .map_err(|error| Failure::usage(Reason::from(error).to_text(lang)))?;
    }
    Ok((!filters.is_empty()).then_some(filters))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[&str]) -> Result<Option<Filters>, Failure> {
        let pairs: Vec<String> = pairs.iter().map(|pair| (*pair).to_owned()).collect();
        parse_filters(&pairs, Lang::En)
    }

    #[test]
    fn the_same_condition_again_is_an_alternative_and_an_unknown_key_is_an_attribute() {
        assert!(read(&[]).unwrap().is_none());
        let read = read(&["category=Adubo", "category=Óleo", "maxPrice=12.50", "cor = azul=claro"])
            .unwrap()
            .unwrap();
        assert_eq!(read.category, ["Adubo", "Óleo"]);
        assert_eq!(read.max_price.unwrap().to_string(), "12.5");
        assert_eq!(read.attributes["cor"].trim(), "azul=claro", "the first sign parts");
    }

    #[test]
    fn what_is_no_condition_is_a_mistake_on_the_command_line() {
        for wrong in ["category", "minPrice=dez", "maxPrice=-1"] {
            let failure = read(&[wrong]).unwrap_err();
            assert_eq!(failure.exit, 2, "{wrong}");
        }
    }
}
