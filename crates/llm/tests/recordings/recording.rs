//! Finding and reading the recordings.

use std::{
    fs,
    path::{Path, PathBuf},
};

use celeiro_llm::chat::Vendor;
use serde_json::Value;

/// One recorded body with what is known about it.
pub struct Recording {
    /// Folder and name, for messages.
    pub name: String,
    pub vendor: Vendor,
    pub body: Vec<u8>,
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// The expected outcome.
    pub expected: Value,
    file: String,
}

impl Recording {
    pub fn is_stream(&self) -> bool {
        self.file.ends_with(".sse")
    }

    /// Whether it tests the reading of events only.
    pub fn is_events(&self) -> bool {
        self.expected["kind"] == "sse_events"
    }

    /// Google's test doubles write `finishReason` into every chunk.
    pub fn repeats_its_end_mark(&self) -> bool {
        let text = String::from_utf8_lossy(&self.body);
        self.vendor == Vendor::Gemini && text.matches("\"finishReason\"").count() > 1
    }
}

/// All recordings in order, or `None` where they are absent and may be.
pub fn all() -> Option<Vec<Recording>> {
    let folder = folder();
    if !folder.is_dir() {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        assert!(
            !set("CI") && !set("CELEIRO_REQUIRE_RECORDINGS"),
            "the recordings are missing: there is no {}",
            folder.display()
        );
        eprintln!("no recordings in {}; only the project's own fixtures are tested", folder.display());
        return None;
    }
    let mut paths: Vec<PathBuf> =
        entries(&folder).iter().filter(|path| path.is_dir()).flat_map(|d| entries(d)).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".expect.json"));
    paths.sort();
    let all: Vec<Recording> = paths.iter().map(|path| load(path)).collect();
    assert!(all.len() >= 491, "only {} recordings in {}", all.len(), folder.display());
    Some(all)
}

fn folder() -> PathBuf {
    std::env::var_os("CELEIRO_RECORDINGS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/wire"), PathBuf::from)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn load(path: &Path) -> Recording {
    let about: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let response = &about["response"];
    let file = response["body_file"].as_str().unwrap().to_owned();
    let name = path.file_name().unwrap().to_string_lossy().replace(".expect.json", "");
    let provider = about["provider"].as_str().unwrap();
    let headers = response["headers"].as_object().unwrap().iter();
    Recording {
        name: format!("{provider}/{name}"),
        vendor: vendor(provider, about["api"].as_str().unwrap_or_default()),
        body: fs::read(path.with_file_name(&file)).unwrap(),
        status: u16::try_from(response["status"].as_u64().unwrap()).unwrap(),
        headers: headers
            .map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned()))
            .collect(),
        expected: about["expected"].clone(),
        file,
    }
}

fn vendor(provider: &str, api: &str) -> Vendor {
    match (api, provider) {
        ("messages", _) => Vendor::Anthropic,
        (_, "gemini") => Vendor::Gemini,
        (_, "anthropic") => Vendor::Anthropic,
        (_, "openrouter") => Vendor::OpenRouter,
        _ => Vendor::OpenAi,
    }
}
