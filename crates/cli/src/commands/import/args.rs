//! What `celeiro import` is given, and what it means.

use crate::failure::Failure;
use celeiro_app::import::{self, ImportPreset, MergedField, MergedValue, ValueType};
use celeiro_app::messages::translate_with;
use celeiro_domain::catalog::{DecimalMark, RecordField};
use celeiro_domain::import::{LeaveOut, RowDoubt};
use celeiro_domain::search::{Kind, Lang};
use clap::{ArgAction, Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Import {
    #[arg(value_name = "KIND")]
    pub kind: ImportedKind,
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[arg(long)]
    pub dry_run: bool,
    #[arg(long, value_name = "PRESET")]
    pub preset: Option<Preset>,
    #[arg(long, value_name = "COLUMN=FIELD", action = ArgAction::Append)]
    pub map: Vec<String>,
    #[arg(long, value_name = "MARK")]
    pub decimal: Option<Decimal>,
    #[arg(long, value_name = "SHEET")]
    pub sheet: Option<String>,
    #[arg(long, value_name = "PLACE")]
    pub place: Option<String>,
    #[arg(long, value_name = "ROW", value_parser = clap::value_parser!(u32).range(0..))]
    pub header_row: Option<u32>,
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    #[arg(long, value_name = "DOUBT", action = ArgAction::Append)]
    pub leave_out: Vec<LeftOut>,
    #[arg(long, value_name = "FIELD:VALUE=OTHER", action = ArgAction::Append)]
    pub merge: Vec<String>,
}

/// What is imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ImportedKind {
    Items,
    Faqs,
    Stock,
}

/// Rows that are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LeftOut {
    None,
    Total,
    Heading,
    GroupTitle,
    /// Heads and feet of printed pages.
    PageFoot,
    /// Remarks about the list.
    Footnote,
    /// Rows that a workbook hides.
    Hidden,
    /// Services, and what the supplier uses itself.
    NotForSale,
    FormulaError,
    /// Rows that a workbook strikes out.
    StruckOut,
    NotAName,
    NearlyEmpty,
    PriceOutOfRange,
}

impl LeftOut {
    fn doubt(self) -> Option<RowDoubt> {
        Some(match self {
            LeftOut::None => return None,
            LeftOut::Total => RowDoubt::Total,
            LeftOut::Heading => RowDoubt::Heading,
            LeftOut::GroupTitle => RowDoubt::GroupTitle,
            LeftOut::PageFoot => RowDoubt::PageFoot,
            LeftOut::Footnote => RowDoubt::Footnote,
            LeftOut::Hidden => RowDoubt::Hidden,
            LeftOut::NotForSale => RowDoubt::NotForSale,
            LeftOut::FormulaError => RowDoubt::FormulaError,
            LeftOut::StruckOut => RowDoubt::StruckOut,
            LeftOut::NotAName => RowDoubt::NotAName,
            LeftOut::NearlyEmpty => RowDoubt::NearlyEmpty,
            LeftOut::PriceOutOfRange => RowDoubt::PriceOutOfRange,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    Plain,
    Agrofit,
}

impl Preset {
    pub fn preset(self) -> ImportPreset {
        match self {
            Preset::Plain => ImportPreset::Plain,
            Preset::Agrofit => ImportPreset::Agrofit,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Decimal {
    Comma,
    Point,
}

impl Decimal {
    pub fn mark(self) -> DecimalMark {
        match self {
            Decimal::Comma => DecimalMark::Comma,
            Decimal::Point => DecimalMark::Point,
        }
    }
}

/// The types of attributes, as `--map` names them.
const TYPES: [(&str, ValueType); 4] = [
    ("text", ValueType::Text),
    ("number", ValueType::Number),
    ("yesno", ValueType::YesNo),
    ("list", ValueType::List),
];

/// Fields by the columns that fill them, and types by the columns of attributes that have them.
pub(super) type ColumnArgs = (Vec<(String, RecordField)>, Vec<(String, ValueType)>);

/// The values of `--map`, column by column.
pub(super) fn parse_column_args(lang: Lang, kind: Kind, pairs: &[String]) -> Result<ColumnArgs, Failure> {
    let fields = || RecordField::of_kind(kind);
    let types = || TYPES.into_iter().filter(|_| kind == Kind::Items);
    let (mut map, mut said): ColumnArgs = (Vec::new(), Vec::new());
    for pair in pairs {
        // A column may have the sign in its name, a field has not.
        let named = pair.rsplit_once('=').map(|(column, name)| (column.trim().to_owned(), name.trim()));
        let named = named.filter(|(column, _)| !column.is_empty());
        let is_new =
            |column: &String| map.iter().all(|c| c.0 != *column) && said.iter().all(|c| c.0 != *column);
        let field = |name: &str| fields().find(|field| field.column() == name);
        let value = |name: &str| types().find(|(known, _)| *known == name).map(|(_, value)| value);
        match named.filter(|(column, _)| is_new(column)).map(|(c, name)| (c, field(name), value(name))) {
            Some((column, Some(field), _)) if map.iter().all(|c| c.1 != field) => map.push((column, field)),
            Some((column, None, Some(value))) => said.push((column, value)),
            _ => {
                let names = fields().map(RecordField::column).chain(types().map(|(name, _)| name));
                let places = [("value", pair.clone()), ("fields", names.collect::<Vec<_>>().join(", "))];
                return Err(Failure::usage(translate_with(lang, "cli.import.badMap", &places)));
            }
        }
    }
    Ok((map, said))
}

/// The values of `--merge`, value by value.
pub(super) fn parse_merges(lang: Lang, said: &[String]) -> Result<Vec<MergedValue>, Failure> {
    let read = |text: &String| {
        let (field, values) = text.split_once(':')?;
        let (from, to) = values.split_once('=')?;
        let field = match field.trim() {
            "category" => MergedField::Category,
            "manufacturer" => MergedField::Manufacturer,
            "tags" => MergedField::Tags,
            _ => return None,
        };
        import::check_merges(vec![MergedValue { field, from: from.trim().into(), to: to.into() }]).ok()?.pop()
    };
    let one = |text: &String| {
        let bad = || Failure::usage(translate_with(lang, "cli.import.badMerge", &[("value", text.clone())]));
        read(text).ok_or_else(bad)
    };
    said.iter().map(one).collect()
}

/// The values of `--leave-out`; without it, rows that surely are no records.
pub(super) fn leave_out(said: &[LeftOut]) -> LeaveOut {
    match said {
        [] => LeaveOut::default(),
        said => {
            LeaveOut { kinds: said.iter().filter_map(|one| one.doubt()).collect(), ..LeaveOut::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn columns_are_fields_or_attributes_of_a_type_and_none_is_named_twice() {
        let read = |kind, pairs: &[&str]| parse_column_args(Lang::En, kind, &texts(pairs));
        let (map, types) = read(Kind::Items, &["Produto=name", "a=b=price", "Teor = number"]).unwrap();
        assert_eq!(map, [("Produto".to_owned(), RecordField::Name), ("a=b".to_owned(), RecordField::Price)]);
        assert_eq!(types, [("Teor".to_owned(), ValueType::Number)]);
        for (kind, pairs) in [
            (Kind::Items, &["Produto"][..]),
            (Kind::Items, &["=name"]),
            (Kind::Items, &["Produto=nome"]),
            (Kind::Items, &["A=name", "A=price"]),
            (Kind::Items, &["A=name", "B=name"]),
            (Kind::Items, &["A=text", "A=number"]),
            (Kind::Faqs, &["A=price"]),
            (Kind::Faqs, &["A=number"]),
        ] {
            let failure = read(kind, pairs).unwrap_err();
            assert_eq!(failure.exit, 2, "{pairs:?}");
            assert!(failure.error.message(Lang::En).contains(pairs[pairs.len() - 1]), "{pairs:?}");
        }
    }

    #[test]
    fn merges_name_a_field_and_two_values() {
        let read = |said: &[&str]| parse_merges(Lang::En, &texts(said));
        let merged = read(&["category:Adubos=Adubo", "tags: soja = Soja"]).unwrap();
        assert_eq!(
            (merged[0].field, merged[0].from.as_str(), merged[0].to.as_str()),
            (MergedField::Category, "Adubos", "Adubo")
        );
        assert_eq!(merged[1].field, MergedField::Tags);
        for wrong in ["Adubos=Adubo", "category:Adubos", "price:1=2", ""] {
            assert_eq!(read(&[wrong]).unwrap_err().exit, 2, "{wrong}");
        }
    }

    #[test]
    fn without_a_word_rows_that_surely_are_no_records_are_left_out() {
        assert_eq!(leave_out(&[]), LeaveOut::default());
    }
}
