//! Conversion of a record to a row of the staging table.

use super::merges::Merges;
use super::package_list::read_packages;
use super::staged_columns::{column_names, stage_attributes, stage_fallback};
use super::typed_columns::TypedColumns;
use crate::import::profiles::defaults::ProfileDefaults;
use crate::import::protocol::{ParsedRecord, PriceCell};
use celeiro_domain::catalog::faq::FaqDraft;
use celeiro_domain::catalog::{DecimalMark, FieldError, ItemDraft, RecordField};
use celeiro_domain::import::{
    PriceRule, bare_price, is_zero_price, lacks_price, says_off_sale, without_novelty_mark,
};
use celeiro_domain::text::normalize_text;
use celeiro_store::StagedRow;
use chrono::{DateTime, Utc};
use serde_json::{Map, json};

/// What a profile says of prices and of what the file lacks.
#[derive(Clone, Default)]
pub(super) struct Rules {
    pub price: Option<PriceRule>,
    pub defaults: ProfileDefaults,
    /// Whether the file is of a supplier, who sells nothing for nothing: a price of 0 is none.
    pub is_of_supplier: bool,
}

impl Rules {
    /// Whether words, or 0 in the list of a supplier, stand in place of the price of a row.
    pub fn lacks_price(&self, record: &ParsedRecord) -> bool {
        record
            .price
            .as_ref()
            .map(PriceCell::text)
            .is_some_and(|text| lacks_price(text) || (self.is_of_supplier && is_zero_price(text)))
    }

    /// Fills what the row says nothing of, for a record that has nothing there either.
    fn fill(&self, record: &mut ParsedRecord) {
        // Words stay, for they may say the status.
        if self.is_of_supplier && record.price.as_ref().map(PriceCell::text).is_some_and(is_zero_price) {
            record.price = None;
        }
        if self.is_of_supplier {
            record.name = record.name.take().map(|name| without_novelty_mark(&name).to_owned());
        }
        let ProfileDefaults { manufacturer, category, currency } = &self.defaults;
        let defaults = [
            (RecordField::Manufacturer, manufacturer),
            (RecordField::Category, category),
            (RecordField::Currency, currency),
        ];
        for (field, default) in defaults {
            let (Some(default), Some(place)) = (default, record.text_mut(field)) else { continue };
            if place.as_ref().is_some_and(|text| !text.trim().is_empty()) {
                continue;
            }
            *place = Some(default.clone());
            // A price is in the currency of its file, whatever that of the record was.
            let is_of_price = field == RecordField::Currency && record.price.is_some();
            (record.given, record.fallback) = match is_of_price {
                true => (record.given.with(field), record.fallback),
                false => (record.given.without(field), record.fallback.with(field)),
            };
        }
    }
}

/// A checked row of an item, or everything that is wrong with it; a row known by its id needs no name.
pub(super) fn stage_item_row(
    mut record: ParsedRecord,
    mark: Option<DecimalMark>,
    (merges, rules): (&Merges, &Rules),
    now: DateTime<Utc>,
) -> Result<StagedRow, Vec<FieldError>> {
    let mut errors = Vec::new();
    rules.fill(&mut record);
    read_state_in_price(&mut record);
    let id = id_of(&record);
    let (given, fallback, cleared) = (record.given, record.fallback, record.cleared);
    let known_by_id = id.is_some() && !given.has(RecordField::Name);
    let mut typed = TypedColumns { now, errors: &mut errors };
    let record_id = typed.record_id(record.record_id);
    let draft = ItemDraft {
        price: typed.price(record.price, mark).and_then(|cost| typed.sell(cost, rules.price)),
        status: typed.status(record.status),
        name: record.name.or_else(|| id.filter(|_| known_by_id)).unwrap_or_default(),
        external_id: record.external_id,
        description: record.description,
        notes: record.notes,
        category: record.category,
        manufacturer: record.manufacturer,
        currency: record.currency,
        tags: record.tags,
        packages: given.has(RecordField::Packages).then(|| read_packages(record.packages, typed.errors)),
        attributes: record.attributes,
    };
    let draft = merges.apply(all_errors(draft.check(), errors)?);
    let maker = draft.manufacturer.as_deref().unwrap_or("");
    let filling = [
        (RecordField::Category, json!(draft.category)),
        (RecordField::Manufacturer, json!(draft.manufacturer)),
        (RecordField::Currency, json!(draft.currency)),
    ];
    let currency = json!(draft.currency_or_default());
    let mut more = stage_attributes(given, draft.attributes, cleared);
    more.extend(stage_fallback(fallback, filling));
    Ok(StagedRow {
        row_number: 0,
        identity: match known_by_id {
            true => String::new(),
            false => format!("{}\n{}", normalize_text(&draft.name), normalize_text(maker)),
        },
        record: column_names(
            given,
            [
                (RecordField::ExternalId, json!(draft.external_id)),
                (RecordField::Name, json!(draft.name)),
                (RecordField::Description, json!(draft.description)),
                (RecordField::Notes, json!(draft.notes)),
                (RecordField::Packages, json!(draft.packages)),
                (RecordField::Category, json!(draft.category)),
                (RecordField::Manufacturer, json!(draft.manufacturer)),
                // As a text: a decimal must not pass through a binary fraction.
                (RecordField::Price, json!(draft.price.map(|p| p.to_string()))),
                (RecordField::Currency, currency),
                (RecordField::Tags, json!(draft.tags)),
                (RecordField::Status, json!(draft.status.as_str())),
            ],
            more,
            record_id,
        ),
        external_id: draft.external_id,
    })
}

/// Takes what is no longer on sale by the words in place of its price off sale, where no column says its status: left
/// as it is, it would be sold on at its last price.
fn read_state_in_price(record: &mut ParsedRecord) {
    let is_off_sale =
        matches!(&record.price, Some(PriceCell::Written(text)) if says_off_sale(bare_price(text)));
    if is_off_sale {
        record.take_off_sale();
    }
}

/// The id by which a row without a column that new records need may still speak of a record that exists.
/// The row's identity is then blank, which no record's is: nothing but the id finds it.
fn id_of(record: &ParsedRecord) -> Option<String> {
    let is_given = |id: &&String| !id.trim().is_empty();
    record.external_id.as_ref().filter(is_given).or(record.record_id.as_ref().filter(is_given)).cloned()
}

/// A checked row of a FAQ, or everything that is wrong with it; a row known by its id needs no texts.
pub(super) fn stage_faq_row(
    record: ParsedRecord,
    merges: &Merges,
    now: DateTime<Utc>,
) -> Result<StagedRow, Vec<FieldError>> {
    let mut errors = Vec::new();
    let given = record.given;
    let id = id_of(&record);
    let mut typed = TypedColumns { now, errors: &mut errors };
    let no_question = id.is_some() && !given.has(RecordField::Question);
    let no_answer = id.is_some() && !given.has(RecordField::Answer);
    let placeholder = |text: Option<String>, missing: bool| {
        text.or_else(|| id.clone().filter(|_| missing)).unwrap_or_default()
    };
    let record_id = typed.record_id(record.record_id);
    let draft = FaqDraft {
        status: typed.status(record.status),
        approved_at: typed.approval(record.approved_at),
        question: placeholder(record.question, no_question),
        answer: placeholder(record.answer, no_answer),
        external_id: record.external_id,
        tags: record.tags,
    };
    let mut draft = all_errors(draft.check(now), errors)?;
    draft.tags = merges.tags(draft.tags);
    Ok(StagedRow {
        row_number: 0,
        identity: if no_question { String::new() } else { normalize_text(&draft.question) },
        record: column_names(
            given,
            [
                (RecordField::ExternalId, json!(draft.external_id)),
                (RecordField::Question, json!(draft.question)),
                (RecordField::Answer, json!(draft.answer)),
                (RecordField::ApprovedAt, json!(draft.approved_at)),
                (RecordField::Tags, json!(draft.tags)),
                (RecordField::Status, json!(draft.status.as_str())),
            ],
            Map::new(),
            record_id,
        ),
        external_id: draft.external_id,
    })
}

/// The draft, where neither its check nor its cells have errors; otherwise the errors of both.
fn all_errors<T>(
    checked: Result<T, Vec<FieldError>>,
    mut errors: Vec<FieldError>,
) -> Result<T, Vec<FieldError>> {
    match checked {
        Ok(draft) if errors.is_empty() => Ok(draft),
        Ok(_) => Err(errors),
        Err(more) => {
            errors.extend(more);
            Err(errors)
        }
    }
}
