//! Passages of a record for embedding: at most 800 tokens, cut at sentence ends.

use celeiro_domain::catalog::faq::Faq;
use celeiro_domain::catalog::{ItemDraft, PAGE_END};

/// A passage: where it comes from, what is shown of it, what is embedded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passage {
    pub source: &'static str,
    pub chunk: i32,
    /// Shown as a snippet.
    pub content: String,
    /// Given to the model, and what the hash is taken of: a first line with what names the record, then the passage.
    pub text: String,
}

/// Passages of files from which a model learns, of one record.
const FILE_PASSAGES: i32 = 8;

impl Passage {
    /// Whether a model that is fitted on the catalog learns from the passage.
    pub fn speaks_for_it(&self) -> bool {
        match self.source {
            "file" => self.chunk < FILE_PASSAGES,
            _ => self.chunk == 0 && self.source == "item",
        }
    }
}

/// Characters in 800 tokens of a technical catalog: 2.5 each where they are densest (ADR 4).
const MAX_CHARS: usize = 2_000;
/// A block is closed at a sentence end from here on: 500 tokens at the usual 3.1 characters.
const LEAST_CHARS: usize = 1_550;

/// Packages whose labels stand in the first line of a passage.
const MAX_PACKAGES: usize = 12;

/// The passages of an item: its own text, that of its files, and its notes. The first line of each has what names the
/// item, and what it is sold in.
pub(crate) fn of_item(item: &ItemDraft, file_texts: &[String]) -> Vec<Passage> {
    let named: Vec<&str> = [Some(item.name.as_str()), item.category.as_deref(), item.manufacturer.as_deref()]
        .into_iter()
        .flatten()
        .collect();
    let tags = item.tags.join(", ");
    let labels = item.packages.iter().flatten().take(MAX_PACKAGES).map(|package| package.label.as_str());
    let labels = labels.collect::<Vec<_>>().join(", ");
    let parts = named.into_iter().chain([tags.as_str(), labels.as_str()]).filter(|part| !part.is_empty());
    let title = &*parts.collect::<Vec<_>>().join(" · ");
    let description = item.description.as_deref().unwrap_or("");
    let own = if description.is_empty() { title.to_owned() } else { description.to_owned() };
    let mut passages = number_passages("item", title, &own);
    let files: Vec<String> = file_texts.iter().flat_map(|text| file_blocks(text)).collect();
    passages.extend(files.iter().enumerate().map(|(chunk, content)| passage("file", chunk, title, content)));
    passages.extend(number_passages("note", title, item.notes.as_deref().unwrap_or("")));
    passages
}

/// The passages of a FAQ: question and answer, and the question alone, which is what people's
/// questions look like, unless another FAQ has the same one and it tells nothing apart.
pub(crate) fn of_faq(faq: &Faq, question_is_shared: bool) -> Vec<Passage> {
    let mut passages = number_passages("item", &faq.question, &faq.answer);
    if !question_is_shared {
        let content = passages.first().map_or_else(String::new, |p| p.content.clone());
        passages.push(Passage { source: "note", chunk: 0, content, text: faq.question.clone() });
    }
    passages
}

fn number_passages(source: &'static str, title: &str, text: &str) -> Vec<Passage> {
    blocks(text).iter().enumerate().map(|(chunk, content)| passage(source, chunk, title, content)).collect()
}

fn passage(source: &'static str, chunk: usize, title: &str, content: &str) -> Passage {
    let text = if content == title { title.to_owned() } else { format!("{title}\n{content}") };
    Passage { source, chunk: chunk as i32, content: content.to_owned(), text }
}

/// The passages of a file's text. A page's end stands behind a line break, and parts nothing.
pub(crate) fn file_blocks(text: &str) -> Vec<String> {
    blocks(&text.replace(PAGE_END, ""))
}

/// Cuts a text into blocks of 500 to 800 tokens at sentence ends, or at a blank, or, in a text
/// without either, anywhere between two characters.
fn blocks(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while rest.chars().count() > MAX_CHARS {
        let window = &rest[..byte_at(rest, MAX_CHARS)];
        let least = byte_at(rest, LEAST_CHARS);
        let sentence = window
            .rmatch_indices(['.', '!', '?', ';', '\n'])
            .map(|(at, m)| at + m.len())
            .find(|at| *at > least);
        let blank = || window.rfind(' ').filter(|at| *at > least);
        let cut = sentence.or_else(blank).unwrap_or(window.len());
        out.push(rest[..cut].trim().to_owned());
        rest = rest[cut..].trim_start();
    }
    if !rest.is_empty() {
        out.push(rest.to_owned());
    }
    out
}

fn byte_at(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn long_texts_are_cut_at_sentences() {
        let text = "Uma frase de exemplo sobre a lavoura. ".repeat(300);
        let blocks = blocks(&text);
        assert!(blocks.len() > 2);
        assert!(blocks.iter().all(|b| b.chars().count() <= MAX_CHARS && b.ends_with('.')));
        assert_eq!(blocks.join(" "), text.trim());
    }

    /// Counted by the tokenizer of the default remote model: prose about products, and the lists of crops
    /// and pests that registrations are full of.
    #[test]
    fn blocks_of_catalog_text_have_500_to_800_tokens() {
        let tokenizer = tiktoken_rs::cl100k_base().unwrap();
        let items: Vec<serde_json::Value> = crate::system::setup::DEMO_ITEMS
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let join_entries = |value: &serde_json::Value| -> String {
            let entries = value.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
            entries.collect::<Vec<_>>().join(", ")
        };
        let text =
            |item: &serde_json::Value, field: &str| item[field].as_str().unwrap_or_default().to_owned();
        let prose: Vec<String> = items.iter().map(|item| text(item, "description")).collect();
        let lists = items.iter().map(|item| {
            let (tags, pests) = (join_entries(&item["tags"]), join_entries(&item["attributes"]["alvos"]));
            format!("{}: {tags}; {pests}", text(item, "name"))
        });
        for text in [prose.join(" "), lists.collect::<Vec<_>>().join(". ")] {
            let blocks = blocks(&text);
            let full = &blocks[..blocks.len() - 1];
            let counts: Vec<usize> =
                full.iter().map(|block| tokenizer.encode_ordinary(block).len()).collect();
            assert!(counts.len() > 20, "{counts:?}");
            let within = counts.iter().filter(|count| (500..=800).contains(*count)).count();
            assert!(within * 10 >= counts.len() * 9, "{within} of {counts:?}");
            assert!(counts.iter().all(|count| (500..=820).contains(count)), "{counts:?}");
        }
    }

    #[test]
    fn what_an_item_is_sold_in_stands_in_the_first_line() {
        let first = |item: serde_json::Value| {
            let item: ItemDraft = serde_json::from_value(item).unwrap();
            of_item(&item, &[])[0].text.lines().next().unwrap_or_default().to_owned()
        };
        let packages = json!([{ "label": "saco 25 kg", "code": "U-25" }, { "label": "big bag" }]);
        let item = json!({ "name": "Ureia", "category": "Adubos", "tags": ["milho"], "description": "Granulada.",
            "packages": packages });
        assert_eq!(first(item), "Ureia · Adubos · milho · saco 25 kg, big bag");
        assert_eq!(first(json!({ "name": "Ureia", "tags": ["milho"] })), "Ureia · milho");
        assert_eq!(first(json!({ "name": "Ureia", "packages": packages })), "Ureia · saco 25 kg, big bag");
        assert_eq!(first(json!({ "name": "Ureia" })), "Ureia");
    }

    #[test]
    fn texts_without_ends_are_cut_all_the_same() {
        let blocks = blocks(&"ã".repeat(10_000));
        assert_eq!(blocks.iter().map(|b| b.chars().count()).sum::<usize>(), 10_000);
    }
}
