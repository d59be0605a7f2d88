//! What cannot be understood: exit code 2, in the person's language, and never a panic.

use crate::support::{celeiro, failure, lasting_folder, run, stderr, stdout};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

#[test]
fn every_mistake_is_told_with_exit_code_two() {
    let folder = lasting_folder().join("mistakes");
    let cases: &[&[&str]] = &[
        &["serch"],
        &["search"],
        &["search", "x", "--no-such-option"],
        &["search", "x", "--limit", "ten"],
        &["search", "x", "--fusion", "fission"],
        &["search", "x", "--kind", "people"],
        &["search", "x", "--filter", "category"],
        &["search", "x", "--sort"],
        &["serve", "--port", "70000"],
        &["import", "items"],
        &["eval", "--kind", "items"],
        &["explain", "magic", "x"],
        &["config", "set", "A"],
        &["actions", "undo"],
        &["actions", "undo", "--day", "ontem"],
        &["actions", "undo", "--day", "2026-11-27", "--turn", "00000000-0000-4000-8000-000000000000"],
        &["--lang", "de", "config"],
    ];
    for case in cases {
        let error = failure(&folder, *case, 2);
        assert_eq!(error["code"], "invalid_request", "{case:?}");
        let output = run(&folder, *case);
        assert_eq!(output.status.code(), Some(2), "{case:?}");
        let text = stderr(&output);
        assert!(text.starts_with("error[invalid_request]: ") && !text.contains("{"), "{case:?}: {text}");
        assert_eq!(stdout(&output), "", "{case:?}");
    }
    assert!(!folder.exists(), "a mistake starts no database");
}

#[test]
fn codes_are_those_of_the_manual() {
    let folder = lasting_folder().join("codes");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a-file");
    std::fs::write(&file, "").unwrap();
    for place in [file.clone(), file.join("below")] {
        let error = failure(&place, ["search", "soja"], 1);
        assert_eq!(error["code"], "data_folder_unusable");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("a-file is a file"), "{message}");
        assert_eq!(message.to_lowercase().matches("the data folder").count(), 1, "said once: {message}");
    }
    let output = celeiro(&folder).env("DATABASE_URL", "foo").args(["search", "x"]).output().unwrap();
    assert!(stderr(&output).contains("[database_url_invalid]"), "{}", stderr(&output));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let error = failure(&folder, ["serve", "--port", &port], 1);
    assert_eq!(error["code"], "address_unusable");
    assert!(error["message"].as_str().unwrap().contains(&port), "{error}");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = celeiro(&folder).arg("config").stdout(full).output().unwrap();
    assert!(stderr(&output).contains("[disk_full]"), "{}", stderr(&output));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let folder = lasting_folder().join("bytes");
    let bad = OsStr::from_bytes(b"so\xffja");
    for arguments in
        [vec![OsStr::new("search"), bad], vec![bad], vec![OsStr::new("--data-dir"), bad, OsStr::new("init")]]
    {
        let output = run(&folder, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("invalid_request"), "{}", stderr(&output));
    }
    let output = celeiro(&folder).env("EMBEDDING_MODEL", bad).arg("config").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("EMBEDDING_MODEL"), "{}", stderr(&output));
}

#[test]
fn help_and_mistakes_are_in_both_languages() {
    let folder = lasting_folder().join("help");
    for (lang, usage, mistake) in [("pt-BR", "Uso: ", "erro["), ("en", "Usage: ", "error[")] {
        let help = run(&folder, ["search", "--help", "--lang", lang]);
        assert!(help.status.success() && stdout(&help).contains(usage), "{}", stdout(&help));
        let wrong = run(&folder, ["serch", "--lang", lang]);
        assert!(stderr(&wrong).starts_with(mistake), "{}", stderr(&wrong));
        assert!(stderr(&wrong).contains("search"), "the command that was meant is named");
    }
    let unknown = celeiro(&folder).env_remove("CELEIRO_LANG").env("LANG", "C.UTF-8").arg("--help").output();
    assert!(stdout(&unknown.unwrap()).contains("Uso: "));
    let nothing = run(&folder, [] as [&str; 0]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(stderr(&nothing).contains("Usage: "));
}
