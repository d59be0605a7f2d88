//! Dictation: a transcription server turns a recording into text, which the person can read, correct and send. The
//! recording is neither stored nor logged.

mod audio;
mod server;

pub(crate) use server::find_transcription_server;

use crate::app::{App, Caller};
use crate::chat::models::{code_of, millis, to_app_error, to_token_usage};
use crate::chat::spending;
use crate::error::{AppError, Code};
use crate::files::transfer::api::find_upload;
use crate::files::transfer::{Purpose, UploadedFile};
use crate::runtime::blocking::run_blocking;
use audio::{AudioFormat, measure_seconds};
use celeiro_domain::catalog::is_invisible;
use celeiro_domain::chat::{LlmCall, MAX_MESSAGE_CHARS};
use celeiro_domain::search::Lang;
use celeiro_llm::chat::{ChatError, HeardText, Recording, Vendor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use server::{open_server, transcription_patience};
use specta::Type;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Longest dictation, in seconds.
const MAX_SECONDS: f64 = 120.0;
/// Seconds over the limit that are let pass: a recorder stops a moment after it is told to.
const GRACE_SECONDS: f64 = 5.0;
/// What a dictation is called among the calls of models.
const PURPOSE: &str = "transcribe";

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

/// Writes down a recording. It is forgotten once it is written down; while that fails it can be asked for again. What
/// it cost counts in the month's cap and in the figures of the desk, where the server says it.
///
/// # Errors
/// `dictation_not_configured`, `spending_cap_reached`, `transfer_gone`, `upload_incomplete`, `audio_unknown`,
/// `audio_too_long`, `transcript_empty`; the `model_…` codes for what the server says, its silence and its absence.
pub async fn transcribe_audio(
    app: &App,
    caller: &Caller,
    request: TranscribeAudio,
) -> Result<Transcript, AppError> {
    let client = open_server(app, transcription_patience(&app.config()))?;
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
    let started = Instant::now();
    let heard = client.transcribe(&model, recording).await;
    spending::note_call(app, &describe_call(model, &heard, started.elapsed())).await;
    let text = clean_transcript(&heard.map_err(|error| to_app_error(&error))?.text);
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

/// The call of the server as the figures have it, without a word of what was said.
fn describe_call(model: String, heard: &Result<HeardText, ChatError>, took: Duration) -> LlmCall {
    LlmCall {
        purpose: PURPOSE.to_owned(),
        provider: Vendor::OpenAi.as_str().to_owned(),
        model,
        served_model: None,
        usage: to_token_usage(heard.as_ref().ok().and_then(|heard| heard.usage)),
        ms: millis(took),
        first_token_ms: None,
        retries: 0,
        finish: None,
        error: heard.as_ref().err().map(|error| code_of(error).as_str().to_owned()),
        prompt: String::new(),
    }
}

/// The words without what cannot be seen or turns the direction of writing, as long as a message at most.
fn clean_transcript(heard: &str) -> String {
    let seen: String = heard.chars().filter(|c| *c == '\n' || !is_invisible(*c)).collect();
    seen.trim().chars().take(MAX_MESSAGE_CHARS).collect()
}
