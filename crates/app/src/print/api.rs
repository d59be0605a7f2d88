//! Operations that print a price list or shelf labels as a downloadable PDF.

use super::labels::lay_out_labels;
use super::pdf::write_pdf;
use super::price_table::{TableHead, lay_out_prices};
use super::rows::{ListPrices, count_packages, group_items};
use super::text::clean_line;
use super::typeface::Typefaces;
use crate::app::{App, Caller};
use crate::catalog::prices::lists::{find_price_list, today};
use crate::error::{AppError, Code};
use crate::export::api::{DownloadReady, find_ready_download};
use crate::files::transfer::api::owner_of;
use crate::messages::{translate, translate_with};
use crate::runtime::blocking::run_blocking;
use crate::sheet::grid::plan_grid;
use celeiro_domain::catalog::prices::PriceList;
use celeiro_domain::catalog::{Item, Status};
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::sheet::{Ask, Column, Condition, GridQuery, GridTest};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::io::Write as _;
use uuid::Uuid;

/// Items that a document has at most.
pub const MAX_ITEMS: usize = 5_000;
/// Packages that a document has at most.
pub const MAX_PACKAGES: usize = 20_000;
/// Categories that a refusal looks at.
const NAMED_CATEGORIES: i64 = 20;
/// Items that are read at once.
const CHUNK: usize = 1_000;

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PrintForm {
    /// A table by category, with what each package costs.
    Prices,
    /// Labels for shelves, 24 on a page.
    Labels,
}

/// A document to be printed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PrintCatalog {
    /// What it is.
    pub form: PrintForm,
    /// The price list whose prices are printed; those of the counter where absent.
    #[serde(default)]
    pub list: Option<Uuid>,
    /// Of which items, as a grid is asked, whatever its page and order; of all where absent. What is not active is
    /// never printed.
    #[serde(default)]
    pub query: Option<GridQuery>,
}

/// A document as a file.
pub struct PrintedDocument {
    /// A name for it.
    pub name: String,
    /// The PDF.
    pub bytes: Vec<u8>,
}

/// A price list or labels for shelves as a PDF, by category and name. At most 5,000 items with 20,000 packages.
///
/// # Errors
/// `print_empty` where no active item fits, `print_too_large`; `not_found` where there is no such list; `unknown_filter`, `invalid_filter`, `disk_full`.
pub async fn print_catalog(
    app: &App,
    caller: &Caller,
    request: PrintCatalog,
) -> Result<DownloadReady, AppError> {
    let document = make_document(app, caller, request).await?;
    let (transfers, owner) = (app.transfers().clone(), owner_of(caller));
    let id = run_blocking(move || {
        let (id, mut file) = transfers.begin_download(document.name, "application/pdf", owner)?;
        match file.write_all(&document.bytes) {
            Ok(()) => transfers.finish_download(id, document.bytes.len() as u64)?,
            Err(error) => {
                transfers.drop_download(id);
                return Err(AppError::unwritable("transfers", &error));
            }
        }
        Ok::<_, AppError>(id)
    })
    .await?;
    find_ready_download(app, id)
}

/// Renders a price list or shelf labels as a PDF in memory.
///
/// # Errors
/// As [`print_catalog`], but `disk_full`.
pub async fn make_document(
    app: &App,
    caller: &Caller,
    request: PrintCatalog,
) -> Result<PrintedDocument, AppError> {
    let (lang, form, today) = (caller.lang, request.form, today(app));
    let list = match request.list {
        None => None,
        Some(id) => Some(find_price_list(app, id).await?),
    };
    let items = load_items(app, request.query).await?;
    let own = match &list {
        None => ListPrices::default(),
        Some(list) => load_prices(app, list, &items).await?,
    };
    let head = write_head(list.as_ref(), today, lang);
    let bytes = run_blocking(move || {
        let (faces, groups) = (Typefaces::load()?, group_items(&items, &own, lang));
        let pages = match form {
            PrintForm::Prices => lay_out_prices(&head, &groups, lang, &faces),
            PrintForm::Labels => lay_out_labels(&groups, lang, &faces),
        };
        write_pdf(&pages, &head.title, lang, &faces)
    })
    .await?;
    let key = match form {
        PrintForm::Prices => "print.priceFile",
        PrintForm::Labels => "print.labelFile",
    };
    Ok(PrintedDocument { name: format!("{}-{today}.pdf", translate(lang, key)), bytes })
}

/// Finds the categories of a printout's query, named beside each other, that have no item to print.
///
/// # Errors
/// `unknown_filter`, `invalid_filter`.
pub async fn find_empty_categories(app: &App, query: &GridQuery) -> Result<Vec<String>, AppError> {
    let mut empty = Vec::new();
    for (at, filter) in query.filters.iter().enumerate() {
        let is_of_categories = Column::parse(Kind::Items, &filter.column) == Some(Column::Category);
        if !is_of_categories || filter.test != GridTest::Is || filter.values.len() < 2 {
            continue;
        }
        for name in &filter.values {
            let mut alone = query.clone();
            alone.filters[at].values = vec![name.clone()];
            if find_active_ids(app, alone).await?.is_empty() {
                empty.push(clean_line(name));
            }
        }
    }
    Ok(empty)
}

/// The active items of a query.
async fn load_items(app: &App, query: Option<GridQuery>) -> Result<Vec<Item>, AppError> {
    // A filter by completeness goes by them.
    app.store().renew_expectations().await?;
    let ids = find_active_ids(app, query.unwrap_or_default()).await?;
    if ids.is_empty() {
        return Err(refuse_empty(app).await?);
    }
    require_room(ids.len(), 0)?;
    let mut items = Vec::with_capacity(ids.len());
    for ids in ids.chunks(CHUNK) {
        items.extend(app.store().items(ids).await?);
    }
    require_room(items.len(), count_packages(&items))?;
    Ok(items)
}

/// The ids of the active items of a query.
async fn find_active_ids(app: &App, mut query: GridQuery) -> Result<Vec<Uuid>, AppError> {
    query.sort.clear();
    let mut plan = plan_grid(Kind::Items, &query)?;
    let is_active = Ask::Is(vec![Status::Ativo.as_str().to_owned()]);
    plan.conditions.push(Condition { column: Column::Status, ask: is_active });
    Ok(app.store().grid_ids(&plan).await?)
}

/// The refusal of a document without an item, which names categories that have some.
async fn refuse_empty(app: &App) -> Result<AppError, AppError> {
    let (categories, _) = app.store().categories(NAMED_CATEGORIES).await?;
    let named: Vec<String> = categories
        .into_iter()
        .filter(|category| category.active > 0)
        .map(|category| clean_line(&category.name))
        .collect();
    let named = if named.is_empty() { "–".to_owned() } else { named.join(", ") };
    Ok(AppError::new(Code::PrintEmpty).with("categories", named))
}

/// Refuses more items or packages than a document has.
fn require_room(items: usize, packages: usize) -> Result<(), AppError> {
    if items > MAX_ITEMS || packages > MAX_PACKAGES {
        return Err(AppError::new(Code::PrintTooLarge)
            .with("items", MAX_ITEMS)
            .with("packages", MAX_PACKAGES));
    }
    Ok(())
}

async fn load_prices(app: &App, list: &PriceList, items: &[Item]) -> Result<ListPrices, AppError> {
    let ids: Vec<Uuid> = items.iter().map(|item| item.id).collect();
    let own = app.store().own_prices_of_items(list.id, &ids).await?;
    Ok(ListPrices { rule: list.rule, own })
}

/// What prices they are, of which day, and when they are valid. A list is printed whether it is valid today or not.
fn write_head(list: Option<&PriceList>, today: NaiveDate, lang: Lang) -> TableHead {
    let day = |day: NaiveDate| day.format(if lang == Lang::En { "%Y-%m-%d" } else { "%d/%m/%Y" }).to_string();
    let mut facts = vec![translate_with(lang, "print.day", &[("day", day(today))])];
    let title = match list {
        None => translate(lang, "print.counter"),
        Some(list) => {
            let from = list.valid_from.map(|from| ("from", day(from)));
            let until = list.valid_until.map(|until| ("until", day(until)));
            let key = match (&from, &until) {
                (Some(_), Some(_)) => Some("print.validFromUntil"),
                (Some(_), None) => Some("print.validFrom"),
                (None, Some(_)) => Some("print.validUntil"),
                (None, None) => None,
            };
            let days: Vec<(&'static str, String)> = from.into_iter().chain(until).collect();
            facts.extend(key.map(|key| translate_with(lang, key, &days)));
            if !list.active {
                facts.push(translate(lang, "print.notInUse"));
            }
            translate_with(lang, "print.list", &[("name", clean_line(&list.name))])
        }
    };
    TableHead { title, facts: facts.join(" · ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_has_room_for_so_many_and_no_more() {
        assert!(require_room(MAX_ITEMS, MAX_PACKAGES).is_ok());
        for (items, packages) in [(MAX_ITEMS + 1, 0), (1, MAX_PACKAGES + 1)] {
            let refused = require_room(items, packages).unwrap_err();
            assert_eq!(refused.code(), Code::PrintTooLarge);
            let said = refused.to_body(Lang::En).message;
            assert!(said.contains("5000 items") && said.contains("20000 packages"), "{said}");
        }
    }
}
