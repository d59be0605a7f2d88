//! Files of items, as far as search has to do with them.

use crate::desk::{Desk, merged};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

impl Desk {
    /// Attaches a text to an item.
    pub async fn attach(&self, item: &Value, text: &str) {
        self.attach_file(item, "bula.txt", text.as_bytes()).await;
    }

    /// Attaches a file to an item; answers the attachment.
    pub async fn attach_file(&self, item: &Value, name: &str, bytes: &[u8]) -> Value {
        let begin = json!({ "name": name, "sizeBytes": bytes.len(), "purpose": "attachment" });
        let slot = self.ok("begin_upload", begin).await;
        let data = STANDARD.encode(bytes);
        self.ok("append_upload", json!({ "id": slot["id"], "offset": 0, "data": data })).await;
        self.ok("add_attachment", json!({ "id": item["id"], "uploadId": slot["id"] })).await
    }

    /// How far the files of an item are on their way into search.
    async fn search_of_files(&self, item: &Value) -> Vec<Value> {
        let files = self.ok("list_attachments", json!({ "id": item["id"] })).await;
        files.as_array().unwrap().iter().map(|file| file["search"].clone()).collect()
    }
}

#[tokio::test]
async fn a_file_of_a_draft_waits_for_nothing_until_its_item_is_active() {
    let desk = Desk::new().await;
    let draft = desk.item("Óleo mineral", json!({ "status": "rascunho" })).await;
    let active = desk.item("Enxada", json!({})).await;
    for item in [&draft, &active] {
        desk.attach(item, "Dose: 2 litros por hectare, na soja e no milho.").await;
    }
    assert_eq!(desk.search_of_files(&draft).await, ["notSearched"]);
    // No model serves here: what an active item is told is another thing.
    assert_eq!(desk.search_of_files(&active).await, ["off"], "the control");

    for (status, search) in [("ativo", "off"), ("inativo", "notSearched"), ("rascunho", "notSearched")] {
        let now = desk.ok("get_item", json!({ "id": draft["id"] })).await;
        desk.ok("update_item", merged(now, json!({ "status": status }))).await;
        assert_eq!(desk.search_of_files(&draft).await, [search], "{status}");
    }
    desk.close().await;
}
