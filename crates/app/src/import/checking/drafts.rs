//! Conversion of file rows to validated drafts.

use super::merges::Merges;
use super::staged_columns::AttributeNames;
use super::staged_rows::{Rules, stage_faq_row, stage_item_row};
use super::typed_columns::TypedColumns;
use crate::import::cells::cell_text::cell_text;
use crate::import::profiles::defaults::ProfileDefaults;
use crate::import::protocol::{ParsedRecord, ParsedRow};
use crate::import::report::CellError;
use celeiro_domain::catalog::defined_fields::DefinedFields;
use celeiro_domain::catalog::{DecimalMark, FieldError, RecordField};
use celeiro_domain::import::{PriceRule, names_block, read_block};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use celeiro_store::{KnownBy, StagedRow};
use chrono::{DateTime, Utc};
use std::collections::HashMap;

/// Makes drafts, and knows what the file calls its columns.
#[derive(Clone)]
pub(in crate::import) struct Drafts {
    kind: Kind,
    names: HashMap<RecordField, String>,
    folded_names: HashMap<RecordField, String>,
    decimals: Option<DecimalMark>,
    merges: Merges,
    rules: Rules,
    /// None where the file names attributes by their keys.
    attributes: Option<AttributeNames>,
    fields: DefinedFields,
    now: DateTime<Utc>,
}

impl Drafts {
    pub fn new(kind: Kind, merges: Merges) -> Self {
        Self {
            kind,
            names: HashMap::new(),
            folded_names: HashMap::new(),
            decimals: None,
            merges,
            rules: Rules::default(),
            attributes: None,
            fields: DefinedFields::default(),
            now: Utc::now(),
        }
    }

    /// Sets a profile's rules for prices and for what the file lacks.
    #[must_use]
    pub fn with_rules(self, price: Option<PriceRule>, defaults: &ProfileDefaults) -> Self {
        let is_of_supplier = self.rules.is_of_supplier;
        Self { rules: Rules { price, defaults: defaults.clone(), is_of_supplier }, ..self }
    }

    /// Sets whether the file is read by the profile of a supplier.
    #[must_use]
    pub fn of_supplier(mut self, is_of_supplier: bool) -> Self {
        self.rules.is_of_supplier = is_of_supplier;
        self
    }

    /// Sets the defined fields, by whose types attributes of the file are read.
    #[must_use]
    pub fn with_fields(self, fields: DefinedFields) -> Self {
        Self { fields, ..self }
    }

    /// Names the file's columns as people read the attributes with these keys, from here on.
    pub fn know_attributes(&mut self, keys: &[String]) {
        self.attributes = Some(AttributeNames::of(keys, &self.fields));
    }

    /// The folded names of columns whose cells stay texts, where items have attributes with these keys.
    pub fn list_text_columns(&self, keys: &[String]) -> Vec<String> {
        AttributeNames::of(keys, &self.fields).list_text_columns()
    }

    /// Sets the names of the file's columns that the record's fields come from, from here on.
    pub fn columns(&mut self, names: Vec<(RecordField, String)>) {
        self.folded_names = names.iter().map(|(field, name)| (*field, normalize_text(name))).collect();
        self.names = names.into_iter().collect();
    }

    /// Sets the decimal mark of the file's written prices, from here on.
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

    /// Name of the file's column for a field, or the program's own name where the file has none.
    pub fn column(&self, field: RecordField) -> &str {
        self.names.get(&field).map_or(field.column(), String::as_str)
    }

    /// Folded name of a field's column in the file. Our own names are folded as they are.
    pub fn folded_column(&self, field: RecordField) -> &str {
        self.folded_names.get(&field).map_or(field.column(), String::as_str)
    }

    /// Whether a column of the imported file fills the field.
    pub fn has_column(&self, field: RecordField) -> bool {
        self.names.contains_key(&field)
    }

    /// Name of the column that identifies the record of a row.
    pub fn identity_column(&self, by: KnownBy) -> &str {
        self.column(match (by, self.kind) {
            (KnownBy::Id, _) => RecordField::RecordId,
            (KnownBy::ExternalId, _) => RecordField::ExternalId,
            (KnownBy::Name, Kind::Items) => RecordField::Name,
            (KnownBy::Name, Kind::Faqs) => RecordField::Question,
        })
    }

    /// Validates a row of the file for the staging table.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn stage(&self, row: ParsedRow) -> Result<StagedRow, Vec<CellError>> {
        let mut problems = row.problems;
        let staged = row.record.and_then(|mut record| {
            // Beside a column of all attributes, which names keys, the others are keys too.
            let names = self.attributes.as_ref().filter(|_| !record.given.has(RecordField::Attributes));
            self.read_block(&mut record);
            self.read_fields(row.row, &mut record, names, &mut problems);
            if let Some(names) = names {
                names.rename(&mut record);
            }
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

    /// Reads the status of a row from a column that says what is blocked: where that column is the status, and where no
    /// column is.
    fn read_block(&self, record: &mut ParsedRecord) {
        let is_told = record.status.as_deref().is_some_and(|status| !status.trim().is_empty());
        let is_of_blocks = self.names.get(&RecordField::Status).is_some_and(|name| names_block(name));
        let status = match (is_told, is_of_blocks) {
            (true, true) => record.status.as_deref().and_then(read_block),
            (true, false) => None,
            (false, _) => {
                let mut blocks = record.attributes.iter().filter(|(name, _)| names_block(name));
                blocks.find_map(|(_, value)| read_block(&cell_text(value)))
            }
        };
        if let Some(status) = status {
            record.given = record.given.with(RecordField::Status);
            record.status = Some(status.as_str().to_owned());
        }
    }

    /// Whether the file is read by the profile of a supplier.
    pub fn is_of_supplier(&self) -> bool {
        self.rules.is_of_supplier
    }

    /// Puts attributes into the form that their fields store; a value that does not fit is a problem of its column.
    fn read_fields(
        &self,
        row: u32,
        record: &mut ParsedRecord,
        names: Option<&AttributeNames>,
        problems: &mut Vec<CellError>,
    ) {
        for (column, value) in &mut record.attributes {
            let key = names.map_or(column.as_str(), |names| names.key_of(column));
            let Some(field) = self.fields.get(key) else { continue };
            match field.read_value(value, self.decimals) {
                Ok(read) => *value = read,
                Err(misfit) => {
                    let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    problems.push(CellError::new(row, column, misfit.code, &shown, &misfit.allowed));
                }
            }
        }
    }

    /// Whether something that is no price stands in place of the price of a row.
    pub fn lacks_price(&self, record: &ParsedRecord) -> bool {
        self.rules.lacks_price(record)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::protocol::{FieldSet, PriceCell};
    use celeiro_domain::catalog::FieldErrorCode;
    use serde_json::json;

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
    fn words_in_place_of_a_price_take_a_product_off_sale_where_no_column_says_its_status() {
        let stage = |price: &str, status: Option<&str>| {
            let fields = [RecordField::Name, RecordField::Price];
            let given = FieldSet::of(&fields);
            let record = ParsedRecord {
                given: if status.is_some() { given.with(RecordField::Status) } else { given },
                name: Some("Milho".into()),
                price: Some(PriceCell::Written(price.into())),
                status: status.map(str::to_owned),
                ..ParsedRecord::default()
            };
            let staged = Drafts::new(Kind::Items, Merges::default()).stage(row(record)).unwrap();
            (staged.record["price"].clone(), staged.record.get("status").cloned())
        };
        let off_sale = (json!(null), Some(json!("inativo")));
        assert_eq!(stage("** DESCONTINUADO **", None), off_sale);
        assert_eq!(stage("FORA DE LINHA", Some(" ")), off_sale);
        assert_eq!(stage("FORA DE LINHA", Some("S")), (json!(null), Some(json!("ativo"))));
        assert_eq!(stage("sob consulta", None), (json!(null), None));
        assert_eq!(stage("10,50", None), (json!("10.5"), None));
    }

    #[test]
    fn what_the_program_of_a_supplier_has_blocked_is_off_sale() {
        let stage = |column: Option<&str>, status: Option<&str>, attribute: serde_json::Value| {
            let mut drafts = Drafts::new(Kind::Items, Merges::default());
            drafts.columns(column.map(|name| (RecordField::Status, name.to_owned())).into_iter().collect());
            let given = FieldSet::of(&[RecordField::Name]);
            let mut record = ParsedRecord {
                given: if column.is_some() { given.with(RecordField::Status) } else { given },
                name: Some("Milho".into()),
                status: status.map(str::to_owned),
                ..ParsedRecord::default()
            };
            if !attribute.is_null() {
                record.attributes.insert("B1_MSBLQL".into(), attribute);
            }
            drafts.stage(row(record)).unwrap().record.get("status").cloned()
        };
        assert_eq!(stage(Some("B1_MSBLQL"), Some("1"), json!(null)), Some(json!("inativo")));
        assert_eq!(stage(Some("Bloqueado"), Some("Não"), json!(null)), Some(json!("ativo")));
        assert_eq!(stage(Some("Situação"), Some("1"), json!(null)), Some(json!("ativo")));
        assert_eq!(stage(None, None, json!("1")), Some(json!("inativo")));
        assert_eq!(stage(None, None, json!(2)), Some(json!("ativo")));
        assert_eq!(stage(None, None, json!("?")), None);
        assert_eq!(stage(Some("Situação"), Some("Ativo"), json!("1")), Some(json!("ativo")), "it is said");
    }

    #[test]
    fn a_mark_of_novelty_is_cut_off_names_in_the_lists_of_suppliers_alone() {
        let name = |is_of_supplier: bool| {
            let record = ParsedRecord {
                given: FieldSet::of(&[RecordField::Name]),
                name: Some("Kyojin (NOVO)".into()),
                ..ParsedRecord::default()
            };
            let drafts = Drafts::new(Kind::Items, Merges::default()).of_supplier(is_of_supplier);
            drafts.stage(row(record)).unwrap().record["name"].clone()
        };
        assert_eq!((name(true), name(false)), (json!("Kyojin"), json!("Kyojin (NOVO)")));
    }

    #[test]
    fn a_price_of_nothing_is_none_in_the_list_of_a_supplier() {
        let record = |price: PriceCell| ParsedRecord {
            given: FieldSet::of(&[RecordField::Name, RecordField::Price]),
            name: Some("Milho".into()),
            price: Some(price),
            ..ParsedRecord::default()
        };
        for price in [PriceCell::Number("0".into()), PriceCell::Written("R$ 0,00".into())] {
            let of = |is_of_supplier: bool| {
                let drafts = Drafts::new(Kind::Items, Merges::default()).of_supplier(is_of_supplier);
                let lacks = drafts.lacks_price(&record(price.clone()));
                let staged = drafts.stage(row(record(price.clone()))).unwrap();
                (lacks, staged.record["price"].is_null())
            };
            assert_eq!(of(true), (true, true));
            assert_eq!(of(false), (false, false), "in a catalog of ours it may be meant");
        }
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
