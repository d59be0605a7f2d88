//! Explanations for people: terms, candidates, and scores as trees.

use super::cards::{card_without_rows, one_line, shorten_text};
use celeiro_app::inspect::explain_item::{ItemExplanation, RecordRank, ScoreRow, reasons_in_words};
use celeiro_app::inspect::record_name::RecordName;
use celeiro_app::inspect::rerank::CounterfactualAnswer;
use celeiro_app::inspect::search_halves::{LexicalTrace, TermTrace, VectorTrace};
use celeiro_app::inspect::turning::turning_in_words;
use celeiro_app::messages::{format_number, translate, translate_with};
use celeiro_domain::explain::Rule;
use celeiro_domain::inspect::Counterfactual;
use celeiro_domain::search::{ExplanationNode, Lang, SearchResponse};

/// What words found.
pub fn render_lexical(lang: Lang, trace: &LexicalTrace) -> String {
    let mut out = label_value(lang, "cli.explain.normalized", &trace.normalized);
    out += &label_value(lang, "cli.explain.tokens", &trace.tokens.join(" "));
    out += &trace.terms.iter().map(|t| render_term(lang, t)).collect::<String>();
    out += &label_value(lang, "cli.explain.fetched", &trace.fetched.to_string());
    for candidate in &trace.candidates {
        out += &format!(
            "\n{}",
            render_ranked_record(lang, candidate.rank, &candidate.record, candidate.score.value)
        );
        out += &render_score_tree(lang, &candidate.score);
    }
    out
}

/// What vectors found.
pub fn render_vector(lang: Lang, trace: &VectorTrace) -> String {
    let model = match (&trace.model, trace.dimensions) {
        (Some(model), Some(dimensions)) => format!("{model} ({dimensions})"),
        _ => translate(lang, "cli.explain.noModel"),
    };
    let mut out = label_value(lang, "cli.explain.model", &model);
    let threshold = trace.threshold.map_or_else(|| "–".to_owned(), |t| format_number(lang, t, 3));
    out += &label_value(lang, "cli.explain.threshold", &threshold);
    out += &label_value(lang, "cli.explain.fetched", &trace.fetched.to_string());
    for candidate in &trace.candidates {
        out += &format!(
            "\n{}",
            render_ranked_record(lang, candidate.rank, &candidate.record, candidate.distance)
        );
        for snippet in &candidate.snippets {
            out += &format!("     {}\n", shorten_text(&one_line(snippet), 200));
        }
    }
    out
}

/// The whole tree of each hit.
pub fn render_hybrid(lang: Lang, found: &SearchResponse) -> String {
    let mut out = label_value(lang, "cli.explain.tokens", &found.tokens.join(" "));
    for (place, hit) in (1..).zip(&found.results) {
        out += &format!("\n{}", card_without_rows(lang, place, hit));
        if let Some(explanation) = &hit.explanation {
            out += &render_score_tree(lang, explanation);
        }
    }
    out
}

/// Where one record stands, and what sets it apart from another.
pub fn render_explained_item(lang: Lang, explained: &ItemExplanation) -> String {
    let mut out = render_record_rank(lang, &explained.standing);
    if let Some(against) = &explained.against {
        out += &format!("\n{}", render_record_rank(lang, against));
    }
    if let Some(difference) = &explained.difference {
        let gap = difference.iter().map(|row| row.value).sum::<f64>();
        let gap = ("gap", format_number(lang, gap, 4));
        out += &format!("\n{}\n", translate_with(lang, "cli.explain.difference", &[gap]));
        out += &difference.iter().map(|row| score_row(lang, row)).collect::<String>();
    }
    let difference = explained.difference.as_deref().unwrap_or_default();
    let turning = explained.counterfactual.as_ref();
    let turning = turning.and_then(|answer| {
        turning_in_words(lang, answer, difference, &|value| format_number(lang, value, 4))
    });
    if let Some(turning) = turning {
        out += &format!("{turning}\n");
    }
    out
}

/// Pairs that are named; the others are only counted.
const NAMED_PAIRS: usize = 10;

/// What else the change of weight would turn, in this search and in the queries of `set`.
pub fn render_turned(lang: Lang, set: &str, answer: &CounterfactualAnswer) -> String {
    if !matches!(answer.counterfactual, Counterfactual::Weight { .. }) {
        return String::new();
    }
    let places = [
        ("here", answer.turned_here.to_string()),
        ("elsewhere", answer.turned.to_string()),
        ("set", set.to_owned()),
    ];
    let mut out = translate_with(lang, "cli.explain.alsoTurned", &places) + "\n";
    for pair in answer.pairs.iter().take(NAMED_PAIRS) {
        let [above, below] = [&pair.above, &pair.below].map(|name| shorten_text(&one_line(&name.title), 40));
        let query = shorten_text(&one_line(&pair.query), 40);
        let places = [("query", query), ("above", above), ("below", below)];
        out += &format!("     {}\n", translate_with(lang, "cli.explain.pair", &places));
    }
    for (key, count) in [("cli.explain.untried", answer.untried), ("cli.explain.leftOut", answer.left_out)] {
        if count > 0 {
            out += &format!("     {}\n", translate_with(lang, key, &[("count", count.to_string())]));
        }
    }
    out
}

/// Renders where a record stands, with its score, or why it is not in the result.
fn render_record_rank(lang: Lang, standing: &RecordRank) -> String {
    let (id, external, title) = match (&standing.item, &standing.faq) {
        (Some(item), _) => (item.id.to_string(), &item.external_id, item.name.as_str()),
        (_, Some(faq)) => (faq.id.to_string(), &faq.external_id, faq.question.as_str()),
        _ => (String::new(), &None, ""),
    };
    let id = external.clone().unwrap_or(id);
    let value = standing.score.map_or_else(|| "–".to_owned(), |score| format_number(lang, score, 4));
    let rank = standing.place.map_or_else(|| "–".to_owned(), |place| place.to_string());
    let title = shorten_text(&one_line(title), 70);
    let mut out = translate_with(
        lang,
        "cli.explain.record",
        &[("rank", rank), ("title", title), ("id", id), ("value", value)],
    );
    out.push('\n');
    for reason in reasons_in_words(lang, standing, &|margin| format_number(lang, margin, 4)) {
        out += &format!("     {reason}\n");
    }
    out + &standing.rows.iter().map(|row| score_row(lang, row)).collect::<String>()
}

/// Renders one part of a score, to four decimals.
fn score_row(lang: Lang, row: &ScoreRow) -> String {
    format!("     {:>10}  {}\n", format_number(lang, row.value, 4), row.detail)
}

/// Renders a line of a translated label and its value.
fn label_value(lang: Lang, key: &str, value: &str) -> String {
    format!("{:<14} {value}\n", translate(lang, key))
}

/// Renders a term of the query with its synonyms and corrections.
fn render_term(lang: Lang, term: &TermTrace) -> String {
    let mut out = label_value(lang, "cli.explain.term", &term.token);
    for (key, words) in
        [("cli.explain.synonyms", &term.synonyms), ("cli.explain.corrections", &term.corrections)]
    {
        if !words.is_empty() {
            out += &label_value(lang, key, &format!("  {}", words.join(", ")));
        }
    }
    out
}

/// Renders one line: rank, title, id and value of a record.
fn render_ranked_record(lang: Lang, rank: u32, record: &RecordName, value: f64) -> String {
    let id = record.external_id.clone().unwrap_or_else(|| record.id.to_string());
    let title = shorten_text(&one_line(&record.title), 70);
    translate_with(
        lang,
        "cli.explain.record",
        &[("rank", rank.to_string()), ("title", title), ("id", id), ("value", format_number(lang, value, 4))],
    ) + "\n"
}

/// A score and everything below it: value, how it comes about, what it stands for.
pub fn render_score_tree(lang: Lang, root: &ExplanationNode) -> String {
    let mut out = String::new();
    render_score_branch(lang, root, "     ", "     ", &mut out);
    out
}

/// Renders a node and those below it; `first` and `rest` are the margins of its first and other lines.
fn render_score_branch(lang: Lang, node: &ExplanationNode, first: &str, rest: &str, out: &mut String) {
    let rule = match node.kind {
        Rule::Given => "",
        Rule::Sum => " Σ",
        Rule::Product => " ×",
        Rule::Function => " ƒ",
    };
    *out += &format!("{first}{}{rule}  {}\n", format_number(lang, node.value, 4), node.description);
    let last = node.details.len().saturating_sub(1);
    for (at, detail) in node.details.iter().enumerate() {
        let (own, below) = if at == last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        render_score_branch(lang, detail, &format!("{rest}{own}"), &format!("{rest}{below}"), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(kind: Rule, value: f64, details: Vec<ExplanationNode>) -> ExplanationNode {
        ExplanationNode { name: "x".into(), kind, value, description: format!("d{value}"), details }
    }

    #[test]
    fn branches_hang_where_they_belong() {
        let inner = node(Rule::Product, 2.0, vec![node(Rule::Given, 2.0, vec![])]);
        let root = node(Rule::Sum, 3.0, vec![inner, node(Rule::Given, 1.0, vec![])]);
        let lines = render_score_tree(Lang::En, &root);
        assert_eq!(
            lines,
            "     3.0000 Σ  d3\n     ├─ 2.0000 ×  d2\n     │  └─ 2.0000  d2\n     └─ 1.0000  d1\n"
        );
    }
}
