//! Rows of a file into checked drafts.

use super::merges::Merges;
use super::package_list::read_packages;
use super::staged_columns::{column_names, stage_attributes, stage_fallback};
use crate::import::profiles::defaults::ProfileDefaults;
use crate::import::protocol::{ParsedRecord, ParsedRow, PriceCell};
use crate::import::report::CellError;
use celeiro_domain::catalog::faq::{APPROVAL_FORMS, FaqDraft, approvals_until, is_to_come, read_approval};
use celeiro_domain::catalog::{
    DecimalMark, FieldError, FieldErrorCode, ItemDraft, Price, PriceError, RecordField, Status,
};
use celeiro_domain::import::{PriceRule, bare_price, lacks_price};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use celeiro_store::{KnownBy, StagedRow};
use chrono::{DateTime, Utc};
use serde_json::{Map, json};
use std::collections::HashMap;
use uuid::Uuid;

/// Makes drafts, and knows what the file calls its columns.
#[derive(Clone)]
pub(in crate::import) struct Drafts {
    kind: Kind,
    names: HashMap<RecordField, String>,
    folded_names: HashMap<RecordField, String>,
    decimals: Option<DecimalMark>,
    merges: Merges,
    rules: Rules,
    now: DateTime<Utc>,
}

/// What a profile says of prices and of what the file lacks.
#[derive(Clone, Default)]
struct Rules {
    price: Option<PriceRule>,
    defaults: ProfileDefaults,
}

impl Rules {
    /// Fills what the row says nothing of, for a record that has nothing there either.
    fn fill(&self, record: &mut ParsedRecord) {
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

/// How an id of ours is written.
const ID_FORM: &str = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

impl Drafts {
    pub fn new(kind: Kind, merges: Merges) -> Self {
        Self {
            kind,
            names: HashMap::new(),
            folded_names: HashMap::new(),
            decimals: None,
            merges,
            rules: Rules::default(),
            now: Utc::now(),
        }
    }

    /// The same, with what a profile says of prices and of what the file lacks.
    #[must_use]
    pub fn with_rules(self, price: Option<PriceRule>, defaults: &ProfileDefaults) -> Self {
        Self { rules: Rules { price, defaults: defaults.clone() }, ..self }
    }

    /// From here on the fields come from columns of these names.
    pub fn columns(&mut self, names: Vec<(RecordField, String)>) {
        self.folded_names = names.iter().map(|(field, name)| (*field, normalize_text(name))).collect();
        self.names = names.into_iter().collect();
    }

    /// From here on written prices have this sign before their decimals.
    pub fn decimals(&mut self, mark: Option<DecimalMark>) {
        self.decimals = mark;
    }

    /// What the file calls the field that our own name `column` stands for.
    pub fn needed_column(&self, column: &str) -> &str {
        RecordField::parse(column).map_or("", |field| self.column(field))
    }

    /// The field that the file's column of this name fills; `None` for one that is an attribute.
    pub fn field_of(&self, column: &str) -> Option<RecordField> {
        let of_file = self.names.iter().find(|(_, name)| *name == column).map(|(field, _)| *field);
        of_file.or_else(|| RecordField::parse(column).filter(|field| !self.names.contains_key(field)))
    }

    /// The name of a field's column in the file, or ours where the file has none.
    pub fn column(&self, field: RecordField) -> &str {
        self.names.get(&field).map_or(field.column(), String::as_str)
    }

    /// The same, folded. Our own names are folded as they are.
    pub fn folded_column(&self, field: RecordField) -> &str {
        self.folded_names.get(&field).map_or(field.column(), String::as_str)
    }

    /// Whether a column of the file fills the field.
    pub fn has_column(&self, field: RecordField) -> bool {
        self.names.contains_key(&field)
    }

    /// The column by which a row is known.
    pub fn identity_column(&self, by: KnownBy) -> &str {
        self.column(match (by, self.kind) {
            (KnownBy::Id, _) => RecordField::RecordId,
            (KnownBy::ExternalId, _) => RecordField::ExternalId,
            (KnownBy::Name, Kind::Items) => RecordField::Name,
            (KnownBy::Name, Kind::Faqs) => RecordField::Question,
        })
    }

    /// The row ready for the staging table.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn stage(&self, row: ParsedRow) -> Result<StagedRow, Vec<CellError>> {
        let mut problems = row.problems;
        let staged = row.record.and_then(|record| {
            let checked = match self.kind {
                Kind::Items => stage_item_row(*record, self.decimals, (&self.merges, &self.rules), self.now),
                Kind::Faqs => stage_faq_row(*record, &self.merges, self.now),
            };
            checked.map_err(|errors| self.add(row.row, errors, &mut problems)).ok()
        });
        match (staged, i32::try_from(row.row)) {
            (Some(staged), Ok(number)) if problems.is_empty() => {
                Ok(StagedRow { row_number: number, ..staged })
            }
            _ => Err(problems),
        }
    }

    /// The price of a row as the file has it, where a rule makes another of it: sums of a file are those of its own
    /// prices.
    pub fn read_cost(&self, record: &ParsedRecord) -> Option<f64> {
        self.rules.price?;
        let mut typed = TypedColumns { now: self.now, errors: &mut Vec::new() };
        typed.price(record.price.clone(), self.decimals)?.to_string().parse().ok()
    }

    /// A cell that could not be read is one problem, not also a missing value.
    fn add(&self, row: u32, errors: Vec<FieldError>, problems: &mut Vec<CellError>) {
        let unread = problems.len();
        for error in errors {
            let column = RecordField::parse(&error.field).map_or(error.field.as_str(), |f| self.column(f));
            if problems[..unread].iter().all(|p| p.column != column) {
                let column = column.to_owned();
                problems.push(CellError::of_field(row, &column, error));
            }
        }
    }
}

/// Fields that are no texts, read; what cannot be is added to `errors`.
struct TypedColumns<'e> {
    now: DateTime<Utc>,
    errors: &'e mut Vec<FieldError>,
}

impl TypedColumns<'_> {
    fn price(&mut self, cell: Option<PriceCell>, mark: Option<DecimalMark>) -> Option<Price> {
        let (text, mark) = match cell? {
            PriceCell::Number(text) => (text, Some(DecimalMark::Point)),
            PriceCell::Written(text) => (bare_price(&text).to_owned(), mark),
        };
        if text.trim().is_empty() || lacks_price(&text) {
            return None;
        }
        Price::read(&text, mark)
            .map_err(|error| match error {
                PriceError::Ambiguous(allowed) => {
                    self.wrong("price", FieldErrorCode::AmbiguousPrice, &text, &allowed);
                }
                PriceError::NotANumber | PriceError::OutOfRange => {
                    self.wrong("price", FieldErrorCode::InvalidPrice, &text, "0..999999999999.9999");
                }
            })
            .ok()
    }

    /// The price of sale that a rule makes of a cost.
    fn sell(&mut self, cost: Price, rule: Option<PriceRule>) -> Option<Price> {
        let Some(rule) = rule else { return Some(cost) };
        let sold = rule.apply(cost);
        if sold.is_err() {
            let shown = format!("{cost} × {}", rule.factor);
            self.wrong("price", FieldErrorCode::InvalidPrice, &shown, "0..999999999999.9999");
        }
        sold.ok()
    }

    fn status(&mut self, text: Option<String>) -> Status {
        let Some(text) = text.filter(|t| !t.trim().is_empty()) else { return Status::default() };
        Status::parse(&text).unwrap_or_else(|| {
            let allowed = Status::ALL.map(Status::as_str).join(" | ");
            self.wrong("status", FieldErrorCode::InvalidStatus, &text, &allowed);
            Status::default()
        })
    }

    fn approval(&mut self, text: Option<String>) -> Option<DateTime<Utc>> {
        let text = text.filter(|t| !t.trim().is_empty())?;
        let read = read_approval(&text);
        if read.is_none() {
            self.wrong("approvedAt", FieldErrorCode::InvalidDate, &text, APPROVAL_FORMS);
        }
        // Here, where the cell is known as it is written.
        if read.is_some_and(|at| is_to_come(at, self.now)) {
            self.wrong("approvedAt", FieldErrorCode::DateInFuture, &text, &approvals_until(self.now));
            return None;
        }
        read
    }

    fn record_id(&mut self, text: Option<String>) -> Option<Uuid> {
        let text = text.filter(|t| !t.trim().is_empty())?;
        let read = Uuid::parse_str(text.trim()).ok();
        if read.is_none() {
            self.wrong(RecordField::RecordId.column(), FieldErrorCode::InvalidId, &text, ID_FORM);
        }
        read
    }

    fn wrong(&mut self, field: &str, code: FieldErrorCode, value: &str, allowed: &str) {
        self.errors.push(FieldError::new(field, code, value, allowed));
    }
}

/// A checked row of an item, or everything that is wrong with it; a row known by its id needs no name.
fn stage_item_row(
    mut record: ParsedRecord,
    mark: Option<DecimalMark>,
    (merges, rules): (&Merges, &Rules),
    now: DateTime<Utc>,
) -> Result<StagedRow, Vec<FieldError>> {
    let mut errors = Vec::new();
    rules.fill(&mut record);
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

/// The id by which a row without a column that new records need may still speak of a record that exists.
/// The row's identity is then blank, which no record's is: nothing but the id finds it.
fn id_of(record: &ParsedRecord) -> Option<String> {
    let given = |id: &&String| !id.trim().is_empty();
    record.external_id.as_ref().filter(given).or(record.record_id.as_ref().filter(given)).cloned()
}

/// A checked row of a FAQ, or everything that is wrong with it; a row known by its id needs no texts.
fn stage_faq_row(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::protocol::FieldSet;

    fn row(record: ParsedRecord) -> ParsedRow {
        ParsedRow { row: 7, line: None, record: Some(Box::new(record)), problems: Vec::new() }
    }

    #[test]
    fn a_good_row_is_ready_for_the_table() {
        let record = ParsedRecord {
            given: FieldSet::of(&[
                RecordField::ExternalId,
                RecordField::Name,
                RecordField::Manufacturer,
                RecordField::Price,
                RecordField::Status,
                RecordField::Currency,
            ]),
            external_id: Some(" 7 ".into()),
            name: Some("Uréia  45%".into()),
            manufacturer: Some("Ação".into()),
            price: Some(PriceCell::Written("R$ 1.234,50".into())),
            ..ParsedRecord::default()
        };
        let staged = Drafts::new(Kind::Items, Merges::default()).stage(row(record)).unwrap();
        assert_eq!((staged.row_number, staged.external_id.as_deref()), (7, Some("7")));
        assert_eq!(staged.identity, "ureia 45%\nacao");
        assert_eq!(staged.record["price"], "1234.5");
        assert_eq!(staged.record["status"], "ativo");
        assert_eq!(staged.record["currency"], "BRL");
        assert!(staged.record.get("description").is_none(), "what the row does not name is not said");
    }

    #[test]
    fn what_a_profile_adds_is_for_records_that_lack_it() {
        let text = |text: &str| Some(text.to_owned());
        let defaults = ProfileDefaults {
            manufacturer: text("Agro Sul"),
            category: text("Sementes"),
            currency: text("USD"),
        };
        let rule = PriceRule { factor: 2.0, cents: None };
        let drafts = Drafts::new(Kind::Items, Merges::default()).with_rules(Some(rule), &defaults);
        let record = |price: &str| ParsedRecord {
            given: FieldSet::of(&[RecordField::Name, RecordField::Price, RecordField::Category]),
            name: text("Milho"),
            category: text(" "),
            price: (!price.is_empty()).then(|| PriceCell::Number(price.into())),
            ..ParsedRecord::default()
        };
        let staged = drafts.stage(row(record("10"))).unwrap();
        assert_eq!(staged.identity, "milho\nagro sul");
        assert_eq!(
            staged.record["fallback"],
            json!({ "category": "Sementes", "manufacturer": "Agro Sul" }),
            "a blank cell erases no category"
        );
        assert!(staged.record.get("category").is_none() && staged.record.get("manufacturer").is_none());
        assert_eq!((&staged.record["price"], &staged.record["currency"]), (&json!("20"), &json!("USD")));
        assert_eq!(drafts.read_cost(&record("10")), Some(10.0));
        let staged = drafts.stage(row(record(""))).unwrap();
        assert_eq!(
            (staged.record.get("currency"), &staged.record["fallback"]["currency"]),
            (None, &json!("USD"))
        );

        let mut titled = ParsedRecord { name: text("Milho"), ..ParsedRecord::default() };
        titled.given = FieldSet::of(&[RecordField::Name]);
        titled.put_category("HERBICIDAS");
        titled.put_category("ADUBOS");
        let staged = drafts.stage(row(titled)).unwrap();
        assert_eq!(staged.record["fallback"]["category"], "HERBICIDAS", "the title comes before the default");
    }

    #[test]
    fn every_fault_is_named_at_its_column_of_the_file() {
        let mut drafts = Drafts::new(Kind::Items, Merges::default());
        drafts
            .columns(vec![(RecordField::Price, "Preço".into()), (RecordField::ExternalId, "Código".into())]);
        let record = ParsedRecord {
            external_id: Some("x".repeat(300)),
            given: FieldSet::of(&[RecordField::ExternalId, RecordField::Name]),
            price: Some(PriceCell::Written("NaN".into())),
            status: Some("meio ativo".into()),
            currency: Some("reais".into()),
            ..ParsedRecord::default()
        };
        let errors = drafts.stage(row(record)).unwrap_err();
        let columns: Vec<_> = errors.iter().map(|e| e.column.as_str()).collect();
        assert_eq!(columns, ["Preço", "status", "Código", "name", "currency"]);
        assert!(errors.iter().all(|e| e.row == 7));
    }

    #[test]
    fn a_cell_that_was_not_read_is_not_also_missing() {
        let problem = CellError::new(7, "name", FieldErrorCode::InvalidText, "?", "");
        let row =
            ParsedRow { row: 7, line: None, record: Some(Box::default()), problems: vec![problem.clone()] };
        assert_eq!(Drafts::new(Kind::Items, Merges::default()).stage(row).unwrap_err(), [problem]);
    }

    #[test]
    fn a_price_that_may_be_two_is_none() {
        let drafts = |mark| {
            let mut drafts = Drafts::new(Kind::Items, Merges::default());
            drafts.decimals(mark);
            let price = Some(PriceCell::Written("1.250".into()));
            let given = FieldSet::of(&[RecordField::Name, RecordField::Price]);
            drafts.stage(row(ParsedRecord {
                given,
                name: Some("Adubo".into()),
                price,
                ..ParsedRecord::default()
            }))
        };
        let errors = drafts(None).unwrap_err();
        assert_eq!((errors[0].code, errors[0].value.as_str()), (FieldErrorCode::AmbiguousPrice, "1.250"));
        assert_eq!(errors[0].allowed.as_deref(), Some("1250 | 1.25"));
        assert_eq!(drafts(Some(DecimalMark::Comma)).unwrap().record["price"], "1250");
        assert_eq!(drafts(Some(DecimalMark::Point)).unwrap().record["price"], "1.25");
    }

    #[test]
    fn a_row_that_is_known_by_its_id_needs_no_name() {
        let stage = |given: &[RecordField], id: Option<&str>| {
            let record = ParsedRecord {
                given: FieldSet::of(given),
                external_id: id.map(str::to_owned),
                ..ParsedRecord::default()
            };
            Drafts::new(Kind::Items, Merges::default()).stage(row(record))
        };
        let staged = stage(&[RecordField::ExternalId, RecordField::Price], Some("A-1")).unwrap();
        assert!(staged.record.get("name").is_none(), "the name stays as it is");
        assert_eq!(staged.identity, "", "and finds no other record");
        assert!(stage(&[RecordField::ExternalId, RecordField::Price], None).is_err());
        assert!(
            stage(&[RecordField::ExternalId, RecordField::Name], Some("A-1")).is_err(),
            "a name that is there and blank"
        );
    }

    #[test]
    fn a_row_may_name_its_record_by_our_own_id() {
        let stage = |id: &str| {
            let given = FieldSet::of(&[RecordField::RecordId, RecordField::Price]);
            let record = ParsedRecord { given, record_id: Some(id.into()), ..ParsedRecord::default() };
            Drafts::new(Kind::Items, Merges::default()).stage(row(record))
        };
        let staged = stage(" 0192F0A0-0000-7000-8000-000000000001 ").unwrap();
        assert_eq!(staged.record["id"], "0192f0a0-0000-7000-8000-000000000001");
        assert_eq!((staged.record.get("name"), staged.identity.as_str()), (None, ""));
        let errors = stage("17").unwrap_err();
        assert_eq!((errors[0].column.as_str(), errors[0].code), ("celeiro_id", FieldErrorCode::InvalidId));
    }

    #[test]
    fn an_approval_to_come_is_refused_as_it_is_written() {
        let given = FieldSet::of(&[RecordField::Question, RecordField::Answer, RecordField::ApprovedAt]);
        let (question, answer) = (Some("Por quê?".into()), Some("Sim.".into()));
        let approved_at = Some("03/05/2099".into());
        let record = ParsedRecord { given, question, answer, approved_at, ..ParsedRecord::default() };
        let errors = Drafts::new(Kind::Faqs, Merges::default()).stage(row(record)).unwrap_err();
        let [error] = errors.as_slice() else { panic!("{errors:?}") };
        assert_eq!((error.code, error.value.as_str()), (FieldErrorCode::DateInFuture, "03/05/2099"));
        assert!(error.allowed.as_deref().is_some_and(|until| until.starts_with("≤ 20")), "{error:?}");
    }

    #[test]
    fn faqs_need_both_sides() {
        let given = FieldSet::of(&[RecordField::Question, RecordField::Answer]);
        let record = ParsedRecord { given, question: Some("Por quê?".into()), ..ParsedRecord::default() };
        let errors = Drafts::new(Kind::Faqs, Merges::default()).stage(row(record)).unwrap_err();
        assert_eq!((errors[0].column.as_str(), errors[0].code), ("answer", FieldErrorCode::Required));
    }
}
