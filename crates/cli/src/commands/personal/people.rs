//! `celeiro people`, `celeiro reminders`, `celeiro decisions`: what the personal assistant keeps.

use crate::failure::Failure;
use crate::render::cards::moment;
use crate::session::Session;
use celeiro_app::api::{ById, WriteById};
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::personal::decisions::{
    CreateDecision, ListDecisions, UpdateDecision, create_decision, delete_decision, get_decision,
    list_decisions, update_decision,
};
use celeiro_app::personal::people::{
    CreatePerson, ListPeople, create_person, delete_person, get_person, list_people,
};
use celeiro_app::personal::reminders::{
    CreateReminder, ListReminders, ReminderCompletion, complete_reminder, create_reminder, delete_reminder,
    get_reminder, list_reminders,
};
use celeiro_domain::personal::decision::{Area, Decision, DecisionDraft};
use celeiro_domain::personal::person::{Person, PersonDraft};
use celeiro_domain::personal::reminder::{Reminder, ReminderDraft, ReminderState};
use celeiro_domain::search::Lang;
use chrono::NaiveDate;
use clap::{Args, Subcommand};
use uuid::Uuid;

/// Most records of a list.
const MOST: u32 = 500;

#[derive(Debug, Subcommand)]
pub enum People {
    List {
        #[arg(value_name = "TEXT")]
        text: Option<String>,
    },
    Show(Record),
    Add(NewPerson),
    Remove(Record),
}

#[derive(Debug, Args)]
pub struct Record {
    #[arg(value_name = "ID")]
    pub id: Uuid,
}

#[derive(Debug, Args)]
pub struct NewPerson {
    #[arg(value_name = "NAME")]
    pub name: String,
    #[arg(long, value_name = "TEXT")]
    pub relationship: Option<String>,
    #[arg(long, value_name = "TEXT")]
    pub farm: Option<String>,
    #[arg(long = "crop", value_name = "TEXT")]
    pub crops: Vec<String>,
    #[arg(long, value_name = "TEXT")]
    pub phone: Option<String>,
    #[arg(long, value_name = "TEXT")]
    pub email: Option<String>,
    #[arg(long, value_name = "DATE")]
    pub birthday: Option<String>,
    #[arg(long, value_name = "TEXT")]
    pub notes: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum Reminders {
    List {
        #[arg(long)]
        all: bool,
    },
    Show(Record),
    Add(NewReminder),
    Done(Record),
    Remove(Record),
}

#[derive(Debug, Args)]
pub struct NewReminder {
    #[arg(value_name = "TITLE")]
    pub title: String,
    #[arg(long, value_name = "YYYY-MM-DDThh:mm")]
    pub at: String,
    #[arg(long, value_name = "ZONE")]
    pub zone: Option<String>,
    #[arg(long, value_name = "RULE")]
    pub rrule: Option<String>,
    #[arg(long, value_name = "ID")]
    pub person: Option<Uuid>,
    #[arg(long, value_name = "TEXT")]
    pub notes: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum Decisions {
    List,
    Show(Record),
    Add(NewDecision),
    Done {
        #[arg(value_name = "ID")]
        id: Uuid,
        #[arg(long, value_name = "TEXT")]
        outcome: String,
    },
    Remove(Record),
}

#[derive(Debug, Args)]
pub struct NewDecision {
    #[arg(value_name = "TITLE")]
    pub title: String,
    #[arg(long, value_name = "AREA", value_parser = parse_area)]
    pub area: Area,
    #[arg(long, value_name = "TEXT")]
    pub description: Option<String>,
    #[arg(long, value_name = "TEXT")]
    pub choice: Option<String>,
    #[arg(long, value_name = "TEXT")]
    pub reasoning: Option<String>,
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub review_at: Option<NaiveDate>,
}

fn parse_area(text: &str) -> Result<Area, String> {
    Area::parse(text).ok_or_else(|| Area::ALL.map(Area::as_str).join(" | "))
}

/// Runs `celeiro people`.
pub async fn run_people(session: &Session, action: People) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        People::List { text } => {
            let request = ListPeople { text, limit: Some(MOST), ..ListPeople::default() };
            let page = session.ask(list_people, request).await?;
            session.print(&page, || page.rows.iter().map(render_person_line).collect())
        }
        People::Show(Record { id }) => {
            let person = session.ask(get_person, ById { id }).await?;
            session.print(&person, || render_person(lang, &person))
        }
        People::Add(new) => {
            let draft = PersonDraft {
                name: new.name,
                relationship: new.relationship,
                farm: new.farm,
                crops: new.crops,
                phone: new.phone,
                email: new.email,
                birthday: new.birthday,
                notes: new.notes,
                ..PersonDraft::default()
            };
            let person = session.ask(create_person, CreatePerson { operation_id: None, draft }).await?;
            session.print(&person, || render_person(lang, &person))
        }
        People::Remove(Record { id }) => {
            let gone = session.ask(delete_person, WriteById { id, operation_id: None }).await?;
            session.print(&gone, || render_removal(lang, id))
        }
    }
}

/// Runs `celeiro reminders`.
pub async fn run_reminders(session: &Session, action: Reminders) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Reminders::List { all } => {
            let state = (!all).then_some(ReminderState::Open);
            let request = ListReminders { state, limit: Some(MOST), ..ListReminders::default() };
            let listed = session.ask(list_reminders, request).await?;
            session.print(&listed, || listed.iter().map(|one| render_reminder(lang, one)).collect())
        }
        Reminders::Show(Record { id }) => {
            let one = session.ask(get_reminder, ById { id }).await?;
            session.print(&one, || render_reminder(lang, &one))
        }
        Reminders::Add(new) => {
            let draft = ReminderDraft {
                title: new.title,
                notes: new.notes,
                at: new.at,
                zone: new.zone,
                rrule: new.rrule,
                state: None,
                person_id: new.person,
            };
            let one = session.ask(create_reminder, CreateReminder { operation_id: None, draft }).await?;
            session.print(&one, || render_reminder(lang, &one))
        }
        Reminders::Done(Record { id }) => {
            let done = ReminderCompletion { id, due_at: None, operation_id: None };
            let one = session.ask(complete_reminder, done).await?;
            session.print(&one, || render_reminder(lang, &one))
        }
        Reminders::Remove(Record { id }) => {
            let gone = session.ask(delete_reminder, WriteById { id, operation_id: None }).await?;
            session.print(&gone, || render_removal(lang, id))
        }
    }
}

/// Runs `celeiro decisions`.
pub async fn run_decisions(session: &Session, action: Decisions) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Decisions::List => {
            let request = ListDecisions { limit: Some(MOST), ..ListDecisions::default() };
            let listed = session.ask(list_decisions, request).await?;
            session.print(&listed, || listed.iter().map(|one| render_decision(lang, one)).collect())
        }
        Decisions::Show(Record { id }) => {
            let one = session.ask(get_decision, ById { id }).await?;
            session.print(&one, || render_decision(lang, &one))
        }
        Decisions::Add(new) => {
            let draft = DecisionDraft {
                title: new.title,
                description: new.description,
                area: new.area,
                options: Vec::new(),
                choice: new.choice,
                reasoning: new.reasoning,
                review_at: new.review_at,
                outcome: None,
            };
            let one = session.ask(create_decision, CreateDecision { operation_id: None, draft }).await?;
            session.print(&one, || render_decision(lang, &one))
        }
        Decisions::Done { id, outcome } => {
            let one = session.with_app(async |app, caller| {
                let now = get_decision(app, caller, ById { id }).await?;
                let draft = DecisionDraft {
                    title: now.title,
                    description: now.description,
                    area: now.area,
                    options: now.options,
                    choice: now.choice,
                    reasoning: now.reasoning,
                    review_at: Some(now.review_at),
                    outcome: Some(outcome.clone()),
                };
                let request = UpdateDecision { id, version: now.version, operation_id: None, draft };
                let one = update_decision(app, caller, request).await?;
                session.print(&one, || render_decision(lang, &one))
            });
            one.await
        }
        Decisions::Remove(Record { id }) => {
            let gone = session.ask(delete_decision, WriteById { id, operation_id: None }).await?;
            session.print(&gone, || render_removal(lang, id))
        }
    }
}

fn render_removal(lang: Lang, id: Uuid) -> String {
    format!("{}\n", translate_with(lang, "cli.personal.removed", &[("id", id.to_string())]))
}

fn render_person_line(person: &Person) -> String {
    let draft = &person.draft;
    let more: Vec<&str> =
        [&draft.relationship, &draft.farm, &draft.phone].into_iter().flatten().map(String::as_str).collect();
    format!("{}  {}  {}\n", person.id, draft.name, more.join(", "))
}

fn render_person(lang: Lang, person: &Person) -> String {
    let draft = &person.draft;
    let own = |value: &Option<String>| value.clone().unwrap_or_default();
    let preferences: Vec<String> =
        draft.preferences.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let fields = [
        ("cli.personal.relationship", own(&draft.relationship)),
        ("cli.personal.farm", own(&draft.farm)),
        ("cli.personal.crops", draft.crops.join(", ")),
        ("cli.personal.phone", own(&draft.phone)),
        ("cli.personal.email", own(&draft.email)),
        ("cli.personal.birthday", own(&draft.birthday)),
        ("cli.personal.preferences", preferences.join("; ")),
        ("cli.personal.lastContact", draft.last_contact.map(|day| day.to_string()).unwrap_or_default()),
        ("cli.personal.notes", own(&draft.notes)),
    ];
    format!("{}  {}\n", person.id, draft.name) + &render_fields(lang, &fields)
}

fn render_fields(lang: Lang, fields: &[(&'static str, String)]) -> String {
    let filled = fields.iter().filter(|(_, value)| !value.is_empty());
    filled.map(|(key, value)| format!("  {}: {value}\n", translate(lang, key))).collect()
}

fn render_reminder(lang: Lang, one: &Reminder) -> String {
    let state = match one.state {
        ReminderState::Open => "cli.personal.state.open",
        ReminderState::Done => "cli.personal.state.done",
        ReminderState::Cancelled => "cli.personal.state.cancelled",
    };
    let at = one.at.format("%Y-%m-%d %H:%M");
    let done = one.done_at.map(|at| moment(lang, at)).unwrap_or_default();
    let fields = [
        ("cli.personal.rrule", one.rrule.clone().unwrap_or_default()),
        ("cli.personal.doneAt", done),
        ("cli.personal.notes", one.notes.clone().unwrap_or_default()),
    ];
    let line = format!("{}  {at} ({})  {}  {}\n", one.id, one.zone, translate(lang, state), one.title);
    line + &render_fields(lang, &fields)
}

fn render_decision(lang: Lang, one: &Decision) -> String {
    let own = |value: &Option<String>| value.clone().unwrap_or_default();
    let options: Vec<&str> = one.options.iter().map(|option| option.title.as_str()).collect();
    let fields = [
        ("cli.personal.options", options.join(", ")),
        ("cli.personal.choice", own(&one.choice)),
        ("cli.personal.reasoning", own(&one.reasoning)),
        ("cli.personal.reviewAt", one.review_at.to_string()),
        ("cli.personal.outcome", own(&one.outcome)),
    ];
    format!("{}  [{}]  {}\n", one.id, one.area.as_str(), one.title) + &render_fields(lang, &fields)
}
