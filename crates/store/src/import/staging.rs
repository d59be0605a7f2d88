//! Staging table for the checked rows of a file until it is read completely.
//!
//! An import holds a session lock meanwhile, which the server releases when that session ends for any reason: rows that
//! a killed program left behind are recognized at once, and rows that another program is staging are left alone. When
//! the last staging area is dropped, the room of the whole table is given back, not only marked as free.

use crate::{Store, StoreError};
use celeiro_domain::search::Kind;
use serde_json::Value;
use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

/// The lock of the staging area `$1`; two areas with the same lock, one pair in four thousand million,
/// only keep each other from being cleared.
const LOCK: &str = "SELECT pg_try_advisory_lock(hashtext('celeiro.staging'), hashtext($1::text))";
/// How long clearing waits for an import that still reads the staged rows: the server gives up the
/// statement of a killed client within two seconds.
const PATIENCE: &str = "SET LOCAL lock_timeout = '5s'";

/// A staging area of this program. Dropped, it counts as one that was left behind.
#[derive(Debug)]
pub struct Staging {
    id: Uuid,
    /// The session that holds the lock; it does nothing else.
    holder: PgConnection,
}

impl Staging {
    /// Id of the import whose rows are staged.
    pub fn id(&self) -> Uuid {
        self.id
    }
}

/// What was cleared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClearedStaging {
    /// Imports that were over.
    pub imports: u64,
    /// Bytes of the disk that were given back.
    pub bytes: i64,
}

/// A checked row.
#[derive(Debug, Clone)]
pub struct StagedRow {
    /// Its number in the file, from 1, the header counted.
    pub row_number: i32,
    /// Its external id.
    pub external_id: Option<String>,
    /// The record, as column names of the table; among them `id`, where the file names the record.
    pub record: Value,
    /// Folded name and manufacturer, or folded question, joined by a line break.
    pub identity: String,
}

impl Store {
    /// Opens a staging area, and clears those of imports that are over.
    pub async fn begin_import(&self, kind: Kind, file_name: &str) -> Result<Staging, StoreError> {
        match self.clear_dead_imports().await {
            Err(error @ (StoreError::Stuck(_) | StoreError::Unreachable(_))) => return Err(error),
            Err(error) => tracing::warn!(%error, "staged rows of dead imports stay for now"),
            Ok(_) => {}
        }
        let id = Uuid::now_v7();
        self.run(async {
            let mut holder = self.pool.acquire().await?.detach();
            let held: bool = sqlx::query_scalar(LOCK).bind(id).fetch_one(&mut holder).await?;
            sqlx::query("INSERT INTO imports (id, kind, file_name, guarded) VALUES ($1, $2, $3, $4)")
                .bind(id)
                .bind(kind.as_str())
                .bind(file_name)
                .bind(held)
                .execute(&mut holder)
                .await?;
            Ok(Staging { id, holder })
        })
        .await
    }

    /// Writes checked rows of an import into the staging table.
    ///
    /// # Errors
    /// [`StoreError`]; [`StoreError::Unreachable`] where the area is gone.
    pub async fn stage_rows(&self, import: Uuid, rows: &[StagedRow]) -> Result<(), StoreError> {
        let numbers: Vec<i32> = rows.iter().map(|r| r.row_number).collect();
        let external_ids: Vec<Option<String>> = rows.iter().map(|r| r.external_id.clone()).collect();
        let records: Vec<Value> = rows.iter().map(|r| r.record.clone()).collect();
        let identities: Vec<String> = rows.iter().map(|r| r.identity.clone()).collect();
        let staged = sqlx::query!(
            "INSERT INTO import_rows (import_id, row_number, external_id, record, identity) \
             SELECT $1, * FROM unnest($2::int[], $3::text[], $4::jsonb[], $5::text[])",
            import,
            &numbers,
            &external_ids as &[Option<String>],
            &records,
            &identities
        )
        .execute(&self.pool);
        match self.run(async { Ok(staged.await.map(drop)?) }).await {
            Err(StoreError::Constraint(name)) if name == "import_rows_import_id_fkey" => Err(staging_gone()),
            staged => staged,
        }
    }

    /// Removes rows of an import from the staging table.
    pub async fn unstage_rows(&self, import: Uuid, rows: &[i32]) -> Result<(), StoreError> {
        let gone = sqlx::query("DELETE FROM import_rows WHERE import_id = $1 AND row_number = ANY($2)")
            .bind(import)
            .bind(rows)
            .execute(&self.pool);
        self.run_long(async { Ok(gone.await.map(drop)?) }).await
    }

    /// Whether the session that guards the area is still there. A server that crashed since has emptied
    /// the area, which is not logged.
    pub async fn is_staging_held(&self, staging: &mut Staging) -> bool {
        let asked = sqlx::query("SELECT 1").execute(&mut staging.holder);
        self.run(async { Ok(asked.await.map(drop)?) }).await.is_ok()
    }

    /// Ends an import: its staged rows go, and their room where no other import stages any.
    ///
    /// # Errors
    /// [`StoreError`]; the next search for dead imports clears it then.
    pub async fn end_import(&self, staging: Staging) -> Result<(), StoreError> {
        let Staging { id, mut holder } = staging;
        let cleared = self.run_long(clear_staging_areas(&mut holder, &[id])).await;
        holder.close().await.ok();
        cleared
    }

    /// Clears the staging areas without a lock, and of programs from before they were held
    /// those that were begun more than a day ago.
    ///
    /// # Errors
    /// [`StoreError`]; they stay for the next time then.
    pub async fn clear_dead_imports(&self) -> Result<ClearedStaging, StoreError> {
        // Its locks go with the session: no other has them afterwards.
        let mut db = self.run(async { Ok(self.pool.acquire().await?.detach()) }).await?;
        let cleared = self.run_long(clear_dead(&mut db)).await;
        db.close().await.ok();
        cleared
    }
}

/// Clears the areas of imports that no process works on any more.
async fn clear_dead(db: &mut PgConnection) -> Result<ClearedStaging, StoreError> {
    let areas: Vec<Uuid> =
        sqlx::query_scalar("SELECT id FROM imports WHERE guarded OR touched_at < now() - interval '1 day'")
            .fetch_all(&mut *db)
            .await?;
    let mut dead = Vec::new();
    for area in areas {
        if sqlx::query_scalar(LOCK).bind(area).fetch_one(&mut *db).await? {
            dead.push(area);
        }
    }
    if dead.is_empty() {
        return Ok(ClearedStaging::default());
    }
    let before = staging_table_bytes(db).await?;
    clear_staging_areas(db, &dead).await?;
    Ok(ClearedStaging { imports: dead.len() as u64, bytes: before - staging_table_bytes(db).await? })
}

/// Throws `areas` away. No import begins meanwhile; no import that stages rows is waited for, since
/// where there is one the table stays.
async fn clear_staging_areas(db: &mut PgConnection, areas: &[Uuid]) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    sqlx::query(PATIENCE).execute(&mut *tx).await?;
    // What stays is thrown away the next time: that is no reason to wait for a standby.
    sqlx::query("SET LOCAL synchronous_commit = local").execute(&mut *tx).await?;
    sqlx::query("LOCK TABLE imports IN SHARE ROW EXCLUSIVE MODE").execute(&mut *tx).await?;
    let others: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM imports WHERE id <> ALL($1))")
        .bind(areas)
        .fetch_one(&mut *tx)
        .await?;
    if !others {
        sqlx::query("TRUNCATE import_rows").execute(&mut *tx).await?;
    }
    sqlx::query("DELETE FROM imports WHERE id = ANY($1)").bind(areas).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// Size of the staging table on disk with its indexes.
async fn staging_table_bytes(db: &mut PgConnection) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT pg_total_relation_size('import_rows')").fetch_one(db).await?)
}

/// Keeps the staging area until the end of the transaction, which reads its rows.
pub(crate) async fn lock_staging_area(db: &mut PgConnection, import: Uuid) -> Result<(), StoreError> {
    let kept = sqlx::query("SELECT FROM imports WHERE id = $1 FOR KEY SHARE").bind(import);
    kept.fetch_optional(db).await?.map(drop).ok_or_else(staging_gone)
}

/// A person took this import for dead: its session was cut off, and nothing of it is there any more.
fn staging_gone() -> StoreError {
    StoreError::Unreachable("the staged rows are gone".to_owned())
}
