//! `celeiro import`: a file into the catalog, the FAQs or the stock, with a report for each rejected cell.

mod findings;
mod stock;

use crate::failure::Failure;
use crate::output;
use crate::progress::Bar;
use crate::render::make_visible;
use crate::session::Session;
use celeiro_app::import::profiles::put_profile;
use celeiro_app::import::{
    self, CellError, Hints, ImportPhase, ImportPreset, ImportProgress, ImportReport, ImportRequest,
    MergedField, MergedValue, Outcome, ValueType, WarningCode,
};
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::{App, Caller};
use celeiro_domain::catalog::{DecimalMark, MAX_ERROR_VALUE, RecordField};
use celeiro_domain::import::{LeaveOut, RowDoubt};
use celeiro_domain::search::{Kind, Lang};
use clap::{ArgAction, Args, ValueEnum};
use findings::render_findings;
use std::path::PathBuf;
use std::process::ExitCode;

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
    FormulaError,
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
            LeftOut::FormulaError => RowDoubt::FormulaError,
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

/// The exit code of an import that took the good rows and rejected others.
const REJECTED: u8 = 3;
/// Errors shown to a person; programs get them all.
const SHOWN: usize = 20;

/// Runs the command; the exit code is [`REJECTED`] where rows were rejected.
pub async fn run_import(session: &Session, args: Import) -> Result<ExitCode, Failure> {
    let kind = match args.kind {
        ImportedKind::Items => Kind::Items,
        ImportedKind::Faqs => Kind::Faqs,
        ImportedKind::Stock => return stock::import_stock_file(session, args).await,
    };
    let (map, types) = parse_column_args(session.lang, kind, &args.map)?;
    let merges = parse_merges(session.lang, &args.merge)?;
    let leave_out = leave_out(&args.leave_out);
    let (outcome, waiting) = session
        .with_app_to_the_end(async |app, caller| {
            let mut request = ImportRequest::of_path(kind, &args.file, &caller.actor);
            request.preset = args.preset.map(|preset| preset.preset());
            request.dry_run = args.dry_run;
            request.map.clone_from(&map);
            request.types.clone_from(&types);
            request.sheet.clone_from(&args.sheet);
            request.one_sheet = args.sheet.is_some();
            request.header_row = args.header_row;
            request.merges.clone_from(&merges);
            request.leave_out.clone_from(&leave_out);
            request.decimal = args.decimal.map(|decimal| decimal.mark());
            put_profile(app, caller, &mut request, args.profile.as_deref()).await?;
            let outcome = carry_out(session, app, caller, request).await?;
            Ok((outcome, count_waiting_records(app, kind).await?))
        })
        .await?;
    let report = &outcome.report;
    if session.json {
        output::print_json(report)?;
    } else {
        output::write_stdout(
            &(render_report(session.lang, report) + &render_findings(session.lang, &outcome)),
        )?;
        if waiting > 0 && !args.dry_run {
            output::print_translated(session.lang, "cli.import.embed", &[("count", waiting.to_string())]);
        }
    }
    Ok(if report.rejected > 0 { ExitCode::from(REJECTED) } else { ExitCode::SUCCESS })
}

/// The types of attributes, as `--map` names them.
const TYPES: [(&str, ValueType); 4] = [
    ("text", ValueType::Text),
    ("number", ValueType::Number),
    ("yesno", ValueType::YesNo),
    ("list", ValueType::List),
];

/// Fields by the columns that fill them, and types by the columns of attributes that have them.
type ColumnArgs = (Vec<(String, RecordField)>, Vec<(String, ValueType)>);

/// The values of `--map`, column by column.
fn parse_column_args(lang: Lang, kind: Kind, pairs: &[String]) -> Result<ColumnArgs, Failure> {
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
fn parse_merges(lang: Lang, said: &[String]) -> Result<Vec<MergedValue>, Failure> {
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
fn leave_out(said: &[LeftOut]) -> LeaveOut {
    match said {
        [] => LeaveOut::default(),
        said => {
            LeaveOut { kinds: said.iter().filter_map(|one| one.doubt()).collect(), ..LeaveOut::default() }
        }
    }
}

/// Imports with a progress bar, and gives every error its text.
pub async fn import(
    session: &Session,
    app: &App,
    caller: &Caller,
    request: ImportRequest,
) -> Result<ImportReport, Failure> {
    Ok(carry_out(session, app, caller, request).await?.report)
}

async fn carry_out(
    session: &Session,
    app: &App,
    caller: &Caller,
    request: ImportRequest,
) -> Result<Outcome, Failure> {
    let bar = Bar::new(translate(caller.lang, &format!("cli.corpus.{}", request.kind.as_str())));
    let show = |progress: ImportProgress| {
        let moved = progress.moved.map(|moved| moved.to_string());
        let rows = [("rows", progress.rows.to_string()), ("moved", moved.unwrap_or_default())];
        let step = if progress.moved.is_some() { "moving" } else { phase_key(progress.phase) };
        // At a step of unknown length, the bar stays where it is.
        if let Some(percent) = progress.percent {
            bar.show(percent.into(), 100);
        }
        bar.say(translate_with(caller.lang, &format!("cli.import.phase.{step}"), &rows));
    };
    let done = import::import_with_outcome(app.store(), request, show, &session.interrupt.token()).await;
    let outcome = done.map_err(|error| import::to_app_error(caller.lang, error, Hints::CommandLine))?;
    let report = import::in_words(caller.lang, outcome.report, Hints::CommandLine);
    Ok(Outcome { report, ..outcome })
}

/// Records of `kind` that wait for vectors; none where vectors are switched off.
async fn count_waiting_records(app: &App, kind: Kind) -> Result<i64, Failure> {
    if app.config().text("EMBEDDING_PROVIDER") == Some("none") {
        return Ok(0);
    }
    let jobs = app.store().job_counts(kind).await.map_err(celeiro_app::AppError::from)?;
    Ok(jobs.pending)
}

/// The name of the phase in the keys of texts.
fn phase_key(phase: ImportPhase) -> &'static str {
    match phase {
        ImportPhase::Reading => "reading",
        ImportPhase::Applying => "applying",
        ImportPhase::Finishing => "finishing",
        ImportPhase::Cancelling => "cancelling",
    }
}

/// Whether the value of an error goes on: one that stands for a list, as an EAN for its packages, is whole by itself.
fn is_shortened(error: &CellError) -> bool {
    error.value_cut && error.value.chars().count() >= MAX_ERROR_VALUE
}

/// The report for a person.
pub fn render_report(lang: Lang, report: &ImportReport) -> String {
    let counts = [
        ("created", report.created.to_string()),
        ("updated", report.updated.to_string()),
        ("unchanged", report.unchanged.to_string()),
        ("rejected", report.rejected.to_string()),
    ];
    let key = if report.dry_run { "cli.import.wouldCount" } else { "cli.import.counted" };
    let mut lines = vec![translate_with(lang, key, &counts)];
    for error in report.errors.iter().take(SHOWN) {
        let column = if error.column.is_empty() { "–" } else { &error.column };
        let line =
            error.line.map(|line| translate_with(lang, "cli.import.inLine", &[("line", line.to_string())]));
        let places = [
            ("row", report.file.name_row(error.row)),
            ("line", line.unwrap_or_default()),
            ("column", column.to_owned()),
            ("value", make_visible(&error.value) + if is_shortened(error) { "…" } else { "" }),
            ("message", error.message.clone()),
        ];
        lines.push(translate_with(lang, "cli.import.cellError", &places));
    }
    let hidden = (report.error_count as usize).saturating_sub(SHOWN.min(report.errors.len()));
    if hidden > 0 {
        lines.push(translate_with(lang, "cli.import.moreErrors", &[("count", hidden.to_string())]));
    }
    for warning in &report.warnings {
        let number = |count: Option<u32>| count.map(|count| count.to_string()).unwrap_or_default();
        let places = [
            ("names", warning.names.join(", ")),
            ("count", number(warning.count)),
            ("of", number(warning.of)),
        ];
        lines.push(translate_with(lang, warning_key(warning.code), &places));
    }
    lines.join("\n") + "\n"
}

fn warning_key(code: WarningCode) -> &'static str {
    match code {
        WarningCode::IgnoredColumns => "cli.import.warning.ignoredColumns",
        WarningCode::RepeatedColumns => "cli.import.warning.repeatedColumns",
        WarningCode::UnnamedColumns => "cli.import.warning.unnamedColumns",
        WarningCode::FailedFormulas => "cli.import.warning.failedFormulas",
        WarningCode::MixedColumns => "cli.import.warning.mixedColumns",
        WarningCode::UnreadSheets => "cli.import.warning.unreadSheets",
        WarningCode::NoRows => "cli.import.warning.noRows",
        WarningCode::NamesAreNumbers => "cli.import.warning.namesAreNumbers",
        WarningCode::NamesRepeat => "cli.import.warning.namesRepeat",
        WarningCode::SharedNames => "cli.import.warning.sharedNames",
        WarningCode::MovedColumns => "cli.import.warning.movedColumns",
        WarningCode::OtherTables => "cli.import.warning.otherTables",
        WarningCode::UnusedPrices => "cli.import.warning.unusedPrices",
        WarningCode::TablesBeside => "cli.import.warning.tablesBeside",
        WarningCode::NoNames => "cli.import.warning.noNames",
        WarningCode::PricesOnRequest => "cli.import.warning.pricesOnRequest",
        WarningCode::ErasedPrices => "cli.import.warning.erasedPrices",
        WarningCode::JoinedTables => "cli.import.warning.joinedTables",
        WarningCode::LostDigits => "cli.import.warning.lostDigits",
        WarningCode::ProfileApplied => "cli.import.warning.profileApplied",
        WarningCode::ProfileMisfit => "cli.import.warning.profileMisfit",
        WarningCode::PriceRuleUnused => "cli.import.warning.priceRuleUnused",
        WarningCode::PriceRuleUsed => "cli.import.warning.priceRuleUsed",
        WarningCode::UnreadPages => "cli.import.warning.unreadPages",
        WarningCode::UncheckedRows => "cli.import.warning.uncheckedRows",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::catalog::FieldErrorCode;

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
    fn a_value_is_printed_as_cut_where_it_goes_on() {
        let of = |value: &str| {
            CellError::new(2, "packages[0].ean", FieldErrorCode::InvalidValue, value, "").of_a_part()
        };
        assert!(!is_shortened(&of("7891000315508")), "the whole EAN of one package of the list");
        assert!(is_shortened(&of(&"x".repeat(500))));
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

    #[test]
    fn every_warning_and_every_phase_has_a_text_in_both_languages() {
        let warnings = [
            WarningCode::IgnoredColumns,
            WarningCode::RepeatedColumns,
            WarningCode::UnnamedColumns,
            WarningCode::FailedFormulas,
            WarningCode::MixedColumns,
            WarningCode::UnreadSheets,
            WarningCode::NoRows,
            WarningCode::NamesAreNumbers,
            WarningCode::NamesRepeat,
            WarningCode::SharedNames,
            WarningCode::MovedColumns,
            WarningCode::OtherTables,
            WarningCode::TablesBeside,
            WarningCode::UnusedPrices,
            WarningCode::NoNames,
            WarningCode::PricesOnRequest,
            WarningCode::ErasedPrices,
            WarningCode::JoinedTables,
            WarningCode::LostDigits,
            WarningCode::ProfileApplied,
            WarningCode::ProfileMisfit,
            WarningCode::PriceRuleUnused,
            WarningCode::PriceRuleUsed,
            WarningCode::UnreadPages,
            WarningCode::UncheckedRows,
        ];
        let phases =
            [ImportPhase::Reading, ImportPhase::Applying, ImportPhase::Finishing, ImportPhase::Cancelling];
        let keys = warnings.map(warning_key).map(str::to_owned);
        let keys = keys.into_iter().chain(phases.map(|one| format!("cli.import.phase.{}", phase_key(one))));
        for key in keys {
            let [pt, en] = [Lang::PtBr, Lang::En].map(|lang| translate_with(lang, &key, &[]));
            assert!(pt != key && en != key && pt != en, "{key}: {pt} {en}");
        }
    }
}
