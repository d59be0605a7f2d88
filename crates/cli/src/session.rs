//! One run of the program: the caller, the language, the settings.

use crate::args::Global;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Spinner;
use celeiro_app::config::{Config, SETTINGS, Setting};
use celeiro_app::messages::render;
use celeiro_app::{App, AppError, Caller, Code};
use celeiro_domain::insight::Surface;
use celeiro_domain::search::Lang;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What holds for the whole run.
pub struct Session {
    /// The language of everything that people see.
    pub lang: Lang,
    /// Whether results and errors are printed for programs.
    pub json: bool,
    /// Settings given on the command line.
    settings: BTreeMap<String, String>,
    /// Ctrl+C and its like.
    pub interrupt: Interrupt,
}

impl Session {
    /// Reads the options that every command has.
    ///
    /// # Errors
    /// Where a `--set` names no setting or has no value.
    pub fn new(global: &Global, lang: Lang, interrupt: Interrupt) -> Result<Self, Failure> {
        let mut settings = BTreeMap::new();
        for pair in &global.settings {
            let (name, value) = pair.split_once('=').ok_or_else(|| {
                Failure::usage(render(
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

    /// The language that this command line names; what the surroundings speak does not count.
    pub fn named_lang(&self) -> Option<Lang> {
        self.settings.get("CELEIRO_LANG").and_then(|text| crate::language::read(text))
    }

    /// The configuration in force.
    ///
    /// # Errors
    /// Where a value is not allowed.
    pub fn config(&self) -> Result<Config, Failure> {
        for setting in SETTINGS {
            if std::env::var_os(setting.name).is_some_and(|value| value.to_str().is_none()) {
                return Err(not_utf8(setting.name, self.lang));
            }
        }
        Ok(Config::load(&self.settings, |name| std::env::var(name).ok())?)
    }

    /// The settings as they are saved now. `is_reachable`: other machines reach the server.
    ///
    /// # Errors
    /// `invalid_setting`.
    pub fn reload_config(&self, is_reachable: bool) -> Result<Config, AppError> {
        let config = Config::load(&self.settings, |name| std::env::var(name).ok())?;
        Ok(if is_reachable { config.reachable() } else { config })
    }

    /// The data folder, which no other setting changes.
    ///
    /// # Errors
    /// Where there is no place for one.
    pub fn data_dir(&self) -> Result<PathBuf, Failure> {
        Ok(Config::find_data_dir(&self.settings, |name| std::env::var(name).ok())?)
    }

    /// Opens the database for one operation.
    ///
    /// # Errors
    /// As [`Session::with_app`].
    pub async fn ask<Q, R>(
        &self,
        operation: impl AsyncFnOnce(&App, &Caller, Q) -> Result<R, AppError>,
        request: Q,
    ) -> Result<R, Failure> {
        self.with_app(async |app, caller| Ok(operation(app, caller, request).await?)).await
    }

    /// Opens the database, works, and closes the database again however the work ended. Where the
    /// program is asked to end, the work is dropped where it stands.
    ///
    /// # Errors
    /// Where the database does not open or close, and the errors of `work`.
    pub async fn with_app<T>(
        &self,
        work: impl AsyncFnOnce(&App, &Caller) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.with_app_to_the_end(async |app, caller| self.unless_interrupted(work(app, caller)).await).await
    }

    /// Does `work`, or drops it where it stands when the program is asked to end.
    ///
    /// # Errors
    /// `cancelled`, and the errors of `work`.
    pub async fn unless_interrupted<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        tokio::select! {
            done = work => done,
            () = self.interrupt.wait_for_signal() => Err(AppError::new(Code::Cancelled).into()),
        }
    }

    /// The same for work that looks after interruptions itself.
    ///
    /// # Errors
    /// As [`Session::with_app`].
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

    /// Opens the database, with a note on standard error while it takes. A team's server is not waited for where the
    /// program is asked to end; our own database is, for one that is half started must be there to be
    /// stopped.
    ///
    /// # Errors
    /// Where it does not open.
    pub async fn open(&self, config: Config) -> Result<App, Failure> {
        let spinner = Spinner::start();
        let of_a_team = config.text("DATABASE_URL").is_some();
        let opened = async { Ok(App::open(config, |phase| spinner.show(self.lang, phase)).await?) };
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
    /// Prints a result: as JSON for programs, in the words of `text` for people.
    ///
    /// # Errors
    /// As [`output::write`].
    pub fn print(&self, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), Failure> {
        match self.json {
            true => output::json(value)?,
            false => output::write(&text())?,
        }
        Ok(())
    }
}

fn not_utf8(name: &str, lang: Lang) -> Failure {
    Failure::usage(render(lang, "cli.usage.notUtf8", &[("name", name.to_owned())]))
}
