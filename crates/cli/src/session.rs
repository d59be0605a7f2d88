//! One run of the program: caller, language and settings.

use crate::args::Global;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Spinner;
use celeiro_app::config::{Config, SETTINGS, Setting};
use celeiro_app::messages::translate_with;
use celeiro_app::{App, AppError, Caller, Code};
use celeiro_domain::insight::Surface;
use celeiro_domain::search::Lang;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// State that holds for the whole run.
pub struct Session {
    /// Language of all output for people.
    pub lang: Lang,
    /// Whether results and errors are printed as JSON.
    pub json: bool,
    /// Settings from the command line.
    settings: BTreeMap<String, String>,
    /// Ctrl+C and termination signals.
    pub interrupt: Interrupt,
}

impl Session {
    /// Reads the global options.
    ///
    /// # Errors
    /// A usage error if a `--set` names no setting or has no value.
    pub fn new(global: &Global, lang: Lang, interrupt: Interrupt) -> Result<Self, Failure> {
        let mut settings = BTreeMap::new();
        for pair in &global.settings {
            let (name, value) = pair.split_once('=').ok_or_else(|| {
                Failure::usage(translate_with(
                    lang,
                    "cli.usage.pair",
                    &[("option", "--set".into()), ("value", pair.clone())],
                ))
            })?;
            let setting = Setting::find(name).map_err(|error| Failure { exit: 2, ..error.into() })?;
            settings.insert(setting.name.to_owned(), value.to_owned());
        }
        if let Some(folder) = &global.data_dir {
            let text = folder.to_str().ok_or_else(|| not_utf8("CELEIRO_DATA_DIR", lang))?;
            settings.insert("CELEIRO_DATA_DIR".into(), text.to_owned());
        }
        if let Some(lang) = &global.lang {
            settings.insert("CELEIRO_LANG".into(), lang.clone());
        }
        Ok(Self { lang, json: global.json, settings, interrupt })
    }

    /// The language from the command line; ignores the environment.
    pub fn named_lang(&self) -> Option<Lang> {
        self.settings.get("CELEIRO_LANG").and_then(|text| crate::language::parse_language(text))
    }

    /// Loads the configuration in force.
    ///
    /// # Errors
    /// `invalid_setting` or `data_folder_unusable`, or a usage error if a value is not UTF-8.
    pub fn config(&self) -> Result<Config, Failure> {
        for setting in SETTINGS {
            if std::env::var_os(setting.name).is_some_and(|value| value.to_str().is_none()) {
                return Err(not_utf8(setting.name, self.lang));
            }
        }
        Ok(Config::load(&self.settings, |name| std::env::var(name).ok())?)
    }

    /// Loads the configuration again, with the settings as they are saved now. `is_reachable`: whether
    /// other machines can reach the server.
    ///
    /// # Errors
    /// `invalid_setting`.
    pub fn reload_config(&self, is_reachable: bool) -> Result<Config, AppError> {
        let config = Config::load(&self.settings, |name| std::env::var(name).ok())?;
        Ok(if is_reachable { config.reachable() } else { config })
    }

    /// Finds the data folder, independent of all other settings.
    ///
    /// # Errors
    /// `data_folder_unusable` if there is no place for one.
    pub fn data_dir(&self) -> Result<PathBuf, Failure> {
        Ok(Config::find_data_dir(&self.settings, |name| std::env::var(name).ok())?)
    }

    /// Opens the database, runs one operation, and closes the database.
    ///
    /// # Errors
    /// The errors of [`Session::with_app`].
    pub async fn ask<Q, R>(
        &self,
        operation: impl AsyncFnOnce(&App, &Caller, Q) -> Result<R, AppError>,
        request: Q,
    ) -> Result<R, Failure> {
        self.with_app(async |app, caller| Ok(operation(app, caller, request).await?)).await
    }

    /// Opens the database, runs `work`, and closes the database even if `work` fails. An interruption
    /// cancels `work`.
    ///
    /// # Errors
    /// The errors of `work`, and of opening and closing the database.
    pub async fn with_app<T>(
        &self,
        work: impl AsyncFnOnce(&App, &Caller) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.with_app_to_the_end(async |app, caller| self.unless_interrupted(work(app, caller)).await).await
    }

    /// Runs `work` and cancels it on an interruption.
    ///
    /// # Errors
    /// `cancelled` on an interruption, and the errors of `work`.
    pub async fn unless_interrupted<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        tokio::select! {
            done = work => done,
            () = self.interrupt.wait_for_signal() => Err(AppError::new(Code::Cancelled).into()),
        }
    }

    /// Like [`Session::with_app`], for work that handles interruptions itself.
    ///
    /// # Errors
    /// The errors of [`Session::with_app`].
    pub async fn with_app_to_the_end<T>(
        &self,
        work: impl AsyncFnOnce(&App, &Caller) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let app = self.open(self.config()?).await?;
        let done = work(&app, &Caller::local(self.lang).at(Surface::Cli)).await;
        let closed = app.close().await;
        let done = done?;
        closed?;
        Ok(done)
    }

    /// Opens the database, with a spinner on standard error. An interruption cancels the connection to a
    /// team's server and the steps after the start of the managed database, but not the start itself,
    /// because only a started server can be stopped.
    ///
    /// # Errors
    /// `cancelled` on an interruption, and the errors of [`App::open`].
    pub async fn open(&self, config: Config) -> Result<App, Failure> {
        let spinner = Spinner::start();
        let of_a_team = config.text("DATABASE_URL").is_some();
        let stop = self.interrupt.token();
        let show = |phase| spinner.show(self.lang, phase);
        let opened = async { Ok(App::open_until(config, show, &stop).await?) };
        if of_a_team {
            return self.unless_interrupted(opened).await;
        }
        let app = opened.await?;
        if self.interrupt.is_requested() {
            app.close().await?;
            return Err(AppError::new(Code::Cancelled).into());
        }
        Ok(app)
    }
}

impl Session {
    /// Prints a result: `value` as JSON for programs, `text` for people.
    ///
    /// # Errors
    /// The errors of [`output::write_text`].
    pub fn print(&self, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), Failure> {
        match self.json {
            true => output::print_json(value)?,
            false => match text() {
                nothing if nothing.is_empty() => output::print_translated(self.lang, "cli.nothing", &[]),
                text => output::write_text(&text)?,
            },
        }
        Ok(())
    }

    /// Prints a result as JSON for programs. The command has already printed it for people.
    ///
    /// # Errors
    /// The errors of [`output::print_json`].
    pub fn print_value(&self, value: &impl Serialize) -> Result<(), Failure> {
        if self.json {
            output::print_json(value)?;
        }
        Ok(())
    }
}

/// A usage error for a value that is not UTF-8.
fn not_utf8(name: &str, lang: Lang) -> Failure {
    Failure::usage(translate_with(lang, "cli.usage.notUtf8", &[("name", name.to_owned())]))
}
