//! Client of the transcription server, and its availability.

use crate::app::App;
use crate::chat::models::{open_client, parse_address, to_app_error};
use crate::config::Config;
use crate::error::{AppError, Code};
use celeiro_llm::chat::{ChatClient, ChatModelConfig, ErrorClass, Patience, Vendor};
use std::time::Duration;

/// The setting of the server's address.
const ADDRESS: &str = "TRANSCRIPTION_BASE_URL";

/// How long the server may take with a recording.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the server may take to show that it is there.
const LOOK_PATIENCE: Duration = Duration::from_secs(5);

/// The server as it is found.
pub(crate) struct TranscriptionServer {
    /// The model that it is asked for.
    pub model: String,
    /// Its origin, without what an address may hold besides.
    pub origin: String,
    /// Why nothing can be dictated, where that is known.
    pub trouble: Option<AppError>,
}

/// Looks for the server that is configured; `None` where none is. It is asked for its models, which costs nothing;
/// that it has no such list, or refuses it to this key, is no trouble, for many serve recordings alone.
///
/// # Errors
/// `invalid_setting` where its address cannot be used.
pub(crate) async fn find_transcription_server(app: &App) -> Result<Option<TranscriptionServer>, AppError> {
    let client = match open_server(app, LOOK_PATIENCE) {
        Err(error) if error.code() == Code::DictationNotConfigured => return Ok(None),
        opened => opened?,
    };
    let config = app.config();
    let base = parse_address(ADDRESS, config.text(ADDRESS).unwrap_or_default())?;
    let error = client.models().await.err().filter(|error| {
        use ErrorClass::{Auth, Connect, PrivateAddress, Setup, Timeout};
        matches!(error.class, Auth | Connect | PrivateAddress | Setup | Timeout)
    });
    Ok(Some(TranscriptionServer {
        model: config.text("TRANSCRIPTION_MODEL").unwrap_or_default().to_owned(),
        origin: base.origin().ascii_serialization(),
        trouble: error.map(|error| to_app_error(&error)),
    }))
}

/// The client of the transcription server; nothing is sent yet.
///
/// # Errors
/// `dictation_not_configured`, `invalid_setting`.
pub(super) fn open_server(app: &App, total: Duration) -> Result<ChatClient, AppError> {
    let config = app.config();
    let address = config.text(ADDRESS).unwrap_or_default();
    let key = app.key_for("TRANSCRIPTION_API_KEY", address);
    if key.is_none() && config.value_of(ADDRESS).is_none() {
        return Err(AppError::new(Code::DictationNotConfigured));
    }
    let base = parse_address(ADDRESS, address)?;
    let patience = Patience { total, ..Patience::default() };
    let settings = ChatModelConfig { key, patience, ..ChatModelConfig::new(Vendor::OpenAi, base) };
    open_client(app, &config, settings)
}

/// Limit of time for the transcription of a recording. It is never longer than people are willing to wait for an
/// answer, where they say so.
pub(super) fn transcription_patience(config: &Config) -> Duration {
    let limit =
        config.value_of("CHAT_ANSWER_TIMEOUT_SECONDS").and(config.number("CHAT_ANSWER_TIMEOUT_SECONDS"));
    limit.map_or(PATIENCE, Duration::from_secs_f64)
}
