//! Conversations of a team: two sellers who do not read each other, and an administrator whose look is on record.

use crate::desk::{Desk, NOBODY, merge_fields};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_app::Caller;
use celeiro_domain::team::Role;
use serde_json::{Value, json};

/// A program with a product, and a seller's question about it with its answer.
struct Team {
    desk: Desk,
    bia: Caller,
    caio: Caller,
    dora: Caller,
    answer: Value,
}

impl Team {
    async fn new() -> Self {
        let desk = Desk::new().await;
        desk.item("Fungicida Alfa", json!({ "externalId": "FUN-1", "category": "Fungicida" })).await;
        let bia = desk.enter_team("bia", Role::Seller).await;
        let caio = desk.enter_team("caio", Role::Seller).await;
        let dora = desk.enter_team("dora", Role::Admin).await;
        let answer = desk.ok_by(&bia, "chat", json!({ "message": "Tem fungicida alfa?" })).await;
        Self { desk, bia, caio, dora, answer }
    }

    fn conversation(&self) -> &Value {
        &self.answer["conversationId"]
    }

    /// Every way to read the conversation, or something of it.
    fn reads(&self) -> Vec<(&'static str, Value)> {
        let (id, message) = (self.conversation(), &self.answer["messageId"]);
        let trace = &self.answer["debug"]["traceId"];
        vec![
            ("get_conversation", json!({ "id": id })),
            ("list_actions", json!({ "conversationId": id })),
            ("get_trace", json!({ "id": trace })),
            ("get_trace", json!({ "id": message })),
            ("replay_trace", json!({ "id": trace })),
            ("inspect_trace", json!({ "id": trace, "at": 0 })),
        ]
    }

    /// Every way to write into the conversation, or about it.
    fn writes(&self) -> Vec<(&'static str, Value)> {
        let (id, message) = (self.conversation(), &self.answer["messageId"]);
        let down = json!({ "rating": "down" });
        vec![
            ("chat", json!({ "message": "E o preço?", "conversationId": id })),
            ("chat", json!({ "message": "", "regenerate": message })),
            ("update_conversation", json!({ "id": id, "title": "Meu" })),
            ("update_conversation", json!({ "id": id, "shared": true })),
            ("set_feedback", json!({ "id": message, "feedback": down })),
            ("report_answer", json!({ "id": message, "feedback": down })),
            ("delete_conversation", json!({ "id": id })),
            ("restore_conversation", json!({ "id": id })),
        ]
    }

    async fn share(&self, shared: bool) {
        let request = json!({ "id": self.conversation(), "shared": shared });
        let changed = self.desk.ok_by(&self.bia, "update_conversation", request).await;
        assert_eq!(changed["shared"], shared);
    }

    /// The conversations of a list, and whether each may only be read.
    async fn list(&self, caller: &Caller, request: Value) -> Vec<(Value, Value)> {
        let page = self.desk.ok_by(caller, "list_conversations", request).await;
        let rows = page["conversations"].as_array().unwrap();
        assert_eq!(page["total"], rows.len(), "{page}");
        rows.iter().map(|row| (row["owner"].clone(), row["readOnly"].clone())).collect()
    }
}

#[tokio::test]
async fn a_conversation_is_not_there_for_another_seller() {
    let team = Team::new().await;
    let absent = team.desk.refusal_by(&team.caio, "get_conversation", json!({ "id": NOBODY })).await;
    assert_eq!(absent, ("not_found".to_owned(), Value::Null));
    for (operation, request) in team.reads().into_iter().chain(team.writes()) {
        let refusal = team.desk.refusal_by(&team.caio, operation, request.clone()).await;
        assert_eq!(refusal, absent, "{operation} {request}");
    }
    for request in [json!({}), json!({ "text": "alfa" })] {
        assert!(team.list(&team.caio, request.clone()).await.is_empty());
        assert_eq!(
            team.list(&team.bia, request.clone()).await,
            [(json!("bia"), json!(false))],
            "the control"
        );
        // Who asks without an account reads and writes everything, as ever.
        assert_eq!(team.list(&team.desk.caller, request).await, [(json!("bia"), json!(false))]);
    }
    let everybody =
        team.desk.refusal_by(&team.caio, "list_conversations", json!({ "everybody": true })).await;
    assert_eq!(everybody.0, "forbidden");
    for caller in [&team.bia, &team.desk.caller] {
        for (operation, request) in team.reads() {
            team.desk.ok_by(caller, operation, request).await;
        }
    }
    team.desk.ok("update_conversation", json!({ "id": team.conversation(), "pinned": true })).await;
    assert!(team.desk.list_log_entries("conversation-opened").await.is_empty());
    team.desk.close().await;
}

#[tokio::test]
async fn a_shared_conversation_is_read_and_not_changed_by_others() {
    let team = Team::new().await;
    team.share(true).await;
    for (operation, request) in team.reads() {
        team.desk.ok_by(&team.caio, operation, request).await;
    }
    assert_eq!(team.list(&team.caio, json!({ "text": "alfa" })).await, [(json!("bia"), json!(true))]);
    for (operation, request) in team.writes() {
        let (code, details) = team.desk.refusal_by(&team.caio, operation, request.clone()).await;
        assert_eq!(
            (code.as_str(), &details["owner"]),
            ("conversation_read_only", &json!("bia")),
            "{request}"
        );
    }
    team.share(false).await;
    let hidden =
        team.desk.refusal_by(&team.caio, "get_conversation", json!({ "id": team.conversation() })).await;
    assert_eq!(hidden.0, "not_found");
    let entry = (json!("bia"), team.conversation().clone());
    assert_eq!(team.desk.list_log_entries("conversation-shared").await, [entry.clone(), entry]);
    team.share(true).await;
    team.desk.ok_by(&team.bia, "delete_conversation", json!({ "id": team.conversation() })).await;
    let gone = team.desk.refusal_by(&team.caio, "get_trace", json!({ "id": team.answer["messageId"] })).await;
    assert_eq!(gone.0, "not_found", "what is deleted is shared no more");
    team.desk.close().await;
}

#[tokio::test]
async fn what_cannot_be_written_down_is_not_shared() {
    let team = Team::new().await;
    let full = "ALTER TABLE access_log ADD CONSTRAINT access_log_full CHECK (event <> 'conversation-shared')";
    team.desk.run_sql(full).await.unwrap();
    let share = json!({ "id": team.conversation(), "shared": true });
    assert!(team.desk.call_by(&team.bia, "update_conversation", share).await.is_err());
    assert!(team.list(&team.caio, json!({})).await.is_empty());
    team.desk.close().await;
}

#[tokio::test]
async fn the_look_of_an_administrator_is_written_down_and_changes_nothing() {
    let team = Team::new().await;
    let go_on = json!({ "message": "E o herbicida zeta?", "conversationId": team.conversation() });
    team.desk.ok_by(&team.bia, "chat", go_on).await;
    assert!(team.list(&team.dora, json!({})).await.is_empty());
    let everybody = |text: &str| json!({ "everybody": true, "text": text });
    assert_eq!(team.list(&team.dora, everybody("")).await, [(json!("bia"), json!(true))]);
    assert_eq!(team.list(&team.dora, everybody("alfa")).await.len(), 1, "by its title");
    assert!(
        team.list(&team.dora, everybody("zeta")).await.is_empty(),
        "words in it are not looked at unseen"
    );
    assert_eq!(team.list(&team.bia, json!({ "text": "zeta" })).await.len(), 1, "the control");
    assert!(team.desk.list_log_entries("conversation-opened").await.is_empty(), "a list opens none");

    for (operation, request) in team.writes() {
        let refusal = team.desk.refusal_by(&team.dora, operation, request.clone()).await;
        assert_eq!(refusal.0, "conversation_read_only", "{operation} {request}");
    }
    for (operation, request) in team.reads() {
        team.desk.ok_by(&team.dora, operation, request).await;
    }
    let entry = (json!("dora"), team.conversation().clone());
    assert_eq!(team.desk.list_log_entries("conversation-opened").await, [entry], "one look, one entry");
    team.desk.ok_by(&team.dora, "chat", json!({ "message": "Tem fungicida alfa?" })).await;
    assert_eq!(team.list(&team.dora, json!({})).await, [(json!("dora"), json!(false))]);
    team.desk.close().await;
}

#[tokio::test]
async fn who_works_on_the_search_is_told_the_words_and_not_whose_they_are() {
    let team = Team::new().await;
    let lia = team.desk.enter_team("lia", Role::Analyst).await;
    let find_only_query = async |caller: &Caller| {
        let page = team.desk.ok_by(caller, "list_queries", json!({ "scope": "chat" })).await;
        assert_eq!(page["total"], 1, "{page}");
        page["queries"][0].clone()
    };
    let seen = find_only_query(&lia).await;
    assert_eq!((&seen["query"], &seen["actor"]), (&json!("Tem fungicida alfa?"), &json!("")));
    assert_eq!((&seen["conversationId"], &seen["traceId"]), (&Value::Null, &Value::Null));
    let by_admin = find_only_query(&team.dora).await;
    assert_eq!((&by_admin["conversationId"], &by_admin["actor"]), (team.conversation(), &json!("")));
    let control = find_only_query(&team.desk.caller).await;
    assert_eq!((&control["conversationId"], &control["actor"]), (team.conversation(), &json!("bia")));
    let in_danger = json!({ "message": "socorro, meu marido bebeu roundup" });
    let answer = team.desk.ok_by(&team.bia, "chat", in_danger).await;
    assert!(answer["debug"]["safety"].is_object(), "{answer}");
    assert_eq!(find_only_query(&lia).await["id"], seen["id"], "a cry for help is no search of the catalog");
    team.share(true).await;
    assert_eq!(&find_only_query(&lia).await["conversationId"], team.conversation(), "the team may open it");
    assert!(team.desk.list_log_entries("conversation-opened").await.is_empty(), "a list opens none");
    team.desk.close().await;
}

#[tokio::test]
async fn what_a_model_was_told_of_the_owner_is_not_shared_with_the_conversation() {
    let team = Team::new().await;
    team.share(true).await;
    let tool = |name: &str| json!({ "name": name, "arguments": {}, "resultCount": 1, "payload": "12 kg", "ms": 1.0 });
    let told = json!({
        "manner": { "persona": "base", "signals": [] },
        "memory": [NOBODY],
        "context": "pesa 12 kg",
        "tools": [tool("get_tracking_history"), tool("catalog_search")],
    });
    let note = format!("UPDATE traces SET body = body || '{told}'::jsonb WHERE kind = 'turn'");
    assert_eq!(team.desk.run_sql(&note).await.unwrap(), 1);
    let request = json!({ "id": team.answer["messageId"] });
    for (caller, memory, context, payload) in [
        (&team.caio, json!([]), "…", "…"),
        (&team.bia, json!([NOBODY]), "pesa 12 kg", "12 kg"),
        (&team.dora, json!([NOBODY]), "pesa 12 kg", "12 kg"),
    ] {
        let trace = team.desk.ok_by(caller, "get_trace", request.clone()).await;
        let [of_owner, of_catalog] = [0, 1].map(|at| &trace["tools"][at]["payload"]);
        assert_eq!((&trace["memory"], &trace["context"]), (&memory, &json!(context)), "{}", caller.actor);
        assert_eq!((of_owner, of_catalog), (&json!(payload), &json!("12 kg")), "{}", caller.actor);
        assert_eq!(trace["message"], "Tem fungicida alfa?", "what was said is shared");
    }
    team.desk.close().await;
}

#[tokio::test]
async fn a_file_that_waits_for_its_message_is_its_senders_alone() {
    let team = Team::new().await;
    let text = "Dose: 2 litros por hectare.";
    let begin = json!({ "name": "bula.txt", "sizeBytes": text.len(), "purpose": "message" });
    let slot = team.desk.ok_by(&team.bia, "begin_upload", begin).await;
    let piece = json!({ "id": slot["id"], "offset": 0, "data": STANDARD.encode(text) });
    assert_eq!(team.desk.refusal_by(&team.caio, "append_upload", piece.clone()).await.0, "transfer_gone");
    team.desk.ok_by(&team.bia, "append_upload", piece).await;
    let add = json!({ "uploadId": slot["id"] });
    assert_eq!(
        team.desk.refusal_by(&team.caio, "add_message_attachment", add.clone()).await.0,
        "transfer_gone"
    );
    let file = team.desk.ok_by(&team.bia, "add_message_attachment", add).await;
    let of_file = json!({ "id": file["id"] });
    let attached = json!({ "message": "O que diz a bula?", "attachments": [file["id"]] });
    for caller in [&team.caio, &team.dora] {
        for operation in ["get_message_attachment", "save_message_attachment", "drop_message_attachment"] {
            let refusal = team.desk.refusal_by(caller, operation, of_file.clone()).await;
            assert_eq!(refusal.0, "not_found", "{} {operation}", caller.actor);
        }
        assert_eq!(team.desk.refusal_by(caller, "chat", attached.clone()).await.0, "not_found");
    }
    let answer = team.desk.ok_by(&team.bia, "chat", attached.clone()).await;
    let again = merge_fields(attached, json!({ "message": "De novo" }));
    assert_eq!(team.desk.refusal_by(&team.caio, "chat", again).await.0, "not_found");
    assert_eq!(
        team.desk.refusal_by(&team.caio, "get_message_attachment", of_file.clone()).await.0,
        "not_found"
    );
    let ready = team.desk.ok_by(&team.dora, "save_message_attachment", of_file).await;
    let logged = team.desk.list_log_entries("conversation-opened").await;
    assert_eq!(logged, [(json!("dora"), answer["conversationId"].clone())]);
    let fetch = json!({ "id": ready["id"], "offset": 0 });
    assert_eq!(team.desk.refusal_by(&team.bia, "read_download", fetch.clone()).await.0, "transfer_gone");
    assert_eq!(team.desk.ok_by(&team.dora, "read_download", fetch).await["data"], STANDARD.encode(text));
    team.desk.close().await;
}
