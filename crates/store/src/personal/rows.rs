//! Reading of people, reminders and decisions.

use crate::{Store, StoreError};
use celeiro_domain::personal::birthday::Birthday;
use celeiro_domain::personal::decision::{Area, Decision, DecisionState};
use celeiro_domain::personal::person::{Person, PersonDraft};
use celeiro_domain::personal::reminder::{Reminder, ReminderState};
use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

/// Which reminders.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReminderQuery {
    /// In this state alone.
    pub state: Option<ReminderState>,
    /// About this person alone.
    pub person: Option<Uuid>,
    /// Due at this moment or before.
    pub due_by: Option<DateTime<Utc>>,
    /// Most of them.
    pub limit: i64,
}

/// Which decisions.
#[derive(Debug, Clone, Copy, Default)]
pub struct DecisionQuery {
    /// In this state alone.
    pub state: Option<DecisionState>,
    /// Of this area alone.
    pub area: Option<Area>,
    /// Not reviewed, and to be so on this day or before.
    pub review_by: Option<NaiveDate>,
    /// Most of them.
    pub limit: i64,
}

struct PersonRow {
    id: Uuid,
    name: String,
    relationship: Option<String>,
    farm: Option<String>,
    crops: Vec<String>,
    phone: Option<String>,
    email: Option<String>,
    birth_month: Option<i16>,
    birth_day: Option<i16>,
    birth_year: Option<i16>,
    preferences: Value,
    notes: Option<String>,
    last_contact: Option<NaiveDate>,
    version: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl From<PersonRow> for Person {
    fn from(row: PersonRow) -> Self {
        let number = |value: i16| u32::try_from(value).unwrap_or_default();
        let day = row.birth_month.zip(row.birth_day);
        let birthday = day.and_then(|(month, day)| {
            Birthday::new(number(month), number(day), row.birth_year.map(i32::from))
        });
        Person {
            id: row.id,
            draft: PersonDraft {
                name: row.name,
                relationship: row.relationship,
                farm: row.farm,
                crops: row.crops,
                phone: row.phone,
                email: row.email,
                birthday: birthday.map(|day| day.to_string()),
                preferences: serde_json::from_value(row.preferences).unwrap_or_default(),
                notes: row.notes,
                last_contact: row.last_contact,
            },
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

pub(super) struct ReminderRow {
    pub(super) id: Uuid,
    pub(super) title: String,
    pub(super) notes: Option<String>,
    pub(super) wall_time: NaiveDateTime,
    pub(super) zone: String,
    pub(super) rrule: Option<String>,
    pub(super) next_at: Option<DateTime<Utc>>,
    pub(super) state: String,
    pub(super) person_id: Option<Uuid>,
    pub(super) done_at: Option<DateTime<Utc>>,
    pub(super) last_fired_at: Option<DateTime<Utc>>,
    pub(super) version: i32,
    pub(super) created_at: DateTime<Utc>,
    pub(super) updated_at: DateTime<Utc>,
    pub(super) fired_for: Option<DateTime<Utc>>,
}

impl From<ReminderRow> for Reminder {
    fn from(row: ReminderRow) -> Self {
        Reminder {
            id: row.id,
            title: row.title,
            notes: row.notes,
            at: row.wall_time,
            zone: row.zone,
            rrule: row.rrule,
            next_at: row.next_at,
            state: ReminderState::parse(&row.state).unwrap_or_default(),
            person_id: row.person_id,
            done_at: row.done_at,
            last_fired_at: row.last_fired_at,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

struct DecisionRow {
    id: Uuid,
    title: String,
    description: Option<String>,
    area: String,
    options: Value,
    choice: Option<String>,
    reasoning: Option<String>,
    review_at: NaiveDate,
    state: String,
    outcome: Option<String>,
    version: i32,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl DecisionRow {
    fn read(self) -> Result<Decision, StoreError> {
        let unknown = || StoreError::Other("an unknown name in a decision".into());
        Ok(Decision {
            id: self.id,
            title: self.title,
            description: self.description,
            area: Area::parse(&self.area).ok_or_else(unknown)?,
            options: serde_json::from_value(self.options).map_err(|_| unknown())?,
            choice: self.choice,
            reasoning: self.reasoning,
            review_at: self.review_at,
            state: DecisionState::parse(&self.state).ok_or_else(unknown)?,
            outcome: self.outcome,
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

impl Store {
    /// Lists all people of the personal assistant that are not deleted, by name.
    pub async fn people(&self) -> Result<Vec<Person>, StoreError> {
        let rows = sqlx::query_as!(
            PersonRow,
            "SELECT id, name, relationship, farm, crops, phone, email, birth_month, birth_day, birth_year, \
               preferences, notes, last_contact, version, created_at, updated_at \
             FROM people WHERE deleted_at IS NULL ORDER BY normalize_text(name), id"
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// The person `id`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or they are deleted.
    pub async fn person(&self, id: Uuid) -> Result<Person, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_person(&mut db, id).await
        })
        .await
    }

    /// Lists the reminders that are not deleted, the next due first.
    pub async fn reminders(&self, query: &ReminderQuery) -> Result<Vec<Reminder>, StoreError> {
        let rows = sqlx::query_as!(
            ReminderRow,
            "SELECT id, title, notes, wall_time, zone, rrule, next_at, state, person_id, done_at, last_fired_at, \
               version, created_at, updated_at, fired_for \
             FROM reminders WHERE deleted_at IS NULL AND ($1::text IS NULL OR state = $1) \
               AND ($2::uuid IS NULL OR person_id = $2) AND ($3::timestamptz IS NULL OR next_at <= $3) \
             ORDER BY next_at NULLS LAST, done_at DESC NULLS LAST, created_at DESC, id LIMIT $4",
            query.state.map(ReminderState::as_str),
            query.person,
            query.due_by,
            query.limit
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// Reads the reminder `id`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted.
    pub async fn reminder(&self, id: Uuid) -> Result<Reminder, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_reminder(&mut db, id).await
        })
        .await
    }

    /// Decisions that are not deleted, the next to be reviewed first, reviewed ones last.
    pub async fn decisions(&self, query: &DecisionQuery) -> Result<Vec<Decision>, StoreError> {
        let rows = sqlx::query_as!(
            DecisionRow,
            "SELECT id, title, description, area, options, choice, reasoning, review_at, state, outcome, version, \
               created_at, updated_at \
             FROM decisions WHERE deleted_at IS NULL AND ($1::text IS NULL OR state = $1) \
               AND ($2::text IS NULL OR area = $2) \
               AND ($3::date IS NULL OR (outcome IS NULL AND review_at <= $3)) \
             ORDER BY outcome IS NOT NULL, review_at, created_at DESC, id LIMIT $4",
            query.state.map(DecisionState::as_str),
            query.area.map(Area::as_str),
            query.review_by,
            query.limit
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter().map(DecisionRow::read).collect()
    }

    /// Reads the decision `id` of the personal assistant.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted.
    pub async fn decision(&self, id: Uuid) -> Result<Decision, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_decision(&mut db, id).await
        })
        .await
    }
}

pub(super) async fn read_person(db: &mut PgConnection, id: Uuid) -> Result<Person, StoreError> {
    let row = sqlx::query_as!(
        PersonRow,
        "SELECT id, name, relationship, farm, crops, phone, email, birth_month, birth_day, birth_year, preferences, \
           notes, last_contact, version, created_at, updated_at \
         FROM people WHERE id = $1 AND deleted_at IS NULL",
        id
    );
    Ok(row.fetch_one(db).await?.into())
}

pub(super) async fn read_reminder(db: &mut PgConnection, id: Uuid) -> Result<Reminder, StoreError> {
    let row = sqlx::query_as!(
        ReminderRow,
        "SELECT id, title, notes, wall_time, zone, rrule, next_at, state, person_id, done_at, last_fired_at, \
           version, created_at, updated_at, fired_for \
         FROM reminders WHERE id = $1 AND deleted_at IS NULL",
        id
    );
    Ok(row.fetch_one(db).await?.into())
}

pub(super) async fn read_decision(db: &mut PgConnection, id: Uuid) -> Result<Decision, StoreError> {
    let row = sqlx::query_as!(
        DecisionRow,
        "SELECT id, title, description, area, options, choice, reasoning, review_at, state, outcome, version, \
           created_at, updated_at \
         FROM decisions WHERE id = $1 AND deleted_at IS NULL",
        id
    );
    row.fetch_one(db).await?.read()
}
