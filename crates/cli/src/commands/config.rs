//! `celeiro config`: every setting with its origin, and changes of the saved ones. Needs no database.

use crate::args::{Config as Args, ConfigChange};
use crate::failure::Failure;
use crate::output;
use crate::session::Session;
use celeiro_app::config::{ConfigEntry, ConfigOrigin, SavedSettings};
use celeiro_app::messages::{render, text};
use celeiro_domain::search::Lang;

/// Runs the command.
pub fn run(session: &Session, args: Args) -> Result<(), Failure> {
    match args.change {
        None => list(session),
        Some(ConfigChange::Set { name, value }) => save(session, &name, Some(&value)),
        Some(ConfigChange::Unset { name }) => save(session, &name, None),
    }
}

fn list(session: &Session) -> Result<(), Failure> {
    let entries = session.config()?.entries();
    match session.json {
        true => output::json(&entries)?,
        false => output::write(&shown(session.lang, &entries))?,
    }
    Ok(())
}

/// Saves a value or forgets it, and says what holds now: something stronger may stand above it.
fn save(session: &Session, name: &str, value: Option<&str>) -> Result<(), Failure> {
    let folder = session.data_dir()?;
    SavedSettings::read(&folder)?.set(name, value)?;
    let entries: Vec<ConfigEntry> =
        session.config()?.entries().into_iter().filter(|entry| entry.name == name).collect();
    if session.json {
        return Ok(output::json(&entries.first())?);
    }
    output::write(&shown(session.lang, &entries))?;
    let above =
        entries.iter().any(|e| matches!(e.origin, ConfigOrigin::Environment | ConfigOrigin::CommandLine));
    if above && value.is_some() {
        output::tell(session.lang, "cli.config.overridden", &[("name", name.to_owned())]);
    }
    Ok(())
}

fn shown(lang: Lang, entries: &[ConfigEntry]) -> String {
    let width = entries.iter().map(|e| e.name.len()).max().unwrap_or(0);
    let line = |entry: &ConfigEntry| {
        let origin = text(lang, &format!("cli.config.origin.{}", origin(entry.origin)));
        let value = entry.value.clone().unwrap_or_else(|| text(lang, "cli.config.unset"));
        let value = render(lang, "cli.config.value", &[("value", value), ("origin", origin)]);
        format!("{:<width$}  {value}\n", entry.name)
    };
    entries.iter().map(line).collect()
}

fn origin(origin: ConfigOrigin) -> &'static str {
    match origin {
        ConfigOrigin::CommandLine => "commandLine",
        ConfigOrigin::Environment => "environment",
        ConfigOrigin::Saved => "saved",
        ConfigOrigin::Default => "default",
    }
}
