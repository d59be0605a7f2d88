//! Every operation of the list, asked for by each kind of caller.

use super::{Browser, team};
use crate::client::{Answer, Request};
use crate::server::Server;
use celeiro_app::commands::{Access, CommandMeta, list_commands};
use celeiro_domain::team::Role;

const ABSENT: &str = "00000000-0000-4000-8000-000000000000";

/// Asks for the operation in a way that changes nothing: of a record that is not there, or with a body that is no
/// request.
fn ask(server: &Server, command: &CommandMeta) -> Request {
    let parts = command.path.split('/').map(|part| if part.starts_with('{') { ABSENT } else { part });
    let path = parts.collect::<Vec<_>>().join("/");
    let request = server.request(command.method, &path);
    if matches!(command.method, "GET" | "DELETE") { request } else { request.json("[]") }
}

fn code_of(answer: &Answer) -> String {
    let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    body["code"].as_str().unwrap_or_default().to_owned()
}

/// What is wrong with the answer to `caller`, if anything.
fn judge(command: &CommandMeta, caller: Option<Role>, answer: &Answer) -> Option<String> {
    let (status, code) = (answer.status, code_of(answer));
    let is_right = match caller {
        None if command.access != Access::Open => status == 401 && code == "unauthorized",
        Some(role) if !role.may(command.access) => status == 403 && code == "forbidden",
        // Other refusals have codes of their own, such as that of a closed vault.
        _ => status != 401 && code != "forbidden",
    };
    let who = caller.map_or("a stranger", Role::as_str);
    let asked = format!("{} ({:?}) by {who}", command.name, command.access);
    (!is_right).then(|| format!("{asked}: {status} {}", answer.text().chars().take(200).collect::<String>()))
}

#[test]
fn every_operation_answers_those_who_may_and_no_others() {
    let people = Role::ALL.map(|role| (role.as_str(), role.as_str()));
    let server = team("matrix", &people);
    let browsers = Role::ALL.map(|role| (role, Browser::of(&server, role.as_str())));
    let commands = list_commands();
    let mut wrong = Vec::new();
    let mut asked = 0;
    for command in &commands {
        wrong.extend(judge(command, None, &ask(&server, command).send()));
        for (role, browser) in &browsers {
            let answer = ask(&server, command).header("cookie", &browser.cookie).send();
            wrong.extend(judge(command, Some(*role), &answer));
        }
        asked += 1 + browsers.len();
    }
    assert!(wrong.is_empty(), "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(asked, 5 * commands.len());
    println!("{asked} of {} operations × 5 callers are as declared", commands.len());
    for (role, browser) in &browsers {
        assert_eq!(browser.get(super::ME).status, 200, "{role} is still there: nothing was destroyed");
    }
    let open: Vec<&str> =
        commands.iter().filter(|one| one.access == Access::Open).map(|one| one.name).collect();
    assert_eq!(open, ["status"], "what is open to all was looked at");
}
