//! The configuration files of a model's folder, in the layout of sentence-transformers.
//!
//! `config.json` names the architecture, `1_Pooling/config.json` how a text's vector comes of those of
//! its tokens, `config_sentence_transformers.json` what is put in front of queries and passages,
//! `sentence_bert_config.json` how many tokens are read. Whatever would change vectors and is not
//! done here is refused: a wrong vector is worse than none.

use crate::error::ModelError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// Name of the file with the architecture.
pub const CONFIG_FILE: &str = "config.json";
const POOLING_FILE: &str = "1_Pooling/config.json";
const PROMPTS_FILE: &str = "config_sentence_transformers.json";
const LENGTH_FILE: &str = "sentence_bert_config.json";
const MODULES_FILE: &str = "modules.json";
/// Longest configuration file, in bytes.
const MAX_FILE: u64 = 1 << 20;
/// Most tokens of a text; a model that accepts more is limited to this.
pub const MAX_TOKENS: usize = 512;
/// Most dimensions of a vector that the database can store and index.
const MAX_DIMENSIONS: usize = 4000;

/// The configuration of a model, without its weights.
#[derive(Debug, Clone)]
pub(crate) struct Description {
    pub architecture: Architecture,
    pub pooling: Pooling,
    pub query_prefix: String,
    pub passage_prefix: String,
    /// Most tokens of a text, special tokens included.
    pub max_tokens: usize,
    /// Bytes of the configuration files, for the identity of the model.
    pub bytes: Vec<u8>,
}

/// Dimensions of an encoder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Architecture {
    pub vocabulary: usize,
    pub hidden: usize,
    pub layers: usize,
    pub heads: usize,
    pub intermediate: usize,
    /// Number of position embeddings.
    pub positions: usize,
    /// The number of the first token's position: RoBERTa counts from behind its padding.
    pub first_position: usize,
    pub types: usize,
    pub epsilon: f32,
}

/// How the vectors of the tokens become the vector of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pooling {
    /// The mean of all tokens.
    Mean,
    /// The vector of the first token.
    First,
}

#[derive(Deserialize)]
struct Config {
    model_type: Option<String>,
    vocab_size: Option<usize>,
    hidden_size: Option<usize>,
    num_hidden_layers: Option<usize>,
    num_attention_heads: Option<usize>,
    intermediate_size: Option<usize>,
    max_position_embeddings: Option<usize>,
    type_vocab_size: Option<usize>,
    pad_token_id: Option<usize>,
    layer_norm_eps: Option<f32>,
    hidden_act: Option<String>,
    position_embedding_type: Option<String>,
}

#[derive(Deserialize)]
struct PoolingFile {
    #[serde(flatten)]
    modes: BTreeMap<String, serde_json::Value>,
}

#[derive(Deserialize, Default)]
struct Prompts {
    #[serde(default)]
    prompts: BTreeMap<String, Option<String>>,
}

#[derive(Deserialize)]
struct Length {
    max_seq_length: Option<usize>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(rename = "type")]
    kind: String,
}

impl Description {
    /// Reads and validates the configuration files of a model's folder.
    pub fn read(folder: &Path) -> Result<Self, ModelError> {
        if let Err(error) = std::fs::read_dir(folder) {
            let (folder, reason) = (folder.display().to_string(), error.to_string());
            return Err(ModelError::NoFolder { folder, reason });
        }
        let mut bytes = Vec::new();
        let config: Config = parse_json_file(folder, CONFIG_FILE, &mut bytes)?
            .ok_or_else(|| ModelError::of(CONFIG_FILE, "there is no such file in the folder"))?;
        let architecture = read_architecture(&config)?;
        let pooling = parse_json_file::<PoolingFile>(folder, POOLING_FILE, &mut bytes)?;
        let pooling = pooling.map_or(Ok(Pooling::Mean), |file| pooling_mode(&file))?;
        refuse_other_modules(
            &parse_json_file::<Vec<Module>>(folder, MODULES_FILE, &mut bytes)?.unwrap_or_default(),
        )?;
        let prompts = parse_json_file::<Prompts>(folder, PROMPTS_FILE, &mut bytes)?.unwrap_or_default();
        let (query_prefix, passage_prefix) = choose_prefixes(folder, &prompts);
        let length =
            parse_json_file::<Length>(folder, LENGTH_FILE, &mut bytes)?.and_then(|file| file.max_seq_length);
        let max_tokens = (architecture.positions - architecture.first_position)
            .min(length.unwrap_or(MAX_TOKENS))
            .min(MAX_TOKENS);
        if max_tokens < 8 {
            return Err(ModelError::of(CONFIG_FILE, format!("{max_tokens} tokens are too few for a text")));
        }
        Ok(Self { architecture, pooling, query_prefix, passage_prefix, max_tokens, bytes })
    }
}

/// Reads the dimensions of the encoder; refuses unsupported models.
fn read_architecture(config: &Config) -> Result<Architecture, ModelError> {
    let refuse_model = |what: String| ModelError::Unsupported { file: CONFIG_FILE, what };
    let kind = config.model_type.as_deref().unwrap_or("no `model_type`");
    let counts_from_padding = match kind {
        "bert" => false,
        "xlm-roberta" | "roberta" | "camembert" => true,
        other => return Err(refuse_model(format!("a model of type {other:?}"))),
    };
    match config.hidden_act.as_deref() {
        None | Some("gelu") => {}
        Some(other) => return Err(refuse_model(format!("the activation {other:?}"))),
    }
    match config.position_embedding_type.as_deref() {
        None | Some("absolute") => {}
        Some(other) => return Err(refuse_model(format!("positions of type {other:?}"))),
    }
    let number = |name: &str, value: Option<usize>, most: usize| match value {
        Some(value) if (1..=most).contains(&value) => Ok(value),
        Some(value) => {
            Err(ModelError::of(CONFIG_FILE, format!("{name} is {value}, which is not 1 to {most}")))
        }
        None => Err(ModelError::of(CONFIG_FILE, format!("{name} is missing"))),
    };
    let hidden = number("hidden_size", config.hidden_size, MAX_DIMENSIONS)?;
    let heads = number("num_attention_heads", config.num_attention_heads, 256)?;
    let positions = number("max_position_embeddings", config.max_position_embeddings, 1 << 20)?;
    let first_position =
        if counts_from_padding { config.pad_token_id.unwrap_or(1).saturating_add(1) } else { 0 };
    if !hidden.is_multiple_of(heads) {
        let reason = format!("{hidden} numbers a token are not to be shared out among {heads} heads");
        return Err(ModelError::of(CONFIG_FILE, reason));
    }
    if positions <= first_position {
        return Err(ModelError::of(CONFIG_FILE, format!("{positions} positions leave none for a token")));
    }
    Ok(Architecture {
        vocabulary: number("vocab_size", config.vocab_size, 1 << 24)?,
        hidden,
        layers: number("num_hidden_layers", config.num_hidden_layers, 256)?,
        heads,
        intermediate: number("intermediate_size", config.intermediate_size, 1 << 16)?,
        positions,
        first_position,
        types: number("type_vocab_size", config.type_vocab_size.or(Some(1)), 1 << 10)?,
        epsilon: config
            .layer_norm_eps
            .filter(|epsilon| epsilon.is_finite() && *epsilon >= 0.0)
            .unwrap_or(1e-12),
    })
}

/// The pooling that is switched on, if it is a supported one.
fn pooling_mode(file: &PoolingFile) -> Result<Pooling, ModelError> {
    let on: Vec<&str> = file
        .modes
        .iter()
        .filter(|(name, value)| name.starts_with("pooling_mode_") && value.as_bool() == Some(true))
        .map(|(name, _)| name.as_str())
        .collect();
    match on.as_slice() {
        ["pooling_mode_mean_tokens"] => Ok(Pooling::Mean),
        ["pooling_mode_cls_token"] => Ok(Pooling::First),
        other => {
            let what =
                format!("pooling by {}", if other.is_empty() { "none".to_owned() } else { other.join(", ") });
            Err(ModelError::Unsupported { file: POOLING_FILE, what })
        }
    }
}

/// Refuses steps behind the pooling other than normalization: ignoring a step would change vectors.
fn refuse_other_modules(modules: &[Module]) -> Result<(), ModelError> {
    let known = ["Transformer", "Pooling", "Normalize"];
    match modules.iter().find(|module| !known.iter().any(|name| module.kind.ends_with(name))) {
        Some(other) => Err(ModelError::Unsupported {
            file: MODULES_FILE,
            what: format!("a step of type {:?}", other.kind),
        }),
        None => Ok(()),
    }
}

/// What is put in front of queries and passages. Folders of the E5 family seldom name theirs, and
/// without them such a model is of little use.
fn choose_prefixes(folder: &Path, prompts: &Prompts) -> (String, String) {
    let find_prefix = |names: [&str; 3]| {
        let found = names.iter().find_map(|name| prompts.prompts.get(*name).cloned().flatten());
        found.filter(|prefix| prefix.len() <= 1_000)
    };
    let query = find_prefix(["query", "s2p_query", "search_query"]);
    let passage = find_prefix(["passage", "document", "search_document"]);
    let folder = folder.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is_e5 = folder.contains("e5") && !folder.contains("instruct");
    match (query, passage) {
        (None, None) if is_e5 => ("query: ".to_owned(), "passage: ".to_owned()),
        (query, passage) => (query.unwrap_or_default(), passage.unwrap_or_default()),
    }
}

/// The file `name` as JSON, if it is there; its bytes are added to `seen`.
fn parse_json_file<T: DeserializeOwned>(
    folder: &Path,
    name: &'static str,
    seen: &mut Vec<u8>,
) -> Result<Option<T>, ModelError> {
    let Some(bytes) = read_model_file(folder, name, MAX_FILE)? else { return Ok(None) };
    seen.extend_from_slice(&bytes);
    serde_json::from_slice(&bytes).map(Some).map_err(|e| ModelError::of(name, e))
}

/// A whole file, or `None` where there is none of the name.
pub(crate) fn read_model_file(
    folder: &Path,
    name: &'static str,
    most: u64,
) -> Result<Option<Vec<u8>>, ModelError> {
    let file = match std::fs::File::open(folder.join(name)) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|e| ModelError::of(name, e))?,
    };
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(|e| ModelError::of(name, e))?;
    if bytes.len() as u64 > most {
        return Err(ModelError::of(name, format!("it has more than the {most} bytes that are read")));
    }
    Ok(Some(bytes))
}

/// Whether `folder` describes a network of layers, be it one that is run here or not. Models of mere token
/// vectors have no `hidden_size` or no such file.
pub fn is_model_folder(folder: &Path) -> bool {
    #[derive(Deserialize)]
    struct Probe {
        num_hidden_layers: Option<usize>,
        num_layers: Option<usize>,
        n_layer: Option<usize>,
    }
    let probe = read_model_file(folder, CONFIG_FILE, MAX_FILE).ok().flatten();
    let probe = probe.and_then(|bytes| serde_json::from_slice::<Probe>(&bytes).ok());
    probe.is_some_and(|probe| probe.num_hidden_layers.or(probe.num_layers).or(probe.n_layer).is_some())
}

#[cfg(test)]
mod tests;
