//! Status of the program: present and missing parts.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::backup::facts::BackupFacts;
use crate::backup::folder::find_backup_folder;
use crate::config::Config;
use crate::embedding::{VectorState, Worry, vector_state};
use crate::error::{AppError, Code};
use crate::files::damaged_contents::{count_damaged_contents, describe_damaged_contents};
use crate::messages::{translate, translate_with};
use crate::runtime::phase::Phase;
use crate::system::reading::StatusReading;
use crate::system::replicas::{count_left_out, list_replicas};
use celeiro_domain::insight::ReplicaState;
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::wire::Number;
use chrono::Utc;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Where the program is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RunPhase {
    /// On its way.
    Starting,
    /// At work.
    Ready,
    /// It could not start.
    Failed,
}

/// Whose database it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DatabaseKind {
    /// Run by Celeiro.
    Embedded,
    /// A team's server.
    Server,
}

/// The database.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseState {
    /// What stands for this database among all others: a page that keeps what was typed keeps it for this
    /// one. Absent while it is not there.
    pub id: Option<String>,
    /// Whose it is.
    pub kind: DatabaseKind,
    /// PostgreSQL's and pgvector's versions.
    pub version: Option<String>,
    /// Whether it answers.
    pub ready: bool,
    /// Size in bytes.
    #[specta(type = Option<Number>)]
    pub size_bytes: Option<f64>,
}

/// Whether vectors serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum EmbeddingState {
    /// A model serves.
    Ready,
    /// The first model is being filled.
    Building,
    /// There is none.
    None,
}

/// The embeddings of one corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorpusEmbeddings {
    /// Which.
    pub corpus: Kind,
    /// What gives the vectors: the configured provider, or that of the model that serves until the
    /// configured one is filled.
    pub provider: String,
    /// The model that serves.
    pub model: Option<String>,
    /// Length of its vectors.
    pub dimensions: Option<i32>,
    /// Whether vectors serve.
    pub state: EmbeddingState,
    /// Records with vectors of the model that serves, or is being filled.
    pub embedded: u32,
    /// Records that wait.
    pub pending: u32,
    /// Records that were given up.
    pub failed: u32,
}

/// Something that is missing, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
pub struct Warning {
    /// Stable name.
    pub code: String,
    /// For people.
    pub message: String,
}

/// What is there and what is missing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The program's version.
    pub version: String,
    /// Where it is.
    pub phase: RunPhase,
    /// The same, for people.
    pub phase_message: Option<String>,
    /// The database.
    pub database: DatabaseState,
    /// The servers of a team's database that has replicas; empty where it is one server.
    pub replicas: Vec<ReplicaState>,
    /// Items that are not deleted.
    pub items: u32,
    /// Items that search finds.
    pub active_items: u32,
    /// FAQs that are not deleted.
    pub faqs: u32,
    /// Embeddings, by corpus.
    pub embeddings: Vec<CorpusEmbeddings>,
    /// The model that writes answers; absent where answers are composed from what is found.
    pub chat_model: Option<String>,
    /// What is missing.
    pub warnings: Vec<Warning>,
}

impl Status {
    /// The status of a program that is on its way or could not start.
    pub fn not_ready(lang: Lang, phase: Option<Phase>, failure: Option<&AppError>) -> Self {
        let key = match phase {
            Some(Phase::OpeningDatabase) => "status.openingDatabase",
            Some(Phase::Migrating) => "status.migrating",
            _ => "status.starting",
        };
        let message = failure.map_or_else(|| translate(lang, key), |e| e.message(lang));
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            phase: if failure.is_some() { RunPhase::Failed } else { RunPhase::Starting },
            phase_message: Some(message),
            database: DatabaseState {
                id: None,
                kind: DatabaseKind::Embedded,
                version: None,
                ready: false,
                size_bytes: None,
            },
            replicas: Vec::new(),
            items: 0,
            active_items: 0,
            faqs: 0,
            embeddings: Vec::new(),
            chat_model: None,
            warnings: Vec::new(),
        }
    }
}

/// Reads what the status shows of the database, of vectors and of backups.
async fn read_system_status(app: App) -> Result<StatusReading, AppError> {
    let store = app.store();
    let vectors = async |corpus| Ok::<_, AppError>((corpus, vector_state(&app, corpus).await?));
    // At once: where a table is locked or connections are few, it is waited for one time and not for each.
    let (id, database, counts, items, faqs, damaged, backups) = tokio::try_join!(
        async { Ok(store.database_id().await?) },
        async { Ok(store.database_status().await?) },
        async { Ok(store.record_counts().await?) },
        vectors(Kind::Items),
        vectors(Kind::Faqs),
        count_damaged_contents(&app),
        async { Ok(look_at_backups(&app).await) },
    )?;
    Ok(StatusReading { id, database, counts, vectors: [items, faqs], damaged, backups })
}

/// The status of the running program. Every client may ask for it, without a token and as often as they like:
/// those who ask at the same time share what is read.
pub async fn status(app: &App, caller: &Caller, _: Empty) -> Result<Status, AppError> {
    let reading = app.inner.status.get(|| read_system_status(app.clone())).await?;
    let StatusReading { id, database, counts, vectors, .. } = &*reading;
    let embedded = !app.has_team_database();
    Ok(Status {
        version: env!("CARGO_PKG_VERSION").into(),
        phase: RunPhase::Ready,
        phase_message: Some(translate(caller.lang, "status.ready")),
        database: DatabaseState {
            id: Some(id.clone()),
            kind: if embedded { DatabaseKind::Embedded } else { DatabaseKind::Server },
            version: Some(format!("PostgreSQL {} · pgvector {}", database.server, database.pgvector)),
            ready: true,
            size_bytes: Some(database.bytes as f64),
        },
        replicas: list_replicas(app),
        items: counts.items as u32,
        active_items: counts.searchable_items as u32,
        faqs: counts.faqs as u32,
        embeddings: vectors.iter().map(|(corpus, state)| corpus_embeddings(*corpus, state)).collect(),
        chat_model: crate::chat::find_answer_model(app),
        warnings: list_status_warnings(app, caller.lang, &reading),
    })
}

/// Warnings about vectors, settings, backups, the company's sign-in, damaged files and the key store; the same about items and FAQs stands once.
fn list_status_warnings(app: &App, lang: Lang, reading: &StatusReading) -> Vec<Warning> {
    let mut warnings: Vec<_> =
        reading.vectors.iter().flat_map(|(_, state)| warnings_of(lang, state)).collect();
    warnings.dedup_by(|a, b| a.code == b.code);
    let notes = app.inner.embedders.choice.notes.iter().filter(|note| note.warns);
    warnings
        .extend(notes.map(|note| Warning { code: "embeddingSettings".into(), message: note.message(lang) }));
    warnings.extend(match &reading.backups {
        Some(backups) => find_backup_warning(backups, lang),
        None => Some(warn_of_silent_folder(&app.config(), lang)),
    });
    if app.inner.accounts.company.is_failing() {
        let message = translate(lang, "status.companyUnreachable");
        warnings.push(Warning { code: "companyUnreachable".into(), message });
    }
    let damage = describe_damaged_contents(reading.damaged, lang);
    warnings.extend(damage.map(|message| Warning { code: "contentsDamaged".into(), message }));
    let left_out = count_left_out(&list_replicas(app));
    if left_out > 0 {
        let message = translate_with(lang, "status.replicasLeftOut", &[("count", left_out.to_string())]);
        warnings.push(Warning { code: "replicasLeftOut".into(), message });
    }
    let fault = app.settings().keys().fault();
    warnings
        .extend(fault.map(|fault| Warning { code: "keysUnreadable".into(), message: fault.message(lang) }));
    warnings
}

/// What the folder of backups tells; none where it does not answer.
async fn look_at_backups(app: &App) -> Option<BackupFacts> {
    let config = app.config();
    app.inner.backup_looks.run(move || BackupFacts::read(&config, Utc::now())).await
}

/// That the folder of backups does not answer.
fn warn_of_silent_folder(config: &Config, lang: Lang) -> Warning {
    let values = [("folder", find_backup_folder(config).display().to_string())];
    Warning { code: "backupUnknown".into(), message: translate_with(lang, "status.backupUnknown", &values) }
}

/// What is wrong with daily backups: that the last failed or lacks files, or that it is old.
fn find_backup_warning(backups: &BackupFacts, lang: Lang) -> Option<Warning> {
    if !backups.enabled {
        return None;
    }
    let (code, message) = match &backups.failure {
        Some(failure) if failure.code == Code::BackupIncomplete.as_str() => {
            ("backupIncomplete", failure.message(lang).to_owned())
        }
        Some(failure) => {
            let values = [("reason", failure.message(lang).to_owned())];
            ("backupFailed", translate_with(lang, "status.backupFailed", &values))
        }
        None if backups.is_overdue => ("backupOld", translate(lang, "status.backupOld")),
        None => return None,
    };
    Some(Warning { code: code.into(), message })
}

/// Model and progress of the vectors of items or FAQs.
fn corpus_embeddings(corpus: Kind, vectors: &VectorState) -> CorpusEmbeddings {
    let models = &vectors.models;
    let shown = models.active.as_ref().or(models.building.as_ref());
    let state = match (&models.active, &models.building) {
        _ if vectors.off => EmbeddingState::None,
        (Some(_), _) => EmbeddingState::Ready,
        (None, Some(_)) => EmbeddingState::Building,
        (None, None) => EmbeddingState::None,
    };
    let configured = vectors.provider.as_str();
    let provider = match &models.active {
        Some(model) if !vectors.as_wanted && !vectors.off => model.provider.as_str(),
        _ => configured,
    };
    CorpusEmbeddings {
        corpus,
        provider: provider.to_owned(),
        model: shown.map(|m| m.name.clone()),
        dimensions: shown.map(|m| m.dimensions),
        state,
        embedded: vectors.embedded as u32,
        pending: if vectors.off { 0 } else { vectors.pending as u32 },
        failed: vectors.failed as u32,
    }
}

/// Warnings about the vectors of one corpus.
fn warnings_of(lang: Lang, vectors: &VectorState) -> Vec<Warning> {
    let mut out = Vec::new();
    let mut warn = |code: &str, count: i64| {
        let message = translate_with(lang, &format!("status.{code}"), &[("count", count.to_string())]);
        out.push(Warning { code: code.to_owned(), message });
    };
    if vectors.off {
        warn("noEmbedder", 0);
        return out;
    }
    let changing = vectors.models.active.is_some()
        && (vectors.models.building.is_some() || !vectors.as_wanted || vectors.is_unable());
    if !changing && vectors.pending > 0 {
        warn("embeddingPending", vectors.pending);
    }
    if vectors.failed > 0 {
        warn("embeddingFailed", vectors.failed);
    }
    if changing {
        let (worry, message) = vectors.to_text(lang);
        let code = if worry == Worry::Yes { "embeddingChange" } else { "embeddingFilling" };
        out.push(Warning { code: code.to_owned(), message });
    }
    out
}
