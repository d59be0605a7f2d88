//! `celeiro categories`: the tree of categories, and changes of it, each shown before it is made.

use crate::failure::Failure;
use crate::output;
use crate::render::cards::one_line;
use crate::session::Session;
use celeiro_app::api::Empty;
use celeiro_app::catalog::categories::changes::{
    CategoryMention, CategoryPreview, ChangeCategory, PreviewCategory, change_category, preview_category,
};
use celeiro_app::catalog::categories::list::{CategoryEntry, list_categories};
use celeiro_app::catalog::fields::definitions::list_fields;
use celeiro_app::messages::{name_of, translate, translate_with};
use celeiro_domain::catalog::attribute_label::AttributeLabel;
use celeiro_domain::catalog::categories::CategoryChange;
use celeiro_domain::catalog::defined_fields::DefinedField;
use celeiro_domain::search::Lang;
use celeiro_domain::text::normalize_text;
use clap::Subcommand;
use std::collections::{HashMap, HashSet};

#[derive(Debug, Subcommand)]
pub enum Categories {
    List,
    Create {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(long, value_name = "CATEGORY")]
        under: Option<String>,
        #[arg(long)]
        yes: bool,
    },
    Rename {
        #[arg(value_name = "CATEGORY")]
        category: String,
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(long)]
        yes: bool,
    },
    Move {
        #[arg(value_name = "CATEGORY")]
        category: String,
        #[arg(long, value_name = "CATEGORY")]
        under: Option<String>,
        #[arg(long)]
        yes: bool,
    },
    Merge {
        #[arg(value_name = "CATEGORY")]
        category: String,
        #[arg(value_name = "INTO")]
        into: String,
        #[arg(long)]
        yes: bool,
    },
    Remove {
        #[arg(value_name = "CATEGORY")]
        category: String,
        #[arg(long)]
        yes: bool,
    },
}

/// Runs `celeiro categories`.
pub async fn run_categories(session: &Session, action: Categories) -> Result<(), Failure> {
    let (change, yes) = match action {
        Categories::List => {
            let listed = session.ask(list_categories, Empty {}).await?;
            return session.print(&listed, || render_tree(session.lang, &listed.rows));
        }
        Categories::Create { name, under, yes } => (CategoryChange::Create { name, parent: under }, yes),
        Categories::Rename { category, name, yes } => (CategoryChange::Rename { category, name }, yes),
        Categories::Move { category, under, yes } => (CategoryChange::Move { category, parent: under }, yes),
        Categories::Merge { category, into, yes } => (CategoryChange::Merge { category, into }, yes),
        Categories::Remove { category, yes } => (CategoryChange::Delete { category }, yes),
    };
    make_change(session, change, yes).await
}

/// Shows what a change would do, and makes it where that was said: of the category as it was shown.
async fn make_change(session: &Session, change: CategoryChange, yes: bool) -> Result<(), Failure> {
    let lang = session.lang;
    session
        .with_app(async |app, caller| {
            let preview = preview_category(app, caller, PreviewCategory { change: change.clone() }).await?;
            let rows = list_categories(app, caller, Empty {}).await?.rows;
            if stands_there(&rows, &change) {
                let name = [("name", one_line(&preview.name))];
                output::print_translated(lang, "cli.categories.unchanged", &name);
                return session.print_value(&preview);
            }
            let fields = list_fields(app, caller, Empty {}).await?;
            let effect = render_preview(lang, &change, &preview, &fields);
            if !effect.is_empty() {
                output::say(effect.trim_end());
            }
            if !yes {
                output::print_translated(lang, "cli.categories.addYes", &[]);
                return session.print_value(&preview);
            }
            let key = format!("cli.categories.done.{}", name_change(&change));
            let request = ChangeCategory { change, version: preview.version, operation_id: None };
            let outcome = change_category(app, caller, request).await?;
            let words = [("name", one_line(&outcome.name)), ("operation", outcome.operation_id.to_string())];
            session.print(&outcome, || translate_with(lang, &key, &words) + "\n")
        })
        .await
}

/// Whether a category would be moved to where it stands.
fn stands_there(rows: &[CategoryEntry], change: &CategoryChange) -> bool {
    let CategoryChange::Move { category, parent } = change else { return false };
    let folded = normalize_text(category);
    let row = rows.iter().find(|row| normalize_text(&row.name) == folded);
    row.is_some_and(|row| row.parent.as_deref().map(normalize_text) == parent.as_deref().map(normalize_text))
}

/// The change in the names of texts.
fn name_change(change: &CategoryChange) -> &'static str {
    match change {
        CategoryChange::Create { .. } => "create",
        CategoryChange::Rename { .. } => "rename",
        CategoryChange::Move { .. } => "move",
        CategoryChange::Merge { .. } => "merge",
        CategoryChange::Delete { .. } => "delete",
    }
}

/// The tree, each category under its own, in the order of their names.
fn render_tree(lang: Lang, rows: &[CategoryEntry]) -> String {
    let names: HashSet<String> = rows.iter().map(|row| normalize_text(&row.name)).collect();
    let mut below: HashMap<Option<String>, Vec<&CategoryEntry>> = HashMap::new();
    for row in rows {
        // What is not listed with the rest is no place to stand under.
        let parent = row.parent.as_deref().map(normalize_text).filter(|parent| names.contains(parent));
        below.entry(parent).or_default().push(row);
    }
    for rows in below.values_mut() {
        rows.sort_by_key(|row| normalize_text(&row.name));
    }
    let mut text = String::new();
    let mut next = Vec::new();
    push_below(&mut next, &mut below, None, 0);
    while let Some((row, level)) = next.pop() {
        let counts = [("active", row.active_in_all.to_string()), ("items", row.items_in_all.to_string())];
        let counts = translate_with(lang, "cli.categories.counts", &counts);
        let name = format!("{}{}", "  ".repeat(level), one_line(&row.name));
        text += &format!("{name:<40} {counts}\n");
        push_below(&mut next, &mut below, Some(normalize_text(&row.name)), level + 1);
    }
    text
}

/// Puts what stands right below a category at the end of what comes next, the first of it last.
fn push_below<'a>(
    next: &mut Vec<(&'a CategoryEntry, usize)>,
    below: &mut HashMap<Option<String>, Vec<&'a CategoryEntry>>,
    parent: Option<String>,
    level: usize,
) {
    let rows = below.remove(&parent).unwrap_or_default();
    next.extend(rows.into_iter().rev().map(|row| (row, level)));
}

/// How many items get another category, of a change that gives them one, and what else follows.
fn render_preview(
    lang: Lang,
    change: &CategoryChange,
    preview: &CategoryPreview,
    fields: &[DefinedField],
) -> String {
    let count = |key: &str, count: u32| {
        translate_with(lang, &format!("cli.categories.{key}"), &[("count", count.to_string())]) + "\n"
    };
    let mut text = if change.writes_items() { count("items", preview.items) } else { String::new() };
    if preview.below > 0 {
        text += &count("below", preview.below);
    }
    if !preview.expected.is_empty() {
        let named: Vec<String> = preview.expected.iter().map(|key| name_attribute(fields, key)).collect();
        let attributes = one_line(&named.join(", "));
        text += &translate_with(lang, "cli.categories.expected", &[("attributes", attributes)]);
        text.push('\n');
    }
    let mention = |one: &CategoryMention| {
        let kind = translate(lang, &format!("cli.categories.mention.{}", name_of(&one.kind)));
        match &one.name {
            Some(name) => format!("{kind}: {}\n", one_line(name)),
            None => format!("{kind}\n"),
        }
    };
    text.extend(preview.mentions.iter().map(mention));
    text
}

/// An attribute as its field is called, else as its key is read.
fn name_attribute(fields: &[DefinedField], key: &str) -> String {
    let field = fields.iter().find(|field| field.definition.key == key);
    field.map_or_else(|| AttributeLabel::of(key).to_string(), |field| field.definition.label())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, parent: Option<&str>) -> CategoryEntry {
        CategoryEntry {
            name: name.into(),
            parent: parent.map(str::to_owned),
            version: 1,
            active: 0,
            items: 0,
            active_in_all: 0,
            items_in_all: 0,
        }
    }

    #[test]
    fn a_move_to_where_a_category_stands_is_told_from_one_to_elsewhere() {
        let rows = [row("Defensivos", None), row("Herbicidas", Some("Defensivos"))];
        let stands = |category: &str, parent: Option<&str>| {
            let change =
                CategoryChange::Move { category: category.into(), parent: parent.map(str::to_owned) };
            stands_there(&rows, &change)
        };
        assert!(stands("HERBICIDAS", Some("defensivos")) && stands("Defensivos", None));
        assert!(!stands("Herbicidas", None) && !stands("Defensivos", Some("Herbicidas")));
        assert!(!stands_there(&rows, &CategoryChange::Delete { category: "Defensivos".into() }));
    }

    #[test]
    fn only_a_change_that_writes_items_counts_them_and_attributes_go_by_their_names() {
        let preview = CategoryPreview {
            name: "Herbicidas".into(),
            version: Some(1),
            items: 0,
            below: 0,
            expected: vec!["modo_de_acao".into()],
            mentions: Vec::new(),
        };
        let create = CategoryChange::Create { name: "Herbicidas".into(), parent: None };
        let told = render_preview(Lang::En, &create, &preview, &[]);
        assert!(told.contains("Modo de ação") && !told.contains("modo_de_acao"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        let rename = CategoryChange::Rename { category: "Mato".into(), name: "Herbicidas".into() };
        assert_eq!(render_preview(Lang::En, &rename, &preview, &[]).lines().count(), 2);
    }
}
