//! Writing of personal records: saves, soft deletion, and conflicts of two writers.

use super::finance::{read_fields, write_fields};
use super::memory::items::read_knowledge;
use super::memory::writing::write_knowledge;
use super::metrics::{read_metric, write_metric};
use super::reports::read_report;
use super::rows::{read_decision, read_person, read_reminder};
use crate::connection::encode;
use crate::connection::write::{BegunWrite, id_of, note_result};
use crate::{Store, StoreError, Write};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::decision::DecisionFields;
use celeiro_domain::personal::person::PersonDraft;
use celeiro_domain::personal::reminder::ReminderFields;
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

impl Store {
    /// Saves a record and gives its id: that of the first time where the write is asked for again.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the record as it is now, [`StoreError::NotFound`],
    /// [`StoreError::Constraint`] where it names a person who is not there.
    pub async fn save_personal(&self, change: &PersonalWrite, write: &Write) -> Result<Uuid, StoreError> {
        self.run(async {
            let kind = change.content.kind();
            let operation = format!("save-{}", kind.as_str());
            let mut tx = match self.begin(&operation, write).await? {
                BegunWrite::Done(result) => return id_of(&result),
                BegunWrite::New(tx) => tx,
            };
            if !write_row(&mut tx, change).await? {
                let current = read_record(&mut tx, kind, change.id).await?;
                return Err(StoreError::Conflict(Box::new(current)));
            }
            note_result(&mut tx, write, &json!({ "id": change.id })).await?;
            tx.commit().await?;
            Ok(change.id)
        })
        .await
    }

    /// Saves several records: all of them or none. An empty list is no operation.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the id of a record that is not at its version any more.
    pub async fn save_personal_together(
        &self,
        changes: &[PersonalWrite],
        write: &Write,
    ) -> Result<(), StoreError> {
        if changes.is_empty() {
            return Ok(());
        }
        self.run(async {
            let mut tx = match self.begin("import-finance", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            for change in changes {
                if !write_row(&mut tx, change).await? {
                    return Err(StoreError::Conflict(Box::new(json!({ "id": change.id }))));
                }
            }
            note_result(&mut tx, write, &json!({ "count": changes.len() })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Marks a record as deleted, or takes the mark back.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none, or it is so already.
    pub async fn mark_personal(
        &self,
        kind: PersonalKind,
        id: Uuid,
        deleted: bool,
        write: &Write,
    ) -> Result<(), StoreError> {
        self.run(async {
            let operation = format!("{}-{}", if deleted { "delete" } else { "restore" }, kind.as_str());
            let mut tx = match self.begin(&operation, write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            // The table is a name of this crate.
            let sql = format!(
                "UPDATE {} SET deleted_at = CASE WHEN $2 THEN now() END WHERE id = $1 AND (deleted_at IS NULL) = $2",
                kind.as_str()
            );
            let marked = sqlx::query(AssertSqlSafe(sql)).bind(id).bind(deleted).execute(&mut *tx).await?;
            if marked.rows_affected() == 0 {
                return Err(StoreError::NotFound);
            }
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

/// A record in its form on the wire.
///
/// # Errors
/// [`StoreError::NotFound`] where there is none or it is deleted.
async fn read_record(db: &mut PgConnection, kind: PersonalKind, id: Uuid) -> Result<Value, StoreError> {
    let value = match kind {
        PersonalKind::People => serde_json::to_value(read_person(db, id).await?),
        PersonalKind::Reminders => serde_json::to_value(read_reminder(db, id).await?),
        PersonalKind::Decisions => serde_json::to_value(read_decision(db, id).await?),
        PersonalKind::Metrics => serde_json::to_value(read_metric(db, id).await?),
        PersonalKind::Knowledge => serde_json::to_value(read_knowledge(db, id).await?),
        PersonalKind::Reports => serde_json::to_value(read_report(db, id).await?),
        PersonalKind::Bills
        | PersonalKind::Expenses
        | PersonalKind::Incomes
        | PersonalKind::Debts
        | PersonalKind::Investments => return read_fields(db, kind, id).await,
    };
    value.map_err(|error| StoreError::Other(error.to_string()))
}

/// Writes one record under the operation of the transaction; `false`, and nothing is written, where it is not at
/// the version that the write starts from.
pub(crate) async fn write_row(db: &mut PgConnection, change: &PersonalWrite) -> Result<bool, StoreError> {
    match &change.content {
        PersonalFields::Person(fields) => write_person(db, change, fields).await,
        PersonalFields::Reminder(fields) => write_reminder(db, change, fields).await,
        PersonalFields::Decision(fields) => write_decision(db, change, fields).await,
        PersonalFields::Metric(fields) => write_metric(db, change, fields).await,
        PersonalFields::Knowledge(fields) => write_knowledge(db, change, fields).await,
        PersonalFields::Bill(fields) => write_fields(db, change, fields).await,
        PersonalFields::Expense(fields) => write_fields(db, change, fields).await,
        PersonalFields::Income(fields) => write_fields(db, change, fields).await,
        PersonalFields::Debt(fields) => write_fields(db, change, fields).await,
        PersonalFields::Investment(fields) => write_fields(db, change, fields).await,
    }
}

/// Marks the record of a write as deleted under the operation of the transaction; `false`, and nothing is written,
/// where it is not at the version that the write starts from.
pub(crate) async fn delete_row(db: &mut PgConnection, change: &PersonalWrite) -> Result<bool, StoreError> {
    // The table is a name of this crate.
    let sql = format!(
        "UPDATE {} SET deleted_at = now() WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        change.content.kind().as_str()
    );
    let marked = sqlx::query(AssertSqlSafe(sql)).bind(change.id).bind(change.version).execute(db).await?;
    Ok(marked.rows_affected() == 1)
}

async fn write_person(
    db: &mut PgConnection,
    change: &PersonalWrite,
    fields: &PersonDraft,
) -> Result<bool, StoreError> {
    let birthday = fields.read_birthday();
    let number = |value: u32| i16::try_from(value).ok();
    let month = birthday.and_then(|day| number(day.month));
    let day = birthday.and_then(|day| number(day.day));
    let year = birthday.and_then(|day| day.year).and_then(|year| i16::try_from(year).ok());
    let preferences = encode::encode_json(&fields.preferences)?;
    let Some(version) = change.version else {
        sqlx::query!(
            "INSERT INTO people (id, name, relationship, farm, crops, phone, email, birth_month, birth_day, \
               birth_year, preferences, notes, last_contact) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            change.id,
            fields.name,
            fields.relationship,
            fields.farm,
            &fields.crops,
            fields.phone,
            fields.email,
            month,
            day,
            year,
            preferences,
            fields.notes,
            fields.last_contact
        )
        .execute(db)
        .await?;
        return Ok(true);
    };
    let saved = sqlx::query!(
        "UPDATE people SET name = $3, relationship = $4, farm = $5, crops = $6, phone = $7, email = $8, \
           birth_month = $9, birth_day = $10, birth_year = $11, preferences = $12, notes = $13, last_contact = $14 \
         WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        change.id,
        version,
        fields.name,
        fields.relationship,
        fields.farm,
        &fields.crops,
        fields.phone,
        fields.email,
        month,
        day,
        year,
        preferences,
        fields.notes,
        fields.last_contact
    );
    Ok(saved.execute(db).await?.rows_affected() == 1)
}

async fn write_reminder(
    db: &mut PgConnection,
    change: &PersonalWrite,
    fields: &ReminderFields,
) -> Result<bool, StoreError> {
    let Some(version) = change.version else {
        sqlx::query!(
            "INSERT INTO reminders (id, title, notes, wall_time, zone, rrule, next_at, state, person_id, done_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            change.id,
            fields.title,
            fields.notes,
            fields.at,
            fields.zone,
            fields.rrule,
            fields.next_at,
            fields.state.as_str(),
            fields.person_id,
            fields.done_at
        )
        .execute(db)
        .await?;
        return Ok(true);
    };
    let saved = sqlx::query!(
        "UPDATE reminders SET title = $3, notes = $4, wall_time = $5, zone = $6, rrule = $7, next_at = $8, \
           state = $9, person_id = $10, done_at = $11 \
         WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        change.id,
        version,
        fields.title,
        fields.notes,
        fields.at,
        fields.zone,
        fields.rrule,
        fields.next_at,
        fields.state.as_str(),
        fields.person_id,
        fields.done_at
    );
    Ok(saved.execute(db).await?.rows_affected() == 1)
}

async fn write_decision(
    db: &mut PgConnection,
    change: &PersonalWrite,
    fields: &DecisionFields,
) -> Result<bool, StoreError> {
    let options = encode::encode_json(&fields.options)?;
    let Some(version) = change.version else {
        sqlx::query!(
            "INSERT INTO decisions (id, title, description, area, options, choice, reasoning, review_at, state, \
               outcome) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            change.id,
            fields.title,
            fields.description,
            fields.area.as_str(),
            options,
            fields.choice,
            fields.reasoning,
            fields.review_at,
            fields.state().as_str(),
            fields.outcome
        )
        .execute(db)
        .await?;
        return Ok(true);
    };
    let saved = sqlx::query!(
        "UPDATE decisions SET title = $3, description = $4, area = $5, options = $6, choice = $7, reasoning = $8, \
           review_at = $9, state = $10, outcome = $11 \
         WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        change.id,
        version,
        fields.title,
        fields.description,
        fields.area.as_str(),
        options,
        fields.choice,
        fields.reasoning,
        fields.review_at,
        fields.state().as_str(),
        fields.outcome
    );
    Ok(saved.execute(db).await?.rows_affected() == 1)
}
