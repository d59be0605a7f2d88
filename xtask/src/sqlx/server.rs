//! A PostgreSQL server for the length of one chore: a new cluster with the migrations applied, on a
//! socket in a temporary folder, nothing about it durable. Celeiro runs its own quite differently
//! (`crates/store/src/cluster`).

use anyhow::{Context, bail};
use std::fs::{File, read_dir, read_to_string};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The user and group that own nothing.
const NOBODY: u32 = 65534;
/// What the superuser creates once in each of Celeiro's databases.
const EXTENSIONS: &str =
    "CREATE EXTENSION vector; CREATE EXTENSION pg_trgm; CREATE EXTENSION pg_stat_statements;";
const INITDB: [&str; 12] = [
    "--pgdata=data",
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-sync",
    "--no-instructions",
    "--set=dynamic_shared_memory_type=mmap",
    "--set=listen_addresses=",
    "--set=fsync=off",
];

/// A running server; dropping it stops it.
pub struct Server {
    bin: PathBuf,
    folder: PathBuf,
    /// PostgreSQL refuses root, so root starts it as nobody.
    as_nobody: bool,
}

impl Server {
    /// Makes a cluster in `work`, applies the migrations, and starts it.
    ///
    /// # Errors
    /// There is no PostgreSQL tree, its programs fail, or a migration does.
    pub fn start(tree: &Path, migrations: &Path, work: &Path) -> anyhow::Result<Self> {
        if !tree.join("pg/18/bin/postgres").is_file() {
            bail!("no PostgreSQL in {}: run `cargo xtask postgres` first", tree.display());
        }
        let server = Self::prepare(tree, work)?;
        server.run("initdb", &INITDB, Stdio::null())?;
        server.apply(migrations)?;
        let here = format!("-k {}", server.folder.display());
        server.run(
            "pg_ctl",
            &["start", "--wait", "--pgdata=data", "--log=log", "-o", &here],
            Stdio::null(),
        )?;
        Ok(server)
    }

    /// Address for a client on this machine.
    pub fn url(&self) -> String {
        format!("postgres:///postgres?user=postgres&host={}", self.folder.display())
    }

    /// Lays out the folder. As root, the user `nobody` may be shut out of the folder of the tree, so it gets a
    /// copy (22 MB).
    fn prepare(tree: &Path, work: &Path) -> anyhow::Result<Self> {
        let folder = work.join("server");
        std::fs::create_dir(&folder).with_context(|| format!("creating {}", folder.display()))?;
        let as_nobody = is_root();
        let mut tree = tree.to_path_buf();
        if as_nobody {
            let copy = work.join("tree");
            run_command(Command::new("cp").arg("-r").arg(&tree).arg(&copy))?;
            run_command(Command::new("chmod").arg("a+rx").arg(work))?;
            run_command(Command::new("chown").arg(NOBODY.to_string()).arg(&folder))?;
            tree = copy;
        }
        Ok(Self { bin: tree.join("pg/18/bin"), folder, as_nobody })
    }

    /// Applies the migrations in the order of their names. Single-user mode takes SQL on its
    /// standard input, which saves a client; `-j` ends a command at a semicolon and a blank line, so
    /// without blank lines each file is one command, and fails as one.
    fn apply(&self, migrations: &Path) -> anyhow::Result<()> {
        let script = self.folder.with_file_name("migrations.sql");
        let text = script_of(migrations)?;
        std::fs::write(&script, text).context("writing the migrations in one file")?;
        let input = File::open(&script).context("reading the migrations")?;
        let arguments = ["--single", "-j", "-D", "data", "-c", "exit_on_error=on", "postgres"];
        self.run("postgres", &arguments, input.into()).context("applying migrations/")
    }

    fn run(&self, tool: &str, arguments: &[&str], input: Stdio) -> anyhow::Result<()> {
        run_command(self.command(tool).args(arguments).stdin(input))
    }

    fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(self.bin.join(tool));
        command
            .current_dir(&self.folder)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("LC_ALL", "C")
            .env("TZ", "UTC");
        #[cfg(unix)]
        if self.as_nobody {
            use std::os::unix::process::CommandExt as _;
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let stop = ["stop", "--mode=immediate", "--pgdata=data"];
        if let Err(error) = self.run("pg_ctl", &stop, Stdio::null()) {
            eprintln!("warning: the temporary server in {} may still run: {error:#}", self.folder.display());
        }
    }
}

fn script_of(migrations: &Path) -> anyhow::Result<String> {
    let entries = read_dir(migrations).with_context(|| format!("reading {}", migrations.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "sql"));
    paths.sort_unstable();
    let mut script = format!("{EXTENSIONS}\n\n");
    for path in paths {
        let text = read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            script.push_str(line);
            script.push('\n');
        }
        script.push('\n');
    }
    Ok(script)
}

/// Runs to the end, quietly unless it fails. What `pg_ctl` starts inherits its outputs, so they go
/// to files: a pipe would stay open as long as the server runs.
fn run_command(command: &mut Command) -> anyhow::Result<()> {
    let said = tempfile::tempfile().context("creating a temporary file")?;
    let status = command
        .stdout(said.try_clone().context("sharing a file")?)
        .stderr(said.try_clone().context("sharing a file")?)
        .status();
    let name = command.get_program().to_string_lossy().into_owned();
    let status = status.with_context(|| format!("starting {name}"))?;
    if !status.success() {
        bail!("{name} failed ({status}):\n{}", text_of(said).trim());
    }
    Ok(())
}

fn text_of(mut file: File) -> String {
    use std::io::{Read as _, Seek as _};
    let mut bytes = Vec::new();
    // An unreadable message is no reason to hide that the program failed.
    let _ = file.rewind().and_then(|()| file.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    // Whose a new file is tells who we are without a system call of our own.
    let file = tempfile::tempfile().and_then(|file| file.metadata());
    file.is_ok_and(|meta| meta.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_migration_is_one_command() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("2_b.sql"), "SELECT 2;\n\n\nSELECT 3;\n").unwrap();
        std::fs::write(folder.path().join("1_a.sql"), "SELECT 1;\n   \n-- end").unwrap();
        std::fs::write(folder.path().join("migrations.lock"), "x").unwrap();
        let script = script_of(folder.path()).unwrap();
        let commands: Vec<&str> = script.split_terminator("\n\n").collect();
        assert_eq!(commands, [EXTENSIONS, "SELECT 1;\n-- end", "SELECT 2;\nSELECT 3;"]);
    }

    #[test]
    fn a_folder_without_migrations_has_the_extensions_alone() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(script_of(folder.path()).unwrap(), format!("{EXTENSIONS}\n\n"));
        let error = script_of(&folder.path().join("nowhere")).unwrap_err().to_string();
        assert!(error.starts_with("reading "), "{error}");
    }

    #[test]
    fn without_a_tree_the_command_that_makes_one_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = Server::start(folder.path(), folder.path(), folder.path()).err().unwrap().to_string();
        assert!(error.ends_with("run `cargo xtask postgres` first"), "{error}");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = run_command(&mut Command::new("celeiro-no-such-program")).unwrap_err().to_string();
        assert_eq!(error, "starting celeiro-no-such-program");
    }

    #[test]
    fn a_program_that_fails_is_quoted() {
        let error = run_command(Command::new("sh").args(["-c", "echo because >&2; exit 3"])).unwrap_err();
        assert!(error.to_string().contains("because"), "{error}");
    }
}
