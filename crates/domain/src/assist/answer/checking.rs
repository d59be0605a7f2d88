//! An answer held to the evidence: what of it stands, and why the rest does not.

use super::grounding::ground_claim;
use super::reading::{ModelAnswer, ModelField};
use crate::assist::calibration::Calibration;
use crate::assist::evidence::{Line, SHOWN};
use crate::assist::neighbours::draft_text;
use crate::assist::plain_text::{address_in, strip_markup};
use crate::assist::{
    AssistField, AssistWarningCode, Neighbour, PriceGuess, TagGuess, Vote, category_supported, price_is_right,
};
use crate::catalog::{ItemDraft, Price};
use crate::chat::grounding::evidence::Evidence;
use crate::chat::grounding::fact_check::find_unsupported;
use crate::text::normalize_text;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Longest description, in characters.
pub const MOST_CHARS: usize = 2_000;
/// A tag that a model picks may be half as sure as one that was not picked.
const PICKED: f64 = 0.5;

/// Why something of an answer does not stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The field.
    pub field: AssistField,
    /// What is wrong.
    pub code: AssistWarningCode,
    /// The words that are wrong, shortened.
    pub value: String,
    /// Whether the whole field is lost by it.
    pub fatal: bool,
}

/// Values that the catalog has, folded to how it writes them.
#[derive(Debug, Clone, Default)]
pub struct KnownFacts {
    /// Categories.
    pub categories: HashMap<String, String>,
    /// Tags.
    pub tags: HashMap<String, String>,
}

/// What an answer is held to.
pub struct Material<'a> {
    /// The draft.
    pub draft: &'a ItemDraft,
    /// The fields that may be filled.
    pub open: &'a [AssistField],
    /// The neighbours, in the order of their marks.
    pub neighbours: &'a [Neighbour],
    /// The quotable lines, in the order of their marks.
    pub lines: &'a [Line],
    /// The tags of the neighbours.
    pub tags: &'a [TagGuess],
    /// The price of the comparables.
    pub price: Option<&'a PriceGuess>,
    /// The highest price.
    pub cap: Option<Price>,
    /// What the catalog has.
    pub known: &'a KnownFacts,
    /// How sure is sure.
    pub calibration: &'a Calibration,
}

/// A description that stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// The text.
    pub text: String,
    /// How sure it is: of a text that borrows from neighbours at most 0.6, of any at most 0.75.
    pub confidence: f64,
    /// The neighbours that it names and that carry it; where it names nothing of the kind, the one that
    /// carries most.
    pub neighbours: Vec<usize>,
    /// The lines, alike.
    pub lines: Vec<usize>,
}

/// What stands of an answer, each with the model's reason, and what does not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckedAnswer {
    /// The description.
    pub description: Option<(Description, String)>,
    /// The category.
    pub category: Option<(Vote, String)>,
    /// The price.
    pub price: Option<(Price, String)>,
    /// The tags.
    pub tags: Option<(Vec<TagGuess>, String)>,
    /// What does not stand.
    pub problems: Vec<Problem>,
}

impl CheckedAnswer {
    /// Whether a second question to the model may save a suggestion.
    pub fn needs_repair(&self) -> bool {
        self.problems.iter().any(|problem| problem.fatal)
    }

    /// A second answer over a first: what it lacks is kept from before, and what was wrong is only
    /// what is wrong now.
    pub fn or(self, before: CheckedAnswer) -> CheckedAnswer {
        CheckedAnswer {
            description: self.description.or(before.description),
            category: self.category.or(before.category),
            price: self.price.or(before.price),
            tags: self.tags.or(before.tags),
            problems: self.problems,
        }
    }
}

/// Holds an answer to the evidence.
pub fn check_model_answer(answer: &ModelAnswer, material: &Material<'_>) -> CheckedAnswer {
    let mut checked = CheckedAnswer::default();
    if let Some(said) = &answer.description {
        checked.description = check_suggested_description(said, material, &mut checked.problems);
    }
    if let Some(said) = &answer.category {
        checked.category = check_suggested_category(said, material, &mut checked.problems);
    }
    if let Some(said) = &answer.price {
        checked.price = check_suggested_price(said, material, &mut checked.problems);
    }
    if let Some(said) = &answer.tags {
        checked.tags = check_suggested_tags(said, material, &mut checked.problems);
    }
    checked
}

/// A problem with the beginning of the value; a fatal one costs the suggestion.
fn make_problem(field: AssistField, code: AssistWarningCode, value: &str, fatal: bool) -> Problem {
    Problem { field, code, value: crate::chat::answer::sanitize::sanitize_field(value, 120), fatal }
}

/// A category that the catalog has, with the vote of the neighbours.
fn check_suggested_category(
    said: &ModelField<String>,
    material: &Material<'_>,
    problems: &mut Vec<Problem>,
) -> Option<(Vote, String)> {
    let field = AssistField::Category;
    let Some(known) = material.known.categories.get(&normalize_text(&said.value)) else {
        problems.push(make_problem(field, AssistWarningCode::UnknownCategory, &said.value, true));
        return None;
    };
    let vote = category_supported(material.neighbours, known, material.calibration);
    if vote.is_none() {
        problems.push(make_problem(field, AssistWarningCode::ThinEvidence, known, true));
    }
    vote.map(|vote| (vote, said.reason.clone()))
}

/// A price near the guess from the comparables and not above the cap.
fn check_suggested_price(
    said: &ModelField<Value>,
    material: &Material<'_>,
    problems: &mut Vec<Problem>,
) -> Option<(Price, String)> {
    let field = AssistField::Price;
    let mut refuse = |code: AssistWarningCode| {
        problems.push(make_problem(field, code, &said.value.to_string(), true));
        None
    };
    let Ok(price) = serde_json::from_value::<Price>(said.value.clone()) else {
        return refuse(AssistWarningCode::InvalidPrice);
    };
    if price.amount().is_zero() {
        return refuse(AssistWarningCode::InvalidPrice);
    }
    if material.cap.is_some_and(|cap| price > cap) {
        return refuse(AssistWarningCode::PriceAboveCap);
    }
    let near = |guess: &PriceGuess| {
        let middle = guess.price.to_f64();
        price_is_right(price.to_f64(), middle)
    };
    if !material.price.is_some_and(near) {
        return refuse(AssistWarningCode::PriceWithoutEvidence);
    }
    Some((price, said.reason.clone()))
}

/// The suggested tags that enough neighbours have; tags that the catalog lacks become one problem.
fn check_suggested_tags(
    said: &ModelField<Vec<String>>,
    material: &Material<'_>,
    problems: &mut Vec<Problem>,
) -> Option<(Vec<TagGuess>, String)> {
    let mut seen = HashSet::new();
    let (mut found, mut unknown) = (Vec::new(), Vec::new());
    for tag in &said.value {
        let folded = normalize_text(tag);
        if !seen.insert(folded.clone()) {
            continue;
        }
        let carried = material.tags.iter().find(|guess| normalize_text(&guess.tag) == folded);
        match carried {
            Some(guess) if guess.confidence >= material.calibration.least.tag * PICKED => {
                found.push(guess.clone());
            }
            Some(_) => {}
            None if material.known.tags.contains_key(&folded) => {}
            None => unknown.push(tag.as_str()),
        }
    }
    if !unknown.is_empty() {
        problems.push(make_problem(
            AssistField::Tags,
            AssistWarningCode::UnknownTags,
            &unknown.join(", "),
            false,
        ));
    }
    (!found.is_empty()).then(|| (found, said.reason.clone()))
}

/// A description that rests on the material, without markup, addresses and foreign figures.
fn check_suggested_description(
    said: &ModelField<String>,
    material: &Material<'_>,
    problems: &mut Vec<Problem>,
) -> Option<(Description, String)> {
    let field = AssistField::Description;
    let (text, had_markup) = strip_markup(&said.value);
    if had_markup {
        problems.push(make_problem(field, AssistWarningCode::MarkupRemoved, "", false));
    }
    if text.is_empty() {
        return None;
    }
    let mut refuse = |code: AssistWarningCode, value: &str| {
        problems.push(make_problem(field, code, value, true));
        None
    };
    if text.chars().count() > MOST_CHARS {
        return refuse(AssistWarningCode::TooLong, &text);
    }
    if let Some(address) = address_in(&text) {
        return refuse(AssistWarningCode::AddressInText, address);
    }
    let own = own_text(material);
    if let Some(caution) = find_unsupported(&text, &[Evidence::of_text(1, &own)]).into_iter().next() {
        return refuse(AssistWarningCode::UnsupportedFigure, &caution.claim);
    }
    let least = material.calibration.least.description;
    let Some(rest) = ground_claim(&text, &own, material.lines, material.neighbours, least) else {
        return refuse(AssistWarningCode::UnsupportedText, &text);
    };
    let place = |mark: &str, most: usize| {
        mark.parse::<usize>().ok().filter(|n| (1..=most).contains(n)).map(|n| n - 1)
    };
    let marks = |prefix: &str, most: usize| -> Vec<usize> {
        let own = said.marks.iter().filter_map(|mark| mark.strip_prefix(prefix));
        let mut places: Vec<usize> = own.filter_map(|mark| place(mark, most)).collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let most = material.neighbours.len().min(SHOWN);
    let (mut neighbours, mut lines) = (marks("", most), marks("A", material.lines.len()));
    neighbours.retain(|at| rest.neighbours.contains(at));
    lines.retain(|at| rest.lines.contains(at));
    if neighbours.is_empty() && lines.is_empty() {
        neighbours.extend(rest.neighbours.first());
        lines.extend(rest.lines.first());
    }
    let confidence = rest.confidence;
    Some((Description { text, confidence, neighbours, lines }, said.reason.clone()))
}

/// What is said of this very product: the draft and its files.
fn own_text(material: &Material<'_>) -> String {
    let mut text = draft_text(material.draft);
    for line in material.lines {
        text.push('\n');
        text.push_str(&line.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::answer::read_model_answer;
    use crate::assist::evidence::{FileText, lines_of};
    use crate::assist::neighbours::tests::neighbours;
    use crate::assist::{category_vote, price_guess, tag_guesses};
    use proptest::prelude::*;
    use serde_json::json;

    struct Case {
        draft: ItemDraft,
        near: Vec<Neighbour>,
        lines: Vec<Line>,
        cap: Option<Price>,
    }

    fn case() -> Case {
        let near = |price: f64| {
            json!({ "name": "Ferrugen 200 SC", "category": "Fungicidas", "price": price, "tags": ["soja", "ferrugem"],
                "description": "Fungicida sistêmico para ferrugem da soja. Dose de 2 L/ha." })
        };
        let file = FileText {
            id: uuid::Uuid::from_u128(9),
            name: "bula.pdf".into(),
            text: "Aplicar 0,5 L/ha no início da ferrugem.".into(),
        };
        Case {
            draft: ItemDraft { name: "Novo fungicida".into(), ..ItemDraft::default() },
            near: neighbours(vec![near(100.0), near(102.0), near(104.0)]),
            lines: lines_of(&[file]),
            cap: None,
        }
    }

    fn check_case(case: &Case, answer: Value) -> CheckedAnswer {
        let calibration = Calibration::shipped_table();
        let answer = read_model_answer(&answer.to_string(), &AssistField::ALL).expect("an answer");
        let tags = tag_guesses(&case.draft, "", &case.near, calibration);
        let price = price_guess(&case.draft, None, &case.near, calibration).ok();
        assert!(category_vote(&case.near, calibration).is_some());
        let known = KnownFacts {
            categories: [("fungicidas", "Fungicidas"), ("adubos", "Adubos")]
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .into(),
            tags: HashMap::from([("soja".to_owned(), "soja".to_owned())]),
        };
        let material = Material {
            draft: &case.draft,
            open: &AssistField::ALL,
            neighbours: &case.near,
            lines: &case.lines,
            tags: &tags,
            price: price.as_ref(),
            cap: case.cap,
            known: &known,
            calibration,
        };
        check_model_answer(&answer, &material)
    }

    fn codes(checked: &CheckedAnswer) -> Vec<AssistWarningCode> {
        checked.problems.iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn what_the_evidence_carries_stands_with_its_reason_and_marks() {
        let found = check_case(
            &case(),
            json!({
                "description": { "value": "Fungicida sistêmico para a ferrugem da soja. Aplicar 0,5 L/ha.",
                    "reason": "bula", "evidence": ["A1", "[2]", "99"] },
                "category": { "value": "FUNGICIDAS", "reason": "iguais", "evidence": ["1"] },
                "price": { "value": 101, "reason": "", "evidence": [] },
                "tags": { "value": ["Soja", "soja", "ferrugem"], "reason": "", "evidence": [] }
            }),
        );
        assert_eq!(found.problems, []);
        let (description, reason) = found.description.expect("a description");
        assert_eq!((description.neighbours, description.lines, reason.as_str()), (vec![1], vec![0], "bula"));
        assert_eq!(found.category.map(|(vote, _)| vote.value), Some("Fungicidas".to_owned()));
        assert_eq!(found.price.map(|(price, _)| price.to_f64()), Some(101.0));
        assert_eq!(found.tags.map(|(tags, _)| tags.len()), Some(2));
    }

    #[test]
    fn what_nothing_carries_does_not_stand() {
        let cap = Price::parse("50").ok();
        for (answer, code, cap) in [
            (json!({ "category": "Naves espaciais" }), AssistWarningCode::UnknownCategory, None),
            (json!({ "category": "Adubos" }), AssistWarningCode::ThinEvidence, None),
            (json!({ "price": -5 }), AssistWarningCode::InvalidPrice, None),
            (json!({ "price": 0 }), AssistWarningCode::InvalidPrice, None),
            (json!({ "price": { "value": "NaN" } }), AssistWarningCode::InvalidPrice, None),
            (json!({ "price": 9_999 }), AssistWarningCode::PriceWithoutEvidence, None),
            (json!({ "price": 101 }), AssistWarningCode::PriceAboveCap, cap),
            (json!({ "tags": ["nave", "foguete"] }), AssistWarningCode::UnknownTags, None),
            (
                json!({ "description": "Fungicida para soja. Dose de 2 L/ha." }),
                AssistWarningCode::UnsupportedFigure,
                None,
            ),
            (json!({ "description": "Fungicida por R$ 10,00." }), AssistWarningCode::UnsupportedFigure, None),
            (
                json!({ "description": "Fungicida, veja https://exemplo.com" }),
                AssistWarningCode::AddressInText,
                None,
            ),
            (json!({ "description": "Veja lojadobarato.com.br" }), AssistWarningCode::AddressInText, None),
            (
                json!({ "description": "Uma nave espacial movida a plasma" }),
                AssistWarningCode::UnsupportedText,
                None,
            ),
            (json!({ "description": "soja ".repeat(1_000) }), AssistWarningCode::TooLong, None),
        ] {
            let found = check_case(&Case { cap, ..case() }, answer.clone());
            assert_eq!(codes(&found), [code], "{answer}");
            assert!(found.description.is_none() && found.category.is_none(), "{answer}");
            assert!(found.price.is_none() && found.tags.is_none(), "{answer}");
        }
    }

    #[test]
    fn markup_is_taken_out_and_said() {
        let found = check_case(
            &case(),
            json!({ "description": "<p>Fungicida <b>sistêmico</b></p><script>x()</script>" }),
        );
        assert_eq!(codes(&found), [AssistWarningCode::MarkupRemoved]);
        assert_eq!(found.description.map(|(d, _)| d.text), Some("Fungicida sistêmico".to_owned()));
        assert!(!check_case(&case(), json!({ "description": "<p>Fungicida</p>" })).needs_repair());
    }

    proptest! {
        #[test]
        fn no_answer_brings_a_value_from_outside(text in any::<String>(), price in any::<f64>(), tags in proptest::collection::vec(any::<String>(), 0..5)) {
            let found = check_case(&case(), json!({ "description": text, "category": text, "price": price, "tags": tags }));
            prop_assert!(found.category.is_none_or(|(vote, _)| vote.value == "Fungicidas"));
            prop_assert!(found.price.is_none_or(|(price, _)| (75.0..=130.0).contains(&price.to_f64())));
            prop_assert!(found.tags.is_none_or(|(tags, _)| tags.iter().all(|t| t.tag == "soja" || t.tag == "ferrugem")));
        }
    }
}
