//! `celeiro doctor`: what is there, what is not. Works also where the database does not start.

use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::doctor::{CheckState, DoctorReport, examine};
use celeiro_app::messages::text;
use std::process::ExitCode;

/// Runs the command; the exit code is 1 where something failed.
pub async fn run(session: &Session) -> Result<ExitCode, Failure> {
    let config = session.config()?;
    let opened = session.open(config.clone()).await;
    let report = match &opened {
        Ok(app) => examine(&config, Ok(app), session.lang).await,
        Err(failure) => examine(&config, Err(&failure.error), session.lang).await,
    };
    if let Ok(app) = opened {
        app.close().await?;
    }
    match session.json {
        true => output::json(&report)?,
        false => output::write(&shown(session, &report))?,
    }
    Ok(if report.healthy { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn shown(session: &Session, report: &DoctorReport) -> String {
    let titles = report.checks.iter().map(|c| c.title.chars().count()).max().unwrap_or(0);
    let line = |check: &celeiro_app::doctor::Check| {
        let (mark, key) = match check.state {
            CheckState::Ok => ("✓", "doctor.ok"),
            CheckState::Warning => ("!", "doctor.warning"),
            CheckState::Failed => ("✗", "doctor.failed"),
        };
        let state = text(session.lang, key);
        format!("{mark} {:<titles$}  {state:<10} {}", check.title, check.found).trim_end().to_owned() + "\n"
    };
    report.checks.iter().map(line).collect()
}
