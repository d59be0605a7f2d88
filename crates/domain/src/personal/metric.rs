//! Entries of metrics: one value of one day.

use super::schedule::Zone;
use super::tracking::{MAX_VALUE, MetricEntry, check_value};
use crate::catalog::{FieldError, FieldErrorCode, clean_optional, clean_text};
use crate::text::normalize_text;
use crate::wire::Number;
use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Longest name of a metric, in characters.
pub const MAX_KIND: usize = 60;
/// Longest unit, in characters.
pub const MAX_UNIT: usize = 40;
/// Longest notes, in characters.
pub const MAX_NOTES: usize = 20_000;
/// The first year that an entry may belong to.
const FIRST_YEAR: i32 = 1_900;
/// Accepted notations of a day, for error messages.
pub const DAY_FORMS: &str = "2026-05-31 | 31/05/2026";

/// The metrics that have one name in every language, with what people call them in Portuguese.
const KNOWN: [(&str, &[&str]); 7] = [
    ("weight", &["peso"]),
    ("water", &["agua"]),
    ("sleep", &["sono"]),
    ("exercise", &["exercicio", "exercicios", "treino"]),
    ("mood", &["humor"]),
    ("energy", &["energia"]),
    ("expense", &["gasto", "gastos", "despesa", "despesas"]),
];

/// The known metrics of which there is none below zero; a mood or an energy may be on a scale that has one.
const NEVER_NEGATIVE: [&str; 4] = ["weight", "water", "sleep", "exercise"];

/// The unit in which a known metric is kept, and how often others hold it, by their folded spellings: days are added
/// up, and two litres are not two millilitres.
type UsualUnit = (&'static str, &'static str, &'static [(f64, &'static [&'static str])]);
const USUAL_UNITS: [UsualUnit; 2] = [
    (
        "water",
        "ml",
        &[
            (1.0, &["ml", "mililitro", "mililitros", "milliliter", "milliliters"]),
            (1_000.0, &["l", "lt", "lts", "litro", "litros", "liter", "liters", "litre", "litres"]),
        ],
    ),
    (
        "weight",
        "kg",
        &[(1.0, &["kg", "kgs", "quilo", "quilos", "kilo", "kilos", "quilograma", "quilogramas"])],
    ),
];

/// Where an entry comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MetricSource {
    /// Typed by a person, on the page or the command line.
    Page,
    /// Said in a conversation, and confirmed on its card.
    Chat,
    /// A row of a file.
    File,
}

impl MetricSource {
    /// All sources.
    pub const ALL: [MetricSource; 3] = [MetricSource::Page, MetricSource::Chat, MetricSource::File];

    /// Name of the metric entry's source in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            MetricSource::Page => "page",
            MetricSource::Chat => "chat",
            MetricSource::File => "file",
        }
    }

    /// Parses the stored name of a metric entry's source.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == text)
    }
}

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Metric {
    /// Id.
    pub id: Uuid,
    /// The metric: `weight`, `visitas`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The value, in `unit`.
    #[specta(type = Number)]
    pub value: f64,
    /// The unit, where one was named.
    pub unit: Option<String>,
    /// The day in the person's zone.
    pub date: NaiveDate,
    /// Notes.
    pub notes: Option<String>,
    /// Where it comes from.
    pub source: MetricSource,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was entered.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// What can be written of an entry.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetricDraft {
    /// The metric, 1 to 60 characters: `weight`, `water`, `sleep`, `exercise`, `mood`, `energy`, `expense`, or a name
    /// of the person's own.
    #[serde(rename = "type")]
    pub kind: String,
    /// The value: finite, at most 10^12 to either side of 0; of `weight`, `water`, `sleep` and `exercise` not below 0.
    #[specta(type = Number)]
    pub value: f64,
    /// The unit, at most 40 characters.
    #[serde(default)]
    pub unit: Option<String>,
    /// The day, `2026-05-31` or `31/05/2026`, or a moment with its offset; today in the person's zone where absent.
    #[serde(default)]
    pub date: Option<String>,
    /// Notes, at most 20,000 characters.
    #[serde(default)]
    pub notes: Option<String>,
}

/// A checked entry: what is stored of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MetricFields {
    /// The metric, in its one spelling where it is a known one.
    #[serde(rename = "type")]
    pub kind: String,
    /// The value.
    pub value: f64,
    /// The unit.
    pub unit: Option<String>,
    /// The day.
    pub date: NaiveDate,
    /// Notes.
    pub notes: Option<String>,
    /// Where it comes from; of an entry that exists it stays what it is.
    pub source: MetricSource,
}

impl MetricDraft {
    /// Cleans the texts and finds the day, in `zone` at `now` where it needs one.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(
        self,
        zone: &str,
        now: DateTime<Utc>,
        source: MetricSource,
    ) -> Result<MetricFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let kind = check_kind(&self.kind, &mut errors);
        let unit = clean_optional(self.unit, "unit", MAX_UNIT, &mut errors);
        let (value, unit) = to_usual_unit(&kind, self.value, unit);
        let value = check_amount(&kind, value, &mut errors);
        let notes = clean_optional(self.notes, "notes", MAX_NOTES, &mut errors);
        let date = check_day(self.date.as_deref(), zone, now, &mut errors);
        match (date, errors.is_empty()) {
            (Some(date), true) => Ok(MetricFields { kind, value, unit, date, notes, source }),
            _ => Err(errors),
        }
    }
}

fn check_kind(kind: &str, errors: &mut Vec<FieldError>) -> String {
    let kind = clean_text(kind, "type", MAX_KIND, errors);
    if kind.is_empty() {
        errors.push(FieldError::new("type", FieldErrorCode::Required, "", format!("1..{MAX_KIND}")));
    }
    spell_kind(&kind)
}

/// A value of a known metric in its usual unit; in any other unit it stays as it is.
fn to_usual_unit(kind: &str, value: f64, unit: Option<String>) -> (f64, Option<String>) {
    let folded = unit.as_deref().map(normalize_text).unwrap_or_default();
    let usual = USUAL_UNITS.iter().find(|(name, ..)| *name == kind);
    let factor = usual.and_then(|(_, name, others)| {
        let (factor, _) = others.iter().find(|(_, spellings)| spellings.contains(&folded.as_str()))?;
        Some((*factor, (*name).to_owned()))
    });
    factor.map_or((value, unit), |(factor, name)| (value * factor, Some(name)))
}

fn check_amount(kind: &str, value: f64, errors: &mut Vec<FieldError>) -> f64 {
    let least = if NEVER_NEGATIVE.contains(&kind) { 0.0 } else { -MAX_VALUE };
    if check_value(value).is_err() || value < least {
        let allowed = format!("{least}..{MAX_VALUE}");
        errors.push(FieldError::new("value", FieldErrorCode::InvalidNumber, &value.to_string(), allowed));
    }
    // A zero has no sign.
    value + 0.0
}

fn check_day(
    text: Option<&str>,
    zone: &str,
    now: DateTime<Utc>,
    errors: &mut Vec<FieldError>,
) -> Option<NaiveDate> {
    let zone = Zone::parse(zone).ok();
    let day_of = |at: DateTime<Utc>| zone.as_ref().map_or_else(|| at.date_naive(), |zone| zone.day_of(at));
    let today = day_of(now);
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Some(today) };
    let moment = DateTime::parse_from_rfc3339(text).ok().map(|at| day_of(at.with_timezone(&Utc)));
    let Some(day) = moment.or_else(|| parse_day(text)) else {
        errors.push(FieldError::new("date", FieldErrorCode::InvalidDate, text, DAY_FORMS));
        return None;
    };
    if day > today {
        errors.push(FieldError::new("date", FieldErrorCode::DateInFuture, text, format!("≤ {today}")));
        return None;
    }
    Some(day)
}

/// Reads a day, in the notation of programs or of Brazil; a time on the clock behind it is passed over.
pub fn parse_day(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let day = text.split_once(['T', ' ']).map_or(text, |(day, _)| day);
    ["%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y"]
        .iter()
        .find_map(|form| NaiveDate::parse_from_str(day, form).ok())
        .filter(|day| (FIRST_YEAR..=9_999).contains(&day.year()))
}

/// The name of a metric in its one spelling: `peso` and `Weight` are `weight`; a name of the person's own stays.
pub fn spell_kind(kind: &str) -> String {
    let folded = normalize_text(kind);
    let known = KNOWN.iter().find(|(name, others)| *name == folded || others.contains(&folded.as_str()));
    known.map_or_else(|| kind.trim().to_owned(), |(name, _)| (*name).to_owned())
}

/// What people may call a metric: its name, and for a known one what it is called in Portuguese.
pub fn names_of(kind: &str) -> impl Iterator<Item = &str> {
    let others = KNOWN.iter().find(|(name, _)| *name == kind).map(|(_, others)| others.iter().copied());
    std::iter::once(kind).chain(others.into_iter().flatten())
}

impl Metric {
    /// Stored fields of the metric entry.
    pub fn as_fields(&self) -> MetricFields {
        MetricFields {
            kind: self.kind.clone(),
            value: self.value,
            unit: self.unit.clone(),
            date: self.date,
            notes: self.notes.clone(),
            source: self.source,
        }
    }

    /// Converts the metric to the entry that history and trends use.
    pub fn into_entry(self) -> MetricEntry {
        MetricEntry {
            id: self.id,
            kind: self.kind,
            value: self.value,
            unit: self.unit,
            date: self.date,
            notes: self.notes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-11-28T02:00:00Z".parse().unwrap()
    }

    fn check(draft: MetricDraft) -> Result<MetricFields, Vec<(String, FieldErrorCode)>> {
        let errors = |errors: Vec<FieldError>| errors.into_iter().map(|e| (e.field, e.code)).collect();
        draft.check("America/Sao_Paulo", now(), MetricSource::Page).map_err(errors)
    }

    fn draft(kind: &str, value: f64) -> MetricDraft {
        MetricDraft { kind: kind.into(), value, ..MetricDraft::default() }
    }

    fn on(date: &str) -> MetricDraft {
        MetricDraft { date: Some(date.into()), ..draft("peso", 80.0) }
    }

    #[test]
    fn a_day_is_that_of_the_persons_clock() {
        for (date, want) in [
            ("", "2026-11-27"),
            ("2026-11-27", "2026-11-27"),
            ("27/11/2026", "2026-11-27"),
            ("2026-11-27T23:30:00-03:00", "2026-11-27"),
            ("2026-11-28T01:00:00Z", "2026-11-27"),
            ("2026-11-27T10:00", "2026-11-27"),
            ("29/02/2024", "2024-02-29"),
        ] {
            assert_eq!(check(on(date)).map(|fields| fields.date.to_string()), Ok(want.to_owned()), "{date}");
        }
        for bad in ["28/11/2026", "2026-11-28"] {
            assert_eq!(check(on(bad)), Err(vec![("date".into(), FieldErrorCode::DateInFuture)]), "{bad}");
        }
        for bad in ["ontem", "30/02/2026", "2026-13-01", "11/28/2026", "0001-01-01", "1e9", "٣٠/١١/٢٠٢٥"]
        {
            assert_eq!(check(on(bad)), Err(vec![("date".into(), FieldErrorCode::InvalidDate)]), "{bad}");
        }
    }

    #[test]
    fn a_value_is_a_number_that_can_be_reckoned_with() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.000_001e12, -1e13, f64::MAX] {
            let refused = draft("peso", bad).check("UTC", now(), MetricSource::Page).unwrap_err();
            assert_eq!(
                (refused[0].field.as_str(), refused[0].code),
                ("value", FieldErrorCode::InvalidNumber)
            );
            assert!(refused[0].allowed.contains("1000000000000"), "{}", refused[0].allowed);
        }
        for kind in ["peso", "água", "sono", "treino"] {
            let refused = draft(kind, -0.5).check("UTC", now(), MetricSource::Page).unwrap_err();
            assert_eq!(
                (refused[0].field.as_str(), refused[0].allowed.as_str()),
                ("value", "0..1000000000000"),
                "{kind}"
            );
            assert!(check(draft(kind, -0.0)).is_ok());
        }
        for good in [0.0, -0.0, -3.5, 1e12, -1e12, f64::MIN_POSITIVE] {
            assert_eq!(check(draft("saldo", good)).map(|fields| fields.value), Ok(good));
        }
        assert!(check(draft("saldo", -0.0)).unwrap().value.is_sign_positive());
    }

    #[test]
    fn a_known_metric_has_one_unit_and_others_keep_theirs() {
        for (kind, value, unit, want) in [
            ("água", 2.0, Some("litros"), (2_000.0, Some("ml"))),
            ("water", 1.5, Some("L"), (1_500.0, Some("ml"))),
            ("water", 300.0, Some("ML"), (300.0, Some("ml"))),
            ("water", 3.0, Some("copos"), (3.0, Some("copos"))),
            ("water", 3.0, None, (3.0, None)),
            ("peso", 82.5, Some("quilos"), (82.5, Some("kg"))),
            ("leite", 2.0, Some("litros"), (2.0, Some("litros"))),
        ] {
            let draft = MetricDraft { unit: unit.map(str::to_owned), ..draft(kind, value) };
            let fields = check(draft).unwrap();
            assert_eq!((fields.value, fields.unit.as_deref()), want, "{kind} {value} {unit:?}");
        }
        let most = MetricDraft { unit: Some("l".into()), ..draft("water", 1e12) };
        assert_eq!(check(most), Err(vec![("value".into(), FieldErrorCode::InvalidNumber)]));
    }

    #[test]
    fn a_known_metric_has_one_name_and_others_keep_theirs() {
        for (name, want) in [
            ("Peso", "weight"),
            ("ÁGUA", "water"),
            ("weight ", "weight"),
            ("Sacas vendidas", "Sacas vendidas"),
        ] {
            assert_eq!(check(draft(name, 1.0)).map(|fields| fields.kind), Ok(want.to_owned()));
        }
        assert_eq!(check(draft(" \u{200b}", 1.0)), Err(vec![("type".into(), FieldErrorCode::Required)]));
        let long = "x".repeat(MAX_KIND + 1);
        assert_eq!(check(draft(&long, 1.0)), Err(vec![("type".into(), FieldErrorCode::TooLong)]));
        assert!(check(draft(&long[1..], 1.0)).is_ok());
        assert_eq!(names_of("water").collect::<Vec<_>>(), ["water", "agua"]);
    }
}
