//! Doubtful rows of a file, and the ones left out for it.

mod group_titles;

use super::drafts::Drafts;
use crate::import::protocol::{ParsedRecord, ParsedRow, PriceCell};
use crate::import::reader::PART_ROWS;
use crate::import::report::{DoubtedRow, DoubtedRows, ImportWarning, WarningCode};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::import::{
    LeaveOut, LeftOutRows, NameColumn, NameColumnDoubt, RowDoubt, RowSurvey, RowView, TitleLabel,
    counts_rows, is_category_title, is_drawn_line, is_footnote, is_heading, is_own_use, is_page_foot,
    is_printed_moment, is_total_label, is_type_of_no_goods, names_group, names_highlights, names_service,
    names_surcharges, says_unused, split_title_label,
};
use celeiro_store::{PriceDoubt, StagedRow};
use group_titles::GroupTitles;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

/// Rows of one kind that are listed; the rest is counted.
const LISTED: usize = 100;
/// Characters of a name that are told.
const NAME_CHARS: usize = 120;
/// Names that are kept for rows of which something may be said only at the end of the file.
const KEPT_NAMES: usize = 1_000;

/// The doubts about a file, as far as it is read.
#[derive(Clone)]
pub(in crate::import) struct Doubts {
    leaving: LeftOutRows,
    survey: RowSurvey,
    names: NameColumn,
    /// Names of rows with few cells.
    thin: BTreeMap<u32, String>,
    found: BTreeMap<RowDoubt, DoubtedList>,
    left_out: Vec<u32>,
    /// What the titles above say of the rows.
    group: GroupTitles,
    /// Rows that the maker of the workbook has hidden.
    hidden: HashSet<u32>,
    /// Rows that are struck out in the workbook.
    struck: HashSet<u32>,
    /// The last title over what is added to prices, by its row, where no product stands below it so far.
    surcharges: Option<u32>,
}

/// Rows that are odd in one way.
#[derive(Clone, Default)]
struct DoubtedList {
    count: u32,
    left_out: u32,
    rows: Vec<DoubtedRow>,
}

impl Doubts {
    pub fn new(said: &LeaveOut) -> Self {
        Self {
            leaving: LeftOutRows::new(said),
            survey: RowSurvey::default(),
            names: NameColumn::default(),
            thin: BTreeMap::new(),
            found: BTreeMap::new(),
            left_out: Vec::new(),
            group: GroupTitles::default(),
            hidden: HashSet::new(),
            struck: HashSet::new(),
            surcharges: None,
        }
    }

    /// Numbers of the doubtful rows that the import leaves out.
    pub fn left_out_rows(&self) -> &LeftOutRows {
        &self.leaving
    }

    /// Whether the row, which may not even be readable, is left out at once: a header that comes again, a total
    /// without a name, or the title of a group of records.
    pub fn leave_out_at_once(&mut self, row: &ParsedRow, drafts: &Drafts) -> bool {
        let Some(record) = &row.record else { return false };
        let name = record.name.as_deref().or(record.question.as_deref()).unwrap_or_default();
        if is_heading(headed_values(record, drafts)) {
            return self.judge(row.row, RowDoubt::Heading, name, None);
        }
        let price = record.price.as_ref().map(PriceCell::text);
        if let Some(foot) = price.filter(|price| is_page_foot(price)) {
            return self.judge(row.row, RowDoubt::PageFoot, foot, None);
        }
        // The texts of a row are folded only where so few of its cells are filled that it may be of a page.
        if count_filled(record) < 3 {
            let mut texts = std::iter::once(name).chain(texts_of(record)).chain(price);
            if let Some(foot) = texts.find(|text| is_page_foot(text)) {
                return self.judge(row.row, RowDoubt::PageFoot, foot, None);
            }
        }
        // In a file without names a code may begin with such a word, too.
        let lacks_name = name.trim().is_empty()
            && (record.given.has(RecordField::Name) || record.given.has(RecordField::Question));
        // The title of the list with the moment of printing, which comes again on each page.
        if lacks_name && count_filled(record) < 3 && texts_of(record).any(is_printed_moment) {
            let title = texts_of(record).next().unwrap_or_default();
            return self.judge(row.row, RowDoubt::PageFoot, title, None);
        }
        if (lacks_name || counts_rows(name))
            && let Some(label) = texts_of(record).find(|text| is_total_label(text))
        {
            return self.judge(row.row, RowDoubt::Total, label, None);
        }
        if let Some(line) = drawn_line(record, name) {
            return self.judge(row.row, RowDoubt::PageFoot, line, None);
        }
        if let Some((label, title)) = labelled_title(record).and_then(split_title_label) {
            let is_left_out = self.judge(row.row, RowDoubt::GroupTitle, title, None);
            self.note_title(row.row, title);
            if is_left_out {
                self.group.put(row.row, label, title);
            }
            return is_left_out;
        }
        if let Some(remark) = footnote(record, drafts) {
            self.note_title(row.row, &remark);
            return self.judge(row.row, RowDoubt::Footnote, &remark, None);
        }
        let is_hidden = self.hidden.contains(&row.row) || is_marked_deleted(record);
        if is_hidden && self.judge(row.row, RowDoubt::Hidden, name, None) {
            return true;
        }
        if let Some(title) = group_title(record, drafts).or_else(|| group_name(record, drafts)) {
            self.note_title(row.row, &title);
            return self.judge_title(row.row, &title);
        }
        let is_surcharge = self.is_surcharge(row.row, record);
        if is_surcharge || is_no_product(record, name, drafts) {
            return self.judge(row.row, RowDoubt::NotForSale, name, None);
        }
        self.struck.contains(&row.row) && self.judge(row.row, RowDoubt::StruckOut, name, None)
    }

    /// Notes whether a title stands over what is added to the prices of products.
    fn note_title(&mut self, row: u32, title: &str) {
        self.surcharges = names_surcharges(title).then_some(row);
    }

    /// Whether the row is of what is added to prices, by the title above it.
    fn is_surcharge(&mut self, row: u32, record: &ParsedRecord) -> bool {
        // Products of the list are fuller than what is added to their prices.
        let is_sparse = self.surcharges.is_some() && self.survey.is_sparse(count_filled(record));
        let is_below = |title: &u32| is_sparse && row / PART_ROWS == title / PART_ROWS;
        self.surcharges = self.surcharges.filter(is_below);
        self.surcharges.is_some() && record.record_id.is_none()
    }

    /// Notes rows that are hidden in the workbook as doubtful.
    pub fn note_hidden(&mut self, rows: Vec<u32>) {
        self.hidden.extend(rows);
    }

    /// These rows are struck out in the workbook.
    pub fn note_struck(&mut self, rows: Vec<u32>) {
        self.struck.extend(rows);
    }

    /// Whether a row is struck out in the workbook: its product is no longer on sale.
    pub fn is_struck(&self, row: u32) -> bool {
        self.struck.contains(&row)
    }

    /// Notes the title of a group, which is the category of the rows below it.
    fn judge_title(&mut self, row: u32, title: &str) -> bool {
        let is_left_out = self.judge(row, RowDoubt::GroupTitle, title, None);
        if is_left_out && names_highlights(title) {
            self.group.end_category();
        } else if is_left_out && is_category_title(title) {
            self.group.put(row, TitleLabel::Category, title);
        }
        is_left_out
    }

    /// Fills in the row's fields from the titles above it.
    pub fn put_titles(&self, row: u32, record: &mut ParsedRecord) {
        self.group.fill(row, record);
    }

    /// Looks at a row that could be read: `filled` cells of it are, and its price in the file is `cost` where a rule
    /// has made another of it. Whether it is left out, as far as that can be said before the others are read.
    pub fn observe_row(&mut self, staged: &StagedRow, filled: u32, cost: Option<f64>) -> bool {
        let row = staged.row_number.unsigned_abs();
        let text = |field: RecordField| staged.record.get(field.column()).and_then(|value| value.as_str());
        let name = text(RecordField::Name).or_else(|| text(RecordField::Question)).unwrap_or_default();
        let price = cost.or_else(|| text(RecordField::Price).and_then(|price| price.parse().ok()));
        let has_id = staged.external_id.is_some() || staged.record.get("id").is_some();
        let doubt = self.survey.add(RowView { row, name, has_id, price, filled });
        let is_left_out = doubt.is_some_and(|doubt| self.judge(row, doubt, name, price));
        if doubt.is_none() && filled <= 6 && self.thin.len() < KEPT_NAMES {
            self.thin.insert(row, cut_name(name));
        }
        if !name.is_empty() && !is_left_out {
            self.names.add(name);
        }
        is_left_out
    }

    /// Judges the doubts that need all rows; answers the staged rows that the import leaves out.
    pub fn finish(&mut self) -> Vec<i32> {
        for (row, doubt) in std::mem::take(&mut self.survey).finish() {
            let name = self.thin.remove(&row).unwrap_or_default();
            self.judge(row, doubt, &name, None);
        }
        self.thin.clear();
        self.left_out.sort_unstable();
        self.left_out.dedup();
        self.left_out.iter().filter_map(|row| i32::try_from(*row).ok()).collect()
    }

    /// Adds rows whose prices are far from those of their categories to the doubtful rows.
    pub fn add_prices(&mut self, doubts: &[PriceDoubt]) {
        for doubt in doubts {
            let row = doubt.row_number.unsigned_abs();
            self.add(row, RowDoubt::PriceOutOfRange, &doubt.name, doubt.price.parse().ok());
            let listed =
                self.found.get_mut(&RowDoubt::PriceOutOfRange).and_then(|found| found.rows.last_mut());
            if let Some(listed) = listed.filter(|listed| listed.row == row) {
                listed.usual = Some((to_cents(doubt.low), to_cents(doubt.high)));
            }
        }
    }

    /// Notes a row, which is left out before the database sees it where it is; whether so.
    fn judge(&mut self, row: u32, doubt: RowDoubt, name: &str, price: Option<f64>) -> bool {
        let left_out = self.add(row, doubt, name, price);
        if left_out {
            self.left_out.push(row);
        }
        left_out
    }

    /// Notes a row; whether it is left out.
    fn add(&mut self, row: u32, doubt: RowDoubt, name: &str, price: Option<f64>) -> bool {
        let left_out = self.leaving.is_left_out(row, doubt);
        let found = self.found.entry(doubt).or_default();
        found.count += 1;
        found.left_out += u32::from(left_out);
        if found.rows.len() < LISTED {
            found.rows.push(DoubtedRow { row, name: cut_name(name), price, usual: None, left_out });
        }
        left_out
    }

    /// Number of rows that the import left out before the database saw them.
    pub fn left_out_count(&self) -> u32 {
        self.left_out.len() as u32
    }

    /// Lists the doubtful rows for the import's report, the surest doubt first.
    pub fn to_report(&self) -> Vec<DoubtedRows> {
        let told = self.found.iter().map(|(doubt, found)| DoubtedRows {
            doubt: *doubt,
            count: found.count,
            left_out: found.left_out,
            is_left_out: self.leaving.leaves_kind(*doubt),
            rows: found.rows.clone(),
        });
        told.collect()
    }

    /// Warns of a doubtful column of names, `column` in the file, or of doubtful names.
    pub fn of_names(&self, column: &str) -> Option<ImportWarning> {
        let code = match self.names.doubt() {
            Some(NameColumnDoubt::MostlyNumbers) => WarningCode::NamesAreNumbers,
            Some(NameColumnDoubt::MostlyRepeated) => WarningCode::NamesRepeat,
            None => {
                let shared = self.names.shared_names()?;
                let warning = ImportWarning::new(WarningCode::SharedNames, [cut_name(&shared.example)]);
                return Some(warning.with_counts(shared.count, shared.of));
            }
        };
        Some(ImportWarning::new(code, [column]))
    }
}

/// What a row says that has no name and nothing but one text: a merged title over a group of products stands
/// in the first column of the table. Where no column has names, a code may stand alone; a title is without
/// figures.
fn group_title(record: &ParsedRecord, drafts: &Drafts) -> Option<String> {
    let is_named = record.name.as_deref().is_some_and(|name| !name.trim().is_empty());
    if is_named || count_filled(record) != 1 {
        return None;
    }
    let may_be_code = !record.given.has(RecordField::Name) && !drafts.has_column(RecordField::Name);
    let is_title = |title: &String| {
        let letters = title.chars().filter(|c| c.is_alphabetic()).count();
        letters > 0 && (!may_be_code || letters > 2 && !title.chars().any(char::is_numeric))
    };
    texts_of(record).next().map(ToOwned::to_owned).filter(is_title)
}

/// The title of a group in the column of the names of a list of prices: in words of the trade, or in capitals where
/// products have codes, too.
fn group_name(record: &ParsedRecord, drafts: &Drafts) -> Option<String> {
    let name = record.name.as_deref().map(str::trim).unwrap_or_default();
    let is_alone = count_filled(record) == 1 && drafts.has_column(RecordField::Price);
    let is_loud = || !name.chars().any(|c| c.is_lowercase() || c.is_numeric()) && is_category_title(name);
    let is_title = names_group(name) || (drafts.has_column(RecordField::ExternalId) && is_loud());
    (is_alone && is_title).then(|| name.to_owned())
}

/// What a row says that has nothing but a remark about the list.
fn footnote(record: &ParsedRecord, drafts: &Drafts) -> Option<String> {
    if count_filled(record) != 1 {
        return None;
    }
    let name = record.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let of_list = name.filter(|_| drafts.has_column(RecordField::Price));
    let text = of_list.or_else(|| texts_of(record).next().filter(|_| name.is_none()))?;
    is_footnote(text).then(|| text.to_owned())
}

/// Whether the program that wrote the list has deleted the row and left it in its table, as those of Protheus do: it
/// has an old price, and stands before the row that took its place.
fn is_marked_deleted(record: &ParsedRecord) -> bool {
    const MARKS: &str = "D_E_L_E_T_";
    record.attributes.get(MARKS).and_then(Value::as_str).is_some_and(|mark| mark.trim() == "*")
}

/// Whether a row is a service, what its supplier uses itself, or says that it is not to be used. A row with an id of
/// ours is what a dealer has.
fn is_no_product(record: &ParsedRecord, name: &str, drafts: &Drafts) -> bool {
    const TYPE: &str = "B1_TIPO";
    if record.record_id.is_some() || record.question.is_some() {
        return false;
    }
    let kind = record.attributes.get(TYPE).and_then(Value::as_str);
    kind.is_some_and(is_type_of_no_goods)
        || record.category.as_deref().is_some_and(is_own_use)
        || (drafts.is_of_supplier() && (names_service(name) || says_unused(name)))
}

/// What a row says that has nothing but one text.
fn labelled_title(record: &ParsedRecord) -> Option<&str> {
    let name = record.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let text = name.or_else(|| texts_of(record).next());
    text.filter(|_| count_filled(record) == 1)
}

/// The first of the lines drawn with signs that a row has, where it has nothing else.
fn drawn_line<'r>(record: &'r ParsedRecord, name: &'r str) -> Option<&'r str> {
    let price = record.price.as_ref().map(PriceCell::text);
    let texts = || std::iter::once(name).chain(texts_of(record)).chain(price).filter(|text| !text.is_empty());
    // Most rows end the search at their first text.
    let first = texts().next().filter(|text| is_drawn_line(text))?;
    let lines = texts().filter(|text| is_drawn_line(text)).count() as u32;
    (lines == count_filled(record)).then_some(first)
}

/// What stands in the fields in which a row without a name says what it is, and in its attributes.
fn texts_of(record: &ParsedRecord) -> impl Iterator<Item = &str> {
    let of_fields = [&record.external_id, &record.category, &record.description, &record.manufacturer];
    let in_fields = of_fields.into_iter().filter_map(|text| text.as_deref().map(str::trim));
    let in_attributes = record.attributes.values().filter_map(|value| value.as_str());
    in_fields.chain(in_attributes).filter(|text| !text.is_empty())
}

/// How many cells of a row are filled.
pub(in crate::import) fn count_filled(record: &ParsedRecord) -> u32 {
    let texts = [
        &record.record_id,
        &record.external_id,
        &record.name,
        &record.description,
        &record.category,
        &record.manufacturer,
        &record.currency,
        &record.status,
        &record.question,
        &record.answer,
        &record.approved_at,
    ];
    let texts = texts.into_iter().filter(|text| text.as_ref().is_some_and(|text| !text.trim().is_empty()));
    let price = record.price.as_ref().is_some_and(|price| !price.text().trim().is_empty());
    let attributes = record.attributes.values().filter(|value| !value.is_null()).count();
    (texts.count() + attributes) as u32 + u32::from(price) + u32::from(!record.tags.is_empty())
}

/// What stands in the cells that fill fields, beside the folded names of their columns.
fn headed_values<'r>(
    record: &'r ParsedRecord,
    drafts: &'r Drafts,
) -> impl Iterator<Item = (&'r str, &'r str)> {
    let texts = [
        (RecordField::ExternalId, record.external_id.as_deref()),
        (RecordField::Name, record.name.as_deref()),
        (RecordField::Category, record.category.as_deref()),
        (RecordField::Manufacturer, record.manufacturer.as_deref()),
        (RecordField::Price, record.price.as_ref().map(PriceCell::text)),
        (RecordField::Status, record.status.as_deref()),
        (RecordField::Question, record.question.as_deref()),
        (RecordField::Answer, record.answer.as_deref()),
    ];
    texts.into_iter().filter_map(move |(field, text)| Some((text?, drafts.folded_column(field))))
}

/// The beginning of a name, as a doubt shows it.
fn cut_name(name: &str) -> String {
    name.chars().take(NAME_CHARS).collect()
}

/// A price rounded to two decimals, as the usual range of prices is shown.
fn to_cents(price: f64) -> f64 {
    (price * 100.0).round() / 100.0
}
