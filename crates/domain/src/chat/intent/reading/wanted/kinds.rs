//! The kind of thing that a message asks for: what is of another kind does not answer.

use super::item_words::Holding;
use super::term::Term;
use super::terms::WantedTerms;
use crate::chat::intent::reading::measure_words::names_measure;
use crate::synonyms::GroupKind;

impl WantedTerms {
    /// What is asked for by its kind is that: a fungicide is asked for, and what is none does not answer;
    /// `armadilha pra mosca` is a trap. A crop beside something else says what it is for.
    pub(super) fn require_kind(&self, held: &mut [Vec<Holding>]) {
        let of_kind = |kind, nth: &usize| self.terms[*nth].kind == Some(kind);
        let all = 0..self.terms.len();
        let crops: Vec<usize> = all.clone().filter(|nth| of_kind(GroupKind::Culture, nth)).collect();
        self.require_seed_of_crop(held);
        if !self.asks_for_seed_alone() {
            for held in held.iter_mut() {
                for nth in &crops {
                    held[*nth] = held[*nth].min(Holding::Listed);
                }
            }
            self.drop_crops_alone(held, &crops);
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
        // `Venturi pra pôr adubo na água` is no fertilizer.
        if head_named && self.is_for_purpose(head, &required, held) {
            required.clear();
        }
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

    /// `Semente de feijão carioca pra plantar no inverno`: what is no seed of the crop behind the word does not answer.
    fn require_seed_of_crop(&self, held: &mut [Vec<Holding>]) {
        let Some(seed) = self.seed_term() else { return };
        let crop = seed + 1;
        let is_crop = self.terms.get(crop).is_some_and(|term| term.kind == Some(GroupKind::Culture));
        let is_seed = |held: &Vec<Holding>| held[seed] >= Holding::Listed && held[crop] == Holding::Named;
        // `Inoculante pra semente de soja` is no seed.
        let is_head = seed == find_head(held);
        if !is_crop || !is_head || self.is_list || !held.iter().any(is_seed) {
            return;
        }
        held.iter_mut().filter(|held| !is_seed(held)).for_each(|held| held.fill(Holding::Not));
    }

    /// `I manage a coffee farm. Which knapsack sprayers do you have?`: where items hold a thing, a pest or a kind of
    /// product that is known, what holds nothing but the crop and a size does not answer.
    fn drop_crops_alone(&self, held: &mut [Vec<Holding>], crops: &[usize]) {
        let is_known = |nth: &usize| {
            let term = &self.terms[*nth];
            term.kind.is_some() && !crops.contains(nth) && !names_measure(term)
        };
        let known: Vec<usize> = (0..self.terms.len()).filter(is_known).collect();
        let is_answer = |held: &Vec<Holding>| known.iter().any(|nth| held[*nth] >= Holding::Listed);
        if self.is_list || crops.is_empty() || !held.iter().any(is_answer) {
            return;
        }
        let is_crop_alone = |held: &Vec<Holding>| {
            let is_other = |nth: usize| !crops.contains(&nth) && !names_measure(&self.terms[nth]);
            held.iter().enumerate().all(|(nth, held)| *held == Holding::Not || !is_other(nth))
        };
        held.iter_mut().filter(|held| is_crop_alone(held)).for_each(|held| held.fill(Holding::Not));
    }

    /// Whether the first thing that is named is for the kinds of product behind it: nothing that is called so is one.
    fn is_for_purpose(&self, head: usize, kinds: &[usize], held: &[Vec<Holding>]) -> bool {
        let is_thing = self.terms.get(head).is_some_and(|term| term.kind.is_none() && !names_measure(term));
        let is_both = |held: &Vec<Holding>| {
            held[head] >= Holding::Listed && kinds.iter().any(|nth| held[*nth] >= Holding::Listed)
        };
        is_thing && !self.is_list && kinds.iter().all(|nth| *nth > head) && !held.iter().any(is_both)
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

    /// Whether nothing but crops and the word for seed is wanted.
    pub(super) fn asks_for_seed_alone(&self) -> bool {
        let of_seed = |term: &Term| term.kind == Some(GroupKind::Culture) || term.said.starts_with("sement");
        self.terms.iter().all(of_seed)
    }

    /// The place of the word for seed.
    pub(super) fn seed_term(&self) -> Option<usize> {
        self.terms.iter().position(|term| term.said.starts_with("sement"))
    }

    /// Whether the word `said` names a crop.
    pub(super) fn is_crop(&self, said: &str) -> bool {
        self.terms.iter().any(|term| term.said == said && term.kind == Some(GroupKind::Culture))
    }
}

/// Whether an item is called by one of the crops and listed as seed.
fn is_seed_of(held: &[Vec<Holding>], crops: &[usize], seed: usize) -> bool {
    let is_named = |held: &Vec<Holding>| crops.iter().any(|nth| held[*nth] == Holding::Named);
    held.iter().any(|held| held[seed] >= Holding::Listed && is_named(held))
}

/// The first term that any item holds: what stands before it, such as `solicito`, names nothing.
pub(super) fn find_head(held: &[Vec<Holding>]) -> usize {
    let terms = held.first().map_or(0, Vec::len);
    (0..terms).find(|nth| held.iter().any(|held| held[*nth] > Holding::Not)).unwrap_or(0)
}
