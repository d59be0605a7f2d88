//! Rules that read a folder: what git tracks, migrations, licences.

use super::*;
use crate::tidy::files::Text;
use crate::tidy::graph::Package;

#[test]
fn texts_that_git_tracks_are_read_as_they_stand_and_nothing_else() {
    let tree = Tree::new();
    tree.write("a.rs", "one\ntwo");
    tree.write("ui/ç ã.ts", "x");
    tree.write("image.png", [0xff, 0xd8, 0x00]);
    tree.write("gone.rs", "x");
    tree.git(&["add", "--all"]);
    tree.write("a.rs", "changed");
    tree.write("untracked.rs", "x");
    std::fs::remove_file(tree.path().join("gone.rs")).unwrap();
    let tracked = TrackedFiles::read(tree.path()).unwrap();
    let found: Vec<(&str, &str)> =
        tracked.texts().iter().map(|text| (text.path.as_str(), text.content.as_str())).collect();
    assert_eq!(found, [("a.rs", "changed"), ("ui/ç ã.ts", "x")]);
}

#[test]
fn outside_of_a_working_copy_git_s_own_words_are_told() {
    let folder = tempfile::tempdir().unwrap();
    // The folder of temporary files may stand in a working copy itself.
    std::fs::write(folder.path().join(".git"), "gitdir: nowhere").unwrap();
    let error = TrackedFiles::read(folder.path()).unwrap_err().to_string();
    assert!(error.starts_with("git ls-files: fatal"), "{error}");
}

#[test]
fn a_text_knows_its_kind_by_its_last_ending() {
    let is_rust = |path: &str| Text::new(path, "").is(&["rs"]);
    assert!(is_rust("a/b.rs") && is_rust("a.test.rs"));
    assert!(!is_rust("a.rs/b") && !is_rust("rs") && !is_rust("a.rst") && !is_rust("a.RS"));
    let lines: Vec<(usize, String)> =
        Text::new("a", "x\r\n\ny").lines().map(|(number, line)| (number, line.to_owned())).collect();
    assert_eq!(lines, [(1, "x".into()), (2, String::new()), (3, "y".into())]);
}

const FIRST: &str = "migrations/20260101000000_first.sql";
const SECOND: &str = "migrations/20260102000000_second.sql";

#[test]
fn migrations_are_tidy_once_they_are_entered_and_not_when_they_change() {
    let tree = Tree::new();
    tree.write(FIRST, "SELECT 1;");
    tree.write("migrations/README.md", "no migration");
    assert_eq!(places(&migrations::check(tree.path()).unwrap()), [FIRST], "not entered yet");
    migrations::renew(tree.path()).unwrap();
    assert_eq!(migrations::check(tree.path()).unwrap(), []);
    tree.write(SECOND, "SELECT 2;");
    assert_eq!(places(&migrations::check(tree.path()).unwrap()), [SECOND]);
    migrations::renew(tree.path()).unwrap();
    tree.write(FIRST, "SELECT 1 ;");
    std::fs::remove_file(tree.path().join(SECOND)).unwrap();
    let found = migrations::check(tree.path()).unwrap();
    assert_eq!(places(&found), [FIRST, SECOND]);
    assert!(found[0].words.starts_with("changed") && found[1].words.contains("gone"), "{found:?}");
}

#[test]
fn before_a_release_a_changed_migration_is_entered_anew_and_after_it_never() {
    let tree = Tree::new();
    tree.write(FIRST, "SELECT 1;");
    migrations::renew(tree.path()).unwrap();
    tree.write(FIRST, "SELECT 2;");
    migrations::renew(tree.path()).unwrap();
    assert_eq!(migrations::check(tree.path()).unwrap(), []);
    tree.git(&["add", "--all"]);
    tree.git(&["commit", "--quiet", "-m", "first"]);
    tree.git(&["tag", "v0.1.0"]);
    tree.write(FIRST, "SELECT 3;");
    let error = migrations::renew(tree.path()).unwrap_err().to_string();
    assert!(error.contains("20260101000000_first.sql was released"), "{error}");
    assert_eq!(places(&migrations::check(tree.path()).unwrap()), [FIRST], "the lock stays as it was");
    tree.write(FIRST, "SELECT 2;");
    tree.write(SECOND, "SELECT 2;");
    migrations::renew(tree.path()).unwrap();
    assert_eq!(migrations::check(tree.path()).unwrap(), [], "a new one may come at any time");
}

#[test]
fn a_tag_that_is_no_version_is_no_release() {
    let tree = Tree::new();
    tree.write(FIRST, "SELECT 1;");
    migrations::renew(tree.path()).unwrap();
    tree.git(&["add", "--all"]);
    tree.git(&["commit", "--quiet", "-m", "first"]);
    tree.git(&["tag", "vintage"]);
    tree.write(FIRST, "SELECT 2;");
    assert!(migrations::renew(tree.path()).is_ok());
}

#[test]
fn without_a_folder_or_with_a_lock_that_is_none_nothing_is_claimed() {
    let tree = Tree::new();
    assert!(migrations::check(tree.path()).unwrap_err().to_string().contains("reading migrations"));
    tree.write("migrations/migrations.lock", "1 2");
    let error = migrations::check(tree.path()).unwrap_err().to_string();
    assert!(error.contains("migrations.lock: not understood: 1 2"), "{error}");
}

/// A tree with these allowed licences, and npm packages with theirs.
fn make_tree(allow: &str, npm: &str) -> Tree {
    let tree = Tree::new();
    tree.write("deny.toml", format!("[licenses]\nallow = [{allow}]\n"));
    tree.write("ui/package-lock.json", format!("{{\"packages\": {{{npm}}}}}"));
    tree
}

fn graph_with_licences(foreign: &[(&str, Option<&str>)]) -> Graph {
    let ours = Package { name: "celeiro".into(), is_ours: true, ..Package::default() };
    let package = |(name, licence): &(&str, Option<&str>)| {
        let licence = licence.map(str::to_owned);
        let package =
            Package { name: (*name).to_owned(), version: "1.2.3".into(), licence, ..Package::default() };
        ((*name).to_owned(), package)
    };
    Graph { packages: foreign.iter().map(package).chain([("celeiro".to_owned(), ours)]).collect() }
}

#[test]
fn packages_of_both_kinds_are_held_to_the_licences_that_are_allowed() {
    let npm =
        r#""": {}, "node_modules/fine": {"license": "MIT"}, "node_modules/bad": {"license": "GPL-3.0-only"}"#;
    let tree = make_tree("\"MIT\", \"Zlib\"", npm);
    let graph = graph_with_licences(&[
        ("fine", Some("Zlib OR GPL-2.0-only")),
        ("bad", Some("Apache-2.0")),
        ("silent", None),
        ("odd", Some("MIT AND")),
    ]);
    let found = licences::check(tree.path(), &graph).unwrap();
    assert_eq!(places(&found), ["bad 1.2.3", "odd 1.2.3", "silent 1.2.3", "node_modules/bad"]);
    for (finding, words) in
        found.iter().zip(["is under Apache-2.0", "has a licence that is not understood", "names no licence"])
    {
        assert!(finding.words.starts_with(words), "{finding:?}");
        assert!(finding.words.ends_with("allow the licence in deny.toml with a reason"));
    }
}

#[test]
fn our_own_packages_and_the_interface_need_no_licence_of_the_list() {
    let tree = make_tree("", r#""": {"license": "GPL-3.0-only"}"#);
    assert_eq!(licences::check(tree.path(), &graph_with_licences(&[])).unwrap(), []);
}

#[test]
fn a_lock_that_cannot_be_read_is_no_licence_given() {
    for (deny, npm, words) in [
        ("[licenses]\nallow = []", "no json", "reading ui/package-lock.json"),
        ("[licenses]", "{\"packages\": {}}", "reading deny.toml"),
    ] {
        let tree = Tree::new();
        tree.write("deny.toml", deny);
        tree.write("ui/package-lock.json", npm);
        let error = licences::check(tree.path(), &Graph::default()).unwrap_err();
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn this_repository_is_tidy_in_what_needs_no_dependency_graph() {
    let root = crate::root();
    let tracked = TrackedFiles::read(&root).unwrap();
    assert!(tracked.texts().len() > 500, "the control: there is much to look at");
    let mut findings = migrations::check(&root).unwrap();
    findings.extend(translations::check(&tracked).unwrap());
    findings.extend(nouns::check(&tracked));
    for text in tracked.texts() {
        findings.extend(leftovers::check(text));
        findings.extend(super::super::places::check(text));
    }
    assert_eq!(findings, []);
}
