//! `celeiro profile`, `celeiro eval --compare` and `celeiro tune`, in a data folder of their own: what
//! is in force there changes.

use crate::support::{failure, fixture, json, lasting_folder, prepare_folder, run, stdout};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const QUERIES: [&str; 6] = ["milho", "soja", "feijão", "lagarta", "plantio", "semente de milho"];

/// A folder with items and, beside it, queries whose judged answer is what `default` puts first.
struct World {
    folder: PathBuf,
    queries: String,
    qrels: String,
}

impl World {
    fn new(name: &str) -> Self {
        let folder = prepare_folder(name);
        json(&folder, ["import", "items", fixture("items.csv").to_str().unwrap()]);
        json(&folder, ["config", "set", "EMBEDDING_PROVIDER", "none"]);
        let (mut queries, mut qrels) = (String::new(), String::new());
        for (at, query) in QUERIES.iter().enumerate() {
            let found = json(&folder, ["search", query, "--profile", "default", "--limit", "1"]);
            let best = found["results"][0]["item"]["externalId"].as_str().unwrap();
            queries += &format!("{{\"id\":\"q{at}\",\"query\":\"{query}\",\"kind\":\"class-{}\"}}\n", at % 2);
            qrels += &format!("q{at} 0 {best} 1\n");
        }
        let write = |file: &str, text: String| {
            let path = lasting_folder().join(format!("{name}-{file}"));
            std::fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        };
        Self { queries: write("queries.jsonl", queries), qrels: write("qrels.tsv", qrels), folder }
    }

    fn json(&self, arguments: &[&str]) -> Value {
        json(&self.folder, arguments)
    }

    fn with_judgments<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [arguments, &["--queries", &self.queries, "--qrels", &self.qrels]].concat()
    }

    fn active(&self) -> String {
        let all = self.json(&["profile", "list"]);
        all[0]["active"].as_bool().unwrap().then(|| all[0]["name"].as_str().unwrap().to_owned()).unwrap()
    }
}

/// The one that is only measured.
fn measured_world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| World::new("measured"))
}

#[test]
fn profiles_are_versions_with_author_reason_and_one_step_back() {
    let world = World::new("versions");
    let saved = world.json(&[
        "profile",
        "save",
        "mine",
        "--weight",
        "relevance.vector=1.5",
        "--reason",
        "less noise",
    ]);
    assert_eq!((&saved["version"], &saved["active"]), (&1.into(), &false.into()));
    let again = world.json(&["profile", "save", "mine"]);
    assert_eq!(again["version"], 1, "nothing has changed");
    world.json(&["profile", "save", "mine", "--weight", "relevance.vector=2"]);
    let diff = world.json(&["profile", "diff", "mine@1", "mine"]);
    assert_eq!(diff, serde_json::json!([{ "path": "items.relevance.vector", "a": 1.5, "b": 2.0 }]));

    assert_eq!(world.json(&["profile", "activate", "mine"])["active"], true);
    assert_eq!(world.active(), "mine");
    assert_eq!(world.json(&["search", "soja"])["profile"], "mine");
    world.json(&["profile", "save", "mine", "--weight", "relevance.vector=9"]);
    world.json(&["profile", "activate", "--back", "--reason", "nine was too much"]);
    let shown = world.json(&["profile", "show", "mine"]);
    assert_eq!(shown["items"]["relevance"]["vector"], 2.0, "one step back is the version before");
    assert_eq!(shown["versions"][0]["reason"], "nine was too much");
    assert!(shown["versions"].as_array().unwrap().iter().all(|v| v["author"].is_string()));
    world.json(&["profile", "activate", "default"]);
    world.json(&["profile", "activate", "--back"]);
    assert_eq!(world.active(), "mine");
}

#[test]
fn one_step_back_leaves_what_is_in_force_however_often_it_was_confirmed() {
    let world = World::new("back");
    let nowhere = failure(&world.folder, ["profile", "activate", "--back"], 1);
    assert_eq!(nowhere["code"], "not_found", "nothing was changed yet: {nowhere}");
    let first = world.json(&["profile", "activate", "enhanced"]);
    assert_eq!(first["verdict"], "notAsked");
    for _ in 0..2 {
        let again = world.json(&world.with_judgments(&["profile", "activate", "enhanced"]));
        assert_eq!((&again["verdict"], &again["worse"]), (&"unchanged".into(), &Value::Null), "{again}");
    }
    let people = stdout(&run(&world.folder, world.with_judgments(&["profile", "activate", "enhanced"])));
    assert!(people.contains("it was already") && !people.contains("measured:"), "{people}");
    assert_eq!(world.json(&["profile", "activate", "--back"])["name"], "default");
    assert_eq!(world.json(&["profile", "activate", "--back"])["name"], "enhanced", "and back again");
}

#[test]
fn the_first_profile_is_in_force_since_its_version_is_there() {
    let world = World::new("since");
    let since = |name: &str| {
        let profile = world.json(&["profile", "show", name]);
        let times = |list: &str| -> Vec<Value> {
            profile[list].as_array().unwrap().iter().map(|entry| entry["createdAt"].clone()).collect()
        };
        (times("activations"), times("versions"))
    };
    let (activations, versions) = since("default");
    assert_eq!(activations, versions, "before anything was changed");
    world.json(&["profile", "activate", "enhanced"]);
    assert_eq!(since("default").0, versions, "a later change does not move it");
    let (activations, versions) = since("enhanced");
    assert_eq!(activations.len(), 1);
    assert!(activations[0].as_str() > versions[0].as_str(), "an activation has its own time");
}

#[test]
fn what_goes_live_unmeasured_says_so() {
    let world = World::new("unmeasured");
    world.json(&["profile", "save", "mine"]);
    world.json(&["profile", "activate", "mine"]);
    let file = lasting_folder().join("unmeasured.json");
    let file = file.to_str().unwrap();
    run(&world.folder, ["profile", "export", "simple", "--output", file]);
    let people = stdout(&run(&world.folder, ["profile", "import", file, "--as", "mine"]));
    assert!(people.contains("Nothing was measured"), "{people}");
    let live = world.json(&["profile", "save", "mine", "--weight", "relevance.vector=1"]);
    assert_eq!((&live["active"], &live["verdict"]), (&true.into(), &"notAsked".into()), "{live}");
    let aside = world.json(&world.with_judgments(&["profile", "save", "aside"]));
    assert_eq!((&aside["active"], &aside["verdict"]), (&false.into(), &"notAsked".into()), "{aside}");
}

#[test]
fn what_cannot_be_saved_is_refused_with_what_is_allowed() {
    let world = measured_world();
    let refusal = |arguments: &[&str], code: &str| {
        let error = failure(&world.folder, arguments, 1);
        assert_eq!(error["code"], code, "{error}");
        error
    };
    refusal(&["profile", "save", "default", "--weight", "relevance.vector=1"], "profile_shipped");
    refusal(&["profile", "save", "other", "--weight", "relevance.vector=-1"], "invalid_profile");
    let unknown = refusal(&["profile", "save", "other", "--weight", "relevance.vektor=1"], "invalid_profile");
    assert!(unknown["details"]["allowed"].as_str().unwrap().contains("items.relevance.vector"));
    refusal(&["profile", "show", "default@99"], "unknown_profile");
    refusal(&["profile", "activate", "nowhere"], "unknown_profile");
    refusal(&["profile", "save", "/bad/name"], "invalid_profile");
}

#[test]
fn a_file_carries_a_profile_to_another_catalog() {
    let world = measured_world();
    let file = lasting_folder().join("carried.json");
    let file = file.to_str().unwrap();
    run(&world.folder, ["profile", "export", "enhanced", "--output", file]);
    let shipped = failure(&world.folder, ["profile", "import", file], 1);
    assert_eq!(shipped["code"], "profile_shipped");
    world.json(&["profile", "import", file, "--as", "carried"]);
    assert_eq!(world.json(&["profile", "diff", "enhanced", "carried"]), serde_json::json!([]));
    assert_eq!(world.json(&["profile", "export", "carried"])["fusion"], "enhanced");
    let people = stdout(&run(&world.folder, ["profile", "diff", "default", "carried"]));
    assert!(people.contains("fusion") && people.contains("\"relevance\" → \"enhanced\""), "{people}");
}

#[test]
fn the_gate_stops_what_is_worse_unless_a_reason_is_given() {
    let world = World::new("gate");
    let blocked = failure(&world.folder, world.with_judgments(&["profile", "activate", "simple"]), 1);
    assert_eq!(blocked["code"], "profile_worse", "{blocked}");
    assert!(!blocked["details"]["worse"].as_array().unwrap().is_empty());
    assert_eq!(world.active(), "default");

    let passed = world.json(&world.with_judgments(&["profile", "activate", "simple", "--reason", "a trial"]));
    assert_eq!(passed["worse"], blocked["details"]["worse"]);
    let shown = world.json(&["profile", "show", "simple"]);
    let activation = &shown["activations"][0];
    assert_eq!(activation["reason"], "a trial");
    assert_eq!(activation["gate"]["worse"], passed["worse"]);

    assert_eq!(passed["verdict"], "overruled");
    let better = world.json(&world.with_judgments(&["profile", "activate", "default"]));
    assert_eq!((&better["worse"], &better["verdict"]), (&serde_json::json!([]), &"passed".into()));
}

#[test]
fn a_set_without_a_half_to_check_against_is_not_tuned_on() {
    let world = measured_world();
    let (queries, qrels) = (lasting_folder().join("one.jsonl"), lasting_folder().join("one.tsv"));
    let first = |file: &str| std::fs::read_to_string(file).unwrap().lines().next().unwrap().to_owned() + "\n";
    std::fs::write(&queries, first(&world.queries)).unwrap();
    std::fs::write(&qrels, first(&world.qrels)).unwrap();
    let set = ["tune", "--queries", queries.to_str().unwrap(), "--qrels", qrels.to_str().unwrap()];
    let error = failure(&world.folder, set, 1);
    assert_eq!(
        (&error["code"], &error["details"]["count"]),
        (&"query_set_too_small".into(), &"1".into()),
        "{error}"
    );
}

fn ndcg(report: &Value, id: &str) -> f64 {
    let queries = report["queries"].as_array().unwrap();
    queries.iter().find(|q| q["id"] == id).unwrap()["ndcg@10"].as_f64().unwrap()
}

#[test]
fn a_comparison_says_what_two_evaluations_say() {
    let world = measured_world();
    let eval = |arguments: &[&str]| {
        world.json(
            &[
                &["eval", "--kind", "items"],
                arguments,
                &["--queries", &world.queries, "--qrels", &world.qrels],
            ]
            .concat(),
        )
    };
    for (a, b) in [("default", "simple"), ("enhanced", "rrf"), ("enhanced", "default")] {
        let (before, after) = (eval(&["--profile", a]), eval(&["--profile", b]));
        let report = eval(&["--compare", &format!("{a},{b}")]);
        for query in report["queries"].as_array().unwrap() {
            let id = query["id"].as_str().unwrap();
            let delta = ndcg(&after, id) - ndcg(&before, id);
            assert!((query["before"].as_f64().unwrap() - ndcg(&before, id)).abs() < 1e-9, "{a} {b} {query}");
            assert!((query["delta"].as_f64().unwrap() - delta).abs() < 1e-9, "{a} {b} {query}");
        }
        let deltas: Vec<f64> =
            report["queries"].as_array().unwrap().iter().map(|q| q["delta"].as_f64().unwrap()).collect();
        assert!(deltas.is_sorted(), "the worst comes first: {deltas:?}");
        let class = |of: &Value| of["perClass"]["class-1"]["ndcg@10"].as_f64().unwrap();
        let change = &report["perClass"]["class-1"];
        assert!((change["after"].as_f64().unwrap() - class(&after)).abs() < 1e-9, "{change}");
        let p = report["pValue"].as_f64().unwrap();
        assert!(p > 0.0 && p <= 1.0, "{p}");
    }
    let same = eval(&["--compare", "default,default"]);
    assert_eq!((&same["pValue"], &same["searchedAgain"]), (&1.0.into(), &0.into()));
    let one =
        failure(&world.folder, world.with_judgments(&["eval", "--kind", "items", "--compare", "default"]), 2);
    assert_eq!(one["code"], "invalid_request");
}

#[test]
fn tuning_tells_both_halves_and_saves_nothing() {
    let world = measured_world();
    let before = world.json(&["profile", "list"]);
    let file = lasting_folder().join("tuned.json");
    let report = world.json(&world.with_judgments(&[
        "tune",
        "--profile",
        "default",
        "--output",
        file.to_str().unwrap(),
    ]));
    let figure = |when: &str, half: &str| report[when][half].as_f64().unwrap();
    assert!(figure("after", "training") >= figure("before", "training"), "{report}");
    assert!(figure("after", "heldOut") <= 1.0);
    assert_eq!(report["trainingQueries"].as_u64().unwrap() + report["heldOutQueries"].as_u64().unwrap(), 6);
    assert_eq!(world.json(&["profile", "list"]).as_array().unwrap()[0], before[0]);
    assert!(Path::new(&file).exists());
    world.json(&["profile", "import", file.to_str().unwrap(), "--as", "tuned"]);
    assert_eq!(world.json(&["profile", "diff", "default", "tuned"]), report["difference"]);
}

#[test]
fn a_set_of_another_catalog_measures_nothing_and_says_so() {
    let world = measured_world();
    let strange = lasting_folder().join("strange-qrels.tsv");
    std::fs::write(&strange, "q0 0 NOBODY 1\nq1 0 NOTHING 1\n").unwrap();
    let set = ["--queries", &world.queries, "--qrels", strange.to_str().unwrap()];
    for arguments in
        [vec!["eval", "--kind", "items", "--compare", "default,default"], vec!["tune", "--kind", "items"]]
    {
        let error = failure(&world.folder, arguments.iter().copied().chain(set), 1);
        assert_eq!(error["code"], "query_set_foreign", "{error}");
    }
}
