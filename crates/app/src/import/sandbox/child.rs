//! The sandboxed child process: confines itself, then parses.

use super::confine::confine_process;
use crate::import::protocol::{Message, ParserTask};
use crate::import::reader::{self, Output, Stop};
use std::ffi::OsString;
use std::fs::File;
use std::io;

/// Does the job that the parent wrote on the command line; returns the exit status.
pub(super) fn run_parser(errand: Option<OsString>) -> i32 {
    let errand = errand.and_then(|text| serde_json::from_str::<ParserTask>(text.to_str()?).ok());
    let Some(errand) = errand else {
        eprintln!("this argument is for Celeiro's own use");
        return 2;
    };
    let notes = confine_process(errand.limits());
    let mut out = Output::new(io::stdout());
    match parse_input_file(&errand, notes, &mut out) {
        Ok(()) => 0,
        // The parent went away or stopped listening.
        Err(error) => {
            eprintln!("{error}");
            3
        }
    }
}

/// Parses standard input and writes messages, the last of which says how it ended.
fn parse_input_file(errand: &ParserTask, notes: Vec<String>, out: &mut Output) -> io::Result<()> {
    for note in notes {
        out.say(&Message::Note(note))?;
    }
    let read = open_parser_input().map_err(Stop::from).and_then(|file| match errand {
        ParserTask::Table(job) => reader::read_table_file(job, file, out),
        ParserTask::Document(_) => reader::read_document_file(file, out),
        ParserTask::Attached(_) => reader::read_attached_file(file, out),
        ParserTask::Scale(_) => reader::scale_picture_file(file, out),
    });
    let last = match read {
        Ok(()) => Message::Done,
        Err(Stop::Refused(refusal)) => Message::Refused(refusal),
        Err(Stop::Output(error)) => return Err(error),
    };
    if let ParserTask::Table(_) = errand {
        out.release()?;
    }
    out.say(&last)?;
    out.flush()
}

/// Standard input as the file that it is, so that it can be read twice.
fn open_parser_input() -> io::Result<File> {
    #[cfg(unix)]
    let owned = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let owned = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    owned.map(File::from)
}
