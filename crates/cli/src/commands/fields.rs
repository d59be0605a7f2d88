//! `celeiro fields`: the fields that are defined, what is not defined yet, and changes of definitions.

use crate::failure::Failure;
use crate::output;
use crate::render::cards::one_line;
use crate::session::Session;
use celeiro_app::api::{Empty, WriteById};
use celeiro_app::catalog::fields::definitions::{
    SaveField, delete_field, field_by_name, list_fields, save_field,
};
use celeiro_app::catalog::fields::preview::{FieldMisfitValue, FieldPreview, PreviewField, preview_field};
use celeiro_app::catalog::fields::searched::reread_searched_fields;
use celeiro_app::catalog::fields::undefined::{FoundField, find_fields};
use celeiro_app::messages::{name_of, translate, translate_with};
use celeiro_app::{App, Caller};
use celeiro_domain::catalog::attribute_label::AttributeLabel;
use celeiro_domain::catalog::defined_fields::{DefinedField, DefinedFieldType, SearchWeight};
use celeiro_domain::search::Lang;
use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub enum Fields {
    List {
        #[arg(long)]
        found: bool,
    },
    Set(SetField),
    Remove {
        #[arg(value_name = "FIELD")]
        field: String,
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Debug, Default, Args)]
pub struct SetField {
    #[arg(value_name = "KEY")]
    pub key: String,
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    #[arg(long, value_name = "TEXT")]
    pub unit: Option<String>,
    #[arg(long = "type", value_name = "TYPE")]
    pub field_type: Option<FieldTypeName>,
    #[arg(long, value_name = "VALUE")]
    pub allowed: Vec<String>,
    #[arg(long, value_name = "TEXT")]
    pub group: Option<String>,
    #[arg(long, value_name = "N")]
    pub position: Option<u32>,
    #[arg(long, value_name = "YES")]
    pub filterable: Option<bool>,
    #[arg(long, value_name = "WEIGHT")]
    pub search_weight: Option<SearchWeightName>,
    #[arg(long, value_name = "CATEGORY")]
    pub required_in: Vec<String>,
    #[arg(long, value_name = "CATEGORY")]
    pub expected_in: Vec<String>,
    #[arg(long)]
    pub yes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FieldTypeName {
    Text,
    LongText,
    Number,
    Price,
    Date,
    YesNo,
    Choice,
    Choices,
    Gtin,
    Ncm,
    Link,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SearchWeightName {
    None,
    Normal,
    Strong,
}

impl SearchWeightName {
    fn search_weight(self) -> SearchWeight {
        match self {
            Self::None => SearchWeight::None,
            Self::Normal => SearchWeight::Normal,
            Self::Strong => SearchWeight::Strong,
        }
    }
}

impl FieldTypeName {
    fn field_type(self) -> DefinedFieldType {
        match self {
            Self::Text => DefinedFieldType::Text,
            Self::LongText => DefinedFieldType::LongText,
            Self::Number => DefinedFieldType::Number,
            Self::Price => DefinedFieldType::Price,
            Self::Date => DefinedFieldType::Date,
            Self::YesNo => DefinedFieldType::YesNo,
            Self::Choice => DefinedFieldType::Choice,
            Self::Choices => DefinedFieldType::Choices,
            Self::Gtin => DefinedFieldType::Gtin,
            Self::Ncm => DefinedFieldType::Ncm,
            Self::Link => DefinedFieldType::Link,
        }
    }
}

/// Runs `celeiro fields`.
pub async fn run_fields(session: &Session, action: Fields) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Fields::List { found: false } => {
            let fields = session.ask(list_fields, Empty {}).await?;
            session.print(&fields, || render_lines(lang, &fields, "cli.fields.none", render_field))
        }
        Fields::List { found: true } => {
            let found = session.ask(find_fields, Empty {}).await?;
            session
                .print(&found, || render_lines(lang, &found.undefined, "cli.fields.noneFound", render_found))
        }
        Fields::Set(asked) => {
            session.with_app(async |app, caller| set_field(session, (app, caller), asked).await).await
        }
        Fields::Remove { field, yes } => {
            session
                .with_app(async |app, caller| remove_field(session, (app, caller), &field, yes).await)
                .await
        }
    }
}

/// Shows the definition that goes with how many items have a value, which stays, and takes it away where that was said.
async fn remove_field(
    session: &Session,
    (app, caller): (&App, &Caller),
    name: &str,
    yes: bool,
) -> Result<(), Failure> {
    let lang = session.lang;
    let field = field_by_name(app, caller, name).await?;
    if !yes {
        let asked = SetField { key: field.definition.key.clone(), ..SetField::default() };
        let request = PreviewField { field: describe_field(asked, Some(&field)) };
        let items = preview_field(app, caller, request).await?.items;
        let words = [("name", name_of_field(&field)), ("count", items.to_string())];
        output::print_translated(lang, "cli.fields.removing", &words);
        output::print_translated(lang, "cli.fields.addYesToRemove", &[]);
        return session.print(&field, || render_field(lang, &field));
    }
    delete_field(app, caller, WriteById { id: field.id, operation_id: None }).await?;
    reread_items(app, lang).await?;
    session.print(&field, || render_removal(lang, &field))
}

/// Shows what a definition would do, and stores it where that was said.
async fn set_field(
    session: &Session,
    (app, caller): (&App, &Caller),
    asked: SetField,
) -> Result<(), Failure> {
    let lang = session.lang;
    let yes = asked.yes;
    let fields = list_fields(app, caller, Empty {}).await?;
    let stored = fields.into_iter().find(|field| field.definition.key == asked.key);
    let request = describe_field(asked, stored.as_ref());
    let preview = preview_field(app, caller, PreviewField { field: request.clone() }).await?;
    output::say(render_counts(lang, &preview).trim_end());
    for name in &preview.unknown_categories {
        output::print_translated(lang, "cli.fields.unknownCategory", &[("category", one_line(name))]);
    }
    if !yes {
        output::print_translated(lang, "cli.fields.addYes", &[]);
        return match preview.sample.is_empty() {
            true => session.print_value(&preview),
            false => session.print(&preview, || render_misfits(&preview)),
        };
    }
    let saved = save_field(app, caller, request).await?;
    reread_items(app, lang).await?;
    session.print(&saved, || render_field(lang, &saved))
}

/// Has the items read anew whose field the search reads from now on, or leaves out: no server may be running that does it.
async fn reread_items(app: &App, lang: Lang) -> Result<(), Failure> {
    if reread_searched_fields(app).await? {
        output::print_translated(lang, "cli.fields.rereading", &[]);
        while reread_searched_fields(app).await? {}
    }
    Ok(())
}

/// What is asked for over what is stored; a new field is called as its key says.
fn describe_field(asked: SetField, stored: Option<&DefinedField>) -> SaveField {
    let before = stored.map(|field| &field.definition);
    let label = AttributeLabel::of(&asked.key);
    let list = |given: Vec<String>, before: Option<&Vec<String>>| match given.is_empty() {
        true => before.cloned().unwrap_or_default(),
        false => given.into_iter().filter(|text| !text.trim().is_empty()).collect(),
    };
    let text = |given: Option<String>, before: Option<String>| {
        given.or(before).filter(|text| !text.trim().is_empty())
    };
    let unit_of_key = || before.is_none().then_some(label.unit).flatten().map(str::to_owned);
    let expected_in = match asked.expected_in.is_empty() {
        true => None,
        false => Some(list(asked.expected_in, None)),
    };
    SaveField {
        id: stored.map(|field| field.id),
        version: stored.map(|field| field.version),
        name: asked.name.or_else(|| before.map(|one| one.name.clone())).unwrap_or_else(|| label.name.clone()),
        unit: text(asked.unit, before.and_then(|one| one.unit.clone()).or_else(unit_of_key)),
        field_type: asked
            .field_type
            .map(FieldTypeName::field_type)
            .or_else(|| before.map(|one| one.field_type))
            .unwrap_or_default(),
        allowed: list(asked.allowed, before.map(|one| &one.allowed)),
        group: text(asked.group, before.and_then(|one| one.group.clone())),
        position: asked.position.or_else(|| before.map(|one| one.position)),
        filterable: asked.filterable.or_else(|| before.map(|one| one.filterable)),
        search_weight: asked
            .search_weight
            .map(SearchWeightName::search_weight)
            .or_else(|| before.map(|one| one.search_weight)),
        required_in: list(asked.required_in, before.map(|one| &one.required_in)),
        expected_in,
        key: asked.key,
        operation_id: None,
    }
}

/// The lines of a list, or the text `none` where it is empty.
fn render_lines<T>(lang: Lang, rows: &[T], none: &str, render: fn(Lang, &T) -> String) -> String {
    match rows.is_empty() {
        true => translate(lang, none) + "\n",
        false => rows.iter().map(|row| render(lang, row)).collect(),
    }
}

/// What became of a field, with the command that brings it back.
fn render_removal(lang: Lang, field: &DefinedField) -> String {
    let command = format!("celeiro call restore_field '{{\"id\": \"{}\"}}'", field.id);
    let words = [("name", name_of_field(field)), ("command", command)];
    translate_with(lang, "cli.fields.removed", &words) + "\n"
}

/// The name of a field within a sentence.
fn name_of_field(field: &DefinedField) -> String {
    one_line(&field.definition.name)
}

/// A field in one line: key, name with unit, type, what it weighs in searches where that is not as usual, and where it
/// is required and expected.
fn render_field(lang: Lang, field: &DefinedField) -> String {
    let definition = &field.definition;
    let field_type = translate(lang, &format!("cli.fields.type.{}", name_of(&definition.field_type)));
    let mut facts = vec![field_type];
    if let Some(group) = &definition.group {
        facts.push(translate_with(lang, "cli.fields.group", &[("group", one_line(group))]));
    }
    match definition.search_weight {
        SearchWeight::Normal => {}
        SearchWeight::None => facts.push(translate(lang, "cli.fields.weight.none")),
        SearchWeight::Strong => facts.push(translate(lang, "cli.fields.weight.strong")),
    }
    for (key, categories) in [("required", &definition.required_in), ("expected", &field.expected_in)] {
        if !categories.is_empty() {
            let categories = one_line(&categories.join(", "));
            facts.push(translate_with(lang, &format!("cli.fields.{key}"), &[("categories", categories)]));
        }
    }
    format!("{:<24} {:<24} {}\n", one_line(&definition.key), one_line(&definition.label()), facts.join(" · "))
}

/// An attribute that is not defined, in one line.
fn render_found(lang: Lang, found: &FoundField) -> String {
    let field_type = translate(lang, &format!("cli.fields.type.{}", name_of(&found.field_type)));
    let items = translate_with(lang, "cli.fields.items", &[("count", found.items.to_string())]);
    format!("{:<24} {field_type} · {items}\n", one_line(&found.key))
}

/// How many values fit, can be read and do not fit, and how many items lack one.
fn render_counts(lang: Lang, preview: &FieldPreview) -> String {
    let counts = [
        ("fitting", preview.fitting),
        ("readable", preview.readable),
        ("misfits", preview.misfits),
        ("lacking", preview.lacking),
    ];
    let named = counts.into_iter().filter(|(key, count)| *count > 0 || *key == "fitting");
    named
        .map(|(key, count)| {
            translate_with(lang, &format!("cli.fields.{key}"), &[("count", count.to_string())]) + "\n"
        })
        .collect()
}

/// The values that do not fit, one a line.
fn render_misfits(preview: &FieldPreview) -> String {
    let line = |misfit: &FieldMisfitValue| {
        format!("{}  {}  {}\n", one_line(&misfit.value), one_line(&misfit.name), misfit.message)
    };
    preview.sample.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{AT, ID, answer};
    use serde_json::json;

    fn dose() -> DefinedField {
        answer(json!({
            "id": ID, "key": "dose", "name": "Dose", "unit": null, "fieldType": "text", "allowed": [],
            "group": "Rótulo", "position": 0, "filterable": true, "searchWeight": "normal", "requiredIn": [],
            "expectedIn": [], "unknownIn": [], "version": 1, "updatedAt": AT, "updatedBy": "ana",
        }))
    }

    #[test]
    fn a_deleted_definition_says_what_stays_and_how_it_comes_back() {
        let said = render_removal(Lang::En, &dose());
        assert!(said.starts_with("Definition of \"Dose\" deleted; the values stay on the items."), "{said}");
        assert!(said.ends_with(&format!("celeiro call restore_field '{{\"id\": \"{ID}\"}}'\n")), "{said}");
    }

    #[test]
    fn an_empty_list_says_so_and_a_group_is_named_as_one() {
        let list =
            |fields: &[DefinedField]| render_lines(Lang::PtBr, fields, "cli.fields.none", render_field);
        assert!(list(&[]).starts_with("Nenhum campo definido ainda."), "{}", list(&[]));
        assert!(list(&[dose()]).ends_with("texto · grupo «Rótulo»\n"), "{}", list(&[dose()]));
    }
}
