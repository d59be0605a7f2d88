//! Decisions: options with arguments, the choice with its reasons, and the outcome.

use crate::catalog::{FieldError, FieldErrorCode, clean_optional, clean_text};
use chrono::{DateTime, Days, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Maximum length of a decision's title, an option's title and a choice, in characters.
pub const MAX_TITLE: usize = 300;
/// Maximum length of a description, a reasoning, an outcome and an argument for or against, in characters.
pub const MAX_TEXT: usize = 10_000;
/// Maximum number of options, and of arguments on either side of an option.
pub const MAX_OPTIONS: usize = 20;
/// Allowed number of days between a decision and its review.
pub const REVIEW_DAYS: std::ops::RangeInclusive<u32> = 7..=365;
/// Number of days until the review by default.
pub const USUAL_REVIEW_DAYS: u32 = 30;

/// An area of life or of the trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Area {
    /// Health.
    Health,
    /// Money.
    Finance,
    /// Work.
    Professional,
    /// Learning.
    Learning,
    /// Faith.
    Spiritual,
    /// Family and friends.
    Relationships,
    /// Customers.
    Customers,
    /// Crops.
    Crops,
}

impl Area {
    /// All areas.
    pub const ALL: [Area; 8] = [
        Area::Health,
        Area::Finance,
        Area::Professional,
        Area::Learning,
        Area::Spiritual,
        Area::Relationships,
        Area::Customers,
        Area::Crops,
    ];

    /// Name of the area of life in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Area::Health => "health",
            Area::Finance => "finance",
            Area::Professional => "professional",
            Area::Learning => "learning",
            Area::Spiritual => "spiritual",
            Area::Relationships => "relationships",
            Area::Customers => "customers",
            Area::Crops => "crops",
        }
    }

    /// The Portuguese word: prompts are in Portuguese, and a page shows what they say of a person.
    pub fn word(self) -> &'static str {
        match self {
            Area::Health => "saúde",
            Area::Finance => "dinheiro",
            Area::Professional => "trabalho",
            Area::Learning => "aprendizado",
            Area::Spiritual => "fé",
            Area::Relationships => "família e amigos",
            Area::Customers => "clientes",
            Area::Crops => "culturas",
        }
    }

    /// Parses the stored name of an area of life.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|area| area.as_str() == text)
    }
}

/// State of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DecisionState {
    /// The decision has no choice yet.
    Open,
    /// The decision has a choice but no outcome.
    Decided,
    /// The decision has an outcome.
    Reviewed,
}

impl DecisionState {
    /// All states.
    pub const ALL: [DecisionState; 3] =
        [DecisionState::Open, DecisionState::Decided, DecisionState::Reviewed];

    /// Name of the decision's state in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            DecisionState::Open => "open",
            DecisionState::Decided => "decided",
            DecisionState::Reviewed => "reviewed",
        }
    }

    /// Parses the stored name of a decision's state.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// An option of a decision.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DecisionOption {
    /// Title of the option, 1 to 300 characters.
    pub title: String,
    /// Arguments for the option, at most 20.
    #[serde(default)]
    pub pros: Vec<String>,
    /// Arguments against the option, at most 20.
    #[serde(default)]
    pub cons: Vec<String>,
}

/// A stored decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// Id of the decision.
    pub id: Uuid,
    /// Title of the decision.
    pub title: String,
    /// Description of the situation.
    pub description: Option<String>,
    /// Area of the decision.
    pub area: Area,
    /// The options.
    pub options: Vec<DecisionOption>,
    /// The choice: the title of an option, or free text in a decision without options.
    pub choice: Option<String>,
    /// Reasons for the choice.
    pub reasoning: Option<String>,
    /// Day of the review.
    pub review_at: NaiveDate,
    /// State of the decision.
    pub state: DecisionState,
    /// Outcome of the decision; absent before its review.
    pub outcome: Option<String>,
    /// Number of the last save; rises by one with each.
    pub version: i32,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last save.
    pub updated_at: DateTime<Utc>,
}

/// Editable fields of a decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionDraft {
    /// Title of the decision, 1 to 300 characters.
    pub title: String,
    /// Description of the situation, at most 10,000 characters.
    #[serde(default)]
    pub description: Option<String>,
    /// Area of the decision.
    pub area: Area,
    /// The options, at most 20.
    #[serde(default)]
    pub options: Vec<DecisionOption>,
    /// The choice, at most 300 characters; in a decision with options, the title of one.
    #[serde(default)]
    pub choice: Option<String>,
    /// Reasons for the choice, at most 10,000 characters.
    #[serde(default)]
    pub reasoning: Option<String>,
    /// Day of the review; 30 days from today if absent.
    #[serde(default)]
    pub review_at: Option<NaiveDate>,
    /// Outcome of the decision, at most 10,000 characters.
    #[serde(default)]
    pub outcome: Option<String>,
}

/// The fields of a checked decision, as they are stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionFields {
    /// Title of the decision.
    pub title: String,
    /// Description of the situation.
    pub description: Option<String>,
    /// Area of the decision.
    pub area: Area,
    /// The options.
    pub options: Vec<DecisionOption>,
    /// The choice.
    pub choice: Option<String>,
    /// Reasons for the choice.
    pub reasoning: Option<String>,
    /// Day of the review.
    pub review_at: NaiveDate,
    /// Outcome of the decision.
    pub outcome: Option<String>,
}

impl DecisionFields {
    /// State of the decision, from its choice and its outcome.
    pub fn state(&self) -> DecisionState {
        match (&self.outcome, &self.choice) {
            (Some(_), _) => DecisionState::Reviewed,
            (None, Some(_)) => DecisionState::Decided,
            (None, None) => DecisionState::Open,
        }
    }
}

/// Day on which a decision is reviewed, `days` after `today`.
pub fn review_day(today: NaiveDate, days: u32) -> NaiveDate {
    today.checked_add_days(Days::new(days.into())).unwrap_or(today)
}

impl DecisionDraft {
    /// Cleans and checks all fields; `today` is the date in the person's time zone.
    ///
    /// # Errors
    /// Every invalid field, with the values that are allowed.
    pub fn check(self, today: NaiveDate) -> Result<DecisionFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let title = clean_title(&self.title, "title", &mut errors);
        let description = clean_optional(self.description, "description", MAX_TEXT, &mut errors);
        check_count("options", self.options.len(), &mut errors);
        let options: Vec<DecisionOption> =
            self.options.into_iter().map(|option| clean_option(option, &mut errors)).collect();
        let choice = clean_optional(self.choice, "choice", MAX_TITLE, &mut errors);
        let reasoning = clean_optional(self.reasoning, "reasoning", MAX_TEXT, &mut errors);
        let outcome = clean_optional(self.outcome, "outcome", MAX_TEXT, &mut errors);
        if let Some(choice) = &choice {
            let titles: Vec<&str> = options.iter().map(|option| option.title.as_str()).collect();
            if !titles.is_empty() && !titles.contains(&choice.as_str()) {
                let code = FieldErrorCode::InvalidValue;
                errors.push(FieldError::new("choice", code, choice, titles.join(" | ")));
            }
        }
        let review_at = self.review_at.unwrap_or_else(|| review_day(today, USUAL_REVIEW_DAYS));
        let latest = review_day(today, 3_660);
        if review_at > latest {
            let (code, given) = (FieldErrorCode::InvalidDate, review_at.to_string());
            errors.push(FieldError::new("reviewAt", code, &given, format!("…{latest}")));
        }
        let fields = DecisionFields {
            title,
            description,
            area: self.area,
            options,
            choice,
            reasoning,
            review_at,
            outcome,
        };
        if errors.is_empty() { Ok(fields) } else { Err(errors) }
    }
}

fn clean_title(title: &str, field: &str, errors: &mut Vec<FieldError>) -> String {
    let title = clean_text(title, field, MAX_TITLE, errors);
    if title.is_empty() {
        errors.push(FieldError::new(field, FieldErrorCode::Required, "", format!("1..{MAX_TITLE}")));
    }
    title
}

fn clean_option(option: DecisionOption, errors: &mut Vec<FieldError>) -> DecisionOption {
    let title = clean_title(&option.title, "options.title", errors);
    let mut arguments = |field: &str, given: Vec<String>| {
        check_count(field, given.len(), errors);
        let clean = given.iter().map(|text| clean_text(text, field, MAX_TEXT, errors));
        clean.filter(|text| !text.is_empty()).collect::<Vec<_>>()
    };
    let (pros, cons) = (arguments("options.pros", option.pros), arguments("options.cons", option.cons));
    DecisionOption { title, pros, cons }
}

fn check_count(field: &str, count: usize, errors: &mut Vec<FieldError>) {
    if count > MAX_OPTIONS {
        let allowed = format!("0..{MAX_OPTIONS}");
        let error = FieldError::new(field, FieldErrorCode::TooLong, &count.to_string(), allowed);
        errors.push(error.of_a_part());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        "2026-11-28".parse().unwrap()
    }

    fn draft() -> DecisionDraft {
        let option = |title: &str| DecisionOption { title: title.into(), ..DecisionOption::default() };
        DecisionDraft {
            title: "Comprar ou alugar o silo".into(),
            description: None,
            area: Area::Finance,
            options: vec![option("Comprar"), option("Alugar")],
            choice: None,
            reasoning: None,
            review_at: None,
            outcome: None,
        }
    }

    #[test]
    fn a_decision_moves_from_open_to_reviewed() {
        let text = |text: &str| Some(text.to_owned());
        let open = draft().check(today()).unwrap();
        assert_eq!((open.state(), open.review_at.to_string().as_str()), (DecisionState::Open, "2026-12-28"));
        let decided = DecisionDraft { choice: text("Alugar"), ..draft() };
        assert_eq!(decided.clone().check(today()).unwrap().state(), DecisionState::Decided);
        let reviewed = DecisionDraft { outcome: text("Deu certo"), ..decided };
        assert_eq!(reviewed.check(today()).unwrap().state(), DecisionState::Reviewed);
    }

    #[test]
    fn what_is_wrong_is_named() {
        use FieldErrorCode::{InvalidDate, InvalidValue, Required, TooLong};
        let many = vec![DecisionOption { title: "x".into(), ..DecisionOption::default() }; MAX_OPTIONS + 1];
        for (draft, field, code) in [
            (DecisionDraft { title: "".into(), ..draft() }, "title", Required),
            (DecisionDraft { choice: Some("Vender".into()), ..draft() }, "choice", InvalidValue),
            (DecisionDraft { options: many, ..draft() }, "options", TooLong),
            (
                DecisionDraft { options: vec![DecisionOption::default()], ..draft() },
                "options.title",
                Required,
            ),
            (DecisionDraft { review_at: "2099-01-01".parse().ok(), ..draft() }, "reviewAt", InvalidDate),
        ] {
            let errors = draft.check(today()).expect_err("an invalid draft");
            let named: Vec<_> = errors.iter().map(|error| (error.field.as_str(), error.code)).collect();
            assert_eq!(named, [(field, code)]);
        }
    }
}
