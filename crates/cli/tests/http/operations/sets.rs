//! Query sets over HTTP: kept, judged by several people, measured, asked by the gate, and made of bad
//! answers.

use crate::server::{Server, start};
use crate::support::{at_exit, database_runs, prepare_folder};
use serde_json::{Value, json};
use std::sync::OnceLock;
use uuid::Uuid;

/// A server with a catalog of its own: gates and judgments would disturb others.
fn desk() -> &'static Server {
    static DESK: OnceLock<Server> = OnceLock::new();
    DESK.get_or_init(|| {
        // The folder first: what is made first goes last.
        let folder = prepare_folder("sets");
        at_exit(|| {
            if let Some(server) = DESK.get() {
                server.ask_to_stop();
                server.wait_until("its database stops", || !database_runs(&server.data_dir));
            }
        });
        let settings = [("EMBEDDING_PROVIDER", "none"), ("LLM_PROVIDER", "none")];
        let server = start(&folder, &["--rate", "0"], &settings);
        server.wait_until_ready();
        for (id, name, tags) in [
            ("S-1", "Fungicida Aurora", "soja"),
            ("S-2", "Fungicida Boreal para soja", "ferrugem"),
            ("S-3", "Adubo foliar", "soja"),
            ("S-4", "Herbicida Cerrado", "milho"),
        ] {
            let item = json!({ "externalId": id, "name": name, "tags": [tags] });
            server.ok("POST", "/api/catalog/items", &item);
        }
        server
    })
}

fn new_set(name: &str, more: Value) -> String {
    let mut request = json!({ "name": name });
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    desk().ok("POST", "/api/sets", &request)["id"].as_str().unwrap().to_owned()
}

fn add(set: &str, query: &str) -> String {
    let added = desk().ok("POST", &format!("/api/sets/{set}/queries"), &json!({ "query": query }));
    added["id"].as_str().unwrap().to_owned()
}

fn get(path: &str) -> Value {
    desk().get(path).send().json()
}

fn expect_refusal(method: &str, path: &str, body: &Value, status: u16) -> Value {
    let answer = desk().request(method, path).json(body.to_string()).send();
    assert_eq!(answer.status, status, "{}", answer.text());
    answer.json()
}

#[test]
fn a_set_is_made_once_renamed_deleted_and_brought_back() {
    let operation = Uuid::new_v4();
    let request = json!({ "name": "Ciclo", "operationId": operation });
    let made = desk().ok("POST", "/api/sets", &request);
    let again = desk().ok("POST", "/api/sets", &request);
    assert_eq!(made["id"], again["id"], "asked twice, made once");
    assert_eq!(
        expect_refusal("POST", "/api/sets", &json!({ "name": "CÍCLO" }), 409)["code"],
        "query_set_name_taken"
    );
    assert_eq!(expect_refusal("POST", "/api/sets", &json!({ "name": " \t" }), 422)["code"], "invalid_fields");
    let path = format!("/api/sets/{}", made["id"].as_str().unwrap());
    let renamed = desk().ok("PUT", &path, &json!({ "name": "Ciclo novo", "protected": true }));
    assert_eq!((&renamed["name"], &renamed["protected"]), (&json!("Ciclo novo"), &json!(true)));
    assert_eq!(desk().request("DELETE", &path).send().status, 200);
    assert_eq!(desk().get(&path).send().error(404), "not_found");
    assert_eq!(desk().ok("POST", &format!("{path}/restore"), &json!({}))["name"], "Ciclo novo");
    // Nothing in it stops a profile; still it goes, so that other tests' gates are their own.
    assert_eq!(desk().request("DELETE", &path).send().status, 200);
}

#[test]
fn judges_stand_beside_each_other_and_their_median_counts() {
    let set = new_set("Juízes", json!({}));
    let query = add(&set, "fungicida soja");
    let path = format!("/api/set-queries/{query}/judgments");
    let say = |judge: &str, record: &str, grade: i32| {
        let body = json!({ "record": record, "grade": grade, "judge": judge, "blind": true, "note": "n" });
        desk().ok("POST", &path, &body)
    };
    // Two judges at once, each ten times: neither writes over the other.
    std::thread::scope(|scope| {
        for (judge, grade) in [("ana", 2), ("bia", 0)] {
            scope.spawn(move || (0..10).for_each(|_| drop(say(judge, "S-1", grade))));
        }
    });
    say("ana", "S-2", 2);
    let all = say("bia", "S-2", 2);
    assert_eq!(all.as_array().unwrap().len(), 4, "{all}");
    let agreement = get(&format!("/api/sets/{set}/agreement"));
    assert_eq!(agreement["pairs"][0]["records"], 2);
    assert_eq!(agreement["pairs"][0]["same"], 1);
    // One of two alike, as often as by chance.
    assert!(agreement["pairs"][0]["kappa"].as_f64().unwrap().abs() < 1e-9);
    let files = get(&format!("/api/sets/{set}/export"));
    let qrels = files["qrels"].as_str().unwrap();
    assert!(qrels.contains("S-1\t0\n"), "of 2 and 0 the lower counts: {qrels}");
    let ana = get(&format!("/api/sets/{set}/export?judge=ana"));
    assert!(ana["qrels"].as_str().unwrap().contains("S-1\t2\n"));

    let three = expect_refusal("POST", &path, &json!({ "record": "S-1", "grade": 3, "judge": "bia" }), 422);
    assert_eq!(three["details"]["fields"][0]["allowed"], "0 | 1 | 2");
    assert_eq!(
        expect_refusal("POST", &path, &json!({ "record": "NADA", "grade": 1, "judge": "bia" }), 404)["code"],
        "not_found"
    );
    for nameless in
        [json!({ "record": "S-1", "grade": 1 }), json!({ "record": "S-1", "grade": 1, "judge": " " })]
    {
        let refusal = expect_refusal("POST", &path, &nameless, 422);
        assert_eq!(refusal["details"]["fields"][0]["field"], "judge");
    }
    let back = desk().ok("POST", &path, &json!({ "record": "S-1", "judge": "bia" }));
    assert_eq!(back.as_array().unwrap().len(), 3, "taken back");
}

#[test]
fn a_file_with_grades_up_to_three_brings_its_scale() {
    let import = |name: &str, grade: i32| {
        let qrels = format!("a 0 S-1 {grade}\na 0 S-2 1\na 0 S-3 0\n");
        json!({ "name": name, "queries": "a\tfungicida\n", "qrels": qrels, "judge": "ana" })
    };
    let refusal = expect_refusal("POST", "/api/sets/import", &import("Quatro", 4), 422);
    assert_eq!((&refusal["code"], &refusal["details"]["line"]), (&json!("query_set_line"), &json!("1")));
    let set = desk().ok("POST", "/api/sets/import", &import("Três", 3))["set"].clone();
    assert_eq!((&set["topGrade"], &set["judgments"]), (&json!(3), &json!(3)));
    let id = set["id"].as_str().unwrap();
    let files = get(&format!("/api/sets/{id}/export"));
    assert!(files["qrels"].as_str().unwrap().contains("S-1\t3\n"), "{files}");
    let query = get(&format!("/api/sets/{id}"))["list"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/set-queries/{query}/judgments");
    desk().ok("POST", &path, &json!({ "record": "S-2", "grade": 3, "judge": "bia" }));
    let four = expect_refusal("POST", &path, &json!({ "record": "S-2", "grade": 4, "judge": "bia" }), 422);
    assert_eq!(four["details"]["fields"][0]["allowed"], "0 | 1 | 2 | 3");
    // The best that its own grades allow is 1, whatever the scale.
    let measured = get(&format!("/api/sets/{id}/evaluation"));
    assert!(measured["before"]["ndcg@10"].as_f64().unwrap() <= 1.0, "{measured}");
}

#[test]
fn judgments_of_a_file_have_a_judge() {
    let body = json!({ "name": "Sem juiz", "queries": "a\tfungicida\n", "qrels": "a 0 S-1 1\n" });
    for judge in [Value::Null, json!("  ")] {
        let mut nameless = body.clone();
        nameless["judge"] = judge;
        let refusal = expect_refusal("POST", "/api/sets/import", &nameless, 422);
        assert_eq!(refusal["details"]["fields"][0]["field"], "judge", "{refusal}");
    }
    let unjudged = json!({ "name": "Sem juiz", "queries": "a\tfungicida\n" });
    let set = desk().ok("POST", "/api/sets/import", &unjudged)["set"]["id"].as_str().unwrap().to_owned();
    assert_eq!(desk().request("DELETE", &format!("/api/sets/{set}")).send().status, 200);
}

#[test]
fn a_set_counts_as_protected_what_the_gate_measures() {
    let line = |id: &str, more: &str| format!("{{\"id\":\"{id}\",\"query\":\"fungicida {id}\"{more}}}\n");
    let queries = [
        line("own", ",\"protected\":true"),
        line("by-class", ",\"kind\":\"uso\",\"protectedClass\":true"),
        line("same-class", ",\"kind\":\"uso\""),
        line("aside", ",\"kind\":\"uso\",\"skipped\":true"),
        line("free", ",\"kind\":\"preço\""),
    ]
    .concat();
    let qrels: String =
        ["own", "by-class", "same-class", "aside", "free"].map(|id| format!("{id} 0 S-1 1\n")).concat();
    let body = json!({ "name": "Contas", "queries": queries, "qrels": qrels, "judge": "ana" });
    let set = desk().ok("POST", "/api/sets/import", &body)["set"].clone();
    assert_eq!(set["protectedQueries"], 3, "{set}");
    let activated = desk().ok("POST", "/api/profiles/simple/activate", &json!({ "reason": "a trial" }));
    let gate = &get("/api/profiles/simple")["activations"][0]["gate"];
    let measured = gate["sets"].as_array().unwrap().iter().find(|one| one["id"] == set["id"]).unwrap();
    assert_eq!(measured["overall"]["queries"], set["protectedQueries"], "{activated}");
    desk().ok("POST", "/api/profiles/back", &json!({}));
    let path = format!("/api/sets/{}", set["id"].as_str().unwrap());
    assert_eq!(desk().request("DELETE", &path).send().status, 200);
}

#[test]
fn who_steps_back_from_what_is_no_longer_in_force_is_told() {
    let late = expect_refusal("POST", "/api/profiles/back", &json!({ "from": "ninguém" }), 409);
    assert_eq!(late["code"], "profile_not_in_force", "{late}");
}

#[test]
fn a_measurement_is_watched_and_ended() {
    let queries: String = (0..3_000).map(|at| format!("q{at}\tfungicida soja {at}\n")).collect();
    let qrels: String = (0..3_000).map(|at| format!("q{at} 0 S-1 1\n")).collect();
    let request = json!({ "name": "Vigiada", "queries": queries, "qrels": qrels, "judge": "ana" });
    let set = desk().ok("POST", "/api/sets/import", &request)["set"]["id"].as_str().unwrap().to_owned();
    let id = Uuid::new_v4();
    let path = format!("/api/measurements/{id}");
    assert_eq!(get(&path), json!({ "done": 0, "total": 0 }), "it has not begun");
    std::thread::scope(|scope| {
        let measuring =
            scope.spawn(|| desk().get(&format!("/api/sets/{set}/evaluation?measureId={id}")).send());
        while get(&path)["done"].as_u64() == Some(0) {
            assert!(!measuring.is_finished(), "it was over before it was seen");
        }
        assert_eq!(get(&path)["total"], 3_000);
        assert_eq!(desk().request("DELETE", &path).send().status, 200);
        assert_eq!(measuring.join().unwrap().error(499), "cancelled");
    });
    assert_eq!(get(&path)["total"], 0, "and is over");
    assert_eq!(desk().request("DELETE", &format!("/api/sets/{set}")).send().status, 200);
}

#[test]
fn a_judge_who_judges_blindly_sees_neither_places_nor_their_order() {
    let set = new_set("Às cegas", json!({}));
    let query = add(&set, "fungicida soja");
    let pool = |blind: bool, judge: &str| {
        get(&format!("/api/set-queries/{query}/pool?blind={blind}&judge={judge}&against=enhanced"))
    };
    let records = |pool: &Value| -> Vec<String> {
        let cards = pool["cards"].as_array().unwrap();
        cards.iter().map(|card| card["record"].as_str().unwrap().to_owned()).collect()
    };
    let (open, blind) = (pool(false, "ana"), pool(true, "ana"));
    assert_eq!(open["cards"][0]["place"], 1);
    for card in blind["cards"].as_array().unwrap() {
        for hidden in ["place", "score", "byWords", "byVectors"] {
            assert!(card[hidden].is_null(), "{card}");
        }
        assert!(card["item"]["name"].is_string());
    }
    assert_eq!(records(&blind), records(&pool(true, "ana")), "who comes back finds the order he left");
    let sort_records = |pool: &Value| {
        let mut records = records(pool);
        records.sort();
        records
    };
    assert_eq!(sort_records(&blind), sort_records(&open));
    let judged = json!({ "record": records(&blind)[0], "grade": 1, "judge": "ana", "note": "quase" });
    desk().ok("POST", &format!("/api/set-queries/{query}/judgments"), &judged);
    let again = pool(true, "ana");
    assert_eq!((&again["cards"][0]["grade"], &again["cards"][0]["note"]), (&json!(1), &json!("quase")));
    assert!(pool(true, "bia")["cards"].as_array().unwrap().iter().all(|card| card["grade"].is_null()));
}

#[test]
fn files_make_the_same_set_again_and_a_second_run_creates_nothing() {
    let queries = "{\"id\":\"q1\",\"query\":\"fungicida\",\"kind\":\"uso\",\"protected\":true}\n\
                   {\"id\":\"q2\",\"query\":\"adubo\",\"kind\":\"uso\",\"skipped\":true,\"expected\":[\"S-3\"]}\n";
    let import = |name: &str, queries: &str, qrels: &str| {
        let body = json!({ "name": name, "queries": queries, "qrels": qrels, "judge": "ana" });
        desk().ok("POST", "/api/sets/import", &body)
    };
    let first = import("Arquivo", queries, "q1 0 S-1 2\nq1 0 SUMIU 1\nq9 0 S-1 1\nq2\t0\tS-3\t1\n");
    assert_eq!((&first["created"], &first["judgments"]), (&json!(2), &json!(3)), "{first}");
    assert_eq!((&first["unasked"], &first["unknownRecords"]["ids"]), (&json!(1), &json!(["SUMIU"])));
    let files = get(&format!("/api/sets/{}/export", first["set"]["id"].as_str().unwrap()));
    let again = import("arquivo", files["queries"].as_str().unwrap(), files["qrels"].as_str().unwrap());
    let counts = [&again["created"], &again["updated"], &again["judgments"]];
    assert_eq!(counts, [&json!(0); 3], "{again}");
    let copy = import("Cópia", files["queries"].as_str().unwrap(), files["qrels"].as_str().unwrap());
    let second = get(&format!("/api/sets/{}/export", copy["set"]["id"].as_str().unwrap()));
    assert_eq!((&second["queries"], &second["qrels"]), (&files["queries"], &files["qrels"]));
    for set in [&first, &copy] {
        desk().request("DELETE", &format!("/api/sets/{}", set["set"]["id"].as_str().unwrap())).send();
    }
}

#[test]
fn hostile_files_are_refused_at_their_line_and_store_nothing() {
    let import = |queries: &str, qrels: &str| {
        let body = json!({ "name": "Hostil", "queries": queries, "qrels": qrels });
        expect_refusal("POST", "/api/sets/import", &body, 422)
    };
    let query = "a\tadubo\n";
    for (queries, qrels, line) in [
        ("a\tadubo\na\toutro\n", "", "2"),
        ("só um\n", "", "1"),
        ("a\t \n", "", "1"),
        (query, "a 0 S-1 4\n", "1"),
        (query, "\na 0 S-1 x\n", "2"),
        (query, "a 0 S-1 1\na 0 S-1 2\n", "2"),
        (query, "a 0 1\n", "1"),
    ] {
        let error = import(queries, qrels);
        assert_eq!((&error["code"], &error["details"]["line"]), (&json!("query_set_line"), &json!(line)));
    }
    let long = import(query, &format!("a 0 {} 1\n", "x".repeat(1 << 20)));
    assert_eq!(long["code"], "query_set_line");
    assert!(long["message"].as_str().unwrap().len() < 500, "a megabyte is not repeated");
    let many: String = (0..10_001).map(|n| format!("q{n}\tadubo {n}\n")).collect();
    assert_eq!(import(&many, "")["code"], "query_set_too_large");
    let empty = json!({ "name": "Hostil", "queries": "\n\n" });
    assert_eq!(expect_refusal("POST", "/api/sets/import", &empty, 400)["code"], "query_set_empty");
    let names: Vec<Value> = get("/api/sets").as_array().unwrap().iter().map(|s| s["name"].clone()).collect();
    assert!(!names.contains(&json!("Hostil")));

    let body = json!({ "name": "Grande", "queries": many.replace("q10000\tadubo 10000\n", "") });
    let large = desk().ok("POST", "/api/sets/import", &body);
    assert_eq!(large["created"], 10_000);
    let id = large["set"]["id"].as_str().unwrap();
    let more =
        expect_refusal("POST", &format!("/api/sets/{id}/queries"), &json!({ "query": "mais uma" }), 422);
    assert_eq!(more["code"], "query_set_too_large");
    let sliders = json!({ "profile": get("/api/profiles/default"), "setId": id });
    assert_eq!(desk().ok("POST", "/api/rag/rerank-set", &sliders)["leftOut"], 9_800);
    desk().request("DELETE", &format!("/api/sets/{id}")).send();
}

#[test]
fn sliders_say_what_an_evaluation_says() {
    let set = new_set("Controles", json!({}));
    for (query, best) in [("fungicida soja", "S-1"), ("soja", "S-3"), ("herbicida", "S-4")] {
        let query = add(&set, query);
        let path = format!("/api/set-queries/{query}/judgments");
        desk().ok("POST", &path, &json!({ "record": best, "grade": 2, "judge": "ana" }));
    }
    for other in ["simple", "enhanced", "rrf"] {
        let evaluation = get(&format!("/api/sets/{set}/evaluation?before=default&after={other}"));
        let sliders = json!({ "profile": get(&format!("/api/profiles/{other}")), "setId": set });
        let told = desk().ok("POST", "/api/rag/rerank-set", &sliders);
        for when in ["before", "after"] {
            for figure in ["ndcg@10", "recall@50", "mrr@10"] {
                let (a, b) = (&told[when][figure], &evaluation[when][figure]);
                assert!((a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-9, "{other} {when} {figure}");
            }
        }
        let again = desk().ok("POST", "/api/rag/rerank-set", &sliders);
        assert_eq!((&again["after"], &again["changed"]), (&told["after"], &told["changed"]));
    }
    let mut wrong = get("/api/profiles/default");
    wrong["items"]["relevance"]["vector"] = (-1).into();
    let body = json!({ "profile": wrong, "setId": set });
    assert_eq!(expect_refusal("POST", "/api/rag/rerank-set", &body, 422)["code"], "invalid_profile");
}

#[test]
fn a_bad_answer_becomes_a_test_once_and_the_gate_knows_it() {
    let answer = desk().ok("POST", "/api/chat", &json!({ "message": "fungicida para soja" }));
    assert_eq!(answer["state"], "composed", "{answer}");
    let sources = answer["sources"].as_array().unwrap();
    let source = |external: &str| sources.iter().find(|s| s["externalId"] == external).unwrap();
    let message = answer["messageId"].as_str().unwrap();
    let path = format!("/api/messages/{message}/report");
    let record = |external: &str| json!({ "type": source(external)["type"], "id": source(external)["id"] });
    let report = |wrong: Value, expected: Value, operation: Uuid| {
        let feedback = json!({ "rating": "down", "reason": "wrong-item" });
        json!({ "feedback": feedback, "wrong": wrong, "expected": expected, "operationId": operation })
    };
    let both = report(json!([record("S-1")]), json!([record("S-1")]), Uuid::new_v4());
    assert_eq!(expect_refusal("POST", &path, &both, 422)["details"]["fields"][0]["code"], "contradiction");
    let nobody = json!([{ "type": "item", "id": Uuid::new_v4() }]);
    expect_refusal("POST", &path, &report(nobody, json!([]), Uuid::new_v4()), 404);
    let sets =
        || get("/api/sets").as_array().unwrap().iter().map(|set| set["id"].clone()).collect::<Vec<_>>();
    let before = sets();

    let operation = Uuid::new_v4();
    let body = report(json!([]), json!([record("S-1"), record("S-2")]), operation);
    let done = desk().ok("POST", &path, &body);
    assert_eq!(done["message"]["feedback"]["rating"], "down");
    assert_eq!(done["cases"].as_array().unwrap().len(), 1);
    assert_eq!(desk().ok("POST", &path, &body)["cases"], done["cases"], "asked twice, made once");
    let set = done["cases"][0]["setId"].as_str().unwrap();
    // Others make sets of their own meanwhile.
    assert!(!before.contains(&set.into()) && sets().contains(&set.into()), "a set of its own");
    let detail = get(&format!("/api/sets/{set}"));
    assert_eq!(
        (&detail["role"], &detail["cases"], &detail["judgments"]),
        (&json!("answers"), &json!(1), &json!(2))
    );
    assert_eq!(detail["list"][0]["protected"], true);
    let evaluation = get(&format!("/api/sets/{set}/evaluation"));
    assert_eq!(evaluation["casesBefore"], json!({ "count": 1, "passed": 1 }), "{evaluation}");

    // Thinking again writes over it: now one of the two is wrong, so the test fails, and nothing that
    // fails already can stop a profile.
    let again = report(json!([record("S-2")]), json!([record("S-1")]), Uuid::new_v4());
    desk().ok("POST", &path, &again);
    let evaluation = get(&format!("/api/sets/{set}/evaluation"));
    assert_eq!(evaluation["casesBefore"], json!({ "count": 1, "passed": 0 }));
    assert_eq!(get(&format!("/api/sets/{set}"))["judgments"], 2);
    let question = format!("/api/messages/{}/report", answer["userMessageId"].as_str().unwrap());
    let of_question = expect_refusal("POST", &question, &report(json!([]), json!([]), Uuid::new_v4()), 422);
    assert_eq!(of_question["code"], "not_an_answer");
    desk().request("DELETE", &format!("/api/sets/{set}")).send();
}
