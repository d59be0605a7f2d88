//! Shared page of a comparison: two records in one search.

use super::page::{draw_bar, format_moment, format_signed, render_shared_page};
use crate::inspect::explain_item::{RecordRank, ScoreRow, reasons_in_words};
use crate::inspect::turning::turning_in_words;
use crate::messages::{format_number, translate, translate_with};
use crate::share::api::SharedComparison;
use celeiro_domain::search::Lang;
use maud::{Markup, html};

/// The page.
pub(crate) fn comparison_page(lang: Lang, shared: &SharedComparison) -> String {
    let say = |key: &str| translate(lang, &format!("share.{key}"));
    let explanation = &shared.explanation;
    let (a, b) = (&explanation.standing, explanation.against.as_ref());
    let difference = explanation.difference.as_deref().unwrap_or_default();
    let turning = explanation.counterfactual.as_ref();
    let turning = turning.and_then(|answer| {
        turning_in_words(lang, answer, difference, &|value| format_number(lang, value, 4))
    });
    let body = html! {
        p.dim { (say("comparison")) }
        h1 { bdi { (shared.search.query) } }
        div.pair {
            (render_record_card(lang, "A", a))
            @if let Some(b) = b { (render_record_card(lang, "B", b)) }
        }
        @if let Some(difference) = &explanation.difference {
            h2 { (say("difference")) }
            p.dim { (say("differenceHint")) }
            (render_score_rows(lang, difference, true))
        }
        @if let Some(answer) = turning {
            p { (answer) }
        }
        h2 { (say("rowsOf")) " A" }
        (render_score_rows(lang, &a.rows, false))
        @if let Some(b) = b {
            h2 { (say("rowsOf")) " B" }
            (render_score_rows(lang, &b.rows, false))
        }
    };
    let model = shared.embedding_model.clone().unwrap_or_else(|| say("noModel"));
    let foot = [
        (say("profile"), format!("{} ({})", shared.profile.name, shared.fusion.as_str())),
        (say("model"), model),
        (say("program"), format!("Celeiro {}", shared.program)),
        (say("madeAt"), format_moment(lang, shared.made_at)),
    ];
    render_shared_page(lang, &shared.search.query, &body, &foot)
}

/// What a record is, its score and its place.
fn render_record_card(lang: Lang, letter: &str, standing: &RecordRank) -> Markup {
    let (name, about, id) = match (&standing.item, &standing.faq) {
        (Some(item), _) => {
            let about = [&item.category, &item.manufacturer].into_iter().flatten().cloned();
            (item.name.clone(), about.collect::<Vec<_>>().join(" · "), item.external_id.clone())
        }
        (_, Some(faq)) => (faq.question.clone(), String::new(), faq.external_id.clone()),
        _ => Default::default(),
    };
    let score = standing.score.map_or_else(|| "–".to_owned(), |score| format_number(lang, score, 3));
    html! {
        section.card {
            span.letter { (letter) }
            h3 { bdi { (name) } }
            @if !about.is_empty() { p.dim { bdi { (about) } } }
            @if let Some(id) = id { p.dim { bdi { (id) } } }
            p.score { (score) }
            p { (describe_record_place(lang, standing)) }
        }
    }
}

/// The place in the result, or every reason why it is not in it.
fn describe_record_place(lang: Lang, standing: &RecordRank) -> String {
    if standing.stage.is_none() {
        let place = standing.place.map_or_else(|| "–".to_owned(), |place| place.to_string());
        return translate_with(lang, "share.place", &[("place", place)]);
    }
    reasons_in_words(lang, standing, &|margin| format_number(lang, margin, 4)).join("; ")
}

/// What is less than this is nothing.
const NOTHING: f64 = 1e-9;

/// Rows with a bar each and their sum.
fn render_score_rows(lang: Lang, rows: &[ScoreRow], with_sign: bool) -> Markup {
    let shown_rows = || rows.iter().filter(|row| row.value.abs() > NOTHING);
    let most = rows.iter().map(|row| row.value.abs()).fold(0.0, f64::max);
    let sum: f64 = rows.iter().map(|row| row.value).sum();
    let format_value =
        |value: f64| if with_sign { format_signed(lang, value, 4) } else { format_number(lang, value, 4) };
    html! {
        div.wide {
            table {
                thead {
                    tr {
                        th scope="col" { (translate(lang, "share.row")) }
                        th.n scope="col" { (translate(lang, "share.value")) }
                        th.plot { }
                    }
                }
                tbody {
                    @for row in shown_rows() {
                        tr {
                            td { bdi { (row.detail) } }
                            td.n { (format_value(row.value)) }
                            td.plot { (draw_bar(row.value, most)) }
                        }
                    }
                    tr.total { td { (translate(lang, "share.sum")) } td.n { (format_value(sum)) } td { } }
                }
            }
        }
    }
}
