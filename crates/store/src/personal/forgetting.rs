//! Permanent deletion of records with all their traces: their journal entries, and the cards that wrote them.

use super::reports::forget_reports_about;
use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use celeiro_domain::personal::PersonalKind;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

impl Store {
    /// Deletes records for good, deleted ones too, and says how many: the one of this id, or all of the kind. What
    /// was said about them in conversations stays there until these are deleted.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none of this id.
    pub async fn forget_personal(&self, kind: PersonalKind, id: Option<Uuid>) -> Result<u64, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            forget_cards(&mut tx, kind, id).await?;
            // The table is a name of this crate. The journal goes by trigger.
            let sql = format!("DELETE FROM {} WHERE $1::uuid IS NULL OR id = $1", kind.as_str());
            let gone = sqlx::query(AssertSqlSafe(sql)).bind(id).execute(&mut *tx).await?.rows_affected();
            if gone == 0 && id.is_some() {
                return Err(StoreError::NotFound);
            }
            // Lines of runs hold what was read. Those that made an item go with it.
            if kind == PersonalKind::Knowledge && id.is_none() {
                sqlx::query!("DELETE FROM memory_changes").execute(&mut *tx).await?;
                // A persona may say something about faith.
                sqlx::query!("UPDATE conversations SET persona = NULL WHERE persona IS NOT NULL")
                    .execute(&mut *tx)
                    .await?;
            }
            if kind != PersonalKind::Reports {
                forget_reports_about(&mut tx, kind.as_str(), id).await?;
            }
            tx.commit().await?;
            Ok(gone)
        })
        .await
    }
}

/// Cards and calls of tools hold what was written: those that wrote the record, and those that would.
async fn forget_cards(db: &mut PgConnection, kind: PersonalKind, id: Option<Uuid>) -> Result<(), StoreError> {
    sqlx::query!(
        r#"DELETE FROM pending_actions a WHERE id IN (SELECT operation_id FROM personal_changes
             WHERE kind = $1 AND ($2::uuid IS NULL OR row_id = $2))
           OR EXISTS (SELECT FROM jsonb_path_query(a.plan, '$.**.change') AS c
             WHERE c #>> '{content,kind}' = $3 AND ($2::uuid IS NULL OR c ->> 'id' = $2::text))"#,
        kind.as_str(),
        id,
        content_name(kind)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The kind as plans name it.
fn content_name(kind: PersonalKind) -> &'static str {
    match kind {
        PersonalKind::People => "person",
        PersonalKind::Reminders => "reminder",
        PersonalKind::Decisions => "decision",
        PersonalKind::Metrics => "metric",
        PersonalKind::Knowledge => "knowledge",
        PersonalKind::Bills => "bill",
        PersonalKind::Expenses => "expense",
        PersonalKind::Incomes => "income",
        PersonalKind::Debts => "debt",
        PersonalKind::Investments => "investment",
        PersonalKind::Reports => "report",
    }
}
