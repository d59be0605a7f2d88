//! The child: locks itself in, then parses.

use super::confine::confine;
use crate::import::protocol::{Job, Message};
use crate::import::reader::{self, Output, Stop};
use std::ffi::OsString;
use std::fs::File;
use std::io;

/// Does the job that the parent wrote on the command line; returns the exit status.
pub(super) fn run(job: Option<OsString>) -> i32 {
    let job = job.and_then(|text| serde_json::from_str::<Job>(text.to_str()?).ok());
    let Some(job) = job else {
        eprintln!("this argument is for Celeiro's own use");
        return 2;
    };
    let notes = confine(&job);
    let mut out = Output::new(io::stdout());
    match parse(&job, notes, &mut out) {
        Ok(()) => 0,
        // The parent went away or stopped listening.
        Err(error) => {
            eprintln!("{error}");
            3
        }
    }
}

fn parse(job: &Job, notes: Vec<String>, out: &mut Output) -> io::Result<()> {
    for note in notes {
        out.say(&Message::Note(note))?;
    }
    let last = match input().map_err(Stop::from).and_then(|file| reader::read(job, file, out)) {
        Ok(()) => Message::Done,
        Err(Stop::Refused(refusal)) => Message::Refused(refusal),
        Err(Stop::Output(error)) => return Err(error),
    };
    out.release()?;
    out.say(&last)?;
    out.flush()
}

/// Standard input as the file that it is, so that it can be read twice.
fn input() -> io::Result<File> {
    #[cfg(unix)]
    let owned = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let owned = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    owned.map(File::from)
}
