//! Imports as a page watches them.

use crate::desk::Desk;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

/// Bytes of a piece of a file.
const PIECE_BYTES: usize = 1 << 20;

impl Desk {
    /// Sends a file that is to be imported; gives the id of the upload.
    pub async fn send(&self, bytes: &[u8]) -> Value {
        let begin = json!({ "name": "a.csv", "sizeBytes": bytes.len(), "purpose": "import" });
        let slot = self.ok("begin_upload", begin).await;
        for (piece, offset) in bytes.chunks(PIECE_BYTES).zip((0..).step_by(PIECE_BYTES)) {
            let piece = json!({ "id": slot["id"], "offset": offset, "data": STANDARD.encode(piece) });
            self.ok("append_upload", piece).await;
        }
        slot["id"].clone()
    }

    /// The state of the import that `operation` begins: at its beginning, and when it is over.
    pub async fn watch(&self, operation: &str, upload: &Value) -> (Value, Value) {
        let request = json!({ "kind": "items", "uploadId": upload, "operationId": Uuid::new_v4() });
        let begun = self.ok(operation, request).await;
        let over = self.wait_for_end(&begun).await;
        (begun, over)
    }

    /// The state of the import that `operation` begins by `request`, when it is over.
    pub async fn watch_request(&self, operation: &str, request: &Value) -> Value {
        let begun = self.ok(operation, request.clone()).await;
        self.wait_for_end(&begun).await
    }

    async fn wait_for_end(&self, begun: &Value) -> Value {
        loop {
            let state = self.ok("import_state", json!({ "id": begun["id"] })).await;
            if !(state["result"].is_null() && state["error"].is_null()) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn an_import_that_is_over_is_at_no_step_however_it_ended() {
    let desk = Desk::new().await;
    for (file, outcome, other) in [
        (&b"nome;pre\xe7o\nEnxada;12,50\n"[..], "result", "error"),
        (b"cor;peso\nazul;7\n", "error", "result"),
    ] {
        let upload = desk.send(file).await;
        let (begun, over) = desk.watch("preview_import", &upload).await;
        assert_eq!(begun["phase"], "reading", "the control: {begun}");
        assert!(over[outcome].is_object() && over[other].is_null(), "{over}");
        let at = ["phase", "percent", "moved"].map(|field| &over[field]);
        assert_eq!(at, [&Value::Null; 3], "{over}");
        assert_eq!(over["seconds"], 0);
    }
    desk.close().await;
}

/// `ç` is 0x8d, `ã` 0x8b, `ó` 0x97; lines end as old Macs end them.
#[tokio::test]
async fn a_file_of_an_old_mac_is_read_and_said_to_be_one() {
    let desk = Desk::new().await;
    let file = b"nome;pre\x8do;descri\x8d\x8bo\rA\x8d\x8bo;12,50;\x97leo mineral\r";
    let upload = desk.send(file).await;
    let columns = desk.ok("import_columns", json!({ "kind": "items", "uploadId": upload })).await;
    assert_eq!(columns["file"]["encoding"], "macintosh", "{columns}");
    let names: Vec<&Value> =
        columns["columns"].as_array().unwrap().iter().map(|column| &column["name"]).collect();
    assert_eq!(names, ["nome", "preço", "descrição"]);
    let (_, preview) = desk.watch("preview_import", &upload).await;
    assert_eq!(preview["result"]["report"]["file"]["encoding"], "macintosh", "{preview}");
    desk.watch("run_import", &upload).await;
    let items = desk.ok("list_items", json!({})).await;
    let item = &items["rows"][0];
    assert_eq!((&item["name"], &item["description"]), (&json!("Ação"), &json!("óleo mineral")), "{items}");
    assert_eq!(item["price"], 12.5);
    desk.close().await;
}
