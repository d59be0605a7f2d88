//! The labels and leaflets that an answer's doses and periods come from, where the answer does not name them.

use super::quantities::{Quantity, find_quantities};
use super::use_pieces::split_pieces;
use super::use_statements::UseTopics;
use super::use_targets::{find_targets, is_of_targets, read_numbers};
use crate::catalog::DocumentKind;
use crate::chat::grounding::citations::bind_citation_marks;
use crate::chat::grounding::doses::{StatedDoses, states_dose};
use crate::chat::grounding::evidence::{faq_text, item_text};
use crate::chat::grounding::sentences::find_sentence_ranges;
use crate::chat::intent::wording::words::stems_of;
use crate::search::Hit;
use crate::text::normalize_text;
use rust_decimal::Decimal;

/// A document that states a dose or a period of an answer, which no field of a record and no FAQ states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseSource {
    /// The number of the item that it is a document of.
    pub mark: u32,
    /// Label or leaflet.
    pub kind: DocumentKind,
    /// What people call it, without the suffix of a file.
    pub title: String,
    /// The page, from 1, where pages are known.
    pub page: Option<u32>,
}

/// The documents that `answer` takes a dose, a period or a count of applications from without naming document and page,
/// each once, in order. A document is the source of a sentence where one statement of it gives the figure for the crop
/// or pest that the sentence names, or else the `message` that it answers. `given` are doses that the message itself
/// came with.
pub fn find_unnamed_sources(
    answer: &str,
    message: &str,
    hits: &[(u32, &Hit)],
    given: StatedDoses,
) -> Vec<UseSource> {
    let mut found: Vec<UseSource> = Vec::new();
    if hits.iter().all(|(_, hit)| hit.documents.is_empty()) {
        return found;
    }
    let records = UseFigures::of_records(hits, given);
    let marks: Vec<u32> = hits.iter().map(|(mark, _)| *mark).collect();
    let asked = find_targets(message);
    let folded = normalize_text(answer);
    for range in find_sentence_ranges(answer) {
        let Some(claim) = UseClaim::read(&answer[range], &asked, &marks) else { continue };
        let source = claim.find_source(hits, &records);
        found.extend(source.filter(|source| !is_named(source, &folded) && !found.contains(source)));
    }
    found
}

/// Whether the passage of a hit states a dose or a period that no field of its record does: it is of a document.
pub fn passage_adds_use(hit: &Hit) -> bool {
    let periods = find_periods(&hit.snippet);
    if periods.is_empty() && !states_dose(&hit.snippet) {
        return false;
    }
    let record = UseFigures::of_records(&[(0, hit)], StatedDoses::default());
    StatedDoses::of_text(&hit.snippet).add_to(&record.doses, &hit.snippet)
        || periods.iter().any(|period| !record.states(period))
}

/// What a sentence says of a use.
struct UseClaim<'a> {
    sentence: &'a str,
    topics: UseTopics,
    periods: Vec<Quantity>,
    numbers: Vec<Decimal>,
    targets: Vec<String>,
    cited: Vec<u32>,
}

impl<'a> UseClaim<'a> {
    /// None where the sentence states no use.
    fn read(sentence: &'a str, asked: &[String], marks: &[u32]) -> Option<Self> {
        let topics = UseTopics::stated_in(sentence);
        if topics.is_empty() {
            return None;
        }
        let own = find_targets(sentence);
        Some(Self {
            sentence,
            topics,
            periods: find_periods(sentence),
            numbers: read_numbers(sentence),
            targets: if own.is_empty() { asked.to_vec() } else { own },
            cited: bind_citation_marks(sentence, marks).cited,
        })
    }

    /// The document that the sentence rests on: of a record that it cites; where it cites none, of the only one that
    /// has such a document.
    fn find_source(&self, hits: &[(u32, &Hit)], records: &UseFigures) -> Option<UseSource> {
        let is_meant = |mark: &u32| self.cited.is_empty() || self.cited.contains(mark);
        let meant = hits.iter().filter(|(mark, _)| is_meant(mark));
        let mut sources = meant.filter_map(|(mark, hit)| self.find_page(*mark, hit, records));
        let first = sources.next();
        first.filter(|_| !self.cited.is_empty() || sources.next().is_none())
    }

    /// The first page of the record's documents that states what the sentence says and no record does.
    fn find_page(&self, mark: u32, hit: &Hit, records: &UseFigures) -> Option<UseSource> {
        let name = hit.item.as_ref().map(|item| stems_of(&item.name)).unwrap_or_default();
        let targets: Vec<String> =
            self.targets.iter().filter(|target| !name.contains(target)).cloned().collect();
        let is_source =
            |text: &str| split_pieces(text).iter().any(|piece| self.is_stated_in(piece, &targets, records));
        let documents = hit.documents.iter().filter(|document| document.kind.states_use());
        documents
            .flat_map(|document| document.pages().map(move |(page, text)| (document, page, text)))
            .find(|&(.., text)| is_source(text))
            .map(|(document, page, _)| UseSource {
                mark,
                kind: document.kind,
                title: document.title().to_owned(),
                page,
            })
    }

    fn is_stated_in(&self, piece: &str, targets: &[String], records: &UseFigures) -> bool {
        if !self.topics.are_stated_in(piece) || !is_of_targets(piece, targets, &self.numbers) {
            return false;
        }
        let own = UseFigures { doses: StatedDoses::of_text(piece), periods: find_periods(piece) };
        own.doses.add_to(&records.doses, self.sentence)
            || self.periods.iter().any(|period| own.states(period) && !records.states(period))
    }
}

/// Doses and periods that texts state.
struct UseFigures {
    doses: StatedDoses,
    periods: Vec<Quantity>,
}

impl UseFigures {
    /// Those of the fields of records, without their documents.
    fn of_records(hits: &[(u32, &Hit)], given: StatedDoses) -> Self {
        let mut figures = Self { doses: given, periods: Vec::new() };
        for (_, hit) in hits {
            let bare = Hit { documents: Vec::new(), ..(*hit).clone() };
            figures.doses.add_hit(&bare);
            let text = item_text(&bare).or_else(|| bare.faq.as_ref().map(faq_text)).unwrap_or_default();
            figures.periods.extend(find_periods(&text));
        }
        figures
    }

    fn states(&self, period: &Quantity) -> bool {
        self.periods.iter().any(|own| own.dimension == period.dimension && period.agrees(own))
    }
}

fn find_periods(text: &str) -> Vec<Quantity> {
    let mut periods = find_quantities(text);
    periods.retain(Quantity::is_of_use);
    periods
}

/// Whether the answer, folded, has the document's title, and its page where that is known.
fn is_named(source: &UseSource, answer: &str) -> bool {
    let ends = |at: usize| !answer[at..].starts_with(|next: char| next.is_ascii_digit());
    let has = |text: &str| answer.match_indices(text).any(|(at, _)| ends(at + text.len()));
    let has_page = source.page.is_none_or(|page| {
        ["pagina", "pag.", "p.", "page"].iter().any(|word| has(&format!("{word} {page}")))
    });
    has_page && answer.contains(&normalize_text(&source.title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::DocumentText;
    use crate::chat::types::sources::tests::item_hit;

    const SOYBEANS: &str = "qual a dose na soja?";

    fn leaflet(name: &str, text: &str) -> DocumentText {
        DocumentText { name: name.into(), kind: DocumentKind::Leaflet, text: text.into() }
    }

    /// The titles and pages of the documents that an answer about two products does not name.
    fn list_unnamed_sources(message: &str, answer: &str) -> Vec<(u32, String, Option<u32>)> {
        let mut first = item_hit("Ferrugen 200 SC", None, "Fungicida. No trigo, 0,4 L/ha.");
        let text = "Capa: 200 g/L.\u{c}Soja: 0,5 L/ha. Milho: 0,6 L/ha. Carência de 30 dias.\u{c}Reentrada: 24 horas.";
        first.documents = vec![leaflet("Bula Ferrugen.pdf", text)];
        let mut second = item_hit("Base 480", None, "Herbicida.");
        second.documents = vec![leaflet("Bula Base.txt", "Soja: 0,5 L/ha.")];
        let hits = [(1, &first), (2, &second)];
        let found = find_unnamed_sources(answer, message, &hits, StatedDoses::of_text("use 7 L/ha"));
        found.into_iter().map(|one| (one.mark, one.title, one.page)).collect()
    }

    #[test]
    fn the_leaflet_of_the_cited_item_is_the_source_of_a_dose_with_its_page() {
        let (first, second) = ((1, "Bula Ferrugen".to_owned(), Some(2)), (2, "Bula Base".to_owned(), None));
        let both = "Na soja vai a 0,5 L/ha [1]. A carência é de 30 dias [1].";
        assert_eq!(list_unnamed_sources("quanto vai?", both), std::slice::from_ref(&first));
        assert_eq!(list_unnamed_sources(SOYBEANS, "O Base vai a 0,5 L/ha [2]."), [second]);
        assert_eq!(
            list_unnamed_sources(SOYBEANS, "São 0,5 L/ha."),
            [],
            "two leaflets state it, and none is cited"
        );
        assert_eq!(list_unnamed_sources("quanto no milho?", "São 0,6 L/ha."), std::slice::from_ref(&first));
        assert_eq!(
            list_unnamed_sources("what rate?", "For soybeans, the rate is 0.5 L/ha [1]."),
            [first],
            "in English"
        );
    }

    #[test]
    fn a_leaflet_is_no_source_of_the_dose_for_another_crop_or_of_another_product() {
        for (message, answer) in [
            (SOYBEANS, "Na soja são 0,6 L/ha [1]."),
            (SOYBEANS, "São 0,6 L/ha [1]."),
            ("qual a dose?", "No algodão, 0,5 L/ha [1]."),
            ("qual a dose no milho?", "No milho, 0,6 L/ha [2]."),
            ("qual o prazo?", "O pagamento é em 30 dias [1]."),
            ("o que tem?", "Tem 200 g/L de azoxistrobina na composição [1]."),
        ] {
            assert_eq!(list_unnamed_sources(message, answer), [], "{answer}");
        }
    }

    #[test]
    fn a_passage_of_the_record_itself_adds_no_use() {
        for (passage, adds) in [
            ("No trigo, 0,4 L/ha.", false),
            ("Na soja, 0,9 L/ha.", true),
            ("Use meio litro por hectare.", true),
            ("Fungicida.", false),
        ] {
            let mut hit = item_hit("Ferrugen 200 SC", None, "Fungicida. No trigo, 0,4 L/ha.");
            hit.snippet = passage.to_owned();
            assert_eq!(passage_adds_use(&hit), adds, "{passage}");
        }
    }

    #[test]
    fn what_the_answer_names_or_a_record_or_the_message_states_needs_no_line() {
        for answer in [
            "Segundo a bula «Bula Ferrugen», página 2, são 0,5 L/ha [1].",
            "No trigo são 0,4 L/ha [1].",
            "Você escreveu 7 L/ha.",
            "O Ferrugen é um fungicida [1].",
        ] {
            assert_eq!(list_unnamed_sources(SOYBEANS, answer), [], "{answer}");
        }
        let without = "Segundo a bula «Bula Ferrugen», são 0,5 L/ha [1].";
        assert_eq!(list_unnamed_sources(SOYBEANS, without).len(), 1, "no page");
        let other = "Segundo a bula «Bula Ferrugen», página 20, são 0,5 L/ha [1].";
        assert_eq!(list_unnamed_sources(SOYBEANS, other).len(), 1, "another page");
    }
}
