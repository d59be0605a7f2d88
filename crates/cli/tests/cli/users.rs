//! `celeiro user`: accounts from the command line of the machine that has the database.

use crate::support::{
    add_user, failure, json as command, prepare_folder, run, run_with_input, stderr, stdout,
};
use serde_json::{Value, json};

const PASSWORD: &str = "colheita farta em marco 7";

#[test]
fn people_are_added_listed_given_roles_and_closed() {
    let folder = prepare_folder("users");
    assert_eq!(command(&folder, ["user", "list"]), Value::Array(Vec::new()));
    let ana = add_user(&folder, "Ana", "admin", PASSWORD);
    assert_eq!((&ana["user"]["login"], &ana["user"]["state"]), (&json!("ana"), &json!("active")));
    assert_eq!(ana["invitation"], Value::Null);

    let added = run(&folder, ["user", "add", "bia", "--role", "seller", "--name", "Bia Reis"]);
    let printed = stdout(&added);
    assert!(added.status.success() && printed.contains("Bia Reis"), "{printed}{}", stderr(&added));
    let link = printed.lines().find_map(|line| line.trim().strip_prefix("#/invitation/")).unwrap();
    assert_eq!(link.len(), 43, "{printed}");
    let anew = command(&folder, ["user", "invite", "bia"]);
    assert_ne!(anew["secret"], link);

    let changed = command(&folder, ["user", "role", "bia", "editor"]);
    assert_eq!((&changed["role"], &changed["state"]), (&json!("editor"), &json!("invited")));
    assert_eq!(command(&folder, ["user", "disable", "BIA"])["state"], "disabled");
    assert_eq!(failure(&folder, ["user", "invite", "bia"], 1)["code"], "user_disabled");
    assert_eq!(command(&folder, ["user", "enable", "bia"])["state"], "invited");
    assert_eq!(command(&folder, ["user", "sessions", "end", "bia"])["ended"], 0);

    for arguments in [["user", "disable", "ana"].as_slice(), &["user", "role", "ana", "analyst"]] {
        assert_eq!(failure(&folder, arguments, 1)["code"], "last_administrator");
    }
    let list = run(&folder, ["user", "list"]);
    let lines: Vec<String> = stdout(&list).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("ana ") && lines[0].contains("admin"), "{lines:?}");
    assert!(lines[1].starts_with("bia ") && lines[1].contains("invited"), "{lines:?}");
}

#[test]
fn a_token_is_printed_once_with_what_it_may() {
    let folder = prepare_folder("users-tokens");
    add_user(&folder, "ana", "editor", PASSWORD);
    let arguments = ["user", "token", "ana", "--name", "planilha", "--scope", "read", "--scope", "edit"];
    let made = command(&folder, arguments);
    assert_eq!(made["token"]["scopes"], json!(["read", "edit"]));
    let secret = made["secret"].as_str().unwrap();
    assert!(secret.starts_with("cel_") && secret.len() == 47);
    let printed = stdout(&run(&folder, ["user", "token", "ana", "--name", "outra", "--days", "366"]));
    assert!(printed.contains("\n  cel_"), "{printed}");
    let id = made["token"]["id"].as_str().unwrap();
    let listed = command(&folder, ["user", "tokens", "list"]);
    assert_eq!(listed.as_array().unwrap().len(), 2, "{listed}");
    assert_eq!(command(&folder, ["user", "tokens", "revoke", id])["revoked"], true);
    let printed = stdout(&run(&folder, ["user", "tokens", "list"]));
    let line = printed.lines().find(|line| line.starts_with(id)).unwrap();
    assert!(line.contains("ana ") && line.contains("planilha") && !printed.contains(secret), "{printed}");
    let unknown = "00000000-0000-4000-8000-000000000000";
    assert_eq!(failure(&folder, ["user", "tokens", "revoke", unknown], 1)["code"], "not_found");
    assert!(run(&folder, ["user", "add", "robo", "--role", "seller"]).status.success());
    let printed = stdout(&run(&folder, ["--lang", "en", "user", "token", "robo", "--name", "x"]));
    assert!(printed.contains("robo has not signed in yet"), "{printed}");
    let beyond = ["user", "token", "ana", "--name", "x", "--scope", "administer"];
    assert_eq!(failure(&folder, beyond, 1)["code"], "invalid_fields");
    assert_eq!(failure(&folder, ["user", "token", "zeca", "--name", "x"], 1)["code"], "user_not_found");
    for arguments in [
        ["user", "token", "ana", "--name", "x", "--days", "367"].as_slice(),
        &["user", "token", "ana", "--name", "x", "--scope", "open"],
        &["user", "token", "ana"],
        &["user", "add", "caio"],
        &["user", "add", "caio", "--role", "owner"],
        &["user"],
    ] {
        assert_eq!(run(&folder, arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn bad_logins_and_passwords_make_no_account_and_are_not_repeated() {
    let folder = prepare_folder("users-bad");
    let long = "x".repeat(10_000);
    let add = |login: &str, input: &str| {
        let arguments = ["user", "add", "--role", "seller", "--password-stdin", "--json", "--", login];
        let output = run_with_input(&folder, arguments, input);
        assert_eq!(output.status.code(), Some(1), "{login}: {}{}", stdout(&output), stderr(&output));
        let said = stdout(&output) + &stderr(&output);
        assert!(input.trim().len() < 4 || !said.contains(input.trim()), "{said}");
        let body: Value = serde_json::from_slice(&output.stdout).unwrap();
        body["error"]["code"].as_str().unwrap().to_owned()
    };
    for (password, code) in [
        ("", "invalid_fields"),
        ("1234567", "invalid_fields"),
        ("12345678", "password_too_weak"),
        ("bianca123", "password_too_weak"),
        ("uma senha\0com nul", "invalid_fields"),
        ("uma senha\nem duas linhas", "invalid_fields"),
        (long.as_str(), "invalid_fields"),
    ] {
        assert_eq!(add("bianca", password), code, "{:?}", &password[..password.len().min(20)]);
    }
    let short = ["--lang", "pt-BR", "user", "add", "--role", "seller", "--password-stdin", "bianca"];
    let said = stderr(&run_with_input(&folder, short, "1234567"));
    assert!(said.contains("senha: curto demais (de 8 a 1024)"), "{said}");
    let login = "y".repeat(65);
    for login in ["", "josé", "-bia", "bia reis", &login, "bia/.."] {
        assert_eq!(add(login, PASSWORD), "invalid_fields", "{login}");
    }
    add_user(&folder, "bia", "admin", &format!("{PASSWORD}\r"));
    assert_eq!(add("BIA", PASSWORD), "login_taken");
    assert_eq!(command(&folder, ["user", "list"]).as_array().unwrap().len(), 1);
}
