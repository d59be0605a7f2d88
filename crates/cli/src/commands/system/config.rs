//! `celeiro config`: every setting with its origin, and changes of the saved ones. Needs no database: where
//! one is open, what is left to the ranking profile and the embedding model is asked of it, else it is what
//! the program ships with.

use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::AppError;
use celeiro_app::api::Empty;
use celeiro_app::config::{ConfigEntry, ConfigOrigin, Home, SavedSettings, Setting, Settings};
use celeiro_app::keys::KeyPlace;
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::settings::api::get_config;
use celeiro_domain::search::{Fusion, Lang};
use clap::{Args, Subcommand};
use std::io::{BufRead as _, IsTerminal as _, Read as _, stdin};

#[derive(Debug, Args)]
pub struct Config {
    #[command(subcommand)]
    pub change: Option<Change>,
}

#[derive(Debug, Subcommand)]
pub enum Change {
    List,
    Set {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(value_name = "VALUE", allow_hyphen_values = true)]
        value: String,
    },
    Unset {
        #[arg(value_name = "NAME")]
        name: String,
    },
}

/// Longest line that is read as a key, in bytes; longer ones are no keys.
const LONGEST_KEY: u64 = 10_000;

/// Runs the command.
pub async fn run_config(session: &Session, args: Config) -> Result<(), Failure> {
    match args.change {
        None | Some(Change::List) => list_config(session).await,
        Some(Change::Set { name, value }) => set_config(session, &name, value),
        Some(Change::Unset { name }) => save_config_value(session, &name, None),
    }
}

/// Prints all settings; where the database cannot be asked, those that are known without it.
async fn list_config(session: &Session) -> Result<(), Failure> {
    let config = session.config()?;
    let open = is_open(&config);
    let settings = Settings::open(config);
    if let Some(fault) = settings.keys().fault() {
        output::report_failure(session.lang, false, &fault);
    }
    let asked = if open { session.ask(get_config, Empty::default()).await.ok() } else { None };
    let known = asked.is_some();
    let entries = asked.unwrap_or_else(|| settings.entries(session.lang, None));
    show_config_entries(session, &entries, &entries)?;
    if !known && !session.json {
        output::print_translated(session.lang, "cli.config.asShipped", &[]);
    }
    Ok(())
}

/// Whether a database is there to be asked without starting one.
fn is_open(config: &celeiro_app::config::Config) -> bool {
    let Ok(folders) = std::fs::read_dir(config.data_dir()) else { return false };
    let running = |folder: std::fs::DirEntry| folder.path().join("postmaster.pid").exists();
    config.text("DATABASE_URL").is_some() || folders.flatten().any(running)
}

/// Keys come from standard input: arguments stand in the shell's history and in the list of
/// processes.
fn set_config(session: &Session, name: &str, value: String) -> Result<(), Failure> {
    let setting = Setting::find(name)?;
    if setting.home != Home::Keys {
        return save_config_value(session, name, Some(&value));
    }
    let translate_key = |key| translate_with(session.lang, key, &[("name", name.to_owned())]);
    if value != "-" {
        let error = AppError::invalid_request(translate_key("cli.config.keyOnCommandLine"));
        return Err(error.into());
    }
    if stdin().is_terminal() {
        output::say(&translate_key("cli.config.enterKey"));
    }
    let mut key = String::new();
    let read = stdin().lock().take(LONGEST_KEY).read_line(&mut key);
    if read.is_err() || key.trim().is_empty() {
        return Err(AppError::invalid_request(translate_key("cli.config.noKey")).into());
    }
    save_config_value(session, name, Some(&key))
}

/// Saves a value or forgets it, and says what holds now: something stronger may stand above it.
fn save_config_value(session: &Session, name: &str, value: Option<&str>) -> Result<(), Failure> {
    let settings = match session.config() {
        Ok(config) => Settings::open(config),
        // Another saved value may be the one that is not allowed, and this the way to be rid of it.
        Err(failure) => {
            SavedSettings::set(&session.data_dir()?, name, value).map_err(|_| failure)?;
            Settings::open(session.config()?)
        }
    };
    settings.set(name, value)?;
    let entry = settings.entry(name, session.lang, None)?;
    show_config_entries(session, &entry, std::slice::from_ref(&entry))?;
    let above = matches!(entry.origin, ConfigOrigin::Environment | ConfigOrigin::CommandLine);
    if above && value.is_some() && !session.json {
        output::print_translated(session.lang, "cli.config.overridden", &[("name", name.to_owned())]);
    }
    if entry.waiting && !session.json {
        output::print_translated(session.lang, "cli.config.afterRestart", &[("name", name.to_owned())]);
    }
    Ok(())
}

/// Prints entries, and which keys have to be entered again.
fn show_config_entries(
    session: &Session,
    as_json: &impl serde::Serialize,
    entries: &[ConfigEntry],
) -> Result<(), Failure> {
    session.print(as_json, || render_entries(session.lang, entries))?;
    for entry in entries.iter().filter(|entry| entry.needs_reentry && !session.json) {
        output::print_translated(session.lang, "cli.config.enterAgain", &[("name", entry.name.clone())]);
    }
    Ok(())
}

fn render_entries(lang: Lang, entries: &[ConfigEntry]) -> String {
    let width = entries.iter().map(|e| e.name.len()).max().unwrap_or(0);
    let line = |entry: &ConfigEntry| {
        let value = entry.value.clone().unwrap_or_else(|| translate(lang, "cli.config.unset"));
        let origin = translate(lang, origin_key(entry));
        let value = translate_with(lang, "cli.config.value", &[("value", value), ("origin", origin)]);
        let idle = entry.idle_in.map(|fusion| {
            let (fusion, acting) = (fusion.as_str().to_owned(), join_fusion_names(&entry.fusions));
            translate_with(lang, "cli.config.idle", &[("fusion", fusion), ("acting", acting)])
        });
        format!("{:<width$}  {value}{}\n", entry.name, idle.unwrap_or_default())
    };
    entries.iter().map(line).collect()
}

/// The names of fusions, separated by commas.
fn join_fusion_names(fusions: &[Fusion]) -> String {
    fusions.iter().map(|fusion| fusion.as_str()).collect::<Vec<_>>().join(", ")
}

/// The key of the text that names where a value comes from.
fn origin_key(entry: &ConfigEntry) -> &'static str {
    match (entry.stored_in, entry.origin) {
        (Some(KeyPlace::KeyStore), _) => "cli.config.inKeyStore",
        (Some(KeyPlace::File), _) => "cli.config.inFile",
        (_, ConfigOrigin::CommandLine) => "cli.config.origin.commandLine",
        (_, ConfigOrigin::Environment) => "cli.config.origin.environment",
        (_, ConfigOrigin::Saved) => "cli.config.origin.saved",
        (_, ConfigOrigin::Profile) => "cli.config.origin.profile",
        (_, ConfigOrigin::Model) => "cli.config.origin.model",
        (_, ConfigOrigin::Default) => "cli.config.origin.default",
    }
}
