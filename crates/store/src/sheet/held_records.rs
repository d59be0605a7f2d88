//! Records that a transaction has locked, as stored.

use crate::StoreError;
use crate::catalog::faqs::stored_faqs;
use crate::catalog::items::stored_items;
use crate::search::candidates::table;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::EditRecord;
use serde_json::Value;
use sqlx::{PgConnection, QueryBuilder};
use uuid::Uuid;

/// A record as it is stored.
pub(super) struct HeldRecord {
    pub id: Uuid,
    pub version: i32,
    pub deleted: bool,
    pub record: EditRecord,
}

/// Holds records until the end of the transaction, in the order of their ids, as all writers do; but
/// not against those who only refer to them, as vectors do.
pub(crate) async fn hold_records(db: &mut PgConnection, kind: Kind, ids: &[Uuid]) -> Result<(), StoreError> {
    let mut sql = QueryBuilder::new(format!("SELECT FROM {} WHERE id = ANY(", table(kind)));
    sql.push_bind(ids).push(") ORDER BY id FOR NO KEY UPDATE");
    sql.build().execute(db).await?;
    Ok(())
}

/// The record as it goes over the wire.
pub(super) async fn load_wire_record(
    db: &mut PgConnection,
    kind: Kind,
    id: Uuid,
) -> Result<Value, StoreError> {
    let told = match kind {
        Kind::Items => stored_items(db, &[id]).await?.pop().map(|stored| serde_json::to_value(stored.item)),
        Kind::Faqs => stored_faqs(db, &[id]).await?.pop().map(|(faq, _)| serde_json::to_value(faq)),
    };
    Ok(told.and_then(Result::ok).unwrap_or_default())
}

/// Reads the records of `ids` with what an edit of them needs, deleted ones too.
pub(super) async fn load_held_records(
    db: &mut PgConnection,
    kind: Kind,
    ids: &[Uuid],
) -> Result<Vec<HeldRecord>, StoreError> {
    Ok(match kind {
        Kind::Items => stored_items(db, ids)
            .await?
            .into_iter()
            .map(|stored| HeldRecord {
                id: stored.item.id,
                version: stored.item.version,
                deleted: stored.deleted,
                record: EditRecord::Item(Box::new(stored.item.into())),
            })
            .collect(),
        Kind::Faqs => stored_faqs(db, ids)
            .await?
            .into_iter()
            .map(|(faq, deleted)| HeldRecord {
                id: faq.id,
                version: faq.version,
                deleted,
                record: EditRecord::Faq(Box::new(faq.into())),
            })
            .collect(),
    })
}
