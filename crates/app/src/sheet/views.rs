//! Saved views: a grid's columns, filters and order under a name.

use super::grid::plan_grid;
use crate::api::{DeletedRecord, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::catalog::{FieldError, FieldErrorCode, clean_text};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Column, GridFilter, GridQuery, GridSort};
use celeiro_store::{StoreError, StoredView};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

const MAX_COLUMNS: usize = 200;
const MAX_NAME: usize = 100;

/// A column of a view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ViewColumn {
    /// The column.
    pub column: String,
    /// Its width in pixels; as wide as usual where absent.
    #[serde(default)]
    pub width: Option<u32>,
}

/// What a view shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewContent {
    /// Columns from left to right.
    #[serde(default)]
    pub columns: Vec<ViewColumn>,
    /// Words, as in a grid.
    #[serde(default)]
    pub text: Option<String>,
    /// Conditions, as in a grid.
    #[serde(default)]
    pub filters: Vec<GridFilter>,
    /// Order, as in a grid.
    #[serde(default)]
    pub sort: Vec<GridSort>,
}

/// A saved view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridView {
    /// The view.
    pub id: Uuid,
    /// Of what it is.
    pub kind: Kind,
    /// Its name, the only one of its owner.
    pub name: String,
    /// Whose it is.
    pub owner: String,
    /// Whether that is the caller; others cannot change it.
    pub mine: bool,
    /// Whether all users see it.
    pub shared: bool,
    /// What it shows.
    pub content: ViewContent,
    /// Counts up with every save.
    pub version: i32,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
}

/// Which views.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListViews {
    /// Of items where absent.
    #[serde(default)]
    pub kind: Option<Kind>,
}

/// A view to be saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveView {
    /// The view; a new one where absent.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// The version that the change started from; needed with `id`.
    #[serde(default)]
    pub version: Option<i32>,
    /// Of what it is; of items where absent. A view keeps its kind.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Its name.
    pub name: String,
    /// Whether all users see it.
    #[serde(default)]
    pub shared: Option<bool>,
    /// What it shows.
    pub content: ViewContent,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A view to be deleted for good.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteView {
    /// The view.
    pub id: Uuid,
    /// The version that the person saw.
    pub version: i32,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Lists the saved views of the grid that the caller may use, by name.
pub async fn list_views(app: &App, caller: &Caller, request: ListViews) -> Result<Vec<GridView>, AppError> {
    let views = app.store().views(request.kind.unwrap_or_default(), &caller.actor).await?;
    Ok(views.into_iter().map(|view| grid_view(caller, view)).collect())
}

/// Saves a view of the grid.
///
/// # Errors
/// `conflict` with the view as it is, `view_name_taken`, `not_found` where it is another person's,
/// `invalid_fields`, `unknown_filter`, `invalid_filter`.
pub async fn save_view(app: &App, caller: &Caller, request: SaveView) -> Result<GridView, AppError> {
    let kind = request.kind.unwrap_or_default();
    let name = check_view(kind, &request)?;
    let query = GridQuery {
        text: request.content.text.clone(),
        filters: request.content.filters.clone(),
        sort: request.content.sort.clone(),
        ..GridQuery::default()
    };
    plan_grid(kind, &query)?;
    let place = match (request.id, request.version) {
        (Some(id), Some(version)) => Some((id, version)),
        (Some(_), None) => return Err(AppError::invalid_request("version")),
        (None, _) => None,
    };
    let content = serde_json::to_value(&request.content)?;
    let shared = request.shared.unwrap_or(false);
    let write = new_write(caller, request.operation_id);
    let saved = app.store().save_view(place, kind, &name, shared, &content, &write).await;
    saved.map(|view| grid_view(caller, view)).map_err(|error| view_error(caller, &name, error))
}

/// Deletes a saved view of the grid.
///
/// # Errors
/// `conflict`, `not_found`.
pub async fn delete_view(app: &App, caller: &Caller, request: DeleteView) -> Result<DeletedRecord, AppError> {
    let write = new_write(caller, request.operation_id);
    let deleted = app.store().delete_view(request.id, request.version, &write).await;
    deleted.map_err(|error| view_error(caller, "", error))?;
    Ok(DeletedRecord { id: request.id })
}

/// The name, cleaned, where everything else will do.
fn check_view(kind: Kind, request: &SaveView) -> Result<String, AppError> {
    let mut errors = Vec::new();
    let name = clean_text(&request.name, "name", MAX_NAME, &mut errors);
    if name.is_empty() {
        errors.push(FieldError::new("name", FieldErrorCode::Required, "", format!("1..{MAX_NAME}")));
    }
    let columns = &request.content.columns;
    if columns.len() > MAX_COLUMNS {
        let count = columns.len().to_string();
        errors.push(FieldError::new("columns", FieldErrorCode::TooLong, &count, format!("0..{MAX_COLUMNS}")));
    }
    for column in columns.iter().take(MAX_COLUMNS) {
        if !Column::is_in_views(kind, &column.column) {
            let allowed = Column::view_names(kind);
            errors.push(FieldError::new("columns", FieldErrorCode::UnknownField, &column.column, allowed));
        }
    }
    if errors.is_empty() { Ok(name) } else { Err(AppError::fields(errors)) }
}

/// A stored view, marked as the caller's own or another person's.
fn grid_view(caller: &Caller, view: StoredView) -> GridView {
    GridView {
        id: view.id,
        kind: view.kind,
        name: view.name,
        mine: view.owner == caller.actor,
        owner: view.owner,
        shared: view.shared,
        // What an older version wrote shows as far as it is understood.
        content: serde_json::from_value(view.content).unwrap_or_default(),
        version: view.version,
        updated_at: view.updated_at,
    }
}

/// Turns a taken name and a version conflict into errors that the interface can act on.
fn view_error(caller: &Caller, name: &str, error: StoreError) -> AppError {
    match error {
        StoreError::Constraint(constraint) if constraint == "grid_views_name_once" => {
            AppError::new(Code::ViewNameTaken).with("name", name)
        }
        StoreError::Conflict(view) => match serde_json::from_value::<StoredView>(*view) {
            Ok(view) => AppError::new(Code::Conflict).detail("current", grid_view(caller, view)),
            Err(_) => AppError::new(Code::Conflict),
        },
        other => other.into(),
    }
}
