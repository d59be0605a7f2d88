//! Undo of an operation, by the history.
//!
//! A temporary table of the transaction holds three values of each changed field: before the operation, after it, and
//! now. A field that still has the operation's value gets its former value; a field with another value was changed
//! since, and is only reported. A record that the operation created is deleted if it is unchanged. The undo is an
//! operation with a history of its own, so it can be undone in turn.

use crate::catalog::categories::undo::find_category_step;
use crate::catalog::item_rows::undo::{RowScope, lock_rows, plan_rows};
use crate::catalog::joins::undo::find_join_step;
use crate::catalog::prices::lists::lock_lists;
use crate::connection::write::{BegunWrite, finish, lock_bulk_exclusive, retry_on_deadlock};
use crate::personal::journal::take_back_personal;
use crate::search::candidates::table;
use crate::sheet::edits::{Edits, apply};
use crate::sheet::grid::title;
use crate::sheet::held_records::hold_records;
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::{RecordField, UndoConflict};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

/// Conflicts and untouchable records that are told; the rest is counted.
const TOLD: i64 = 500;
/// Rows beside the records that are told likewise.
const TOLD_ROWS: usize = 500;

/// What is to be taken back.
#[derive(Debug, Clone)]
pub struct UndoPlan {
    /// The operation.
    pub operation: Uuid,
    /// These records alone.
    pub records: Option<Vec<Uuid>>,
    /// These fields alone, by their names on the wire.
    pub fields: Option<Vec<String>>,
    /// Only says what would happen.
    pub dry_run: bool,
}

/// What was taken back.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct UndoneOperation {
    /// The operation that did it; absent where nothing was done.
    pub operation_id: Option<Uuid>,
    /// Records of which something was taken back.
    pub undone: i64,
    /// How many of these the operation had created.
    pub deleted: i64,
    /// The first fields that were changed since.
    pub conflicts: Vec<UndoConflict>,
    /// How many there are.
    pub conflict_count: i64,
    /// The first records that cannot be brought back, and whether that is because they are gone; else
    /// another record has their external id.
    pub untouchable: Vec<(Uuid, bool)>,
    /// How many there are.
    pub untouchable_count: i64,
}

impl Store {
    /// Takes an operation back as far as the same was not changed since.
    ///
    /// # Errors
    /// [`StoreError`]; nothing is changed then.
    pub async fn undo(&self, plan: &UndoPlan, write: &Write) -> Result<UndoneOperation, StoreError> {
        self.run_long(async {
            retry_on_deadlock!(async {
                let mut tx = match self.begin_many(UNDO, write).await? {
                    BegunWrite::Done(result) => {
                        return serde_json::from_value(result)
                            .map_err(|_| StoreError::Other("an operation without its result".into()));
                    }
                    BegunWrite::New(tx) => tx,
                };
                lock_bulk_exclusive(&mut tx).await?;
                let undone = undo_as(&mut tx, plan, &[plan.operation], write).await?;
                if undone.operation_id.is_some() {
                    tx.commit().await?;
                }
                Ok(undone)
            })
        })
        .await
    }
}

/// The kind of an operation that takes another one back.
pub(crate) const UNDO: &str = "undo";

/// Takes an operation back as `write`, which is the transaction's operation; nothing is committed. Of `own`
/// operations it is never said that they changed a field since.
pub(crate) async fn undo_as(
    db: &mut PgConnection,
    plan: &UndoPlan,
    own: &[Uuid],
    write: &Write,
) -> Result<UndoneOperation, StoreError> {
    let in_part = plan.records.is_some() || plan.fields.is_some();
    let join = find_join_step(db, plan.operation).await?;
    if join.is_some() {
        lock_lists(db).await?;
    }
    lock_rows(db).await?;
    let scope = RowScope {
        operation: plan.operation,
        records: plan.records.as_deref(),
        fields: plan.fields.as_deref(),
    };
    let rows = plan_rows(db, scope).await?;
    if let Some(step) = &join {
        // A join comes back whole or not at all: half of one would be products without their packages.
        let mut outlook = UndoneOperation::default();
        take_back(db, Kind::Items, &UndoPlan { dry_run: true, ..plan.clone() }, own, &mut outlook).await?;
        let moved = step.find_conflicts(db).await?;
        outlook.conflict_count += moved.len() as i64;
        outlook.conflicts.extend(moved);
        outlook.conflict_count += rows.conflicts.len() as i64;
        outlook.conflicts.extend(rows.conflicts.iter().cloned());
        if in_part || outlook.conflict_count > 0 || outlook.untouchable_count > 0 {
            return Ok(UndoneOperation { undone: 0, deleted: 0, ..outlook });
        }
    }
    // Records and fields that are named are items: the tree stays then.
    let categories = if in_part { None } else { find_category_step(db, plan.operation).await? };
    if let Some(step) = &categories {
        let conflicts = step.find_conflicts();
        if !conflicts.is_empty() {
            let conflict_count = conflicts.len() as i64;
            return Ok(UndoneOperation { conflicts, conflict_count, ..UndoneOperation::default() });
        }
    }
    let mut undone = UndoneOperation::default();
    for kind in [Kind::Items, Kind::Faqs] {
        take_back(db, kind, plan, own, &mut undone).await?;
    }
    // Records and fields that are named are those of the catalog.
    if !in_part {
        let taken = take_back_personal(db, plan.operation, plan.dry_run).await?;
        undone.undone += taken.undone;
        undone.deleted += taken.deleted;
        // Counted alone: what is known of people is not in the results of operations.
        undone.conflict_count += taken.conflicts;
    }
    undone.undone += rows.count_new(db, plan.operation).await?;
    undone.conflict_count += rows.conflicts.len() as i64;
    undone.conflicts.extend(rows.conflicts.iter().take(TOLD_ROWS).cloned());
    undone.untouchable_count += rows.purged.len() as i64;
    undone.untouchable.extend(rows.purged.iter().take(TOLD_ROWS).map(|id| (*id, true)));
    if undone.undone == 0
        && rows.records.is_empty()
        && let Some(step) = &join
    {
        // The products are as they were already; what the join moved beside them is not.
        undone.undone = step.count_moved(db).await?;
    }
    if undone.undone == 0
        && rows.records.is_empty()
        && let Some(step) = &categories
    {
        // A change of the tree alone, or one of whose items nothing comes back.
        undone.undone = step.count(db).await?;
    }
    if (undone.undone == 0 && rows.records.is_empty()) || plan.dry_run {
        return Ok(undone);
    }
    if let Some(step) = &join {
        step.make(db, write.operation_id).await?;
    }
    if let Some(step) = &categories {
        step.make(db, write).await?;
    }
    rows.take_back(db, write).await?;
    undone.operation_id = Some(write.operation_id);
    sqlx::query!(
        "UPDATE operations SET undoes = $2, in_part = $3, \
           subject = (SELECT taken.subject FROM operations taken WHERE taken.id = $2) WHERE id = $1",
        write.operation_id,
        plan.operation,
        in_part
    )
    .execute(&mut *db)
    .await?;
    finish(db, write, &serde_json::to_value(&undone).unwrap_or_default()).await?;
    Ok(undone)
}

async fn take_back(
    db: &mut PgConnection,
    kind: Kind,
    plan: &UndoPlan,
    own: &[Uuid],
    undone: &mut UndoneOperation,
) -> Result<(), StoreError> {
    let ids = sqlx::query_scalar!(
        "SELECT DISTINCT record_id FROM revisions WHERE operation_id = $1 AND kind = $2 \
         AND ($3::uuid[] IS NULL OR record_id = ANY($3)) ORDER BY 1",
        plan.operation,
        kind.as_str(),
        plan.records.as_deref()
    )
    .fetch_all(&mut *db)
    .await?;
    if ids.is_empty() {
        return Ok(());
    }
    hold_records(db, kind, &ids).await?;
    lay_out(db, kind, plan, &ids).await?;
    tell(db, kind, own, undone).await?;
    let edits: Vec<(Uuid, Value, bool)> =
        sqlx::query_as(AssertSqlSafe(edits_of(kind))).fetch_all(&mut *db).await?;
    undone.undone += edits.len() as i64;
    undone.deleted += edits.iter().filter(|(.., created)| *created).count() as i64;
    if !plan.dry_run {
        let (ids, fields) = edits.into_iter().map(|(id, fields, _)| (id, fields)).unzip();
        apply(db, kind, &Edits { ids, fields }).await?;
    }
    sqlx::query("DROP TABLE undo_fields, undo_created").execute(db).await?;
    Ok(())
}

/// The fields by their names in the table, attributes as `attributes.KEY`.
fn stored_fields(kind: Kind, plan: &UndoPlan) -> Option<Vec<String>> {
    let name_column = |name: &String| match Column::parse(kind, name) {
        Some(Column::Attribute(_)) | None => name.clone(),
        Some(column) => column.column_name().to_owned(),
    };
    plan.fields.as_ref().map(|fields| fields.iter().map(name_column).collect())
}

/// Fills the tables of the transaction: `undo_created` with the records that the operation created,
/// `undo_fields` with the fields that it changed and those that keep a created record from being
/// deleted. `state` says what becomes of each; what is `tied` was not changed since, and stays with the field
/// that gives it its meaning.
async fn lay_out(db: &mut PgConnection, kind: Kind, plan: &UndoPlan, ids: &[Uuid]) -> Result<(), StoreError> {
    let fields = stored_fields(kind, plan);
    let now = current_values(kind);
    let table = table(kind);
    // A table of the transaction is not there when statements are checked. Names are literals of this
    // crate.
    let created = format!(
        "CREATE TEMP TABLE undo_created ON COMMIT DROP AS \
         WITH born AS (SELECT record_id, max(version) AS last FROM revisions \
           WHERE operation_id = $1 AND record_id = ANY($2) GROUP BY record_id HAVING min(version) = 1) \
         SELECT b.record_id, CASE WHEN r.id IS NULL THEN 'purged' WHEN r.deleted_at IS NOT NULL THEN 'already' \
           WHEN r.version = b.last THEN 'take' ELSE 'look' END AS state \
         FROM born b LEFT JOIN {table} r ON r.id = b.record_id"
    );
    sqlx::query(AssertSqlSafe(created)).bind(plan.operation).bind(ids).execute(&mut *db).await?;
    let changed = format!(
        "CREATE TEMP TABLE undo_fields ON COMMIT DROP AS \
         WITH whole AS (SELECT v.record_id, c.key AS field, \
             (array_agg(c.value -> 'from' ORDER BY v.version))[1] AS before, \
             (array_agg(c.value -> 'to' ORDER BY v.version DESC))[1] AS after \
           FROM revisions v, jsonb_each(v.changes) AS c \
           WHERE v.operation_id = $1 AND v.record_id = ANY($2) \
             AND NOT EXISTS (SELECT FROM undo_created b WHERE b.record_id = v.record_id) \
           GROUP BY v.record_id, c.key), \
         single AS (SELECT record_id, field, before, after FROM whole WHERE field <> 'attributes' \
           UNION ALL \
           SELECT w.record_id, 'attributes.' || k.key, w.before -> k.key, w.after -> k.key \
           FROM whole w, LATERAL (SELECT jsonb_object_keys(w.before) AS key UNION SELECT jsonb_object_keys(w.after)) AS k \
           WHERE w.field = 'attributes' AND w.before -> k.key IS DISTINCT FROM w.after -> k.key), \
         beside AS (SELECT s.*, r.id IS NULL AS gone, {now} AS now FROM single s LEFT JOIN {table} r ON r.id = s.record_id \
           WHERE $3::text[] IS NULL OR s.field = ANY($3) \
             OR (s.field LIKE 'attributes.%' AND 'attributes' = ANY($3))) \
         SELECT record_id, field, before, after, now, CASE WHEN gone THEN 'purged' \
             WHEN same_value(field, now, after) THEN 'take' WHEN same_value(field, now, before) THEN 'already' \
             ELSE 'conflict' END AS state \
         FROM beside"
    );
    sqlx::query(AssertSqlSafe(changed))
        .bind(plan.operation)
        .bind(ids)
        .bind(&fields)
        .execute(&mut *db)
        .await?;
    look_at_created(db, kind, plan).await?;
    let taken = format!(
        "UPDATE undo_fields f SET state = 'taken' WHERE field = 'external_id' AND state = 'take' \
         AND EXISTS (SELECT FROM {table} r WHERE r.external_id = f.before #>> '{{}}' AND r.id <> f.record_id)"
    );
    sqlx::query(AssertSqlSafe(taken)).execute(&mut *db).await?;
    tie_amounts(db, kind, plan).await
}

/// An amount means nothing without its currency, and the prices of packages count in that of the item: price and
/// currency, packages and currency come back together, or each only where the other is what it was before the
/// operation. What it was is in the first revision that changed it from then on, whether that is of the operation,
/// with a field that the plan leaves out, or of another one. Packages without a price are in no currency.
async fn tie_amounts(db: &mut PgConnection, kind: Kind, plan: &UndoPlan) -> Result<(), StoreError> {
    if kind != Kind::Items {
        return Ok(());
    }
    let now = current_values(kind);
    let has_price = |packages: &str| {
        format!("coalesce(jsonb_path_exists({packages}, '$[*].price ? (@ != null)'), false)")
    };
    let (priced_before, priced_now) = (has_price("u.before"), has_price("r.packages"));
    let tied = format!(
        "UPDATE undo_fields f SET state = 'tied' \
         FROM (SELECT u.record_id, u.field AS taken, pair.other AS field \
             FROM undo_fields u JOIN (VALUES ('price', 'currency'), ('packages', 'currency'), \
               ('currency', 'price'), ('currency', 'packages')) AS pair(one, other) ON pair.one = u.field \
             WHERE u.state = 'take' AND (u.field <> 'packages' OR {priced_before})) AS s \
           JOIN catalog_items r ON r.id = s.record_id \
           CROSS JOIN LATERAL (SELECT v.changes -> s.field -> 'from' AS before FROM revisions v \
             WHERE v.record_id = s.record_id AND v.changes ? s.field \
               AND v.version >= (SELECT min(o.version) FROM revisions o \
                 WHERE o.operation_id = $1 AND o.record_id = s.record_id) \
             ORDER BY v.version LIMIT 1) AS past \
         WHERE f.record_id = s.record_id AND f.field = s.taken AND NOT same_value(s.field, {now}, past.before) \
           AND (s.field <> 'packages' OR {priced_now}) \
           AND NOT EXISTS (SELECT FROM undo_fields o \
             WHERE o.record_id = s.record_id AND o.field = s.field AND o.state = 'take')"
    );
    // A currency that stays with the packages keeps the price, too.
    loop {
        let statement = sqlx::query(AssertSqlSafe(tied.clone())).bind(plan.operation);
        if statement.execute(&mut *db).await?.rows_affected() == 0 {
            return Ok(());
        }
    }
}

/// Created records that were changed since: what is different now keeps them from being deleted; those
/// that were changed back are as they were created. A part of an operation names fields, and a created
/// record goes as a whole or not at all.
async fn look_at_created(db: &mut PgConnection, kind: Kind, plan: &UndoPlan) -> Result<(), StoreError> {
    let (now, table) = (current_values(kind), table(kind));
    let attributes = match kind {
        Kind::Items => {
            "UNION ALL SELECT b.record_id, 'attributes.' || k.key, b.born -> 'attributes' -> k.key \
             FROM born b JOIN catalog_items i ON i.id = b.record_id, LATERAL \
             (SELECT jsonb_object_keys(i.attributes) AS key UNION SELECT jsonb_object_keys(b.born -> 'attributes')) AS k"
        }
        Kind::Faqs => "",
    };
    let different = format!(
        "INSERT INTO undo_fields \
         WITH born AS (SELECT b.record_id, \
             (SELECT jsonb_object_agg(c.key, c.value -> 'to' ORDER BY v.version) \
              FROM revisions v, jsonb_each(v.changes) AS c \
              WHERE v.operation_id = $1 AND v.record_id = b.record_id) AS born \
           FROM undo_created b WHERE b.state = 'look'), \
         s AS (SELECT b.record_id, c.field, coalesce(b.born -> c.field, 'null') AS after \
           FROM born b, unnest($2::text[]) AS c(field) {attributes}), \
         beside AS (SELECT s.record_id, s.field, s.after, {now} AS now FROM s JOIN {table} r ON r.id = s.record_id) \
         SELECT record_id, field, NULL::jsonb, after, now, 'conflict' FROM beside \
         WHERE NOT same_value(field, now, after)"
    );
    sqlx::query(AssertSqlSafe(different))
        .bind(plan.operation)
        .bind(columns(kind).collect::<Vec<_>>())
        .execute(&mut *db)
        .await?;
    sqlx::query(
        "UPDATE undo_created b SET state = CASE WHEN EXISTS (SELECT FROM undo_fields f \
           WHERE f.record_id = b.record_id) THEN 'conflict' ELSE 'take' END WHERE state = 'look'",
    )
    .execute(&mut *db)
    .await?;
    if plan.fields.is_some() {
        sqlx::query("UPDATE undo_created SET state = 'left' WHERE state = 'take'").execute(&mut *db).await?;
        sqlx::query("DELETE FROM undo_fields f USING undo_created b WHERE b.record_id = f.record_id")
            .execute(db)
            .await?;
    }
    Ok(())
}

/// The columns of a record that its history knows, but attributes.
fn columns(kind: Kind) -> impl Iterator<Item = &'static str> {
    RecordField::stored_fields(kind)
        .filter(|field| *field != RecordField::Attributes)
        .map(RecordField::column)
        .chain(["deleted_at"])
}

/// What a field of `undo_fields s` is in the record `r` now, in the form of the history.
fn current_values(kind: Kind) -> String {
    let cases: String = columns(kind)
        .map(|column| format!("WHEN '{column}' THEN coalesce(to_jsonb(r.{column}), 'null') "))
        .collect();
    // FAQs have no attributes.
    let attribute = match kind {
        Kind::Items => "r.attributes -> substr(s.field, 12)",
        Kind::Faqs => "NULL::jsonb",
    };
    format!("CASE s.field {cases}ELSE {attribute} END")
}

/// What the records get: the fields as they were, or a mark as deleted.
fn edits_of(kind: Kind) -> String {
    let attributes = match kind {
        Kind::Items => {
            "CASE WHEN bool_or(field LIKE 'attributes.%') THEN jsonb_build_object('attributes', \
               (SELECT i.attributes FROM catalog_items i WHERE i.id = record_id) \
               - coalesce(array_agg(substr(field, 12)) FILTER (WHERE field LIKE 'attributes.%' AND before IS NULL), '{}') \
               || coalesce(jsonb_object_agg(substr(field, 12), before) \
                    FILTER (WHERE field LIKE 'attributes.%' AND before IS NOT NULL), '{}')) ELSE '{}' END"
        }
        Kind::Faqs => "'{}'::jsonb",
    };
    format!(
        "SELECT record_id, coalesce(jsonb_object_agg(field, coalesce(before, 'null')) \
             FILTER (WHERE field NOT LIKE 'attributes.%'), '{{}}') || {attributes}, false \
         FROM undo_fields WHERE state = 'take' GROUP BY record_id \
         UNION ALL \
         SELECT record_id, jsonb_build_object('deleted_at', 'now'), true FROM undo_created WHERE state = 'take'"
    )
}

/// What is not taken back, and who stands in the way.
async fn tell(
    db: &mut PgConnection,
    kind: Kind,
    own: &[Uuid],
    undone: &mut UndoneOperation,
) -> Result<(), StoreError> {
    let untouchable: Vec<(Uuid, bool, i64)> = sqlx::query_as(
        "SELECT record_id, purged, count(*) OVER () FROM ( \
           SELECT DISTINCT record_id, state = 'purged' AS purged FROM undo_fields WHERE state IN ('purged', 'taken') \
           UNION SELECT record_id, true FROM undo_created WHERE state = 'purged') AS u \
         ORDER BY record_id LIMIT $1",
    )
    .bind(TOLD)
    .fetch_all(&mut *db)
    .await?;
    undone.untouchable_count += untouchable.first().map_or(0, |first| first.2);
    undone.untouchable.extend(untouchable.into_iter().map(|(id, purged, _)| (id, purged)));
    let conflicts: i64 =
        sqlx::query_scalar("SELECT count(*) FROM undo_fields WHERE state IN ('conflict', 'tied')")
            .fetch_one(&mut *db)
            .await?;
    if conflicts == 0 {
        return Ok(());
    }
    undone.conflict_count += conflicts;
    let (table, title) = (table(kind), title(kind));
    let sql = format!(
        "SELECT f.record_id, r.{title} AS name, f.field, coalesce(f.before, 'null') AS before, \
           coalesce(f.after, 'null') AS after, coalesce(f.now, 'null') AS now, \
           c.actor, c.created_at, c.operation_id \
         FROM undo_fields f JOIN {table} r ON r.id = f.record_id LEFT JOIN LATERAL ( \
           SELECT v.actor, v.created_at, v.operation_id FROM revisions v \
           WHERE v.record_id = f.record_id AND (v.operation_id IS NULL OR v.operation_id <> ALL($1)) \
             AND (v.changes ? f.field OR (f.field LIKE 'attributes.%' AND \
               v.changes -> 'attributes' -> 'from' -> substr(f.field, 12) IS DISTINCT FROM \
               v.changes -> 'attributes' -> 'to' -> substr(f.field, 12))) \
           ORDER BY v.version DESC LIMIT 1) AS c ON f.state = 'conflict' \
         WHERE f.state IN ('conflict', 'tied') ORDER BY f.record_id, f.field LIMIT $2"
    );
    let rows: Vec<ConflictRow> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(own).bind(TOLD).fetch_all(db).await?;
    undone.conflicts.extend(rows.into_iter().map(|row| row.into_conflict(kind)));
    Ok(())
}

#[derive(sqlx::FromRow)]
struct ConflictRow {
    record_id: Uuid,
    name: String,
    field: String,
    before: Value,
    after: Value,
    now: Value,
    actor: Option<String>,
    created_at: Option<DateTime<Utc>>,
    operation_id: Option<Uuid>,
}

impl ConflictRow {
    fn into_conflict(self, kind: Kind) -> UndoConflict {
        // When a record was deleted is of no interest, only whether it is.
        let value = |value: Value| match self.field.as_str() {
            "deleted_at" => Value::Bool(!value.is_null()),
            _ => value,
        };
        UndoConflict {
            record_id: self.record_id,
            kind,
            name: self.name.clone(),
            field: Column::wire_name(&self.field),
            from: value(self.before.clone()),
            to: value(self.after.clone()),
            now: value(self.now.clone()),
            changed_by: self.actor,
            changed_at: self.created_at,
            operation_id: self.operation_id,
        }
    }
}
