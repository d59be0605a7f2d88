//! `celeiro call`: any operation by its name, JSON in, JSON out.

pub(crate) mod operations;

use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::AppError;
use celeiro_app::commands::list_commands;
use celeiro_app::messages::translate_with;
use clap::Args;
use serde_json::{Map, Value};

#[derive(Debug, Args)]
pub struct Call {
    #[arg(value_name = "OPERATION")]
    pub operation: String,
    #[arg(value_name = "JSON", allow_hyphen_values = true)]
    pub request: Option<String>,
}

/// Runs the command.
pub async fn run_call(session: &Session, args: Call) -> Result<(), Failure> {
    let name = args.operation.replace('-', "_");
    let names: Vec<&str> = list_commands().iter().map(|c| c.name).collect();
    if !names.contains(&name.as_str()) {
        let places = [("name", args.operation), ("allowed", names.join(", "))];
        return Err(Failure::usage(translate_with(session.lang, "cli.usage.operation", &places)));
    }
    let request: Value = match args.request.as_deref() {
        None => Value::Object(Map::new()),
        Some(text) => serde_json::from_str(text).map_err(AppError::from)?,
    };
    let response = session
        .with_app(async |app, caller| match operations::call(app, caller, &name, request).await {
            Some(response) => Ok(response?),
            None => Err(AppError::internal(format_args!("{name} is listed and unknown")).into()),
        })
        .await?;
    Ok(output::print_json(&response)?)
}
