//! `celeiro-desktop`, the desktop window: the interface of `ui/`, and every operation as a command
//! of Tauri's bridge.
//!
//! This crate translates and nothing more: a call of the page becomes the request of an operation of
//! `celeiro_app`, and its answer goes back.
//!
//! | module | what it does |
//! |---|---|
//! | `commands` | the list of operations as commands |
//! | `call` | who asks and what is asked, read from a call |
//! | [`bindings`] | the list in TypeScript, for the interface |
//! | `settings` | the settings in force; the program behind the commands is `celeiro_app::host` |
//! | `language` | the language that the page shows |
//! | `notices` | reminders that come due, as notifications of the system |
//! | `host_actions` | opening an address, saving what the page made |
//! | `window` | the window, and the guard that keeps its page from leaving |
//! | `single_instance` | one window for each data folder |
//! | `shutdown` | closing the database, however the program is asked to end |
//!
//! Left out on purpose: menus, files, and every plugin that
//! would give the page a power of its own (notifications are shown by the program, not by the page). What the page may call is `capabilities/main.json`.

pub mod bindings;

mod call;
mod commands;
mod host_actions;
mod language;
mod notices;
mod settings;
mod shutdown;
mod single_instance;
mod window;

use celeiro_app::TOOL_LOG;
use celeiro_app::files::make_private_folder;
use celeiro_app::host::Host;
use language::PageLanguage;
use notices::show_notices;
use shutdown::Ending;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tauri::async_runtime::spawn;
use tauri::{AppHandle, Context, Manager as _, RunEvent, Wry};
use tracing_subscriber::EnvFilter;

/// Runs the window until it is closed.
pub fn run(context: Context<Wry>) -> ExitCode {
    start_log();
    let data_dir = settings::load_config().ok().map(|config| config.data_dir().to_path_buf());
    let app = tauri::Builder::default()
        // First of all: a second start must end before it does anything.
        .plugin(single_instance::plugin(data_dir.as_deref()))
        .invoke_handler(bindings::builder().invoke_handler())
        .setup(move |app| Ok(start(app.handle(), data_dir.map(|dir| dir.join("window")))?))
        .build(context);
    match app {
        Ok(app) => ExitCode::from(u8::try_from(app.run_return(on_event)).unwrap_or(1)),
        Err(error) => {
            single_instance::restart_on_lost_instance(&error);
            tracing::error!(%error, "the window does not open");
            ExitCode::FAILURE
        }
    }
}

/// Opens the window, then the database behind it. What the page keeps goes to the folder `keep`, which is made
/// here, for the user alone: the window would make it, and the data folder above it, for others to read.
///
/// In this order, and not side by side: where there is no session bus, opening a window makes the
/// system's D-Bus library start one and read its answer from a pipe until the end. A database
/// started at that moment would inherit the pipe and hold it open for ever.
fn start(app: &AppHandle, keep: Option<PathBuf>) -> tauri::Result<()> {
    let host = Arc::new(Host::default());
    let language = Arc::new(PageLanguage::default());
    app.manage(host.clone());
    app.manage(language.clone());
    if let Some(folder) = &keep
        && let Err(error) = make_private_folder(folder)
    {
        tracing::warn!(%error, "others may read what the page keeps");
    }
    window::open(app, keep)?;
    spawn(show_notices(host.clone(), language));
    app.manage(Ending::listen(app, host)?);
    Ok(())
}

fn on_event(app: &AppHandle, event: RunEvent) {
    if let RunEvent::Exit = event
        && let Some(ending) = app.try_state::<Ending>()
    {
        ending.finish();
    }
}

/// The log, to standard error: warnings and what tools did, unless `CELEIRO_LOG` (in the syntax of
/// `RUST_LOG`) asks for more or less.
fn start_log() {
    let filter = std::env::var("CELEIRO_LOG").unwrap_or_else(|_| format!("warn,{TOOL_LOG}=info"));
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::builder().parse_lossy(filter))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .with_target(false)
        .init();
}
