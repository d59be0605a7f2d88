//! Runs `pg_dump` and `pg_restore` of the PostgreSQL tree that runs the database. The calls block.
//!
//! The tools' input and output go through a pipe, so that the archive is the only file. Passwords are passed in the
//! environment: arguments are visible in the list of processes.

use super::REBUILT;
use crate::cluster::{Binaries, memory};
use crate::connection::connect::Connection;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Bytes that are handed on at once.
const CHUNK: usize = 256 << 10;
/// Characters kept of what a program complains about.
const MOST_COMPLAINT: usize = 600;

/// Why a program did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The program could not be run, or ended with an error.
    #[error("{program}: {reason}")]
    Failed {
        /// Its name.
        program: &'static str,
        /// The end of what it complained about.
        reason: String,
    },
    /// What it reads could not be read, or what it writes not be taken.
    #[error("the archive: {0}")]
    Archive(#[from] io::Error),
}

/// What is written out.
#[derive(Debug, Clone, Copy)]
pub struct DumpScope<'a> {
    /// The name of the moment, as [`crate::BackupSnapshot::id`] gives it.
    pub snapshot: &'a str,
    /// Schemas that are left out.
    pub foreign_schemas: &'a [String],
}

/// The process of a tool, for ending it from another thread: the one that runs it may be waiting for a disk that
/// does not answer, and the process keeps its transaction open meanwhile.
#[derive(Debug, Clone, Default)]
pub struct ToolProcess {
    /// None before it is started and after its end.
    child: Arc<Mutex<Option<Child>>>,
}

impl ToolProcess {
    /// Kills the running `pg_dump` or `pg_restore`, where there is one.
    pub fn kill(&self) {
        if let Some(child) = self.child.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            child.kill().ok();
        }
    }

    fn put(&self, child: Child) {
        *self.child.lock().unwrap_or_else(PoisonError::into_inner) = Some(child);
    }

    fn take(&self) -> Option<Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Dumps the database for a backup in PostgreSQL's custom format and hands the bytes to `take`. `process` can end it.
///
/// # Errors
/// [`ToolError::Failed`], or the error of `take`.
pub fn dump_database(
    binaries: &Binaries,
    connection: &Connection,
    scope: DumpScope<'_>,
    process: &ToolProcess,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> Result<(), ToolError> {
    let program = "pg_dump";
    let mut command = build_command(binaries, program, connection);
    command.args(["--format=custom", "--compress=gzip:1", "--no-owner", "--no-privileges", "--no-comments"]);
    // Extensions belong to the superuser: they are there before anything is read back.
    command.args(["--exclude-extension=*", "--lock-wait-timeout=60s", "--snapshot", scope.snapshot]);
    command.args(REBUILT.map(|table| format!("--exclude-table-data={table}")));
    command.args(scope.foreign_schemas.iter().map(|schema| exclude_schema(schema)));
    let mut child = spawn_child(program, command.stdout(Stdio::piped()).stdin(Stdio::null()))?;
    let complaint = collect_complaint(&mut child);
    let output = child.stdout.take();
    process.put(child);
    let copied: io::Result<()> = output.map_or(Ok(()), |mut output| {
        let mut chunk = vec![0; CHUNK];
        loop {
            match output.read(&mut chunk)? {
                0 => return Ok(()),
                count => take(&chunk[..count])?,
            }
        }
    });
    if copied.is_err() {
        process.kill();
    }
    let ended = process.take().map_or(Ok(()), |child| finish_child(program, child, complaint));
    copied?;
    ended
}

/// The argument that leaves a schema out; between quotes no sign of a name is one of a pattern.
fn exclude_schema(schema: &str) -> String {
    format!("--exclude-schema=\"{}\"", schema.replace('"', "\"\""))
}

/// The tables whose rows the written-out database `source` holds, by its table of contents.
///
/// # Errors
/// [`ToolError::Failed`] where it is none.
pub fn list_dumped_tables(binaries: &Binaries, source: impl Read) -> Result<Vec<String>, ToolError> {
    let program = "pg_restore";
    let mut command = Command::new(binaries.tool(program));
    clear_environment(&mut command).arg("--list").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = spawn_child(program, &mut command)?;
    let complaint = collect_complaint(&mut child);
    let contents = child.stdout.take().map(|mut output| {
        thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).map(|_| text)
        })
    });
    let fed = feed_child(&mut child, source);
    let text = match contents.map(thread::JoinHandle::join) {
        Some(Ok(text)) => text?,
        _ => String::new(),
    };
    finish_child(program, child, complaint)?;
    fed?;
    Ok(text.lines().filter_map(read_table_of_line).collect())
}

/// Reads a written-out database back into one without tables: all of it or nothing.
///
/// # Errors
/// [`ToolError::Failed`], or `source` cannot be read.
pub fn restore_database(
    binaries: &Binaries,
    connection: &Connection,
    source: impl Read,
) -> Result<(), ToolError> {
    let program = "pg_restore";
    let mut command = build_command(binaries, program, connection);
    command.args([
        "--exit-on-error",
        "--single-transaction",
        "--no-owner",
        "--no-privileges",
        "--no-comments",
    ]);
    let mut child = spawn_child(program, command.stdin(Stdio::piped()).stdout(Stdio::null()))?;
    let complaint = collect_complaint(&mut child);
    let fed = feed_child(&mut child, source);
    let ended = finish_child(program, child, complaint);
    fed?;
    ended
}

/// The table of a line such as `4312; 0 17000 TABLE DATA public faqs celeiro`.
fn read_table_of_line(line: &str) -> Option<String> {
    let (_, about) = line.split_once(" TABLE DATA ")?;
    about.split(' ').nth(1).map(str::to_owned)
}

/// A program that connects to the database.
fn build_command(binaries: &Binaries, program: &str, connection: &Connection) -> Command {
    let mut command = Command::new(binaries.tool(program));
    clear_environment(&mut command);
    command.env("PGCONNECT_TIMEOUT", "15").env("PGAPPNAME", "celeiro-backup").arg("--no-password");
    match connection {
        Connection::Managed(logins) => {
            let login = &logins.owner;
            command.arg("--host").arg(&login.socket_dir).args(["--port", &login.port.to_string()]);
            command.args(["--username", &login.user, "--dbname", &login.database]);
            command.env("PGPASSWORD", login.password.expose()).env("PGOPTIONS", index_build_options());
            // A socket in a private folder.
            command.env("PGSSLMODE", "disable");
        }
        Connection::Server(url) => {
            let (address, password) = split_password(&url.0);
            command.arg("--dbname").arg(address);
            command.envs(password.map(|password| ("PGPASSWORD", password)));
            command.envs(std::env::var_os("HOME").map(|home| ("HOME", home)));
        }
    }
    command
}

/// The settings of a connection that builds indexes: one of vectors that does not fit takes many times as long.
fn index_build_options() -> String {
    format!("-c statement_timeout=0 -c lock_timeout=0 -c maintenance_work_mem={}MB", memory::index_build_mb())
}

/// Cut off from variables that would change what the program does.
fn clear_environment(command: &mut Command) -> &mut Command {
    command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C").env("TZ", "UTC").current_dir("/")
}

/// An address without its password, and the password. One among the parameters goes before the other, as with
/// the program itself.
fn split_password(url: &str) -> (String, Option<String>) {
    let (url, parameter) = split_parameter(url);
    let (address, password) = split_login(&url);
    (address, parameter.or(password))
}

/// An address without `password=` among its parameters, and that password.
fn split_parameter(url: &str) -> (String, Option<String>) {
    let Some((address, parameters)) = url.split_once('?') else { return (url.to_owned(), None) };
    let read = |part: &str| {
        let (name, value) = part.split_once('=')?;
        (decode_percent(name) == "password").then(|| decode_percent(value))
    };
    let password = parameters.split('&').filter_map(read).next_back();
    let rest: Vec<&str> = parameters.split('&').filter(|part| read(part).is_none()).collect();
    match rest.is_empty() {
        true => (address.to_owned(), password),
        false => (format!("{address}?{}", rest.join("&")), password),
    }
}

/// An address without the password before its host, and that password.
fn split_login(url: &str) -> (String, Option<String>) {
    let parts = url.split_once("://").and_then(|(scheme, rest)| {
        let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
        let (login, host) = authority.rsplit_once('@')?;
        let (user, password) = login.split_once(':')?;
        let address = format!("{scheme}://{user}@{host}{}", &rest[authority.len()..]);
        Some((address, decode_percent(password)))
    });
    parts.map_or_else(|| (url.to_owned(), None), |(address, password)| (address, Some(password)))
}

/// Reads `%41` as `A`; what is no such pair stays.
fn decode_percent(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let pair = after.get(..2).filter(|_| *first == b'%').and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn spawn_child(program: &'static str, command: &mut Command) -> Result<Child, ToolError> {
    let spawned = command.stderr(Stdio::piped()).spawn();
    spawned.map_err(|error| ToolError::Failed { program, reason: error.to_string() })
}

/// Gives the program all of `source`; one that has read enough closes its end, which is no error.
fn feed_child(child: &mut Child, mut source: impl Read) -> io::Result<()> {
    let Some(mut input) = child.stdin.take() else { return Ok(()) };
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = source.read(&mut chunk)?;
        if count == 0 {
            return Ok(());
        }
        match input.write_all(&chunk[..count]) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            done => done?,
        }
    }
}

/// Reads what the program complains about, beside its work: a full pipe would stop it.
fn collect_complaint(child: &mut Child) -> Option<thread::JoinHandle<String>> {
    let mut output = child.stderr.take()?;
    Some(thread::spawn(move || {
        let mut bytes = Vec::new();
        output.read_to_end(&mut bytes).ok();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }))
}

/// Waits for the end of the program.
fn finish_child(
    program: &'static str,
    mut child: Child,
    complaint: Option<thread::JoinHandle<String>>,
) -> Result<(), ToolError> {
    let ended = child.wait();
    let complaint = complaint.and_then(|thread| thread.join().ok()).unwrap_or_default();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(status) if complaint.is_empty() => Err(ToolError::Failed { program, reason: status.to_string() }),
        Ok(_) => Err(ToolError::Failed { program, reason: shorten(&complaint) }),
        Err(error) => Err(ToolError::Failed { program, reason: error.to_string() }),
    }
}

/// The first line of a complaint, which names the cause; what follows may quote rows.
fn shorten(complaint: &str) -> String {
    complaint.lines().next().unwrap_or_default().chars().take(MOST_COMPLAINT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_leaves_the_address() {
        for (url, address, password) in [
            (
                "postgres://u:p%40%2Fx@h:5/d?sslmode=require",
                "postgres://u@h:5/d?sslmode=require",
                Some("p@/x"),
            ),
            ("postgres://u:a@b@h/d", "postgres://u@h/d", Some("a@b")),
            ("postgresql://u@h/d", "postgresql://u@h/d", None),
            ("postgres://h/d?x=a:b@c", "postgres://h/d?x=a:b@c", None),
            ("postgres://u:100%@h/d", "postgres://u@h/d", Some("100%")),
            (
                "postgres://h/d?user=u&password=x%2F&sslmode=require",
                "postgres://h/d?user=u&sslmode=require",
                Some("x/"),
            ),
            ("postgres://u:a@h/d?%70assword=b", "postgres://u@h/d", Some("b")),
        ] {
            assert_eq!(split_password(url), (address.to_owned(), password.map(str::to_owned)), "{url}");
        }
    }

    #[test]
    fn a_schema_is_left_out_by_its_very_name() {
        assert_eq!(exclude_schema("audit"), "--exclude-schema=\"audit\"");
        assert_eq!(exclude_schema("a.b*\"c"), "--exclude-schema=\"a.b*\"\"c\"");
    }

    #[cfg(unix)]
    #[test]
    fn a_process_is_ended_while_its_output_is_waited_for() {
        let process = ToolProcess::default();
        process.kill();
        let mut child = spawn_child("sleep", Command::new("sleep").arg("60").stdout(Stdio::piped())).unwrap();
        let mut output = child.stdout.take().unwrap();
        process.put(child);
        let ending = thread::spawn({
            let process = process.clone();
            move || process.kill()
        });
        assert_eq!(output.read(&mut [0]).unwrap(), 0);
        ending.join().unwrap();
        assert!(!process.take().unwrap().wait().unwrap().success());
    }

    #[test]
    fn a_table_is_read_from_a_line_of_the_contents() {
        let line = "4312; 0 17000 TABLE DATA public catalog_items celeiro";
        assert_eq!(read_table_of_line(line).as_deref(), Some("catalog_items"));
        assert_eq!(read_table_of_line("489; 1255 17671 FUNCTION public fold(text) celeiro"), None);
    }
}
