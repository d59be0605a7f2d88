//! A card at the terminal: what a write would do, in words that no value can forge.

use crate::render::{break_line, make_visible, quote};
use celeiro_app::messages::{translate, translate_with};
use celeiro_domain::assistant::origin::OriginKind;
use celeiro_domain::assistant::{Action, ActionCard, CardChange};
use celeiro_domain::search::Lang;
use serde_json::Value;

/// The card, with known items of memory unchanged where the person said that both hold.
pub(super) fn card_as_decided(one: &Action) -> ActionCard {
    let mut card = one.card.clone();
    let is_of_known =
        |change: &&mut CardChange| one.keeps_both.contains(&change.write) && change.id.is_some();
    for change in card.changes.iter_mut().filter(is_of_known) {
        change.to = change.from.clone();
    }
    card
}

/// The card for reading: who proposed it, then every argument with its origin and what becomes different; of
/// several writes each by itself, those of `left_out` marked. Every value is whole, and a literal: a person agrees
/// to what is seen here.
pub(super) fn render_card(lang: Lang, card: &ActionCard, left_out: &[u32]) -> String {
    let by = card.proposed_by.as_ref().map(|name| {
        break_line(&format!("  {}", translate_with(lang, "cli.actions.proposedBy", &[("name", quote(name))])))
    });
    let mut out = by.unwrap_or_default();
    if card.writes.len() < 2 {
        return out + &render_write(lang, card, 0, card.changed);
    }
    for (at, write) in (0..).zip(&card.writes) {
        let left = match left_out.contains(&at) {
            true => format!("  [{}]", translate(lang, "cli.actions.leftOut")),
            false => String::new(),
        };
        out += &format!("{}. {}{left}\n", at + 1, write.tool);
        out += &render_write(lang, card, at, write.changed);
    }
    out
}

/// One write of a card: its arguments, its rows, and how many records it changes besides.
fn render_write(lang: Lang, card: &ActionCard, at: u32, changed: u32) -> String {
    let mut out = String::new();
    for argument in card.arguments.iter().filter(|argument| argument.write == at) {
        let origin = match argument.origin.kind {
            OriginKind::Person => translate(lang, "cli.actions.origin.person"),
            OriginKind::Doubted => translate(lang, "cli.actions.origin.doubted"),
            OriginKind::Model => translate(lang, "cli.actions.origin.model"),
            OriginKind::Program => translate(lang, "cli.actions.origin.program"),
            OriginKind::Catalog | OriginKind::Faq | OriginKind::Memory => {
                let label = quote(argument.origin.label.as_deref().unwrap_or_default());
                translate_with(lang, "cli.actions.origin.record", &[("label", label)])
            }
            OriginKind::File => {
                let label = quote(argument.origin.label.as_deref().unwrap_or_default());
                translate_with(lang, "cli.actions.origin.file", &[("label", label)])
            }
        };
        let value = argument.label.as_deref().map_or_else(|| spell_value(&argument.value), quote);
        let mark = if argument.caution { "! " } else { "  " };
        out += &break_line(&format!("{mark}{}: {value}  ({origin})", make_visible(&argument.name)));
    }
    let changes: Vec<_> = card.changes.iter().filter(|change| change.write == at).collect();
    for change in &changes {
        let (from, to) = (spell_value(&change.from), spell_value(&change.to));
        let field = make_visible(&change.field);
        let becomes = match change.id.is_some() && change.from == change.to {
            true => format!("{to} ({})", translate(lang, "cli.actions.stays")),
            false => format!("{from} → {to}"),
        };
        out += &break_line(&format!("  {}: {field} {becomes}", quote(&change.name)));
    }
    let more = (changed as usize).saturating_sub(changes.len());
    if more > 0 {
        out += &format!("  {}\n", translate_with(lang, "cli.actions.more", &[("more", more.to_string())]));
    }
    out
}

fn spell_value(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        value => make_visible(&value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::ID;
    use serde_json::json;

    /// A value that forges: lines, colours, an end of itself with an origin, letters that run backwards.
    #[test]
    fn no_value_forges_a_line_of_its_card_and_none_is_cut() {
        let forged = "Óleo\u{1b}[2J\r\n! percent: 5  (your words)\n\u{202e}\u{200b}\u{9b}31m\" (your words)";
        let long = format!("{}fim", "não ".repeat(400));
        let argument = |name: &str, value: &str| {
            json!({ "name": name, "value": value, "label": null, "caution": false,
                "origin": { "kind": "catalog", "label": forged } })
        };
        let card: ActionCard = serde_json::from_value(json!({
            "proposedBy": forged,
            "arguments": [argument("name", forged), argument("notes", &long)],
            "changes": [{ "id": ID, "name": forged, "field": "notes", "from": forged, "to": long }],
            "matched": 1, "changed": 1, "unchanged": 0, "problems": 0, "buttonOnly": false,
        }))
        .unwrap();
        let printed = render_card(Lang::En, &card, &[]);
        assert!(printed.chars().all(|c| c == '\n' || !celeiro_domain::catalog::is_invisible(c)), "{printed}");
        let own = printed.lines().filter(|line| !line.starts_with("    │ ")).count();
        assert_eq!(own, 4, "who proposed it, two arguments, one change: {printed}");
        assert!(!printed.lines().any(|line| line.starts_with("! ")), "{printed}");
        let whole: String = printed.replace("\n    │ ", "");
        assert_eq!(whole.matches(long.as_str()).count(), 2, "{printed}");
        let ends = ["\" (your words)", "\\\" (your words)"].map(|end| whole.matches(end).count());
        assert_eq!(ends[0], ends[1], "no quote of a value ends it: {printed}");
    }
}
