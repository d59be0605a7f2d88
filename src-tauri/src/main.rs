//! `celeiro-desktop`, the window.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    // This program is also the child that reads imported files; then it is nothing else.
    celeiro_app::import::sandbox::run_child_if_asked();
    // Configuration, access list and interface are embedded here and not in the library, so that
    // they are not compiled again with every edit of a command.
    celeiro_desktop::run(tauri::generate_context!())
}
