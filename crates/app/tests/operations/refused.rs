//! What operations refuse, each with its code: requests that cannot be, and things that are not there.

use crate::desk::{Desk, NOBODY, code, merge_fields};
use celeiro_app::commands::list_commands;
use celeiro_domain::search::Lang;
use serde_json::{Value, json};

/// Asserts of each request its operation's code.
async fn assert_refused(desk: &Desk, cases: &[(&str, Value, &str)]) {
    for (operation, request, expected) in cases {
        let (code, details) = desk.refusal(operation, request.clone()).await;
        let request: String = request.to_string().chars().take(160).collect();
        assert_eq!(code, *expected, "{operation} {request}: {details}");
    }
}

#[tokio::test]
async fn every_operation_that_is_asked_about_nothing_says_so() {
    let desk = Desk::new().await;
    let id = json!({ "id": NOBODY });
    let of = |more: Value| merge_fields(id.clone(), more);
    let cases = [
        ("get_item", id.clone()),
        ("delete_item", id.clone()),
        ("restore_item", id.clone()),
        ("item_text", id.clone()),
        ("item_history", id.clone()),
        ("faq_history", id.clone()),
        ("get_faq", id.clone()),
        ("delete_faq", id.clone()),
        ("restore_faq", id.clone()),
        ("get_operation", id.clone()),
        ("undo_operation", id.clone()),
        ("get_undoable", id.clone()),
        ("undo_actions", of(json!({ "scope": "conversation" }))),
        ("get_query_set", id.clone()),
        ("delete_query_set", id.clone()),
        ("restore_query_set", id.clone()),
        ("export_query_set", id.clone()),
        ("judges_agreement", id.clone()),
        ("delete_set_query", id.clone()),
        ("get_conversation", id.clone()),
        ("get_trace", id.clone()),
        ("replay_trace", id.clone()),
        ("get_gap", id.clone()),
        ("get_attachment_text", id.clone()),
        ("save_attachment", id.clone()),
        ("delete_attachment", id.clone()),
        ("get_picture", of(json!({ "size": "thumb" }))),
        ("order_item_images", of(json!({ "version": 0, "images": [NOBODY] }))),
        ("restore_attachment", id.clone()),
        ("import_state", id.clone()),
        ("cancel_import", id.clone()),
        ("import_rows", of(json!({ "group": "created" }))),
        ("export_state", id.clone()),
        ("inspect_trace", of(json!({ "at": 0 }))),
        ("delete_view", of(json!({ "version": 1 }))),
        ("update_item", of(json!({ "version": 1, "name": "A" }))),
        ("update_faq", of(json!({ "version": 1, "question": "A", "answer": "B" }))),
        ("change_enrichment", of(json!({ "action": "pause" }))),
        ("delete_synonym_group", json!({ "id": 999_999 })),
        ("restore_synonym_group", json!({ "id": 999_999 })),
        ("explain_item", json!({ "search": { "query": "óleo" }, "item": "NADA" })),
        ("counterfactual", json!({ "search": { "query": "óleo" }, "above": "A", "below": "B" })),
        ("item_impact", of(json!({ "draft": { "name": "A" } }))),
        ("assist", json!({ "name": "A", "itemId": NOBODY })),
    ];
    let cases = cases.map(|(operation, request)| (operation, request, "not_found"));
    assert_refused(&desk, &cases).await;
    let gone = [
        ("append_upload", of(json!({ "offset": 0, "data": "" })), "transfer_gone"),
        ("read_download", of(json!({ "offset": 0 })), "transfer_gone"),
        ("add_attachment", of(json!({ "uploadId": NOBODY })), "transfer_gone"),
        ("import_columns", json!({ "kind": "items", "uploadId": NOBODY }), "transfer_gone"),
        ("stock_file_columns", json!({ "uploadId": NOBODY }), "transfer_gone"),
        ("import_stock_file", json!({ "uploadId": NOBODY }), "transfer_gone"),
    ];
    assert_refused(&desk, &gone).await;
    desk.close().await;
}

#[tokio::test]
async fn a_field_that_cannot_be_stored_is_named_with_what_is_allowed() {
    let desk = Desk::new().await;
    let fields = [
        ("create_item", json!({ "name": " " }), "name"),
        ("create_item", json!({ "name": "x".repeat(501) }), "name"),
        ("create_item", json!({ "name": "A", "currency": "real" }), "currency"),
        ("create_item", json!({ "name": "A", "externalId": "x".repeat(201) }), "externalId"),
        ("create_faq", json!({ "question": " ", "answer": "B" }), "question"),
        ("create_faq", json!({ "question": "A", "answer": "" }), "answer"),
        (
            "create_faq",
            json!({ "question": "A", "answer": "B", "approvedAt": "2999-01-01T00:00:00Z" }),
            "approvedAt",
        ),
        ("create_query_set", json!({ "name": "x".repeat(121) }), "name"),
        ("create_query_set", json!({ "name": "A", "description": "x".repeat(2_001) }), "description"),
        ("create_synonym_group", json!({ "kind": "generic", "name": " ", "terms": ["a"] }), "name"),
        ("settle_expectation", json!({ "category": " " }), "category"),
        ("save_view", json!({ "name": " ", "content": {} }), "name"),
        ("save_view", json!({ "name": "A", "content": { "columns": [{ "column": "cor" }] } }), "columns"),
        ("undo_operation", json!({ "id": NOBODY, "fields": ["cor"] }), "fields"),
        ("preview_bulk_edit", json!({ "selection": { "ids": [] }, "changes": [] }), "changes"),
        ("item_impact", json!({ "draft": { "name": " " } }), "name"),
    ];
    for (operation, request, field) in fields {
        let (code, details) = desk.refusal(operation, request).await;
        assert_eq!(code, "invalid_fields", "{operation} {field}: {details}");
        let told = &details["fields"][0];
        assert_eq!(told["field"], field, "{operation}: {details}");
        assert!(told["message"].as_str().is_some_and(|message| !message.is_empty()), "{details}");
    }
    desk.close().await;
}

#[tokio::test]
async fn a_search_that_cannot_be_asked_says_what_can() {
    let desk = Desk::new().await;
    desk.item("Óleo", json!({ "attributes": { "teor": 1 } })).await;
    let search = |more: Value| merge_fields(json!({ "query": "óleo" }), more);
    for (more, expected) in [
        (json!({ "profile": "ninguém" }), "unknown_profile"),
        (json!({ "filters": { "attributes": { "cor": "azul" } } }), "unknown_filter"),
        (json!({ "fusion": "mistura" }), "invalid_request"),
        (json!({ "kind": "pessoas" }), "invalid_request"),
        (json!({ "filters": { "minPrice": "dez" } }), "invalid_request"),
    ] {
        for operation in ["search", "inspect_search"] {
            assert_eq!(desk.refusal(operation, search(more.clone())).await.0, expected, "{operation} {more}");
        }
    }
    let readings = search(json!({ "filters": { "minPrice": "1.250" } }));
    let error = desk.call("search", readings).await.unwrap_err();
    for (lang, said) in [(Lang::PtBr, "1250 ou 1,25"), (Lang::En, "1250 or 1.25")] {
        assert!(error.message(lang).contains(said), "{}", error.message(lang));
    }
    let (_, details) = desk.refusal("search", search(json!({ "profile": "ninguém" }))).await;
    assert_eq!(details["allowed"], "simple, default, enhanced, rrf");
    let found = desk.ok("search", search(json!({ "filters": { "attributes": { "teor": "1" } } }))).await;
    assert_eq!(found["results"].as_array().unwrap().len(), 1, "the control");
    for filter in [
        json!({ "column": "cor", "test": "is", "values": ["a"] }),
        json!({ "column": "price", "test": "contains", "values": ["a"] }),
    ] {
        let expected = if filter["column"] == "cor" { "unknown_filter" } else { "invalid_filter" };
        let grid = json!({ "filters": [filter] });
        let edit = json!({
            "selection": { "all": grid }, "changes": [{ "field": "name", "action": "set", "value": "A" }],
        });
        let view = json!({ "name": "A", "content": grid });
        let export = json!({ "kind": "items", "format": "csv", "query": grid });
        assert_refused(
            &desk,
            &[
                ("grid", grid.clone(), expected),
                ("preview_bulk_edit", edit, expected),
                ("save_view", view, expected),
                ("begin_export", export, expected),
            ],
        )
        .await;
    }
    desk.close().await;
}

#[tokio::test]
async fn settings_providers_and_spans_that_cannot_be_are_refused() {
    let desk = Desk::new().await;
    let set = |name: &str, value: Value| json!({ "name": name, "value": value });
    let days = |from: &str, to: &str| json!({ "from": from, "to": to });
    assert_refused(
        &desk,
        &[
            ("set_setting", set("CELEIRO_NADA", json!("1")), "unknown_setting"),
            ("set_setting", set("QUERY_LOG_ENABLED", json!("talvez")), "invalid_setting"),
            ("set_setting", set("CELEIRO_DATA_DIR", json!("/tmp")), "invalid_setting"),
            ("set_setting", set("DATABASE_URL", json!("postgres://x")), "invalid_setting"),
            ("set_setting", json!({ "name": "QUERY_LOG_ENABLED" }), "invalid_request"),
            ("test_provider", json!({ "provider": "ninguém" }), "invalid_request"),
            ("ai_quality", days("2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z"), "invalid_request"),
            ("ai_quality", json!({ "offsetMinutes": 900 }), "invalid_request"),
            ("ai_quality", json!({ "step": "whole" }), "invalid_request"),
            ("check_assist", json!({}), "invalid_request"),
            ("undo_actions", json!({ "scope": "turn" }), "invalid_request"),
            ("undo_actions", json!({ "scope": "day", "day": "1969-12-31" }), "invalid_request"),
            ("get_undoable", json!({ "id": NOBODY, "offsetMinutes": -841 }), "invalid_request"),
            ("set_assist_outcome", json!({ "traceId": NOBODY, "outcomes": {} }), "invalid_request"),
            ("load_demo", json!({}), "server_not_confirmed"),
        ],
    )
    .await;
    let (_, details) = desk.refusal("set_setting", set("QUERY_LOG_ENABLED", json!("talvez"))).await;
    assert_eq!((&details["name"], details["allowed"].is_string()), (&json!("QUERY_LOG_ENABLED"), true));
    desk.item("A", json!({})).await;
    assert_eq!(code(desk.call("load_demo", json!({ "onServer": true })).await), "catalog_not_empty");
    let nothing = json!({ "fields": ["category"], "ids": [] });
    assert_refused(
        &desk,
        &[
            ("start_enrichment", nothing, "invalid_request"),
            ("start_enrichment", json!({ "fields": ["category"], "budgetUsd": -1.0 }), "invalid_request"),
        ],
    )
    .await;
    desk.close().await;
}

#[tokio::test]
async fn files_on_their_way_are_refused_where_they_do_not_fit() {
    let desk = Desk::new().await;
    let begin = |size: u64, purpose: &str| json!({ "name": "a.csv", "sizeBytes": size, "purpose": purpose });
    let slot = desk.ok("begin_upload", begin(4, "import")).await;
    let piece = |offset: u32, data: &str| json!({ "id": slot["id"], "offset": offset, "data": data });
    assert_refused(
        &desk,
        &[
            ("begin_upload", begin(3 << 30, "import"), "too_large"),
            ("begin_upload", begin(65 << 20, "attachment"), "too_large"),
            ("append_upload", piece(0, "não é base64"), "invalid_request"),
            ("append_upload", piece(2, "YQ=="), "invalid_request"),
            ("append_upload", piece(0, "bm9tZXM="), "invalid_request"),
            ("import_columns", json!({ "kind": "items", "uploadId": slot["id"] }), "upload_incomplete"),
            ("add_attachment", json!({ "id": NOBODY, "uploadId": slot["id"] }), "invalid_request"),
        ],
    )
    .await;
    assert_eq!(desk.ok("append_upload", piece(0, "bm9t")).await["received"], 3);
    assert_eq!(desk.ok("append_upload", piece(0, "bm9t")).await["received"], 3, "a piece sent twice");
    assert_eq!(desk.ok("append_upload", piece(3, "ZQ==")).await["received"], 4);
    let columns = desk.ok("import_columns", json!({ "kind": "items", "uploadId": slot["id"] })).await;
    assert!(columns.to_string().contains("nome"), "{columns}");
    desk.ok("drop_upload", json!({ "id": slot["id"] })).await;
    assert_eq!(code(desk.call("append_upload", piece(4, "")).await), "transfer_gone");
    desk.close().await;
}

#[tokio::test]
async fn selections_and_blocks_that_are_none_are_refused() {
    let desk = Desk::new().await;
    let changes = json!([{ "field": "name", "action": "set", "value": "A" }]);
    let select = |selection: Value| json!({ "selection": selection, "changes": changes });
    let cell = json!({ "id": NOBODY, "version": 1, "field": "name", "value": "A" });
    assert_refused(
        &desk,
        &[
            ("preview_bulk_edit", select(json!({})), "invalid_request"),
            ("preview_bulk_edit", select(json!({ "ids": [], "all": {} })), "invalid_request"),
            ("edit_cells", json!({ "cells": [] }), "invalid_request"),
            ("edit_cells", json!({ "cells": [cell], "catalog": "outro" }), "other_catalog"),
            ("save_view", json!({ "id": NOBODY, "name": "A", "content": {} }), "invalid_request"),
            ("save_view", json!({ "id": NOBODY, "version": 1, "name": "A", "content": {} }), "not_found"),
            ("explain_item", json!({ "search": { "query": "a" }, "item": "x".repeat(9_000) }), "not_found"),
        ],
    )
    .await;
    let item = desk.item("Óleo", json!({ "externalId": "OLE-1" })).await;
    let itself = json!({ "search": { "query": "óleo" }, "item": "OLE-1", "against": item["id"] });
    assert_eq!(desk.refusal("explain_item", itself).await.0, "same_record", "by whichever of its ids");
    let view = json!({ "name": "A", "content": {} });
    let saved = desk.ok("save_view", view.clone()).await;
    let (code, details) = desk.refusal("save_view", view).await;
    assert_eq!((code.as_str(), &details["name"]), ("view_name_taken", &json!("A")));
    let stale = json!({ "id": saved["id"], "version": 7, "name": "B", "content": {} });
    let (code, details) = desk.refusal("save_view", stale).await;
    assert_eq!((code.as_str(), &details["current"]["mine"]), ("conflict", &json!(true)));
    desk.close().await;
}

#[tokio::test]
async fn a_request_of_another_form_is_refused_by_every_operation_that_takes_fields() {
    let desk = Desk::new().await;
    let mut strict = 0;
    for operation in list_commands().into_iter().filter(|operation| !operation.streams) {
        let answer = desk.call(operation.name, json!({ "no such field": 1, "id": [], "name": [] })).await;
        if let Err(error) = answer {
            // What needs no field says that it is off, or for accounts, before it looks at one.
            let is_off = matches!(error.code().as_str(), "personal_off" | "account_needed");
            assert!(is_off || error.code().as_str() == "invalid_request", "{}: {error}", operation.name);
            strict += usize::from(!is_off);
        }
        let list = desk.call(operation.name, json!("no object")).await;
        assert_eq!(code(list), "invalid_request", "{}", operation.name);
    }
    assert!(strict > 60, "{strict} operations look at what they are given");
    desk.close().await;
}
