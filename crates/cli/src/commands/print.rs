//! `celeiro print`: a price list, or labels for shelves, as PDF.

use super::enrich::parse_item_filters;
use super::export::create_temporary_file;
use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::AppError;
use celeiro_app::catalog::prices::lists::price_list_by_name;
use celeiro_app::print::api::{PrintCatalog, PrintForm, find_empty_categories, make_document};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct Print {
    #[arg(value_name = "FORM")]
    pub form: Form,
    #[arg(long, value_name = "FILE")]
    pub output: PathBuf,
    #[arg(long, value_name = "NAME")]
    pub list: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub category: Vec<String>,
    #[arg(long = "filter", value_name = "CONDITION")]
    pub filters: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    Prices,
    Labels,
}

/// What was done, for programs.
#[derive(Serialize)]
struct PrintSummary<'a> {
    form: PrintForm,
    file: &'a Path,
}

/// Runs the command.
pub async fn run_print(session: &Session, args: Print) -> Result<(), Failure> {
    let categories = args.category.iter().map(|name| format!("category={name}"));
    let conditions: Vec<String> = args.filters.iter().cloned().chain(categories).collect();
    let query = parse_item_filters(session.lang, &conditions)?;
    let form = match args.form {
        Form::Prices => PrintForm::Prices,
        Form::Labels => PrintForm::Labels,
    };
    let (document, empty) = session
        .with_app(async |app, caller| {
            let list = match &args.list {
                None => None,
                Some(name) => Some(price_list_by_name(app, caller, name).await?.id),
            };
            let request = PrintCatalog { form, list, query: query.clone() };
            let document = make_document(app, caller, request).await?;
            let empty = match &query {
                None => Vec::new(),
                Some(query) => find_empty_categories(app, query).await?,
            };
            Ok((document, empty))
        })
        .await?;
    write_document(&args.output, &document.bytes)?;
    if !empty.is_empty() {
        output::print_translated(session.lang, "cli.print.noItems", &[("categories", empty.join(", "))]);
    }
    if session.json {
        return Ok(output::print_json(&PrintSummary { form, file: &args.output })?);
    }
    let places = [("file", args.output.display().to_string())];
    output::print_translated(session.lang, "cli.print.done", &places);
    Ok(())
}

/// The file appears when it is whole; a pipe or a device is written to as it is.
fn write_document(path: &Path, bytes: &[u8]) -> Result<(), AppError> {
    let refusal = |error: io::Error| AppError::unwritable(path.display(), &error);
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return std::fs::write(path, bytes).map_err(refusal);
    }
    let mut file = create_temporary_file(path).map_err(refusal)?;
    file.write_all(bytes).map_err(refusal)?;
    file.as_file().sync_all().map_err(refusal)?;
    file.persist(path).map_err(|error| refusal(error.error))?;
    Ok(())
}
