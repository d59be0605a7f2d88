//! People: a dealer's customers, and others whom the person wants to remember.

use super::birthday::{BIRTHDAY_FORMS, Birthday};
use crate::catalog::{FieldError, FieldErrorCode, clean_optional, clean_text};
use crate::text::normalize_text;
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::{BTreeMap, HashSet};
use uuid::Uuid;

/// Longest name, in characters.
pub const MAX_NAME: usize = 200;
/// Longest relationship, farm, phone, address of mail, crop and preference, in characters.
pub const MAX_SHORT: usize = 200;
/// Longest notes, in characters.
pub const MAX_NOTES: usize = 20_000;
/// Most crops, and most preferences.
pub const MAX_LIST: usize = 50;
/// Longest value of a preference, in characters.
pub const MAX_PREFERENCE: usize = 1_000;
/// Digits of a telephone number.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 4..=20;

/// A person as they are stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    /// Id.
    pub id: Uuid,
    /// What can be written.
    #[serde(flatten)]
    pub draft: PersonDraft,
    /// Rises by one with every save.
    pub version: i32,
    /// When the person was entered.
    pub created_at: DateTime<Utc>,
    /// When the record was last changed.
    pub updated_at: DateTime<Utc>,
}

/// What can be written of a person.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonDraft {
    /// Name, 1 to 200 characters.
    pub name: String,
    /// What the person is to the user: customer, wife, agronomist; at most 200 characters.
    #[serde(default)]
    pub relationship: Option<String>,
    /// Farm or company, at most 200 characters.
    #[serde(default)]
    pub farm: Option<String>,
    /// What grows there: at most 50 crops of at most 200 characters.
    #[serde(default)]
    pub crops: Vec<String>,
    /// Telephone number, 4 to 20 digits.
    #[serde(default)]
    pub phone: Option<String>,
    /// Address of mail.
    #[serde(default)]
    pub email: Option<String>,
    /// Birthday: `1990-05-15`, or `05-15` where the year is not known.
    #[serde(default)]
    pub birthday: Option<String>,
    /// Preferences by name, at most 50: `{"presente ideal": "livros"}`.
    #[serde(default)]
    pub preferences: BTreeMap<String, String>,
    /// Notes, at most 20,000 characters.
    #[serde(default)]
    pub notes: Option<String>,
    /// The day of the last contact.
    #[serde(default)]
    pub last_contact: Option<NaiveDate>,
}

impl PersonDraft {
    /// Cleans the texts and writes the birthday in its one form.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(mut self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        self.name = clean_text(&self.name, "name", MAX_NAME, &mut errors);
        if self.name.is_empty() {
            errors.push(FieldError::new("name", FieldErrorCode::Required, "", format!("1..{MAX_NAME}")));
        }
        self.relationship = clean_optional(self.relationship, "relationship", MAX_SHORT, &mut errors);
        self.farm = clean_optional(self.farm, "farm", MAX_SHORT, &mut errors);
        self.crops = clean_crops(self.crops, &mut errors);
        self.phone = clean_optional(self.phone, "phone", MAX_SHORT, &mut errors);
        self.email = clean_optional(self.email, "email", MAX_SHORT, &mut errors);
        self.notes = clean_optional(self.notes, "notes", MAX_NOTES, &mut errors);
        self.preferences = clean_preferences(self.preferences, &mut errors);
        if let Some(phone) = self.phone.as_deref().filter(|phone| !is_phone(phone)) {
            let allowed = "+55 65 99999-0000 (4..20 0–9)";
            errors.push(FieldError::new("phone", FieldErrorCode::InvalidValue, phone, allowed));
        }
        if let Some(email) = self.email.as_deref().filter(|email| !is_email(email)) {
            errors.push(FieldError::new("email", FieldErrorCode::InvalidValue, email, "ana@exemplo.com.br"));
        }
        if let Some(given) = self.birthday.take().filter(|text| !text.trim().is_empty()) {
            match Birthday::parse(&given) {
                Some(birthday) => self.birthday = Some(birthday.to_string()),
                None => {
                    let code = FieldErrorCode::InvalidDate;
                    errors.push(FieldError::new("birthday", code, &given, BIRTHDAY_FORMS));
                }
            }
        }
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }

    /// Birthday of the person, from a checked draft.
    pub fn read_birthday(&self) -> Option<Birthday> {
        self.birthday.as_deref().and_then(Birthday::parse)
    }
}

/// Cleans crops, drops blank ones and those that differ only in case or accents.
fn clean_crops(crops: Vec<String>, errors: &mut Vec<FieldError>) -> Vec<String> {
    let mut seen = HashSet::new();
    let crops: Vec<String> = crops
        .iter()
        .map(|crop| clean_text(crop, "crops", MAX_SHORT, errors))
        .filter(|crop| !crop.is_empty() && seen.insert(normalize_text(crop)))
        .collect();
    check_count("crops", crops.len(), errors);
    crops
}

fn clean_preferences(
    preferences: BTreeMap<String, String>,
    errors: &mut Vec<FieldError>,
) -> BTreeMap<String, String> {
    let mut clean = BTreeMap::new();
    for (name, value) in preferences {
        let name = clean_text(&name, "preferences", MAX_SHORT, errors);
        let value = clean_text(&value, "preferences", MAX_PREFERENCE, errors);
        match (name.is_empty(), value.is_empty()) {
            (_, true) => {}
            (true, false) => {
                let allowed = format!("1..{MAX_SHORT}");
                errors.push(FieldError::new("preferences", FieldErrorCode::Required, &value, allowed));
            }
            (false, false) => {
                clean.insert(name, value);
            }
        }
    }
    check_count("preferences", clean.len(), errors);
    clean
}

fn check_count(field: &str, count: usize, errors: &mut Vec<FieldError>) {
    if count > MAX_LIST {
        let allowed = format!("0..{MAX_LIST}");
        let error = FieldError::new(field, FieldErrorCode::TooLong, &count.to_string(), allowed);
        errors.push(error.of_a_part());
    }
}

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let is_sign = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '(' | ')' | '.' | '/');
    PHONE_DIGITS.contains(&digits) && text.chars().all(is_sign)
}

/// One `@` with something before it and a name with a dot behind it. Whether it can be reached, a letter says.
fn is_email(text: &str) -> bool {
    let Some((user, host)) = text.split_once('@') else { return false };
    let is_word = |part: &str| !part.is_empty() && !part.contains(char::is_whitespace);
    let parts = || host.split('.');
    is_word(user) && !host.contains('@') && parts().count() > 1 && parts().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(draft: PersonDraft) -> Vec<(String, FieldErrorCode)> {
        let errors = draft.check().expect_err("an invalid draft");
        errors.into_iter().map(|error| (error.field, error.code)).collect()
    }

    fn draft_of_name(name: &str) -> PersonDraft {
        PersonDraft { name: name.into(), ..PersonDraft::default() }
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_allowed() {
        use FieldErrorCode::{InvalidDate, InvalidValue, Required, TooLong};
        let text = |text: &str| Some(text.to_owned());
        let many: Vec<String> = (0..=MAX_LIST).map(|n| format!("cultura {n}")).collect();
        for (draft, field, code) in [
            (draft_of_name(" \u{200b} "), "name", Required),
            (draft_of_name(&"a".repeat(201)), "name", TooLong),
            (PersonDraft { birthday: text("30/02"), ..draft_of_name("Ana") }, "birthday", InvalidDate),
            (PersonDraft { phone: text("ligue já"), ..draft_of_name("Ana") }, "phone", InvalidValue),
            (PersonDraft { phone: text("123"), ..draft_of_name("Ana") }, "phone", InvalidValue),
            (PersonDraft { email: text("ana@"), ..draft_of_name("Ana") }, "email", InvalidValue),
            (PersonDraft { email: text("a b@c.d"), ..draft_of_name("Ana") }, "email", InvalidValue),
            (PersonDraft { notes: Some("n".repeat(20_001)), ..draft_of_name("Ana") }, "notes", TooLong),
            (PersonDraft { crops: many, ..draft_of_name("Ana") }, "crops", TooLong),
            (
                PersonDraft {
                    preferences: BTreeMap::from([(" ".into(), "x".into())]),
                    ..draft_of_name("Ana")
                },
                "preferences",
                Required,
            ),
        ] {
            assert_eq!(wrong(draft), [(field.to_owned(), code)]);
        }
    }

    #[test]
    fn what_is_stored_is_clean() {
        let given = PersonDraft {
            crops: vec!["Soja".into(), " soja ".into(), "".into(), "Milho".into()],
            phone: Some("+55 (65) 99999-0000".into()),
            email: Some("ana@fazenda.agr.br".into()),
            birthday: Some("29/2".into()),
            farm: Some("  ".into()),
            ..draft_of_name("  Ana\u{202e}  Lima ")
        };
        let clean = given.check().unwrap();
        assert_eq!((clean.name.as_str(), clean.farm.as_deref()), ("Ana Lima", None));
        assert_eq!(
            (clean.crops.as_slice(), clean.birthday.as_deref()),
            (&["Soja".into(), "Milho".into()][..], Some("02-29"))
        );
        assert_eq!(clean.clone().check(), Ok(clean), "checked again it is the same");
    }
}
