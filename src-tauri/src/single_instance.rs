//! One window for each data folder: a second start brings the first window to the front and ends.

use crate::window;
use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tauri::Wry;
use tauri::plugin::TauriPlugin;

/// The plugin. Two data folders are two programs, so on Linux the folder is part of the name under
/// which the first one is found (on the session bus; without one, every start opens a window, and
/// both share the database). Windows and macOS know one program for each user.
pub fn plugin(data_dir: Option<&Path>) -> TauriPlugin<Wry> {
    let plugin =
        tauri_plugin_single_instance::Builder::new().callback(|app, _arguments, _folder| window::show(app));
    match data_dir {
        Some(folder) => plugin.dbus_id(bus_name(folder)).build(),
        None => plugin.build(),
    }
}

/// How many starts may fail because the first window dies.
const ATTEMPTS: u32 = 5;
/// Time between two starts.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// Counts the starts that failed, from one process image to the next.
const FAILED_STARTS: &str = "CELEIRO_WINDOW_FAILED_STARTS";

/// Starts the program again where `error` says that the first window could not be asked to come to the
/// front. The session bus names a window that was killed for a moment longer: this start found it, and it
/// never answered. The process stays the same, so that it can be waited for. Returns where `error` is
/// another one, where five starts have failed, and on systems that end the name with its process.
pub fn restart_on_lost_instance(error: &tauri::Error) {
    let tauri::Error::PluginInitialization(plugin, _) = error else { return };
    let failed: u32 = std::env::var(FAILED_STARTS).ok().and_then(|count| count.parse().ok()).unwrap_or(0);
    let Ok(program) = std::env::current_exe() else { return };
    if plugin != "single-instance" || failed + 1 >= ATTEMPTS {
        return;
    }
    tracing::warn!(%error, "the window that was found is gone; starting again");
    std::thread::sleep(RETRY_DELAY);
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).env(FAILED_STARTS, (failed + 1).to_string());
    replace_process(&mut command);
}

#[cfg(unix)]
fn replace_process(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    let error = command.exec();
    tracing::error!(%error, "the program does not start again");
}

#[cfg(not(unix))]
fn replace_process(_: &mut Command) {}

fn bus_name(folder: &Path) -> String {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    // Component by component: a slash at the end makes no other folder.
    let folder: PathBuf = folder.components().collect();
    let hash = Sha256::digest(folder.as_os_str().as_encoded_bytes());
    let short: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    // A part of a bus name must not start with a digit.
    format!("br.celeiro.desktop.d{short}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_told_apart() {
        let name = bus_name(Path::new("/home/ana/celeiro"));
        assert_ne!(name, bus_name(Path::new("/home/ana/outro")));
        assert_eq!(name, bus_name(Path::new("/home/ana/celeiro/")));
        assert_eq!(name.len(), "br.celeiro.desktop.d".len() + 16);
    }
}
