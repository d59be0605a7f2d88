//! Operations on people: list, fuzzy lookup by name, save, delete, restore.

use super::flat_request::flat_request;
use super::records::{delete_record, restore_record, save_record};
use super::switch::{require_on, today_in};
use crate::api::{ById, DeletedRecord, WriteById};
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::nearness::name_distance;
use celeiro_domain::personal::person::{Person, PersonDraft};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_domain::text::normalize_text;
use chrono::{Days, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

const USUAL_PAGE: u32 = 50;
const MAX_PAGE: u32 = 500;
const USUAL_DAYS: u32 = 30;
const MAX_DAYS: u32 = 366;
/// The distance of a person whose name is another, and of whom another field holds what is looked for.
const BY_OTHER_FIELD: u32 = 10_000;

/// Which people.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListPeople {
    /// A name, whole or in part, misspelt or not; or what farm, relationship, phone, mail or crops hold. All
    /// people where absent.
    #[serde(default)]
    pub text: Option<String>,
    /// People left out, 0 where absent.
    #[serde(default)]
    pub offset: Option<u32>,
    /// People wanted, 1 to 500; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// A part of the people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeoplePage {
    /// The people: the nearest to the text first, else by name.
    pub rows: Vec<Person>,
    /// How many there are in all.
    pub total: u32,
}

/// Which birthdays.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListBirthdays {
    /// Days from today on, 0 to 366; 30 where absent.
    #[serde(default)]
    pub days: Option<u32>,
}

/// A birthday that is to come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextBirthday {
    /// The person.
    pub person_id: Uuid,
    /// Their name.
    pub name: String,
    /// The day on which it is celebrated.
    pub day: NaiveDate,
    /// Days from today.
    pub in_days: u32,
    /// Years that the person becomes old, where the year is known.
    pub turns: Option<u32>,
}

flat_request! {
    /// A new person.
    CreatePerson of PersonDraft {
        /// Chosen by the client: asking again under the same id creates no second person.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

flat_request! {
    /// A changed person.
    UpdatePerson of PersonDraft {
        /// The person.
        id: Uuid,
        /// The version that the change started from.
        version: i32,
        /// Chosen by the client: asking again under the same id does nothing twice.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

/// People: the nearest to a text first, else by name.
///
/// # Errors
/// `personal_off`.
pub async fn list_people(app: &App, _: &Caller, request: ListPeople) -> Result<PeoplePage, AppError> {
    require_on(app)?;
    let all = app.store().people().await?;
    let found = match request.text.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => find_among(all, text),
        None => all,
    };
    let limit = request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE) as usize;
    let offset = request.offset.unwrap_or(0) as usize;
    let total = found.len() as u32;
    Ok(PeoplePage { rows: found.into_iter().skip(offset).take(limit).collect(), total })
}

/// The people whom a text may mean, the nearest first.
pub(crate) fn find_among(people: Vec<Person>, text: &str) -> Vec<Person> {
    let folded = normalize_text(text);
    let mut found: Vec<(u32, Person)> = people
        .into_iter()
        .filter_map(|person| Some((distance_to(&person.draft, text, &folded)?, person)))
        .collect();
    // Stable: those equally near stay in the order of their names.
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, person)| person).collect()
}

fn distance_to(person: &PersonDraft, text: &str, folded: &str) -> Option<u32> {
    let others = [&person.farm, &person.relationship, &person.phone, &person.email];
    let mut others = others.into_iter().flatten().chain(&person.crops);
    name_distance(text, &person.name)
        .or_else(|| others.any(|other| normalize_text(other).contains(folded)).then_some(BY_OTHER_FIELD))
}

/// One person.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn get_person(app: &App, _: &Caller, request: ById) -> Result<Person, AppError> {
    require_on(app)?;
    app.store().person(request.id).await.map_err(Missing::Person.explain(request.id))
}

/// Enters a person.
///
/// # Errors
/// `personal_off`, `invalid_fields`.
pub async fn create_person(app: &App, caller: &Caller, request: CreatePerson) -> Result<Person, AppError> {
    let change = PersonRequest { id: Uuid::now_v7(), version: None, draft: request.draft };
    save(app, caller, change, request.operation_id).await
}

/// Replaces a person.
///
/// # Errors
/// `personal_off`, `conflict` with both states where the version is not the current one, `not_found`,
/// `invalid_fields`.
pub async fn update_person(app: &App, caller: &Caller, request: UpdatePerson) -> Result<Person, AppError> {
    let change = PersonRequest { id: request.id, version: Some(request.version), draft: request.draft };
    save(app, caller, change, request.operation_id).await
}

struct PersonRequest {
    id: Uuid,
    version: Option<i32>,
    draft: PersonDraft,
}

async fn save(
    app: &App,
    caller: &Caller,
    request: PersonRequest,
    operation_id: Option<Uuid>,
) -> Result<Person, AppError> {
    require_on(app)?;
    let PersonRequest { id, version, draft } = request;
    let draft = draft.check().map_err(AppError::fields)?;
    let content = PersonalFields::Person(Box::new(draft));
    let id = save_record(app, caller, &PersonalWrite { id, version, content }, operation_id).await?;
    Ok(app.store().person(id).await?)
}

/// Deletes a person; they can be brought back.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn delete_person(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    delete_record(app, caller, PersonalKind::People, &request).await
}

/// Brings a deleted person back.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn restore_person(app: &App, caller: &Caller, request: WriteById) -> Result<Person, AppError> {
    restore_record(app, caller, PersonalKind::People, &request).await?;
    Ok(app.store().person(request.id).await?)
}

/// Lists the birthdays of people in the next days, the next first.
///
/// # Errors
/// `personal_off`.
pub async fn list_birthdays(
    app: &App,
    _: &Caller,
    request: ListBirthdays,
) -> Result<Vec<NextBirthday>, AppError> {
    let today = today_in(&require_on(app)?);
    let days = request.days.unwrap_or(USUAL_DAYS).min(MAX_DAYS);
    let people = app.store().people().await?;
    let mut next: Vec<NextBirthday> =
        people.iter().filter_map(|person| next_birthday(person, today, days)).collect();
    next.sort_by_key(|birthday| birthday.day);
    Ok(next)
}

fn next_birthday(person: &Person, today: NaiveDate, days: u32) -> Option<NextBirthday> {
    use chrono::Datelike as _;
    let birthday = person.draft.read_birthday()?;
    let day = birthday.next_from(today)?;
    let turns = birthday.year.and_then(|year| u32::try_from(day.year() - year).ok());
    (day <= today.checked_add_days(Days::new(days.into()))?).then(|| NextBirthday {
        person_id: person.id,
        name: person.draft.name.clone(),
        day,
        in_days: (day - today).num_days() as u32,
        turns,
    })
}

#[cfg(test)]
mod tests;
