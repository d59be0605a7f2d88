//! Choice of the embedding provider by the settings, with ignored settings and the reasons.
//!
//! A named provider (`EMBEDDING_PROVIDER`) always counts. Without one the other settings decide: a model, an address, a
//! vector length or a key for vectors select a server; a folder selects the model in it; no setting selects the bundled
//! neural model or, where it is missing or the processor is slow, a model fitted on the catalog. Settings that
//! contradict the choice, or do not suffice for it, are ignored with a warning: in the log at the start, by `doctor`,
//! in the status.

use super::beside::find_brought_model;
use crate::config::{Config, ConfigOrigin};
use crate::messages::translate_with;
use celeiro_domain::search::Lang;
use celeiro_llm::embed::neural::{has_fast_kernel, is_model_folder};
use celeiro_llm::embed::remote::{DEFAULT_DIMENSIONS, DEFAULT_MODEL};
use celeiro_llm::http::parse_base;
use std::path::Path;

/// A kind of embedder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Provider {
    Nothing,
    Local,
    Static,
    Neural,
    OpenAi,
    OpenRouter,
}

impl Provider {
    /// Name of the embedding provider in settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Provider::Nothing => "none",
            Provider::Local => "local",
            Provider::Static => "static",
            Provider::Neural => "neural",
            Provider::OpenAi => "openai",
            Provider::OpenRouter => "openrouter",
        }
    }

    fn parse(name: &str) -> Self {
        match name {
            "none" => Provider::Nothing,
            "static" => Provider::Static,
            "neural" => Provider::Neural,
            "openai" => Provider::OpenAi,
            "openrouter" => Provider::OpenRouter,
            _ => Provider::Local,
        }
    }

    /// The settings with key and address of an embedding provider that is a server.
    pub fn server(self) -> Option<(&'static str, &'static str)> {
        match self {
            Provider::OpenAi => Some(("OPENAI_API_KEY", "OPENAI_BASE_URL")),
            Provider::OpenRouter => Some(("OPENROUTER_API_KEY", "OPENROUTER_BASE_URL")),
            Provider::Nothing | Provider::Local | Provider::Static | Provider::Neural => None,
        }
    }
}

/// Something about the choice that people should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    /// The end of its text's key, `embedding.note.…`.
    pub code: &'static str,
    /// Whether something does not go as the settings ask for.
    pub warns: bool,
    /// What stands in the places of the text.
    pub places: Vec<(&'static str, String)>,
}

impl Note {
    pub fn warning(code: &'static str, places: Vec<(&'static str, String)>) -> Self {
        Self { code, warns: true, places }
    }

    /// Renders the note on an ignored embedding setting in `lang`.
    pub fn message(&self, lang: Lang) -> String {
        translate_with(lang, &format!("embedding.note.{}", self.code), &self.places)
    }
}

/// What computes vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    pub provider: Provider,
    /// Whether a person has named it.
    pub named: bool,
    /// For a server: its base address.
    pub base_url: String,
    pub model: String,
    pub dimensions: usize,
    /// Whether the length is sent to the server.
    pub send_dimensions: bool,
    pub notes: Vec<Note>,
}

/// A setting of vectors' own, with which a person asks for a server.
const OF_SERVERS: [&str; 4] =
    ["EMBEDDING_MODEL", "EMBEDDING_BASE_URL", "EMBEDDING_DIMENSIONS", "EMBEDDING_API_KEY"];
const FOLDER: &str = "EMBEDDING_MODEL_DIR";

/// What `config` asks for, with the keys that there are.
pub(crate) fn choose(config: &Config, has_key: impl Fn(&str) -> bool) -> Choice {
    let is_there = |name: &str| config.value_of(name).is_some() || (name.ends_with("_KEY") && has_key(name));
    match config.value_of("EMBEDDING_PROVIDER").map(Provider::parse) {
        Some(provider) => of_provider(config, provider),
        None => resolve(config, own_provider(config), is_there),
    }
}

/// What computes vectors where nothing is asked for.
fn own_provider(config: &Config) -> Provider {
    match find_brought_model(config) {
        Some(_) if has_fast_kernel() => Provider::Neural,
        _ => Provider::Local,
    }
}

/// A provider that was named. What was saved for another one stays saved without a word; what the
/// surroundings say for another one contradicts.
fn of_provider(config: &Config, provider: Provider) -> Choice {
    let is_fixed = |name: &&str| {
        matches!(config.origin(name), Some(ConfigOrigin::CommandLine | ConfigOrigin::Environment))
    };
    let others = match provider {
        Provider::Nothing | Provider::Local => [OF_SERVERS.as_slice(), &[FOLDER]].concat(),
        Provider::Static | Provider::Neural => OF_SERVERS.to_vec(),
        Provider::OpenAi | Provider::OpenRouter => vec![FOLDER],
    };
    let ignored: Vec<&str> = others.into_iter().filter(is_fixed).collect();
    let mut choice = of(config, provider, true);
    if !ignored.is_empty() {
        let places = vec![("names", ignored.join(", ")), ("provider", provider.as_str().to_owned())];
        choice.notes.push(Note::warning("otherProvider", places));
    }
    choice
}

/// What is meant where no provider is named; `own` is the one that needs no setting.
fn resolve(config: &Config, own: Provider, is_there: impl Fn(&str) -> bool) -> Choice {
    let asked: Vec<&str> = OF_SERVERS.into_iter().filter(|name| is_there(name)).collect();
    let folder = config.value_of(FOLDER).map(in_folder);
    let server = match config.value_of("EMBEDDING_BASE_URL") {
        Some(address) if same_origin(config.text("OPENROUTER_BASE_URL"), address) => {
            Some(Provider::OpenRouter)
        }
        Some(_) => Some(Provider::OpenAi),
        None if is_there("EMBEDDING_API_KEY") || is_there("OPENROUTER_API_KEY") => Some(Provider::OpenRouter),
        None => is_there("OPENAI_API_KEY").then_some(Provider::OpenAi),
    };
    let without = || ("names", asked.join(", "));
    match (asked.is_empty(), server, folder) {
        (true, _, Some(provider)) => of(config, provider, false),
        (true, None, None) => of(config, own, false),
        (true, Some(server), None) => {
            let key = server.server().map_or("", |(key, _)| key).to_owned();
            let places = vec![("key", key), ("provider", server.as_str().to_owned())];
            let note = Note { code: "keyAlone", warns: false, places };
            Choice { notes: vec![note], ..of(config, own, false) }
        }
        (false, Some(server), folder) => {
            let mut choice = of(config, server, false);
            if folder.is_some() {
                let places = vec![("names", FOLDER.to_owned()), ("by", asked.join(", "))];
                choice.notes.push(Note::warning("folderAside", places));
            }
            choice
        }
        (false, None, folder) => {
            let provider = folder.unwrap_or(own);
            let places = vec![without(), ("provider", provider.as_str().to_owned())];
            Choice { notes: vec![Note::warning("noKey", places)], ..of(config, provider, false) }
        }
    }
}

/// What kind of model a folder has.
pub(super) fn in_folder(folder: &str) -> Provider {
    if is_model_folder(Path::new(folder)) { Provider::Neural } else { Provider::Static }
}

fn of(config: &Config, provider: Provider, named: bool) -> Choice {
    let model = config.text("EMBEDDING_MODEL").unwrap_or(DEFAULT_MODEL).to_owned();
    let asked = config.number("EMBEDDING_DIMENSIONS").map_or(DEFAULT_DIMENSIONS, |n| n as usize);
    let base = provider.server().and_then(|(_, base)| config.text(base));
    let base_url = config.value_of("EMBEDDING_BASE_URL").or(base).unwrap_or_default().to_owned();
    let (dimensions, send_dimensions) = match known_lengths(&model) {
        Some((least, most)) if least == most => (most, false),
        Some((_, most)) if asked > most => (most, true),
        _ => (asked, true),
    };
    let mut notes = Vec::new();
    if provider.server().is_some() && dimensions != asked {
        let places = vec![
            ("value", asked.to_string()),
            ("model", model.clone()),
            ("dimensions", dimensions.to_string()),
        ];
        notes.push(Note::warning("dimensions", places));
    }
    Choice { provider, named, base_url, model, dimensions, send_dimensions, notes }
}

/// Whether the length of the vectors of `model` may be sent to a server.
pub(crate) fn takes_dimensions(model: &str) -> bool {
    known_lengths(model).is_none_or(|(least, most)| least != most)
}

/// The shortest and the longest vectors that a well-known model gives.
fn known_lengths(model: &str) -> Option<(usize, usize)> {
    match model.strip_prefix("openai/").unwrap_or(model) {
        "text-embedding-3-small" => Some((1, 1536)),
        "text-embedding-3-large" => Some((1, 3072)),
        "text-embedding-ada-002" => Some((1536, 1536)),
        _ => None,
    }
}

fn same_origin(a: Option<&str>, b: &str) -> bool {
    let origin = |text: &str| parse_base(text).ok().map(|url| url.origin());
    a.and_then(origin).is_some_and(|a| Some(a) == origin(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn config(given: &[(&str, &str)]) -> Config {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().display().to_string();
        let place = [("CELEIRO_DATA_DIR", folder.as_str()), (BROUGHT, "none")];
        let place: BTreeMap<String, String> =
            place.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let of = |name: &str| given.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned());
        Config::load(&place, of).unwrap()
    }

    fn resolve_choice(given: &[(&str, &str)]) -> Choice {
        let config = config(given);
        choose(&config, |name| config.text(name).is_some())
    }

    const BROUGHT: &str = "CELEIRO_MODEL_DIR";
    const PROVIDER: &str = "EMBEDDING_PROVIDER";
    const MODEL: (&str, &str) = ("EMBEDDING_MODEL", "text-embedding-3-small");
    const BASE: (&str, &str) = ("EMBEDDING_BASE_URL", "http://127.0.0.1:9/v1");
    const DIMENSIONS: (&str, &str) = ("EMBEDDING_DIMENSIONS", "256");
    const DIR: (&str, &str) = ("EMBEDDING_MODEL_DIR", "/models/x");
    const OWN: (&str, &str) = ("EMBEDDING_API_KEY", "sk-own-key");
    const ROUTER: (&str, &str) = ("OPENROUTER_API_KEY", "sk-or-key");
    const OPENAI: (&str, &str) = ("OPENAI_API_KEY", "sk-openai");

    /// Variables, the provider that they ask for, and the warning about them.
    type Row = (&'static [(&'static str, &'static str)], &'static str, &'static [&'static str]);

    #[test]
    fn what_the_variables_ask_for_is_chosen_and_what_they_contradict_is_said() {
        let table: &[Row] = &[
            // Nothing is named: the settings that are there decide.
            (&[], "local", &[]),
            (&[ROUTER], "local", &["keyAlone"]),
            (&[OPENAI], "local", &["keyAlone"]),
            (&[MODEL, ROUTER], "openrouter", &[]),
            (&[MODEL, OPENAI], "openai", &[]),
            (&[MODEL, OWN], "openrouter", &[]),
            (&[MODEL, ROUTER, OPENAI], "openrouter", &[]),
            (&[MODEL], "local", &["noKey"]),
            (&[DIMENSIONS], "local", &["noKey"]),
            (&[MODEL, DIMENSIONS], "local", &["noKey"]),
            (&[DIMENSIONS, ROUTER], "openrouter", &[]),
            (&[OWN], "openrouter", &[]),
            (&[BASE], "openai", &[]),
            (&[BASE, MODEL, OWN], "openai", &[]),
            (&[("EMBEDDING_BASE_URL", "https://openrouter.ai/api/v1"), ROUTER], "openrouter", &[]),
            (&[DIR], "static", &[]),
            (&[DIR, ROUTER], "static", &[]),
            (&[DIR, MODEL], "static", &["noKey"]),
            (&[DIR, MODEL, ROUTER], "openrouter", &["folderAside"]),
            // A named one counts, whatever else is there.
            (&[(PROVIDER, "local"), ROUTER], "local", &[]),
            (&[(PROVIDER, "local"), MODEL, ROUTER], "local", &["otherProvider"]),
            (&[(PROVIDER, "none"), DIR], "none", &["otherProvider"]),
            (&[(PROVIDER, "static"), DIR], "static", &[]),
            (&[(PROVIDER, "neural"), DIR], "neural", &[]),
            (&[(PROVIDER, "neural"), MODEL, OWN], "neural", &["otherProvider"]),
            (&[(PROVIDER, "static"), DIR, BASE], "static", &["otherProvider"]),
            (&[(PROVIDER, "openai"), ROUTER], "openai", &[]),
            (&[(PROVIDER, "openrouter"), MODEL, DIR], "openrouter", &["otherProvider"]),
            // Lengths that the model does not have.
            (&[MODEL, ROUTER, ("EMBEDDING_DIMENSIONS", "3072")], "openrouter", &["dimensions"]),
            (&[("EMBEDDING_MODEL", "text-embedding-ada-002"), OPENAI, DIMENSIONS], "openai", &["dimensions"]),
            (&[("EMBEDDING_MODEL", "other"), OPENAI, ("EMBEDDING_DIMENSIONS", "3072")], "openai", &[]),
        ];
        for (given, provider, notes) in table {
            let choice = resolve_choice(given);
            assert_eq!(choice.provider.as_str(), *provider, "{given:?}");
            let said: Vec<&str> = choice.notes.iter().map(|note| note.code).collect();
            assert_eq!(said, *notes, "{given:?}");
        }
    }

    #[test]
    fn the_model_that_comes_with_the_program_serves_where_nothing_is_asked_for() {
        let brought = concat!(env!("CARGO_MANIFEST_DIR"), "/../neural/tests/fixtures/tiny-model");
        let own = if has_fast_kernel() { "neural" } else { "local" };
        let table: &[(&[(&str, &str)], &str)] = &[
            (&[], own),
            (&[ROUTER], own),
            (&[MODEL], own),
            (&[MODEL, ROUTER], "openrouter"),
            (&[DIR], "static"),
            (&[(PROVIDER, "local")], "local"),
        ];
        for (given, provider) in table {
            let place = BTreeMap::from([(BROUGHT.to_owned(), brought.to_owned())]);
            let of =
                |name: &str| given.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned());
            let config = Config::load(&place, of).unwrap();
            let choice = choose(&config, |name| config.text(name).is_some());
            assert_eq!(choice.provider.as_str(), *provider, "{given:?}");
        }
        let missing = [(BROUGHT, "/nowhere")];
        assert_eq!(resolve_choice(&missing).provider.as_str(), "local");
    }

    /// Every way of setting them: nothing that a person set for vectors is left aside in silence.
    #[test]
    fn no_variable_is_ignored_without_a_word() {
        let providers = [
            None,
            Some("local"),
            Some("openai"),
            Some("openrouter"),
            Some("static"),
            Some("neural"),
            Some("none"),
        ];
        let others = [MODEL, BASE, DIMENSIONS, DIR, OWN, ROUTER, OPENAI];
        for provider in providers {
            for chosen_of in 0..1_u32 << others.len() {
                let mut given: Vec<(&str, &str)> = provider.iter().map(|name| (PROVIDER, *name)).collect();
                given.extend(
                    others
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| (chosen_of >> at) & 1 == 1)
                        .map(|(_, one)| one),
                );
                let choice = resolve_choice(&given);
                let has = |(name, _): (&str, &str)| given.iter().any(|(given, _)| *given == name);
                let used: &[(&str, &str)] = match choice.provider {
                    Provider::OpenAi | Provider::OpenRouter => &[MODEL, BASE, DIMENSIONS, OWN],
                    Provider::Static | Provider::Neural => &[DIR],
                    Provider::Local | Provider::Nothing => &[],
                };
                let of_vectors = [MODEL, BASE, DIMENSIONS, DIR, OWN];
                for one in of_vectors.into_iter().filter(|one| has(*one) && !used.contains(one)) {
                    let said = choice
                        .notes
                        .iter()
                        .any(|note| note.warns && note.places.iter().any(|(_, value)| value.contains(one.0)));
                    assert!(said, "{} is ignored in silence: {given:?} {choice:?}", one.0);
                }
                if let Some(provider) = provider {
                    assert_eq!(choice.provider.as_str(), provider, "{given:?}");
                }
            }
        }
    }

    #[test]
    fn lengths_are_those_of_the_model() {
        let of = |model, dimensions| {
            let choice =
                resolve_choice(&[("EMBEDDING_MODEL", model), OPENAI, ("EMBEDDING_DIMENSIONS", dimensions)]);
            (choice.dimensions, choice.send_dimensions)
        };
        assert_eq!(of("text-embedding-3-large", "3072"), (3072, true));
        assert_eq!(of("openai/text-embedding-3-small", "3072"), (1536, true));
        for asked in ["768", "1536", "3072"] {
            assert_eq!(of("text-embedding-ada-002", asked), (1536, false), "{asked}");
        }
        assert_eq!(of("nomic-embed-text", "768"), (768, true));
    }

    #[test]
    fn every_note_has_its_words() {
        for code in [
            "otherProvider",
            "folderAside",
            "noKey",
            "keyAlone",
            "dimensions",
            "keyMissing",
            "neuralUnusable",
        ] {
            for lang in [Lang::PtBr, Lang::En] {
                let note = Note::warning(code, Vec::new());
                assert!(!note.message(lang).starts_with("embedding.note"), "{code}");
            }
        }
    }
}
