//! Column mapping: a person's choice overrides the column's name, and of several columns named like one field the best
//! match gets the field; the others are attributes: with `id` and `sku`, the id is the external id.

mod attribute_mark;
mod names;
mod stock_column;
mod stock_names;
mod synonyms;

pub(crate) use attribute_mark::{mark_attribute, split_attribute_mark};
pub use names::REMARK;
pub(crate) use names::display_name;
pub(in crate::import) use names::is_remark;
pub(super) use names::{
    JOINT, field_of, fold_name, is_key_field, is_price_band, is_same, name_of_unnamed, names_price_level,
    names_record, needed_fields, speaks_of_price, split_bands,
};
pub use stock_column::StockColumn;
pub(crate) use stock_names::find_stock_columns;

use crate::import::protocol::{ParserJob, UnfilledColumn};
use crate::import::report::{ImportWarning, WarningCode};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use names::{is_of, names_goods, other_kind, says_taxes, second_field};
use std::collections::{HashMap, HashSet};

/// The rank of a name by which people meant a field in other files.
const LEARNED_RANK: usize = 50;

/// What is known of columns before the file is: which records it has, and what a person chose.
#[derive(Debug, Clone, Copy)]
pub(super) struct Knowledge<'a> {
    pub kind: Kind,
    /// Names of columns and the field that each fills.
    pub map: &'a [(String, RecordField)],
    /// Names of columns that fill no field.
    pub unfilled: &'a [(String, UnfilledColumn)],
    /// Folded names of columns and the fields that people gave to them in other files.
    pub learned: &'a [(String, RecordField)],
    /// What the cells below say where no name does.
    pub by_cells: FieldsByCells,
}

/// Columns that are a field by their cells where no name says which one is, or are none although their name says
/// one, by their places from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FieldsByCells {
    pub name: Option<usize>,
    pub price: Option<usize>,
    /// A column that is called as that of the packages and holds something else.
    pub other_packages: Option<usize>,
}

impl<'a> Knowledge<'a> {
    /// Borrows what a parser's job knows of the columns of a file.
    pub fn of(job: &'a ParserJob) -> Self {
        Self { map: &job.map, unfilled: &job.unfilled, learned: &job.learned, ..Self::of_names(job.kind) }
    }

    /// Where no person chose anything, and only names of columns are known.
    pub const fn of_names(kind: Kind) -> Self {
        Self {
            kind,
            map: &[],
            unfilled: &[],
            learned: &[],
            by_cells: FieldsByCells { name: None, price: None, other_packages: None },
        }
    }

    /// Whether the column `name` of the file is left out.
    pub fn is_left_out(&self, name: &str) -> bool {
        is_remark(name)
            || self.unfilled.iter().any(|(said, to)| *to == UnfilledColumn::Nothing && is_same(said, name))
    }

    /// Whether a person said that the column of this name fills no field.
    fn is_unfilled(&self, name: &str) -> bool {
        self.unfilled.iter().any(|(said, _)| is_same(said, name))
    }

    /// Whether a person gave the field to a column.
    fn is_given(&self, field: RecordField) -> bool {
        self.map.iter().any(|(_, given)| *given == field)
    }

    /// The field that a column of this name is, and how good a name for it that is (0 is best).
    pub fn field_of(&self, name: &str) -> Option<(RecordField, usize)> {
        if is_remark(name) || self.is_unfilled(name) {
            return None;
        }
        if let Some((_, field)) = self.map.iter().find(|(said, _)| is_same(said, name)) {
            return Some((*field, 0));
        }
        let known = self.usual_field_of(name)?;
        // A field that a person gave to one column belongs to no other.
        (!self.is_given(known.0)).then_some((known.0, known.1 + 1))
    }

    /// The field of a column by what people said of columns of this name before, or by the name itself. What was
    /// said elsewhere is surer than words of the trade, and less sure than a name that says the field.
    fn usual_field_of(&self, name: &str) -> Option<(RecordField, usize)> {
        if split_attribute_mark(name).is_some() {
            return None;
        }
        let known = field_of(self.kind, name);
        let folded = normalize_text(name);
        let learned = self.learned.iter().find(|(said, _)| *said == folded).map(|(_, field)| *field);
        match (learned, known) {
            (Some(field), Some((same, rank))) if field == same => Some((field, rank.min(LEARNED_RANK))),
            (Some(field), _) => Some((field, LEARNED_RANK)),
            (None, known) => known,
        }
    }

    /// The field that a column of this name is where neither the field nor the column is taken.
    fn second_field_of(&self, name: &str) -> Option<RecordField> {
        let first = self.field_of(name).filter(|(_, rank)| self.kind == Kind::Items && *rank > 0)?.0;
        let second = second_field(name)?;
        (!self.is_given(second) && first != second).then_some(second)
    }

    /// The field that a column below a band is by its own name, where no person said what the column is.
    fn field_below(&self, name: &str, leaf: &str) -> Option<RecordField> {
        if self.is_unfilled(name) { None } else { self.field_of(leaf).map(|(field, _)| field) }
    }

    /// Whether a column below a band is a price by the band, where no person said what it or the price is.
    fn is_priced_by(&self, name: &str, band: &str) -> bool {
        let is_price = self.kind == Kind::Items && is_price_band(band);
        self.field_below(name, band) == Some(RecordField::Price)
            || (is_price && !self.is_given(RecordField::Price) && !self.is_unfilled(name))
    }

    /// The field that the column at `at` is by its cells, where no person said what it or the field is.
    fn field_by_cells(&self, name: &str, at: usize) -> Option<(RecordField, usize)> {
        let field = match Some(at) {
            at if at == self.by_cells.price => RecordField::Price,
            at if at == self.by_cells.name => RecordField::Name,
            _ => return None,
        };
        let is_attribute = split_attribute_mark(name).is_some();
        (!self.is_given(field) && !self.is_unfilled(name) && !is_attribute).then_some((field, at))
    }

    /// Whether the column at `at`, which is the field by a name of this rank, is another thing by its cells. What a
    /// person said it is, it is.
    fn is_other_by_cells(&self, (field, rank): (RecordField, usize), at: usize) -> bool {
        field == RecordField::Packages && rank > 0 && self.by_cells.other_packages == Some(at)
    }

    /// The first column that a person named and `names` lack.
    pub fn find_absent_column(&self, names: &[String]) -> Option<&'a str> {
        let is_there =
            |said: &str| names.iter().enumerate().any(|(at, name)| is_same(said, &display_name(name, at)));
        self.map.iter().map(|(said, _)| said.as_str()).find(|said| !is_there(said))
    }
}

/// Where the cells of a column go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    Field(RecordField),
    Attribute(String),
    Nowhere,
}

impl Target {
    /// The record field that the file's column is mapped to.
    pub fn field(&self) -> Option<RecordField> {
        match self {
            Target::Field(field) => Some(*field),
            Target::Attribute(_) | Target::Nowhere => None,
        }
    }
}

/// What the columns of a header are called.
#[derive(Debug)]
pub(super) struct ColumnNames {
    /// By column; empty where it has no name. No two are the same: a person who says what one column is
    /// says nothing of another.
    pub names: Vec<String>,
    /// The names that several columns have; all but the first are numbered.
    pub repeated: Vec<String>,
}

impl ColumnNames {
    /// The names of the columns of a header: as `joined` says, where it does, or as their cells do.
    pub fn new(cells: &[String], joined: Option<&[String]>) -> Self {
        let name_of = |at: usize| joined.and_then(|names| names.get(at)).unwrap_or(&cells[at]);
        let unnamed = (0..cells.len()).filter(|at| name_of(*at).trim().is_empty());
        let mut taken: HashSet<String> = unnamed.map(|at| normalize_text(&name_of_unnamed(at))).collect();
        let mut counts: HashMap<String, usize> = HashMap::new();
        let (mut names, mut repeated) = (Vec::with_capacity(cells.len()), Vec::new());
        for at in 0..cells.len() {
            let name = name_of(at);
            let folded = match normalize_text(name) {
                // `%` folds to nothing.
                folded if folded.is_empty() => name.trim().to_owned(),
                folded => folded,
            };
            if folded.is_empty() || taken.insert(folded.clone()) {
                names.push(name.clone());
                continue;
            }
            // The number that was given last is remembered: thousands of columns may have one name.
            let count = counts.entry(folded).or_insert(1);
            let mut numbered = String::new();
            while numbered.is_empty() || !taken.insert(normalize_text(&numbered)) {
                *count += 1;
                numbered = format!("{} {count}", name.trim());
            }
            repeated.push(name.trim().to_owned());
            names.push(numbered);
        }
        Self { names, repeated }
    }
}

/// The columns of a table.
#[derive(Debug)]
pub(super) struct Columns {
    pub targets: Vec<Target>,
    /// The names in the file of the columns that fill a field.
    pub names: Vec<(RecordField, String)>,
    pub warnings: Vec<ImportWarning>,
    /// Which columns have no name, by their places from 0.
    unnamed: HashSet<usize>,
    /// Whether the other kind of records is what stands here.
    is_foreign: bool,
}

impl Columns {
    /// Reads a header, whose names are those of [`ColumnNames`].
    pub fn read(known: Knowledge<'_>, header: &[String]) -> Self {
        let kind = known.kind;
        let best = best_names(known, header.iter().map(String::as_str));
        let (targets, names, warnings) = (Vec::new(), Vec::new(), Vec::new());
        let is_foreign = is_of(other_kind(kind), header);
        let unnamed = HashSet::new();
        let mut columns = Columns { targets, names, warnings, unnamed, is_foreign };
        let mut ignored = Vec::new();
        for (at, name) in header.iter().enumerate() {
            let name = name.trim();
            let is_field = best.iter().find(|(_, index)| **index == at);
            let is_left_out = known.is_left_out(&display_name(name, at));
            if name.is_empty() && is_field.is_none() && !is_left_out {
                columns.unnamed.insert(at);
            }
            columns.targets.push(match (is_field, kind) {
                (Some((field, _)), _) => {
                    columns.names.push((*field, display_name(name, at).into_owned()));
                    Target::Field(*field)
                }
                (None, _) if is_left_out => Target::Nowhere,
                (None, Kind::Faqs) => {
                    ignored.extend((!name.is_empty()).then(|| name.to_owned()));
                    Target::Nowhere
                }
                (None, Kind::Items) => Target::Attribute(display_name(name, at).into_owned()),
            });
        }
        let beside = columns.list_names_beside(header);
        for (code, names) in [(WarningCode::IgnoredColumns, ignored), (WarningCode::TablesBeside, beside)] {
            if !names.is_empty() {
                columns.warnings.push(ImportWarning::new(code, names));
            }
        }
        columns
    }

    /// The attributes below other bands that are called as the column of the names is.
    fn list_names_beside(&self, header: &[String]) -> Vec<String> {
        let leaf_of = |name: &str| split_bands(name).map(|(_, leaf)| normalize_text(leaf));
        let is_name = |target: &Target| target.field() == Some(RecordField::Name);
        let Some(leaf) = self.targets.iter().position(is_name).and_then(|at| leaf_of(&header[at])) else {
            return Vec::new();
        };
        let columns = header.iter().zip(&self.targets);
        let is_beside = |(name, target): &(&String, &Target)| {
            matches!(target, Target::Attribute(_)) && leaf_of(name).is_some_and(|one| one == leaf)
        };
        columns.filter(is_beside).map(|(name, _)| name.trim().to_owned()).collect()
    }

    /// Whether the column at this place, from 0, has no name, or stands to the right of the header.
    pub fn is_unnamed(&self, at: usize) -> bool {
        at >= self.targets.len() || self.unnamed.contains(&at)
    }

    /// The first field that a new record needs and no column fills; none where ids, our own or external
    /// ones, name the records that the other columns change, as in a list of prices.
    pub fn missing_field(&self, kind: Kind) -> Option<RecordField> {
        let fields: Vec<RecordField> = self.names.iter().map(|(field, _)| *field).collect();
        find_missing_field(kind, &fields, self.is_foreign)
    }
}

/// Whether a header names what a new record needs, and every column that a person named.
pub(super) fn is_complete(known: Knowledge<'_>, names: &[String]) -> bool {
    let fields: Vec<RecordField> = best_names(known, names.iter().map(String::as_str)).into_keys().collect();
    let is_foreign = is_of(other_kind(known.kind), names);
    find_missing_field(known.kind, &fields, is_foreign).is_none() && known.find_absent_column(names).is_none()
}

/// What of the needed none of these fields is; `is_foreign` where they stand beside all that the other
/// kind of records needs.
fn find_missing_field(kind: Kind, fields: &[RecordField], is_foreign: bool) -> Option<RecordField> {
    let changes = |field: &RecordField| match kind {
        Kind::Items => !matches!(field, RecordField::ExternalId | RecordField::RecordId),
        Kind::Faqs => matches!(field, RecordField::Question | RecordField::Answer | RecordField::ApprovedAt),
    };
    let has_ids = fields.contains(&RecordField::ExternalId) || fields.contains(&RecordField::RecordId);
    if has_ids && !is_foreign && fields.iter().any(changes) {
        return None;
    }
    needed_fields(kind).iter().copied().find(|field| !fields.contains(field))
}

/// For each field the index of its best-named column, the first of equals.
pub(super) fn best_names<'a>(
    known: Knowledge<'_>,
    names: impl Iterator<Item = &'a str>,
) -> HashMap<RecordField, usize> {
    let mut best: HashMap<RecordField, (usize, usize)> = HashMap::new();
    let mut second: Vec<(RecordField, usize)> = Vec::new();
    let mut below = NamesBelow::default();
    let mut by_cells: Vec<(RecordField, usize)> = Vec::new();
    let mut described: Vec<usize> = Vec::new();
    for (at, name) in names.enumerate() {
        let name = display_name(name, at);
        if let Some((field, rank)) = known.field_of(&name)
            && !known.is_other_by_cells((field, rank), at)
        {
            let so_far = best.entry(field).or_insert((rank, at));
            *so_far = (*so_far).min((rank, at));
        }
        if known.map.iter().all(|(said, _)| !is_same(said, &name)) && names_goods(&name) {
            described.push(at);
        }
        second.extend(known.second_field_of(&name).map(|field| (field, at)));
        below.add(&name, at);
        by_cells.extend(known.field_by_cells(&name, at));
    }
    let mut best: HashMap<RecordField, usize> =
        best.into_iter().map(|(field, (_, at))| (field, at)).collect();
    for (field, at) in second.into_iter().chain(below.fields(known)).chain(by_cells) {
        if best.values().all(|taken| *taken != at) {
            best.entry(field).or_insert(at);
        }
    }
    name_by_description(known, &described, &mut best);
    best
}

/// In a list of prices without names, what suppliers call *Descrição* are the names.
fn name_by_description(known: Knowledge<'_>, described: &[usize], best: &mut HashMap<RecordField, usize>) {
    let is_list = known.kind == Kind::Items && best.contains_key(&RecordField::Price);
    let is_named = best.contains_key(&RecordField::Name) || known.is_given(RecordField::Name);
    let described = best.get(&RecordField::Description).copied().filter(|at| described.contains(at));
    if let Some(at) = described.filter(|_| is_list && !is_named) {
        best.remove(&RecordField::Description);
        best.insert(RecordField::Name, at);
    }
}

/// Columns below bands: several have the same band, which tells them from names with a slash.
#[derive(Default)]
struct NamesBelow {
    bands: HashMap<String, usize>,
    columns: Vec<(usize, String)>,
}

impl NamesBelow {
    fn add(&mut self, name: &str, at: usize) {
        if let Some((band, _)) = split_bands(name) {
            *self.bands.entry(band.to_owned()).or_default() += 1;
            self.columns.push((at, name.to_owned()));
        }
    }

    /// The fields that the columns are by their own names.
    fn fields(self, known: Knowledge<'_>) -> Vec<(RecordField, usize)> {
        let field = |(at, name): &(usize, String)| {
            let (band, leaf) = split_bands(name)?;
            let has_others = self.bands.get(band).is_some_and(|count| *count > 1);
            known.field_below(name, leaf).filter(|_| has_others).map(|field| (field, *at))
        };
        let leaves = self.columns.iter().filter_map(field);
        leaves.chain(self.first_price(known)).collect()
    }

    /// The first column below *Preço*, whatever its own name is: a list without a price is worth less than one
    /// with the price that its maker wrote first, and the columns are shown before anything is read. Where that one is
    /// without taxes and another below the same band has them, the other is what is paid.
    fn first_price(&self, known: Knowledge<'_>) -> Option<(RecordField, usize)> {
        let is_price = |(_, name): &&(usize, String)| {
            let Some((band, _)) = split_bands(name) else { return false };
            let has_others = self.bands.get(band).is_some_and(|count| *count > 1);
            has_others && known.is_priced_by(name, band)
        };
        let first = self.columns.iter().find(is_price)?;
        let taxes = |name: &str| split_bands(name).and_then(|(_, leaf)| says_taxes(leaf));
        let band = |name: &str| split_bands(name).map(|(band, _)| band.to_owned());
        let is_paid = |column: &&(usize, String)| {
            taxes(&column.1) == Some(true) && band(&column.1) == band(&first.1) && is_price(column)
        };
        let is_bare = taxes(&first.1) == Some(false);
        let paid = self.columns.iter().find(is_paid).filter(|_| is_bare);
        Some((RecordField::Price, paid.unwrap_or(first).0))
    }
}

#[cfg(test)]
mod tests;
