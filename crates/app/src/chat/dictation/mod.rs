//! Dictation: a recording of the person is written down by a transcription server and given back as text, for the
//! person to read, mend and send. The recording is kept nowhere and stands in no log.

mod audio;

use crate::app::{App, Caller};
use crate::chat::models::{open_client, parse_address, to_app_error};
use crate::chat::spending;
use crate::config::Config;
use crate::error::{AppError, Code};
use crate::files::transfer::api::find_upload;
use crate::files::transfer::{Purpose, UploadedFile};
use crate::runtime::blocking::run_blocking;
use audio::{AudioFormat, measure_seconds};
use celeiro_domain::catalog::is_invisible;
use celeiro_domain::chat::MAX_MESSAGE_CHARS;
use celeiro_domain::search::Lang;
use celeiro_llm::chat::{ChatClient, ChatModelConfig, Patience, Recording, Vendor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::Duration;
use uuid::Uuid;

/// Longest dictation, in seconds.
const MAX_SECONDS: f64 = 120.0;
/// Seconds over the limit that are let pass: a recorder stops a moment after it is told to.
const GRACE_SECONDS: f64 = 5.0;
/// How long the server may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A recording that is to be written down.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TranscribeAudio {
    /// The recording, sent for this purpose: WebM, Ogg, MP4, MP3, WAV or FLAC, at most 25 MiB and two minutes.
    pub upload_id: Uuid,
}

/// What was understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Transcript {
    /// The text, at most as long as a message. It is a proposal: nothing is sent.
    pub text: String,
}

/// Writes down a recording. It is forgotten once it is written down; while that fails it can be asked for again.
///
/// # Errors
/// `dictation_not_configured`, `spending_cap_reached`, `transfer_gone`, `upload_incomplete`, `audio_unknown`,
/// `audio_too_long`, `transcript_empty`; the `model_…` codes for what the server says, its silence and its absence.
pub async fn transcribe_audio(
    app: &App,
    caller: &Caller,
    request: TranscribeAudio,
) -> Result<Transcript, AppError> {
    let client = open_server(app)?;
    if spending::is_over(app).await? {
        return Err(AppError::new(Code::SpendingCapReached));
    }
    let upload = find_upload(app, caller, request.upload_id, Purpose::Dictation)?;
    let language = match caller.lang {
        Lang::PtBr => "pt",
        Lang::En => "en",
    };
    let recording = run_blocking(move || read_recording(&upload, language)).await?;
    let model = app.config().text("TRANSCRIPTION_MODEL").unwrap_or_default().to_owned();
    let heard = client.transcribe(&model, recording).await.map_err(|error| to_app_error(&error))?;
    let text = clean_transcript(&heard);
    if text.is_empty() {
        return Err(AppError::new(Code::TranscriptEmpty));
    }
    app.transfers().drop_upload(request.upload_id);
    Ok(Transcript { text })
}

/// Reads what was sent, where it is a recording of an allowed length.
fn read_recording(upload: &UploadedFile, language: &'static str) -> Result<Recording, AppError> {
    let bytes = std::fs::read(&upload.path).map_err(|error| AppError::unreadable(&upload.name, error))?;
    let format = AudioFormat::of(&bytes)
        .ok_or_else(|| AppError::new(Code::AudioUnknown).with("allowed", AudioFormat::ALLOWED))?;
    let seconds = measure_seconds(format, &bytes);
    if let Some(seconds) = seconds.filter(|seconds| *seconds > MAX_SECONDS + GRACE_SECONDS) {
        let error = AppError::new(Code::AudioTooLong).with("seconds", format_args!("{seconds:.0}"));
        return Err(error.with("most", MAX_SECONDS));
    }
    let (media_type, file_name) = (format.media_type(), format.file_name());
    Ok(Recording { bytes, media_type, file_name, language: Some(language) })
}

/// The client of the transcription server; nothing is sent yet.
fn open_server(app: &App) -> Result<ChatClient, AppError> {
    let config = app.config();
    let address = config.text("TRANSCRIPTION_BASE_URL").unwrap_or_default();
    let key = app.key_for("TRANSCRIPTION_API_KEY", address);
    if key.is_none() && config.value_of("TRANSCRIPTION_BASE_URL").is_none() {
        return Err(AppError::new(Code::DictationNotConfigured));
    }
    let base = parse_address("TRANSCRIPTION_BASE_URL", address)?;
    let patience = Patience { total: read_patience(&config), ..Patience::default() };
    let settings = ChatModelConfig { key, patience, ..ChatModelConfig::new(Vendor::OpenAi, base) };
    open_client(app, &config, settings)
}

/// How long the server may take: never longer than people are willing to wait for an answer where they say so.
fn read_patience(config: &Config) -> Duration {
    let limit =
        config.value_of("CHAT_ANSWER_TIMEOUT_SECONDS").and(config.number("CHAT_ANSWER_TIMEOUT_SECONDS"));
    limit.map_or(PATIENCE, Duration::from_secs_f64)
}

/// The words without what cannot be seen or turns the direction of writing, as long as a message at most.
fn clean_transcript(heard: &str) -> String {
    let seen: String = heard.chars().filter(|c| *c == '\n' || !is_invisible(*c)).collect();
    seen.trim().chars().take(MAX_MESSAGE_CHARS).collect()
}
