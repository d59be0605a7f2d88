//! Dressing ranked candidates as hits: records, snippets, explanations in a person's language.

use super::Plan;
use super::retrieve::{Retrieved, passages};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::messages::{render, text};
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::explain::Explanation;
use celeiro_domain::rank::{PlacedCandidate, Ranked};
use celeiro_domain::search::{ExplanationNode, Hit, Kind, Lang, Source};
use celeiro_domain::text::normalize_text;
use std::collections::HashMap;
use uuid::Uuid;

pub(super) async fn hits(
    app: &App,
    caller: &Caller,
    plan: &Plan,
    retrieved: &Retrieved,
    kept: Vec<Ranked>,
) -> Result<Vec<Hit>, AppError> {
    let ids: Vec<Uuid> = kept.iter().map(|r| r.id).collect();
    let (mut items, mut faqs): (HashMap<Uuid, Item>, HashMap<Uuid, Faq>) = Default::default();
    let records = async {
        match plan.kind {
            Kind::Items => items = app.store().items(&ids).await?.into_iter().map(|i| (i.id, i)).collect(),
            Kind::Faqs => faqs = app.store().faqs(&ids).await?.into_iter().map(|f| (f.id, f)).collect(),
        }
        Ok::<_, AppError>(())
    };
    let ((), passages) = tokio::try_join!(records, passages(app, plan, retrieved, &ids))?;
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
            let snippet = snippet(plan, passages.get(&ranked.id), full);
            Some(hit(caller.lang, ranked, item, faq, snippet, explain))
        })
        .collect())
}

fn hit(
    lang: Lang,
    ranked: Ranked,
    item: Option<Item>,
    faq: Option<Faq>,
    snippet: String,
    explain: bool,
) -> Hit {
    // What vectors alone found has a score by words too where words of it count (SPEC §3.5); that does
    // not make it found by words.
    let scored =
        ranked.named || ranked.lexical_rank.is_some() || !ranked.lexical.signals.tokens_hit.is_empty();
    let source = source(ranked.vector_rank, ranked.lexical_rank, ranked.named);
    Hit {
        item,
        faq,
        source,
        score: ranked.explanation.value(),
        vector_score: ranked.distance.map(|d| (-d).clamp(0.0, 1.0)),
        vector_distance: ranked.distance,
        lexical_score: scored.then_some(ranked.lexical.explanation.value()),
        lexical_signals: scored.then_some(ranked.lexical.signals),
        lexical_rank: ranked.lexical_rank,
        vector_rank: ranked.vector_rank,
        snippet,
        explanation: explain.then(|| node(lang, &ranked.explanation)),
    }
}

/// Which list found a record. One that only another order brought, or that the query names, is there by
/// its words.
fn source(vector_rank: Option<u32>, lexical_rank: Option<u32>, named: bool) -> Source {
    match (vector_rank.is_some(), lexical_rank.is_some() || named) {
        (true, true) => Source::Both,
        (true, false) => Source::Vector,
        (false, _) => Source::Lexical,
    }
}

/// A candidate of which no more is known than its place: without its record, its text and reasons.
pub(crate) fn unread_hit(placed: &PlacedCandidate) -> Hit {
    let vector_rank = placed.vector.map(|v| v.rank);
    Hit {
        item: None,
        faq: None,
        source: source(vector_rank, placed.lexical_rank, placed.named),
        score: placed.score,
        vector_score: placed.vector.map(|v| (-v.distance).clamp(0.0, 1.0)),
        vector_distance: placed.vector.map(|v| v.distance),
        lexical_score: None,
        lexical_signals: None,
        lexical_rank: placed.lexical_rank,
        vector_rank,
        snippet: String::new(),
        explanation: None,
    }
}

/// A candidate without its record: its scores, with the whole explanation where it was shown.
pub(crate) fn bare_hit(lang: Lang, ranked: Ranked, shown: bool) -> Hit {
    let mut hit = hit(lang, ranked, None, None, String::new(), shown);
    // Of what was not shown nobody opens the signals, and there are hundreds.
    hit.lexical_signals = hit.lexical_signals.filter(|_| shown);
    hit
}

/// The rows of a score without what each comes from.
pub(crate) fn rows_only(lang: Lang, explanation: &Explanation) -> ExplanationNode {
    let mut root = node(lang, explanation);
    root.details.iter_mut().for_each(|row| row.details.clear());
    root
}

/// A tree in a person's language. Fields are named by their own key of the translation files.
pub(crate) fn node(lang: Lang, explanation: &Explanation) -> ExplanationNode {
    let label = explanation.label();
    let args: Vec<(&'static str, String)> = label
        .args
        .iter()
        .map(|(name, value)| {
            let shown = if *name == "field" { text(lang, value) } else { value.clone() };
            (*name, shown)
        })
        .collect();
    ExplanationNode {
        name: label.name.to_owned(),
        kind: explanation.rule(),
        value: explanation.value(),
        description: render(lang, &format!("explain.{}", label.name), &args),
        details: explanation.details().iter().map(|d| node(lang, d)).collect(),
    }
}

/// The passages that vectors found, or else the part of the record's text that says most about the
/// query, cut at the configured length.
fn snippet(plan: &Plan, passages: Option<&Vec<String>>, full: &str) -> String {
    let most = plan.tuning().vector_snippet_max_chars as usize;
    match passages {
        Some(passages) => shortened(&passages.join(" … "), most),
        None => shortened(&best_part(full, &plan.text.tokens, most), most),
    }
}

/// The text of an item that a snippet comes from: its notes where they hold more of the tokens than its
/// description, else that, or, where it has none, its name.
fn telling_text<'a>(item: &'a Item, tokens: &[String]) -> &'a str {
    let description = item.description.as_deref().unwrap_or_default();
    match item.notes.as_deref() {
        Some(notes) if held(notes, tokens) > held(description, tokens) => notes,
        _ if description.is_empty() => &item.name,
        _ => description,
    }
}

/// How many of the tokens stand in the text.
fn held(text: &str, tokens: &[String]) -> usize {
    let folded = normalize_text(text);
    tokens.iter().filter(|token| folded.contains(token.as_str())).count()
}

/// Cuts at a character boundary, with `…` in place of what is cut.
fn shortened(text: &str, most: usize) -> String {
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
    let counts: Vec<usize> = sentences.iter().map(|s| held(s, tokens)).collect();
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
        assert_eq!(shortened("ação rápida", 5), "ação…");
        assert_eq!(shortened("ação", 4), "ação");
    }

    #[test]
    fn shows_the_part_that_matters() {
        let text = "Primeira frase longa sem nada. Segunda frase fala de ferrugem da soja. Terceira.";
        let part = best_part(text, &["ferrugem".into(), "soja".into()], 50);
        assert!(part.starts_with("… Segunda"), "{part}");
    }
}
