//! The words that a message looks for, and how an item holds them.
//!
//! A word is held where it is meant: `vermífugo` by an item whose tags say `anti-helmíntico` too, `5
//! litros` by one in a package of `5 L`. A name, a category, a tag or an attribute tells what an item
//! is; a description also speaks of other things.

mod item_words;
mod term;

pub(crate) use item_words::{Holding, ItemWords};
pub(crate) use term::{Term, names_attribute};

use crate::catalog::Item;
use crate::chat::intent::reading::count_words::is_package;
use crate::chat::intent::reading::measure_words::names_measure;
use crate::chat::intent::wording::telling::telling_words;
use crate::search::Hit;
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{is_stop_word, normalize_text, plain_words};
use term::{read_size, read_term};

/// Least share of the best item's weight at which another item still fits.
const FITTING_SHARE: f64 = 0.68;
/// Least share of all weight that must be held where only descriptions hold any.
const DESCRIBED_SHARE: f64 = 0.5;
/// The same of terms that no synonym knows.
const UNKNOWN_DESCRIBED_SHARE: f64 = 0.75;
/// What a size weighs beside a word.
const SIZE_WEIGHT: f64 = 0.5;

/// Most terms of a query that are looked at: people ask for fewer things at once.
const MAX_TERMS: usize = 40;
/// What another word of the same meaning weighs beside the word that was said.
const SYNONYM_WEIGHT: f64 = 0.85;
/// What the first of several words weighs beside the others.
const HEAD_WEIGHT: f64 = 1.5;

/// All that a message looks for.
#[derive(Debug, Clone, Default)]
pub(crate) struct WantedTerms {
    pub terms: Vec<Term>,
    /// Whether the terms stand in a list: `óculos e máscara`.
    is_list: bool,
    /// Whether a container is asked for by what it is to hold: `caixa para ferramentas`.
    is_vessel: bool,
}

impl WantedTerms {
    /// The terms of a query. A phrase that is known counts whole, also where its words alone would say
    /// nothing: `tratamento de sementes`, `mata-mato`.
    pub fn of_query(query: &str, index: &SynonymIndex) -> Self {
        let folded = normalize_text(query);
        let words: Vec<&str> = plain_words(&folded).filter(|word| !is_stop_word(word)).collect();
        let telling = telling_words(query);
        let mut terms = Vec::new();
        let mut at = 0;
        while at < words.len() && terms.len() < MAX_TERMS {
            let (phrase, length) = read_term(&words[at..], index);
            let known = length > 1 && phrase.kind.is_some();
            let tells = telling.iter().any(|word| word == words[at]);
            let (term, length) = match read_size(&words[at..]) {
                Some(size) if tells => size,
                _ if known || tells => (phrase, length),
                _ => {
                    at += 1;
                    continue;
                }
            };
            terms.push(term);
            at += length;
        }
        let joins = [",", "+", " e ", " ou ", " and ", " or ", "/"];
        let is_list = joins.iter().any(|join| query.contains(join));
        Self { terms, is_list, is_vessel: asks_for_vessel(&folded) }
    }

    /// The terms that `words` (folded content words) make.
    pub fn of(words: &[String], index: &SynonymIndex) -> Self {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut terms = Vec::new();
        let mut at = 0;
        while at < words.len() && terms.len() < MAX_TERMS {
            let (term, length) = read_size(&words[at..]).unwrap_or_else(|| read_term(&words[at..], index));
            terms.push(term);
            at += length;
        }
        Self { terms, ..Self::default() }
    }

    /// What these terms want.
    pub fn of_terms(terms: Vec<Term>) -> Self {
        Self { terms, ..Self::default() }
    }

    /// Whether it wants a size and nothing else.
    pub fn is_size_alone(&self) -> bool {
        !self.terms.is_empty() && self.terms.iter().all(|term| term.is_size)
    }

    /// Whether an item holds every term at least so.
    pub fn is_held(&self, item: &ItemWords, least: Holding) -> bool {
        !self.terms.is_empty() && self.terms.iter().all(|term| item.holds(term) >= least)
    }

    /// The first of the items that hold all terms best, at least so.
    pub fn best_of<'a>(&self, items: impl Iterator<Item = &'a Item>, least: Holding) -> Option<&'a Item> {
        let mut best: Option<(&Item, usize)> = None;
        for item in items {
            let words = ItemWords::of(item);
            let level = self.level_held(&words);
            if self.is_held(&words, least) && best.is_none_or(|(_, most)| level > most) {
                best = Some((item, level));
            }
        }
        best.map(|(item, _)| item)
    }

    /// How well an item holds the terms, for comparing two items.
    pub fn level_held(&self, item: &ItemWords) -> usize {
        // `Arame farpado` means that wire, though every wire is one of its kind.
        self.terms
            .iter()
            .map(|term| 2 * item.holds(term) as usize + usize::from(item.holds_as_said(term)))
            .sum()
    }

    /// The share of the terms that an item holds anywhere.
    pub fn share_held(&self, item: &ItemWords) -> f64 {
        let held = self.terms.iter().filter(|term| item.holds(term) > Holding::Not).count();
        if self.terms.is_empty() { 0.0 } else { held as f64 / self.terms.len() as f64 }
    }

    /// Keeps of `hits` those that hold what is wanted about as well as the best of them does, and gives
    /// the words that none of them holds. Rare words weigh more than those that most hits hold
    /// (inverse document frequency among the hits).
    pub fn keep_fitting(&self, hits: &mut Vec<Hit>) -> Vec<String> {
        let items: Vec<ItemWords> = hits.iter().map(ItemWords::of_hit).collect();
        let mut held: Vec<Vec<Holding>> =
            items.iter().map(|item| self.terms.iter().map(|term| item.holds(term)).collect()).collect();
        self.add_mistyped(&items, &mut held);
        let missing = self.missing_in(&held);
        self.require_kind(&mut held);
        let weights: Vec<f64> = (0..self.terms.len()).map(|nth| self.weight(nth, &held)).collect();
        let fit = |(item, held): (&ItemWords, &Vec<Holding>)| -> f64 {
            let terms = self.terms.iter().zip(held).zip(&weights);
            terms
                .map(|((term, held), weight)| {
                    let said = item.holds_as_said(term) || *held < Holding::Listed;
                    held.weight() * weight * if said { 1.0 } else { SYNONYM_WEIGHT }
                })
                .sum()
        };
        let fits: Vec<f64> = items.iter().zip(&held).map(fit).collect();
        let best = fits.iter().copied().fold(0.0, f64::max);
        let listed = held.iter().flatten().any(|held| *held > Holding::Made);
        let whole: f64 = weights.iter().map(|weight| weight * Holding::Described.weight()).sum();
        let made = held.iter().flatten().any(|held| *held == Holding::Made);
        // `Pinga` stands in the description of a sprinkler: one word of no trade is no question for it.
        let of_trade = self.terms.len() > 1 || self.terms.iter().any(|term| term.kind.is_some());
        // Of what the trade has no word for, nearly all must be described: `qual a capital da Austrália?`
        let known = self.terms.iter().any(|term| term.kind.is_some());
        let least = if known { DESCRIBED_SHARE } else { UNKNOWN_DESCRIBED_SHARE };
        let is_described = of_trade && best >= least * whole;
        let is_answer = best > 0.0 && (listed || made || is_described);
        let fitting = fits.iter().zip(&held).map(|(fit, held)| {
            let says = !listed || held.iter().any(|held| *held > Holding::Made);
            is_answer && says && *fit >= FITTING_SHARE * best
        });
        let fitting: Vec<bool> = fitting.collect();
        retain_where(hits, &fitting);
        retain_where(&mut held, &fitting);
        self.keep_sized(hits, held);
        self.drop_other_kinds(hits);
        // `Semente de canola`: seed of something else is no answer.
        if self.asks_for_seed_alone() && missing.iter().any(|word| self.is_crop(word)) {
            hits.clear();
        }
        missing
    }

    /// Drops of hits those that are called by a kind, where others are called by the closer name of one of that kind:
    /// `calcário dolomítico` is no other lime. What is named in alternatives stays.
    fn drop_other_kinds(&self, hits: &mut Vec<Hit>) {
        for term in self.terms.iter().filter(|_| !self.is_list) {
            if hits.iter().any(|hit| ItemWords::of_hit(hit).is_called(term)) {
                hits.retain(|hit| !ItemWords::of_hit(hit).is_of_other_kind(term));
            }
        }
    }

    /// The terms that no item holds, nor a word of which it may be a misspelling; sizes are none.
    pub fn list_unheld(&self, items: &[ItemWords]) -> Vec<&Term> {
        let is_held = |item: &ItemWords, term: &Term| {
            item.holds(term) > Holding::Not || (term.kind.is_none() && item.holds_nearly(term) > Holding::Not)
        };
        let own = self.terms.iter().filter(|term| !term.is_size);
        own.filter(|term| items.iter().all(|item| !is_held(item, term))).collect()
    }

    /// Of hits those in the package that is wanted, where there are any: `glifosato em galão de 20 litros`. Something
    /// else in that package does not stand for what was named.
    fn keep_sized(&self, hits: &mut Vec<Hit>, mut held: Vec<Vec<Holding>>) {
        let count_own = |held: &[Holding], least: Holding| {
            let own = self.terms.iter().zip(held).filter(|(term, _)| !names_measure(term));
            own.filter(|(_, held)| **held >= least).count()
        };
        for nth in (0..self.terms.len()).filter(|nth| self.terms[*nth].is_measured()) {
            let most = held.iter().map(|held| count_own(held, Holding::Listed)).max().unwrap_or(0);
            let sized: Vec<bool> = held.iter().map(|held| held[nth] >= Holding::Listed).collect();
            let mut both = held.iter().zip(&sized);
            let is_named = both.any(|(held, sized)| *sized && count_own(held, Holding::Described) >= most);
            if self.terms.len() > 1 && is_named {
                retain_where(hits, &sized);
                retain_where(&mut held, &sized);
            }
        }
    }

    /// Where a package or a size is said first, and nothing that is so holds what is named beside it: the terms that
    /// name something. `Caixa do Malatrim` is no water tank where Malatrim comes in no box.
    fn find_named_without_package(&self, held: &[Vec<Holding>]) -> Vec<usize> {
        let head = find_head(held);
        if self.is_list || self.is_vessel || !self.terms.get(head).is_some_and(names_measure) {
            return Vec::new();
        }
        let own = (0..self.terms.len()).filter(|nth| !names_measure(&self.terms[*nth]));
        let named: Vec<usize> =
            own.filter(|nth| held.iter().any(|held| held[*nth] == Holding::Named)).collect();
        let is_called = |held: &Vec<Holding>| named.iter().all(|nth| held[*nth] == Holding::Named);
        let has_both = |held: &Vec<Holding>| {
            held[head] >= Holding::Listed && named.iter().all(|nth| held[*nth] > Holding::Not)
        };
        if held.iter().any(is_called) && !held.iter().any(has_both) { named } else { Vec::new() }
    }

    /// Whether the first word names one of `hits`: a thing of its own, and no description of another.
    pub fn names_one_of(&self, hits: &[Hit]) -> bool {
        let Some(head) = self.terms.first() else { return false };
        let least = if head.kind == Some(GroupKind::Culture) { Holding::Named } else { Holding::Listed };
        hits.iter().any(|hit| ItemWords::of_hit(hit).holds(head) >= least)
    }

    /// Whether an item holds every word in its name or its lists.
    pub fn is_listed_in(&self, hit: &Hit) -> bool {
        self.is_held(&ItemWords::of_hit(hit), Holding::Listed)
    }

    /// Whether an item has every word in its name.
    pub fn is_name_of(&self, hit: &Hit) -> bool {
        self.is_held(&ItemWords::of_hit(hit), Holding::Named)
    }

    /// The words that no item holds.
    fn missing_in(&self, held: &[Vec<Holding>]) -> Vec<String> {
        let is_missing =
            |nth: usize| !self.terms[nth].is_size && held.iter().all(|held| held[nth] == Holding::Not);
        (0..self.terms.len()).filter(|nth| is_missing(*nth)).map(|nth| self.terms[nth].said.clone()).collect()
    }

    /// Whether nothing but crops and the word for seed is wanted.
    fn asks_for_seed_alone(&self) -> bool {
        let of_seed = |term: &Term| term.kind == Some(GroupKind::Culture) || term.said.starts_with("sement");
        self.terms.iter().all(of_seed)
    }

    /// The place of the word for seed.
    fn seed_term(&self) -> Option<usize> {
        self.terms.iter().position(|term| term.said.starts_with("sement"))
    }

    fn is_crop(&self, said: &str) -> bool {
        self.terms.iter().any(|term| term.said == said && term.kind == Some(GroupKind::Culture))
    }

    /// What is asked for by its kind is that: a fungicide is asked for, and what is none does not answer;
    /// `armadilha pra mosca` is a trap. A crop beside something else says what it is for.
    fn require_kind(&self, held: &mut [Vec<Holding>]) {
        let of_kind = |kind, nth: &usize| self.terms[*nth].kind == Some(kind);
        let all = 0..self.terms.len();
        let crops: Vec<usize> = all.clone().filter(|nth| of_kind(GroupKind::Culture, nth)).collect();
        if !self.asks_for_seed_alone() {
            for held in held.iter_mut() {
                for nth in &crops {
                    held[*nth] = held[*nth].min(Holding::Listed);
                }
            }
        } else {
            if let Some(seed) = self.seed_term().filter(|nth| is_seed_of(held, &crops, *nth)) {
                // `Metsulfa Trigo` has the crop in its name and is no seed.
                let others = held.iter_mut().filter(|held| held[seed] < Holding::Listed);
                others.for_each(|held| held.fill(Holding::Not));
            }
            if held.iter().any(|held| crops.iter().any(|nth| held[*nth] == Holding::Named)) {
                // `Semente de tomate` is no fungicide for tomatoes.
                for held in held.iter_mut().filter(|held| crops.iter().all(|nth| held[*nth] < Holding::Named))
                {
                    for nth in &crops {
                        held[*nth] = held[*nth].min(Holding::Made);
                    }
                }
            }
        }
        let named = self.find_named_without_package(held);
        if !named.is_empty() {
            let others = held.iter_mut().filter(|held| named.iter().any(|nth| held[*nth] < Holding::Listed));
            others.for_each(|held| held.fill(Holding::Not));
        }
        let mut required: Vec<usize> = all.filter(|nth| of_kind(GroupKind::Treatment, nth)).collect();
        let head = find_head(held);
        let head_named = held.iter().any(|held| held.get(head) == Some(&Holding::Named));
        if required.is_empty() && head_named && !self.is_list && self.terms.len() > head + 1 {
            required.push(head);
        }
        required.retain(|nth| held.iter().any(|held| held[*nth] >= Holding::Listed));
        if !required.is_empty() {
            held.iter_mut()
                .filter(|held| required.iter().all(|nth| held[*nth] < Holding::Listed))
                .for_each(|held| held.fill(Holding::Not));
        }
    }

    /// How much a term tells.
    fn weight(&self, nth: usize, held: &[Vec<Holding>]) -> f64 {
        let count = |least: Holding| held.iter().filter(|held| held[nth] >= least).count();
        let (listed, described) = (count(Holding::Listed), count(Holding::Described));
        let by = if listed > 0 { listed } else { described };
        let rarity = (1.0 + held.len().max(20) as f64 / by.max(1) as f64).ln();
        // `Capim pra terra fraca`: the thing is named first, what stands behind it describes it.
        // Not of an enumeration, nor where nearly all are such things.
        let joined = |held: &Vec<Holding>| {
            held[nth] >= Holding::Listed && held[nth + 1..].iter().any(|held| *held > Holding::Not)
        };
        let some = listed > 0 && 2 * listed <= held.len();
        let is_head = nth == find_head(held) && self.terms.len() > nth + 1 && some && held.iter().any(joined);
        match self.terms[nth].is_size {
            true => SIZE_WEIGHT * rarity,
            false if is_head => HEAD_WEIGHT * rarity,
            false => rarity,
        }
    }

    /// A term that no item holds may be mistyped.
    fn add_mistyped(&self, items: &[ItemWords], held: &mut [Vec<Holding>]) {
        for (nth, term) in self.terms.iter().enumerate() {
            // A word that is known is meant as it stands: `canola` is no misspelt `cano`.
            if term.is_size || term.kind.is_some() || held.iter().any(|held| held[nth] > Holding::Not) {
                continue;
            }
            for (item, held) in items.iter().zip(held.iter_mut()) {
                held[nth] = item.holds_nearly(term);
            }
        }
    }
}

/// Keeps of `values` those at whose place `kept` says so.
fn retain_where<T>(values: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    values.retain(|_| kept.next().copied().unwrap_or(false));
}

/// Most words from a container to what it is for.
const MOST_TO_PURPOSE: usize = 3;

/// `Caixa para ferramentas`, `balde plástico pra ração`.
fn asks_for_vessel(folded: &str) -> bool {
    let words: Vec<&str> = plain_words(folded).collect();
    let is_purpose = |word: &&str| matches!(*word, "para" | "pra" | "pro" | "p" | "for");
    (0..words.len())
        .filter(|at| is_package(words[*at]))
        .any(|at| words[at + 1..].iter().take(MOST_TO_PURPOSE).any(is_purpose))
}

/// Whether an item is called by one of the crops and listed as seed.
fn is_seed_of(held: &[Vec<Holding>], crops: &[usize], seed: usize) -> bool {
    let is_named = |held: &Vec<Holding>| crops.iter().any(|nth| held[*nth] == Holding::Named);
    held.iter().any(|held| held[seed] >= Holding::Listed && is_named(held))
}

/// The first term that any item holds: what stands before it, such as `solicito`, names nothing.
fn find_head(held: &[Vec<Holding>]) -> usize {
    let terms = held.first().map_or(0, Vec::len);
    (0..terms).find(|nth| held.iter().any(|held| held[*nth] > Holding::Not)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;
    use crate::synonyms::{SHIPPED, SynonymGroup};

    fn index() -> SynonymIndex {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        SynonymIndex::new(&groups)
    }

    fn item(name: &str, category: &str, tags: &[&str], description: &str) -> Hit {
        let mut hit = item_hit(name, Some("10"), "");
        if let Some(item) = hit.item.as_mut() {
            item.category = Some(category.into());
            item.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
            item.description = Some(description.into());
            item.manufacturer = None;
        }
        hit
    }

    fn shelf() -> Vec<Hit> {
        vec![
            item("Prodence 480 SL galão 20 L", "Herbicidas", &["soja", "glifosato"], "Herbicida sistêmico."),
            item("Semente de Soja PD 7 saco 40 kg", "Sementes", &["soja"], "Tolera glifosato."),
            item("Ferrugen 200 SC galão 5 L", "Fungicidas", &["fungicida", "soja", "ferrugem"], "Sem cobre."),
            item("Armadilha Delta branca", "Monitoramento", &["mariposa"], "Para mosca não serve."),
            item("Isca Malatrim 1 L", "Inseticidas", &["mosca"], "Em armadilha com proteína."),
            item("Arame Liso rolo 1.000 m", "Cercas", &["arame"], "Para mourões."),
            item("Arame Farpado rolo 500 m", "Cercas", &["arame"], "Para divisas."),
        ]
    }

    fn fitting(query: &str) -> (Vec<String>, Vec<String>) {
        let mut hits = shelf();
        let missing = WantedTerms::of_query(query, &index()).keep_fitting(&mut hits);
        (hits.into_iter().map(|hit| hit.item.expect("an item").name).collect(), missing)
    }

    #[test]
    fn what_an_item_is_fits_and_what_it_speaks_of_does_not() {
        for (query, names) in [
            ("glifosato", vec!["Prodence 480 SL galão 20 L"]),
            ("fungicida para soja", vec!["Ferrugen 200 SC galão 5 L"]),
            ("semente de soja", vec!["Semente de Soja PD 7 saco 40 kg"]),
            ("armadilha pra mosca", vec!["Armadilha Delta branca"]),
        ] {
            assert_eq!(fitting(query).0, names, "{query}");
        }
    }

    #[test]
    fn what_is_named_stays_where_only_something_else_is_so_packed() {
        let hits = [
            item("Caixa d'água 1.000 L", "Armazenagem", &["água"], "Polietileno."),
            item("Prodence 480 SL galão 20 L", "Herbicidas", &["glifosato"], "Herbicida."),
            item("Malatrim 1000 EC", "Inseticidas", &["mosca"], "Inseticida de contato."),
            item("Espalhante frasco 5 L", "Adjuvantes", &["adjuvante"], "Óleo."),
            item("Zanfertil Ureia Pecuária", "Nutrição", &["ureia"], "Suplemento."),
            item("Ureia Protegida saco 30 kg", "Adubos", &["ureia"], "Adubo."),
            item("Sal Mineral saco 30 kg", "Nutrição", &["sal"], "Suplemento."),
            item("Balde graduado", "Utensílios", &["balde"], "De plástico."),
            item("Ração Inicial", "Nutrição", &["ração"], "Farelada."),
        ];
        for (query, name) in [
            ("quanto custa a caixa do Malatrim 1000 EC?", "Malatrim 1000 EC"),
            ("quanto custa o frasco de 5 litros do Malatrim?", "Malatrim 1000 EC"),
            ("quanto custa o saco de 30 da zanfertil ureia?", "Zanfertil Ureia Pecuária"),
            ("quanto custa a zanfertil ureia de 30 kg?", "Zanfertil Ureia Pecuária"),
            ("quanto custa a caixa da zanfertil ureia?", "Zanfertil Ureia Pecuária"),
            ("quanto custa a ureia de 30 kg?", "Ureia Protegida saco 30 kg"),
            ("caixa d'água de 1.000 litros", "Caixa d'água 1.000 L"),
            ("glifosato em galão de 20 litros", "Prodence 480 SL galão 20 L"),
            ("balde para ração", "Balde graduado"),
        ] {
            let mut fitting = hits.to_vec();
            WantedTerms::of_query(query, &index()).keep_fitting(&mut fitting);
            let names: Vec<String> =
                fitting.into_iter().filter_map(|hit| hit.item).map(|item| item.name).collect();
            assert_eq!(names, [name], "{query}");
        }
    }

    #[test]
    fn a_pest_in_the_name_of_an_ingredient_puts_no_product_before_the_others() {
        let with = |mut hit: Hit, ingredient: &str| {
            if let Some(item) = hit.item.as_mut() {
                item.attributes.insert("ingrediente_ativo".into(), vec![ingredient].into());
                item.attributes
                    .insert("alvos".into(), vec!["lagarta-da-soja (Anticarsia gemmatalis)"].into());
            }
            hit
        };
        let hits = [
            with(item("Baculozen 6 WP", "Biológicos", &["lagarta-da-soja"], ""), "Baculovirus Anticarsia"),
            with(item("Metomar 215 SL", "Inseticidas", &["lagarta-da-soja"], ""), "metomil"),
        ];
        for (query, count) in
            [("lagarta da soja", 2), ("tem alguma coisa pra lagarta na soja?", 2), ("metomil", 1)]
        {
            let mut fitting = hits.to_vec();
            WantedTerms::of_query(query, &index()).keep_fitting(&mut fitting);
            assert_eq!(fitting.len(), count, "{query}");
        }
    }

    #[test]
    fn one_of_a_kind_that_is_named_is_no_other_of_it() {
        let hits = [
            item("Calcário Dolomítico a granel tonelada", "Corretivos", &["corretivo", "calcário"], ""),
            item("Calcário Calcítico a granel tonelada", "Corretivos", &["corretivo", "calcário"], ""),
        ];
        for (query, count) in [
            ("3 toneladas de calcário dolomítico", 1),
            ("calcário", 2),
            ("calcário dolomítico e calcário calcítico", 2),
        ] {
            let mut fitting = hits.to_vec();
            WantedTerms::of_query(query, &index()).keep_fitting(&mut fitting);
            assert_eq!(fitting.len(), count, "{query}");
        }
    }

    #[test]
    fn what_no_item_holds_is_named_and_nothing_stands_for_it() {
        assert_eq!(fitting("semente de canola"), (vec![], vec!["canola".to_owned()]));
        assert_eq!(fitting("xerox"), (vec![], vec!["xerox".to_owned()]));
        assert_eq!(fitting("fungicda").0, ["Ferrugen 200 SC galão 5 L"], "a typing error is none");
    }

    #[test]
    fn the_words_that_were_said_come_before_others_of_their_kind() {
        let items: Vec<Item> = shelf().into_iter().filter_map(|hit| hit.item).collect();
        let wire = WantedTerms::of_query("arame farpado", &index());
        let best = wire.best_of(items.iter(), Holding::Made).map(|item| item.name.as_str());
        assert_eq!(best, Some("Arame Farpado rolo 500 m"));
    }

    #[test]
    fn what_an_item_is_without_it_does_not_hold() {
        let copper = WantedTerms::of_query("cobre", &index());
        let words = ItemWords::of_hit(&shelf()[2]);
        assert_eq!(words.holds(&copper.terms[0]), Holding::Not);
    }
}
