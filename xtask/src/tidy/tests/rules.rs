//! Rules that read texts or the dependency graph.

use super::*;
use crate::tidy::files::Text;
use crate::tidy::graph::Dependency;

fn track_files(files: &[(&str, &str)]) -> TrackedFiles {
    TrackedFiles::of(files.iter().map(|(path, content)| Text::new(path, content)).collect())
}

fn words_of(findings: Vec<Finding>) -> Vec<String> {
    findings.into_iter().map(|finding| format!("{} {}", finding.place, finding.words)).collect()
}

#[test]
fn errors_stop_the_check_and_warnings_do_not() {
    assert_eq!(Finding::error("a", "b").weight, Weight::Error);
    assert_eq!(Finding::warning("a", "b").weight, Weight::Warning);
    assert_ne!(Finding::error("a", "b"), Finding::warning("a", "b"));
}

// --- arrows

const LIBRARIES: [(&str, &[&str]); 5] =
    [("tokio", &[]), ("reqwest", &["tokio"]), ("clap", &[]), ("tauri", &[]), ("axum", &["tokio"])];

fn arrows_of(ours: &[(&str, &[&str])]) -> Vec<String> {
    words_of(arrows::check(&Graph::of(ours, &LIBRARIES)))
}

#[test]
fn each_package_may_know_those_below_it_alone() {
    let all: &[(&str, &[&str])] = &[
        ("celeiro-domain", &[]),
        ("celeiro-store", &[]),
        ("celeiro-llm", &[]),
        ("celeiro-app", &[]),
        ("celeiro-cli", &[]),
        ("celeiro-desktop", &[]),
        ("celeiro-tests", &[]),
        ("xtask", &[]),
    ];
    for (from, to) in [
        ("celeiro-domain", "celeiro-store"),
        ("celeiro-store", "celeiro-llm"),
        ("celeiro-llm", "celeiro-app"),
        ("celeiro-app", "celeiro-cli"),
        ("celeiro-cli", "celeiro-store"),
        ("celeiro-desktop", "celeiro-cli"),
        ("xtask", "celeiro-domain"),
        ("celeiro-tests", "celeiro-cli"),
    ] {
        let turned: Vec<(&str, &[&str])> = all
            .iter()
            .map(|(name, none)| (*name, if *name == from { std::slice::from_ref(&to) } else { none }))
            .collect();
        let found = arrows_of(&turned);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(&format!("{from} must not depend on {to} (allowed: ")), "{found:?}");
    }
    assert_eq!(arrows_of(all), Vec::<String>::new());
}

#[test]
fn each_library_with_a_door_is_refused_at_every_other() {
    for (from, library) in [
        ("celeiro-app", "reqwest"),
        ("celeiro-store", "axum"),
        ("celeiro-cli", "tauri"),
        ("celeiro-llm", "clap"),
        ("celeiro-desktop", "axum"),
    ] {
        let found = arrows_of(&[(from, &[library])]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(&format!("{from} must not name {library}: only ")), "{found:?}");
    }
    for (from, library) in
        [("celeiro-llm", "reqwest"), ("celeiro-cli", "axum"), ("xtask", "clap"), ("celeiro-desktop", "tauri")]
    {
        assert_eq!(arrows_of(&[(from, &[library])]), Vec::<String>::new());
    }
}

#[test]
fn tests_of_a_crate_may_use_a_library_that_the_crate_may_not() {
    let mut graph = Graph::of(&[("celeiro-app", &["axum"])], &LIBRARIES);
    let to_axum = graph.packages.get_mut("celeiro-app").unwrap();
    to_axum.dependencies = vec![Dependency { id: "axum".into(), only_for_tests: true }];
    assert_eq!(arrows::check(&graph), []);
}

#[test]
fn rules_reach_nothing_that_waits_over_any_package_between() {
    let found = arrows_of(&[("celeiro-domain", &["reqwest"])]);
    let reached: Vec<bool> = ["must not name reqwest", "reaches tokio", "reaches reqwest"]
        .map(|words| found.iter().any(|found| found.contains(words)))
        .to_vec();
    assert_eq!((found.len(), reached), (3, vec![true; 3]), "{found:?}");
}

// --- circles

fn circle_places(files: &[(&str, &str)]) -> Vec<String> {
    circles::check(&track_files(files)).into_iter().map(|finding| finding.place).collect()
}

#[test]
fn a_circle_over_three_files_is_found_and_its_arrows_are_named() {
    let files = [
        ("crates/x/src/lib.rs", "mod a; mod b; mod c;"),
        ("crates/x/src/a.rs", "use crate::b::B; pub struct A(B);"),
        ("crates/x/src/b.rs", "pub struct B(crate::c::C);"),
        ("crates/x/src/c.rs", "use super::a; pub struct C(a::A);"),
    ];
    assert_eq!(circle_places(&files), ["crates/x/src/a.rs", "crates/x/src/b.rs", "crates/x/src/c.rs"]);
    let words = words_of(circles::check(&track_files(&files)));
    assert!(words[0].contains("stands in a circle through crates/x/src/b.rs; move"), "{words:?}");
    let cut = [files[0], files[1], files[2], ("crates/x/src/c.rs", "pub struct C;")];
    assert_eq!(circle_places(&cut), Vec::<String>::new(), "one arrow less is none");
}

#[test]
fn re_exports_lead_to_the_file_that_defines_a_name() {
    let through = |export: &str| {
        circle_places(&[
            ("crates/x/src/lib.rs", "pub mod a; pub mod b;"),
            ("crates/x/src/a/mod.rs", export),
            ("crates/x/src/a/one.rs", "use crate::b::B; pub struct One(B);"),
            ("crates/x/src/a/two.rs", "pub struct Two;"),
            ("crates/x/src/b.rs", "use crate::a::{One as Name}; pub struct B(Name);"),
        ])
    };
    let both = ["crates/x/src/a/one.rs", "crates/x/src/b.rs"];
    assert_eq!(through("mod one; mod two; pub use one::One; pub use two::Two;"), both);
    assert_eq!(through("mod one; mod two; pub use self::one::{One}; pub(crate) use two::Two;"), both);
    let other = "mod one; mod two; pub use two::Two as One;";
    assert_eq!(through(other), Vec::<String>::new(), "the name is another file's");
}

#[test]
fn files_that_cannot_be_read_and_programs_of_their_own_are_left_out() {
    let found = circle_places(&[
        ("crates/x/src/lib.rs", "mod a; mod b;"),
        ("crates/x/src/a.rs", "use crate::b::B; pub struct A(B);"),
        ("crates/x/src/b.rs", "pub struct B(crate::a::A"),
        ("crates/x/src/bin/tool.rs", "use crate::a::A;"),
        ("crates/y/src/a.rs", "use crate::b::B;"),
    ]);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn modules_of_different_crates_have_nothing_to_do_with_each_other() {
    let found = circle_places(&[
        ("crates/x/src/a.rs", "use crate::b::B; pub struct A(B);"),
        ("crates/x/src/b.rs", "pub struct B;"),
        ("crates/y/src/b.rs", "use crate::a::A; pub struct B(A);"),
        ("crates/y/src/a.rs", "pub struct A;"),
    ]);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn imports_of_the_interface_lead_to_files_by_every_spelling() {
    let circle = |import: &str, path: &str| {
        circle_places(&[("ui/src/app/a.ts", import), (path, "export { a } from \"../app/a\";")])
    };
    for (import, path) in [
        ("import { b } from \"../lib/b\";", "ui/src/lib/b.ts"),
        ("export * from \"../lib/b\";", "ui/src/lib/b.tsx"),
        ("import \"../lib/b.ts\";", "ui/src/lib/b.ts"),
        ("import b from \"./../lib\";", "ui/src/lib/index.ts"),
    ] {
        assert_eq!(circle(import, path), ["ui/src/app/a.ts", path], "{import}");
    }
    for import in ["import { b } from \"lib/b\";", "// from '../lib/b'", "import x from \"./other\";"] {
        assert_eq!(circle(import, "ui/src/lib/b.ts"), Vec::<String>::new(), "{import}");
    }
}

// --- nouns

#[test]
fn a_noun_has_one_type_whatever_kind_of_type_it_is() {
    let twice = |store: &str, app: &str| {
        let files = [("crates/store/src/a.rs", store), ("crates/app/src/b.rs", app)];
        words_of(nouns::check(&track_files(&files)))
    };
    let found = twice("pub enum Facets {}", "pub struct Facets;");
    assert_eq!(
        found,
        [
            "crates/app/src/b.rs Facets is a type of crates/store/src/a.rs too: keep one, in crate domain where both use it"
        ]
    );
    for (store, app) in [
        ("pub(crate) struct Facets;", "pub struct Facets;"),
        ("pub struct Facets;", "struct Facets;"),
        ("pub fn facets() {}", "pub fn facets() {}"),
        ("pub struct Facets;", "pub struct Facet;"),
        ("pub struct Facets", "pub struct Facets;"),
    ] {
        assert_eq!(twice(store, app), Vec::<String>::new(), "{store} {app}");
    }
    let elsewhere =
        [("crates/domain/src/a.rs", "pub struct Facets;"), ("crates/app/src/b.rs", "pub struct Facets;")];
    assert_eq!(nouns::check(&track_files(&elsewhere)), []);
}

// --- translations

#[test]
fn texts_are_compared_folder_by_folder() {
    let files = [
        ("a/pt-BR.json", r#"{"x": "1"}"#),
        ("a/en.json", r#"{"x": "1"}"#),
        ("b/pt-BR.json", r#"{"y": {"z": "1"}, "y2": []}"#),
        ("b/en.json", r#"{"y": "1"}"#),
        ("c/other-en.json", r#"{"q": "1"}"#),
    ];
    let found = words_of(translations::check(&track_files(&files)).unwrap());
    assert_eq!(
        found,
        [
            "b/pt-BR.json no text for y, which en.json has",
            "b/en.json no text for y.z, which pt-BR.json has",
            "b/en.json no text for y2, which pt-BR.json has",
        ]
    );
}

#[test]
fn a_file_of_texts_that_is_no_json_is_named() {
    let error = translations::check(&track_files(&[("a/pt-BR.json", "{"), ("a/en.json", "{}")])).unwrap_err();
    assert!(format!("{error:#}").contains("a/pt-BR.json"), "{error:#}");
}

#[test]
fn every_plural_form_is_the_same_text() {
    let forms = ["zero", "one", "two", "few", "many", "other"];
    let english: String = forms.map(|form| format!("\"n_{form}\": \"x\"")).join(", ");
    let files = [("pt-BR.json", r#"{"n_other": "x"}"#), ("en.json", &format!("{{{english}}}"))];
    assert_eq!(translations::check(&track_files(&files)).unwrap(), []);
    let single = [("pt-BR.json", r#"{"n_other": "x"}"#), ("en.json", r#"{"n_plural": "x"}"#)];
    assert_eq!(translations::check(&track_files(&single)).unwrap().len(), 2, "the control");
}

// --- leftovers, places, size

#[test]
fn a_sign_of_unfinished_work_is_found_once_a_line_at_its_line() {
    let sign = concat!("FIX", "ME");
    let text = format!("fine\n// {sign} here and {sign} there\n\n/* {sign}*/");
    assert_eq!(places(&leftovers::check(&Text::new("a.sql", &text))), ["a.sql:2", "a.sql:4"]);
    for path in ["a.md", "a.json", "a.toml", "Makefile"] {
        assert_eq!(leftovers::check(&Text::new(path, &text)), [], "{path}");
    }
}

#[test]
fn signs_of_one_language_mean_nothing_in_another() {
    let debug = concat!("db", "g!(x)");
    let only = concat!("test.on", "ly(");
    assert_eq!(leftovers::check(&Text::new("a.ts", debug)), []);
    assert_eq!(leftovers::check(&Text::new("a.rs", only)), []);
    assert_eq!(leftovers::check(&Text::new("a.rs", debug)).len(), 1);
    assert_eq!(leftovers::check(&Text::new("a.mjs", only)).len(), 1);
    assert_eq!(leftovers::check(&Text::new("a.rs", concat!("my_db", "g!(x)"))), [], "another macro");
}

#[test]
fn a_path_of_a_machine_is_found_anywhere_and_the_middle_of_one_is_not() {
    let count_findings = |line: &str| super::super::places::check(&Text::new("a.sh", line)).len();
    let folder = concat!("/ro", "ot/x");
    for line in
        [folder.to_owned(), format!("cd {folder}"), format!("\"{folder}\""), format!("a={folder} b={folder}")]
    {
        assert_eq!(count_findings(&line), 1, "{line}");
    }
    for line in
        [format!("./a{folder}"), format!("~{folder}"), format!("${{HOME}}{folder}"), format!("*{folder}")]
    {
        assert_eq!(count_findings(&line), 0, "{line}");
    }
    let home = concat!("/ho", "me/");
    for (line, count) in
        [(format!("{home}ana/x"), 0), (format!("{home}{{name}}"), 0), (format!("{home}joao"), 1)]
    {
        assert_eq!(count_findings(&line), count, "{line}");
    }
}

#[test]
fn generated_files_and_data_may_be_long() {
    let long = "x\n".repeat(601);
    let is_warned = |path: &str| size::check(&Text::new(path, &long)).is_some();
    for path in ["a.rs", "a.tsx", "a.css", "a.sql", "a.sh", "a.mjs"] {
        assert!(is_warned(path), "{path}");
    }
    for path in ["ui/src/bindings.ts", "a.json", "Cargo.lock", "a.md"] {
        assert!(!is_warned(path), "{path}");
    }
    assert!(size::check(&Text::new("a.rs", &long)).unwrap().words.starts_with("601 lines, more than 600"));
}

// --- the dependency graph

#[test]
fn a_dependency_of_a_build_script_is_part_of_the_program_and_one_of_tests_is_not() {
    let to = |id: &str, only_for_tests| Dependency { id: id.into(), only_for_tests };
    let mut graph = Graph::of(&[("a", &[])], &[("b", &["c"]), ("c", &[]), ("d", &["e"]), ("e", &[])]);
    graph.packages.get_mut("a").unwrap().dependencies =
        vec![to("b", false), to("d", true), to("lost", false)];
    let a = &graph.packages["a"];
    let names =
        |set: std::collections::BTreeSet<&str>| set.into_iter().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(names(graph.direct(a)), ["b", "d"]);
    assert_eq!(names(graph.direct_in_program(a)), ["b"]);
    assert_eq!(names(graph.closure("a")), ["b", "c"]);
    assert_eq!(names(graph.closure("nobody")), Vec::<String>::new());
    assert_eq!(graph.ours().map(|(id, _)| id).collect::<Vec<_>>(), ["a"]);
}
