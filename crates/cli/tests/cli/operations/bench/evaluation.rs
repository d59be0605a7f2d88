//! `celeiro eval` against figures worked out by hand.

use crate::setup::prepare_stock;
use crate::support::{failure, json, lasting_folder, run, stdout};

/// With vectors off and the simple fusion, the order is: most terms found, then newest, then id.
///
/// | query | list | judged | nDCG@10 | recall@50 | MRR@10 |
/// |---|---|---|---|---|---|
/// | `lagarta cartucho` | T-09 (2 terms), T-10 (1) | T-10: 1 | 1/log2(3) | 1 | 1/2 |
/// | `pulverizador` | T-11 | T-11: 2, T-01: 1 | 2/(2 + 1/log2(3)) with gain = grade | 1/2 | 1 |
/// | `xyzxyz` | nothing | T-05: 1 | 0 | 0 | 0 |
#[test]
fn figures_are_those_worked_out_by_hand() {
    let queries = lasting_folder().join("queries.jsonl");
    let judgments = lasting_folder().join("qrels.tsv");
    std::fs::write(
        &queries,
        "{\"id\":\"q1\",\"query\":\"lagarta cartucho\",\"kind\":\"praga\"}\n\
         {\"id\":\"q2\",\"query\":\"pulverizador\",\"kind\":\"nome\"}\n\
         {\"id\":\"q3\",\"query\":\"xyzxyz\",\"kind\":\"nome\"}\n",
    )
    .unwrap();
    std::fs::write(&judgments, "q1\t0\tT-10\t1\nq2\t0\tT-11\t2\nq2\t0\tT-01\t1\nq3\t0\tT-05\t1\n").unwrap();
    let files = [queries.to_str().unwrap(), judgments.to_str().unwrap()];
    let arguments = [
        "eval",
        "--kind",
        "items",
        "--queries",
        files[0],
        "--qrels",
        files[1],
        "--fusion",
        "simple",
        "--set",
        "EMBEDDING_PROVIDER=none",
    ];
    let report = json(&prepare_stock(), arguments);
    let close = |value: &serde_json::Value, expected: f64| {
        let value = value.as_f64().unwrap();
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}: {report}");
    };
    let half = 1.0 / 3f64.log2();
    let of = |id: &str| report["queries"].as_array().unwrap().iter().find(|q| q["id"] == id).unwrap();
    close(&of("q1")["ndcg@10"], half);
    close(&of("q1")["mrr@10"], 0.5);
    close(&of("q1")["recall@50"], 1.0);
    let ideal = celeiro_domain::bench::metrics::ndcg_at(
        10,
        &["T-11".to_owned()],
        &[("T-11".to_owned(), 2), ("T-01".to_owned(), 1)].into_iter().collect(),
    );
    close(&of("q2")["ndcg@10"], ideal);
    close(&of("q2")["recall@50"], 0.5);
    close(&of("q3")["ndcg@10"], 0.0);
    close(&report["overall"]["ndcg@10"], (half + ideal) / 3.0);
    close(&report["overall"]["mrr@10"], 0.5);
    close(&report["perClass"]["nome"]["recall@50"], 0.25);
    assert_eq!(report["perClass"]["praga"]["queries"], 1);
    assert_eq!(report["fusion"], "simple");

    let table = stdout(&run(&prepare_stock(), arguments));
    assert!(table.contains("nDCG@10") && table.contains("praga") && table.contains("p95"), "{table}");
}

#[test]
fn an_empty_set_and_ids_that_lead_nowhere_are_told() {
    let (queries, judgments) = (lasting_folder().join("one.jsonl"), lasting_folder().join("odd.tsv"));
    std::fs::write(&queries, "{\"id\":\"q1\",\"query\":\"lagarta\"}\n").unwrap();
    std::fs::write(&judgments, "q1 0 T-10 1\nq1 0 GONE-1 1\nq1 0 GONE-2 0\nq9 0 T-10 1\n").unwrap();
    let empty = lasting_folder().join("nothing.txt");
    std::fs::write(&empty, "\n\n").unwrap();
    let eval = |q: &std::path::Path, j: &std::path::Path| {
        ["eval", "--kind", "items", "--queries", q.to_str().unwrap(), "--qrels", j.to_str().unwrap()]
            .map(str::to_owned)
    };
    for arguments in [eval(&empty, &judgments), eval(&queries, &empty)] {
        let error = failure(&prepare_stock(), &arguments, 1);
        assert_eq!(error["code"], "query_set_empty");
        assert!(error["message"].as_str().unwrap().contains("nothing.txt"), "{error}");
    }
    let arguments = eval(&queries, &judgments);
    let report = json(&prepare_stock(), &arguments);
    assert_eq!(report["unknownDocuments"], serde_json::json!({"count": 2, "ids": ["GONE-1", "GONE-2"]}));
    assert_eq!(report["unaskedQueries"], serde_json::json!({"count": 1, "ids": ["q9"]}));
    let table = stdout(&run(&prepare_stock(), &arguments));
    assert!(table.contains("GONE-2") && table.contains("q9"), "{table}");
}

#[test]
fn a_broken_set_names_file_and_line() {
    let bad = lasting_folder().join("bad.jsonl");
    std::fs::write(&bad, "{\"id\":\"q1\",\"query\":\"soja\"}\n{\"id\":\n").unwrap();
    let arguments = ["eval", "--kind", "faqs", "--queries", bad.to_str().unwrap(), "--qrels", "/dev/null"];
    let error = failure(&prepare_stock(), arguments, 1);
    assert_eq!(error["code"], "file_unreadable");
    assert!(error["message"].as_str().unwrap().contains("2:"), "{error}");
}
