//! Synonym groups: listed, and words added to them or taken out.

use super::{Empty, write};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::synonyms::{GroupKind, SynonymGroup, SynonymProblem};
use celeiro_domain::text::normalize_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Words to be added to a group or taken out of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeSynonyms {
    /// What the group's words name.
    pub kind: GroupKind,
    /// The word that stands for the group; one that is not there is created.
    pub name: String,
    /// Words that mean the same: at most 200 in a group, each of at most 80 characters.
    #[serde(default)]
    pub add: Vec<String>,
    /// Words that do not.
    #[serde(default)]
    pub remove: Vec<String>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Lists synonym groups.
///
/// # Errors
/// What the database says.
pub async fn list_synonyms(app: &App, _: &Caller, _: Empty) -> Result<Vec<SynonymGroup>, AppError> {
    Ok(app.store().synonym_groups().await?)
}

/// Adds words to a group, which is created where it is not there, or takes some out.
///
/// # Errors
/// `invalid_fields`; `synonym_taken` where a word stands in another group of the same kind.
pub async fn change_synonyms(
    app: &App,
    caller: &Caller,
    request: ChangeSynonyms,
) -> Result<SynonymGroup, AppError> {
    let groups = app.store().synonym_groups().await?;
    let named = normalize_text(&request.name);
    let before = groups.iter().find(|g| g.kind == request.kind && normalize_text(&g.name) == named);
    let removed: Vec<String> = request.remove.iter().map(|term| normalize_text(term)).collect();
    let held = before.map_or_else(Vec::new, |group| group.terms.clone());
    let (out, stay): (Vec<String>, Vec<String>) =
        held.into_iter().partition(|term| removed.contains(&normalize_text(term)));
    let wished = SynonymGroup {
        kind: request.kind,
        name: before.map_or(request.name, |group| group.name.clone()),
        terms: stay.into_iter().chain(request.add).collect(),
    };
    let group = wished.check(&groups).map_err(refused)?;
    app.store().change_synonyms(&group, &out, &write(caller, request.operation_id)).await?;
    app.forget();
    Ok(group)
}

fn refused(problem: SynonymProblem) -> AppError {
    match problem {
        SynonymProblem::Fields(errors) => AppError::fields(errors),
        SynonymProblem::Taken { term, group } => {
            AppError::new(Code::SynonymTaken).with("term", term).with("group", group)
        }
    }
}
