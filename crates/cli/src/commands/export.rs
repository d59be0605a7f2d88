//! `celeiro export`: all records as a file that an import reads again.

use crate::args::Corpus;
use crate::failure::Failure;
use crate::output;
use crate::progress::Bar;
use crate::session::Session;
use celeiro_app::export::request::{ExportFormat, ExportRequest};
use celeiro_app::export::{self};
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::{App, AppError};
use celeiro_domain::search::Kind;
use clap::{Args, ValueEnum};
use futures::TryStreamExt as _;
use serde::Serialize;
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
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Csv,
    Jsonl,
    Xlsx,
}

/// What was done, for programs.
#[derive(Serialize)]
struct ExportSummary<'a> {
    kind: Kind,
    format: ExportFormat,
    file: &'a Path,
    written: u32,
}

/// Runs the command.
pub async fn run_export(session: &Session, args: Export) -> Result<(), Failure> {
    let format = choose_export_format(session, &args)?;
    let request = ExportRequest { kind: args.kind.kind(), format, bom: args.bom };
    session
        .with_app(async |app, _| match &args.output {
            None => to_standard_output(app, request).await,
            Some(path) => to_file(session, app, request, path).await,
        })
        .await
}

/// The format that was asked for, or that the file's name says. Where neither says one, it is CSV;
/// on standard output, `--json` asks for JSON Lines.
fn choose_export_format(session: &Session, args: &Export) -> Result<ExportFormat, Failure> {
    let asked = args.format.map(|format| match format {
        Format::Csv => ExportFormat::Csv,
        Format::Jsonl => ExportFormat::Jsonl,
        Format::Xlsx => ExportFormat::Xlsx,
    });
    let Some(path) = &args.output else {
        return Ok(asked.unwrap_or(if session.json { ExportFormat::Jsonl } else { ExportFormat::Csv }));
    };
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let named = match ending.as_deref() {
        Some("csv") => Some(ExportFormat::Csv),
        Some("jsonl" | "ndjson") => Some(ExportFormat::Jsonl),
        Some("xlsx") => Some(ExportFormat::Xlsx),
        _ => None,
    };
    let file = ("file", path.display().to_string());
    match (asked, named) {
        (Some(asked), Some(named)) if asked != named => {
            let places = [file, ("format", asked.extension().to_owned())];
            Err(Failure::usage(translate_with(session.lang, "cli.export.contradiction", &places)))
        }
        (Some(format), _) | (None, Some(format)) => Ok(format),
        (None, None) if matches!(ending.as_deref(), None | Some("txt")) => Ok(ExportFormat::Csv),
        (None, None) => {
            Err(Failure::usage(translate_with(session.lang, "cli.export.unknownEnding", &[file])))
        }
    }
}

/// Ends early, without an error, where the reader is gone.
async fn to_standard_output(app: &App, request: ExportRequest) -> Result<(), Failure> {
    let mut parts = std::pin::pin!(export::export_records(app.store(), request));
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
async fn to_file(session: &Session, app: &App, request: ExportRequest, path: &Path) -> Result<(), Failure> {
    let refused = |error: io::Error| AppError::unwritable(path.display(), &error);
    let written = if path.metadata().is_ok_and(|m| !m.is_file()) {
        let mut file = File::options().write(true).open(path).map_err(refused)?;
        write_parts(session, app, request, &mut file, &refused).await?
    } else {
        let mut file = create_temporary_file(path).map_err(refused)?;
        let written = write_parts(session, app, request, file.as_file_mut(), &refused).await?;
        file.as_file().sync_all().map_err(refused)?;
        file.persist(path).map_err(|error| refused(error.error))?;
        written
    };
    if session.json {
        let done = ExportSummary { kind: request.kind, format: request.format, file: path, written };
        return Ok(output::print_json(&done)?);
    }
    let places = [("count", written.to_string()), ("file", path.display().to_string())];
    output::print_translated(session.lang, "cli.export.done", &places);
    Ok(())
}

async fn write_parts(
    session: &Session,
    app: &App,
    request: ExportRequest,
    file: &mut File,
    refused: &impl Fn(io::Error) -> AppError,
) -> Result<u32, Failure> {
    let bar = Bar::new(translate(session.lang, &format!("cli.corpus.{}", request.kind.as_str())));
    let mut parts = std::pin::pin!(export::export_records(app.store(), request));
    let mut written = 0;
    while let Some(part) = parts.try_next().await.map_err(AppError::from)? {
        file.write_all(&part.bytes).map_err(refused)?;
        written = part.written;
        bar.show(part.written.into(), part.total.into());
    }
    Ok(written)
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
