//! Operations on the settings: read and change.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::config::{ConfigEntry, InForce};
use crate::embedding::default_threshold;
use crate::error::AppError;
use crate::runtime::blocking::run_blocking;
use celeiro_domain::search::Kind;
use celeiro_domain::team::read_nullable_secret_text;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use specta::Type;

/// A change of a setting. Has no `Debug`: the value may be a key.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetSetting {
    /// The name, as in the environment.
    pub name: String,
    /// The value as it would be in the environment; null forgets what was saved. Must be there: a
    /// misspelt field must not remove a key.
    #[serde(deserialize_with = "read_nullable_text")]
    #[specta(type = Option<String>)]
    #[schemars(required)]
    pub value: Option<String>,
}

/// A field that may be null but not absent. It may be a key: no error repeats it.
fn read_nullable_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    read_nullable_secret_text(from)
}

/// All settings with their origins; secrets only say that they are set. What is left to the ranking
/// profile or the embedding model has the value that is in force, or, while the database does not answer,
/// the one that the program ships with.
///
/// # Errors
/// None; the form is that of all operations.
pub async fn get_config(app: &App, caller: &Caller, _: Empty) -> Result<Vec<ConfigEntry>, AppError> {
    let (settings, lang) = (app.settings().clone(), caller.lang);
    let in_force = in_force(app).await.ok();
    run_blocking(move || {
        settings.read_again();
        Ok(settings.entries(lang, in_force.as_ref()))
    })
    .await
}

/// What settings are left to: the active profile and the models that serve.
pub(crate) async fn in_force(app: &App) -> Result<InForce, AppError> {
    let profiles = app.profiles().await?;
    let active = profiles.iter().find(|p| p.active).ok_or_else(|| AppError::internal("no active profile"))?;
    let threshold = async |kind| {
        let serving = app.inner.embedders.find_serving(app, kind).await?;
        Ok::<_, AppError>(serving.map_or_else(
            || default_threshold(app.settings().config_at_start()),
            |serving| serving.stored.threshold,
        ))
    };
    Ok(InForce {
        fusion: app.config().fusion(&active.profile),
        profile: active.profile.clone(),
        item_threshold: threshold(Kind::Items).await?,
        faq_threshold: threshold(Kind::Faqs).await?,
    })
}

/// Saves a setting, or forgets it. Keys go to the key store, or to a file of the user's own where
/// there is none.
///
/// # Errors
/// `unknown_setting`; `invalid_setting` with what is allowed, for places, the database and the
/// access token too, which only the environment or the command line may say; `file_unreadable` where
/// it cannot be written.
pub async fn set_setting(app: &App, caller: &Caller, request: SetSetting) -> Result<ConfigEntry, AppError> {
    let (settings, lang) = (app.settings().clone(), caller.lang);
    let in_force = in_force(app).await.ok();
    run_blocking(move || {
        settings.set(&request.name, request.value.as_deref())?;
        settings.entry(&request.name, lang, in_force.as_ref())
    })
    .await
}
