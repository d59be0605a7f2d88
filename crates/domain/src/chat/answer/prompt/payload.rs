//! The exact texts in which search results reach a model, in Portuguese, one line each.
//!
//! Everything that comes from a record goes through [`field`], so that a payload of N hits falls
//! apart at ` || ` into exactly N, whatever the records say.

use crate::catalog::Item;
use crate::catalog::brief::{NAME_CHARS, SHORT_CHARS, TAGS_CHARS};
use crate::catalog::stock::HitStock;
use crate::chat::answer::sanitize::{cut_text, sanitize_field};
use crate::chat::grounding::packages::{write_item_price, write_packages};
use crate::search::{Hit, Source};

/// Between two results.
pub const SEPARATOR: &str = " || ";

/// Longest texts that a payload quotes besides, in characters.
const SNIPPET_CHARS: usize = 800;
const QUESTION_CHARS: usize = 400;
const ANSWER_CHARS: usize = 1_500;
const QUERY_CHARS: usize = 200;

/// The FAQ results: `Q: … | A: …`, joined by ` || `.
pub fn build_faq_payload(hits: &[Hit]) -> String {
    let faqs: Vec<String> = hits
        .iter()
        .filter_map(|hit| hit.faq.as_ref())
        .map(|faq| {
            format!(
                "Q: {} | A: {}",
                sanitize_field(&faq.question, QUESTION_CHARS),
                sanitize_field(&faq.answer, ANSWER_CHARS)
            )
        })
        .collect();
    if faqs.is_empty() { "Nenhuma FAQ relevante encontrada.".to_owned() } else { faqs.join(SEPARATOR) }
}

/// The section that a FAQ payload of `count` results makes.
pub fn faq_section(count: usize, payload: &str) -> String {
    format!("FAQs relevantes ({count}): {payload}")
}

/// The catalog results, for `query`: a heading and one numbered hit after the other, joined by
/// ` || `. The numbers are the items' marks.
pub fn build_catalog_payload(query: &str, hits: &[Hit]) -> String {
    let query = sanitize_field(query, QUERY_CHARS).replace('"', "'");
    let items: Vec<String> = hits
        .iter()
        .filter_map(|hit| hit.item.as_ref().map(|item| (hit, item)))
        .zip(1..)
        .map(|((hit, item), index)| format_catalog_hit(hit, item, index))
        .collect();
    if items.is_empty() {
        return format!("Nenhum item do catálogo encontrado para \"{query}\".");
    }
    let heading = format!("Busca híbrida por \"{query}\" ({}): ", items.len());
    heading + &items.join(SEPARATOR)
}

/// A hit of the catalog as a numbered line; absent fields are named as such.
fn format_catalog_hit(hit: &Hit, item: &Item, index: u32) -> String {
    let tags: Vec<String> = item.tags.iter().map(|tag| sanitize_field(tag, SHORT_CHARS)).collect();
    let packages = write_packages(item);
    let packages = if packages.is_empty() { packages } else { format!(" | Embalagens: {packages}") };
    let stock = hit.stock.as_ref().and_then(HitStock::write_count);
    let stock =
        stock.map(|stock| format!(" | Estoque: {}", sanitize_field(&stock, SHORT_CHARS))).unwrap_or_default();
    let parts = [
        format!("{index}. {}", sanitize_field(&item.name, NAME_CHARS)),
        format!("Categoria: {}", text_or(item.category.as_deref(), "não informada")),
        format!("Fabricante: {}", text_or(item.manufacturer.as_deref(), "não informado")),
        format!("Preço: {}{packages}{stock}", write_item_price(item)),
        format!("Tags: {}", text_or(Some(&cut_text(&tags.join(", "), TAGS_CHARS)), "nenhuma")),
        format!("Fonte: {}", name_halves(hit.source)),
        format!("Score: {}", format_hit_scores(hit)),
        format!(
            "Snippet: {}",
            text_or(Some(&sanitize_field(choose_snippet(hit, item), SNIPPET_CHARS)), "nenhum")
        ),
    ];
    parts.join(" | ")
}

/// The passage that was found, or the description.
fn choose_snippet<'a>(hit: &'a Hit, item: &'a Item) -> &'a str {
    let found = hit.snippet.as_str();
    if found.trim().is_empty() { item.description.as_deref().unwrap_or_default() } else { found }
}

/// The text as a field, or `absent` where it is blank.
fn text_or(text: Option<&str>, absent: &str) -> String {
    let text = text.map(|text| sanitize_field(text, TAGS_CHARS.max(SNIPPET_CHARS))).unwrap_or_default();
    if text.is_empty() { absent.to_owned() } else { text }
}

/// The halves of the search that found a hit, in the words of the prompt.
fn name_halves(source: Source) -> &'static str {
    match source {
        Source::Lexical => "lexical",
        Source::Vector => "vetorial",
        Source::Both => "vetorial+lexical",
    }
}

/// `vec:0.812 lex:7.50`, each where it is there.
fn format_hit_scores(hit: &Hit) -> String {
    let vector = hit.vector_score.map(|score| format!("vec:{score:.3}"));
    let lexical = hit.lexical_score.map(|score| format!("lex:{score:.2}"));
    let both: Vec<String> = vector.into_iter().chain(lexical).collect();
    if both.is_empty() { format!("{:.3}", hit.score) } else { both.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::answer::sanitize::tests::hostile;
    use crate::chat::answer::sanitize::{FENCE_CLOSE, FENCE_OPEN};
    use crate::chat::grounding::packages::tests::packed_hit;
    use crate::chat::types::sources::tests::{faq_hit, item_hit};
    use proptest::prelude::*;

    #[test]
    fn the_catalog_payload_is_exact() {
        let mut second = item_hit("Base", None, "");
        second.source = Source::Lexical;
        second.vector_score = None;
        let hits = [item_hit("Ferrugen 200 SC", Some("1234.56"), "Controla a\nferrugem."), second];
        assert_eq!(
            build_catalog_payload("fungicida \"soja\"", &hits),
            "Busca híbrida por \"fungicida 'soja'\" (2): 1. Ferrugen 200 SC | Categoria: Fungicidas | Fabricante: Quiruá | \
             Preço: R$ 1.234,56 | Tags: soja, ferrugem | Fonte: vetorial+lexical | Score: vec:0.812 lex:7.50 | \
             Snippet: Controla a ferrugem. || 2. Base | Categoria: Fungicidas | Fabricante: Quiruá | \
             Preço: preço indisponível | Tags: soja, ferrugem | Fonte: lexical | Score: lex:7.50 | Snippet: nenhum"
        );
        assert_eq!(build_catalog_payload("xyz", &[]), "Nenhum item do catálogo encontrado para \"xyz\".");
    }

    #[test]
    fn prices_of_packages_stand_in_the_place_of_one_that_an_item_lacks() {
        let payload = build_catalog_payload("ureia", &[packed_hit("Ureia")]);
        assert!(
            payload.contains(" | Preço: por embalagem | Embalagens: saco 25 kg: R$ 189,90 (R$ 7,60/kg); "),
            "{payload}"
        );
        assert!(!payload.contains("indisponível"), "{payload}");
    }

    #[test]
    fn the_faq_payload_is_exact() {
        let hits = [faq_hit("Prazo?", "Até 5 dias."), faq_hit("Pix?", "Sim.")];
        assert_eq!(
            faq_section(2, &build_faq_payload(&hits)),
            "FAQs relevantes (2): Q: Prazo? | A: Até 5 dias. || Q: Pix? | A: Sim."
        );
        assert_eq!(
            faq_section(0, &build_faq_payload(&[])),
            "FAQs relevantes (0): Nenhuma FAQ relevante encontrada."
        );
    }

    #[test]
    fn a_snippet_is_cut() {
        let payload = build_catalog_payload("q", &[item_hit("A", None, &"x".repeat(10_000))]);
        assert!(payload.ends_with('…') && payload.chars().count() < 1_200);
    }

    fn is_one_harmless_line(payload: &str) -> bool {
        !payload.contains(['\n', '\r', '<', '>', '[', ']', '\u{202e}', '\u{200b}'])
            && !payload.contains(FENCE_OPEN)
            && !payload.contains(FENCE_CLOSE)
    }

    proptest! {
        #[test]
        fn n_hits_are_n_hits(
            texts in proptest::collection::vec((hostile(), hostile(), hostile(), hostile()), 1..6), query in hostile()
        ) {
            let hits: Vec<Hit> = texts.iter().map(|(name, snippet, tag, maker)| {
                let mut hit = item_hit(name, Some("1"), snippet);
                if let Some(item) = hit.item.as_mut() {
                    item.tags = vec![tag.clone(), "ok".into()];
                    item.manufacturer = Some(maker.clone());
                    item.currency = tag.clone();
                }
                hit
            }).collect();
            let payload = build_catalog_payload(&query, &hits);
            prop_assert!(payload.starts_with("Busca híbrida"));
            prop_assert_eq!(payload.split(SEPARATOR).count(), hits.len());
            prop_assert!(payload.split(SEPARATOR).all(|hit| hit.split(" | ").count() == 8), "{}", payload);
            prop_assert!(is_one_harmless_line(&payload), "{}", payload);

            let faqs: Vec<Hit> = texts.iter().map(|(question, answer, ..)| faq_hit(question, answer)).collect();
            let payload = build_faq_payload(&faqs);
            prop_assert_eq!(payload.split(SEPARATOR).count(), faqs.len());
            prop_assert!(payload.split(SEPARATOR).all(|faq| faq.starts_with("Q: ") && faq.split(" | A: ").count() == 2));
            prop_assert!(is_one_harmless_line(&payload), "{}", payload);
        }
    }
}
