//! `celeiro import`: a file into the catalog, the FAQs or the stock, with a report for each rejected cell.

mod args;
mod findings;
mod report;
mod stock;

pub use args::Import;

use crate::failure::Failure;
use crate::output;
use crate::progress::Bar;
use crate::session::Session;
use args::{ImportedKind, leave_out, parse_column_args, parse_merges};
use celeiro_app::import::profiles::{keep_values, put_profile};
use celeiro_app::import::{self, Hints, ImportPhase, ImportProgress, ImportReport, ImportRequest, Outcome};
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::{App, Caller};
use celeiro_domain::search::Kind;
use findings::render_findings;
use report::render_report;
use std::process::ExitCode;

/// The exit code of an import that took the good rows and rejected others.
const REJECTED: u8 = 3;

/// Runs the command; the exit code is [`REJECTED`] where rows were rejected.
pub async fn run_import(session: &Session, args: Import) -> Result<ExitCode, Failure> {
    let kind = match args.kind {
        ImportedKind::Items => Kind::Items,
        ImportedKind::Faqs => Kind::Faqs,
        ImportedKind::Stock => return stock::import_stock_file(session, args).await,
    };
    if args.place.is_some() {
        return Err(Failure::usage(translate(session.lang, "cli.import.stock.onlyStock")));
    }
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
            let asked = request.clone();
            let outcome = carry_out(session, app, caller, request).await?;
            if !args.dry_run {
                keep_values(app, &asked).await;
            }
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

#[cfg(test)]
mod tests {
    use super::report::warning_key;
    use super::*;
    use celeiro_app::import::WarningCode;
    use celeiro_domain::search::Lang;

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
