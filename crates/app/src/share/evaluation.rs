//! Shared page of an evaluation: two profiles on judged queries, or a single profile.

use super::page::{draw_bar, format_moment, format_signed, render_shared_page};
use crate::bench::eval::WithoutVectors;
use crate::messages::{format_number, name_of, translate, translate_with};
use crate::share::api::SharedEvaluation;
use celeiro_domain::bench::{QualityChange, QueryChange};
use celeiro_domain::search::Lang;
use maud::{Markup, html};

/// The page.
pub(crate) fn evaluation_page(lang: Lang, shared: &SharedEvaluation) -> String {
    let say = |key: &str| translate(lang, &format!("share.{key}"));
    let report = &shared.report;
    let single = shared.before == shared.after && shared.before_fusion == shared.after_fusion;
    let title = match single {
        true => shared.before.name.clone(),
        false => format!("{} → {}", shared.before.name, shared.after.name),
    };
    let overall = &report.comparison.overall;
    let all = say("allQueries");
    let classes = report.comparison.per_class.iter().map(|(class, change)| (class.as_str(), change));
    let body = html! {
        p.dim { (say("evaluation")) }
        h1 { bdi { (title) } }
        @if let Some(without) = report.without_vectors {
            p.warning role="alert" {
                (warn_of_missing_vectors(lang, without, report.comparison.queries.len()))
            }
        }
        (render_profile_cards(lang, shared, single))
        h2 { (say("byClass")) }
        (render_class_table(lang, std::iter::once((all.as_str(), overall)).chain(classes), single))
        h2 { (say("byQuery")) }
        @if !single { p.dim { (say("worstFirst")) } }
        (render_query_table(lang, &report.comparison.queries, single))
    };
    let model = shared.embedding_model.clone().unwrap_or_else(|| say("noModel"));
    let foot = [
        (say("model"), model),
        (say("program"), format!("Celeiro {}", shared.program)),
        (say("madeAt"), format_moment(lang, shared.made_at)),
    ];
    render_shared_page(lang, &title, &body, &foot)
}

/// That words answered some of `of` queries alone.
fn warn_of_missing_vectors(lang: Lang, without: WithoutVectors, of: usize) -> String {
    let reason = translate(lang, &format!("cli.search.fallback.{}", name_of(&without.reason)));
    let places = [("count", without.queries.to_string()), ("of", of.to_string()), ("reason", reason)];
    translate_with(lang, "cli.eval.withoutVectors", &places)
}

/// A card with the figures of each profile; of one alone where both are the same.
fn render_profile_cards(lang: Lang, shared: &SharedEvaluation, single: bool) -> Markup {
    let both = [&shared.report.before, &shared.report.after];
    let shown = if single { &both[..1] } else { &both[..] };
    html! {
        div.pair {
            @for compared in shown {
                section.card {
                    h3 { bdi { (compared.profile) } }
                    p.dim { (compared.fusion.as_str()) }
                    p.score { "nDCG@10 " (format_number(lang, compared.quality.ndcg, 4)) }
                    p {
                        "recall@50 " (format_number(lang, compared.quality.recall, 4))
                        " · MRR@10 " (format_number(lang, compared.quality.mrr, 4))
                    }
                }
            }
        }
    }
}

/// The table of classes, with p values where two profiles are compared.
fn render_class_table<'a>(
    lang: Lang,
    rows: impl Iterator<Item = (&'a str, &'a QualityChange)>,
    single: bool,
) -> Markup {
    html! {
        div.wide {
            table {
                thead {
                    tr {
                        th scope="col" { (translate(lang, "cli.eval.class")) }
                        th.n scope="col" { (translate(lang, "cli.eval.queries")) }
                        (render_value_heads(lang, single))
                        @if !single { th.n scope="col" { "p" } }
                    }
                }
                tbody {
                    @for (class, change) in rows {
                        tr {
                            td { bdi { (class) } }
                            td.n { (change.queries) }
                            (render_value_cells(lang, change.before, change.after, change.delta, single))
                            @if !single { td.n { (format_number(lang, change.p_value, 4)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The table of queries; protected ones are marked.
fn render_query_table(lang: Lang, queries: &[QueryChange], single: bool) -> Markup {
    html! {
        div.wide {
            table {
                thead {
                    tr {
                        th scope="col" { (translate(lang, "share.query")) }
                        (render_value_heads(lang, single))
                    }
                }
                tbody {
                    @for query in queries {
                        tr {
                            td {
                                bdi { (query.query) }
                                @if query.protected { span.dim { " · " (translate(lang, "share.protected")) } }
                            }
                            (render_value_cells(lang, query.before, query.after, query.delta, single))
                        }
                    }
                }
            }
        }
    }
}

/// The heads above [`render_value_cells`].
fn render_value_heads(lang: Lang, single: bool) -> Markup {
    html! {
        @if single {
            th.n scope="col" { "nDCG@10" }
        } @else {
            th.n scope="col" { (translate(lang, "share.before")) }
            th.n scope="col" { (translate(lang, "share.after")) }
            th.n scope="col" { (translate(lang, "share.change")) }
            th.plot { }
        }
    }
}

/// The cells of nDCG@10: one value, or before, after and their difference with a bar.
fn render_value_cells(lang: Lang, before: f64, after: f64, delta: f64, single: bool) -> Markup {
    html! {
        td.n { (format_number(lang, before, 4)) }
        @if !single {
            td.n { (format_number(lang, after, 4)) }
            td.n { (format_signed(lang, delta, 4)) }
            td.plot { (draw_bar(delta, 1.0)) }
        }
    }
}
