//! A supplier profile: its fields and their validation.

use super::defaults::ProfileDefaults;
use crate::import::cells::dated_names::undate_name;
use crate::import::cells::overview::FileOverview;
use crate::import::checking::merges::{MAX_MERGES, MergedValue, check_merges};
use crate::import::request::ImportRequest;
use crate::import::targets::{ColumnTarget, ImportTarget, MAX_COLUMNS};
use crate::profile_rules::check_profile_name;
use celeiro_domain::catalog::{DecimalMark, FieldError, FieldErrorCode, RecordField};
use celeiro_domain::import::PriceRule;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Characters of a default at most.
const MAX_DEFAULT: usize = 200;
/// Bytes of the name of a layout.
const LAYOUT_BYTES: usize = 32;

/// How the files of a supplier are read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileContent {
    /// What the columns are, at most 300.
    #[serde(default)]
    pub columns: Vec<ColumnTarget>,
    /// The sign before the decimals of written prices; found out from the file where absent.
    #[serde(default)]
    pub decimal: Option<DecimalMark>,
    /// The sheet; found out where absent, or where a file has none of the name.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The row of the header, from 1; found out where absent.
    #[serde(default)]
    pub header_row: Option<u32>,
    /// How prices of sale are made from those of the file; the prices of the file where absent.
    #[serde(default)]
    pub price_rule: Option<PriceRule>,
    /// What products get that the file says nothing of.
    #[serde(default)]
    pub defaults: ProfileDefaults,
    /// Values of category, manufacturer and tags that stand for others in the files, at most 4,000. An import by the
    /// profile keeps here what was merged in it.
    #[serde(default)]
    pub merges: Vec<MergedValue>,
}

/// A profile of a supplier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportProfile {
    /// Its id.
    pub id: Uuid,
    /// Into which collection its files go.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The name of the layout of its files, as `importColumns` gives it.
    pub layout: Option<String>,
    /// How the files are read.
    pub content: ProfileContent,
    /// When it was stored.
    pub updated_at: DateTime<Utc>,
}

/// A profile that is to be kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveImportProfile {
    /// The profile in whose place it comes; a new one where absent.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// When that one was stored, as it was read: one that another person changed since is not replaced.
    #[serde(default)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Into which collection its files go.
    pub kind: Kind,
    /// 1..80 characters, unique whatever its case and accents.
    pub name: String,
    /// The name of the layout of its files, as `importColumns` gives it: they are read by the profile without a word.
    #[serde(default)]
    pub layout: Option<String>,
    /// How the files are read.
    pub content: ProfileContent,
}

/// Whose profiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListImportProfiles {
    /// Of this collection.
    pub kind: Kind,
}

/// The profile by which a file is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileOfFile {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Columns of it that the file lacks: where there are any, its columns are not used.
    pub missing: Vec<String>,
    /// The sign before decimals; absent where its columns are not used.
    pub decimal: Option<DecimalMark>,
    /// The column whose prices the rule changes, as the file writes its name; absent where the file lacks it.
    pub price_column: Option<String>,
    /// How prices of sale are made from those of that column, where it is the price.
    pub price_rule: Option<PriceRule>,
    /// Values that stand for others in its files; none where its columns are not used.
    #[serde(default)]
    pub merges: Vec<MergedValue>,
}

impl ImportProfile {
    /// Whether the profile says where the table of a file is, and no person has said it.
    pub(in crate::import) fn has_place_for(&self, request: &ImportRequest) -> bool {
        let is_unsaid = request.sheet.is_none() && request.header_row.is_none();
        is_unsaid && (self.content.sheet.is_some() || self.content.header_row.is_some())
    }

    /// The column with the prices that the rule is for.
    pub(in crate::import) fn price_column(&self) -> Option<&str> {
        let is_price = |said: &&ColumnTarget| said.target == ImportTarget::Field(RecordField::Price);
        self.content.columns.iter().find(is_price).map(|said| &*said.column)
    }

    /// Whether the prices of a file come from the column that the profile knows: those of another may be prices of
    /// sale already, or have other decimals.
    pub(in crate::import) fn knows_prices(&self, price_column: Option<&str>) -> bool {
        let same = self.price_column().zip(price_column);
        same.is_some_and(|(own, found)| normalize_text(own) == normalize_text(found))
    }

    /// What the columns are, by the names that a file with this overview has for them.
    pub(in crate::import) fn columns_in(&self, overview: &FileOverview) -> Vec<ColumnTarget> {
        fit_columns(&self.content.columns, overview)
    }

    /// The profile with the names of columns that a file with this overview has.
    #[must_use]
    pub(in crate::import) fn fit_to(&self, overview: &FileOverview) -> Self {
        let mut fit = self.clone();
        fit.content.columns = self.columns_in(overview);
        fit
    }

    /// The columns with fields that a file with this overview lacks.
    pub(in crate::import) fn missing_in(&self, overview: &FileOverview) -> Vec<String> {
        let columns = self.columns_in(overview).into_iter();
        let needed = columns.filter(|said| matches!(said.target, ImportTarget::Field(_)));
        needed.map(|said| said.column).filter(|name| !has_column(overview, name)).collect()
    }

    /// What a page is told of it.
    pub(in crate::import) fn of_file(&self, overview: &FileOverview) -> ProfileOfFile {
        let missing = self.missing_in(overview);
        let fit = self.fit_to(overview);
        let price = overview.columns.iter().find(|column| fit.knows_prices(Some(&column.name)));
        let price_column = price.map(|column| column.name.clone());
        ProfileOfFile {
            id: self.id,
            name: self.name.clone(),
            decimal: self.content.decimal.filter(|_| missing.is_empty() && price_column.is_some()),
            price_rule: self.content.price_rule.filter(|_| price_column.is_some()),
            merges: if missing.is_empty() { self.content.merges.clone() } else { Vec::new() },
            missing,
            price_column,
        }
    }
}

/// The columns by the names that a file with this overview has for them. A column of which the date alone is another
/// (`À vista até 15/11/26`, `À vista até 15/12/26`) is the same one, unless these or the file have several that differ
/// so.
pub(in crate::import) fn fit_columns(columns: &[ColumnTarget], overview: &FileOverview) -> Vec<ColumnTarget> {
    let find_name = |said: &ColumnTarget| -> Option<String> {
        if has_column(overview, &said.column) {
            return None;
        }
        let bare = undate_name(&said.column)?;
        let is_twin = |name: &str| undate_name(name).is_some_and(|other| other == bare);
        let own = columns.iter().filter(|other| is_twin(&other.column)).count();
        let mut found = overview.columns.iter().filter(|column| is_twin(&column.name));
        let name = found.next()?.name.clone();
        (own == 1 && found.next().is_none()).then_some(name)
    };
    let fit = |said: &ColumnTarget| match find_name(said) {
        Some(column) => ColumnTarget { column, ..said.clone() },
        None => said.clone(),
    };
    columns.iter().map(fit).collect()
}

/// Whether a file has a column of this name.
fn has_column(overview: &FileOverview, name: &str) -> bool {
    let folded = normalize_text(name);
    overview.columns.iter().any(|column| normalize_text(&column.name) == folded)
}

/// The profiles of a layout; several where suppliers have the same.
pub(in crate::import) fn profiles_of_layout(all: &[ImportProfile], layout: &[u8]) -> Vec<ImportProfile> {
    let layout = name_layout(layout);
    all.iter().filter(|profile| profile.layout.as_deref() == Some(&*layout)).cloned().collect()
}

/// The name of a layout for programs: hexadecimal.
pub(in crate::import) fn name_layout(layout: &[u8]) -> String {
    layout.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The layout of this name.
pub(in crate::import) fn parse_layout(name: &str) -> Option<Vec<u8>> {
    let pairs = || (0..name.len()).step_by(2).map(|at| name.get(at..at + 2));
    let bytes: Option<Vec<u8>> = pairs().map(|pair| u8::from_str_radix(pair?, 16).ok()).collect();
    bytes.filter(|bytes| bytes.len() == LAYOUT_BYTES)
}

/// Everything that is wrong with a profile.
pub(in crate::import) fn check_profile(
    kind: Kind,
    name: &str,
    layout: Option<&str>,
    content: &ProfileContent,
) -> Vec<FieldError> {
    let mut errors = Vec::from_iter(check_profile_name(name));
    let mut wrong = |field: &str, code: FieldErrorCode, value: &str, allowed: &str| {
        errors.push(FieldError::new(field, code, value, allowed));
    };
    if layout.is_some_and(|layout| parse_layout(layout).is_none()) {
        wrong("layout", FieldErrorCode::NotPossible, layout.unwrap_or_default(), "64 × 0..f");
    }
    if content.columns.len() > MAX_COLUMNS {
        wrong("columns", FieldErrorCode::TooLong, "", &format!("0..{MAX_COLUMNS}"));
    }
    for (at, said) in content.columns.iter().enumerate() {
        let ImportTarget::Field(field) = said.target else { continue };
        let is_twice = content.columns[..at].iter().any(|other| other.target == said.target);
        if is_twice || !field.belongs_to(kind) {
            wrong("columns", FieldErrorCode::NotPossible, &said.column, field.column());
        }
    }
    let is_price = |said: &ColumnTarget| said.target == ImportTarget::Field(RecordField::Price);
    if content.price_rule.is_some() && !content.columns.iter().any(is_price) {
        // Nothing says which prices the rule is for.
        wrong("priceRule", FieldErrorCode::Required, "", RecordField::Price.column());
    }
    if let Some(Err(error)) = content.price_rule.map(PriceRule::check) {
        wrong(&error.field, error.code, &error.value, &error.allowed);
    }
    let ProfileDefaults { manufacturer, category, currency } = &content.defaults;
    for (field, value) in [("manufacturer", manufacturer), ("category", category)] {
        if value.as_ref().is_some_and(|value| value.chars().count() > MAX_DEFAULT) {
            wrong(field, FieldErrorCode::TooLong, "", &format!("0..{MAX_DEFAULT}"));
        }
    }
    let is_currency = |code: &String| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
    if let Some(code) = currency.as_ref().filter(|code| !is_currency(code)) {
        wrong("currency", FieldErrorCode::NotPossible, code, "BRL | USD | …");
    }
    if content.merges.len() > MAX_MERGES {
        wrong("merges", FieldErrorCode::TooLong, "", &format!("0..{MAX_MERGES}"));
        return errors;
    }
    errors.extend(check_merges(content.merges.clone()).err().unwrap_or_default());
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::cells::overview::SeenColumn;
    use crate::import::protocol::UnfilledColumn;
    use crate::import::protocol::ValueType;
    use crate::import::report::{FileFacts, FileFormat};
    use celeiro_domain::import::MergedField;

    fn map_column(column: &str, target: ImportTarget) -> ColumnTarget {
        ColumnTarget { column: column.into(), target, value_type: None }
    }

    #[test]
    fn what_is_wrong_with_a_profile_is_said_field_by_field() {
        let price = ImportTarget::Field(RecordField::Price);
        let content = ProfileContent {
            columns: vec![
                map_column("Custo", price),
                map_column("Preço", price),
                map_column("Obs.", ImportTarget::Unfilled(UnfilledColumn::Nothing)),
            ],
            price_rule: Some(PriceRule { factor: -1.35, cents: None }),
            defaults: ProfileDefaults { currency: Some("real".into()), ..ProfileDefaults::default() },
            ..ProfileContent::default()
        };
        let errors = check_profile(Kind::Items, "", Some("xyz"), &content);
        let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["name", "layout", "columns", "priceRule.factor", "currency"]);
        let fine = ProfileContent { columns: vec![map_column("Custo", price)], ..ProfileContent::default() };
        assert_eq!(check_profile(Kind::Items, "Agro Sul", Some(&"0a".repeat(32)), &fine), []);
        assert_eq!(check_profile(Kind::Faqs, "Agro Sul", None, &fine).len(), 1, "questions have no prices");
        let merges = |to: &str, count: usize| {
            let one = MergedValue { field: MergedField::Category, from: "HERB.".into(), to: to.into() };
            ProfileContent { merges: vec![one; count], ..ProfileContent::default() }
        };
        let wrong_in = |content: &ProfileContent| check_profile(Kind::Items, "Agro Sul", None, content);
        assert_eq!(wrong_in(&merges("Herbicidas", 1)), []);
        assert_eq!(wrong_in(&merges(" ", 1))[0].field, "category");
        assert_eq!(wrong_in(&merges("Herbicidas", MAX_MERGES + 1))[0].field, "merges");
        let rule = Some(PriceRule { factor: 1.35, cents: None });
        let blind = ProfileContent { price_rule: rule, ..ProfileContent::default() };
        assert_eq!(check_profile(Kind::Items, "Agro Sul", None, &blind)[0].field, "priceRule");
    }

    #[test]
    fn a_rule_holds_for_the_column_of_prices_that_the_profile_knows() {
        let column = |(name, field): &(&str, Option<RecordField>)| SeenColumn {
            name: (*name).into(),
            field: *field,
            samples: Vec::new(),
            value_type: ValueType::Text,
        };
        let overview = |columns: &[(&str, Option<RecordField>)]| FileOverview {
            facts: FileFacts::new(FileFormat::Csv),
            columns: columns.iter().map(column).collect(),
            head: Vec::new(),
            layout: Vec::new(),
        };
        let content = ProfileContent {
            columns: vec![
                map_column("Item", ImportTarget::Field(RecordField::Name)),
                map_column("Custo", ImportTarget::Field(RecordField::Price)),
            ],
            price_rule: Some(PriceRule { factor: 1.35, cents: None }),
            decimal: Some(DecimalMark::Comma),
            ..ProfileContent::default()
        };
        let (id, kind, name) = (Uuid::nil(), Kind::Items, "Agro Sul".into());
        let updated_at = DateTime::UNIX_EPOCH;
        let profile = ImportProfile { id, kind, name, layout: None, content, updated_at };
        let of = |columns: &[(&str, Option<RecordField>)]| {
            let of_file = profile.of_file(&overview(columns));
            assert_eq!(of_file.price_rule.is_some(), of_file.price_column.is_some());
            (of_file.missing.join("|"), of_file.price_column.unwrap_or_default(), of_file.decimal.is_some())
        };
        assert_eq!(
            of(&[("ITEM", None), ("custo", None)]),
            (String::new(), "custo".into(), true),
            "the profile says what it is"
        );
        let price = Some(RecordField::Price);
        assert_eq!(of(&[("Nome", None), ("Custo", price)]), ("Item".into(), "Custo".into(), false));
        assert_eq!(of(&[("Item", None), ("Preço de venda", price)]), ("Custo".into(), String::new(), false));
        let other = of(&[("Nome", None), ("Custo", None), ("Preço", price)]);
        assert_eq!(other, ("Item".into(), "Custo".into(), false), "a person may say that it is the price");
    }

    #[test]
    fn a_column_with_another_date_in_its_name_is_the_same_one() {
        let column = |name: &&str| SeenColumn {
            name: (*name).into(),
            field: None,
            samples: Vec::new(),
            value_type: ValueType::Text,
        };
        let overview = |columns: &[&str]| FileOverview {
            facts: FileFacts::new(FileFormat::Csv),
            columns: columns.iter().map(column).collect(),
            head: Vec::new(),
            layout: Vec::new(),
        };
        let attribute = ImportTarget::Unfilled(UnfilledColumn::Attribute);
        let content = ProfileContent {
            columns: vec![
                map_column("Produto", ImportTarget::Field(RecordField::Name)),
                map_column("À vista até 15/11/26", ImportTarget::Field(RecordField::Price)),
                map_column("Preço / 30/01/2027", attribute),
                map_column("Preço / 30/04/2027", attribute),
            ],
            ..ProfileContent::default()
        };
        let (id, kind, name) = (Uuid::nil(), Kind::Items, "Alvorada".into());
        let updated_at = DateTime::UNIX_EPOCH;
        let profile = ImportProfile { id, kind, name, layout: None, content, updated_at };

        let next = overview(&["Produto", "À vista\naté 15/12/26", "Preço / 28/02/2027"]);
        assert_eq!(profile.missing_in(&next), [""; 0]);
        let fit = profile.fit_to(&next);
        assert_eq!(fit.price_column(), Some("À vista\naté 15/12/26"));
        assert_eq!(
            fit.content.columns[2].column, "Preço / 30/01/2027",
            "which of the two it is says nothing"
        );
        assert_eq!(profile.of_file(&next).price_column.as_deref(), Some("À vista\naté 15/12/26"));
        let several = overview(&["Produto", "À vista até 15/12/26", "À vista até 15/01/27"]);
        assert_eq!(profile.missing_in(&several), ["À vista até 15/11/26"]);
        let old = overview(&["Produto", "À vista até 15/11/26", "À vista até 15/12/26"]);
        assert_eq!(profile.fit_to(&old).price_column(), Some("À vista até 15/11/26"));
    }

    #[test]
    fn two_suppliers_may_have_one_layout() {
        let layout = vec![7_u8; LAYOUT_BYTES];
        let profile = |name: &str, layout: &[u8]| ImportProfile {
            id: Uuid::nil(),
            kind: Kind::Items,
            name: name.into(),
            layout: Some(name_layout(layout)),
            content: ProfileContent::default(),
            updated_at: DateTime::UNIX_EPOCH,
        };
        let (a, b, other) = (profile("A", &layout), profile("B", &layout), profile("C", &[8; LAYOUT_BYTES]));
        assert_eq!(parse_layout(a.layout.as_deref().unwrap()), Some(layout.clone()));
        assert_eq!(profiles_of_layout(&[other.clone(), a.clone()], &layout), std::slice::from_ref(&a));
        assert_eq!(profiles_of_layout(&[a.clone(), b.clone(), other], &layout), [a, b]);
    }
}
