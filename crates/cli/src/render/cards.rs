//! Search results for people: one card for each hit, with the rows of its score.

use celeiro_app::messages::{format_number, name_of, translate, translate_with};
use celeiro_domain::catalog::{Item, Package};
use celeiro_domain::chat::grounding::packages::write_package;
use celeiro_domain::search::{ExplanationNode, FallbackReason, Hit, Lang, SearchResponse, Source};
use chrono::{DateTime, Local, Utc};

/// Width of running text, in columns.
const WIDTH: usize = 100;
/// Longest snippet, in characters.
const SNIPPET: usize = 220;
/// Most packages of a hit.
const PACKAGES: usize = 3;
/// Longest bar, in characters.
const BAR: usize = 20;

/// Renders a search response.
pub fn search(lang: Lang, found: &SearchResponse) -> String {
    let mut out = String::new();
    for correction in &found.corrections {
        let places = [("token", correction.token.clone()), ("words", correction.words.join(", "))];
        out += &format!("{}\n", translate_with(lang, "cli.search.corrected", &places));
    }
    if found.results.is_empty() {
        out += &format!("{}\n", translate(lang, "cli.search.nothing"));
    }
    for (at, hit) in found.results.iter().enumerate() {
        out += &render_hit_card(lang, at + 1, hit);
        out.push('\n');
    }
    out + &render_footer(lang, found)
}

/// Renders the line below the hits: how many came from where, and in what time.
fn render_footer(lang: Lang, found: &SearchResponse) -> String {
    let places = vec![
        ("count", found.results.len().to_string()),
        ("lexical", found.lexical_count.to_string()),
        ("vector", found.vector_count.to_string()),
        ("profile", found.profile.clone()),
        ("fusion", found.fusion.as_str().to_owned()),
        ("ms", format_number(lang, found.timings.total_ms, 1)),
    ];
    let mut line = translate_with(lang, "cli.search.footer", &places);
    if let Some(reason) = found.fallback_reason {
        line = format!("{line}\n{}", render_words_alone(lang, reason));
    }
    format!("{line}\n")
}

/// Says why only words have answered.
pub fn render_words_alone(lang: Lang, reason: FallbackReason) -> String {
    let reason = translate(lang, &format!("cli.search.fallback.{}", name_of(&reason)));
    translate_with(lang, "cli.search.wordsAlone", &[("reason", reason)])
}

/// Renders one hit with the rows of its score.
fn render_hit_card(lang: Lang, place: usize, hit: &Hit) -> String {
    card_without_rows(lang, place, hit)
        + &hit.explanation.as_ref().map(|e| render_score_rows(lang, e)).unwrap_or_default()
}

/// Renders one hit with its title, facts and score, without the rows of the score.
pub fn card_without_rows(lang: Lang, place: usize, hit: &Hit) -> String {
    let (title, facts) = card_heading(lang, hit);
    let score = format_number(lang, hit.score, 3);
    let room = WIDTH.saturating_sub(4 + score.len());
    let title = shorten_text(&title, room);
    let mut out = format!("{place:>3}. {title:<room$}{score}\n");
    out += &format!("     {}\n", facts.join(" · "));
    let snippet = shorten_text(&one_line(&hit.snippet), SNIPPET);
    for line in wrap_text(&snippet, WIDTH - 5) {
        out += &format!("     {line}\n");
    }
    out
}

/// The title of a hit and the facts below it.
fn card_heading(lang: Lang, hit: &Hit) -> (String, Vec<String>) {
    let source = match hit.source {
        Source::Lexical => "lexical",
        Source::Vector => "vector",
        Source::Both => "both",
    };
    let source = translate(lang, &format!("cli.search.source.{source}"));
    let mut facts: Vec<Option<String>> = Vec::new();
    let title = match (&hit.item, &hit.faq) {
        (Some(item), _) => {
            facts = vec![item.category.clone(), item.manufacturer.clone()];
            let price = item.price.map(|price| format_money(lang, &price.to_string(), &item.currency));
            facts.push(price.or_else(|| write_packages(lang, item)));
            facts.push(item.external_id.clone());
            item.name.clone()
        }
        (_, Some(faq)) => {
            facts.push(faq.external_id.clone());
            faq.question.clone()
        }
        _ => String::new(),
    };
    facts.push(Some(source));
    (title, facts.into_iter().flatten().collect())
}

/// The first packages that an item is sold in, where one has a price.
fn write_packages(lang: Lang, item: &Item) -> Option<String> {
    item.packages_on_sale().find(|package| package.price.is_some())?;
    let write = |package: &Package| write_package(&package.label, package, &item.currency, lang);
    Some(item.packages_on_sale().take(PACKAGES).map(write).collect::<Vec<_>>().join("; "))
}

/// Renders the parts of a score: value, relative size as a bar, description.
fn render_score_rows(lang: Lang, explanation: &ExplanationNode) -> String {
    let most = explanation.details.iter().map(|d| d.value.abs()).fold(0.0, f64::max);
    let line = |part: &ExplanationNode| {
        let length = if most > 0.0 { (part.value.abs() / most * BAR as f64).round() as usize } else { 0 };
        let bar = "▪".repeat(length);
        format!("     {:>10}  {bar:<BAR$}  {}\n", format_number(lang, part.value, 3), part.description)
    };
    explanation.details.iter().filter(|d| d.value != 0.0).map(line).collect()
}

/// Formats a time in the machine's time zone, to the second, with its offset from UTC: `22/11/2026
/// 03:14:15 -03:00`, `2026-11-22 03:14:15 -03:00`.
pub fn moment(lang: Lang, at: DateTime<Utc>) -> String {
    let form = match lang {
        Lang::PtBr => "%d/%m/%Y %H:%M:%S %:z",
        Lang::En => "%Y-%m-%d %H:%M:%S %:z",
    };
    at.with_timezone(&Local).format(form).to_string()
}

/// Formats an amount in the notation of the language: `R$ 1.490,00`, `BRL 1,490.00`. `plain` has a
/// decimal point.
pub fn format_money(lang: Lang, plain: &str, currency: &str) -> String {
    let (whole, cents) = plain.split_once('.').unwrap_or((plain, ""));
    let (group, point) = match lang {
        Lang::PtBr => (".", ","),
        Lang::En => (",", "."),
    };
    let digits: Vec<char> = whole.chars().collect();
    let groups: Vec<String> = digits.rchunks(3).rev().map(|three| three.iter().collect()).collect();
    let sign = if (lang, currency) == (Lang::PtBr, "BRL") { "R$" } else { currency };
    format!("{sign} {}{point}{cents:0<2}", groups.join(group))
}

/// Cuts a text to at most `most` characters; a cut text ends with `…`.
pub fn shorten_text(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

/// Joins the lines of a hit's text with single blanks, for its card.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Wraps a text between words into lines of at most `width` characters; a longer word gets a line of its
/// own.
fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_not_torn() {
        assert_eq!(wrap_text("um dois três", 8), ["um dois", "três"]);
        assert_eq!(wrap_text("", 8), Vec::<String>::new());
    }

    #[test]
    fn moments_are_written_as_people_do() {
        let at = DateTime::from_timestamp(1_795_314_855, 123_456_789).unwrap();
        let (pt, en) = (moment(Lang::PtBr, at), moment(Lang::En, at));
        let zone = at.with_timezone(&Local).format(":15 %:z").to_string();
        assert!(pt.contains("/11/2026 ") && en.starts_with("2026-11-2"), "{pt} {en}");
        assert!(pt.ends_with(&zone) && en.ends_with(&zone), "the zone is said: {pt} {en}");
    }

    #[test]
    fn amounts_are_written_as_people_do() {
        assert_eq!(format_money(Lang::PtBr, "1490", "BRL"), "R$ 1.490,00");
        assert_eq!(format_money(Lang::En, "1234567.5", "BRL"), "BRL 1,234,567.50");
        assert_eq!(format_money(Lang::PtBr, "0.125", "USD"), "USD 0,125");
    }

    #[test]
    fn numbers_are_written_as_people_do() {
        assert_eq!(format_number(Lang::PtBr, 12.3456, 3), "12,346");
        assert_eq!(format_number(Lang::En, 12.3456, 3), "12.346");
    }
}
