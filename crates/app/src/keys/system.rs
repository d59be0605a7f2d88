//! The operating system's key store: Secret Service, Keychain or Credential Manager.
//!
//! The key store may be absent, locked behind a dialog, or silent. One dedicated thread therefore calls it, and no
//! caller waits for that thread longer than [`PATIENCE`]; while the thread is stuck, callers fail at once.

use crate::keys::account::name_account;
use crate::runtime::sync::lock_unpoisoned;
use celeiro_llm::Secret;
use celeiro_llm::secret::ExposeSecret as _;
use keyring::v1::{Entry, Error};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

/// How long the key store may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// The name under which people find the entries in their key store.
const SERVICE: &str = "Celeiro";

/// Why the key store cannot be used. Says nothing of what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Absent {
    NotThere,
    Refused,
    Silent,
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotThere => "there is none",
            Self::Refused => "it refuses",
            Self::Silent => "it does not answer within 2 s",
        })
    }
}

/// What an entry of the key store holds.
#[derive(Serialize, Deserialize)]
struct Content {
    origin: String,
    key: String,
}

type Work = Box<dyn FnOnce() + Send>;

/// When each question was asked that has no answer yet.
type OpenQuestions = Arc<Mutex<VecDeque<Instant>>>;

pub(super) struct SystemStore {
    data_dir: PathBuf,
    thread: OnceLock<Option<Sender<Work>>>,
    waiting: OpenQuestions,
}

impl SystemStore {
    /// Asks for nothing yet.
    pub fn new(data_dir: &Path) -> Self {
        Self { data_dir: data_dir.to_path_buf(), thread: OnceLock::new(), waiting: OpenQuestions::default() }
    }

    /// The key `name` with its origin; nothing where the key store has none.
    pub fn read(&self, name: &str) -> Result<Option<(String, Secret)>, Absent> {
        let account = name_account(name, &self.data_dir);
        let found = self.ask(move || match Entry::new(SERVICE, &account)?.get_password() {
            Ok(text) => Ok(Some(Secret::from(text))),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(error),
        })?;
        let read = |text: Secret| serde_json::from_str::<Content>(text.expose_secret()).ok();
        Ok(found.and_then(read).map(|content| (content.origin, content.key.into())))
    }

    /// Puts the key `name` there for `origin`.
    pub fn write(&self, name: &str, origin: &str, key: &Secret) -> Result<(), Absent> {
        let account = name_account(name, &self.data_dir);
        let content = Content { origin: origin.to_owned(), key: key.expose_secret().to_owned() };
        let text = Secret::from(serde_json::to_string(&content).map_err(|_| Absent::Refused)?);
        self.ask(move || Entry::new(SERVICE, &account)?.set_password(text.expose_secret()))
    }

    /// Removes the key `name`.
    pub fn remove(&self, name: &str) -> Result<(), Absent> {
        let account = name_account(name, &self.data_dir);
        self.ask(move || match Entry::new(SERVICE, &account)?.delete_credential() {
            Err(Error::NoEntry) => Ok(()),
            other => other,
        })
    }

    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Absent> {
        let thread = self.thread.get_or_init(start_store_thread).as_ref().ok_or(Absent::NotThere)?;
        {
            let mut waiting = lock_key_requests(&self.waiting);
            if waiting.front().is_some_and(|asked| asked.elapsed() >= PATIENCE) {
                return Err(Absent::Silent);
            }
            waiting.push_back(Instant::now());
        }
        let (reply, answer) = channel();
        let waiting = self.waiting.clone();
        let work = move || {
            let answered = question();
            lock_key_requests(&waiting).pop_front();
            // The caller may be gone.
            let _ = reply.send(answered);
        };
        thread.send(Box::new(work)).map_err(|_| Absent::NotThere)?;
        match answer.recv_timeout(PATIENCE) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(Error::NoDefaultStore | Error::NoStorageAccess(_))) => Err(Absent::NotThere),
            Ok(Err(_)) => Err(Absent::Refused),
            Err(_) => Err(Absent::Silent),
        }
    }
}

/// Starts the thread that talks to the system's key store; `None` where there are no threads left.
fn start_store_thread() -> Option<Sender<Work>> {
    let (sender, receiver) = channel::<Work>();
    let thread = std::thread::Builder::new().name("key store".into());
    thread.spawn(move || receiver.into_iter().for_each(|work| work())).ok().map(|_| sender)
}

/// Locks the times of requests that the key store has not answered yet.
fn lock_key_requests(waiting: &OpenQuestions) -> MutexGuard<'_, VecDeque<Instant>> {
    lock_unpoisoned(waiting)
}
