//! Proposals of writes on people, reminders and decisions, with their cards. The module changes no data.

use crate::app::App;
use crate::assistant::prepared::{PreparedWrite, Target, new_record};
use crate::error::{AppError, Code, Missing};
use crate::personal::people::find_among;
use crate::personal::reminders::check_reminder;
use crate::personal::switch::{require_on, today_in};
use celeiro_domain::assistant::personal::{CompleteReminder, CreateReminder, SaveDecision, UpdatePerson};
use celeiro_domain::assistant::{ActionCard, CardChange, WritePlan};
use celeiro_domain::catalog::FieldError;
use celeiro_domain::personal::nearness::name_distance;
use celeiro_domain::personal::person::Person;
use celeiro_domain::personal::reminder::{Reminder, ReminderState};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_domain::text::normalize_text;
use celeiro_store::{ReminderQuery, StoreError};
use chrono::Utc;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

/// Names that a refusal lists.
const NAMED: usize = 10;
/// Open reminders among which one is looked for by its title.
const MOST_REMINDERS: i64 = 1_000;

pub(in crate::assistant) async fn prepare_person(
    app: &App,
    given: &UpdatePerson,
    conversation: Option<Uuid>,
) -> Result<PreparedWrite, AppError> {
    require_on(app)?;
    let known = find_person(app, &given.name, conversation).await?;
    let before = known.as_ref().map(|person| &person.draft);
    let draft = given.apply_to(before).check().map_err(AppError::fields)?;
    let label = known.as_ref().map_or_else(|| draft.name.clone(), distinct_name);
    let card = match before {
        Some(before) => changed_record(known.as_ref().map(|person| person.id), &label, before, &draft)?,
        None => new_record(&draft.name, &serde_json::to_value(&draft)?),
    };
    let target = Target {
        argument: "name",
        id: None,
        spellings: known.as_ref().map_or_else(Vec::new, |person| spellings_of(&person.draft.name)),
        label,
    };
    let change = PersonalWrite {
        id: known.as_ref().map_or_else(Uuid::now_v7, |person| person.id),
        version: known.as_ref().map(|person| person.version),
        content: PersonalFields::Person(Box::new(draft)),
    };
    Ok((WritePlan::SavePersonal { change: Box::new(change) }, card, Some(target)))
}

/// The person of an id, or the one whom a name means: of several, the one whom the conversation is about. None where
/// no person of that name is known.
///
/// # Errors
/// [`Code::NotFound`] for an id of nobody, [`Code::ActionInvalid`] with their names where it may be several.
async fn find_person(app: &App, name: &str, conversation: Option<Uuid>) -> Result<Option<Person>, AppError> {
    if let Some(person) = person_of_id(app, name).await? {
        return Ok(Some(person));
    }
    let known = app.store().people().await?.into_iter();
    let mut near: Vec<(u32, Person)> =
        known.filter_map(|person| Some((name_distance(name, &person.draft.name)?, person))).collect();
    near.sort_by_key(|(distance, _)| *distance);
    let Some(best) = near.first().map(|(distance, _)| *distance) else { return Ok(None) };
    near.retain(|(distance, _)| *distance == best);
    let mut people: Vec<Person> = near.into_iter().map(|(_, person)| person).collect();
    if let Some(id) = subject_of(app, conversation).await?
        && people.iter().any(|person| person.id == id)
    {
        people.retain(|person| person.id == id);
    }
    only_one(people, distinct_name)
}

/// The person of an id, where a call names one by it, as a result of `get_person` has it.
///
/// # Errors
/// [`Code::NotFound`] for an id of nobody.
async fn person_of_id(app: &App, reference: &str) -> Result<Option<Person>, AppError> {
    let Ok(id) = reference.trim().parse::<Uuid>() else { return Ok(None) };
    let person = app.store().person(id).await.map_err(Missing::Person.explain(reference.trim()))?;
    Ok(Some(person))
}

/// The person whom a conversation is about.
async fn subject_of(app: &App, conversation: Option<Uuid>) -> Result<Option<Uuid>, AppError> {
    let Some(conversation) = conversation else { return Ok(None) };
    match app.store().conversation_person(conversation).await {
        Err(StoreError::NotFound) => Ok(None),
        person => Ok(person?),
    }
}

/// The name with the farm, where one is known: two people may have one name.
fn distinct_name(person: &Person) -> String {
    match &person.draft.farm {
        Some(farm) => format!("{} ({farm})", person.draft.name),
        None => person.draft.name.clone(),
    }
}

/// The one record of several that a call means.
fn only_one<T>(mut records: Vec<T>, name: impl Fn(&T) -> String) -> Result<Option<T>, AppError> {
    if records.len() > 1 {
        let names: Vec<String> = records.iter().take(NAMED).map(name).collect();
        return Err(AppError::new(Code::ActionInvalid)
            .with_text("reason", "action.reason.severalMeant")
            .detail("names", names));
    }
    Ok(records.pop())
}

pub(in crate::assistant) async fn prepare_reminder(
    app: &App,
    given: &CreateReminder,
) -> Result<PreparedWrite, AppError> {
    let zone = require_on(app)?;
    let draft = given.to_draft(&zone, Utc::now()).map_err(|error| AppError::fields(vec![error]))?;
    let fields = check_reminder(app, draft, &zone, None).await?;
    let card = new_record(&fields.title, &serde_json::to_value(&fields)?);
    Ok((save_new(PersonalFields::Reminder(Box::new(fields))), card, None))
}

pub(in crate::assistant) async fn prepare_completion(
    app: &App,
    given: &CompleteReminder,
) -> Result<PreparedWrite, AppError> {
    require_on(app)?;
    let reminder = find_reminder(app, &given.reminder).await?;
    let fields = reminder.complete(Utc::now());
    let before = reminder.as_fields();
    let card = changed_record(Some(reminder.id), &reminder.title, &before, &fields)?;
    let target = Target {
        argument: "reminder",
        id: Some(reminder.id),
        spellings: spellings_of(&reminder.title),
        label: reminder.title.clone(),
    };
    let content = PersonalFields::Reminder(Box::new(fields));
    let change = PersonalWrite { id: reminder.id, version: Some(reminder.version), content };
    Ok((WritePlan::SavePersonal { change: Box::new(change) }, card, Some(target)))
}

/// The open reminder of this id or title, or the one whose title holds these words.
async fn find_reminder(app: &App, reference: &str) -> Result<Reminder, AppError> {
    if let Ok(id) = reference.trim().parse::<Uuid>() {
        return match app.store().reminder(id).await {
            Ok(reminder) if reminder.state == ReminderState::Open => Ok(reminder),
            Ok(_) | Err(StoreError::NotFound) => Err(Missing::Reminder.refuse(reference.trim())),
            Err(error) => Err(error.into()),
        };
    }
    let open =
        ReminderQuery { state: Some(ReminderState::Open), limit: MOST_REMINDERS, ..ReminderQuery::default() };
    let open = app.store().reminders(&open).await?;
    let wanted = normalize_text(reference);
    let holds = |reminder: &&Reminder| normalize_text(&reminder.title).contains(wanted.trim());
    let is_it = |reminder: &&Reminder| normalize_text(&reminder.title) == wanted.trim();
    let mut found: Vec<Reminder> = open.iter().filter(is_it).cloned().collect();
    if found.is_empty() {
        found = open.iter().filter(holds).cloned().collect();
    }
    only_one(found, |reminder| reminder.title.clone())?
        .ok_or_else(|| Missing::Reminder.refuse(reference.trim()))
}

pub(in crate::assistant) fn prepare_decision(
    app: &App,
    given: &SaveDecision,
) -> Result<PreparedWrite, AppError> {
    let today = today_in(&require_on(app)?);
    let draft = given.to_draft(today).map_err(|error| AppError::fields(vec![error]))?;
    let names = [("choice", "chosenOption"), ("reviewAt", "reviewDays")];
    let fields = draft.check(today).map_err(|errors| refuse_arguments(errors, &names))?;
    let card = new_record(&fields.title, &serde_json::to_value(&fields)?);
    Ok((save_new(PersonalFields::Decision(Box::new(fields))), card, None))
}

/// The refusal of fields under the names of the arguments that they come of, `(field, argument)`: a model, and a person
/// who corrects its card, know no others.
pub(super) fn refuse_arguments(mut errors: Vec<FieldError>, names: &[(&str, &str)]) -> AppError {
    for error in &mut errors {
        if let Some((_, argument)) = names.iter().find(|(field, _)| *field == error.field) {
            error.field = (*argument).to_owned();
        }
    }
    AppError::fields(errors)
}

pub(super) fn save_new(content: PersonalFields) -> WritePlan {
    WritePlan::SavePersonal { change: Box::new(PersonalWrite { id: Uuid::now_v7(), version: None, content }) }
}

/// What a person may have written for a name: the whole, and its words.
pub(super) fn spellings_of(name: &str) -> Vec<Value> {
    let words = name.split_whitespace().filter(|word| word.chars().count() > 2);
    std::iter::once(name).chain(words).map(Value::from).collect()
}

/// The card of a record that becomes different: its fields that do.
///
/// # Errors
/// [`Code::ActionInvalid`] where none does.
pub(super) fn changed_record<T: Serialize>(
    id: Option<Uuid>,
    name: &str,
    before: &T,
    after: &T,
) -> Result<ActionCard, AppError> {
    let (before, after) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
    let fields = after.as_object().into_iter().flatten();
    let differs = fields.filter(|(field, value)| before.get(field.as_str()) != Some(value));
    let changes: Vec<CardChange> = differs
        .map(|(field, value)| CardChange {
            write: 0,
            id,
            name: name.to_owned(),
            field: field.clone(),
            from: before.get(field.as_str()).cloned().unwrap_or_default(),
            to: value.clone(),
        })
        .collect();
    if changes.is_empty() {
        return Err(AppError::new(Code::ActionInvalid).with_text("reason", "action.reason.unchanged"));
    }
    Ok(ActionCard { changes, ..new_record(name, &Value::Null) })
}

/// The person of an id, or the people whom a name may mean, the nearest first.
pub(in crate::assistant) async fn people_called(app: &App, name: &str) -> Result<Vec<Person>, AppError> {
    if let Some(person) = person_of_id(app, name).await? {
        return Ok(vec![person]);
    }
    Ok(find_among(app.store().people().await?, name))
}
