//! One window for each data folder: a second start brings the first window to the front and ends.

use crate::window;
use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};
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
