//! Servers under test: one that most tests share, and servers with their own arguments.

use crate::client::Request;
use crate::support::{at_exit, celeiro, prepare_folder};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Maximum time that a test waits for an expected state. An idle machine imports a hundred thousand rows in
/// half a minute, and several tests run at once.
const PATIENCE: Duration = Duration::from_secs(180);

/// A running `celeiro serve`; dropping it stops the server.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    pub announced: Value,
    pub data_dir: PathBuf,
}

/// Starts a server on a free port and reads its announcement. Its database may still be starting.
pub fn start(data_dir: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Server {
    start_with(data_dir, arguments, environment, Stdio::inherit())
}

/// [`start`] with the log in `file`.
pub fn start_logging(
    data_dir: &Path,
    arguments: &[&str],
    environment: &[(&str, &str)],
    file: &Path,
) -> Server {
    start_with(data_dir, arguments, environment, std::fs::File::create(file).unwrap().into())
}

fn start_with(data_dir: &Path, arguments: &[&str], environment: &[(&str, &str)], log: Stdio) -> Server {
    let mut child = celeiro(data_dir)
        .args(["serve", "--port", "0", "--json"])
        .args(arguments)
        .envs(environment.iter().copied())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let announced: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
    let address = announced["url"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/');
    Server { child, address: address.parse().unwrap(), announced, data_dir: data_dir.to_path_buf() }
}

/// The ready server that most tests share, without a rate limit.
pub fn shared_server() -> &'static Server {
    static SHARED: OnceLock<Server> = OnceLock::new();
    SHARED.get_or_init(|| {
        // The folder is created first, because exit hooks run in reverse order and the server must stop
        // before its folder is removed.
        let folder = prepare_folder("shared");
        at_exit(|| {
            if let Some(server) = SHARED.get() {
                server.ask_to_stop();
                server.wait_until("its database stops", || !crate::support::database_runs(&server.data_dir));
            }
        });
        let server = start(&folder, &["--rate", "0"], &[]);
        server.wait_until_ready();
        server
    })
}

impl Server {
    pub fn get(&self, path: &str) -> Request {
        Request::new(self.address, "GET", path)
    }

    pub fn post(&self, path: &str) -> Request {
        Request::new(self.address, "POST", path)
    }

    pub fn request(&self, method: &str, path: &str) -> Request {
        Request::new(self.address, method, path)
    }

    /// Sends `body` as JSON and requires status 200.
    pub fn ok(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.request(method, path).json(body.to_string()).send();
        assert_eq!(answer.status, 200, "{method} {path}: {}", answer.text());
        answer.json()
    }

    pub fn phase(&self) -> String {
        self.get("/api/health").send().json()["phase"].as_str().unwrap().to_owned()
    }

    pub fn wait_until_ready(&self) {
        self.wait_until("it is ready", || self.phase() == "ready");
    }

    pub fn wait_until(&self, what: &str, is_done: impl Fn() -> bool) {
        let begun = Instant::now();
        while !is_done() {
            assert!(begun.elapsed() < PATIENCE, "waited too long until {what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn ask_to_stop(&self) {
        // SAFETY: the process is a child of this one, and nothing has waited for it, so its id is still
        // valid.
        unsafe { libc::kill(self.child.id() as i32, libc::SIGTERM) };
    }

    /// Kills the server without a shutdown, as a crash would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops the server and returns its exit code.
    pub fn stop(&mut self) -> Option<i32> {
        self.ask_to_stop();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ask_to_stop();
        self.child.wait().ok();
    }
}
