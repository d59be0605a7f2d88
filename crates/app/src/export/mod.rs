//! Export of the catalog: CSV, XLSX and JSON Lines, streamed so that no file is held in memory.
//!
//! An export is readable by [`crate::import`]: the import of an export changes nothing. By default all records that are
//! not deleted are exported, whatever their status, oldest first, so that a new database that imports the file has them
//! in the same order; alternatively the rows of a grid, in its order. Of a grid's columns the export writes those that
//! an import reads, and always the identifying ones: without them, an import would create the rows as new records. A
//! price has its currency in a column beside it. Records that share name and manufacturer (or their question) and have
//! no external id are identified by their own ids, in an additional column.
//!
//! A CSV cell that a spreadsheet would run as a formula gets an apostrophe, which the import removes again. Deleted
//! records are left out, because an import would restore them. Counted columns are written on request, and an import
//! ignores them.
//!
//! Attributes stand in one column as JSON, or in a column for each (`columns::attributes`), whose name states the type
//! where the cells do not show it. A product feed (`google`) is not read back, and prices of a list in the place of the
//! base are read back as the base.

pub mod api;
mod columns;
mod encode;
pub mod google;
mod pages;
pub mod profiles;
pub mod request;
mod sheet;
pub(crate) mod tasks;
mod view;

use crate::catalog::prices::list_prices::price_by_list;
use crate::catalog::stock::stored_totals::read_stock_totals;
use crate::error::{AppError, Code};
use crate::export::request::{ExportError, ExportFormat, ExportRequest};
pub use crate::export::view::{ExportForm, ExportView};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::prices::PriceList;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use celeiro_domain::text::normalize_text;
use celeiro_store::Store;
use columns::attributes::{AttributeColumns, AttributeSurvey};
use encode::{Encoder, Rest};
use futures::stream::{self, Stream};
use google::LeftOutReason;
use pages::{ExportedRecord, Pages};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::Read as _;
use uuid::Uuid;

/// Most bytes of a part of a workbook.
const PIECE_BYTES: u64 = 1 << 20;

impl From<ExportError> for AppError {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Store(error) => error.into(),
            ExportError::TooManyRows(most) => AppError::new(Code::SheetTooManyRows).with("most", most),
            ExportError::TooLong { record, most } => {
                AppError::new(Code::SheetCellTooLong).with("record", record).with("most", most)
            }
            ExportError::Disk(error) => AppError::unwritable(std::env::temp_dir().display(), &error),
            ExportError::Sheet(reason) => AppError::internal(reason),
        }
    }
}

/// A part of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportPart {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Records written so far.
    pub written: u32,
    /// Records there are.
    pub total: u32,
    /// What was left out so far, and why; nothing but in a feed for shops.
    pub left_out: BTreeMap<LeftOutReason, u32>,
}

/// All records as a file, part by part, as [`of_view`].
pub fn export_records(
    store: &Store,
    request: ExportRequest,
) -> impl Stream<Item = Result<ExportPart, ExportError>> + Send + 'static {
    of_view(store, request, ExportView::default())
}

/// The records that `view` shows as a file, part by part; each is read from the database when it is
/// asked for.
///
/// Records that exist from beginning to end are written exactly once, whatever is saved meanwhile.
pub fn of_view(
    store: &Store,
    request: ExportRequest,
    view: ExportView,
) -> impl Stream<Item = Result<ExportPart, ExportError>> + Send + 'static {
    let pages = pages_of(store, request, &view);
    let begun = ExportWriter { store: store.clone(), request, view, pages, encoder: None, written: 0 };
    stream::try_unfold(Step::Records(Box::new(begun)), |step| async move {
        match step {
            Step::Records(writing) => writing.records().await.map(Some),
            Step::File(file, so_far) => file_part(file, so_far).await,
            Step::Over => Ok(None),
        }
    })
}

/// The records that a view shows.
fn pages_of(store: &Store, request: ExportRequest, view: &ExportView) -> Pages {
    match &view.rows {
        Some(plan) => Pages::of_grid(store.clone(), plan.clone()),
        None => Pages::all(store.clone(), request.kind),
    }
}

/// Where an export is.
enum Step {
    /// Records are left.
    Records(Box<ExportWriter>),
    /// All records are in this file, which is handed over piece by piece.
    File(File, WriteProgress),
    Over,
}

/// An export that is under way.
struct ExportWriter {
    store: Store,
    request: ExportRequest,
    view: ExportView,
    pages: Pages,
    /// None before the first part: what stands above the first record depends on all of them.
    encoder: Option<Encoder>,
    written: u32,
}

/// Records written, and those there are.
#[derive(Clone, Copy)]
struct WriteProgress {
    written: u32,
    total: u32,
}

impl WriteProgress {
    fn part(self, bytes: Vec<u8>) -> ExportPart {
        ExportPart { bytes, written: self.written, total: self.total, left_out: BTreeMap::new() }
    }
}

impl ExportWriter {
    /// The next records, and where the export is behind them.
    async fn records(mut self: Box<Self>) -> Result<(ExportPart, Step), ExportError> {
        let mut encoder = match self.encoder.take() {
            Some(encoder) => encoder,
            None => {
                let twins = self.store.twins(self.request.kind).await?;
                let attributes = survey_attributes(&self.store, self.request, &self.view).await?;
                Encoder::new(self.request, &self.view, attributes, twins)?
            }
        };
        let page = self.pages.next().await?;
        encoder.expect(self.pages.total())?;
        let last = page.is_none();
        let mut page = page.unwrap_or_default();
        put_prices(&self.store, self.view.form.prices.as_ref(), &mut page).await?;
        if encoder.needs_expectations() {
            encoder.expect_attributes(expectations_of(&self.store, &page).await?);
        }
        if let Some(zone) = encoder.zone_of_stock() {
            let items: Vec<&Item> = page.iter().filter_map(ExportedRecord::item).collect();
            let stock = read_stock_totals(&self.store, zone, &items).await?;
            encoder.take_stock(stock);
        }
        if encoder.needs_levels() {
            let ids: Vec<Uuid> = page.iter().filter_map(ExportedRecord::item).map(|item| item.id).collect();
            encoder.take_levels(self.store.stock_of_items(&ids).await?);
        }
        for record in page {
            self.written += encoder.write(&record)?;
        }
        let left_out = encoder.left_out_counts();
        let so_far = WriteProgress { written: self.written, total: self.pages.total().max(self.written) };
        if !last {
            let part = ExportPart { left_out, ..so_far.part(encoder.take()) };
            self.encoder = Some(encoder);
            return Ok((part, Step::Records(self)));
        }
        match run_blocking(move || encoder.finish()).await? {
            Rest::Bytes(bytes) => Ok((ExportPart { left_out, ..so_far.part(bytes) }, Step::Over)),
            Rest::File(file) => Ok((so_far.part(Vec::new()), Step::File(file, so_far))),
        }
    }
}

/// The columns of single attributes, by all values that are to be written; none where all stand in one.
async fn survey_attributes(
    store: &Store,
    request: ExportRequest,
    view: &ExportView,
) -> Result<Option<AttributeColumns>, ExportError> {
    let is_table = matches!(request.format, ExportFormat::Csv | ExportFormat::Xlsx);
    if !view.form.attribute_columns || !is_table || request.kind != Kind::Items {
        return Ok(None);
    }
    let key_of = |column: &Column| match column {
        Column::Attribute(key) => Some(key.clone()),
        _ => None,
    };
    let wanted: Option<HashSet<String>> =
        view.columns.as_ref().map(|columns| columns.iter().filter_map(key_of).collect());
    if wanted.as_ref().is_some_and(HashSet::is_empty) {
        return Ok(None);
    }
    let mut survey = AttributeSurvey::new(view.form.dialect, wanted);
    let mut pages = pages_of(store, request, view);
    while let Some(page) = pages.next().await? {
        for item in page.iter().filter_map(ExportedRecord::item) {
            survey.take(item);
        }
    }
    let keys = store.attribute_keys().await?;
    Ok(survey.into_columns(&keys, &store.field_definitions().await?))
}

/// Puts the prices of a list in the place of the base.
async fn put_prices(
    store: &Store,
    list: Option<&PriceList>,
    page: &mut [ExportedRecord],
) -> Result<(), ExportError> {
    let Some(list) = list else { return Ok(()) };
    let items = page.iter_mut().filter_map(|record| match record {
        ExportedRecord::Item(item) => Some(&mut **item),
        ExportedRecord::Faq(_) => None,
    });
    Ok(price_by_list(store, list, items).await?)
}

/// What the categories of a page expect.
async fn expectations_of(
    store: &Store,
    page: &[ExportedRecord],
) -> Result<HashMap<String, Vec<String>>, ExportError> {
    let categories = page.iter().filter_map(|record| record.item()?.category.as_deref());
    let folded: HashSet<String> = categories.map(normalize_text).collect();
    let folded: Vec<String> = folded.into_iter().collect();
    Ok(store.expected_attributes(&folded).await?)
}

/// The next piece of a workbook that is already whole; `None` at its end.
async fn file_part(file: File, so_far: WriteProgress) -> Result<Option<(ExportPart, Step)>, ExportError> {
    let (bytes, file) = run_blocking(move || {
        let mut bytes = Vec::new();
        (&file).take(PIECE_BYTES).read_to_end(&mut bytes)?;
        Ok::<_, ExportError>((bytes, file))
    })
    .await?;
    Ok((!bytes.is_empty()).then(|| (so_far.part(bytes), Step::File(file, so_far))))
}
