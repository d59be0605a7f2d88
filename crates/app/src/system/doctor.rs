//! Diagnosis (`doctor`): present and missing parts, with advice.

use crate::accounts::company::look_for_issuer;
use crate::app::App;
use crate::backup::facts::BackupFacts;
use crate::backup::folder::find_backup_folder;
use crate::backup::folder_look::FolderLooks;
use crate::backup::restore::swap::{UnfinishedRestore, find_unfinished_restore};
use crate::chat::dictation::find_transcription_server;
use crate::config::overrides::acting_fusions;
use crate::config::{Config, ConfigOrigin, InForce, SETTINGS};
use crate::embedding::{Embedders, Worry, vector_state};
use crate::error::AppError;
use crate::files::damaged_contents::name_damaged_contents;
use crate::keys::Keys;
use crate::messages::{format_megabytes, translate, translate_with};
use crate::settings::api::in_force;
use crate::system::replicas::describe_replicas;
use crate::system::storage;
use crate::system::storage::StoragePart;
use celeiro_domain::search::{Fusion, Kind, Lang};
use celeiro_llm::http::parse_base;
use celeiro_store::cluster::Binaries;
use chrono::Utc;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::io;
use std::path::Path;

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum CheckState {
    /// In order.
    Ok,
    /// Works, but a person should look.
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
    /// What takes up room in the data folder.
    pub storage: Vec<StoragePart>,
}

/// Checks everything that can be checked, also where the database does not start.
pub async fn examine_installation(
    config: &Config,
    opened: Result<&App, &AppError>,
    lang: Lang,
) -> DoctorReport {
    let fusion = fusion_in_force(config, opened).await;
    let mut checks = vec![check_settings(config, fusion, lang), check_data_folder(config, lang)];
    if config.text("DATABASE_URL").is_none() {
        checks.push(check_binaries(config, lang));
    }
    match opened {
        Err(error) => {
            checks.push(build_doctor_check("database", CheckState::Failed, error.message(lang), lang));
            // Where this is what is wrong, it was said in the line above.
            checks.extend(Embedders::new(config, &Keys::open(config)).ok().map(|e| check_embedder(&e, lang)));
        }
        Ok(app) => {
            checks.push(check_embedder(&app.inner.embedders, lang));
            checks.push(check_dictation(app, lang).await);
            for result in [check_database(app, lang).await, check_consistency(app, lang).await] {
                checks.push(result.unwrap_or_else(|e| {
                    build_doctor_check("database", CheckState::Failed, e.message(lang), lang)
                }));
            }
            checks.push(check_database_role(app, lang).await);
            checks.extend(check_replicas(app, lang).await);
            checks.extend(check_shared_files(app, lang).await);
            for corpus in [Kind::Items, Kind::Faqs] {
                let result = check_embeddings(app, corpus, lang).await;
                checks.push(result.unwrap_or_else(|e| {
                    build_doctor_check("database", CheckState::Failed, e.message(lang), lang)
                }));
            }
        }
    }
    checks.push(check_company(config, lang).await);
    let own_looks = FolderLooks::default();
    let looks = opened.map_or(&own_looks, |app| &app.inner.backup_looks);
    let of = config.clone();
    let backups = looks.run(move || BackupFacts::read(&of, Utc::now())).await;
    checks.push(check_backup(config, backups.as_ref(), lang).await);
    // A folder within the data folder that does not answer would hold up who walks through that.
    let silent = backups.is_none().then(|| find_backup_folder(config));
    let storage = storage::measure_storage_parts(config.data_dir(), silent, opened.ok(), lang).await;
    checks.push(build_doctor_check("storage", CheckState::Ok, storage::in_words(&storage, lang), lang));
    DoctorReport { healthy: checks.iter().all(|c| c.state != CheckState::Failed), checks, storage }
}

/// Diagnoses settings that keep anything from being opened.
pub fn examine_settings(error: &AppError, folder: Option<&Path>, lang: Lang) -> DoctorReport {
    let mut checks = vec![build_doctor_check("settings", CheckState::Failed, error.message(lang), lang)];
    checks.extend(folder.map(|folder| check_folder(folder, lang)));
    DoctorReport { healthy: false, checks, storage: Vec::new() }
}

/// A check with its title in `lang`; `name` is the key of the title.
fn build_doctor_check(name: &str, state: CheckState, found: impl Into<String>, lang: Lang) -> Check {
    Check { name: name.into(), title: translate(lang, &format!("doctor.{name}")), state, found: found.into() }
}

/// The fusion of searches that name none; that of the shipped profile where the database does not answer.
async fn fusion_in_force(config: &Config, opened: Result<&App, &AppError>) -> Option<Fusion> {
    let in_force = match opened {
        Ok(app) => in_force(app).await.ok(),
        Err(_) => InForce::from_shipped(config),
    };
    in_force.map(|in_force| in_force.fusion)
}

/// What is set, and what of it the fusion in force does not read.
fn check_settings(config: &Config, fusion: Option<Fusion>, lang: Lang) -> Check {
    let set = |name: &&str| config.origin(name).is_some_and(|origin| origin != ConfigOrigin::Default);
    let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).filter(set).collect();
    let acts = |name: &str| {
        let acting = acting_fusions(name);
        acting.is_empty() || fusion.is_none_or(|fusion| acting.contains(&fusion))
    };
    let idle: Vec<&str> = names.iter().copied().filter(|name| !acts(name)).collect();
    let mut found = names.join(", ");
    let Some(fusion) = fusion.filter(|_| !idle.is_empty()) else {
        return build_doctor_check("settings", CheckState::Ok, found, lang);
    };
    let values = [("fusion", fusion.as_str().to_owned()), ("names", idle.join(", "))];
    found += &format!(" · {}", translate_with(lang, "doctor.idleSettings", &values));
    build_doctor_check("settings", CheckState::Warning, found, lang)
}

/// Checks the data folder that is configured.
fn check_data_folder(config: &Config, lang: Lang) -> Check {
    check_folder(config.data_dir(), lang)
}

/// Checks that files can be made in the folder, or where it is to be made.
fn check_folder(folder: &Path, lang: Lang) -> Check {
    match try_folder(folder) {
        Ok(()) => build_doctor_check("dataFolder", CheckState::Ok, folder.display().to_string(), lang),
        Err(error) => {
            let why = AppError::unwritable(folder.display(), &error).message(lang);
            build_doctor_check("dataFolder", CheckState::Failed, why, lang)
        }
    }
}

/// Tries to write into the folder, or where there is none yet, into the nearest one above it.
fn try_folder(folder: &Path) -> io::Result<()> {
    let existing = folder.ancestors().find(|p| p.exists()).unwrap_or(Path::new("/"));
    tempfile::tempfile_in(existing).map(drop)
}

/// Checks that daily backups are made: the age and the size of the last.
async fn check_backup(config: &Config, backups: Option<&BackupFacts>, lang: Lang) -> Check {
    let Some(state) = backups else {
        let values = [("folder", find_backup_folder(config).display().to_string())];
        let found = translate_with(lang, "status.backupUnknown", &values);
        return build_doctor_check("backup", CheckState::Warning, found, lang);
    };
    let last = state.last.as_ref().map(|last| {
        let days = (Utc::now() - last.made_at).num_days().max(0);
        let values = [("count", days.to_string()), ("size", format_megabytes(lang, last.bytes))];
        translate_with(lang, "doctor.backupLast", &values)
    });
    let mut found = last.unwrap_or_else(|| translate(lang, "doctor.backupNone"));
    if !state.enabled {
        found = format!("{} · {found}", translate(lang, "doctor.backupOff"));
    }
    if let Some(failure) = &state.failure {
        found = format!("{found} · {}", failure.message(lang));
    }
    let folder = find_backup_folder(config);
    let tried = {
        let folder = folder.clone();
        tokio::task::spawn_blocking(move || try_folder(&folder)).await.ok()
    };
    let unwritable = tried.and_then(Result::err).filter(|_| state.enabled);
    if let Some(error) = &unwritable {
        found = format!("{found} · {}", AppError::unwritable(folder.display(), error).message(lang));
    }
    let unfinished = look_for_unfinished_restore(config).await;
    if let Some(left) = &unfinished {
        let size = format_megabytes(lang, left.bytes);
        let values = [("folder", left.folder.display().to_string()), ("size", size)];
        let key = if left.is_replaced { "doctor.replacedFolder" } else { "doctor.unfinishedRestore" };
        found = format!("{found} · {}", translate_with(lang, key, &values));
    }
    let warns = state.is_overdue || state.failure.is_some() || unwritable.is_some() || unfinished.is_some();
    let state = if warns { CheckState::Warning } else { CheckState::Ok };
    build_doctor_check("backup", state, found, lang)
}

/// The folder that a restore left which was broken off; its files are counted.
async fn look_for_unfinished_restore(config: &Config) -> Option<UnfinishedRestore> {
    let config = config.clone();
    tokio::task::spawn_blocking(move || find_unfinished_restore(config.data_dir())).await.ok().flatten()
}

/// Checks that our own PostgreSQL is where it is looked for.
fn check_binaries(config: &Config, lang: Lang) -> Check {
    match Binaries::locate(config.text("CELEIRO_POSTGRES_DIR").map(Path::new)) {
        Ok(found) => build_doctor_check(
            "postgresBinaries",
            CheckState::Ok,
            found.tool("postgres").display().to_string(),
            lang,
        ),
        Err(error) => build_doctor_check(
            "postgresBinaries",
            CheckState::Failed,
            AppError::from(error).message(lang),
            lang,
        ),
    }
}

/// Checks that the database answers, and reads its versions and size.
async fn check_database(app: &App, lang: Lang) -> Result<Check, AppError> {
    let status = app.store().database_status().await?;
    let found = format!(
        "PostgreSQL {} · pgvector {} · {}",
        status.server,
        status.pgvector,
        format_megabytes(lang, u64::try_from(status.bytes).unwrap_or(0))
    );
    Ok(build_doctor_check("database", CheckState::Ok, found, lang))
}

/// Says what the role of everyday work may do to histories. Celeiro gives its own cluster a role that cannot change them;
/// on a team's server it makes no roles, and what that of the address may is the team's decision.
async fn check_database_role(app: &App, lang: Lang) -> Check {
    let build = |state, found: String| build_doctor_check("databaseRole", state, found, lang);
    let rights = match app.store().role_rights().await {
        Ok(rights) => rights,
        Err(error) => return build(CheckState::Failed, AppError::from(error).message(lang)),
    };
    let (key, keeps) = match (rights.owns_histories, rights.changes_histories) {
        (true, _) => ("doctor.roleOwnsHistories", false),
        (false, true) => ("doctor.roleChangesHistories", false),
        (false, false) => ("doctor.roleKeepsHistories", true),
    };
    let found = format!("{} · {}", rights.role, translate(lang, key));
    if app.has_team_database() {
        return build(CheckState::Ok, format!("{found} · {}", translate(lang, "doctor.roleOfTeam")));
    }
    build(if keeps { CheckState::Ok } else { CheckState::Warning }, found)
}

/// Checks the servers that searches are read from; none where the database is one server.
async fn check_replicas(app: &App, lang: Lang) -> Option<Check> {
    let (state, found) = match describe_replicas(app, lang).await {
        Ok(None) => return None,
        Ok(Some((found, true))) => (CheckState::Warning, found),
        Ok(Some((found, false))) => (CheckState::Ok, found),
        Err(error) => (CheckState::Failed, error.message(lang)),
    };
    Some(build_doctor_check("replicas", state, found, lang))
}

/// Checks the attached files that the servers of a team share; none where the database has one server.
async fn check_shared_files(app: &App, lang: Lang) -> Option<Check> {
    if !app.has_team_database() {
        return None;
    }
    let (state, found) = match name_damaged_contents(app, lang).await {
        Ok(None) => (CheckState::Ok, translate(lang, "doctor.sharedFilesWhole")),
        Ok(Some(damage)) => (CheckState::Warning, damage),
        Err(error) => (CheckState::Failed, error.message(lang)),
    };
    Some(build_doctor_check("sharedFiles", state, found, lang))
}

/// Every word of every searchable record must be in the vocabulary, or substring search would miss
/// it.
async fn check_consistency(app: &App, lang: Lang) -> Result<Check, AppError> {
    let missing = app.store().words_outside_vocabulary().await?;
    if missing == 0 {
        return Ok(build_doctor_check(
            "search",
            CheckState::Ok,
            translate(lang, "doctor.searchComplete"),
            lang,
        ));
    }
    let found = translate_with(lang, "doctor.searchIncomplete", &[("count", missing.to_string())]);
    Ok(build_doctor_check("search", CheckState::Failed, found, lang))
}

/// What computes vectors, and what of the settings is not followed.
fn check_embedder(embedders: &Embedders, lang: Lang) -> Check {
    let choice = &embedders.choice;
    let mut found = choice.provider.as_str().to_owned();
    if choice.provider.server().is_some() {
        let address = parse_base(&choice.base_url).map(|url| url.origin().ascii_serialization());
        let address = address.unwrap_or_default();
        found += &format!(" · {} · {} · {address}", choice.model, choice.dimensions);
    }
    for note in &choice.notes {
        found += &format!(" · {}", note.message(lang));
    }
    let warns = choice.notes.iter().any(|note| note.warns);
    build_doctor_check("embedder", if warns { CheckState::Warning } else { CheckState::Ok }, found, lang)
}

/// Checks whether the company's sign-in can be used, where one is configured.
async fn check_company(config: &Config, lang: Lang) -> Check {
    let build = |state, found: String| build_doctor_check("companySignIn", state, found, lang);
    match look_for_issuer(config).await {
        Ok(None) => build(CheckState::Ok, translate(lang, "doctor.companyOff")),
        Ok(Some(issuer)) => {
            build(CheckState::Ok, translate_with(lang, "doctor.companyAnswers", &[("issuer", issuer)]))
        }
        // Names and passwords go on.
        Err(error) => build(CheckState::Warning, error.message(lang)),
    }
}

/// Checks whether the transcription server of the chat's microphone answers, where one is configured.
async fn check_dictation(app: &App, lang: Lang) -> Check {
    let build = |state, found: String| build_doctor_check("dictation", state, found, lang);
    match find_transcription_server(app).await {
        Ok(None) => build(CheckState::Ok, translate(lang, "doctor.dictationOff")),
        Ok(Some(server)) => {
            let found = format!("{} · {}", server.model, server.origin);
            match server.trouble {
                None => build(CheckState::Ok, found),
                Some(error) => build(CheckState::Warning, format!("{found} · {}", error.message(lang))),
            }
        }
        Err(error) => build(CheckState::Failed, error.message(lang)),
    }
}

/// Checks whether vectors are up to date, and whether the provider refuses to compute them.
async fn check_embeddings(app: &App, corpus: Kind, lang: Lang) -> Result<Check, AppError> {
    let name = match corpus {
        Kind::Items => "embeddingItems",
        Kind::Faqs => "embeddingFaqs",
    };
    let state = vector_state(app, corpus).await?;
    let (worry, mut found) = state.to_text(lang);
    let refusal = state.refusal().await;
    if let Some(reason) = &refusal {
        found += " · ";
        found += &translate_with(lang, "embedding.state.refused", &[("reason", reason.clone())]);
    }
    let warns = refusal.is_some() || worry == Worry::Yes;
    Ok(build_doctor_check(name, if warns { CheckState::Warning } else { CheckState::Ok }, found, lang))
}
