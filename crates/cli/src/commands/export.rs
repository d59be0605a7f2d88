//! `celeiro export`: all records as a file that an import reads again, or a file for others by a profile.

use crate::args::Corpus;
use crate::failure::Failure;
use crate::output;
use crate::progress::Bar;
use crate::session::Session;
use celeiro_app::export::api::{BeginExport, PlannedExport, plan_export};
use celeiro_app::export::google::LeftOutReason;
use celeiro_app::export::of_view;
use celeiro_app::export::profiles::export_profile_by_name;
use celeiro_app::export::request::{ExportDialect, ExportFormat, ExportRequest};
use celeiro_app::messages::{name_of, translate, translate_with};
use celeiro_app::{App, AppError, Caller};
use celeiro_domain::search::{Kind, Lang};
use clap::{Args, ValueEnum};
use futures::TryStreamExt as _;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct Export {
    #[arg(value_name = "KIND")]
    pub kind: Corpus,
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[arg(long)]
    pub bom: bool,
    #[arg(long, value_name = "DIALECT")]
    pub dialect: Option<Dialect>,
    #[arg(long)]
    pub attribute_columns: bool,
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Csv,
    Jsonl,
    Xlsx,
    Google,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Dialect {
    Plain,
    ExcelBr,
}

/// What was done, for programs.
#[derive(Serialize)]
struct ExportSummary<'a> {
    kind: Kind,
    format: ExportFormat,
    file: &'a Path,
    written: u32,
    #[serde(rename = "leftOut", skip_serializing_if = "BTreeMap::is_empty")]
    left_out: BTreeMap<LeftOutReason, u32>,
}

/// How much was written, and what was left out.
#[derive(Default)]
struct WrittenCounts {
    written: u32,
    left_out: BTreeMap<LeftOutReason, u32>,
}

/// Runs the command.
pub async fn run_export(session: &Session, args: Export) -> Result<(), Failure> {
    let named = choose_export_format(session, &args)?;
    session
        .with_app(async |app, caller| {
            let planned = plan(session, app, caller, &args, named).await?;
            match &args.output {
                None => to_standard_output(app, planned).await,
                Some(path) => to_file(session, app, planned, path).await,
            }
        })
        .await
}

/// What is written by the options, and by the profile that they name. Without a word of it, a CSV is one for an Excel of
/// Brazil where people of Brazil ask for it, and a plain one where a program does.
async fn plan(
    session: &Session,
    app: &App,
    caller: &Caller,
    args: &Export,
    named: Option<ExportFormat>,
) -> Result<PlannedExport, Failure> {
    let kind = args.kind.kind();
    let profile = match &args.profile {
        Some(name) => Some(export_profile_by_name(app, kind, name).await?),
        None => None,
    };
    // On standard output, a program reads lines of JSON.
    let usual = match (&args.output, session.json) {
        (None, true) => ExportFormat::Jsonl,
        _ => ExportFormat::Csv,
    };
    let of_profile = profile.as_ref().map(|profile| profile.content.format);
    let format = named.or(of_profile).unwrap_or(usual);
    let is_for_people = session.lang == Lang::PtBr && !session.json && format == ExportFormat::Csv;
    let usual_dialect = (profile.is_none() && is_for_people && !args.bom).then_some(ExportDialect::ExcelBr);
    let request = BeginExport {
        kind,
        format,
        dialect: args.dialect.map(Dialect::to_export).or(usual_dialect),
        attribute_columns: args.attribute_columns.then_some(true),
        profile: profile.map(|profile| profile.id),
        ..BeginExport::default()
    };
    let planned = plan_export(app, caller, request).await?;
    Ok(PlannedExport { request: ExportRequest { bom: args.bom, ..planned.request }, ..planned })
}

impl Dialect {
    fn to_export(self) -> ExportDialect {
        match self {
            Dialect::Plain => ExportDialect::Plain,
            Dialect::ExcelBr => ExportDialect::ExcelBr,
        }
    }
}

/// The format that was asked for, or that the file's name says; none where neither says one.
fn choose_export_format(session: &Session, args: &Export) -> Result<Option<ExportFormat>, Failure> {
    let asked = args.format.map(|format| match format {
        Format::Csv => ExportFormat::Csv,
        Format::Jsonl => ExportFormat::Jsonl,
        Format::Xlsx => ExportFormat::Xlsx,
        Format::Google => ExportFormat::Google,
    });
    let Some(path) = &args.output else {
        return Ok(asked);
    };
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let named = match ending.as_deref() {
        Some("csv") => Some(ExportFormat::Csv),
        Some("jsonl" | "ndjson") => Some(ExportFormat::Jsonl),
        Some("xlsx") => Some(ExportFormat::Xlsx),
        Some("xml") => Some(ExportFormat::Google),
        _ => None,
    };
    let file = ("file", path.display().to_string());
    match (asked, named) {
        (Some(asked), Some(named)) if asked != named => {
            let places = [file, ("format", asked.extension().to_owned())];
            Err(Failure::usage(translate_with(session.lang, "cli.export.contradiction", &places)))
        }
        (Some(format), _) | (None, Some(format)) => Ok(Some(format)),
        (None, None) if matches!(ending.as_deref(), None | Some("txt")) => Ok(None),
        (None, None) => {
            Err(Failure::usage(translate_with(session.lang, "cli.export.unknownEnding", &[file])))
        }
    }
}

/// Ends early, without an error, where the reader is gone.
async fn to_standard_output(app: &App, planned: PlannedExport) -> Result<(), Failure> {
    let mut parts = std::pin::pin!(of_view(app.store(), planned.request, planned.view));
    while let Some(part) = parts.try_next().await.map_err(AppError::from)? {
        let mut out = io::stdout().lock();
        match out.write_all(&part.bytes).and_then(|()| out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            written => written.map_err(|error| AppError::unwritable("stdout", &error))?,
        }
    }
    Ok(())
}

/// The file appears when it is whole; a pipe or a device is written to as it is.
async fn to_file(session: &Session, app: &App, planned: PlannedExport, path: &Path) -> Result<(), Failure> {
    let request = planned.request;
    let refusal = |error: io::Error| AppError::unwritable(path.display(), &error);
    let written = if path.metadata().is_ok_and(|m| !m.is_file()) {
        let mut file = File::options().write(true).open(path).map_err(refusal)?;
        write_parts(session, app, planned, &mut file, &refusal).await?
    } else {
        let mut file = create_temporary_file(path).map_err(refusal)?;
        let written = write_parts(session, app, planned, file.as_file_mut(), &refusal).await?;
        file.as_file().sync_all().map_err(refusal)?;
        file.persist(path).map_err(|error| refusal(error.error))?;
        written
    };
    if session.json {
        let WrittenCounts { written, left_out } = written;
        let done =
            ExportSummary { kind: request.kind, format: request.format, file: path, written, left_out };
        return Ok(output::print_json(&done)?);
    }
    let places = [("count", written.written.to_string()), ("file", path.display().to_string())];
    output::print_translated(session.lang, "cli.export.done", &places);
    for (reason, count) in written.left_out {
        let key = format!("cli.export.leftOut.{}", name_of(&reason));
        output::print_translated(session.lang, &key, &[("count", count.to_string())]);
    }
    Ok(())
}

async fn write_parts(
    session: &Session,
    app: &App,
    planned: PlannedExport,
    file: &mut File,
    refuse_file: &impl Fn(io::Error) -> AppError,
) -> Result<WrittenCounts, Failure> {
    let corpus = format!("cli.corpus.{}", planned.request.kind.as_str());
    let bar = Bar::new(translate(session.lang, &corpus));
    let mut parts = std::pin::pin!(of_view(app.store(), planned.request, planned.view));
    let mut counts = WrittenCounts::default();
    while let Some(part) = parts.try_next().await.map_err(AppError::from)? {
        file.write_all(&part.bytes).map_err(refuse_file)?;
        bar.show(part.written.into(), part.total.into());
        counts = WrittenCounts { written: part.written, left_out: part.left_out };
    }
    Ok(counts)
}

/// Beside the file to be, with the rights that any new file gets.
pub(super) fn create_temporary_file(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
