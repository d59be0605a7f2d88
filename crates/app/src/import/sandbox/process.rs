//! Parent side of the sandbox: starts the child, reads its output, and classifies its exit.

use super::{PARSE_ARGUMENT, Sandbox};
use crate::import::error::{ImportError, ParserDeath};
use crate::import::protocol::{Message, ParserTask};
use std::fs::File;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The longest message. A row has at most 8 MiB of text, which escaping can make six times as long.
const MAX_MESSAGE: u64 = 64 << 20;
/// How much of what the child complains about is kept.
const MAX_COMPLAINT: usize = 4 << 10;
/// How long a child that closed its output may take to end.
const LAST_BREATH: Duration = Duration::from_secs(5);

/// A running child. Dropping it kills it.
pub(in crate::import) struct ParserProcess {
    child: Child,
    messages: BufReader<ChildStdout>,
    complaints: JoinHandle<String>,
    line: Vec<u8>,
    file_name: String,
    sandbox: Sandbox,
}

impl ParserProcess {
    /// Starts the sandboxed parser on an open file.
    pub fn start(
        sandbox: Sandbox,
        errand: &ParserTask,
        file: File,
        file_name: &str,
    ) -> Result<Self, ImportError> {
        let mut child = build_parser_command(&sandbox, errand)
            .stdin(Stdio::from(file))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|e| ImportError::NoParser(e.to_string()))?;
        let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(ImportError::NoParser("no pipe".into()));
        };
        Ok(Self {
            child,
            messages: BufReader::with_capacity(256 << 10, stdout),
            complaints: tokio::spawn(last_words(stderr)),
            line: Vec::new(),
            file_name: file_name.to_owned(),
            sandbox,
        })
    }

    /// Waits for the next message of the parser process.
    ///
    /// # Errors
    /// [`ImportError::ParserDied`] where the child ended, or said nothing for too long.
    pub async fn next(&mut self) -> Result<Message, ImportError> {
        self.line.clear();
        let mut limited = (&mut self.messages).take(MAX_MESSAGE);
        match timeout(self.sandbox.silence, limited.read_until(b'\n', &mut self.line)).await {
            Err(_) => Err(self.death(ParserDeath::Silent(self.sandbox.silence.as_secs()))),
            Ok(Ok(_)) if self.line.ends_with(b"\n") => match serde_json::from_slice(&self.line) {
                Ok(message) => Ok(message),
                Err(error) => {
                    tracing::warn!(%error, "the file reader talks nonsense");
                    Err(self.death(ParserDeath::Incoherent))
                }
            },
            Ok(_) => Err(self.post_mortem().await),
        }
    }

    /// Waits for the end of a child that has said its last word, so that none is left behind.
    pub async fn finish(mut self) {
        if timeout(LAST_BREATH, self.child.wait()).await.is_err() {
            self.child.start_kill().ok();
            self.child.wait().await.ok();
        }
    }

    fn death(&mut self, reason: ParserDeath) -> ImportError {
        self.child.start_kill().ok();
        ImportError::ParserDied { file: self.file_name.clone(), reason }
    }

    async fn post_mortem(&mut self) -> ImportError {
        let status = match timeout(LAST_BREATH, self.child.wait()).await {
            Ok(Ok(status)) => status,
            Ok(Err(_)) | Err(_) => return self.death(ParserDeath::Incoherent),
        };
        let complaint = match timeout(LAST_BREATH, &mut self.complaints).await {
            Ok(Ok(text)) => text,
            Ok(Err(_)) | Err(_) => String::new(),
        };
        tracing::warn!(file = self.file_name, %status, complaint, "the file reader died");
        self.death(find_death_cause(status, &complaint, &self.sandbox))
    }
}

/// The command of the parser's process, with next to nothing of our environment.
fn build_parser_command(sandbox: &Sandbox, errand: &ParserTask) -> Command {
    let mut command = Command::new(&sandbox.program);
    command.arg(PARSE_ARGUMENT).arg(serde_json::to_string(errand).unwrap_or_default());
    // Keys and addresses are nothing for a process that reads a stranger's file. The loader's path
    // stays where the system or a development build needs it.
    command.env_clear();
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "PATH"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
}

/// The end of what the child writes to its standard error; reads on to the end, so that it never
/// waits for us.
async fn last_words(mut stderr: ChildStderr) -> String {
    let mut kept: Vec<u8> = Vec::new();
    let mut buffer = [0; 1 << 10];
    while let Ok(count @ 1..) = stderr.read(&mut buffer).await {
        kept.extend_from_slice(&buffer[..count]);
        let surplus = kept.len().saturating_sub(MAX_COMPLAINT);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Why the process ended, by its status and by its last words on standard error.
fn find_death_cause(status: ExitStatus, complaint: &str, sandbox: &Sandbox) -> ParserDeath {
    // The allocator's and the panic machinery's own words.
    if complaint.contains("memory allocation of") || complaint.contains("capacity overflow") {
        return ParserDeath::OutOfMemory(sandbox.memory_bytes >> 20);
    }
    match (read_death_signal(status), status.code()) {
        (Some(number), _) if is_out_of_time(number) => ParserDeath::OutOfTime(sandbox.cpu_seconds),
        (Some(number), _) => ParserDeath::Crashed(number),
        (None, Some(101)) => ParserDeath::Panicked,
        (None, _) => ParserDeath::Incoherent,
    }
}

/// The signal that ended the process.
#[cfg(unix)]
fn read_death_signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// The signal that ended the process.
#[cfg(not(unix))]
fn read_death_signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Whether the limit of processor time sent this signal.
#[cfg(unix)]
fn is_out_of_time(signal: i32) -> bool {
    signal == libc::SIGXCPU
}

/// Whether the limit of processor time sent this signal.
#[cfg(not(unix))]
fn is_out_of_time(_: i32) -> bool {
    false
}
