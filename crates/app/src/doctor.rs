//! What is there, what is not, and what to do about it.

use crate::app::App;
use crate::config::{Config, ConfigOrigin, SETTINGS};
use crate::embedding::models_of;
use crate::error::AppError;
use crate::messages::{render, text};
use celeiro_domain::search::{Kind, Lang};
use celeiro_store::cluster::Binaries;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::path::Path;

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum CheckState {
    /// In order.
    Ok,
    /// Works, but somebody should look.
    Warning,
    /// Does not work.
    Failed,
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct Check {
    /// Stable name.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// How it ended.
    pub state: CheckState,
    /// What was found.
    pub found: String,
}

/// All checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct DoctorReport {
    /// Whether nothing failed.
    pub healthy: bool,
    /// The checks.
    pub checks: Vec<Check>,
}

/// Checks everything that can be checked, also where the database does not start.
pub async fn examine(config: &Config, opened: Result<&App, &AppError>, lang: Lang) -> DoctorReport {
    let mut checks = vec![settings(config, lang), data_folder(config, lang)];
    if config.text("DATABASE_URL").is_none() {
        checks.push(binaries(config, lang));
    }
    match opened {
        Err(error) => checks.push(check("database", CheckState::Failed, error.message(lang), lang)),
        Ok(app) => {
            for result in [database(app, lang).await, consistency(app, lang).await] {
                checks.push(
                    result.unwrap_or_else(|e| check("database", CheckState::Failed, e.message(lang), lang)),
                );
            }
            for corpus in [Kind::Items, Kind::Faqs] {
                let result = embeddings(app, corpus, lang).await;
                checks.push(
                    result.unwrap_or_else(|e| check("database", CheckState::Failed, e.message(lang), lang)),
                );
            }
        }
    }
    DoctorReport { healthy: checks.iter().all(|c| c.state != CheckState::Failed), checks }
}

/// The same where the settings themselves keep anything from being opened.
pub fn examine_settings(error: &AppError, folder: Option<&Path>, lang: Lang) -> DoctorReport {
    let mut checks = vec![check("settings", CheckState::Failed, error.message(lang), lang)];
    checks.extend(folder.map(|folder| folder_check(folder, lang)));
    DoctorReport { healthy: false, checks }
}

fn check(name: &str, state: CheckState, found: impl Into<String>, lang: Lang) -> Check {
    Check { name: name.into(), title: text(lang, &format!("doctor.{name}")), state, found: found.into() }
}

fn settings(config: &Config, lang: Lang) -> Check {
    let set = |name: &&str| config.origin(name).is_some_and(|origin| origin != ConfigOrigin::Default);
    let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).filter(set).collect();
    check("settings", CheckState::Ok, names.join(", "), lang)
}

fn data_folder(config: &Config, lang: Lang) -> Check {
    folder_check(config.data_dir(), lang)
}

fn folder_check(folder: &Path, lang: Lang) -> Check {
    let existing = folder.ancestors().find(|p| p.exists()).unwrap_or(Path::new("/"));
    let state = match tempfile::tempfile_in(existing) {
        Ok(_) => CheckState::Ok,
        Err(_) => CheckState::Failed,
    };
    check("dataFolder", state, folder.display().to_string(), lang)
}

fn binaries(config: &Config, lang: Lang) -> Check {
    match Binaries::locate(config.text("CELEIRO_POSTGRES_DIR").map(Path::new)) {
        Ok(found) => {
            check("postgresBinaries", CheckState::Ok, found.tool("postgres").display().to_string(), lang)
        }
        Err(error) => {
            check("postgresBinaries", CheckState::Failed, AppError::from(error).message(lang), lang)
        }
    }
}

async fn database(app: &App, lang: Lang) -> Result<Check, AppError> {
    let status = app.store().database_status().await?;
    let found = format!(
        "PostgreSQL {} · pgvector {} · {:.1} MB",
        status.server,
        status.pgvector,
        status.bytes as f64 / 1e6
    );
    Ok(check("database", CheckState::Ok, found, lang))
}

/// Every word of every searchable record must be in the vocabulary, or substring search would miss
/// it.
async fn consistency(app: &App, lang: Lang) -> Result<Check, AppError> {
    let missing = app.store().words_outside_vocabulary().await?;
    if missing == 0 {
        return Ok(check("search", CheckState::Ok, text(lang, "doctor.searchComplete"), lang));
    }
    let found = render(lang, "doctor.searchIncomplete", &[("count", missing.to_string())]);
    Ok(check("search", CheckState::Failed, found, lang))
}

async fn embeddings(app: &App, corpus: Kind, lang: Lang) -> Result<Check, AppError> {
    let models = models_of(app, corpus).await?;
    let jobs = app.store().job_counts(corpus).await?;
    let name = match corpus {
        Kind::Items => "embeddingItems",
        Kind::Faqs => "embeddingFaqs",
    };
    let Some(model) = models.active else {
        let waiting = format!("{} / {}", jobs.pending, jobs.failed);
        return Ok(check(name, CheckState::Warning, waiting, lang));
    };
    let embedded = app.store().embedded_count(corpus, model.id).await?;
    let state = if jobs.failed == 0 { CheckState::Ok } else { CheckState::Warning };
    let found = format!("{} · {embedded} (+{}, !{})", model.model_key, jobs.pending, jobs.failed);
    Ok(check(name, state, found, lang))
}
