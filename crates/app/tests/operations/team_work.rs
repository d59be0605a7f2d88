//! What people of a team do, and what they do not do to each other's work: undo, imports, exports, operation ids,
//! and writes that wait for a yes.

use crate::desk::{Desk, merge_fields};
use crate::team_support::in_role;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_app::accounts::closing::stop_closed_accounts;
use celeiro_app::assistant::programs::propose_for_program;
use celeiro_app::commands::list_commands;
use celeiro_app::{AppError, Caller};
use celeiro_domain::assistant::Tool;
use celeiro_domain::assistant::proposing::read_proposal;
use celeiro_domain::team::Role;
use serde_json::{Value, json};
use sqlx::Connection as _;
use std::collections::BTreeMap;
use std::time::Duration;
use uuid::Uuid;

/// Proposes a FAQ in the name of a caller, as another program does.
async fn propose(desk: &Desk, caller: &Caller, question: &str) -> Result<Value, AppError> {
    let arguments = json!({ "question": question, "answer": "Das 8 às 18 horas." });
    let request = read_proposal(Tool::CreateFaq, arguments.as_object().cloned().unwrap()).unwrap();
    let action = propose_for_program(&desk.app, caller, Some("um programa"), &request).await?;
    Ok(json!({ "id": action.id }))
}

impl Desk {
    /// Sends a file that is to be imported, as this caller; gives the id of the upload.
    async fn send_by(&self, caller: &Caller) -> Value {
        let bytes = b"nome;preco\nFoice;12,50\n";
        let begin = json!({ "name": "a.csv", "sizeBytes": bytes.len(), "purpose": "import" });
        let slot = self.ok_by(caller, "begin_upload", begin).await;
        let piece = json!({ "id": slot["id"], "offset": 0, "data": STANDARD.encode(bytes) });
        self.ok_by(caller, "append_upload", piece).await;
        slot["id"].clone()
    }

    /// Waits until an import is over.
    async fn wait_for_import(&self, caller: &Caller, import: &Value) {
        loop {
            let state = self.ok_by(caller, "import_state", import.clone()).await;
            if !(state["result"].is_null() && state["error"].is_null()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Columns that say who did something.
const WHO: [&str; 5] = ["actor", "created_by", "decided_by", "judge", "updated_by"];

/// How many rows of each table and column hold which name.
async fn count_names(desk: &Desk) -> BTreeMap<(String, String, String), i64> {
    let mut db = desk.connect().await.unwrap();
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text FROM information_schema.columns \
         JOIN information_schema.tables USING (table_schema, table_name) \
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'text' \
           AND column_name::text = ANY($1)",
    )
    .bind(WHO.map(str::to_owned).to_vec())
    .fetch_all(&mut db)
    .await
    .unwrap();
    let mut counts = BTreeMap::new();
    for (table, column) in columns {
        let count =
            format!("SELECT {column}, count(*) FROM {table} WHERE {column} IS NOT NULL GROUP BY {column}");
        let rows: Vec<(String, i64)> =
            sqlx::query_as(sqlx::AssertSqlSafe(count)).fetch_all(&mut db).await.unwrap();
        counts.extend(rows.into_iter().map(|(name, rows)| ((table.clone(), column.clone(), name), rows)));
    }
    db.close().await.unwrap();
    counts
}

/// The columns in which names that are no login of `team` became more.
fn find_nameless(
    before: &BTreeMap<(String, String, String), i64>,
    after: &BTreeMap<(String, String, String), i64>,
    team: &[&str],
) -> Vec<String> {
    let nameless = after.iter().filter(|(place, rows)| {
        !team.contains(&place.2.as_str()) && **rows > before.get(*place).copied().unwrap_or(0)
    });
    nameless.map(|((table, column, name), _)| format!("{table}.{column}: {name:?}")).collect()
}

#[tokio::test]
async fn whatever_people_of_a_team_do_is_stored_with_the_name_of_their_account() {
    let desk = Desk::with(&[("MCP_PROPOSALS", "true")]).await;
    let edu = desk.enter_team("edu", Role::Editor).await;
    let lia = desk.enter_team("lia", Role::Analyst).await;
    let dora = desk.enter_team("dora", Role::Admin).await;
    let before = count_names(&desk).await;

    let item = desk.ok_by(&edu, "create_item", json!({ "name": "Enxada", "externalId": "ENX-1" })).await;
    let other = desk.ok_by(&edu, "create_item", json!({ "name": "Cabo de enxada" })).await;
    let relation = json!({ "id": item["id"], "kind": "goes_with", "otherId": other["id"] });
    desk.ok_by(&edu, "set_item_relation", relation).await;
    let tree = json!({ "change": { "type": "create", "name": "Ferramentas" } });
    desk.ok_by(&edu, "change_category", tree).await;
    let upload = desk.send_by(&edu).await;
    let import = json!({ "kind": "items", "uploadId": upload, "operationId": Uuid::new_v4() });
    let import = json!({ "id": desk.ok_by(&edu, "run_import", import).await["id"] });
    desk.wait_for_import(&edu, &import).await;
    let operation = Uuid::new_v4();
    desk.ok_by(&edu, "create_item", json!({ "name": "Rastelo", "operationId": operation })).await;
    desk.ok_by(&dora, "undo_operation", json!({ "id": operation })).await;
    let action = propose(&desk, &edu, "Qual é o horário?").await.unwrap();
    desk.ok_by(&dora, "confirm_action", action).await;
    let set = json!({ "name": "Balcão", "queries": "q1\tenxada\ttipo\n", "qrels": "q1\t0\tENX-1\t2\n", "judge": "lia" });
    desk.ok_by(&lia, "import_query_set", set).await;
    desk.ok_by(&lia, "chat", json!({ "message": "Tem enxada?" })).await;

    let after = count_names(&desk).await;
    assert_eq!(find_nameless(&before, &after, &["edu", "lia", "dora"]), Vec::<String>::new());
    for (table, column, name) in [
        ("revisions", "actor", "edu"),
        ("revisions", "actor", "dora"),
        ("operations", "actor", "edu"),
        ("item_relations", "actor", "edu"),
        ("pending_actions", "actor", "edu"),
        ("pending_actions", "decided_by", "dora"),
        ("judgments", "judge", "lia"),
        ("conversations", "actor", "lia"),
    ] {
        let place = (table.to_owned(), column.to_owned(), name.to_owned());
        assert!(after.contains_key(&place), "{place:?} is not among {after:?}");
    }

    // The control: what is written past the program has the name of the role.
    desk.run_sql("UPDATE catalog_items SET name = 'Enxadão' WHERE external_id = 'ENX-1'").await.unwrap();
    let nameless = find_nameless(&after, &count_names(&desk).await, &["edu", "lia", "dora"]);
    assert_eq!(nameless, ["revisions.actor: \"celeiro\""]);
    desk.close().await;
}

#[tokio::test]
async fn own_work_is_taken_back_and_an_administrator_takes_back_everybodys() {
    let desk = Desk::new().await;
    let edu = desk.enter_team("edu", Role::Editor).await;
    let eva = desk.enter_team("eva", Role::Editor).await;
    let dora = desk.enter_team("dora", Role::Admin).await;
    for name in ["Enxada", "Foice"] {
        desk.ok_by(&edu, "create_item", json!({ "name": name })).await;
    }
    let listed = desk.ok_by(&eva, "list_operations", json!({})).await;
    let [second, first] = listed["rows"].as_array().unwrap().as_slice() else { panic!("{listed}") };
    assert_eq!((&first["undoable"], &first["whyNot"]), (&json!(false), &json!("notYours")));
    let undo = |operation: &Value| json!({ "id": operation["id"] });
    for request in [undo(first), merge_fields(undo(first), json!({ "scope": "anyone" }))] {
        let (code, details) = desk.refusal_by(&eva, "undo_operation", request).await;
        assert_eq!((code.as_str(), &details["actor"]), ("operation_not_yours", &json!("edu")));
    }
    let demoted = in_role(&edu, Role::Seller);
    assert_eq!(desk.refusal_by(&demoted, "undo_operation", undo(first)).await.0, "forbidden");
    let undone = desk.ok_by(&edu, "undo_operation", undo(first)).await;
    assert_eq!(undone["deleted"], 1);
    let undone = desk.ok_by(&dora, "undo_operation", undo(second)).await;
    assert_eq!(undone["deleted"], 1);
    let redo = json!({ "id": undone["operationId"] });
    assert_eq!(desk.refusal_by(&edu, "undo_operation", redo).await.0, "operation_not_yours");
    desk.close().await;
}

#[tokio::test]
async fn what_a_person_entered_is_taken_back_by_that_person() {
    let desk = Desk::with(&[("ASSISTANT_PERSONAL", "true")]).await;
    let bia = desk.enter_team("bia", Role::Seller).await;
    let caio = desk.enter_team("caio", Role::Seller).await;
    let operation = Uuid::new_v4();
    let request = json!({ "name": "João", "operationId": operation });
    let person = desk.ok_by(&bia, "create_person", request.clone()).await;
    let undo = json!({ "id": operation });
    assert_eq!(desk.refusal_by(&caio, "undo_personal", undo.clone()).await.0, "operation_not_yours");
    assert_eq!(desk.ok_by(&caio, "get_person", json!({ "id": person["id"] })).await["name"], "João");
    assert_eq!(desk.refusal_by(&caio, "create_person", request).await.0, "constraint_violated");
    assert_eq!(desk.ok_by(&bia, "undo_personal", undo).await["deleted"], 1);
    desk.close().await;
}

#[tokio::test]
async fn what_waits_for_the_owner_is_told_to_no_seller() {
    let desk = Desk::with(&[("ASSISTANT_PERSONAL", "true")]).await;
    let caio = desk.enter_team("caio", Role::Seller).await;
    let dora = desk.enter_team("dora", Role::Admin).await;
    desk.ok_by(&dora, "create_decision", json!({ "title": "Silo", "area": "finance" })).await;
    desk.run_sql("UPDATE decisions SET review_at = current_date - 2").await.unwrap();
    for (caller, count) in [(&caio, 0), (&dora, 1), (&desk.caller, 1)] {
        let waiting = desk.ok_by(caller, "get_waiting", json!({})).await;
        assert_eq!(waiting["decisions"], count, "{}: {waiting}", caller.actor);
    }
    desk.close().await;
}

#[tokio::test]
async fn an_operation_id_of_another_account_gives_nothing_away() {
    let desk = Desk::new().await;
    let edu = desk.enter_team("edu", Role::Editor).await;
    let eva = desk.enter_team("eva", Role::Editor).await;
    let operation = Uuid::new_v4();
    let create = json!({ "name": "Enxada", "operationId": operation });
    let item = desk.ok_by(&edu, "create_item", create.clone()).await;
    let (code, details) = desk.refusal_by(&eva, "create_item", create.clone()).await;
    assert_eq!((code.as_str(), &details["constraint"]), ("constraint_violated", &json!("operations_pkey")));
    assert_eq!(desk.ok_by(&edu, "create_item", create).await["id"], item["id"], "asked again by edu");

    let turn = Uuid::new_v4();
    let ask = json!({ "message": "Tem enxada?", "operationId": turn });
    let answer = desk.ok_by(&edu, "chat", ask.clone()).await;
    assert_eq!(desk.refusal_by(&eva, "chat", ask.clone()).await.0, "constraint_violated");
    assert_eq!(desk.ok_by(&edu, "chat", ask).await["messageId"], answer["messageId"]);

    // Two callers without an account are told the same, as ever.
    let create = json!({ "name": "Foice", "operationId": Uuid::new_v4() });
    let made = desk.ok("create_item", create.clone()).await;
    assert_eq!(desk.call_as("bia", "create_item", create).await.unwrap()["id"], made["id"]);
    desk.close().await;
}

#[tokio::test]
async fn imports_and_exports_are_of_the_person_who_began_them() {
    let desk = Desk::new().await;
    let edu = desk.enter_team("edu", Role::Editor).await;
    let eva = desk.enter_team("eva", Role::Editor).await;
    let dora = desk.enter_team("dora", Role::Admin).await;
    desk.item("Enxada", json!({})).await;
    let of_dora = desk.send_by(&dora).await;
    let upload = desk.send_by(&edu).await;
    for id in [&of_dora, &upload] {
        let columns = json!({ "kind": "items", "uploadId": id });
        assert_eq!(desk.refusal_by(&eva, "import_columns", columns.clone()).await.0, "transfer_gone");
        desk.ok_by(&dora, "import_columns", columns.clone()).await;
        desk.ok("import_columns", columns).await;
    }
    let request = json!({ "kind": "items", "uploadId": upload, "operationId": Uuid::new_v4() });
    let begun = desk.ok_by(&edu, "preview_import", request.clone()).await;
    let import = json!({ "id": begun["id"] });
    for operation in ["import_state", "cancel_import", "write_import_errors"] {
        assert_eq!(desk.refusal_by(&eva, operation, import.clone()).await.0, "not_found", "{operation}");
    }
    let own = desk.send_by(&eva).await;
    let taken = merge_fields(request, json!({ "uploadId": own }));
    assert_eq!(desk.refusal_by(&eva, "preview_import", taken).await.0, "constraint_violated");
    for caller in [&edu, &dora, &desk.caller] {
        assert_eq!(desk.ok_by(caller, "import_state", import.clone()).await["id"], begun["id"]);
    }
    desk.wait_for_import(&edu, &import).await;

    let export = desk.ok_by(&edu, "begin_export", json!({ "kind": "items", "format": "csv" })).await;
    let export = json!({ "id": export["id"] });
    for operation in ["export_state", "drop_export"] {
        assert_eq!(desk.refusal_by(&eva, operation, export.clone()).await.0, "not_found", "{operation}");
    }
    let fetch = merge_fields(export.clone(), json!({ "offset": 0 }));
    assert_eq!(desk.refusal_by(&eva, "read_download", fetch).await.0, "transfer_gone");
    for caller in [&edu, &dora, &desk.caller] {
        desk.ok_by(caller, "export_state", export.clone()).await;
    }
    desk.ok_by(&edu, "drop_export", export).await;
    desk.close().await;
}

#[tokio::test]
async fn work_under_way_ends_when_another_program_closes_the_account_and_that_of_others_goes_on() {
    let desk = Desk::new().await;
    let edu = desk.enter_team("edu", Role::Editor).await;
    let eva = desk.enter_team("eva", Role::Editor).await;
    // No import is stored while the lock is held.
    let mut db = desk.connect().await.unwrap();
    sqlx::query("SELECT pg_advisory_lock(hashtext('celeiro.import'))").execute(&mut db).await.unwrap();
    let begin = async |caller: &Caller| {
        let upload = desk.send_by(caller).await;
        let request = json!({ "kind": "items", "uploadId": upload, "operationId": Uuid::new_v4() });
        json!({ "id": desk.ok_by(caller, "run_import", request).await["id"] })
    };
    let (of_edu, of_eva) = (begin(&edu).await, begin(&eva).await);
    stop_closed_accounts(&desk.app).await.unwrap();
    let state = desk.ok_by(&edu, "import_state", of_edu.clone()).await;
    assert_eq!((&state["result"], &state["error"]), (&Value::Null, &Value::Null), "no account is closed");

    desk.run_sql("UPDATE users SET disabled_at = now() WHERE login = 'edu'").await.unwrap();
    stop_closed_accounts(&desk.app).await.unwrap();
    desk.wait_for_import(&edu, &of_edu).await;
    let state = desk.ok_by(&edu, "import_state", of_edu).await;
    assert_eq!(state["error"]["code"], "cancelled", "{state}");
    let state = desk.ok_by(&eva, "import_state", of_eva.clone()).await;
    assert_eq!((&state["result"], &state["error"]), (&Value::Null, &Value::Null), "another person's goes on");
    sqlx::query("SELECT pg_advisory_unlock(hashtext('celeiro.import'))").execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    desk.wait_for_import(&eva, &of_eva).await;
    assert_eq!(desk.ok_by(&eva, "import_state", of_eva).await["error"], Value::Null);
    desk.close().await;
}

#[tokio::test]
async fn a_file_is_sent_by_who_may_use_it_for_what_it_is_sent() {
    let desk = Desk::new().await;
    let caio = desk.enter_team("caio", Role::Seller).await;
    let edu = desk.enter_team("edu", Role::Editor).await;
    let begin = |purpose: &str| json!({ "name": "a.csv", "sizeBytes": 9, "purpose": purpose });
    for purpose in ["import", "attachment"] {
        let (code, details) = desk.refusal_by(&caio, "begin_upload", begin(purpose)).await;
        assert_eq!((code.as_str(), &details["access"]), ("forbidden", &json!("edit")), "{purpose}");
        desk.ok_by(&edu, "begin_upload", begin(purpose)).await;
    }
    for purpose in ["message", "dictation"] {
        desk.ok_by(&caio, "begin_upload", begin(purpose)).await;
    }
    desk.close().await;
}

#[tokio::test]
async fn an_evaluation_that_was_shared_is_run_again_by_who_may_measure() {
    let desk = Desk::new().await;
    let caio = desk.enter_team("caio", Role::Seller).await;
    let lia = desk.enter_team("lia", Role::Analyst).await;
    let verify = json!({ "content": json!({ "format": "celeiro-evaluation-1" }).to_string() });
    let (code, details) = desk.refusal_by(&caio, "verify_shared", verify.clone()).await;
    assert_eq!((code.as_str(), &details["access"]), ("forbidden", &json!("analyse")));
    assert_eq!(desk.refusal_by(&lia, "verify_shared", verify).await.0, "invalid_request", "it is not whole");
    desk.close().await;
}

#[tokio::test]
async fn a_write_that_waits_is_confirmed_by_its_person_and_within_what_they_may() {
    let desk = Desk::with(&[("MCP_PROPOSALS", "true")]).await;
    let edu = desk.enter_team("edu", Role::Editor).await;
    let eva = desk.enter_team("eva", Role::Editor).await;
    let caio = desk.enter_team("caio", Role::Seller).await;
    let dora = desk.enter_team("dora", Role::Admin).await;
    let refused = propose(&desk, &caio, "Qual é o horário?").await.unwrap_err();
    assert_eq!(refused.code().as_str(), "forbidden");
    let action = propose(&desk, &edu, "Qual é o horário?").await.unwrap();
    for caller in [&eva, &caio] {
        for operation in ["get_action", "confirm_action", "reject_action", "get_undoable"] {
            let refusal = desk.refusal_by(caller, operation, action.clone()).await;
            assert_eq!(refusal.0, "not_found", "{} {operation}", caller.actor);
        }
        assert_eq!(desk.ok_by(caller, "list_actions", json!({})).await, json!([]));
    }
    for caller in [&edu, &dora, &desk.caller] {
        assert_eq!(desk.ok_by(caller, "list_actions", json!({})).await[0]["id"], action["id"]);
    }
    let demoted = in_role(&edu, Role::Seller);
    let correct = merge_fields(action.clone(), json!({ "arguments": { "answer": "Das 9 às 17 horas." } }));
    for (operation, request) in [("confirm_action", &action), ("correct_action", &correct)] {
        let (code, details) = desk.refusal_by(&demoted, operation, request.clone()).await;
        assert_eq!((code.as_str(), &details["access"]), ("forbidden", &json!("edit")), "{operation}");
    }
    assert_eq!(desk.ok_by(&edu, "confirm_action", action.clone()).await["state"], "executed");
    let undo = merge_fields(action.clone(), json!({ "scope": "action" }));
    assert_eq!(desk.refusal_by(&eva, "undo_actions", undo.clone()).await.0, "not_found");
    assert_eq!(desk.refusal_by(&demoted, "undo_actions", undo.clone()).await.0, "forbidden");
    let day = json!({ "scope": "day" });
    assert_eq!(desk.ok_by(&eva, "undo_actions", day).await["parts"], json!([]));
    assert_eq!(desk.ok_by(&dora, "undo_actions", undo.clone()).await["deleted"], 1);
    let redo = merge_fields(undo, json!({ "redo": true }));
    assert_eq!(desk.refusal_by(&edu, "undo_actions", redo.clone()).await.0, "operation_not_yours");
    assert_eq!(desk.ok_by(&dora, "undo_actions", redo).await["undone"], 1);

    let other = propose(&desk, &edu, "Onde fica a loja?").await.unwrap();
    assert_eq!(desk.ok_by(&dora, "confirm_action", other).await["decidedBy"], "dora");
    desk.close().await;
}

#[tokio::test]
async fn what_waits_in_a_shared_conversation_is_listed_to_who_decides_it() {
    let desk = Desk::with(&[("MCP_PROPOSALS", "true")]).await;
    let edu = desk.enter_team("edu", Role::Editor).await;
    let eva = desk.enter_team("eva", Role::Editor).await;
    let answer = desk.ok_by(&edu, "chat", json!({ "message": "Qual é o horário?" })).await;
    let conversation = &answer["conversationId"];
    desk.ok_by(&edu, "update_conversation", json!({ "id": conversation, "shared": true })).await;
    let action = propose(&desk, &edu, "Qual é o horário?").await.unwrap();
    // As if a model had proposed it in the conversation.
    let [of, by] = [conversation, &answer["messageId"]].map(|id| id.as_str().unwrap());
    let moved = format!("UPDATE pending_actions SET conversation_id = '{of}', message_id = '{by}'");
    assert_eq!(desk.run_sql(&moved).await.unwrap(), 1);
    let list_actions =
        async |caller: &Caller, request: Value| desk.ok_by(caller, "list_actions", request).await;
    assert_eq!(list_actions(&eva, json!({})).await, json!([]));
    assert_eq!(list_actions(&edu, json!({})).await[0]["id"], action["id"]);
    let there = json!({ "conversationId": conversation });
    assert_eq!(list_actions(&eva, there).await[0]["id"], action["id"], "its card is read where it stands");
    assert_eq!(desk.refusal_by(&eva, "reject_action", action).await.0, "conversation_read_only");
    desk.close().await;
}

#[tokio::test]
async fn a_turn_offers_the_tools_that_its_person_may_use_by_hand() {
    let desk = Desk::with(&[("ASSISTANT_PERSONAL", "true")]).await;
    let mut offered = Vec::new();
    for (login, role) in [("caio", Role::Seller), ("edu", Role::Editor), ("dora", Role::Admin)] {
        let caller = desk.enter_team(login, role).await;
        let tools = desk.ok_by(&caller, "list_tools", json!({})).await;
        let names: Vec<Value> = tools.as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
        assert_eq!(names.contains(&json!("set_price")), role != Role::Seller);
        assert_eq!(names.contains(&json!("get_debt_progress")), role == Role::Admin);
        assert!(names.contains(&json!("create_reminder")) && names.contains(&json!("catalog_search")));
        offered.push(names.len());
    }
    assert!(offered[0] < offered[1] && offered[1] < offered[2], "{offered:?}");
    assert_eq!(offered[2], Tool::ALL.len());
    desk.close().await;
}

#[test]
fn a_tool_needs_what_the_operation_needs_that_does_the_same() {
    let commands = list_commands();
    for (tool, operation) in [
        (Tool::CatalogSearch, "search"),
        (Tool::GetItem, "get_item"),
        (Tool::SetPrice, "bulk_edit"),
        (Tool::UpdateItem, "update_item"),
        (Tool::CreateItem, "create_item"),
        (Tool::CreateFaq, "create_faq"),
        (Tool::GetPerson, "get_person"),
        (Tool::ListReminders, "list_reminders"),
        (Tool::UpdatePerson, "update_person"),
        (Tool::CreateReminder, "create_reminder"),
        (Tool::CompleteReminder, "complete_reminder"),
        (Tool::GetDecisions, "list_decisions"),
        (Tool::SaveDecision, "create_decision"),
    ] {
        let command = commands.iter().find(|command| command.name == operation).unwrap();
        assert_eq!(tool.access(), command.access, "{tool:?} {operation}");
    }
}
