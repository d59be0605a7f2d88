//! `celeiro duplicates`: products that stand in the catalog several times, and joining them.

use crate::failure::Failure;
use crate::output;
use crate::render::cards::{format_money, one_line, shorten_text};
use crate::session::Session;
use celeiro_app::catalog::duplicates::{
    DuplicatePage, DuplicateProduct, DuplicateProducts, JoinItems, JoinOutcome, JoinPreview, JoinedItem,
    ListDuplicates, PreviewJoin, find_product, join_items, list_duplicates, preview_join,
};
use celeiro_app::messages::{field_name, name_of, translate, translate_with};
use celeiro_app::{App, Caller};
use celeiro_domain::catalog::Package;
use celeiro_domain::catalog::duplicates::{
    DuplicateEvidence, FieldChoice, JoinChoices, JoinedField, JoinedPackage, LabelChoice,
};
use celeiro_domain::search::Lang;
use clap::{Args, Subcommand};
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub enum Duplicates {
    List {
        #[arg(long, value_name = "COUNT")]
        limit: Option<u32>,
        #[arg(long, value_name = "COUNT")]
        offset: Option<u32>,
    },
    Join(Join),
}

#[derive(Debug, Args)]
pub struct Join {
    #[arg(value_name = "ITEM")]
    pub stays: String,
    #[arg(value_name = "ITEM", required = true, num_args = 1..)]
    pub others: Vec<String>,
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    #[arg(long = "label", value_name = "ITEM=LABEL")]
    pub labels: Vec<String>,
    #[arg(long = "take", value_name = "FIELD=ITEM")]
    pub fields: Vec<String>,
    #[arg(long)]
    pub yes: bool,
}

/// Characters of a value that are printed.
const VALUE: usize = 60;

/// Runs `celeiro duplicates`.
pub async fn run_duplicates(session: &Session, action: Duplicates) -> Result<(), Failure> {
    match action {
        Duplicates::List { limit, offset } => {
            let page = session.ask(list_duplicates, ListDuplicates { offset, limit }).await?;
            session.print(&page, || render_page(session.lang, &page))
        }
        Duplicates::Join(args) => {
            session.with_app(async |app, caller| join(session, (app, caller), &args).await).await
        }
    }
}

/// Shows what a join makes of the products, and joins them where that was said.
async fn join(session: &Session, (app, caller): (&App, &Caller), args: &Join) -> Result<(), Failure> {
    let lang = session.lang;
    let stays = find_product(app, &args.stays).await?;
    let mut others = Vec::new();
    for other in &args.others {
        others.push(find_product(app, other).await?);
    }
    let choices = read_choices(lang, app, args).await?;
    let asked = PreviewJoin { stays, others, choices: choices.clone() };
    let preview = preview_join(app, caller, asked).await?;
    if !args.yes {
        output::print_translated(lang, "cli.duplicates.addYes", &[]);
        return session.print(&preview, || render_preview(lang, &preview));
    }
    let mut members = preview.products.iter().map(|item| JoinedItem { id: item.id, version: item.version });
    let Some(stays) = members.next() else { return Ok(()) };
    let request = JoinItems { stays, others: members.collect(), choices, operation_id: None };
    let outcome = join_items(app, caller, request).await?;
    session.print(&outcome, || render_outcome(lang, &preview, &outcome))
}

/// What was chosen by options.
async fn read_choices(lang: Lang, app: &App, args: &Join) -> Result<JoinChoices, Failure> {
    let mut choices = JoinChoices { name: args.name.clone(), ..JoinChoices::default() };
    for pair in &args.labels {
        let (item, label) = split_pair(lang, "--label", pair)?;
        choices.labels.push(LabelChoice { item: find_product(app, item).await?, label: label.to_owned() });
    }
    for pair in &args.fields {
        let (field, item) = split_pair(lang, "--take", pair)?;
        choices.fields.push(FieldChoice { field: field.to_owned(), from: find_product(app, item).await? });
    }
    Ok(choices)
}

fn split_pair<'a>(lang: Lang, option: &str, pair: &'a str) -> Result<(&'a str, &'a str), Failure> {
    pair.split_once('=').ok_or_else(|| {
        let words = [("option", option.to_owned()), ("value", pair.to_owned())];
        Failure::usage(translate_with(lang, "cli.usage.pair", &words))
    })
}

fn render_page(lang: Lang, page: &DuplicatePage) -> String {
    if page.rows.is_empty() {
        return format!("{}\n", translate(lang, "cli.duplicates.none"));
    }
    let total = translate_with(lang, "cli.duplicates.total", &[("count", page.total.to_string())]);
    let groups = page.rows.iter().map(|group| render_group(lang, group));
    groups.chain([format!("{total}\n")]).collect()
}

/// The products of a group with what to call them by, and below them what speaks for the group.
fn render_group(lang: Lang, group: &DuplicateProducts) -> String {
    let mut out: String = group.products.iter().map(|product| render_product(lang, product)).collect();
    let words: Vec<String> = group.evidence.iter().map(|evidence| render_evidence(lang, evidence)).collect();
    out += &format!("  {}\n\n", words.join("; "));
    out
}

fn render_product(lang: Lang, product: &DuplicateProduct) -> String {
    let code = product.external_id.clone().unwrap_or_else(|| product.id.to_string());
    let price =
        product.price.map(|price| format!("  {}", format_money(lang, &price.to_string(), &product.currency)));
    format!("{:<24} {}{}\n", one_line(&code), one_line(&product.name), price.unwrap_or_default())
}

fn render_evidence(lang: Lang, evidence: &DuplicateEvidence) -> String {
    let key = format!("cli.duplicates.evidence.{}", name_of(&evidence.kind));
    translate_with(lang, &key, &[("value", shorten_text(&one_line(&evidence.value), VALUE))])
}

/// What each product becomes, and the fields in which they differ.
fn render_preview(lang: Lang, preview: &JoinPreview) -> String {
    let name = |id: Uuid| {
        let product = preview.products.iter().find(|product| product.id == id);
        product.map(|product| one_line(&product.name)).unwrap_or_default()
    };
    let currency = preview.products.first().map_or("BRL", |product| product.currency.as_str());
    let mut out = format!("{}\n", one_line(&preview.name));
    for package in &preview.packages {
        out += &format!("  {} → {}\n", name(package.item), render_package(lang, currency, package));
    }
    for field in &preview.fields {
        out += &render_field(lang, field, &name);
    }
    out
}

fn render_package(lang: Lang, currency: &str, joined: &JoinedPackage) -> String {
    let mut out = match &joined.package {
        Some(Package { label, code, ean, price, .. }) => {
            let price = price.map(|price| format_money(lang, &price.to_string(), currency));
            let facts = [Some(one_line(label)), code.as_deref().map(one_line), ean.clone(), price];
            facts.into_iter().flatten().collect::<Vec<String>>().join(" · ")
        }
        None => translate(lang, "cli.duplicates.noPackage"),
    };
    if joined.is_same {
        out += &format!(" ({})", translate(lang, "cli.duplicates.same"));
    }
    for lost in &joined.lost {
        let words = [("field", field_name(lang, &lost.field)), ("value", one_line(&lost.value.to_string()))];
        out += &format!(" [{}]", translate_with(lang, "cli.duplicates.lost", &words));
    }
    out
}

fn render_field(lang: Lang, field: &JoinedField, name: &impl Fn(Uuid) -> String) -> String {
    let mut out = format!("  {}\n", one_line(&field.field));
    for value in &field.values {
        let key = if value.item == field.from { "cli.duplicates.stays" } else { "cli.duplicates.isLost" };
        let shown = match value.value.is_null() {
            true => "-".to_owned(),
            false => shorten_text(&one_line(&value.value.to_string()), VALUE),
        };
        out += &format!("    {}: {shown}  ({})\n", translate(lang, key), name(value.item));
    }
    out
}

fn render_outcome(lang: Lang, preview: &JoinPreview, outcome: &JoinOutcome) -> String {
    let words = [
        ("name", one_line(&preview.name)),
        ("count", outcome.joined.to_string()),
        ("operation", outcome.operation_id.to_string()),
    ];
    format!("{}\n", translate_with(lang, "cli.duplicates.joined", &words))
}
