//! Helpers of both test programs: they run `celeiro` as a separate process, as people do.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub mod seller;

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// Path of a file in `tests/fixtures`.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// Path of a neural model with random weights. It embeds any word, but the vectors have no meaning.
pub fn tiny_model() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../neural/tests/fixtures/tiny-model")
}

/// A `celeiro` command in English, without the tester's own environment.
pub fn celeiro(data_dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_celeiro"));
    command.env_clear().stdin(Stdio::null());
    for name in ["PATH", "TMPDIR", "LD_LIBRARY_PATH"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command.env("HOME", data_dir).env("CELEIRO_DATA_DIR", data_dir).env("CELEIRO_LANG", "en");
    // Tests must not put keys into the tester's own key store.
    command.env("CELEIRO_KEY_STORE", "file");
    // The vectors of a fitted model are ready in a second. The neural model has its own tests.
    command.env("CELEIRO_MODEL_DIR", "none");
    command
}

/// Runs `celeiro` to its end.
pub fn run<S: AsRef<OsStr>>(data_dir: &Path, arguments: impl IntoIterator<Item = S>) -> Output {
    celeiro(data_dir).args(arguments).output().unwrap()
}

/// Runs `celeiro` to its end, with `input` on its standard input.
pub fn run_with_input<S: AsRef<OsStr>>(
    data_dir: &Path,
    arguments: impl IntoIterator<Item = S>,
    input: &str,
) -> Output {
    let mut command = celeiro(data_dir);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// Creates an account with a password, and returns the printed JSON.
pub fn add_user(data_dir: &Path, login: &str, role: &str, password: &str) -> Value {
    let arguments = ["user", "add", login, "--role", role, "--password-stdin", "--json"];
    let output = run_with_input(data_dir, arguments, &format!("{password}\n"));
    assert!(output.status.success(), "{}\n{}", stdout(&output), stderr(&output));
    assert!(!stdout(&output).contains(password) && !stderr(&output).contains(password));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs `celeiro`, requires success, and returns the printed JSON.
pub fn json<S: AsRef<OsStr>>(data_dir: &Path, arguments: impl IntoIterator<Item = S>) -> Value {
    let output = celeiro(data_dir).args(arguments).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}\n{}", stdout(&output), stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs `celeiro`, requires exit code `code`, and returns the error of the printed JSON.
pub fn failure<S: AsRef<OsStr>>(data_dir: &Path, arguments: impl IntoIterator<Item = S>, code: i32) -> Value {
    let output = celeiro(data_dir).args(arguments).arg("--json").output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{}\n{}", stdout(&output), stderr(&output));
    let body: Value = serde_json::from_slice(&output.stdout).unwrap();
    body["error"].clone()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder that exists until the test program ends.
pub fn lasting_folder() -> PathBuf {
    static FOLDERS: OnceLock<tempfile::TempDir> = OnceLock::new();
    let root = FOLDERS.get_or_init(|| {
        at_exit(|| {
            if let Some(folder) = FOLDERS.get() {
                std::fs::remove_dir_all(folder.path()).ok();
            }
        });
        tempfile::tempdir().unwrap()
    });
    root.path().to_path_buf()
}

/// Creates a data folder with an empty catalog, as a copy of one from `celeiro init`.
pub fn prepare_folder(name: &str) -> PathBuf {
    static MODEL: OnceLock<PathBuf> = OnceLock::new();
    let model = MODEL.get_or_init(|| {
        let folder = lasting_folder().join("model-folder");
        json(&folder, ["init"]);
        folder
    });
    let folder = lasting_folder().join(name);
    copy(model, &folder);
    folder
}

/// Copies a data folder without a running server. Creating a cluster with its schema takes ten times as
/// long.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    let copied = Command::new("cp").args(["-a", "--"]).arg(from.join(".")).arg(to).status().unwrap();
    assert!(copied.success());
}

/// Names of the files below `folder` that contain `text`. Files that are deleted meanwhile are skipped.
pub fn find_files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => found.extend(find_files_with(&entry.path(), text)),
            Ok(kind) if kind.is_file() => {
                let bytes = std::fs::read(entry.path()).unwrap_or_default();
                // The search of `str` is optimised even in a debug build, and a folder has 66 MB.
                if String::from_utf8_lossy(&bytes).contains(text) {
                    found.push(entry.file_name().to_string_lossy().into_owned());
                }
            }
            _ => {}
        }
    }
    found
}

/// Runs `work` at the end of the test program, in reverse order of registration. Statics are never dropped,
/// and a test program has no other hook at its end.
pub fn at_exit(work: fn()) {
    static WORK: std::sync::Mutex<Vec<fn()>> = std::sync::Mutex::new(Vec::new());
    extern "C" fn last_moment() {
        let list = WORK.lock().map(|mut list| std::mem::take(&mut *list)).unwrap_or_default();
        list.into_iter().rev().for_each(|work| work());
    }
    let mut list = WORK.lock().unwrap();
    if list.is_empty() {
        // SAFETY: `last_moment` has no arguments and no result, and does not unwind into C.
        unsafe { libc::atexit(last_moment) };
    }
    list.push(work);
}

/// Whether the database server of a data folder is running.
pub fn database_runs(data_dir: &Path) -> bool {
    data_dir.join("pg18/postmaster.pid").exists()
}

/// Waits up to 30 seconds for the database server to stop; `false` if it still runs. A program that is
/// interrupted while it opens its database sends the stop request and does not wait.
pub fn database_ends(data_dir: &Path) -> bool {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while database_runs(data_dir) {
        if std::time::Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    true
}
