//! Hits as sent to clients, with score explanations in words.

use crate::messages::{translate, translate_with, write_decimal};
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::explain::Explanation;
use celeiro_domain::rank::{PlacedCandidate, RankedHit};
use celeiro_domain::search::{ExplanationNode, Hit, Lang, Source};

/// A candidate of which no more is known than its place: without its record, its text and reasons.
pub(crate) fn unread_hit(placed: &PlacedCandidate) -> Hit {
    let vector_rank = placed.vector.map(|v| v.rank);
    Hit {
        item: None,
        faq: None,
        source: classify_hit_source(vector_rank, placed.lexical_rank, placed.named),
        score: placed.score,
        vector_score: placed.vector.map(|v| (-v.distance).clamp(0.0, 1.0)),
        vector_distance: placed.vector.map(|v| v.distance),
        lexical_score: None,
        lexical_signals: None,
        lexical_rank: placed.lexical_rank,
        vector_rank,
        snippet: String::new(),
        stock: None,
        documents: Vec::new(),
        explanation: None,
    }
}

/// A candidate without its record: its scores, with the whole explanation where it was shown.
pub(crate) fn bare_hit(lang: Lang, ranked: RankedHit, shown: bool) -> Hit {
    let mut hit = build_hit(lang, ranked, None, None, String::new(), shown);
    // The signals of what was not shown are not opened, and there are hundreds.
    hit.lexical_signals = hit.lexical_signals.filter(|_| shown);
    hit
}

/// The rows of a score without what each comes from.
pub(crate) fn rows_only(lang: Lang, explanation: &Explanation) -> ExplanationNode {
    let mut root = node(lang, explanation);
    root.details.iter_mut().for_each(|row| row.details.clear());
    root
}

/// A tree in a person's language. Fields are named by their own key of the translation files, and figures
/// have the language's mark.
pub(crate) fn node(lang: Lang, explanation: &Explanation) -> ExplanationNode {
    let label = explanation.label();
    let args: Vec<(&'static str, String)> = label
        .args
        .iter()
        .map(|(name, value)| {
            let shown = match *name {
                "field" => translate(lang, value),
                "mean" | "deviation" | "floor" | "full" => write_decimal(lang, value),
                _ => value.clone(),
            };
            (*name, shown)
        })
        .collect();
    ExplanationNode {
        name: label.name.to_owned(),
        kind: explanation.rule(),
        value: explanation.value(),
        description: translate_with(lang, &format!("explain.{}", label.name), &args),
        details: explanation.details().iter().map(|d| node(lang, d)).collect(),
    }
}

/// Which list found a record. One that only another order brought, or that the query names, is there by
/// its words.
pub(crate) fn classify_hit_source(
    vector_rank: Option<u32>,
    lexical_rank: Option<u32>,
    named: bool,
) -> Source {
    match (vector_rank.is_some(), lexical_rank.is_some() || named) {
        (true, true) => Source::Both,
        (true, false) => Source::Vector,
        (false, _) => Source::Lexical,
    }
}

/// Builds the hit of a search from a ranked candidate; with `explain`, with the explanation of its score.
pub(crate) fn build_hit(
    lang: Lang,
    ranked: RankedHit,
    item: Option<Item>,
    faq: Option<Faq>,
    snippet: String,
    explain: bool,
) -> Hit {
    // What vectors alone found has a score by words too where words of it count; that does
    // not make it found by words.
    let scored =
        ranked.named || ranked.lexical_rank.is_some() || !ranked.lexical.signals.tokens_hit.is_empty();
    let source = classify_hit_source(ranked.vector_rank, ranked.lexical_rank, ranked.named);
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
        stock: None,
        documents: Vec::new(),
        explanation: explain.then(|| node(lang, &ranked.explanation)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::explain::Label;

    #[test]
    fn a_hit_is_of_the_lists_that_hold_it_and_one_that_the_query_names_is_of_the_words() {
        for (vector, lexical, named, source) in [
            (Some(1), Some(4), false, Source::Both),
            (Some(1), None, false, Source::Vector),
            (Some(1), None, true, Source::Both),
            (None, Some(1), false, Source::Lexical),
            (None, None, true, Source::Lexical),
            (None, None, false, Source::Lexical),
        ] {
            assert_eq!(classify_hit_source(vector, lexical, named), source, "{vector:?} {lexical:?} {named}");
        }
    }

    #[test]
    fn the_rows_of_a_score_add_up_to_it_without_what_each_comes_from() {
        let part = |value| Explanation::of_value(Label::new("vector"), value);
        let whole = Explanation::sum(
            Label::new("score"),
            vec![Explanation::product(Label::new("part"), vec![part(2.0), part(3.0)]), part(1.5)],
        );
        let rows = rows_only(Lang::En, &whole);
        assert_eq!(rows.value, 7.5);
        assert_eq!(rows.details.iter().map(|row| row.value).collect::<Vec<_>>(), [6.0, 1.5]);
        assert!(rows.details.iter().all(|row| row.details.is_empty()));
    }
}
