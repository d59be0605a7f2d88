//! File transfer in pieces: uploads and downloads.
//!
//! Window and browser use the same operations, so a file travels as pieces of at most [`PIECE_BYTES`], each with its
//! offset: a piece whose answer was lost is sent again and changes nothing. The pieces go into a private file of the
//! data folder; the file name from a person's machine is used in messages only, never as a path. No part of a file is
//! kept in memory.
//!
//! Each program has a folder of its own there, protected by a kernel lock: the next program that starts removes the
//! files of a killed one ([`Transfers::clear_dead`]).
//!
//! Left out on purpose: the meaning of the files (`import`, `export`, `attachments`).

pub mod api;
pub(crate) mod downloads;
mod folder;
mod incoming;
mod outgoing;
pub(crate) mod uploads;

pub(crate) use incoming::clean_file_name;
pub use incoming::{Purpose, UploadedFile};
pub use outgoing::{Download, Piece};

use crate::error::{AppError, Code};
use crate::runtime::sync::lock_unpoisoned;
use folder::Folder;
use incoming::Slot;
use outgoing::Outgoing;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use uuid::Uuid;

/// Most bytes of one piece. In base64, with its JSON around it, it stays below the largest body of a
/// request.
pub const PIECE_BYTES: u32 = 1 << 20;

/// The files on their way of one program.
pub struct Transfers {
    root: PathBuf,
    folder: Mutex<Option<Folder>>,
    incoming: Mutex<HashMap<Uuid, Slot>>,
    outgoing: Mutex<HashMap<Uuid, Arc<Outgoing>>>,
}

impl Transfers {
    /// Opens the file transfers of a program with this data folder. Nothing is made before the first file.
    pub fn new(data_dir: &Path) -> Self {
        Self {
            root: data_dir.join("transfers"),
            folder: Mutex::default(),
            incoming: Mutex::default(),
            outgoing: Mutex::default(),
        }
    }

    /// Throws away what programs left behind that are no more.
    pub fn clear_dead(&self) {
        folder::clear_dead(&self.root);
    }

    /// A new file in this program's folder.
    fn new_path(&self, id: Uuid) -> Result<PathBuf, AppError> {
        let mut folder = lock_unpoisoned(&self.folder);
        if folder.is_none() {
            *folder = Some(Folder::make(&self.root).map_err(|error| self.unwritable(&error))?);
        }
        let folder = folder.as_ref().map(Folder::path).unwrap_or(&self.root);
        Ok(folder.join(id.simple().to_string()))
    }

    fn unwritable(&self, error: &std::io::Error) -> AppError {
        AppError::unwritable(self.root.display(), error)
    }
}

/// The error of an upload or download that never was, or is gone.
fn not_found() -> AppError {
    AppError::new(Code::TransferGone)
}
