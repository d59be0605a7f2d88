//! Cell edits: a block of cells that one person writes, and the result of each row.

use celeiro_domain::catalog::FieldError;
use celeiro_domain::sheet::{Column, Step};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use uuid::Uuid;

/// Cells of one record.
#[derive(Debug, Clone)]
pub struct CellEdit {
    /// The record.
    pub id: Uuid,
    /// The version that the person saw.
    pub version: i32,
    /// What happens to its fields.
    pub steps: Vec<Step>,
    /// What stood in these fields for that person. Where it is given, a record that was changed in other
    /// fields since is written all the same.
    pub seen: Option<HashMap<Column, Value>>,
}

/// Why a record's cells were not written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum CellRefusal {
    /// A field cannot have the value.
    Field(FieldError),
    /// It was changed meanwhile; the record as it is now.
    Conflict(Box<Value>),
    /// It is not there, or deleted.
    NotFound,
    /// Another record has the external id.
    ExternalIdTaken(String),
}

/// What became of cells.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct CellEditOutcome {
    /// The versions of the records that are now as asked.
    pub versions: HashMap<Uuid, i32>,
    /// How many of them were not so before.
    pub changed: i64,
    /// The others.
    pub refused: Vec<(Uuid, CellRefusal)>,
    /// The fields that keep the records in conflict from being written.
    #[serde(default)]
    pub clashes: Vec<CellClash>,
}

/// A field that two people have written: what the first of them put there.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CellClash {
    /// The record.
    pub record_id: Uuid,
    /// The field's name on the wire.
    pub field: String,
    /// What stands there now.
    pub now: Value,
    /// The actor who put it there; not looked up for each of very many clashes.
    pub changed_by: Option<String>,
    /// When.
    pub changed_at: Option<DateTime<Utc>>,
    /// By which operation.
    pub operation_id: Option<Uuid>,
}
