//! `celeiro import stock`: counts from a file of another program, with a report for each row that is not stored.

use super::REJECTED;
use super::args::Import;
use super::report::MOST_ERRORS;
use crate::failure::Failure;
use crate::output;
use crate::render::make_visible;
use crate::session::Session;
use celeiro_app::catalog::stock::file::stock_file::read_stock_file;
use celeiro_app::catalog::stock::list::stock_list::{ImportStock, StockListOutcome, import_stock};
use celeiro_app::messages::{translate, translate_with};
use celeiro_domain::search::Lang;
use std::process::ExitCode;

/// Runs the command.
pub(super) async fn import_stock_file(session: &Session, args: Import) -> Result<ExitCode, Failure> {
    let lang = session.lang;
    let is_for_records = args.preset.is_some()
        || !args.map.is_empty()
        || args.header_row.is_some()
        || args.profile.is_some()
        || !args.leave_out.is_empty()
        || !args.merge.is_empty();
    if is_for_records {
        return Err(Failure::usage(translate(lang, "cli.import.stock.options")));
    }
    let (outcome, unread_sheets) = session
        .with_app_to_the_end(async |app, caller| {
            let read = read_stock_file(app, caller, args.file.clone(), args.sheet.clone()).await?;
            let request = ImportStock {
                rows: read.rows,
                dry_run: Some(args.dry_run),
                decimal: args.decimal.map(|decimal| decimal.mark()),
                counted_at: None,
                place: args.place.clone(),
                file: args.file.file_name().map(|name| name.to_string_lossy().into_owned()),
                operation_id: None,
                digest: None,
            };
            let outcome = import_stock(app, caller, request).await?;
            Ok((StockListOutcome { unlike_sums: read.unlike_sums, ..outcome }, read.unread_sheets))
        })
        .await?;
    if session.json {
        output::print_json(&outcome)?;
    } else {
        let mut text = render_outcome(lang, &outcome, args.dry_run);
        if !unread_sheets.is_empty() {
            let sheets = [("sheets", make_visible(&unread_sheets.join(", ")))];
            text.push_str(&translate_with(lang, "cli.import.stock.unread", &sheets));
            text.push('\n');
        }
        output::write_stdout(&text)?;
    }
    Ok(if outcome.problem_count > 0 { ExitCode::from(REJECTED) } else { ExitCode::SUCCESS })
}

fn render_outcome(lang: Lang, outcome: &StockListOutcome, dry_run: bool) -> String {
    let counts = [
        ("changed", outcome.changed.to_string()),
        ("unchanged", outcome.unchanged.to_string()),
        ("problems", outcome.problem_count.to_string()),
    ];
    let key = if dry_run { "cli.import.stock.would" } else { "cli.import.stock.did" };
    let mut lines = vec![translate_with(lang, key, &counts)];
    for problem in outcome.problems.iter().take(MOST_ERRORS) {
        let mut message = make_visible(&problem.message);
        if let Some(other) = problem.other_row {
            message += &translate_with(lang, "cli.import.stock.otherRow", &[("row", other.to_string())]);
        }
        let row = match problem.product.as_str() {
            "" => problem.row.to_string(),
            product => format!("{} ({})", problem.row, make_visible(product)),
        };
        let column = translate(lang, &format!("cli.import.stock.column.{}", problem.column));
        let column = match problem.place.as_str() {
            "" => column,
            place => format!("{column} ({})", make_visible(place)),
        };
        let places = [("row", row), ("column", column), ("message", message)];
        lines.push(translate_with(lang, "cli.import.stock.row", &places));
    }
    let hidden = (outcome.problem_count as usize).saturating_sub(MOST_ERRORS.min(outcome.problems.len()));
    if hidden > 0 {
        lines.push(translate_with(lang, "cli.import.moreErrors", &[("count", hidden.to_string())]));
    }
    if outcome.mixed_places > 0 {
        let count = [("count", outcome.mixed_places.to_string())];
        lines.push(translate_with(lang, "cli.import.stock.mixed", &count));
    }
    if outcome.unlike_sums > 0 {
        let count = [("count", outcome.unlike_sums.to_string())];
        lines.push(translate_with(lang, "cli.import.stock.unlikeSums", &count));
    }
    if let Some(id) = outcome.operation_id {
        lines.push(translate_with(lang, "cli.import.stock.undo", &[("id", id.to_string())]));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{ID, answer, in_both};
    use serde_json::json;

    #[test]
    fn rows_that_are_not_stored_are_named_in_both_languages() {
        let outcome: StockListOutcome = answer(json!({
            "operationId": ID, "changed": 12, "unchanged": 3, "problemCount": 1, "sample": [], "digest": "",
            "problems": [{
                "row": 7, "column": "code", "code": "twice", "message": "nada", "value": "X", "product": "X · Base",
                "otherRow": 9, "place": "Loja",
            }],
            "mixedPlaces": 2, "unlikeSums": 3,
        }));
        let printed = in_both(|lang| render_outcome(lang, &outcome, false));
        assert!(printed.contains("12") && printed.contains(ID) && printed.contains("nada"), "{printed}");
        assert!(
            printed.contains("código (Loja): nada") && printed.contains("code (Loja): nada"),
            "{printed}"
        );
        assert!(printed.contains("linha 7 (X · Base)") && printed.contains("também na linha 9"), "{printed}");
        assert!(printed.contains("2 products have counts with a place"), "{printed}");
        assert!(printed.contains("3 linhas") && printed.contains("3 rows"), "{printed}");
        assert!(!printed.contains("cli."), "{printed}");
    }
}
