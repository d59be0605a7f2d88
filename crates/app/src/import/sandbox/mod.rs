//! Sandbox: parsing in a separate, confined process.
//!
//! The child is this same program, started with [`PARSE_ARGUMENT`] as its first argument: every host calls
//! [`run_child_if_asked`] before anything else. The parent opens the file and passes it as standard input, so the child
//! needs no path; rows return as JSON lines on standard output. Limits of the child:
//!
//! | limit | Linux | macOS | Windows |
//! |---|---|---|---|
//! | memory (address space) | yes | as far as the system keeps it | no |
//! | processor time, file size 0, no new processes, no core dump | yes | yes | no |
//! | no network: own network namespace, Landlock | where the kernel permits | no | no |
//! | no file can be opened or written: Landlock | where the kernel has it | no | no |
//! | no environment (keys, addresses) | yes | yes | all but what the system needs |
//! | killed when silent, cancelled or dropped | yes | yes | yes |
//!
//! A kernel that lacks a protection never fails an import; the lack is logged at debug level. Time is processor time,
//! not wall time: a child that waits for a slow parent is not slow itself.

mod child;
mod confine;
mod process;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

pub(super) use process::ParserProcess;

/// The hidden first argument that makes a program the parsing child.
pub const PARSE_ARGUMENT: &str = "__parse";

/// Which program parses, and what it may use up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    /// A program whose `main` calls [`run_child_if_asked`].
    pub program: PathBuf,
    /// Address space in bytes.
    pub memory_bytes: u64,
    /// Processor time in seconds.
    pub cpu_seconds: u64,
    /// How long the child may say nothing while it is listened to.
    pub silence: Duration,
}

impl Default for Sandbox {
    /// This program, 1 GiB, 20 seconds of processor time, a minute of silence.
    fn default() -> Self {
        Self {
            program: PROGRAM.get().cloned().unwrap_or_else(this_program),
            memory_bytes: 1 << 30,
            cpu_seconds: 20,
            silence: Duration::from_secs(60),
        }
    }
}

impl Sandbox {
    /// What reading a file may take while a person waits: 10 seconds of processor time, 12 seconds of silence.
    pub(crate) fn for_waiting_person() -> Self {
        Self { cpu_seconds: 10, silence: Duration::from_secs(12), ..Self::default() }
    }
}

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Names another program as the parser. For test programs, whose `main` is not ours; the first
/// call counts.
pub fn use_parser_program(program: impl Into<PathBuf>) {
    PROGRAM.get_or_init(|| program.into());
}

/// On Linux by the kernel's own link, which still leads to this very build after an update has
/// replaced the file.
fn this_program() -> PathBuf {
    if cfg!(target_os = "linux") {
        return PathBuf::from("/proc/self/exe");
    }
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("celeiro"))
}

/// Becomes the parsing child, and never returns, if the command line says so. Call it first thing
/// in `main`, before a runtime or any other thread is started: it takes the whole process.
pub fn run_child_if_asked() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == PARSE_ARGUMENT) {
        std::process::exit(child::run_parser(arguments.next()));
    }
}
