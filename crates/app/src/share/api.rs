//! Operations that write comparisons and evaluations as files, and verify such files against this catalog.

use crate::app::{App, Caller};
use crate::bench::evaluate_profile::{InlineSet, require_set};
use crate::bench::profile_gate::JudgedSet;
use crate::bench::{CompareReport, InForce, compare_profiles};
use crate::error::AppError;
use crate::inspect::explain_item::{ItemExplanation, explain_pair};
use crate::search::plan_search;
use crate::share;
use celeiro_domain::rank::Profile;
use celeiro_domain::search::{Fusion, Kind, SearchRequest};
use celeiro_domain::team::Access;
use celeiro_domain::wire::Number;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShareFormat {
    /// A page that opens anywhere, without scripts and addresses.
    #[default]
    Html,
    /// What another Celeiro can run again.
    Json,
}

/// Two records in a search, to be shared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShareComparison {
    /// The search.
    pub search: SearchRequest,
    /// The record, by its external id or id.
    pub item: String,
    /// The other.
    pub against: String,
    /// HTML where absent.
    #[serde(default)]
    pub format: ShareFormat,
}

/// Two profiles on judged queries, to be shared; one profile where both are the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShareEvaluation {
    /// The profile before.
    pub before: String,
    /// The profile after.
    pub after: String,
    /// A fusion instead of the profiles' own.
    #[serde(default)]
    pub fusion: Option<Fusion>,
    /// On these queries.
    #[serde(default)]
    pub set: Option<InlineSet>,
    /// On those of a stored set, which goes before `set`.
    #[serde(default)]
    pub set_id: Option<Uuid>,
    /// HTML where absent.
    #[serde(default)]
    pub format: ShareFormat,
}

/// A file to be saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedFile {
    /// A name for it.
    pub name: String,
    /// Its media type.
    pub media_type: String,
    /// Its text.
    pub content: String,
}

/// A shared file to be run again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerifyShared {
    /// The text of the JSON file.
    pub content: String,
}

/// Why figures may be others here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OtherHere {
    /// The profile of that name is another one here, or there is none; the one in the file was used.
    Profile,
    /// Records are missing or other here, or the rest of the catalog is, by whose words they weigh.
    Catalog,
    /// Vectors come from another model here, or from none.
    Model,
}

/// A figure that is another one here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OtherRow {
    /// Of which record, class or query.
    pub of: String,
    /// Which row.
    pub name: String,
    /// In the file.
    #[specta(type = Option<Number>)]
    pub before: Option<f64>,
    /// Here.
    #[specta(type = Option<Number>)]
    pub now: Option<f64>,
}

/// A shared file, held against this catalog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareVerification {
    /// Whether every figure is the same.
    pub same: bool,
    /// What is other here than where the file was made; it may be so without changing a figure.
    pub other: Vec<OtherHere>,
    /// The figures that are others.
    pub rows: Vec<OtherRow>,
    /// Figures that were looked at.
    pub compared: u32,
}

/// A comparison as a file holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SharedComparison {
    pub format: String,
    pub program: String,
    pub made_at: DateTime<Utc>,
    pub embedding_model: Option<String>,
    pub search: SearchRequest,
    pub profile: Profile,
    pub fusion: Fusion,
    pub item: String,
    pub against: String,
    pub explanation: ItemExplanation,
}

/// An evaluation as a file holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SharedEvaluation {
    pub format: String,
    pub program: String,
    pub made_at: DateTime<Utc>,
    pub embedding_model: Option<String>,
    pub before: Profile,
    pub before_fusion: Fusion,
    pub after: Profile,
    pub after_fusion: Fusion,
    pub set: InlineSet,
    pub report: CompareReport,
}

/// What the files say they are.
pub(crate) const COMPARISON: &str = "celeiro-comparison-1";
pub(crate) const EVALUATION: &str = "celeiro-evaluation-1";

/// Two records in a search as a file.
///
/// # Errors
/// `not_found` where there is no such record; as [`crate::search::api::search`].
pub async fn share_comparison(
    app: &App,
    caller: &Caller,
    request: ShareComparison,
) -> Result<SharedFile, AppError> {
    let plan = plan_search(app, request.search).await?;
    let explanation = explain_pair(app, caller, &plan, &request.item, Some(&request.against)).await?;
    let shared = SharedComparison {
        format: COMPARISON.to_owned(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: Utc::now(),
        embedding_model: find_embedding_model(app, plan.kind, explanation.fallback_reason.is_none()).await?,
        // A rerun has the profile itself; of the conversation nothing is sent along.
        search: SearchRequest { profile: None, settled: None, query_context: None, ..plan.request },
        profile: plan.profile,
        fusion: plan.fusion,
        item: request.item,
        against: request.against,
        explanation,
    };
    let name = format!("celeiro-{}", slugify_text(&shared.search.query));
    match request.format {
        ShareFormat::Html => Ok(to_html_file(&name, share::comparison_page(caller.lang, &shared))),
        ShareFormat::Json => to_json_file(&name, &shared),
    }
}

/// Two profiles on judged queries as a file.
///
/// # Errors
/// As [`crate::bench::profile_gate::compare_stored_profiles`].
pub async fn share_evaluation(
    app: &App,
    caller: &Caller,
    request: ShareEvaluation,
) -> Result<SharedFile, AppError> {
    let asked = require_set(app, request.set.as_ref(), request.set_id).await?;
    let JudgedSet { set, kind, .. } = asked.as_judged();
    let before = InForce::new(app, load_profile(app, &request.before).await?, request.fusion);
    let after = InForce::new(app, load_profile(app, &request.after).await?, request.fusion);
    let report = compare_profiles(app, set, kind, &before, &after, |_| ()).await?;
    let shared = SharedEvaluation {
        format: EVALUATION.to_owned(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: Utc::now(),
        embedding_model: find_embedding_model(app, kind, true).await?,
        before: before.profile,
        before_fusion: before.fusion,
        after: after.profile,
        after_fusion: after.fusion,
        set: InlineSet::of(set, kind),
        report,
    };
    let name = format!("celeiro-{}-{}", slugify_text(&shared.before.name), slugify_text(&shared.after.name));
    match request.format {
        ShareFormat::Html => Ok(to_html_file(&name, share::evaluation_page(caller.lang, &shared))),
        ShareFormat::Json => to_json_file(&name, &shared),
    }
}

/// Runs a shared file again with the profiles inside and tells what is other here, and why.
///
/// # Errors
/// `invalid_request` for a file that is none of these, or of a newer program; `forbidden` for an evaluation where the
/// caller may not measure.
pub async fn verify_shared(
    app: &App,
    caller: &Caller,
    request: VerifyShared,
) -> Result<ShareVerification, AppError> {
    #[derive(Deserialize)]
    struct Form {
        format: String,
    }
    let form: Form = serde_json::from_str(&request.content)?;
    match form.format.as_str() {
        COMPARISON => share::verify_comparison(app, caller, serde_json::from_str(&request.content)?).await,
        EVALUATION => {
            // It measures profiles, as the operation does that makes such a file.
            caller.require(Access::Analyse)?;
            share::verify_evaluation(app, serde_json::from_str(&request.content)?).await
        }
        _ => Err(AppError::invalid_request(format!("format: {COMPARISON} | {EVALUATION}"))),
    }
}

/// The profile of that name.
pub(crate) async fn load_profile(app: &App, name: &str) -> Result<Profile, AppError> {
    let profiles = app.profiles().await?;
    let found = profiles.iter().find(|p| p.profile.name == name).map(|p| p.profile.clone());
    let names = profiles.iter().map(|p| p.profile.name.as_str());
    found.ok_or_else(|| AppError::unknown_profile(name, names))
}

/// The model that vectors come from, where they take part.
pub(crate) async fn find_embedding_model(
    app: &App,
    kind: Kind,
    vectors: bool,
) -> Result<Option<String>, AppError> {
    if !vectors {
        return Ok(None);
    }
    Ok(app.inner.embedders.find_serving(app, kind).await?.map(|serving| serving.stored.model_key.clone()))
}

/// The page as a file; `name` comes without its ending.
fn to_html_file(name: &str, content: String) -> SharedFile {
    SharedFile { name: format!("{name}.html"), media_type: "text/html".to_owned(), content }
}

/// The data as a file; `name` comes without its ending.
fn to_json_file(name: &str, shared: &impl Serialize) -> Result<SharedFile, AppError> {
    let content = serde_json::to_string_pretty(shared).map_err(AppError::internal)?;
    Ok(SharedFile { name: format!("{name}.json"), media_type: "application/json".to_owned(), content })
}

/// Letters and digits of a text as part of a file's name.
fn slugify_text(text: &str) -> String {
    let folded = celeiro_domain::text::normalize_text(text);
    let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug: String = words.collect::<Vec<_>>().join("-").chars().take(48).collect();
    if slug.is_empty() { "x".to_owned() } else { slug.trim_end_matches('-').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_file_is_no_path() {
        assert_eq!(slugify_text("Fungicida p/ ferrugem ../../etc"), "fungicida-p-ferrugem-etc");
        assert_eq!(slugify_text("…"), "x");
        assert!(slugify_text(&"ação ".repeat(50)).len() <= 48);
    }
}
