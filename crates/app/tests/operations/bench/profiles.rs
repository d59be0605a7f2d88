//! Ranking profiles by operation: the gate, versions by name, and people who change them at once.

use crate::desk::{Desk, NOBODY, code, each, merge_fields};
use futures::future::join_all;
use serde_json::{Value, json};

impl Desk {
    async fn profile(&self, name: &str) -> Value {
        self.ok("get_profile", json!({ "name": name })).await
    }

    /// The definition of `default` under another name, with another weight of vectors.
    async fn own_profile(&self, name: &str, weight: f64) -> Value {
        let mut profile = self.profile("default").await;
        profile["items"]["vectorWeight"] = json!(weight);
        let mut own = json!({ "name": name });
        for field in ["fusion", "items", "faqs"] {
            own[field] = profile[field].clone();
        }
        own
    }

    async fn active_profile(&self) -> String {
        let all = self.ok("list_profiles", json!({})).await;
        let active: Vec<&Value> =
            all.as_array().unwrap().iter().filter(|profile| profile["active"] == true).collect();
        assert_eq!(active.len(), 1, "{all}");
        active[0]["name"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_version_is_named_behind_its_profile_and_what_sets_two_apart_is_told() {
    let desk = Desk::new().await;
    for weight in [1.0, 2.0] {
        let profile = desk.own_profile("meu", weight).await;
        desk.ok("save_profile", json!({ "profile": profile, "reason": format!("peso {weight}") })).await;
    }
    let now = desk.profile("meu").await;
    assert_eq!((&now["version"], each(&now["versions"], "version")), (&json!(2), vec![&json!(2), &json!(1)]));
    let once = desk.profile("meu@1").await;
    assert_eq!((&once["version"], &once["items"]["vectorWeight"]), (&json!(1), &json!(1.0)));
    let apart = desk.ok("diff_profiles", json!({ "a": "meu@1", "b": "meu" })).await;
    assert_eq!(each(&apart, "path"), ["items.vectorWeight"], "{apart}");
    assert_eq!(desk.ok("diff_profiles", json!({ "a": "meu", "b": "meu@2" })).await, json!([]));
    for name in ["ninguém", "meu@3", "meu@x", ""] {
        let (code, details) = desk.refusal("get_profile", json!({ "name": name })).await;
        assert_eq!(code, "unknown_profile");
        assert!(details["allowed"].as_str().unwrap().contains("meu"), "{name}: {details}");
    }
    desk.close().await;
}

#[tokio::test]
async fn what_cannot_be_a_profile_is_refused_with_its_path_and_a_shipped_one_stays() {
    let desk = Desk::new().await;
    let own = desk.own_profile("meu", 1.0).await;
    for (path, value) in
        [("vectorWeight", json!(-1.0)), ("rrfK", json!(-5.0)), ("vectorChunksPerItem", json!(0))]
    {
        let mut wrong = own.clone();
        wrong["items"][path] = value;
        let (code, details) = desk.refusal("save_profile", json!({ "profile": wrong })).await;
        assert_eq!((code.as_str(), &details["path"]), ("invalid_profile", &json!(format!("items.{path}"))));
        let slid = json!({ "search": { "query": "óleo" }, "profile": wrong });
        assert_eq!(desk.refusal("rerank", slid).await.0, "invalid_profile");
    }
    let nameless = merge_fields(own.clone(), json!({ "name": "a/b" }));
    assert_eq!(desk.refusal("save_profile", json!({ "profile": nameless })).await.0, "invalid_profile");
    let shipped = merge_fields(own, json!({ "name": "rrf" }));
    let (code, details) = desk.refusal("save_profile", json!({ "profile": shipped })).await;
    assert_eq!((code.as_str(), &details["name"]), ("profile_shipped", &json!("rrf")));
    desk.close().await;
}

#[tokio::test]
async fn the_gate_lets_nothing_worse_into_force_without_a_reason() {
    let desk = Desk::new().await;
    desk.item("Óleo", json!({ "externalId": "OLE-1" })).await;
    desk.item("Calda", json!({ "externalId": "CAL-1", "description": "Óleo de óleo." })).await;
    let judged =
        json!({ "queries": [{ "id": "q1", "query": "óleo", "judgments": { "OLE-1": 2, "CAL-1": 0 } }] });
    let activate = |name: &str, reason: &str| json!({ "name": name, "reason": reason, "set": judged });
    let same = desk.ok("activate_profile", activate("default", "")).await;
    assert_eq!(same["verdict"], "unchanged", "it is in force already");
    let copy = desk.own_profile("igual", 7.0).await;
    let mut nameless = desk.own_profile("sem nomes", 7.0).await;
    let name = nameless["items"]["relevance"]["fields"].as_array_mut().unwrap();
    name.iter_mut().find(|field| field["field"] == "name").unwrap()["weight"] = json!(0.0);
    for profile in [copy, nameless] {
        desk.ok("save_profile", json!({ "profile": profile })).await;
    }
    assert_eq!(desk.ok("activate_profile", json!({ "name": "igual" })).await["verdict"], "notAsked");
    assert_eq!(desk.ok("activate_profile", activate("default", "")).await["verdict"], "passed");
    let (code, details) = desk.refusal("activate_profile", activate("sem nomes", " ")).await;
    assert_eq!((code.as_str(), &details["name"]), ("profile_worse", &json!("sem nomes")));
    assert!(!details["worse"].as_array().unwrap().is_empty(), "{details}");
    assert_eq!(desk.active_profile().await, "default", "the one before serves on");
    let forced = desk.ok("activate_profile", activate("sem nomes", "é um teste")).await;
    assert_eq!((&forced["verdict"], &forced["worse"]), (&json!("overruled"), &details["worse"]));
    assert_eq!(desk.active_profile().await, "sem nomes");
    desk.close().await;
}

#[tokio::test]
async fn one_step_back_is_refused_to_who_thinks_that_another_is_in_force() {
    let desk = Desk::new().await;
    assert_eq!(code(desk.call("step_profile_back", json!({})).await), "not_found", "nothing was changed yet");
    desk.ok("activate_profile", json!({ "name": "rrf", "reason": "teste" })).await;
    let (refused, details) = desk.refusal("step_profile_back", json!({ "from": "simple" })).await;
    assert_eq!((refused.as_str(), &details["name"]), ("profile_not_in_force", &json!("simple")));
    let back = desk.ok("step_profile_back", json!({ "from": "rrf", "reason": "volta" })).await;
    assert_eq!((&back["name"], &back["active"]), (&json!("default"), &json!(true)));
    let history = desk.profile("default").await;
    assert_eq!(history["activations"][0]["reason"], "volta");
    assert_eq!(history["activations"][0]["author"], "ana");
    desk.close().await;
}

#[tokio::test]
async fn people_who_activate_and_save_at_once_leave_one_in_force_and_every_version() {
    let desk = Desk::new().await;
    let people = ["a", "b", "c", "d"];
    let weights = [1.0, 2.0, 3.0, 4.0];
    let profiles = join_all(weights.map(|weight| desk.own_profile("meu", weight))).await;
    let saves = people.iter().zip(&profiles).map(|(who, profile)| {
        desk.call_as(who, "save_profile", json!({ "profile": profile, "reason": who }))
    });
    for saved in join_all(saves).await {
        saved.unwrap();
    }
    let meu = desk.profile("meu").await;
    let mut authors: Vec<&str> =
        each(&meu["versions"], "author").iter().map(|author| author.as_str().unwrap()).collect();
    authors.sort_unstable();
    assert_eq!((&meu["version"], authors), (&json!(4), people.to_vec()));
    let names = ["meu", "rrf", "simple", "enhanced"];
    let turns = names.map(|name| desk.call_as(name, "activate_profile", json!({ "name": name })));
    for activated in join_all(turns).await {
        activated.unwrap();
    }
    assert!(names.contains(&desk.active_profile().await.as_str()));
    desk.close().await;
}

#[tokio::test]
async fn a_set_that_is_needed_must_be_named_and_must_judge_something() {
    let desk = Desk::new().await;
    let pair = json!({ "before": "default", "after": "rrf" });
    let empty = json!({ "set": { "queries": [{ "id": "q1", "query": "óleo", "judgments": {} }] } });
    for (more, expected) in [
        (json!({}), "invalid_request"),
        (empty.clone(), "query_set_empty"),
        (json!({ "setId": NOBODY }), "not_found"),
    ] {
        for (operation, request) in [
            ("compare_profiles", merge_fields(pair.clone(), more.clone())),
            ("share_evaluation", merge_fields(pair.clone(), more.clone())),
            ("tune_profile", more.clone()),
        ] {
            assert_eq!(desk.refusal(operation, request).await.0, expected, "{operation} {more}");
        }
    }
    for operation in ["activate_profile", "share_evaluation"] {
        let judged = json!({ "queries": [{ "id": "q1", "query": "óleo", "judgments": { "X": 1 } }] });
        let request = match operation {
            "activate_profile" => json!({ "name": "ninguém" }),
            _ => json!({ "before": "ninguém", "after": "rrf", "set": judged }),
        };
        assert_eq!(desk.refusal(operation, request).await.0, "unknown_profile", "{operation}");
    }
    desk.close().await;
}
