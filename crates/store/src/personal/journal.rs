//! Undo of writes by the journal: field by field, except fields that were changed since.

use super::written_columns;
use crate::{Store, StoreError};
use celeiro_domain::personal::PersonalKind;
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

/// Fields that the program keeps, and that do not count where two states are compared.
const KEPT: [&str; 5] = ["version", "created_at", "updated_at", "last_fired_at", "fired_for"];

/// What was taken back, counted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TakenBack {
    /// Records of which something was taken back.
    pub undone: i64,
    /// How many of these the operation had created.
    pub deleted: i64,
    /// Fields that were changed since.
    pub conflicts: i64,
}

/// A record that an operation wrote: before its first write and after its last.
struct WrittenRecord {
    kind: PersonalKind,
    id: Uuid,
    before: Option<Value>,
    after: Value,
}

/// What becomes of a record that is taken back.
enum Way {
    /// It gets these values; fields changed since stay, so many of them.
    Fields(Map<String, Value>, i64),
    /// It was new, and is deleted.
    Delete,
    /// It was new, and so many of its fields were changed since.
    Changed(i64),
    /// It is as it was before.
    Nothing,
}

impl Store {
    /// Whether the journal has writes of an operation.
    pub async fn wrote_personal(&self, operation: Uuid) -> Result<bool, StoreError> {
        let wrote = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM personal_changes WHERE operation_id = $1) AS "wrote!""#,
            operation
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(wrote.await?) }).await
    }
}

/// Takes back what an operation wrote, under the operation of the transaction. With `dry_run` it only
/// counts. A record that was deleted for good has no journal, and nothing of it comes back.
pub(crate) async fn take_back_personal(
    db: &mut PgConnection,
    operation: Uuid,
    dry_run: bool,
) -> Result<TakenBack, StoreError> {
    let mut taken = TakenBack::default();
    for written in load_written_records(db, operation).await? {
        let Some(now) = current(db, &written).await? else { continue };
        match way_back(&written, &now) {
            Way::Nothing => {}
            Way::Changed(fields) => taken.conflicts += fields,
            Way::Delete => {
                taken.undone += 1;
                taken.deleted += 1;
                if !dry_run {
                    let mark = Map::from_iter([("deleted_at".to_owned(), Value::from("now"))]);
                    set_fields(db, &written, &mark).await?;
                }
            }
            Way::Fields(fields, conflicts) => {
                taken.conflicts += conflicts;
                if fields.is_empty() {
                    continue;
                }
                taken.undone += 1;
                if !dry_run {
                    set_fields(db, &written, &fields).await?;
                }
            }
        }
    }
    Ok(taken)
}

async fn load_written_records(
    db: &mut PgConnection,
    operation: Uuid,
) -> Result<Vec<WrittenRecord>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT row_id, min(kind) AS "kind!", (array_agg(before ORDER BY id))[1] AS before,
             (array_agg(after ORDER BY id DESC))[1] AS "after!"
           FROM personal_changes WHERE operation_id = $1 GROUP BY row_id ORDER BY row_id"#,
        operation
    )
    .fetch_all(db)
    .await?;
    let read = rows.into_iter().filter_map(|row| {
        let kind = PersonalKind::parse(&row.kind)?;
        Some(WrittenRecord { kind, id: row.row_id, before: row.before, after: row.after })
    });
    Ok(read.collect())
}

/// The record as it is now, held until the end of the transaction.
async fn current(db: &mut PgConnection, written: &WrittenRecord) -> Result<Option<Value>, StoreError> {
    // The table is a name of this crate.
    let sql = format!("SELECT to_jsonb(r) FROM {} r WHERE id = $1 FOR UPDATE", written.kind.as_str());
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(written.id).fetch_optional(db).await?)
}

fn way_back(written: &WrittenRecord, now: &Value) -> Way {
    let after = fields_of(&written.after);
    let differs = |field: &&String| !same(field, now.get(field.as_str()), after.get(field.as_str()));
    let Some(before) = &written.before else {
        let is_deleted = now.get("deleted_at").is_some_and(|at| !at.is_null());
        let changed = after.keys().filter(differs).count() as i64;
        return match (is_deleted, changed) {
            (true, _) => Way::Nothing,
            (false, 0) => Way::Delete,
            (false, changed) => Way::Changed(changed),
        };
    };
    let (mut fields, mut conflicts) = (Map::new(), 0);
    for (field, value) in fields_of(before) {
        if same(&field, Some(&value), after.get(&field)) || same(&field, now.get(&field), Some(&value)) {
            continue;
        }
        if differs(&&field) {
            conflicts += 1;
        } else {
            fields.insert(field, value);
        }
    }
    if fields.is_empty() && conflicts == 0 { Way::Nothing } else { Way::Fields(fields, conflicts) }
}

/// The fields of a record that people write.
fn fields_of(record: &Value) -> Map<String, Value> {
    let fields = record.as_object().into_iter().flatten();
    fields.filter(|(field, _)| !KEPT.contains(&field.as_str())).map(|(k, v)| (k.clone(), v.clone())).collect()
}

/// Whether a field has the same value: of a deletion counts only whether there is one.
fn same(field: &str, a: Option<&Value>, b: Option<&Value>) -> bool {
    let (a, b) = (a.unwrap_or(&Value::Null), b.unwrap_or(&Value::Null));
    if field == "deleted_at" { a.is_null() == b.is_null() } else { a == b }
}

async fn set_fields(
    db: &mut PgConnection,
    written: &WrittenRecord,
    fields: &Map<String, Value>,
) -> Result<(), StoreError> {
    let (table, columns) = (written.kind.as_str(), written_columns(written.kind));
    let chosen = columns.split(", ").map(|column| format!("p.{column}")).collect::<Vec<_>>().join(", ");
    // Table and columns are names of this crate; the fields go in as a value.
    let sql = format!(
        "UPDATE {table} AS r SET ({columns}) = (SELECT {chosen} FROM jsonb_populate_record(r, $2) AS p) WHERE r.id = $1"
    );
    sqlx::query(AssertSqlSafe(sql)).bind(written.id).bind(Value::Object(fields.clone())).execute(db).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn note_write(before: Option<Value>, after: Value) -> WrittenRecord {
        WrittenRecord { kind: PersonalKind::People, id: Uuid::nil(), before, after }
    }

    #[test]
    fn a_field_comes_back_where_it_is_as_the_write_left_it() {
        let one = note_write(
            Some(json!({ "name": "Ana", "farm": null, "version": 1 })),
            json!({ "name": "Ana L", "farm": "Boa Vista", "version": 2 }),
        );
        let now = json!({ "name": "Ana Lima", "farm": "Boa Vista", "version": 3 });
        let Way::Fields(fields, conflicts) = way_back(&one, &now) else { panic!("fields") };
        assert_eq!((Value::Object(fields), conflicts), (json!({ "farm": null }), 1));
        let back = json!({ "name": "Ana", "farm": null, "version": 4 });
        assert!(matches!(way_back(&one, &back), Way::Nothing));
    }

    #[test]
    fn a_new_record_goes_unless_it_was_changed() {
        let one = note_write(None, json!({ "name": "Ana", "deleted_at": null, "version": 1 }));
        assert!(matches!(
            way_back(&one, &json!({ "name": "Ana", "deleted_at": null, "version": 1 })),
            Way::Delete
        ));
        assert!(matches!(way_back(&one, &json!({ "name": "Eva", "deleted_at": null })), Way::Changed(1)));
        assert!(matches!(way_back(&one, &json!({ "name": "Ana", "deleted_at": "2026" })), Way::Nothing));
    }
}
