//! Price changes: immediate or scheduled, listed, cancelled, and applied once on their day.

use super::change_rows::{ChangePlace, insert_rows, store_rows};
use super::planning::{PlannedChange, PricePlan, lay_out_rows, lock_prices};
use super::{read_count, read_package, read_price};
use crate::connection::write::{BegunWrite, finish, id_of, note_result, retry_on_deadlock};
use crate::{Origin, Store, StoreError, Write};
use celeiro_domain::catalog::prices::{
    PriceChange, PriceChangeRow, PriceChangeState, PriceMark, PriceRowOutcome, mark_rows, percent_between,
};
use celeiro_domain::team::{Access, Role};
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// The kind of an operation that stores prices.
const PRICE_CHANGE: &str = "price-change";

/// What a change of prices is beside its rows.
#[derive(Debug, Clone, Copy)]
pub struct NewPriceChange<'a> {
    /// Its name.
    pub name: &'a str,
    /// The day from which its prices count; at once where none.
    pub effective_on: Option<NaiveDate>,
    /// The digest of the preview that was looked at.
    pub digest: &'a str,
}

/// What came of making a change.
#[derive(Debug, Clone)]
pub enum MadePriceChange {
    /// It is stored, or planned, under this id.
    Made(Uuid),
    /// The rows are others than those of the preview: nothing is stored.
    Stale(Box<PlannedChange>),
    /// No price would be another: nothing is stored.
    Empty,
}

/// A change whose day has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuePriceChange {
    /// The change.
    pub id: Uuid,
    /// The actor who planned it.
    pub created_by: String,
    /// Whether the account of that actor is closed, or may no more edit.
    pub is_barred: bool,
}

struct ChangeRow {
    id: Uuid,
    name: String,
    list_id: Option<Uuid>,
    list_name: Option<String>,
    effective_on: Option<NaiveDate>,
    state: String,
    created_by: String,
    created_at: DateTime<Utc>,
    applied_at: Option<DateTime<Utc>>,
    failure: Option<String>,
    undoes: Option<Uuid>,
    is_undone: bool,
    rows: i64,
    applied: i64,
    changed_meanwhile: i64,
    gone: i64,
    other_currency: i64,
}

impl From<ChangeRow> for PriceChange {
    fn from(row: ChangeRow) -> Self {
        let state = PriceChangeState::parse(&row.state).unwrap_or(PriceChangeState::Failed);
        PriceChange {
            id: row.id,
            name: row.name,
            list: row.list_id,
            list_name: row.list_name,
            effective_on: row.effective_on,
            state,
            rows: read_count(row.rows),
            applied: read_count(row.applied),
            changed_meanwhile: read_count(row.changed_meanwhile),
            gone: read_count(row.gone),
            other_currency: read_count(row.other_currency),
            created_by: row.created_by,
            created_at: row.created_at,
            applied_at: row.applied_at,
            failure: row.failure,
            undoes: row.undoes,
            is_undone: row.is_undone,
            undoable: state == PriceChangeState::Applied && !row.is_undone && row.applied > 0,
        }
    }
}

impl Store {
    /// Makes a change where its rows are still those of the preview, or keeps them until its day. Rows that change
    /// nothing are no part of it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such list.
    pub async fn make_price_change(
        &self,
        plan: &PricePlan,
        new: &NewPriceChange<'_>,
        write: &Write,
    ) -> Result<MadePriceChange, StoreError> {
        self.run_long(async {
            retry_on_deadlock!(async {
                let mut tx = match self.begin_many(PRICE_CHANGE, write).await? {
                    BegunWrite::Done(result) => return Ok(MadePriceChange::Made(id_of(&result)?)),
                    BegunWrite::New(tx) => tx,
                };
                lock_prices(&mut tx, plan.list).await?;
                let planned = lay_out_rows(&mut tx, plan, true).await?;
                if planned.digest != new.digest {
                    return Ok(MadePriceChange::Stale(Box::new(planned)));
                }
                let mut rows = mark_rows(planned.rows);
                rows.retain(|(row, _)| row.old != row.after);
                if rows.is_empty() {
                    return Ok(MadePriceChange::Empty);
                }
                let id = insert_change(&mut tx, plan.list, (new.name, new.effective_on), write).await?;
                insert_rows(&mut tx, id, &rows).await?;
                if new.effective_on.is_none() {
                    let operation_id = write.operation_id;
                    store_rows(&mut tx, ChangePlace { id, list: plan.list, operation_id }).await?;
                }
                finish(&mut tx, write, &json!({ "id": id })).await?;
                tx.commit().await?;
                Ok(MadePriceChange::Made(id))
            })
        })
        .await
    }

    /// Changes of prices, the newest first, at most `most`; those that stand so where a state is given.
    pub async fn price_changes(
        &self,
        state: Option<PriceChangeState>,
        most: i64,
    ) -> Result<Vec<PriceChange>, StoreError> {
        self.run(self.read_changes(state, None, most)).await
    }

    /// A change of prices.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn price_change(&self, id: Uuid) -> Result<PriceChange, StoreError> {
        self.run(self.read_changes(None, Some(id), 1)).await?.pop().ok_or(StoreError::NotFound)
    }

    async fn read_changes(
        &self,
        state: Option<PriceChangeState>,
        id: Option<Uuid>,
        most: i64,
    ) -> Result<Vec<PriceChange>, StoreError> {
        let rows = sqlx::query_as!(
            ChangeRow,
            r#"SELECT c.id, c.name, c.list_id, l.name AS "list_name?", c.effective_on, c.state, c.created_by,
                 c.created_at, c.applied_at, c.failure, u.id AS "undoes?",
                 coalesce(undone_by(c.operation_id) IS NOT NULL, false) AS "is_undone!",
                 n.rows AS "rows!", n.applied AS "applied!", n.changed_meanwhile AS "changed_meanwhile!",
                 n.gone AS "gone!", n.other_currency AS "other_currency!"
               FROM price_changes c LEFT JOIN price_lists l ON l.id = c.list_id
               LEFT JOIN operations o ON o.id = c.operation_id
               LEFT JOIN price_changes u ON u.operation_id = o.undoes
               CROSS JOIN LATERAL (SELECT count(*) AS rows,
                   count(*) FILTER (WHERE r.outcome = 'applied') AS applied,
                   count(*) FILTER (WHERE r.outcome = 'changed_meanwhile') AS changed_meanwhile,
                   count(*) FILTER (WHERE r.outcome = 'gone') AS gone,
                   count(*) FILTER (WHERE r.outcome = 'other_currency') AS other_currency
                 FROM price_change_rows r WHERE r.change_id = c.id) AS n
               WHERE ($1::text IS NULL OR c.state = $1) AND ($2::uuid IS NULL OR c.id = $2)
               ORDER BY c.created_at DESC, c.id DESC LIMIT $3"#,
            state.map(PriceChangeState::as_str),
            id,
            most
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    /// The first rows of a change, those that stand out first.
    pub async fn price_change_rows(&self, id: Uuid, most: i64) -> Result<Vec<PriceChangeRow>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT r.item_id, i.name AS "name?", coalesce(r.currency, i.currency) AS "currency?", r.package,
                 r.before, r.old_price, r.after, r.marks, r.outcome
               FROM price_change_rows r LEFT JOIN catalog_items i ON i.id = r.item_id
               WHERE r.change_id = $1 ORDER BY r.place LIMIT $2"#,
            id,
            most
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let row = rows.into_iter().map(|row| {
            let (old, after) = (read_price(row.old_price), read_price(row.after));
            PriceChangeRow {
                item: row.item_id,
                name: row.name,
                currency: row.currency,
                package: read_package(row.package),
                before: read_price(row.before),
                old,
                after,
                percent: percent_between(old, after),
                marks: row.marks.iter().filter_map(|mark| PriceMark::parse(mark)).collect(),
                outcome: row.outcome.as_deref().and_then(PriceRowOutcome::parse),
            }
        });
        Ok(row.collect())
    }

    /// Takes a planned change off; false where it is not planned any more.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn cancel_price_change(&self, id: Uuid, write: &Write) -> Result<bool, StoreError> {
        self.run(async {
            let mut tx = match self.begin("cancel-price-change", write).await? {
                BegunWrite::Done(_) => return Ok(true),
                BegunWrite::New(tx) => tx,
            };
            if lock_change(&mut tx, id).await?.1 != PriceChangeState::Planned {
                return Ok(false);
            }
            sqlx::query!("UPDATE price_changes SET state = 'cancelled' WHERE id = $1", id)
                .execute(&mut *tx)
                .await?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// The planned changes whose day is `today` or has passed, in the order of their days.
    pub async fn due_price_changes(&self, today: NaiveDate) -> Result<Vec<DuePriceChange>, StoreError> {
        let due = sqlx::query!(
            r#"SELECT c.id, c.created_by, u.role AS "role?", u.disabled_at
               FROM price_changes c LEFT JOIN users u ON u.login = c.created_by
               WHERE c.state = 'planned' AND c.effective_on <= $1
               ORDER BY c.effective_on, c.created_at, c.id"#,
            today
        )
        .fetch_all(&self.pool);
        let due = self.run(async { Ok(due.await?) }).await?;
        // An actor without an account is a person on this machine, who may everything.
        let is_barred = |role: &str| Role::parse(role).is_none_or(|role| !role.may(Access::Edit));
        let due = due.into_iter().map(|row| DuePriceChange {
            id: row.id,
            created_by: row.created_by,
            is_barred: row.disabled_at.is_some() || row.role.as_deref().is_some_and(is_barred),
        });
        Ok(due.collect())
    }

    /// Stores the prices of a change as `actor`: once, whichever programs try it. False where it stands otherwise than
    /// in one of `states`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such change, or its list is gone.
    pub async fn apply_price_change(
        &self,
        id: Uuid,
        actor: &str,
        states: &[PriceChangeState],
    ) -> Result<bool, StoreError> {
        // The operation has the id of the change: a second one of it cannot be.
        let write = Write { operation_id: id, actor: actor.to_owned(), origin: Origin::Person };
        if !states.contains(&self.price_change(id).await?.state) {
            return Ok(false);
        }
        self.run_long(async {
            retry_on_deadlock!(async {
                let mut tx = match self.begin_many(PRICE_CHANGE, &write).await? {
                    BegunWrite::Done(_) => return Ok(false),
                    BegunWrite::New(tx) => tx,
                };
                let (list, state) = lock_change(&mut tx, id).await?;
                if !states.contains(&state) {
                    return Ok(false);
                }
                lock_prices(&mut tx, list).await?;
                store_rows(&mut tx, ChangePlace { id, list, operation_id: id }).await?;
                finish(&mut tx, &write, &json!({ "id": id })).await?;
                tx.commit().await?;
                Ok(true)
            })
        })
        .await
    }

    /// Says of a planned change by the code of which error its day passed without it. It stays planned.
    pub async fn hold_price_change(&self, id: Uuid, code: &str) -> Result<(), StoreError> {
        let held = sqlx::query!(
            "UPDATE price_changes SET failure = $2 \
             WHERE id = $1 AND state = 'planned' AND failure IS DISTINCT FROM $2",
            id,
            code
        )
        .execute(&self.pool);
        self.run(async { Ok(held.await.map(drop)?) }).await
    }

    /// Says of a planned change that it could not be stored, and by the code of which error.
    pub async fn fail_price_change(&self, id: Uuid, code: &str) -> Result<(), StoreError> {
        let failed = sqlx::query!(
            "UPDATE price_changes SET state = 'failed', failure = $2 WHERE id = $1 AND state = 'planned'",
            id,
            code
        )
        .execute(&self.pool);
        self.run(async { Ok(failed.await.map(drop)?) }).await
    }
}

/// Holds a change until the end of the transaction; its list, and how it stands.
///
/// # Errors
/// [`StoreError::NotFound`].
pub(super) async fn lock_change(
    db: &mut PgConnection,
    id: Uuid,
) -> Result<(Option<Uuid>, PriceChangeState), StoreError> {
    let row = sqlx::query!("SELECT list_id, state FROM price_changes WHERE id = $1 FOR UPDATE", id)
        .fetch_one(db)
        .await?;
    let state = PriceChangeState::parse(&row.state).ok_or(StoreError::Unreadable)?;
    Ok((row.list_id, state))
}

/// Keeps a change under a new id, planned until its prices are stored.
pub(super) async fn insert_change(
    db: &mut PgConnection,
    list: Option<Uuid>,
    (name, effective_on): (&str, Option<NaiveDate>),
    write: &Write,
) -> Result<Uuid, StoreError> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "INSERT INTO price_changes (id, name, list_id, effective_on, state, created_by) \
         VALUES ($1, $2, $3, $4, 'planned', $5)",
        id,
        name,
        list,
        effective_on,
        write.actor
    )
    .execute(db)
    .await?;
    Ok(id)
}
