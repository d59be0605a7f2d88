//! `celeiro doctor`: what is there, what is not. Works also where the database does not start.

use crate::failure::Failure;
use crate::session::Session;
use celeiro_app::Code;
use celeiro_app::config::Config;
use celeiro_app::messages::translate;
use celeiro_app::system::doctor::{CheckState, DoctorReport, examine_installation, examine_settings};
use std::process::ExitCode;

/// Runs the command; the exit code is 1 where something failed.
pub async fn run_doctor(session: &Session) -> Result<ExitCode, Failure> {
    let report = match session.config() {
        Ok(config) => build_report(session, config).await?,
        Err(failure) => {
            let folder = session.data_dir().ok();
            examine_settings(&failure.error, folder.as_deref(), session.lang)
        }
    };
    session.print(&report, || render_report(session, &report))?;
    Ok(if report.healthy { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn build_report(session: &Session, config: Config) -> Result<DoctorReport, Failure> {
    match session.open(config.clone()).await {
        Ok(app) => {
            let report = examine_installation(&config, Ok(&app), session.lang).await;
            if let Err(error) = app.close().await {
                // The report was asked for, not the end of the database.
                tracing::warn!(%error, "the database does not close");
            }
            Ok(report)
        }
        Err(failure) if failure.error.code() == Code::Cancelled => Err(failure),
        Err(failure) => Ok(examine_installation(&config, Err(&failure.error), session.lang).await),
    }
}

fn render_report(session: &Session, report: &DoctorReport) -> String {
    let titles = report.checks.iter().map(|c| c.title.chars().count()).max().unwrap_or(0);
    let line = |check: &celeiro_app::system::doctor::Check| {
        let (mark, key) = match check.state {
            CheckState::Ok => ("✓", "doctor.ok"),
            CheckState::Warning => ("!", "doctor.warning"),
            CheckState::Failed => ("✗", "doctor.failed"),
        };
        let state = translate(session.lang, key);
        format!("{mark} {:<titles$}  {state:<10} {}", check.title, check.found).trim_end().to_owned() + "\n"
    };
    report.checks.iter().map(line).collect()
}
