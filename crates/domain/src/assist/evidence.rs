//! The exact text that a model is given: the draft, its neighbours, the lines of its files.
//!
//! Everything from a record or a file goes through [`field`], so that no text can end its place,
//! forge a mark or leave the fence. Neighbours are marked `[1]`, lines of files `[A1]`.

use super::{AssistField, Neighbour};
use crate::catalog::ItemDraft;
use crate::catalog::brief::{NAME_CHARS, SHORT_CHARS, TAGS_CHARS};
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::grounding::money::format_amount;
use crate::search::Lang;
use serde_json::Value;
use uuid::Uuid;

/// Neighbours that a model sees.
pub const SHOWN: usize = 8;
/// Lines of files that a model sees, and how long they are.
const LINES: usize = 60;
const LINE_CHARS: usize = 300;
const TEXT_CHARS: usize = 600;
const VALUES_CHARS: usize = 900;

/// A file attached to the item, as far as text could be got out of it.
#[derive(Debug, Clone, PartialEq)]
pub struct FileText {
    /// The file.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A line of a file that may be quoted.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The file.
    pub file: Uuid,
    /// Its name.
    pub name: String,
    /// The line, as the model reads it.
    pub text: String,
}

/// The lines of files that are worth quoting, in order.
pub fn lines_of(files: &[FileText]) -> Vec<Line> {
    let lines = files
        .iter()
        .flat_map(|file| file.text.lines().map(move |line| (file, sanitize_field(line, LINE_CHARS))));
    lines
        .filter(|(_, text)| text.chars().filter(|c| c.is_alphanumeric()).count() >= 4)
        .take(LINES)
        .map(|(file, text)| Line { file: file.id, name: sanitize_field(&file.name, NAME_CHARS), text })
        .collect()
}

/// Writes the item's draft in one line of the prompt for suggestions.
pub fn draft_line(draft: &ItemDraft) -> String {
    let text =
        |value: &Option<String>, most: usize| value.as_deref().map(|value| sanitize_field(value, most));
    let price = draft.price.map(|price| format_amount(price, draft.currency_or_default(), Lang::PtBr));
    let tags = (!draft.tags.is_empty()).then(|| sanitize_field(&draft.tags.join(", "), TAGS_CHARS));
    let attributes = attributes_line(&draft.attributes);
    let parts = [
        ("Nome", Some(sanitize_field(&draft.name, NAME_CHARS))),
        ("Descrição", text(&draft.description, TEXT_CHARS * 3)),
        ("Categoria", text(&draft.category, SHORT_CHARS)),
        ("Fabricante", text(&draft.manufacturer, SHORT_CHARS)),
        ("Preço", price),
        ("Tags", tags),
        ("Atributos", (!attributes.is_empty()).then_some(attributes)),
        ("Observações", text(&draft.notes, TEXT_CHARS)),
    ];
    let spell_part = |(name, value): (&str, Option<String>)| Some(format!("{name}: {}", value?));
    parts.into_iter().filter_map(spell_part).collect::<Vec<_>>().join(" | ")
}

/// The fields that the model may fill, by their names on the wire.
pub fn field_names(open: &[AssistField]) -> String {
    open.iter().map(|field| field.as_str()).collect::<Vec<_>>().join(", ")
}

/// Writes the draft's neighbours for the prompt for suggestions, one line each.
pub fn neighbour_lines(neighbours: &[Neighbour]) -> String {
    if neighbours.is_empty() {
        return "Nenhum item parecido no catálogo.".to_owned();
    }
    let lines: Vec<String> = neighbours
        .iter()
        .take(SHOWN)
        .zip(1..)
        .map(|(neighbour, mark)| neighbour_line(neighbour, mark))
        .collect();
    lines.join("\n")
}

/// A neighbour as a marked line of the prompt; absent fields are named as such.
fn neighbour_line(neighbour: &Neighbour, mark: usize) -> String {
    let item = &neighbour.item;
    let text = |value: &Option<String>, most: usize| {
        value.as_deref().map_or_else(|| "não informado".to_owned(), |value| sanitize_field(value, most))
    };
    let price = item.price.map_or_else(
        || "não informado".to_owned(),
        |price| format_amount(price, &sanitize_field(&item.currency, 8), Lang::PtBr),
    );
    format!(
        "[{mark}] {} | Categoria: {} | Fabricante: {} | Preço: {price} | Tags: {} | Descrição: {} | Atributos: {}",
        sanitize_field(&item.name, NAME_CHARS),
        text(&item.category, SHORT_CHARS),
        text(&item.manufacturer, SHORT_CHARS),
        sanitize_field(&item.tags.join(", "), TAGS_CHARS),
        text(&item.description, TEXT_CHARS),
        attributes_line(&item.attributes),
    )
}

/// Writes the quotable lines of the item's files for the prompt for suggestions.
pub fn file_lines(lines: &[Line]) -> String {
    if lines.is_empty() {
        return "Nenhum anexo com texto.".to_owned();
    }
    let shown: Vec<String> =
        lines.iter().zip(1..).map(|(line, mark)| format!("[A{mark}] {}", line.text)).collect();
    shown.join("\n")
}

/// The attributes as one field of a line, cut to its limit.
fn attributes_line(attributes: &serde_json::Map<String, Value>) -> String {
    let pairs: Vec<String> =
        attributes.iter().map(|(key, value)| format!("{key}: {}", value_text(value))).collect();
    sanitize_field(&pairs.join("; "), VALUES_CHARS)
}

/// The texts of a value in one line, however deep.
fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(value_text).collect::<Vec<_>>().join(", "),
        Value::Object(map) => map.values().map(value_text).collect::<Vec<_>>().join(" "),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::neighbours::tests::neighbours;
    use super::*;
    use crate::chat::answer::sanitize::tests::hostile;
    use proptest::prelude::*;
    use serde_json::json;

    fn file(text: &str) -> FileText {
        FileText { id: Uuid::from_u128(1), name: "bula.pdf".into(), text: text.into() }
    }

    #[test]
    fn lines_that_say_nothing_are_left_out() {
        let lines = lines_of(&[file("Bula\n\n---\n 1 \nDose: 2 L/ha para soja\n")]);
        assert_eq!(
            lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>(),
            ["Bula", "Dose: 2 L/ha para soja"]
        );
        assert!(file_lines(&lines).ends_with("[A2] Dose: 2 L/ha para soja"));
    }

    proptest! {
        #[test]
        fn no_text_forges_a_line_a_mark_or_the_fence(
            texts in proptest::collection::vec((hostile(), hostile(), hostile()), 1..5), lines in hostile()
        ) {
            let near = neighbours(texts.iter().map(|(name, description, tag)| json!({
                "name": name, "description": description, "tags": [tag], "currency": tag,
                "attributes": { description.clone(): name } })).collect());
            let shown = neighbour_lines(&near);
            prop_assert_eq!(shown.lines().count(), near.len());
            for (line, mark) in shown.lines().zip(1..) {
                prop_assert!(line.starts_with(&format!("[{mark}] ")), "{}", line);
                prop_assert_eq!(line.matches('[').count(), 1);
                prop_assert!(!line.contains(['<', '>']));
                prop_assert_eq!(line.split(" | ").count(), 7);
            }
            let quotable = lines_of(&[file(&lines)]);
            let shown = file_lines(&quotable);
            prop_assert!(quotable.is_empty() || shown.lines().count() == quotable.len());
            prop_assert!(!shown.contains(['<', '>']));
        }
    }
}
