//! What labels and leaflets say of what a message asks on the use of products, as a model is given it.
//!
//! Other documents of a product are no source of a dose: nothing of theirs stands here, and what search finds in them
//! comes without doses.

use super::payload::SEPARATOR;
use crate::catalog::DocumentKind;
use crate::catalog::brief::SHORT_CHARS;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::grounding::claims::{UseTopics, find_use_statements};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::stems_of;
use crate::search::Hit;

/// Most statements of one item.
const MOST_OF_ITEM: usize = 3;

/// The section of labels and leaflets, its items numbered as in the catalog payload; nothing where the message asks
/// for no use, or no document states any.
pub fn documents_section(message: &str, items: &[Hit]) -> Option<String> {
    let topics = UseTopics::asked_in(message);
    let numbered = items.iter().filter(|hit| hit.item.is_some()).zip(1_u32..);
    let lines: Vec<String> = numbered
        .flat_map(|(hit, number)| {
            let stated = write_statements(hit, &topics, message);
            stated.into_iter().map(move |statement| format!("{number}. {statement}"))
        })
        .collect();
    (!lines.is_empty()).then(|| format!("Bulas e rótulos ({}): {}", lines.len(), lines.join(SEPARATOR)))
}

/// What the documents of one item say of the use that the message asks for, for the end of its line; of all uses where
/// there is no message.
pub fn document_fields(message: &str, hit: &Hit) -> String {
    let topics = if message.is_empty() { UseTopics::all() } else { UseTopics::asked_in(message) };
    write_statements(hit, &topics, message).iter().map(|statement| format!(" | {statement}")).collect()
}

/// `bula «Bula 2024», página 2: Soja: 0,3 a 0,5 L/ha`, each as one harmless line.
fn write_statements(hit: &Hit, topics: &UseTopics, message: &str) -> Vec<String> {
    if hit.documents.is_empty() || topics.is_empty() {
        return Vec::new();
    }
    let asked: Vec<String> = telling_words(message).iter().flat_map(|word| stems_of(word)).collect();
    let count_held = |stems: &[String]| asked.iter().filter(|stem| stems.contains(stem)).count();
    let stated = find_use_statements(&hit.documents, topics, count_held, MOST_OF_ITEM);
    let line = |kind: DocumentKind, title: &str, page: Option<u32>, text: &str| {
        let kind = if kind == DocumentKind::Label { "rótulo" } else { "bula" };
        let page = page.map(|page| format!(", página {page}")).unwrap_or_default();
        format!("{kind} «{}»{page}: {text}", sanitize_field(title, SHORT_CHARS))
    };
    stated.iter().map(|one| line(one.document.kind, one.document.title(), one.page, &one.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::DocumentText;
    use crate::chat::answer::sanitize::tests::hostile;
    use crate::chat::types::sources::tests::item_hit;
    use proptest::prelude::*;

    fn hit(name: &str, kind: DocumentKind, text: &str) -> Hit {
        let documents = vec![DocumentText { name: name.into(), kind, text: text.into() }];
        Hit { documents, ..item_hit("Ferrugen", None, "s") }
    }

    #[test]
    fn a_leaflet_is_named_with_its_page_and_a_brochure_says_nothing() {
        let leaflet = hit("Bula.pdf", DocumentKind::Leaflet, "Capa\u{c}Soja: 0,5 L/ha.");
        let brochure = hit("Folheto.pdf", DocumentKind::Other, "Soja: 9 L/ha.");
        let hits = [brochure.clone(), leaflet.clone()];
        assert_eq!(
            documents_section("qual a dose na soja?", &hits).unwrap(),
            "Bulas e rótulos (1): 2. bula «Bula», página 2: Soja: 0,5 L/ha."
        );
        assert_eq!(documents_section("quanto custa?", &hits), None);
        assert_eq!(document_fields("", &leaflet), " | bula «Bula», página 2: Soja: 0,5 L/ha.");
        assert_eq!(document_fields("quanto custa?", &leaflet), "");
        assert_eq!(document_fields("", &brochure), "");
    }

    proptest! {
        #[test]
        fn no_document_ends_its_line_or_forges_a_mark(name in hostile(), text in hostile()) {
            let hit = hit(&name, DocumentKind::Label, &format!("{text} Dose: 2 L/ha. {text}"));
            let fields = document_fields("", &hit);
            prop_assert!(!fields.contains(['\n', '<', '>', '[', ']']), "{}", fields);
            let section = documents_section("dose", &[hit]).unwrap_or_default();
            prop_assert!(!section.contains(['\n', '<', '>', '[', ']']), "{}", section);
        }
    }
}
