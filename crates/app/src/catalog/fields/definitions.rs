//! Operations on defined fields, single and in lists.

use crate::api::{DeletedRecord, Empty, WriteById, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use celeiro_domain::catalog::defined_fields::{
    DefinedField, DefinedFieldType, DefinedFields, FieldDefinition, MAX_DEFINED_FIELDS, SearchWeight,
};
use celeiro_domain::catalog::prices::resembles_name;
use celeiro_domain::catalog::{Facets, FieldError, FieldErrorCode};
use celeiro_store::StoreError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// The constraint that two fields of one attribute break.
const ONE_KEY: &str = "catalog_fields_key_unique";
/// The constraint that two fields of one name and unit break.
const ONE_NAME: &str = "catalog_fields_label_unique";
/// Categories that expect a field at most.
const MAX_CATEGORIES: usize = 200;

/// A field with all that it is from now on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveField {
    /// The field that is changed; a new one where absent.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// The version that the change started from; needed with `id`.
    #[serde(default)]
    pub version: Option<i32>,
    /// The attribute, 1 to 200 characters; of a field that is changed it stays what it was.
    pub key: String,
    /// Its name, 1 to 80 characters; no other field may have the same name and unit.
    pub name: String,
    /// What its numbers are counted in, at most 20 characters.
    #[serde(default)]
    pub unit: Option<String>,
    /// What its values are.
    pub field_type: DefinedFieldType,
    /// The values that a choice allows, at most 200 of 120 characters.
    #[serde(default)]
    pub allowed: Vec<String>,
    /// The group of the form that it stands in, at most 60 characters.
    #[serde(default)]
    pub group: Option<String>,
    /// Its place among the fields of the form, the least first; 0 where absent.
    #[serde(default)]
    pub position: Option<u32>,
    /// Whether filters offer it; they do where absent.
    #[serde(default)]
    pub filterable: Option<bool>,
    /// How much the search goes by what items have in it; normal where absent. The items that have the field are read
    /// anew in the background after a change.
    #[serde(default)]
    pub search_weight: Option<SearchWeight>,
    /// The categories whose items, and those of all categories below them, must have it, at most 200.
    #[serde(default)]
    pub required_in: Vec<String>,
    /// The categories whose items, and those of all categories below them, are expected to have it, at most 200; those
    /// that require it expect it too. As it is where absent, without those that no longer require it.
    #[serde(default)]
    pub expected_in: Option<Vec<String>>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

impl SaveField {
    /// Validates the definition of a field that is saved.
    ///
    /// # Errors
    /// `invalid_fields`.
    pub(super) fn definition(&self) -> Result<FieldDefinition, AppError> {
        let definition = FieldDefinition {
            key: self.key.clone(),
            name: self.name.clone(),
            unit: self.unit.clone(),
            field_type: self.field_type,
            allowed: self.allowed.clone(),
            group: self.group.clone(),
            position: self.position.unwrap_or(0),
            filterable: self.filterable.unwrap_or(true),
            search_weight: self.search_weight.unwrap_or_default(),
            required_in: self.required_in.clone(),
        };
        let mut errors = Vec::new();
        let count = self.expected_in.as_ref().map_or(0, Vec::len);
        if count > MAX_CATEGORIES {
            let allowed = format!("0..{MAX_CATEGORIES}");
            errors.push(FieldError::new("expectedIn", FieldErrorCode::TooLong, &count.to_string(), allowed));
        }
        match definition.check() {
            Ok(definition) if errors.is_empty() => Ok(definition),
            Ok(_) => Err(AppError::fields(errors)),
            Err(more) => {
                errors.extend(more);
                Err(AppError::fields(errors))
            }
        }
    }
}

/// The fields that are defined, in the order of the form.
///
/// # Errors
/// None but those of the database.
pub async fn list_fields(app: &App, _: &Caller, _: Empty) -> Result<Vec<DefinedField>, AppError> {
    Ok(app.store().defined_fields().await?)
}

/// Defines a field, or changes one; values of items stay as they are.
///
/// # Errors
/// `invalid_fields`: a name or an attribute that another field has or a name that looks like it, what is beyond the
/// limits, one field too many; `conflict` with both states where the version is not the current one, `not_found`.
pub async fn save_field(app: &App, caller: &Caller, request: SaveField) -> Result<DefinedField, AppError> {
    let definition = request.definition()?;
    let write = new_write(caller, request.operation_id);
    // An answer that was lost is asked for again: the field of the first time has the name.
    if app.store().operation_owner(write.operation_id).await.is_err() {
        require_own_names(app, request.id, &definition).await?;
    }
    let expected = request.expected_in.as_deref();
    let Some(id) = request.id else {
        let created = app.store().create_field(&definition, expected, &write).await;
        let created = created.map_err(|error| name_error(&definition, error))?;
        app.forget_values();
        return created.ok_or_else(|| too_many(&definition.name));
    };
    let Some(version) = request.version else {
        let error = FieldError::new("version", FieldErrorCode::Required, "", "1..");
        return Err(AppError::fields(vec![error]));
    };
    let saved = app.store().update_field((id, version), &definition, expected, &write).await;
    app.forget_values();
    saved.map_err(|error| match error {
        conflict @ StoreError::Conflict(_) => AppError::from(conflict).detail("yours", &request),
        other => name_error(&definition, other),
    })
}

/// Takes the definition of a field away; it can be restored. The values of items stay.
///
/// # Errors
/// `not_found`.
pub async fn delete_field(app: &App, caller: &Caller, request: WriteById) -> Result<DeletedRecord, AppError> {
    app.store().delete_field(request.id, &new_write(caller, request.operation_id)).await?;
    app.forget_values();
    Ok(DeletedRecord { id: request.id })
}

/// Brings a deleted field back.
///
/// # Errors
/// `not_found`; `invalid_fields` where another field has its name or its attribute meanwhile, or there are too many.
pub async fn restore_field(app: &App, caller: &Caller, request: WriteById) -> Result<DefinedField, AppError> {
    let restored = app.store().restore_field(request.id, &new_write(caller, request.operation_id)).await;
    let restored = restored.map_err(taken_error)?;
    app.forget_values();
    restored.ok_or_else(|| too_many(""))
}

/// The field with this attribute or name, whatever the case and accents of the name.
///
/// # Errors
/// `not_found`.
pub async fn field_by_name(app: &App, _: &Caller, name: &str) -> Result<DefinedField, AppError> {
    let fields = app.store().defined_fields().await?;
    let by_key = fields.iter().position(|field| field.definition.key == name);
    let is_called = |field: &DefinedField| {
        resembles_name(&field.definition.name, name) || resembles_name(&field.definition.label(), name)
    };
    let at = by_key.or_else(|| fields.iter().position(is_called));
    at.and_then(|at| fields.into_iter().nth(at)).ok_or_else(|| Missing::Field.refuse(name))
}

/// Leaves the attributes out that filters do not offer, and puts those that are defined first, in their order.
pub(crate) fn arrange_facets(facets: &mut Facets, fields: &DefinedFields) {
    let is_offered = |key: &str| fields.get(key).is_none_or(|field| field.filterable);
    facets.attributes.retain(|facet| is_offered(&facet.key));
    facets.attributes.sort_by_key(|facet| fields.place(&facet.key));
}

/// Refuses an attribute that another field is about, and a name that a reader would take for that of another field.
async fn require_own_names(
    app: &App,
    own: Option<Uuid>,
    definition: &FieldDefinition,
) -> Result<(), AppError> {
    let fields = app.store().defined_fields().await?;
    let mut others = fields.iter().filter(|field| Some(field.id) != own).map(|field| &field.definition);
    if own.is_none() && others.clone().any(|other| other.key == definition.key) {
        return Err(refuse_taken("key", &definition.key));
    }
    let label = definition.label();
    let is_taken = others.any(|other| resembles_name(&other.label(), &label));
    if is_taken { Err(refuse_taken("name", &definition.name)) } else { Ok(()) }
}

fn refuse_taken(field: &str, value: &str) -> AppError {
    AppError::fields(vec![FieldError::new(field, FieldErrorCode::Taken, value, "")])
}

pub(super) fn too_many(name: &str) -> AppError {
    let most = format!("0..{MAX_DEFINED_FIELDS}");
    AppError::fields(vec![FieldError::new("name", FieldErrorCode::NotPossible, name, most)])
}

fn name_error(definition: &FieldDefinition, error: StoreError) -> AppError {
    match error {
        StoreError::Constraint(constraint) if constraint == ONE_KEY => refuse_taken("key", &definition.key),
        StoreError::Constraint(constraint) if constraint == ONE_NAME => {
            refuse_taken("name", &definition.name)
        }
        other => other.into(),
    }
}

/// [`name_error`] of a field that comes back.
pub(super) fn taken_error(error: StoreError) -> AppError {
    match error {
        StoreError::Constraint(constraint) if constraint == ONE_KEY => refuse_taken("key", ""),
        StoreError::Constraint(constraint) if constraint == ONE_NAME => refuse_taken("name", ""),
        other => other.into(),
    }
}
