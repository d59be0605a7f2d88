//! Texts become numbers of tokens, by the rules of `tokenizer.json`.
//!
//! Rules of normalising, of cutting at words and of the tokens around a text are the library's. Pieces of
//! a vocabulary with scores (`Unigram`, of XLM-RoBERTa) are found by [`unigram`]: the library's tree
//! of them takes more than 200 MB for a vocabulary of 250,000, the list here 6. Other kinds of
//! vocabulary are the library's, too.
//!
//! Of a long text only as much is looked at as can have a place in what the model reads.

mod unigram;

use crate::error::ModelError;
use serde::Deserialize;
use std::path::Path;
use tokenizers::{
    Encoding, Normalizer, NormalizerWrapper, OffsetReferential, OffsetType, PostProcessor,
    PostProcessorWrapper, PreTokenizedString, PreTokenizer, PreTokenizerWrapper, Token, Tokenizer,
    TruncationParams,
};
use unigram::Unigram;

/// Name of the file with the rules.
pub const TOKENIZER_FILE: &str = "tokenizer.json";
/// Longest file of rules.
const MAX_FILE: u64 = 128 << 20;
/// Bytes of text that a token stands for, at most, where there is a choice of what to leave off.
const BYTES_PER_TOKEN: usize = 16;
/// Stands for the text between the tokens around it.
const INSIDE: u32 = u32::MAX;

/// Cuts texts into tokens.
pub(crate) struct Cutter {
    kind: Kind,
    /// Tokens that the model reads, those around a text included.
    limit: usize,
}

enum Kind {
    Unigram(Box<UnigramRules>),
    Library(Box<Tokenizer>),
}

struct UnigramRules {
    normalizer: Option<NormalizerWrapper>,
    pre_tokenizer: Option<PreTokenizerWrapper>,
    pieces: Unigram,
    before: Vec<u32>,
    after: Vec<u32>,
}

#[derive(Deserialize)]
struct Kinds {
    model: KindOfModel,
}

#[derive(Deserialize)]
struct KindOfModel {
    #[serde(rename = "type")]
    name: Option<String>,
}

#[derive(Deserialize)]
struct UnigramFile {
    normalizer: Option<NormalizerWrapper>,
    pre_tokenizer: Option<PreTokenizerWrapper>,
    post_processor: Option<PostProcessorWrapper>,
    model: UnigramModel,
}

#[derive(Deserialize)]
struct UnigramModel {
    unk_id: Option<u32>,
    vocab: Vec<(String, f64)>,
}

impl Cutter {
    /// Parses the tokenizer of a model that reads `limit` tokens and knows `vocabulary` of them.
    pub fn parse(bytes: &[u8], limit: usize, vocabulary: usize) -> Result<Self, ModelError> {
        let kinds: Kinds = serde_json::from_slice(bytes).map_err(tokenizer_error)?;
        let kind = if kinds.model.name.as_deref() == Some("Unigram") {
            Kind::Unigram(Box::new(UnigramRules::parse(bytes)?))
        } else {
            Kind::Library(Box::new(load_library_tokenizer(bytes, limit)?))
        };
        let size = match &kind {
            Kind::Unigram(rules) => rules.greatest() as usize + 1,
            Kind::Library(tokenizer) => {
                let ids = tokenizer.get_vocab(true);
                ids.values().max().map_or(0, |greatest| *greatest as usize + 1)
            }
        };
        if size == 0 || size > vocabulary {
            return Err(tokenizer_error(format!("it has tokens up to {size}, the model knows {vocabulary}")));
        }
        Ok(Self { kind, limit })
    }

    /// The numbers of the tokens of `prefix` and `text`, at most as many as the model reads.
    pub fn cut(&self, prefix: &str, text: &str) -> Result<Vec<u32>, ModelError> {
        let text = shorten_text(prefix, text, self.limit * BYTES_PER_TOKEN);
        match &self.kind {
            Kind::Unigram(rules) => rules.cut(&text, self.limit),
            Kind::Library(tokenizer) => {
                let encoding = tokenizer.encode_fast(text, true).map_err(not_cut)?;
                Ok(encoding.get_ids().iter().copied().take(self.limit).collect())
            }
        }
    }
}

impl UnigramRules {
    fn parse(bytes: &[u8]) -> Result<Self, ModelError> {
        let file: UnigramFile = serde_json::from_slice(bytes).map_err(tokenizer_error)?;
        let (before, after) = match &file.post_processor {
            Some(post_processor) => surrounding_tokens(post_processor)?,
            None => Default::default(),
        };
        let UnigramModel { unk_id, vocab } = file.model;
        let unknown = unk_id.ok_or_else(|| tokenizer_error("it names no token for what it does not know"))?;
        let pieces = Unigram::new(&vocab, unknown).map_err(tokenizer_error)?;
        Ok(Self { normalizer: file.normalizer, pre_tokenizer: file.pre_tokenizer, pieces, before, after })
    }

    fn greatest(&self) -> u32 {
        let around = self.before.iter().chain(&self.after).copied().max().unwrap_or_default();
        around.max(self.pieces.greatest())
    }

    fn cut(&self, text: &str, limit: usize) -> Result<Vec<u32>, ModelError> {
        let mut words = PreTokenizedString::from(text);
        if let Some(normalizer) = &self.normalizer {
            words.normalize(|text| normalizer.normalize(text)).map_err(not_cut)?;
        }
        if let Some(pre_tokenizer) = &self.pre_tokenizer {
            pre_tokenizer.pre_tokenize(&mut words).map_err(not_cut)?;
        }
        let most = limit.saturating_sub(self.after.len());
        let mut tokens = self.before.clone();
        for (word, _, _) in words.get_splits(OffsetReferential::Normalized, OffsetType::None) {
            self.pieces.cut(word, &mut tokens);
            if tokens.len() >= most {
                break;
            }
        }
        tokens.truncate(most);
        tokens.extend(&self.after);
        Ok(tokens)
    }
}

/// The library's own rules, with the limit of the model instead of the file's.
fn load_library_tokenizer(bytes: &[u8], limit: usize) -> Result<Tokenizer, ModelError> {
    let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(tokenizer_error)?;
    let cut = TruncationParams { max_length: limit, ..TruncationParams::default() };
    tokenizer.with_truncation(Some(cut)).map_err(tokenizer_error)?;
    tokenizer.with_padding(None);
    Ok(tokenizer)
}

/// The tokens that stand before and after every text.
fn surrounding_tokens(post_processor: &PostProcessorWrapper) -> Result<(Vec<u32>, Vec<u32>), ModelError> {
    let inside = Encoding::from_tokens(vec![Token::new(INSIDE, String::new(), (0, 0))], 0);
    let whole = post_processor.process(inside, None, true).map_err(tokenizer_error)?;
    let mut parts = whole.get_ids().split(|id| *id == INSIDE);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(before), Some(after), None) => Ok((before.to_vec(), after.to_vec())),
        _ => Err(tokenizer_error("its tokens around a text are not those of one text")),
    }
}

/// `prefix` and the words of `text` up to `most` bytes, with single blanks between them: a text of
/// blanks alone is no reason to lose what stands behind them.
fn shorten_text(prefix: &str, text: &str, most: usize) -> String {
    let mut short = String::with_capacity(prefix.len() + text.len().min(most) + 1);
    short.push_str(prefix);
    for (at, word) in text.split_whitespace().enumerate() {
        if short.len() >= most {
            break;
        }
        if at > 0 {
            short.push(' ');
        }
        short.push_str(&word[..word.floor_char_boundary(most)]);
    }
    short
}

/// Reads the file of rules in `folder`.
pub(crate) fn read_tokenizer_file(folder: &Path) -> Result<Vec<u8>, ModelError> {
    crate::folder::read_model_file(folder, TOKENIZER_FILE, MAX_FILE)?
        .ok_or_else(|| tokenizer_error("there is no such file in the folder"))
}

/// An error of the file of the tokenizer's rules.
fn tokenizer_error(reason: impl std::fmt::Display) -> ModelError {
    ModelError::of(TOKENIZER_FILE, reason)
}

fn not_cut(reason: impl std::fmt::Display) -> ModelError {
    ModelError::Text(reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shortened_and_blanks_are_not_counted() {
        assert_eq!(shorten_text("query: ", "  a \t\n b  ", 100), "query: a b");
        let blanks = " ".repeat(100_000) + "soja";
        assert_eq!(shorten_text("", &blanks, 64), "soja");
        let one = "ã".repeat(100_000);
        assert_eq!(shorten_text("", &one, 65).len(), 64);
        assert!(shorten_text("query: ", &"soja ".repeat(100_000), 640).len() <= 645);
        assert_eq!(shorten_text("query: ", "", 64), "query: ");
    }
}
