//! Presentation of guesses and model answers as suggestions, with reasons and evidence in the person's language.
//!
//! The evidence decides, not a model's claim: where neighbours clearly have another category than the model's answer,
//! theirs is suggested.

use super::reasons::render_reason;
use crate::assist::draft::AssistMaterial;
use crate::assist::draft::ModelOutcome;
use crate::assist::draft::Warnings;
use crate::assist::draft::{Guesses, WantedFields};
use crate::error::AppError;
use crate::messages::translate_with;
use celeiro_domain::assist::answer::Description;
use celeiro_domain::assist::calibration::Calibration;
use celeiro_domain::assist::evidence::draft_line;
use celeiro_domain::assist::{
    AssistEvidence, AssistField, AssistReason, AssistSuggestions, AssistWarning, AssistWarningCode,
    EvidenceKind, MOST_TAGS, NoPrice, PriceGuess, PriceSuggestion, TagGuess, TagsSuggestion, TextSuggestion,
    Vote,
};
use celeiro_domain::catalog::Price;
use celeiro_domain::chat::answer::sanitize::cut_text;
use celeiro_domain::chat::format_amount;
use celeiro_domain::search::Lang;
use celeiro_domain::text::normalize_text;

/// Neighbours that are named as evidence at most.
const MOST_EVIDENCE: usize = 5;
/// Longest quotation of a record, in characters.
const QUOTE_CHARS: usize = 160;

impl Warnings {
    pub fn new(lang: Lang) -> Self {
        Self { lang, list: Vec::new() }
    }

    /// Adds a warning to the suggestions, each once.
    pub fn add(&mut self, code: AssistWarningCode, field: Option<AssistField>, value: &str) {
        let places =
            [("value", value.to_owned()), ("field", field.map_or_else(String::new, |f| self.name(f)))];
        let message = translate_with(self.lang, &format!("assist.warning.{}", code.as_str()), &places);
        let warning = AssistWarning { code, field, message };
        if !self.list.contains(&warning) {
            self.list.push(warning);
        }
    }

    /// Adds the warning that the model did not answer for suggestions, and why.
    pub fn note_failure(&mut self, error: &AppError) {
        let reason = error.message(self.lang);
        self.add(AssistWarningCode::ModelFailed, None, reason.trim_end_matches([' ', ':']));
    }

    fn name(&self, field: AssistField) -> String {
        translate_with(self.lang, &format!("assist.field.{}", field.as_str()), &[])
    }
}

/// Everything that suggestions are made of.
pub(super) struct SuggestionBuilder<'a> {
    pub wanted: &'a WantedFields,
    pub gathered: &'a AssistMaterial,
    pub guesses: &'a Guesses,
    pub cap: Option<Price>,
    pub calibration: &'a Calibration,
    pub lang: Lang,
}

impl SuggestionBuilder<'_> {
    /// Builds the suggestions for the item's empty fields, and only for them.
    pub fn suggestions(&self, answered: &ModelOutcome, warnings: &mut Warnings) -> AssistSuggestions {
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

    fn description(&self, answered: &ModelOutcome) -> Option<TextSuggestion> {
        let (description, said) = answered.checked.description.as_ref()?;
        let (because, said) = (AssistReason::Description, read_model_reason(said));
        Some(TextSuggestion {
            value: description.text.clone(),
            confidence: description.confidence,
            reason: render_reason(self.lang, said.as_deref(), &because),
            said,
            because,
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
            price: None,
            currency: None,
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
            quote: Some(cut_text(&draft_line(draft), QUOTE_CHARS)),
            price: None,
            currency: None,
        };
        self.wanted.item_id.map(own).into_iter().collect()
    }

    fn category(&self, answered: &ModelOutcome) -> Option<TextSuggestion> {
        let least = self.calibration.least.category;
        let own = self.guesses.category.as_ref().filter(|vote| vote.confidence >= least);
        let picked = answered.checked.category.as_ref();
        let agrees =
            |vote: &Vote| own.is_none_or(|own| normalize_text(&own.value) == normalize_text(&vote.value));
        let (vote, said) = match picked.filter(|(vote, _)| agrees(vote)) {
            Some((vote, said)) => (vote, read_model_reason(said)),
            None => (own?, None),
        };
        let because = AssistReason::Category { count: vote.voters.len() as u32, of: vote.of as u32 };
        Some(TextSuggestion {
            value: vote.value.clone(),
            confidence: vote.confidence,
            reason: render_reason(self.lang, said.as_deref(), &because),
            said,
            because,
            evidence: self.items(&vote.voters, |item| item.category.clone()),
        })
    }

    fn price(&self, answered: &ModelOutcome, warnings: &mut Warnings) -> Option<PriceSuggestion> {
        let guess = match &self.guesses.price {
            Ok(guess) => guess,
            Err(NoPrice::Spread) => {
                warnings.add(AssistWarningCode::PriceSpread, Some(AssistField::Price), "");
                return None;
            }
            Err(NoPrice::Packages) => {
                warnings.add(AssistWarningCode::PriceOtherPackages, Some(AssistField::Price), "");
                return None;
            }
            Err(NoPrice::TooFew) => return None,
        };
        let picked = answered.checked.price.as_ref();
        if picked.is_none() && guess.confidence < self.calibration.least.price {
            return None;
        }
        let (value, said) =
            picked.map_or((guess.price, None), |(price, said)| (*price, read_model_reason(said)));
        if self.cap.is_some_and(|cap| value > cap) {
            warnings.add(
                AssistWarningCode::PriceAboveCap,
                Some(AssistField::Price),
                &self.money(value, guess),
            );
            return None;
        }
        let because = AssistReason::Price {
            count: guess.comparables.len() as u32,
            low: guess.low,
            high: guess.high,
            currency: guess.currency.clone(),
            by_amount: guess.by_amount,
        };
        Some(PriceSuggestion {
            value,
            currency: guess.currency.clone(),
            confidence: guess.confidence,
            reason: render_reason(self.lang, said.as_deref(), &because),
            said,
            because,
            evidence: self.price_evidence(&guess.comparables),
        })
    }

    fn tags(&self, answered: &ModelOutcome) -> Option<TagsSuggestion> {
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
        let because = AssistReason::Tags { count: owners.len() as u32 };
        let said = picked.and_then(|(_, said)| read_model_reason(said));
        (!value.is_empty()).then(|| TagsSuggestion {
            confidence: sum / value.len() as f64,
            reason: render_reason(self.lang, said.as_deref(), &because),
            said,
            because,
            evidence: self.items(&owners, |item| {
                let own = item.tags.iter().filter(|tag| folded.contains(&normalize_text(tag)));
                Some(own.cloned().collect::<Vec<_>>().join(", "))
            }),
            value,
        })
    }

    fn money(&self, price: Price, guess: &PriceGuess) -> String {
        format_amount(price, &guess.currency, self.lang)
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

    /// Comparable items, each with its price.
    fn price_evidence(&self, places: &[usize]) -> Vec<AssistEvidence> {
        let of = |at: &usize| {
            let item = &self.gathered.neighbours.get(*at)?.item;
            let quote = item.price.map(|price| format_amount(price, &item.currency, self.lang));
            let currency = item.price.map(|_| item.currency.clone());
            Some(AssistEvidence { price: item.price, currency, ..self.item(*at, quote)? })
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
            quote: quote.filter(|text| !text.trim().is_empty()).map(|text| cut_text(&text, QUOTE_CHARS)),
            price: None,
            currency: None,
        })
    }
}

/// What a model says of its reasons, where it says anything.
fn read_model_reason(said: &str) -> Option<String> {
    (!said.is_empty()).then(|| said.to_owned())
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
