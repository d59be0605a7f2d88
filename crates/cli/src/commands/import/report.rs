//! The report of an import for a person.

use crate::render::make_visible;
use celeiro_app::import::{CellError, ImportReport, WarningCode};
use celeiro_app::messages::translate_with;
use celeiro_domain::catalog::MAX_ERROR_VALUE;
use celeiro_domain::search::Lang;

/// Most errors that a person reads; programs get them all.
pub(super) const MOST_ERRORS: usize = 20;

/// Whether the value of an error goes on: one that stands for a list, as an EAN for its packages, is whole by itself.
fn is_shortened(error: &CellError) -> bool {
    error.value_cut && error.value.chars().count() >= MAX_ERROR_VALUE
}

/// The report for a person.
pub(super) fn render_report(lang: Lang, report: &ImportReport) -> String {
    let counts = [
        ("created", report.created.to_string()),
        ("updated", report.updated.to_string()),
        ("unchanged", report.unchanged.to_string()),
        ("rejected", report.rejected.to_string()),
    ];
    let key = if report.dry_run { "cli.import.wouldCount" } else { "cli.import.counted" };
    let mut lines = vec![translate_with(lang, key, &counts)];
    for error in report.errors.iter().take(MOST_ERRORS) {
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
    let hidden = (report.error_count as usize).saturating_sub(MOST_ERRORS.min(report.errors.len()));
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

/// The key of the text of a warning.
pub(super) fn warning_key(code: WarningCode) -> &'static str {
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

    #[test]
    fn a_value_is_printed_as_cut_where_it_goes_on() {
        let of = |value: &str| {
            CellError::new(2, "packages[0].ean", FieldErrorCode::InvalidValue, value, "").of_a_part()
        };
        assert!(!is_shortened(&of("7891000315508")), "the whole EAN of one package of the list");
        assert!(is_shortened(&of(&"x".repeat(500))));
    }
}
