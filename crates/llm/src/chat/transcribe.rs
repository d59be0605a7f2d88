//! A recording in, its words out: `POST {base}/audio/transcriptions`, as OpenAI and its compatible servers have it.

use reqwest::multipart::{Form, Part};
use serde_json::Value;
use tokio::time::Instant;

use super::{
    ChatClient, ChatError, ErrorClass, Usage,
    classify::{self, Origin},
    decode::of_transcription,
    headers::setup_error,
    wire::instant_after,
};
use crate::http;

/// Speech that is to be written down. Its bytes are in no `Debug`.
pub struct Recording {
    /// The file as it was recorded.
    pub bytes: Vec<u8>,
    /// What the server is told that it is, such as `audio/webm`.
    pub media_type: &'static str,
    /// Its name for the server, which reads the format off the ending of some.
    pub file_name: &'static str,
    /// The language that is spoken, as ISO 639-1, where it is known.
    pub language: Option<&'static str>,
}

/// What a server heard. It is in no `Debug`.
pub struct HeardText {
    /// The words; blank where it heard none.
    pub text: String,
    /// Tokens and cost, as far as the server reports them. Many count seconds alone, which are none of both.
    pub usage: Option<Usage>,
}

impl ChatClient {
    /// Transcribes a recording of speech with `model`. It is sent once: a person waits, and a recording may be large.
    ///
    /// # Errors
    /// A typed error that says exactly what failed.
    pub async fn transcribe(&self, model: &str, recording: Recording) -> Result<HeardText, ChatError> {
        let end = instant_after(Instant::now(), self.config.patience.total);
        let file = Part::bytes(recording.bytes).file_name(recording.file_name);
        let file = file.mime_str(recording.media_type).map_err(|error| setup_error(error.to_string()))?;
        let mut form =
            Form::new().text("model", model.to_owned()).text("response_format", "json").part("file", file);
        if let Some(language) = recording.language {
            form = form.text("language", language);
        }
        let url = http::endpoint(&self.config.base, "audio/transcriptions");
        let request = self.wire.client.post(url)?.multipart(form);
        let body = self.wire.document(request, end).await?;
        self.read_transcript(&body)
    }

    fn read_transcript(&self, body: &[u8]) -> Result<HeardText, ChatError> {
        let redactor = &self.wire.redactor;
        let unusable = |text: &str| ChatError {
            http_status: Some(200),
            foreign: true,
            ..ChatError::new(ErrorClass::Parse, text)
        };
        let value: Value =
            serde_json::from_slice(body).map_err(|_| unusable("the answer is no JSON document"))?;
        if let Some(text) = value.get("text").and_then(Value::as_str) {
            let usage = value.get("usage").filter(|usage| usage.is_object()).map(of_transcription);
            return Ok(HeardText { text: redactor.redact(text), usage });
        }
        let told = classify::in_band(&value, Origin { status: 200, redactor });
        Err(told.unwrap_or_else(|| unusable("there is no text in the answer")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::{ChatModelConfig, Vendor};
    use crate::redact::Redactor;

    fn read(body: &str) -> Result<HeardText, ChatError> {
        let address = http::parse_base("http://localhost:9/v1").unwrap();
        let redactor = Redactor::of(Some(&"chave-muito-secreta".into()));
        let config = ChatModelConfig { redactor, ..ChatModelConfig::new(Vendor::OpenAi, address) };
        ChatClient::new(config).unwrap().read_transcript(body.as_bytes())
    }

    #[test]
    fn a_transcript_is_its_text_without_keys_even_where_nothing_was_said() {
        let heard = read(r#"{"text":"diga chave-muito-secreta já","usage":{"input_tokens":3}}"#).unwrap();
        assert_eq!(heard.text, "diga *** já");
        assert_eq!(heard.usage.and_then(|usage| usage.input), Some(3));
        let silence = read(r#"{"text":"","usage":7}"#).unwrap();
        assert!(silence.text.is_empty() && silence.usage.is_none());
    }

    #[test]
    fn what_is_no_transcript_is_refused_by_what_it_is() {
        for (body, class) in [
            ("", ErrorClass::Parse),
            ("<html>", ErrorClass::Parse),
            (r#"{"text":"half"#, ErrorClass::Parse),
            (r#"{"text":null}"#, ErrorClass::Parse),
            (r#"{"text":["a"]}"#, ErrorClass::Parse),
            (r#"{"error":{"code":429,"message":"slow"}}"#, ErrorClass::RateLimited),
            (r#"{"error":{"code":413}}"#, ErrorClass::TooLarge),
        ] {
            let error = read(body).err().expect("a refusal");
            assert_eq!((error.class, error.http_status), (class, Some(200)), "{body}");
        }
    }
}
