//! Which of the hits fit what a message looks for about as well as the best of them does.

use super::item_words::{Holding, ItemWords};
use super::kinds::find_head;
use super::term::Term;
use super::terms::WantedTerms;
use crate::chat::intent::reading::measure_words::names_measure;
use crate::search::Hit;
use crate::synonyms::GroupKind;

/// Least share of the best item's weight at which another item still fits.
const FITTING_SHARE: f64 = 0.68;
/// Least share of all weight that must be held where only descriptions hold any.
const DESCRIBED_SHARE: f64 = 0.5;
/// The same of terms that no synonym knows.
const UNKNOWN_DESCRIBED_SHARE: f64 = 0.75;
/// What a size weighs beside a word.
const SIZE_WEIGHT: f64 = 0.5;
/// What another word of the same meaning weighs beside the word that was said.
const SYNONYM_WEIGHT: f64 = 0.85;
/// What the first of several words weighs beside the others.
const HEAD_WEIGHT: f64 = 1.5;

impl WantedTerms {
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
        let mut fitting: Vec<bool> = fitting.collect();
        self.drop_for_other_crops(&held, &mut fitting);
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

    /// Drops what does not hold the crop of the question and nothing else that is wanted which an item for that crop
    /// does not hold, too: `inoculante para soja` is none for silage.
    fn drop_for_other_crops(&self, held: &[Vec<Holding>], fitting: &mut [bool]) {
        let is_crop = |nth: &usize| self.terms[*nth].kind == Some(GroupKind::Culture);
        let crops: Vec<usize> = (0..self.terms.len()).filter(is_crop).collect();
        let [crop] = crops.as_slice() else { return };
        if self.is_list || self.terms.len() < 2 {
            return;
        }
        let covers = |one: &[Holding], other: &[Holding]| {
            one[*crop] >= Holding::Listed
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| *one >= Holding::Listed || *other < Holding::Listed)
        };
        let for_crop: Vec<&Vec<Holding>> =
            held.iter().zip(fitting.iter()).filter(|(_, fits)| **fits).map(|(held, _)| held).collect();
        let is_other = |other: &Vec<Holding>| {
            other[*crop] == Holding::Not
                && for_crop.iter().any(|one| covers(one.as_slice(), other.as_slice()))
        };
        for (fits, held) in fitting.iter_mut().zip(held) {
            *fits &= !is_other(held);
        }
    }

    /// Drops of hits those that are called by a kind, where others are called by the closer name of one of that kind:
    /// `calcário dolomítico` is no other lime. What is named in alternatives stays.
    fn drop_other_kinds(&self, hits: &mut Vec<Hit>) {
        // `Semente de arroz irrigado` is no seed of another rice; a herbicide for rice is one for irrigated rice, too.
        let is_seed = self.seed_term().is_some();
        let is_kind = |term: &&Term| !self.is_list && (is_seed || term.kind != Some(GroupKind::Culture));
        for term in self.terms.iter().filter(is_kind) {
            if hits.iter().any(|hit| ItemWords::of_hit(hit).is_called(term)) {
                hits.retain(|hit| !ItemWords::of_hit(hit).is_of_other_kind(term));
            }
        }
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

    /// The words that no item holds.
    fn missing_in(&self, held: &[Vec<Holding>]) -> Vec<String> {
        let is_missing =
            |nth: usize| !self.terms[nth].is_size && held.iter().all(|held| held[nth] == Holding::Not);
        (0..self.terms.len()).filter(|nth| is_missing(*nth)).map(|nth| self.terms[nth].said.clone()).collect()
    }

    /// How much a term tells.
    fn weight(&self, nth: usize, held: &[Vec<Holding>]) -> f64 {
        let count = |least: Holding| held.iter().filter(|held| held[nth] >= least).count();
        let (listed, described) = (count(Holding::Listed), count(Holding::Described));
        let by = if listed > 0 { listed } else { described };
        let rarity = (1.0 + held.len().max(20) as f64 / by.max(1) as f64).ln();
        // `Capim pra terra fraca`: the thing is named first, what stands behind it describes it.
        // Not of an enumeration, nor where nearly all are such things.
        let joins_later = |held: &Vec<Holding>| {
            held[nth] >= Holding::Listed && held[nth + 1..].iter().any(|held| *held > Holding::Not)
        };
        let some = listed > 0 && 2 * listed <= held.len();
        let is_head =
            nth == find_head(held) && self.terms.len() > nth + 1 && some && held.iter().any(joins_later);
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
