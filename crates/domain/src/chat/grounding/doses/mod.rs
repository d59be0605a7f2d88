//! Doses that no source states never reach the screen.
//!
//! A wrong price costs money, a wrong dose a harvest or a life: a price without a source gets a caution,
//! a dose without one is taken out of the answer while it streams ([`DoseFilter`]). A dose is a ratio (`2,5 L/ha`,
//! `250 mL/100 L`), an amount below a heading that names the ratio (`Dose (L/ha): 3`, a column of a table), a
//! household measure (`uma tampinha`), or any other amount of mass or volume (`use 3 litros`, `cada cova leva 9 g`)
//! that is no package's or tank's size and has no price.
//!
//! Left out: whether a stated dose is the one of the crop and product that the sentence names; that is a
//! caution of [`super::claims`]. Prices and packages pass.

mod filter;
#[cfg(test)]
mod judged;
mod measures;
mod numbers;
mod reading;
#[cfg(test)]
mod tests;

pub use filter::DoseFilter;

use super::evidence::{faq_text, item_text};
use crate::chat::answer::sanitize::visible;
use crate::search::Hit;
use numbers::tokenize;
use reading::{Dose, read_amounts, read_doses};
use rust_decimal::Decimal;

/// What the sources of an answer state of doses.
#[derive(Debug, Clone, Default)]
pub struct StatedDoses {
    /// Ratios, by unit and value in its base.
    ratios: Vec<(String, Decimal)>,
    /// Every amount with a unit, of ratios too: `use 2 L` repeats `2 L/ha`.
    amounts: Vec<(String, Decimal)>,
}

impl StatedDoses {
    /// The doses of whole records with their labels and leaflets; not of the passages that were found, which may be of
    /// another document.
    pub fn of_hits<'a>(hits: impl IntoIterator<Item = &'a Hit>) -> Self {
        let mut stated = Self::default();
        hits.into_iter().for_each(|hit| stated.add_hit(hit));
        stated
    }

    /// Adds the doses of one more record.
    pub fn add_hit(&mut self, hit: &Hit) {
        if let Some(text) = item_text(hit).or_else(|| hit.faq.as_ref().map(faq_text)) {
            self.add(&text);
        }
    }

    /// The doses of one text.
    pub fn of_text(text: &str) -> Self {
        let mut stated = Self::default();
        stated.add(text);
        stated
    }

    /// Adds the doses of one more text to those that an answer may state.
    #[must_use]
    pub fn with_text(mut self, text: &str) -> Self {
        self.add(text);
        self
    }

    /// Whether these state a dose of `text` that `others` do not.
    pub fn add_to(&self, others: &Self, text: &str) -> bool {
        let text = visible(text);
        read_doses(&text, &tokenize(&text)).iter().any(|dose| self.carry(dose) && !others.carry(dose))
    }

    /// `text` without the doses that are not stated; `omission` stands where they were.
    pub fn withhold_others(self, text: &str, omission: &str) -> String {
        let mut filter = DoseFilter::new(self, omission);
        filter.push(text) + &filter.finish()
    }

    fn add(&mut self, text: &str) {
        // Invisible characters part no number.
        let text = visible(text);
        let tokens = tokenize(&text);
        for dose in read_doses(&text, &tokens) {
            let list = if dose.is_ratio { &mut self.ratios } else { &mut self.amounts };
            list.extend(dose.values.iter().flatten().map(|value| (dose.unit.clone(), *value)));
        }
        self.amounts.extend(read_amounts(&tokens));
    }

    /// Whether each number of the dose is stated.
    fn carry(&self, dose: &Dose) -> bool {
        let list = if dose.is_ratio { &self.ratios } else { &self.amounts };
        let is_stated = |readings: &Vec<Decimal>| {
            list.iter().any(|(unit, value)| *unit == dose.unit && readings.contains(value))
        };
        dose.values.iter().all(is_stated)
    }
}

/// Whether a text states a dose.
pub fn states_dose(text: &str) -> bool {
    let text = visible(text);
    !read_doses(&text, &tokenize(&text)).is_empty()
}
