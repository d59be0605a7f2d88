//! Several commands at once, and commands that are interrupted.

use crate::support::{celeiro, database_ends, database_runs, json, lasting_folder, prepare_folder, stderr};
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

#[test]
fn commands_at_once_share_one_database_and_the_last_stops_it() {
    let folder = lasting_folder().join("together");
    let children: Vec<_> = (0..4)
        .map(|n| {
            let draft = format!(r#"{{"name":"Item {n}","externalId":"C-{n}"}}"#);
            let mut command = celeiro(&folder);
            command.args(["call", "create_item", &draft]).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    }
    assert!(!database_runs(&folder), "the last one stops it");
    assert_eq!(json(&folder, ["call", "list_items"])["total"], 4);
}

#[test]
fn an_interrupted_server_closes_its_database() {
    let folder = lasting_folder().join("interrupted");
    let mut child = celeiro(&folder)
        .args(["serve", "--port", "0", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&line).unwrap()["url"].is_string());
    // A command beside it uses the same database, which must outlive the command.
    json(&folder, ["call", "list_items"]);
    assert!(database_runs(&folder));
    // SAFETY: a signal to our own child, which has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(database_ends(&folder));
}

#[test]
fn a_server_that_was_told_to_outlive_its_terminal_does() {
    let folder = lasting_folder().join("nohup");
    let program = env!("CARGO_BIN_EXE_celeiro");
    let mut command = celeiro(&folder);
    let environment: Vec<_> =
        command.get_envs().map(|(n, v)| (n.to_owned(), v.map(ToOwned::to_owned))).collect();
    command = std::process::Command::new("sh");
    command.env_clear().envs(environment.into_iter().filter_map(|(n, v)| Some((n, v?))));
    command.args(["-c", "trap '' HUP; exec \"$0\" serve --port 0 --json", program]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    // SAFETY: signals to our own child, which has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGHUP) };
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it lives");
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(database_ends(&folder));
}

/// Its first process is there before the program can use it: ended then, it would be left to itself.
#[test]
fn a_program_that_is_asked_to_end_while_it_starts_leaves_no_database_behind() {
    for (arguments, code) in [(&["serve", "--port", "0"][..], 0), (&["init"], 130)] {
        let folder = lasting_folder().join(format!("early-{}", arguments[0]));
        let mut command = celeiro(&folder);
        let mut child = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while !folder.join("pg18/postmaster.pid").exists() {
            assert!(child.try_wait().unwrap().is_none(), "it starts");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        // SAFETY: a signal to our own child, which has not been waited for.
        unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
        assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments:?}");
        assert!(!database_runs(&folder), "{arguments:?}");
    }
}

#[test]
fn an_interrupted_command_says_so_and_closes_its_database() {
    let folder = prepare_folder("cut");
    let rows: String = (0..200_000).map(|n| format!("{{\"name\":\"Item {n}\"}}\n")).collect();
    let file = lasting_folder().join("many.jsonl");
    std::fs::write(&file, rows).unwrap();
    let child = celeiro(&folder)
        .args(["import", "items", file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !database_runs(&folder) {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::thread::sleep(std::time::Duration::from_millis(700));
    // SAFETY: a signal to our own child, which has not been waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("cancelled"), "{}", stderr(&output));
    assert!(database_ends(&folder));
    assert_eq!(json(&folder, ["call", "list_items"])["total"], 0, "nothing is half there");
}
