//! Whether a message means what was shown or something else of the catalog, told by what both hold.
//!
//! `Tem pedido mínimo?` has the form of `tem botina?` and asks about the seed that was shown, for its record
//! speaks of one and nothing in the catalog is called so. No list of turns of speech tells the two apart;
//! the records do.

use crate::catalog::Item;
use crate::chat::intent::reading::measure_words::names_nothing_of_its_own;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms, names_attribute};
use crate::chat::intent::wording::message_facts::content_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::Hit;
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::Stemmer;
use uuid::Uuid;

/// Two things that a message may mean: records that were shown, or what it names in the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Doubt {
    /// The message's own words.
    pub words: String,
    /// The records that were shown and may be meant.
    pub shown: Vec<Uuid>,
    /// Words by which a search finds these records.
    pub names: String,
    /// Whether the message points at what was shown, as far as its words alone tell.
    pub points: bool,
}

impl Doubt {
    /// Settles whether a message means the records that were shown; none where it means something else of the
    /// catalog.
    pub fn settle(&self, hits: &[Hit], index: &SynonymIndex) -> Vec<Uuid> {
        let speaking = self.find_speaking(hits);
        if !speaking.is_empty() {
            return speaking;
        }
        let unsure = || if self.points { self.shown.clone() } else { Vec::new() };
        let all = WantedTerms::of_query(&self.words, index);
        let own = all.terms.into_iter().filter(|term| !names_nothing_of_its_own(term));
        let wanted = WantedTerms::of_terms(own.collect());
        if wanted.terms.is_empty() {
            return unsure();
        }
        let items = || hits.iter().filter_map(|hit| hit.item.as_ref());
        let is_shown = |item: &&Item| self.shown.contains(&item.id);
        // What was pointed at in other words gives way only to what is called as the message says.
        let is_listed = |item: &Item| wanted.is_held(&ItemWords::of(item), Holding::Listed);
        let is_pointed = self.points && items().filter(is_shown).any(is_listed);
        let is_called = |words: &ItemWords| wanted.terms.iter().all(|term| words.is_called(term));
        let levels: Vec<(Uuid, usize)> = items()
            .filter(is_shown)
            .filter(|item| speaks_of(item, &wanted))
            .map(|item| (item.id, wanted.level_held(&ItemWords::of(item))))
            .collect();
        let shown = levels.iter().map(|(_, level)| *level).max();
        let others = items().filter(|item| !is_shown(item)).map(ItemWords::of);
        let called = others
            .filter(|words| wanted.is_held(words, Holding::Listed) && (!is_pointed || is_called(words)));
        let other = called.map(|words| wanted.level_held(&words)).max();
        let is_shown = match (shown, other) {
            (Some(shown), Some(other)) => shown > other || (self.points && shown == other),
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return unsure(),
        };
        if !is_shown {
            return Vec::new();
        }
        levels.into_iter().filter(|(_, level)| Some(*level) == shown).map(|(id, _)| id).collect()
    }

    /// The shown records that have the words of the message side by side, as nothing else has: `pedido mínimo`, of which
    /// one word alone names something else.
    fn find_speaking(&self, hits: &[Hit]) -> Vec<Uuid> {
        let said = stem_content(&self.words);
        if said.len() < 2 {
            return Vec::new();
        }
        let says = |item: &&Item| {
            let text = format!("{}. {}", item.name, item.description.as_deref().unwrap_or_default());
            text.split(['.', ';']).any(|part| stem_content(part).windows(said.len()).any(|run| run == said))
        };
        let items = || hits.iter().filter_map(|hit| hit.item.as_ref()).filter(says);
        let is_shown = |item: &&Item| self.shown.contains(&item.id);
        if items().all(|item| is_shown(&item)) { items().map(|item| item.id).collect() } else { Vec::new() }
    }
}

/// The stems of the words that are no function words, in order.
fn stem_content(text: &str) -> Vec<String> {
    content_words(text).iter().map(|word| Stemmer::Inflection.stem(word)).collect()
}

/// Whether `words` are a name of their own and no word of the topic before them in `query`: `e o Nicoran?` after `Atralim`.
/// Something is called so by the first word of its name, and nothing called so holds them together with the topic,
/// as a hybrid holds `e a híbrida?` after `milho`. Crops, words of the trade and packages are no names.
pub(super) fn names_other_product(words: &str, query: &str, hits: &[Hit], index: &SynonymIndex) -> bool {
    let own = WantedTerms::of_query(words, index);
    let stems = stems_of(words);
    let is_common = WORDS.agronomy.are_in(&stems) || WORDS.packages.are_in(&stems);
    let is_crop = |term: &Term| term.kind == Some(GroupKind::Culture);
    if is_common || own.terms.is_empty() || own.terms.iter().any(is_crop) {
        return false;
    }
    let together = WantedTerms::of_query(query, index);
    let items = || hits.iter().filter_map(|hit| hit.item.as_ref()).map(|item| (item, ItemWords::of(item)));
    let begins = |item: &Item| stems_of(&item.name).first().is_some_and(|first| stems.first() == Some(first));
    items().any(|(item, held)| begins(item) && own.is_held(&held, Holding::Listed))
        && !items()
            .any(|(_, held)| own.is_held(&held, Holding::Named) && together.is_held(&held, Holding::Listed))
}

/// The first of `words` that is the name of something in `hits` and of nothing else: `quantos Mesolavra tem?` after Atralim.
/// Something is called so by the first word of its name, and no record has the word anywhere else; a common noun such as
/// `bico` stands in lists and descriptions, too.
pub(super) fn find_name_of_other<'a>(
    words: &'a [String],
    hits: &[Hit],
    index: &SynonymIndex,
) -> Option<&'a str> {
    let items = || hits.iter().filter_map(|hit| hit.item.as_ref());
    let is_name = |word: &&String| {
        let wanted = WantedTerms::of(std::slice::from_ref(*word), index);
        let stem = stems_of(word);
        let begins =
            |item: &Item| stems_of(&item.name).first().is_some_and(|first| stem.first() == Some(first));
        let says = |item: &Item| {
            let listed = item.tags.iter().chain(&item.category).chain(&item.description);
            listed.flat_map(|text| stems_of(text)).any(|other| stem.first() == Some(&other))
        };
        let holds =
            |item: &Item| wanted.terms.iter().any(|term| ItemWords::of(item).holds(term) > Holding::Not);
        items().any(begins) && items().all(|item| !says(item) && (begins(item) || !holds(item)))
    };
    words.iter().find(is_name).map(String::as_str)
}

/// Whether a record holds every term, or has an attribute of its name.
fn speaks_of(item: &Item, wanted: &WantedTerms) -> bool {
    let words = ItemWords::of(item);
    wanted.terms.iter().all(|term| {
        words.holds(term) > Holding::Not || item.attributes.keys().any(|key| names_attribute(term, key))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;
    use crate::synonyms::{SHIPPED, SynonymGroup};

    fn hit(id: u128, name: &str, description: &str) -> Hit {
        let mut hit = item_hit(name, Some("10"), "");
        if let Some(item) = hit.item.as_mut() {
            item.id = Uuid::from_u128(id);
            item.description = Some(description.to_owned());
        }
        hit
    }

    fn with_tags(mut hit: Hit, tags: &[&str]) -> Hit {
        if let Some(item) = hit.item.as_mut() {
            item.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        }
        hit
    }

    #[test]
    fn records_tell_what_is_meant() {
        let hits = [
            hit(1, "Semente de Soja bag", "Pedido mínimo de dois bags. Cobrir com lona."),
            hit(2, "Termômetro digital", "De bolso."),
            hit(3, "Lona Dupla Face", "Para silagem."),
        ];
        let is_meant = |words: &str, points: bool| {
            let shown = vec![Uuid::from_u128(1)];
            let doubt = Doubt { words: words.to_owned(), shown, names: String::new(), points };
            !doubt.settle(&hits, &SynonymIndex::default()).is_empty()
        };
        assert!(is_meant("pedido mínimo", false), "only the record speaks of it");
        assert!(!is_meant("lona", true), "something else is called so");
        assert!(!is_meant("botina", false), "nothing speaks of it");
        assert!(is_meant("bag", true), "its own name");
    }

    #[test]
    fn words_side_by_side_in_one_record_mean_it_though_another_is_called_by_one_of_them() {
        let hits = [
            hit(1, "Semente de Soja bag", "Pedido mínimo de dois bags. Retirada agendada."),
            hit(2, "Termômetro digital máximo e mínimo", "De bolso."),
            hit(3, "Lona Dupla Face", "Retirada agendada."),
        ];
        let is_meant = |words: &str| {
            let shown = vec![Uuid::from_u128(1)];
            let doubt = Doubt { words: words.to_owned(), shown, names: String::new(), points: false };
            !doubt.settle(&hits, &SynonymIndex::default()).is_empty()
        };
        assert!(is_meant("tem pedido mínimo"));
        assert!(!is_meant("termômetro máximo"), "something else is called so");
        assert!(!is_meant("mínimo pedido"), "not side by side in this order");
    }

    #[test]
    fn what_is_called_so_comes_before_what_means_the_same() {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        let index = SynonymIndex::new(&groups);
        let mut hits =
            [hit(1, "Capim Humidicola", ""), hit(2, "Capim Marandu", ""), hit(3, "Capim Massai", "")];
        for hit in &mut hits {
            let item = hit.item.as_mut().expect("an item");
            item.tags = vec!["braquiária".into()];
        }
        let settle = |words: &str| {
            let shown = vec![Uuid::from_u128(1)];
            Doubt { words: words.to_owned(), shown, names: String::new(), points: true }.settle(&hits, &index)
        };
        assert!(settle("o marandu aguenta lá?").is_empty(), "another is called so");
        assert_eq!(settle("a braquiária aguenta lá?"), [Uuid::from_u128(1)], "it is one");
    }

    #[test]
    fn a_name_of_its_own_is_no_word_of_the_topic() {
        let hits = [
            hit(1, "Atralim 500 SC galão 20 L", "Para milho."),
            hit(2, "Nicoran 40 SC galão 5 L", "Para milho."),
            hit(3, "Milho Safrinha Híbrido saco", "Semente."),
            hit(4, "Semente de Sorgo Híbrido saco", "Semente."),
            hit(5, "Roçadeira Lateral", "Com lâmina."),
            with_tags(hit(6, "Protetor Auricular", ""), &["motosserra", "roçadeira"]),
        ];
        let other =
            |words: &str, query: &str| names_other_product(words, query, &hits, &SynonymIndex::default());
        assert!(other("nicoran", "preço do Atralim nicoran"));
        assert!(other("nicoran", "carrapato nicoran"));
        assert!(other("rocadeira", "motosserra rocadeira"), "what is for both is called neither");
        assert!(!other("hibrido", "milho hibrido"), "one of the topic");
        assert!(!other("hibrido", "Atralim hibrido"), "nothing is called so by its first word");
        assert!(!other("galao", "Atralim galao"), "a package");
        assert!(!other("semente", "Atralim semente"), "a word of the trade");
        assert!(!other("rasoura", "preço do Atralim rasoura"), "nothing is called so");
        // Tools and feeds are known to the synonyms, too.
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        let index = SynonymIndex::new(&groups);
        let names_other = |words: &str, query: &str| names_other_product(words, query, &hits, &index);
        assert!(names_other("rocadeira", "motosserra rocadeira"));
        assert!(!names_other("milho", "Atralim milho"), "a crop");
    }
}
