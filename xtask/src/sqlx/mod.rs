//! `cargo xtask sqlx`: the descriptions of all static queries, in `.sqlx`.
//!
//! `query!` and its kin are checked against a database when they are compiled. So that no build needs
//! one to build Celeiro, what the database said is kept in `.sqlx`, and builds read it there
//! (`SQLX_OFFLINE` in `.cargo/config.toml`). This command starts a server of its own, applies the
//! migrations and compiles crate `store` against it, which writes the descriptions anew.
//!
//! A build that compiles `store` anyway can do it by the way (`cargo xtask sqlx --check -- cargo build`): to compile
//! it by itself all that it stands on is compiled for that alone.
//!
//! It cannot use `store` to start the server: where a query has changed, `store` does not compile
//! until this command has run.

mod server;

use anyhow::{Context, bail};
use server::Server;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FOLDER: &str = ".sqlx";
const HOW: &str = "cargo xtask sqlx";

/// What to do with the descriptions, and with which server.
#[derive(clap::Args)]
pub struct Options {
    /// Only compare with what is committed; change nothing.
    #[arg(long)]
    check: bool,
    /// The PostgreSQL tree to use.
    #[arg(long, default_value = "target/postgres")]
    postgres: PathBuf,
    /// A build whose queries are described while it compiles `store`; where it need not, `store` is compiled by itself.
    #[arg(last = true)]
    build: Vec<String>,
}

/// Describes all queries anew, and writes or compares them.
///
/// # Errors
/// The server does not start, a migration fails, a query does not fit the schema, the build fails, or,
/// with `--check`, the committed descriptions differ.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let root = crate::root();
    let work = tempfile::tempdir().context("creating a temporary folder")?;
    let server = Server::start(&root.join(&options.postgres), &root.join("migrations"), work.path())?;
    let asker = Asker { root: &root, server: &server, out: work.path().join("queries") };
    let described = match asker.describe_by_build(&options.build)? {
        described if described.is_empty() => asker.describe()?,
        described => described,
    };
    drop(server);

    let committed = read(&root.join(FOLDER))?;
    if options.check {
        return compare(&described, &committed);
    }
    replace(&root.join(FOLDER), &described)?;
    println!("{FOLDER}: {} queries", described.len());
    Ok(())
}

/// File names and their contents.
type Files = BTreeMap<String, String>;

/// Lets compilers ask the server.
struct Asker<'a> {
    root: &'a Path,
    server: &'a Server,
    /// Where the macros write.
    out: PathBuf,
}

impl Asker<'_> {
    /// Runs a build and returns what its macros wrote: nothing where there is none, or nothing was to be compiled.
    fn describe_by_build(&self, build: &[String]) -> anyhow::Result<Files> {
        let Some((program, arguments)) = build.split_first() else { return Ok(Files::new()) };
        let status =
            self.prepare(Command::new(program).args(arguments))?.status().context("running the build")?;
        if !status.success() {
            bail!("the build failed, or a query does not fit the schema of migrations/ (see above)");
        }
        read(&self.out)
    }

    /// Compiles `store` alone and returns what its macros wrote.
    fn describe(&self) -> anyhow::Result<Files> {
        let mut command = compiler();
        let output =
            self.prepare(&mut command)?.stderr(Stdio::inherit()).output().context("running cargo")?;
        if !output.status.success() {
            bail!("crate store does not compile against the schema of migrations/ (see above)");
        }
        forget(&String::from_utf8_lossy(&output.stdout));
        let described = read(&self.out)?;
        if described.is_empty() {
            bail!("the compiler described no query at all");
        }
        Ok(described)
    }

    fn prepare<'c>(&self, command: &'c mut Command) -> anyhow::Result<&'c mut Command> {
        std::fs::create_dir_all(&self.out).context("creating a folder for the queries")?;
        // ring's build script runs again where these change, and all that stands on it is compiled again: a cargo
        // that is started by hand has none of them.
        for (name, _) in std::env::vars_os().filter(|(name, _)| is_of_this_package(name)) {
            command.env_remove(name);
        }
        Ok(command
            .env("DATABASE_URL", self.server.url())
            .env("SQLX_OFFLINE", "false")
            .env("SQLX_OFFLINE_DIR", &self.out)
            .current_dir(self.root))
    }
}

/// Whether `cargo run` sets the variable for the program that it starts.
fn is_of_this_package(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
}

/// The macros run only if the compiler does: an argument that was never there before makes the crate,
/// and only this crate, out of date.
fn compiler() -> Command {
    let moment = std::time::UNIX_EPOCH.elapsed().map(|since| since.as_millis()).unwrap_or_default();
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["rustc", "--quiet", "--package", "celeiro-store", "--lib", "--profile", "check"])
        .args(["--message-format", "json-render-diagnostics"])
        .args(["--", "--cfg", &format!("described=\"{moment}\"")])
        .env("CARGO_INCREMENTAL", "0");
    command
}

/// Removes what was compiled: no later build can use it, and each run would leave another.
fn forget(messages: &str) {
    let Some(artifact) = messages.lines().find_map(artifact_of_store) else { return };
    let name = artifact.file_stem().unwrap_or_default().to_string_lossy();
    let (Some((_, hash)), Some(deps)) = (name.rsplit_once('-'), artifact.parent()) else { return };
    let fingerprint = deps.with_file_name(".fingerprint").join(format!("celeiro-store-{hash}"));
    // What cannot be removed is in no one's way.
    let _ = std::fs::remove_file(&artifact);
    let _ = std::fs::remove_file(deps.join(format!("celeiro_store-{hash}.d")));
    let _ = std::fs::remove_dir_all(fingerprint);
}

fn artifact_of_store(message: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    let is_store = message["target"]["name"] == "celeiro_store" && message["reason"] == "compiler-artifact";
    let file = message["filenames"][0].as_str()?;
    is_store.then(|| PathBuf::from(file))
}

fn read(folder: &Path) -> anyhow::Result<Files> {
    let mut files = Files::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(files) };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("query-") {
            let content = std::fs::read_to_string(entry.path()).with_context(|| format!("reading {name}"))?;
            files.insert(name, content);
        }
    }
    Ok(files)
}

fn replace(folder: &Path, files: &Files) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).context("creating .sqlx")?;
    for stale in read(folder)?.keys().filter(|name| !files.contains_key(*name)) {
        std::fs::remove_file(folder.join(stale)).with_context(|| format!("removing {stale}"))?;
    }
    for (name, content) in files {
        std::fs::write(folder.join(name), content).with_context(|| format!("writing {name}"))?;
    }
    Ok(())
}

fn compare(described: &Files, committed: &Files) -> anyhow::Result<()> {
    let missing = described.keys().filter(|name| !committed.contains_key(*name)).count();
    let stale = committed.keys().filter(|name| !described.contains_key(*name)).count();
    let changed =
        described.iter().filter(|(name, text)| committed.get(*name).is_some_and(|c| c != *text)).count();
    if missing + stale + changed > 0 {
        bail!(
            "{FOLDER} is not what queries and migrations say ({missing} missing, {stale} without a query, \
             {changed} changed): run `{HOW}` and commit {FOLDER}"
        );
    }
    println!("{FOLDER}: {} queries, fresh", described.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(entries: &[(&str, &str)]) -> Files {
        entries.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn fresh_descriptions_pass_and_others_name_the_command() {
        let described = files(&[("query-a.json", "1"), ("query-b.json", "2")]);
        assert!(compare(&described, &described).is_ok());
        for committed in [
            files(&[("query-a.json", "1")]),
            files(&[("query-a.json", "1"), ("query-b.json", "3")]),
            files(&[("query-a.json", "1"), ("query-b.json", "2"), ("query-c.json", "3")]),
        ] {
            let message = compare(&described, &committed).unwrap_err().to_string();
            assert!(message.contains(HOW), "{message}");
        }
    }

    #[test]
    fn finds_what_was_compiled_among_the_messages() {
        let message = |name| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"name":"{name}"}},"filenames":["t/debug/deps/libx-1f.rmeta"]}}"#
            )
        };
        assert_eq!(artifact_of_store(&message("celeiro_store")), Some("t/debug/deps/libx-1f.rmeta".into()));
        assert_eq!(artifact_of_store(&message("celeiro_domain")), None);
        assert_eq!(artifact_of_store("not json"), None);
    }

    #[test]
    fn what_is_missing_stale_or_changed_is_counted() {
        let described = files(&[("query-a.json", "1"), ("query-b.json", "2"), ("query-c.json", "3")]);
        let committed = files(&[("query-b.json", "x"), ("query-c.json", "3"), ("query-d.json", "4")]);
        let message = compare(&described, &committed).unwrap_err().to_string();
        assert!(message.contains("(1 missing, 1 without a query, 1 changed)"), "{message}");
    }

    #[test]
    fn other_files_of_the_folder_are_no_descriptions() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["query-a.json", "README.md", "aquery-b.json"] {
            std::fs::write(folder.path().join(name), "1").unwrap();
        }
        assert_eq!(read(folder.path()).unwrap(), files(&[("query-a.json", "1")]));
        assert_eq!(read(&folder.path().join("nowhere")).unwrap(), Files::new(), "nothing was described yet");
        replace(folder.path(), &Files::new()).unwrap();
        assert!(folder.path().join("README.md").exists() && !folder.path().join("query-a.json").exists());
    }

    #[test]
    fn what_was_compiled_for_the_descriptions_is_forgotten_and_nothing_else() {
        let target = tempfile::tempdir().unwrap();
        let place = |path: &str| target.path().join("debug").join(path);
        for kept in ["deps/libceleiro_store-9f.rmeta", ".fingerprint/celeiro-store-9f/x"] {
            std::fs::create_dir_all(place(kept).parent().unwrap()).unwrap();
            std::fs::write(place(kept), "x").unwrap();
        }
        for gone in
            ["deps/libceleiro_store-1f.rmeta", "deps/celeiro_store-1f.d", ".fingerprint/celeiro-store-1f/x"]
        {
            std::fs::create_dir_all(place(gone).parent().unwrap()).unwrap();
            std::fs::write(place(gone), "x").unwrap();
        }
        let message = serde_json::json!({
            "reason": "compiler-artifact",
            "target": { "name": "celeiro_store" },
            "filenames": [place("deps/libceleiro_store-1f.rmeta")],
        });
        forget(&format!("not json\n{message}\n"));
        assert!(
            !place("deps/libceleiro_store-1f.rmeta").exists() && !place("deps/celeiro_store-1f.d").exists()
        );
        assert!(!place(".fingerprint/celeiro-store-1f").exists());
        assert!(place("deps/libceleiro_store-9f.rmeta").exists(), "another build's");
        assert!(place(".fingerprint/celeiro-store-9f/x").exists());
        forget("");
    }

    #[test]
    fn the_compiler_is_asked_for_the_crate_with_the_queries_alone() {
        let command = compiler();
        let arguments: Vec<String> = command.get_args().map(|a| a.to_string_lossy().into_owned()).collect();
        assert!(arguments.windows(2).any(|pair| pair == ["--package", "celeiro-store"]), "{arguments:?}");
        let last = arguments.last().unwrap();
        let moment = last.strip_prefix("described=\"").and_then(|rest| rest.strip_suffix('"')).unwrap();
        assert!(moment.parse::<u128>().is_ok(), "an argument that was never there before: {last}");
    }

    #[test]
    fn replacing_leaves_nothing_stale() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FOLDER);
        replace(&path, &files(&[("query-a.json", "1"), ("query-b.json", "2")])).unwrap();
        let newer = files(&[("query-b.json", "3")]);
        replace(&path, &newer).unwrap();
        assert_eq!(read(&path).unwrap(), newer);
    }
}
