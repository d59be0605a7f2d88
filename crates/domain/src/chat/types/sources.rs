//! Numbered records that an answer may cite.
//!
//! Items come before FAQs, each in the order of its search, and numbers start at 1. An item's number in
//! the catalog payload is therefore its citation mark.

use crate::chat::{ChatSource, SourceKind};
use crate::search::{Hit, Source as FoundBy};

/// Numbers the hits of a turn's two searches as sources that its answer may cite.
pub fn number_sources(items: &[Hit], faqs: &[Hit]) -> Vec<ChatSource> {
    let items = items.iter().filter_map(item_source);
    let faqs = faqs.iter().filter_map(faq_source);
    items.chain(faqs).zip(1..).map(|(source, mark)| ChatSource { mark, ..source }).collect()
}

/// Sets `cited` on the sources whose marks are in `cited`, and clears it on the others.
pub fn mark_cited(sources: &mut [ChatSource], cited: &[u32]) {
    for source in sources {
        source.cited = cited.contains(&source.mark);
    }
}

/// The item of a hit as an unnumbered source.
fn item_source(hit: &Hit) -> Option<ChatSource> {
    let item = hit.item.as_ref()?;
    Some(ChatSource {
        kind: SourceKind::Item,
        id: item.id,
        external_id: item.external_id.clone(),
        title: item.name.clone(),
        category: item.category.clone(),
        manufacturer: item.manufacturer.clone(),
        price: item.price.map(|price| price.to_string()),
        currency: item.price.map(|_| item.currency.clone()),
        stock: hit.stock.clone(),
        tags: item.tags.clone(),
        ..source_of(hit)
    })
}

/// The FAQ of a hit as an unnumbered source.
fn faq_source(hit: &Hit) -> Option<ChatSource> {
    let faq = hit.faq.as_ref()?;
    Some(ChatSource {
        kind: SourceKind::Faq,
        id: faq.id,
        external_id: faq.external_id.clone(),
        title: faq.question.clone(),
        tags: faq.tags.clone(),
        ..source_of(hit)
    })
}

/// Creates a source with the fields that items and FAQs share.
fn source_of(hit: &Hit) -> ChatSource {
    ChatSource {
        mark: 0,
        kind: SourceKind::Item,
        id: uuid::Uuid::nil(),
        external_id: None,
        title: String::new(),
        score: hit.score,
        cited: false,
        category: None,
        manufacturer: None,
        price: None,
        currency: None,
        stock: None,
        tags: Vec::new(),
        snippet: hit.snippet.clone(),
        found_by: name_halves(hit.source).to_owned(),
        matched: hit.lexical_signals.as_ref().map(|signals| signals.tokens_hit.clone()).unwrap_or_default(),
    }
}

fn name_halves(source: FoundBy) -> &'static str {
    match source {
        FoundBy::Lexical => "lexical",
        FoundBy::Vector => "vector",
        FoundBy::Both => "vector+lexical",
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::catalog::faq::{Approval, Faq};
    use crate::catalog::{Item, Price, Status};
    use chrono::DateTime;
    use serde_json::Map;
    use uuid::Uuid;

    fn hit(snippet: &str) -> Hit {
        Hit {
            item: None,
            faq: None,
            source: FoundBy::Both,
            score: 0.9,
            vector_score: Some(0.812),
            vector_distance: Some(-0.812),
            lexical_score: Some(7.5),
            lexical_signals: None,
            lexical_rank: Some(1),
            vector_rank: Some(1),
            snippet: snippet.into(),
            stock: None,
            documents: Vec::new(),
            explanation: None,
        }
    }

    /// An item as a search hit.
    pub(crate) fn item_hit(name: &str, price: Option<&str>, snippet: &str) -> Hit {
        let item = Item {
            id: Uuid::from_u128(7),
            external_id: Some("X-1".into()),
            name: name.into(),
            description: Some(snippet.into()),
            category: Some("Fungicidas".into()),
            manufacturer: Some("Quiruá".into()),
            price: price.map(|price| Price::parse(price).expect("a price")),
            currency: "BRL".into(),
            tags: vec!["soja".into(), "ferrugem".into()],
            status: Status::Ativo,
            attributes: Map::new(),
            notes: None,
            packages: Vec::new(),
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
            version: 1,
        };
        Hit { item: Some(item), ..hit(snippet) }
    }

    /// A FAQ as a search hit.
    pub(crate) fn faq_hit(question: &str, answer: &str) -> Hit {
        let faq = Faq {
            id: Uuid::from_u128(8),
            external_id: None,
            question: question.into(),
            answer: answer.into(),
            tags: vec![],
            status: Status::Ativo,
            approved_at: None,
            approval: Approval::None,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
            version: 1,
        };
        Hit { faq: Some(faq), ..hit(answer) }
    }

    #[test]
    fn items_come_first_and_numbers_run_on() {
        let items = [item_hit("A", Some("10"), "a"), item_hit("B", None, "b")];
        let mut sources = number_sources(&items, &[faq_hit("Prazo?", "5 dias")]);
        let seen: Vec<_> = sources.iter().map(|s| (s.mark, s.kind, s.title.as_str())).collect();
        assert_eq!(
            seen,
            [(1, SourceKind::Item, "A"), (2, SourceKind::Item, "B"), (3, SourceKind::Faq, "Prazo?")]
        );
        assert_eq!((sources[0].price.as_deref(), sources[0].currency.as_deref()), (Some("10"), Some("BRL")));
        assert_eq!((sources[1].price.as_deref(), sources[1].currency.as_deref()), (None, None));
        mark_cited(&mut sources, &[3, 1]);
        assert_eq!(sources.iter().map(|s| s.cited).collect::<Vec<_>>(), [true, false, true]);
    }
}
