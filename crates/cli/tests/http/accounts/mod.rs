//! A team over HTTP: people sign in with name and password, programs have tokens, and each may what its role may.

mod attack;
mod company;
mod day;
mod entrance;
mod matrix;
mod tokens;

use crate::client::{Answer, Request};
use crate::server::{Server, start};
use crate::support::{add_user, prepare_folder};
use serde_json::{Value, json};

pub const PASSWORD: &str = "colheita farta em marco 7";
pub const SESSION: &str = "/api/session";
pub const INVITATION: &str = "/api/session/invitation";
pub const ME: &str = "/api/me";
/// The cookie of a session, from this machine.
pub const COOKIE: &str = "__Host-celeiro";

/// A server on a folder of its own with these people, each with the password [`PASSWORD`].
pub fn team(name: &str, people: &[(&str, &str)]) -> Server {
    let folder = prepare_folder(name);
    for (login, role) in people {
        add_user(&folder, login, role, PASSWORD);
    }
    let server = start(&folder, &["--rate", "0"], &[]);
    server.wait_until_ready();
    server
}

/// Tries to sign in.
pub fn sign_in(server: &Server, login: &str, password: &str) -> Answer {
    server.post(SESSION).json(json!({ "login": login, "password": password }).to_string()).send()
}

/// `NAME=VALUE` of the cookie that an answer sets.
pub fn cookie_of(answer: &Answer) -> String {
    let cookie = answer.header("set-cookie").unwrap_or_else(|| panic!("no cookie: {}", answer.text()));
    cookie.split(';').next().unwrap().to_owned()
}

/// A person's browser.
pub struct Browser<'s> {
    server: &'s Server,
    pub cookie: String,
}

impl<'s> Browser<'s> {
    /// One in which the person has signed in.
    pub fn of(server: &'s Server, login: &str) -> Self {
        let answer = sign_in(server, login, PASSWORD);
        assert_eq!(answer.status, 200, "{login}: {}", answer.text());
        Self::with(server, cookie_of(&answer))
    }

    /// One that has this cookie.
    pub fn with(server: &'s Server, cookie: String) -> Self {
        Self { server, cookie }
    }

    pub fn request(&self, method: &str, path: &str) -> Request {
        self.server.request(method, path).header("cookie", &self.cookie)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path).send()
    }

    pub fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.request(method, path).json(body.to_string()).send()
    }

    /// Expects success.
    pub fn ok(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.send(method, path, body);
        assert_eq!(answer.status, 200, "{method} {path}: {}", answer.text());
        answer.json()
    }

    /// Expects that nothing is known of the person any more.
    pub fn is_out(&self) -> bool {
        let answer = self.get(ME);
        answer.status == 401 && answer.error(401) == "unauthorized"
    }
}
