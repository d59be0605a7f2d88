//! `celeiro operations`, `celeiro history` and `celeiro undo`: what was done, and taking it back.

use crate::failure::Failure;
use crate::render::cards::moment;
use crate::render::make_visible;
use crate::session::Session;
use celeiro_app::catalog::history::{
    GetOperation, ListOperations, OperationSummary, UndoBlocker, UndoOperation, UndoOutcome, get_operation,
    history_by_name, list_operations, undo_operation,
};
use celeiro_app::messages::{field_name, find_text, name_of, translate, translate_with};
use celeiro_app::{App, Caller};
use celeiro_domain::catalog::{FieldChange, HistoryEntry};
use celeiro_domain::search::Lang;
use clap::Args;
use serde_json::Value;
use uuid::Uuid;

#[derive(Debug, Args)]
pub struct Operations {
    #[arg(long = "limit", value_name = "COUNT", default_value_t = 20)]
    pub most: u32,
    #[arg(long)]
    pub mine: bool,
}

#[derive(Debug, Args)]
pub struct History {
    #[arg(value_name = "ID")]
    pub record: String,
}

#[derive(Debug, Args)]
pub struct Undo {
    #[arg(value_name = "OPERATION")]
    pub logged: Uuid,
    #[arg(long)]
    pub dry_run: bool,
}

/// Values of fields are cut here.
const VALUE: usize = 60;
/// Packages of a value that are printed.
const PACKAGES: usize = 5;

/// Runs `celeiro operations`: lists the latest operations.
pub async fn operations(session: &Session, args: Operations) -> Result<(), Failure> {
    let request =
        ListOperations { limit: Some(args.most), mine: Some(args.mine), ..ListOperations::default() };
    let page = session.ask(list_operations, request).await?;
    session.print(&page, || page.rows.iter().map(|row| operation(session.lang, row)).collect())
}

fn operation(lang: Lang, row: &OperationSummary) -> String {
    let mark = match row.why_not {
        None => String::new(),
        Some(UndoBlocker::Undone) => format!("  {}", translate(lang, "cli.history.undone")),
        Some(UndoBlocker::Purged) => format!("  {}", translate(lang, "cli.history.purged")),
        Some(UndoBlocker::NotYours) => format!("  {}", translate(lang, "cli.history.notYours")),
    };
    let named: Vec<String> = row.fields.iter().map(|field| field_name(lang, field)).collect();
    let fields = ("fields", named.join(", "));
    let records = match &row.record {
        Some(record) => {
            let code = record.external_id.as_ref().map_or_else(String::new, |code| format!(" ({code})"));
            translate_with(lang, "cli.history.record", &[("name", format!("{}{code}", record.name)), fields])
        }
        // A change of the tree of categories alone.
        None if row.records == 0 => {
            translate_with(lang, "cli.history.categories", &[("categories", row.categories.to_string())])
        }
        None => translate_with(lang, "cli.history.records", &[("count", row.records.to_string()), fields]),
    };
    let records = records.trim_end_matches([' ', ':']);
    let (at, kind) = (moment(lang, row.at), name_kind(lang, &row.kind));
    let confirmed = Confirmation { by: row.confirmed_by.as_deref(), program: row.proposed_by.as_deref() };
    let author = render_author(lang, &row.actor, &row.source, confirmed);
    // The name of a file, or of a category.
    let subject =
        row.subject.as_ref().map_or_else(String::new, |subject| format!("  {}", make_visible(subject)));
    format!("{}  {at}  {author}  {kind}{subject}  {records}{mark}\n", row.id)
}

/// What an operation did, in the person's words; its code where a later version has made it.
fn name_kind(lang: Lang, kind: &str) -> String {
    find_text(lang, &format!("cli.history.kind.{kind}")).unwrap_or_else(|| kind.to_owned())
}

/// The person who confirmed a change, and the program that proposed it, where a person did not make it.
struct Confirmation<'a> {
    by: Option<&'a str>,
    program: Option<&'a str>,
}

/// The actor of a change and where it came from; of the assistant's or another program's, the person who confirmed it.
fn render_author(lang: Lang, actor: &str, source: &str, confirmation: Confirmation<'_>) -> String {
    let Some(who) = confirmation.by else {
        let source = find_text(lang, &format!("cli.history.source.{source}"));
        return source.map_or_else(|| actor.to_owned(), |source| format!("{actor} ({source})"));
    };
    let who = ("who", who.to_owned());
    match confirmation.program {
        Some(program) => translate_with(lang, "cli.history.program", &[("program", program.to_owned()), who]),
        None => translate_with(lang, "cli.history.assistant", &[who]),
    }
}

/// Runs `celeiro history`: lists what was done to a record.
pub async fn history(session: &Session, args: History) -> Result<(), Failure> {
    let entries = session.with_app(async |app, _| Ok(history_by_name(app, &args.record).await?)).await?;
    session.print(&entries, || entries.iter().map(|entry| render_save(session.lang, entry)).collect())
}

fn render_save(lang: Lang, entry: &HistoryEntry) -> String {
    let confirmed = Confirmation { by: entry.confirmed_by.as_deref(), program: entry.proposed_by.as_deref() };
    let author = render_author(lang, &entry.actor, &entry.source, confirmed);
    let mut out = format!("v{}  {}  {author}", entry.version, moment(lang, entry.at));
    if let (Some(kind), Some(id)) = (&entry.operation, &entry.operation_id) {
        out += &format!("  {} {id}", name_kind(lang, kind));
    }
    out.push('\n');
    for FieldChange { field, from, to } in &entry.changes {
        out += &format!("  {}: {}\n", field_name(lang, field), render_sides(field, &[from, to]));
    }
    out
}

/// Takes an operation back, or says what that would do.
pub async fn undo(session: &Session, args: Undo) -> Result<(), Failure> {
    let request = UndoOperation {
        id: args.logged,
        record_ids: None,
        fields: None,
        scope: None,
        dry_run: Some(args.dry_run),
        operation_id: None,
    };
    let (undone, by) = session
        .with_app(async |app, caller| {
            let undone = undo_operation(app, caller, request).await?;
            let by = if is_nothing(&undone) { find_undo(app, caller, args.logged).await } else { None };
            Ok((undone, by))
        })
        .await?;
    session.print(&undone, || match by {
        Some(by) => render_undone_before(session.lang, by),
        None => render_undo(session.lang, &undone, args.dry_run),
    })
}

/// Whether nothing was taken back and nothing stood in the way.
fn is_nothing(undone: &UndoOutcome) -> bool {
    undone.undone == 0 && undone.conflict_count == 0 && undone.untouchable_count == 0
}

/// The operation that took this one back before; absent where that is not known.
async fn find_undo(app: &App, caller: &Caller, id: Uuid) -> Option<Uuid> {
    let request = GetOperation { id, offset: None, limit: Some(1) };
    get_operation(app, caller, request).await.ok()?.operation.undone_by
}

fn render_undone_before(lang: Lang, by: Uuid) -> String {
    let redo = translate_with(lang, "cli.history.redo", &[("id", by.to_string())]);
    format!("{}\n{redo}\n", translate(lang, "cli.history.undoneBefore"))
}

fn render_undo(lang: Lang, undone: &UndoOutcome, dry_run: bool) -> String {
    let places = [
        ("count", undone.undone.to_string()),
        ("deleted", undone.deleted.to_string()),
        ("conflicts", undone.conflict_count.to_string()),
        ("untouchable", undone.untouchable_count.to_string()),
    ];
    let key = if dry_run { "cli.history.wouldUndo" } else { "cli.history.didUndo" };
    let mut out = format!("{}\n", translate_with(lang, key, &places)) + &render_left_alone(lang, undone);
    if let Some(id) = undone.operation_id {
        out += &format!("{}\n", translate_with(lang, "cli.history.redo", &[("id", id.to_string())]));
    }
    out
}

/// Fields that were changed since, and records that cannot be brought back.
pub(super) fn render_left_alone(lang: Lang, undone: &UndoOutcome) -> String {
    let mut out = String::new();
    for conflict in &undone.conflicts {
        // What is in the way without having been changed has no person to name.
        let by = match (&conflict.changed_by, conflict.field.as_str()) {
            (Some(by), _) => format!(" ({by})"),
            (None, "category" | "categoriesBelow") => String::new(),
            (None, _) => " (?)".to_owned(),
        };
        let sides = match conflict.field.as_str() {
            "categoriesBelow" => vec![&conflict.now],
            _ => vec![&conflict.from, &conflict.to, &conflict.now],
        };
        out += &format!(
            "  {} · {}: {}{by}\n",
            conflict.name,
            field_name(lang, &conflict.field),
            render_sides(&conflict.field, &sides)
        );
    }
    for left in &undone.untouchable {
        let reason = name_of(&left.reason);
        out +=
            &format!("  {}: {}\n", left.record_id, translate(lang, &format!("cli.history.reason.{reason}")));
    }
    out
}

/// The values of a field one after the other; of packages those alone that not all of the values have.
pub(super) fn render_sides(field: &str, sides: &[&Value]) -> String {
    let lists: Option<Vec<&[Value]>> = sides.iter().map(|side| list_packages(side)).collect();
    let rendered: Vec<String> = match lists.filter(|_| field == "packages") {
        Some(lists) => lists.iter().map(|list| render_packages(list, &lists)).collect(),
        None if matches!(field, "relations" | "stock" | "images") => {
            sides.iter().map(|side| render_rows(side)).collect()
        }
        None => sides.iter().map(|side| value(side)).collect(),
    };
    rendered.join(" → ")
}

/// Relations or levels of stock, without ids and moments.
fn render_rows(rows: &Value) -> String {
    let rows: &[Value] = match rows {
        Value::Null => &[],
        Value::Array(rows) => rows,
        one => std::slice::from_ref(one),
    };
    let render = |row: &Value| {
        let parts = ["package", "place", "quantity", "unit", "kind", "name", "names", "status"]
            .iter()
            .filter_map(|name| {
                let part = row.get(*name)?;
                // Of a relation it is told where a person refused it.
                let is_blank =
                    part.is_null() || part.as_str().is_some_and(|text| matches!(text, "" | "confirmed"));
                (!is_blank).then(|| value(part))
            });
        parts.collect::<Vec<_>>().join(" · ")
    };
    if rows.is_empty() { value(&Value::Null) } else { rows.iter().map(render).collect::<Vec<_>>().join("; ") }
}

/// The packages of a value; `None` where it is no list of them.
fn list_packages(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Null => Some(&[]),
        Value::Array(packages) if packages.iter().all(Value::is_object) => Some(packages),
        _ => None,
    }
}

/// The packages of `list` that not all of `lists` have. Where all have the same ones, their order is the change.
fn render_packages(list: &[Value], lists: &[&[Value]]) -> String {
    let is_in_all = |package: &Value| lists.iter().all(|other| other.contains(package));
    let has_new = lists.iter().any(|other| other.iter().any(|package| !is_in_all(package)));
    let changed: Vec<&Value> = list.iter().filter(|package| !has_new || !is_in_all(package)).collect();
    let is_alike = |package: &Value| {
        let mut others = lists.iter().copied().flatten();
        others.any(|other| other != package && name_package(other) == name_package(package))
    };
    let mut parts: Vec<String> = changed
        .iter()
        .take(PACKAGES)
        .map(|package| {
            let more: &[&str] = if is_alike(package) { &["ean", "status"] } else { &[] };
            let more = more.iter().filter_map(|name| package_part(package, name));
            std::iter::once(name_package(package)).chain(more).collect::<Vec<_>>().join(" · ")
        })
        .collect();
    if changed.len() > PACKAGES {
        parts.push("…".to_owned());
    }
    if parts.is_empty() { value(&Value::Null) } else { parts.join("; ") }
}

/// `label · code · price`, without what is not known.
fn name_package(package: &Value) -> String {
    let parts = ["label", "code", "price"].into_iter().filter_map(|name| package_part(package, name));
    parts.collect::<Vec<_>>().join(" · ")
}

fn package_part(package: &Value, name: &str) -> Option<String> {
    package.get(name).filter(|part| !part.is_null()).map(value)
}

/// A value on one line.
fn value(value: &Value) -> String {
    let text = match value {
        Value::Null => "∅".to_owned(),
        Value::String(text) => text.replace('\n', " "),
        other => other.to_string(),
    };
    match text.char_indices().nth(VALUE) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, ID, answer, answer_with, in_both};
    use crate::snapshot::assert_snapshot;
    use serde_json::json;

    #[test]
    fn operations_are_printed_with_their_records_and_why_they_cannot_be_taken_back() {
        let usual = json!({
            "id": ID, "kind": "bulk-edit", "actor": "ana", "mine": true, "source": "person", "at": AT,
            "records": 3, "categories": 0, "record": null, "created": 0, "fields": ["price", "tags"], "undoneBy": null,
            "undoes": null, "undoable": true, "whyNot": null,
        });
        let row = |more: Value| answer_with(usual.clone(), more);
        let named = json!({ "id": ID, "kind": "items", "name": "Óleo", "externalId": "OLE-1" });
        let rows = [
            row(json!({})),
            row(json!({ "source": "assistant", "kind": "assistant-action", "confirmedBy": "ana" })),
            row(json!({ "source": "assistant", "kind": "assistant-action", "confirmedBy": "ana",
                "proposedBy": "Claude {who} Desktop" })),
            row(json!({ "records": 1, "fields": [], "kind": "delete-items", "record": named })),
            row(json!({ "whyNot": "undone", "records": 1 })),
            row(json!({ "whyNot": "purged" })),
            row(json!({ "kind": "move-category", "records": 0, "categories": 2, "fields": [] })),
            row(json!({ "kind": "rename-category", "subject": "Adubos → Fertilizantes" })),
            row(json!({ "kind": "of-a-later-version", "source": "of-a-later-version" })),
        ];
        let printed = in_both(|lang| rows.iter().map(|row| operation(lang, row)).collect());
        assert_snapshot!("operations", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn a_save_is_printed_field_by_field_from_what_to_what() {
        let change = |field: &str, from: Value, to: Value| json!({ "field": field, "from": from, "to": to });
        let entry: HistoryEntry = answer(json!({
            "version": 2, "actor": "ana", "source": "import", "operationId": ID, "operation": "import", "at": AT,
            "changes": [change("price", json!(null), json!(12.5)), change("tags", json!(["a"]), json!([]))],
        }));
        let proposed = HistoryEntry {
            source: "assistant".into(),
            confirmed_by: Some("ana".into()),
            changes: Vec::new(),
            ..entry.clone()
        };
        let printed = in_both(|lang| render_save(lang, &entry) + &render_save(lang, &proposed));
        assert_snapshot!("history", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn what_was_taken_back_is_counted_with_what_was_not_and_how_to_redo_it() {
        let undone: UndoOutcome = answer(json!({
            "operationId": ID, "undone": 2, "deleted": 1, "conflictCount": 1, "untouchableCount": 2,
            "conflicts": [{
                "recordId": ID, "kind": "items", "name": "Óleo", "field": "price", "from": 10.0, "to": 11.0,
                "now": 12.0, "changedBy": null, "changedAt": null, "operationId": null,
            }],
            "untouchable": [{ "recordId": ID, "reason": "purged" }, { "recordId": ID, "reason": "externalIdTaken" }],
        }));
        let dry = UndoOutcome { operation_id: None, ..undone.clone() };
        let printed = in_both(|lang| render_undo(lang, &undone, false) + &render_undo(lang, &dry, true));
        assert_snapshot!("undo", printed, renewed_by: "-p celeiro-cli commands");
    }

    #[test]
    fn what_was_taken_back_before_is_told_with_how_to_have_it_again() {
        let by: Uuid = answer(json!(ID));
        for (lang, told) in [(Lang::PtBr, "já tinha sido desfeita"), (Lang::En, "taken back before")] {
            let text = render_undone_before(lang, by);
            assert!(text.contains(told) && text.contains(&format!("celeiro undo {ID}")), "{text}");
        }
        let nothing: UndoOutcome = answer(json!({
            "operationId": null, "undone": 0, "deleted": 0, "conflicts": [], "conflictCount": 0, "untouchable": [],
            "untouchableCount": 0,
        }));
        assert!(is_nothing(&nothing));
        assert!(
            !is_nothing(&UndoOutcome { conflict_count: 1, ..nothing }),
            "changed since is no answer of before"
        );
    }

    #[test]
    fn of_packages_those_that_differ_are_printed_with_what_they_differ_in() {
        let package = |label: &str, price: f64, ean: Value| {
            let code = format!("Z-{label}");
            json!({ "label": label, "code": code, "ean": ean, "price": price, "status": "ativo" })
        };
        let (one, five) = (package("1 L", 10.0, Value::Null), package("5 L", 45.0, Value::Null));
        let dearer = package("5 L", 46.5, Value::Null);
        let render = |sides: &[&Value]| render_sides("packages", sides);
        assert_eq!(
            render(&[&json!([one, five]), &json!([one, dearer])]),
            "5 L · Z-5 L · 45.0 → 5 L · Z-5 L · 46.5"
        );
        assert_eq!(render(&[&Value::Null, &json!([one])]), "∅ → 1 L · Z-1 L · 10.0");
        let barred = package("5 L", 45.0, json!("96385074"));
        assert_eq!(
            render(&[&json!([five]), &json!([barred])]),
            "5 L · Z-5 L · 45.0 · ativo → 5 L · Z-5 L · 45.0 · 96385074 · ativo"
        );
        assert_eq!(
            render(&[&json!([one, five]), &json!([five, one])]),
            "1 L · Z-1 L · 10.0; 5 L · Z-5 L · 45.0 → 5 L · Z-5 L · 45.0; 1 L · Z-1 L · 10.0"
        );
        let many: Value = (0..7).map(|at| package(&format!("{at} L"), 1.0, Value::Null)).collect();
        assert!(render(&[&Value::Null, &many]).ends_with("4 L · Z-4 L · 1.0; …"));
        assert_eq!(render_sides("tags", &[&json!(["a"]), &json!([])]), r#"["a"] → []"#);
    }

    #[test]
    fn a_value_stands_on_one_line_and_is_cut_between_characters() {
        assert_eq!(value(&json!(null)), "∅");
        assert_eq!(value(&json!("a\nb")), "a b");
        assert_eq!(value(&json!({ "a": [1] })), r#"{"a":[1]}"#);
        assert_eq!(value(&json!("é".repeat(60))), "é".repeat(60));
        assert_eq!(value(&json!("é".repeat(61))), "é".repeat(60) + "…");
    }
}
