//! Presentation of ranked candidates as hits: records, snippets, explanations in the person's language.

pub(crate) mod hits;

use crate::app::{App, Caller};
use crate::error::AppError;
use crate::personal::switch::time_zone;
use crate::search::plan::Plan;
use crate::search::retrieve::passages;
use crate::search::retrieved::RetrievedCandidates;
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::catalog::stock::summarize_stock;
use celeiro_domain::personal::wall_clock::day_in;
use celeiro_domain::rank::RankedHit;
use celeiro_domain::search::{Hit, Kind};
use celeiro_domain::text::normalize_text;
use chrono::Utc;
use hits::build_hit;
use std::collections::HashMap;
use uuid::Uuid;

/// Reads the records of ranked candidates and their passages; a record deleted meanwhile is left out.
pub(super) async fn present_hits(
    app: &App,
    caller: &Caller,
    plan: &Plan,
    retrieved: &RetrievedCandidates,
    kept: Vec<RankedHit>,
) -> Result<Vec<Hit>, AppError> {
    let ids: Vec<Uuid> = kept.iter().map(|r| r.id).collect();
    let (mut items, mut faqs): (HashMap<Uuid, Item>, HashMap<Uuid, Faq>) = Default::default();
    let records = async {
        match plan.kind {
            Kind::Items => {
                items = app.search_store().items(&ids).await?.into_iter().map(|i| (i.id, i)).collect()
            }
            Kind::Faqs => {
                faqs = app.search_store().faqs(&ids).await?.into_iter().map(|f| (f.id, f)).collect()
            }
        }
        Ok::<_, AppError>(())
    };
    let stock = async {
        match plan.kind {
            Kind::Items => Ok(app.search_store().stock_of_items(&ids).await?),
            Kind::Faqs => Ok::<_, AppError>(HashMap::new()),
        }
    };
    let ((), passages, stock) = tokio::try_join!(records, passages(app, plan, retrieved, &ids), stock)?;
    // Most catalogs have no counts: the zone is asked for by those that have.
    let clock = (!stock.is_empty()).then(|| (Utc::now(), time_zone(app)));
    let summarize = |item: &Item| {
        let ((now, zone), levels) = (clock.as_ref()?, stock.get(&item.id)?);
        summarize_stock(levels, &item.packages, *now, |at| day_in(zone, at))
    };
    let explain = plan.request.explain.unwrap_or(true);
    Ok(kept
        .into_iter()
        .filter_map(|ranked| {
            let (item, faq) = (items.remove(&ranked.id), faqs.remove(&ranked.id));
            // A record that was deleted a moment ago is no result.
            let full = match (&item, &faq) {
                (Some(item), _) => telling_text(item, &plan.text.tokens),
                (_, Some(faq)) => &faq.answer,
                _ => return None,
            };
            let snippet = choose_snippet(plan, passages.get(&ranked.id), full);
            let stock = item.as_ref().and_then(summarize);
            Some(Hit { stock, ..build_hit(caller.lang, ranked, item, faq, snippet, explain) })
        })
        .collect())
}

/// The passages that vectors found, or else the part of the record's text that says most about the
/// query, cut at the configured length.
fn choose_snippet(plan: &Plan, passages: Option<&Vec<String>>, full: &str) -> String {
    let most = plan.tuning().vector_snippet_max_chars as usize;
    match passages {
        Some(passages) => shorten_snippet(&passages.join(" … "), most),
        None => shorten_snippet(&best_part(full, &plan.text.tokens, most), most),
    }
}

/// The text of an item that a snippet comes from: its notes where they hold more of the tokens than its
/// description, else that, or, where it has none, its name.
fn telling_text<'a>(item: &'a Item, tokens: &[String]) -> &'a str {
    let description = item.description.as_deref().unwrap_or_default();
    match item.notes.as_deref() {
        Some(notes) if count_held_tokens(notes, tokens) > count_held_tokens(description, tokens) => notes,
        _ if description.is_empty() => &item.name,
        _ => description,
    }
}

/// How many of the tokens stand in the text.
fn count_held_tokens(text: &str, tokens: &[String]) -> usize {
    let folded = normalize_text(text);
    tokens.iter().filter(|token| folded.contains(token.as_str())).count()
}

/// Cuts at a character boundary, with `…` in place of what is cut.
fn shorten_snippet(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

/// The text from the sentence on that holds most of the tokens.
fn best_part(full: &str, tokens: &[String], most: usize) -> String {
    if full.chars().count() <= most {
        return full.to_owned();
    }
    let sentences: Vec<&str> = full.split_inclusive(['.', ';', '\n']).collect();
    let counts: Vec<usize> = sentences.iter().map(|s| count_held_tokens(s, tokens)).collect();
    let best =
        counts.iter().enumerate().max_by_key(|(at, n)| (**n, std::cmp::Reverse(*at))).map_or(0, |(at, _)| at);
    let rest: String = sentences[best..].concat();
    let rest = rest.trim();
    if best == 0 { rest.to_owned() } else { format!("… {rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_between_characters() {
        assert_eq!(shorten_snippet("ação rápida", 5), "ação…");
        assert_eq!(shorten_snippet("ação", 4), "ação");
    }

    #[test]
    fn shows_the_part_that_matters() {
        let text = "Primeira frase longa sem nada. Segunda frase fala de ferrugem da soja. Terceira.";
        let part = best_part(text, &["ferrugem".into(), "soja".into()], 50);
        assert!(part.starts_with("… Segunda"), "{part}");
    }
}
