//! The rules by which texts become tokens, as `tokenizer.json`.
//!
//! They are those of XLM-RoBERTa: letters by `nmt_nfkc`, blanks in a row as one, each word with the mark of a
//! beginning, pieces by their scores, and a token before and after. The package has the same in tables;
//! by name they are a twentieth of the length, and every letter of Unicode was compared.

use serde_json::{Value, json};

use super::packed::PackedModel;

/// The file's content.
pub fn tokenizer_json(model: &PackedModel<'_>) -> Value {
    let [begin, end, padding, unknown] = model.special;
    let name = |id: u32| model.pieces.get(id as usize).map_or("", |(piece, _)| piece.as_str());
    let (before, after) = (name(begin), name(end));
    let make_token = |id: u32| {
        json!({
            "id": id, "content": name(id), "single_word": false, "lstrip": false, "rstrip": false,
            "normalized": false, "special": true,
        })
    };
    let mut special = [begin, padding, end, unknown];
    special.sort_unstable();
    // By text: a 32-bit score written as one of 64 bits would have seventeen digits.
    let vocabulary = model.pieces.iter().map(|(piece, score)| {
        let score: f64 = score.to_string().parse().unwrap_or_default();
        json!([piece, score])
    });
    json!({
        "version": "1.0",
        "truncation": null,
        "padding": null,
        "added_tokens": special.map(make_token),
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Nmt"},
                {"type": "NFKC"},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
            ],
        },
        "pre_tokenizer": {
            "type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true,
        },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [
                {"SpecialToken": {"id": before, "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}},
                {"SpecialToken": {"id": after, "type_id": 0}},
            ],
            "pair": [
                {"SpecialToken": {"id": before, "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}},
                {"SpecialToken": {"id": after, "type_id": 0}},
                {"SpecialToken": {"id": after, "type_id": 0}},
                {"Sequence": {"id": "B", "type_id": 0}},
                {"SpecialToken": {"id": after, "type_id": 0}},
            ],
            "special_tokens": {
                (before): {"id": before, "ids": [begin], "tokens": [before]},
                (after): {"id": after, "ids": [end], "tokens": [after]},
            },
        },
        "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true},
        "model": {
            "type": "Unigram", "unk_id": unknown, "vocab": vocabulary.collect::<Vec<_>>(),
            "byte_fallback": false,
        },
    })
}
