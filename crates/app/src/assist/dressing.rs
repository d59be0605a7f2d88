//! Guesses and answers as suggestions, with reasons and evidence in the person's language.
//!
//! The evidence decides, not a model's word: where neighbours are sure of another category than the
//! model's, theirs stands.

use super::asking::Answered;
use super::gather::Gathered;
use super::{Guesses, Wanted};
use crate::error::AppError;
use crate::messages::render;
use celeiro_domain::assist::answer::Description;
use celeiro_domain::assist::calibration::Calibration;
use celeiro_domain::assist::evidence::draft_line;
use celeiro_domain::assist::{
    AssistEvidence, AssistField, AssistSuggestions, AssistWarning, AssistWarningCode, EvidenceKind,
    MOST_TAGS, NoPrice, PriceGuess, PriceSuggestion, TagGuess, TagsSuggestion, TextSuggestion, Vote,
};
use celeiro_domain::catalog::Price;
use celeiro_domain::chat::amount;
use celeiro_domain::chat::neutral::cut;
use celeiro_domain::search::Lang;
use celeiro_domain::text::normalize_text;

/// Neighbours that are named as evidence at most.
const MOST_EVIDENCE: usize = 5;
/// Longest quotation of a record, in characters.
const QUOTE_CHARS: usize = 160;

/// What the person should know, gathered on the way.
pub(super) struct Warnings {
    pub lang: Lang,
    pub list: Vec<AssistWarning>,
}

impl Warnings {
    pub fn new(lang: Lang) -> Self {
        Self { lang, list: Vec::new() }
    }

    /// Adds one, once.
    pub fn add(&mut self, code: AssistWarningCode, field: Option<AssistField>, value: &str) {
        let places =
            [("value", value.to_owned()), ("field", field.map_or_else(String::new, |f| self.name(f)))];
        let message = render(self.lang, &format!("assist.warning.{}", code.as_str()), &places);
        let warning = AssistWarning { code, field, message };
        if !self.list.contains(&warning) {
            self.list.push(warning);
        }
    }

    /// That the model did not answer, and why.
    pub fn failed(&mut self, error: &AppError) {
        let reason = error.message(self.lang);
        self.add(AssistWarningCode::ModelFailed, None, reason.trim_end_matches([' ', ':']));
    }

    fn name(&self, field: AssistField) -> String {
        render(self.lang, &format!("assist.field.{}", field.as_str()), &[])
    }
}

/// Everything that suggestions are made of.
pub(super) struct Dressing<'a> {
    pub wanted: &'a Wanted,
    pub gathered: &'a Gathered,
    pub guesses: &'a Guesses,
    pub cap: Option<Price>,
    pub calibration: &'a Calibration,
    pub lang: Lang,
}

impl Dressing<'_> {
    /// The suggestions for the open fields, and only for them.
    pub fn suggestions(&self, answered: &Answered, warnings: &mut Warnings) -> AssistSuggestions {
        for problem in &answered.checked.problems {
            warnings.add(problem.code, Some(problem.field), &problem.value);
        }
        let mut made = AssistSuggestions::default();
        for field in &self.wanted.open {
            match field {
                AssistField::Description => made.description = self.description(answered),
                AssistField::Category => made.category = self.category(answered),
                AssistField::Price => made.price = self.price(answered, warnings),
                AssistField::Tags => made.tags = self.tags(answered),
            }
            let bare = without_evidence(&mut made, *field);
            let silent = bare || made.of(*field).is_none() && *field != AssistField::Description;
            let explained = warnings.list.iter().any(|warning| warning.field == Some(*field));
            if silent && !explained && (bare || !self.gathered.neighbours.is_empty()) {
                warnings.add(AssistWarningCode::ThinEvidence, Some(*field), "");
            }
        }
        made
    }

    fn description(&self, answered: &Answered) -> Option<TextSuggestion> {
        let (description, reason) = answered.checked.description.as_ref()?;
        Some(TextSuggestion {
            value: description.text.clone(),
            confidence: description.confidence,
            reason: self.reason(reason, "description", &[]),
            evidence: self.description_evidence(description),
        })
    }

    /// What carries it; where no file and no neighbour does, the item itself, as far as it is stored.
    fn description_evidence(&self, description: &Description) -> Vec<AssistEvidence> {
        let lines = description.lines.iter().filter_map(|at| self.gathered.lines.get(*at));
        let files = lines.map(|line| AssistEvidence {
            kind: EvidenceKind::File,
            id: line.file,
            external_id: None,
            name: line.name.clone(),
            quote: Some(line.text.clone()),
        });
        let near = description.neighbours.iter().take(MOST_EVIDENCE).map(|at| {
            let text = self.gathered.neighbours.get(*at).and_then(|n| n.item.description.clone());
            self.item(*at, text)
        });
        let named: Vec<AssistEvidence> = files.chain(near.flatten()).collect();
        if !named.is_empty() {
            return named;
        }
        let draft = &self.wanted.draft;
        let own = |id| AssistEvidence {
            kind: EvidenceKind::Item,
            id,
            external_id: draft.external_id.clone(),
            name: draft.name.clone(),
            quote: Some(cut(&draft_line(draft), QUOTE_CHARS)),
        };
        self.wanted.item_id.map(own).into_iter().collect()
    }

    fn category(&self, answered: &Answered) -> Option<TextSuggestion> {
        let least = self.calibration.least.category;
        let own = self.guesses.category.as_ref().filter(|vote| vote.confidence >= least);
        let picked = answered.checked.category.as_ref();
        let agrees =
            |vote: &Vote| own.is_none_or(|own| normalize_text(&own.value) == normalize_text(&vote.value));
        let (vote, reason) = match picked.filter(|(vote, _)| agrees(vote)) {
            Some((vote, reason)) => (vote, reason.as_str()),
            None => (own?, ""),
        };
        let places = [("count", vote.voters.len().to_string()), ("of", vote.of.to_string())];
        Some(TextSuggestion {
            value: vote.value.clone(),
            confidence: vote.confidence,
            reason: self.reason(reason, "category", &places),
            evidence: self.items(&vote.voters, |item| item.category.clone()),
        })
    }

    fn price(&self, answered: &Answered, warnings: &mut Warnings) -> Option<PriceSuggestion> {
        let guess = match &self.guesses.price {
            Ok(guess) => guess,
            Err(NoPrice::Spread) => {
                warnings.add(AssistWarningCode::PriceSpread, Some(AssistField::Price), "");
                return None;
            }
            Err(NoPrice::TooFew) => return None,
        };
        let picked = answered.checked.price.as_ref();
        if picked.is_none() && guess.confidence < self.calibration.least.price {
            return None;
        }
        let (value, reason) = picked.map_or((guess.price, ""), |(price, reason)| (*price, reason.as_str()));
        if self.cap.is_some_and(|cap| value > cap) {
            warnings.add(
                AssistWarningCode::PriceAboveCap,
                Some(AssistField::Price),
                &self.money(value, guess),
            );
            return None;
        }
        let places = [
            ("count", guess.comparables.len().to_string()),
            ("low", self.money(guess.low, guess)),
            ("high", self.money(guess.high, guess)),
        ];
        let key = if guess.by_amount { "priceByAmount" } else { "price" };
        Some(PriceSuggestion {
            value,
            currency: guess.currency.clone(),
            confidence: guess.confidence,
            reason: self.reason(reason, key, &places),
            evidence: self.items(&guess.comparables, |item| {
                item.price.map(|price| amount(price, &item.currency, self.lang))
            }),
        })
    }

    fn tags(&self, answered: &Answered) -> Option<TagsSuggestion> {
        let least = self.calibration.least.tag;
        let picked = answered.checked.tags.as_ref();
        let mut chosen: Vec<&TagGuess> =
            self.guesses.tags.iter().filter(|guess| guess.confidence >= least).collect();
        let new = picked.iter().flat_map(|(tags, _)| tags);
        chosen.extend(new.filter(|tag| tag.confidence < least));
        chosen.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        chosen.truncate(MOST_TAGS);
        let sum: f64 = chosen.iter().map(|guess| guess.confidence).sum();
        let mut owners: Vec<usize> = chosen.iter().flat_map(|guess| guess.owners.iter().copied()).collect();
        owners.sort_unstable();
        owners.dedup();
        let value: Vec<String> = chosen.iter().map(|guess| guess.tag.clone()).collect();
        let folded: Vec<String> = value.iter().map(|tag| normalize_text(tag)).collect();
        let places = [("count", owners.len().to_string())];
        let reason = picked.map(|(_, reason)| reason.as_str()).unwrap_or_default();
        (!value.is_empty()).then(|| TagsSuggestion {
            confidence: sum / value.len() as f64,
            reason: self.reason(reason, "tags", &places),
            evidence: self.items(&owners, |item| {
                let own = item.tags.iter().filter(|tag| folded.contains(&normalize_text(tag)));
                Some(own.cloned().collect::<Vec<_>>().join(", "))
            }),
            value,
        })
    }

    /// The model's own words, or else the program's.
    fn reason(&self, said: &str, key: &str, places: &[(&'static str, String)]) -> String {
        let own = render(self.lang, &format!("assist.reason.{key}"), places);
        if said.is_empty() { own } else { format!("{said} ({own})") }
    }

    fn money(&self, price: Price, guess: &PriceGuess) -> String {
        amount(price, &guess.currency, self.lang)
    }

    fn items(
        &self,
        places: &[usize],
        quote: impl Fn(&celeiro_domain::catalog::Item) -> Option<String>,
    ) -> Vec<AssistEvidence> {
        let of = |at: &usize| {
            let quoted = self.gathered.neighbours.get(*at).and_then(|neighbour| quote(&neighbour.item));
            self.item(*at, quoted)
        };
        places.iter().take(MOST_EVIDENCE).filter_map(of).collect()
    }

    fn item(&self, at: usize, quote: Option<String>) -> Option<AssistEvidence> {
        let item = &self.gathered.neighbours.get(at)?.item;
        Some(AssistEvidence {
            kind: EvidenceKind::Item,
            id: item.id,
            external_id: item.external_id.clone(),
            name: item.name.clone(),
            quote: quote.filter(|text| !text.trim().is_empty()).map(|text| cut(&text, QUOTE_CHARS)),
        })
    }
}

/// Takes a suggestion out that nothing carries which could be looked up; says whether there was one.
fn without_evidence(made: &mut AssistSuggestions, field: AssistField) -> bool {
    match field {
        AssistField::Description => made.description.take_if(|s| s.evidence.is_empty()).is_some(),
        AssistField::Category => made.category.take_if(|s| s.evidence.is_empty()).is_some(),
        AssistField::Price => made.price.take_if(|s| s.evidence.is_empty()).is_some(),
        AssistField::Tags => made.tags.take_if(|s| s.evidence.is_empty()).is_some(),
    }
}
