//! `celeiro backup` and `celeiro restore`: all of an installation in one file, and back.

use crate::failure::Failure;
use crate::output;
use crate::progress::Bar;
use crate::session::Session;
use celeiro_app::backup::daily::schedule::source_of;
use celeiro_app::backup::making::make::write_backup;
use celeiro_app::backup::making::target::refuse_foreign_target;
use celeiro_app::backup::making::verify::verify_backup;
use celeiro_app::backup::restore::{RestoreStage, restore_backup};
use celeiro_app::backup::summary::BackupSummary;
use celeiro_app::messages::{format_megabytes, translate, translate_with};
use celeiro_app::{AppError, Code};
use celeiro_domain::search::Lang;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Backup {
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    #[command(subcommand)]
    pub action: Option<Action>,
}

#[derive(Debug, Subcommand)]
pub enum Action {
    Verify {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
pub struct Restore {
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Runs `celeiro backup`: makes a backup, or verifies one.
pub async fn run_backup(session: &Session, args: Backup) -> Result<(), Failure> {
    match (args.action, args.file) {
        (Some(Action::Verify { file }), _) => verify_backup_file(session, &file),
        (None, Some(file)) => make_backup_file(session, &file).await,
        (None, None) => Err(Failure::usage(translate(session.lang, "cli.usage.missingCommand"))),
    }
}

async fn make_backup_file(session: &Session, file: &Path) -> Result<(), Failure> {
    let lang = session.lang;
    refuse_foreign_target(file)?;
    let made = session
        .with_app(async |app, _| {
            let bar = Bar::new(translate(lang, "cli.backup.making"));
            let source = source_of(app).await?;
            Ok(write_backup(source, file, move |part| bar.show(part.into(), 100)).await?)
        })
        .await?;
    session.print(&made, || translate_with(lang, "cli.backup.made", &places_of(lang, &made)))?;
    print_lacks(session, &made);
    let is_beside = Path::new(&made.file).file_name() != file.file_name();
    if is_beside && !session.json {
        let places = [("file", file.display().to_string())];
        output::say(&translate_with(lang, "cli.backup.stays", &places));
    }
    Ok(())
}

/// Says which attached files a backup lacks.
fn print_lacks(session: &Session, backup: &BackupSummary) {
    let lacks = [(backup.missing_files, "cli.backup.missing"), (backup.damaged_files, "cli.backup.damaged")];
    for (count, key) in lacks.into_iter().filter(|(count, _)| *count > 0 && !session.json) {
        output::print_translated(session.lang, key, &[("count", count.to_string())]);
    }
}

/// Needs no database: the file is all that is looked at.
fn verify_backup_file(session: &Session, file: &Path) -> Result<(), Failure> {
    let found = verify_backup(&session.config()?, file)?;
    session.print(&found, || {
        translate_with(session.lang, "cli.backup.whole", &places_of(session.lang, &found))
    })?;
    print_lacks(session, &found);
    Ok(())
}

/// Reads a backup back into the data folder, or into the team's database.
pub async fn run_restore(session: &Session, args: Restore) -> Result<(), Failure> {
    let lang = session.lang;
    let config = session.config()?;
    let report = |stage| {
        if !session.json {
            output::say(&describe_stage(stage, lang));
        }
    };
    // Broken off, it leaves the old folder in its place; what was begun beside it goes with the next run.
    let restored = tokio::select! {
        restored = restore_backup(&config, &args.file, report) => restored?,
        () = session.interrupt.wait_for_signal() => return Err(AppError::new(Code::Cancelled).into()),
    };
    session.print(&restored, || {
        let mut places = places_of(lang, &restored.backup);
        places.extend([("folder", restored.data_dir.clone()), ("searches", restored.searches.to_string())]);
        let mut text = translate_with(lang, "cli.backup.restored", &places);
        if let Some(former) = &restored.former {
            text += &translate_with(lang, "cli.backup.former", &[("folder", former.clone())]);
        }
        text
    })?;
    print_lacks(session, &restored.backup);
    if !session.json {
        if restored.unfound > 0 {
            output::print_translated(lang, "cli.backup.unfound", &[("count", restored.unfound.to_string())]);
        }
        output::print_translated(lang, "cli.backup.keys", &[]);
    }
    Ok(())
}

fn describe_stage(stage: RestoreStage, lang: Lang) -> String {
    let key = match stage {
        RestoreStage::Verifying => "verifying",
        RestoreStage::Filling => "filling",
        RestoreStage::Files => "files",
        RestoreStage::Proving => "proving",
        RestoreStage::Exchanging => "exchanging",
    };
    translate(lang, &format!("cli.backup.stage.{key}"))
}

/// What the texts say of a backup.
fn places_of(lang: Lang, backup: &BackupSummary) -> Vec<(&'static str, String)> {
    vec![
        ("file", backup.file.clone()),
        ("size", format_megabytes(lang, backup.bytes)),
        ("rows", backup.rows.to_string()),
        ("files", backup.files.to_string()),
        ("sha256", backup.sha256.clone()),
        ("at", backup.created_at.format("%Y-%m-%d %H:%M UTC").to_string()),
        ("program", backup.program.clone()),
    ]
}
