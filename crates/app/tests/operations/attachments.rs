//! Files of items, as far as search has to do with them.

use crate::desk::{Desk, merge_fields};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_app::files::content_rounds::give_contents;
use celeiro_app::files::transfer::PIECE_BYTES;
use celeiro_app::system::housekeeping::purge_expired;
use celeiro_app::{App, AppError, Code};
use celeiro_store::{ContentNeed, LostFile};
use serde_json::{Value, json};
use std::fs::{read_dir, remove_dir_all};

impl Desk {
    /// Attaches a text to an item.
    pub async fn attach(&self, item: &Value, text: &str) {
        self.attach_file(item, "bula.txt", text.as_bytes()).await;
    }

    /// Attaches a file to an item; answers the attachment.
    pub async fn attach_file(&self, item: &Value, name: &str, bytes: &[u8]) -> Value {
        let begin = json!({ "name": name, "sizeBytes": bytes.len(), "purpose": "attachment" });
        let slot = self.ok("begin_upload", begin).await;
        let most = PIECE_BYTES as usize;
        for (at, piece) in bytes.chunks(most).enumerate() {
            let (offset, data) = (at * most, STANDARD.encode(piece));
            self.ok("append_upload", json!({ "id": slot["id"], "offset": offset, "data": data })).await;
        }
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
        desk.ok("update_item", merge_fields(now, json!({ "status": status }))).await;
        assert_eq!(desk.search_of_files(&draft).await, [search], "{status}");
    }
    desk.close().await;
}

/// The text of the only file of an item, as a server hands it out.
async fn download(desk: &Desk, app: &App, item: &Value) -> Result<String, AppError> {
    let files = desk.call_at(app, "list_attachments", json!({ "id": item["id"] })).await?;
    let ready = desk.call_at(app, "save_attachment", json!({ "id": files[0]["id"] })).await?;
    let (mut bytes, size) = (Vec::new(), ready["sizeBytes"].as_u64().unwrap() as usize);
    while bytes.len() < size {
        let asked = json!({ "id": ready["id"], "offset": bytes.len() });
        let piece = desk.call_at(app, "read_download", asked).await?;
        bytes.extend(STANDARD.decode(piece["data"].as_str().unwrap()).unwrap());
    }
    Ok(String::from_utf8(bytes).unwrap())
}

#[tokio::test]
async fn a_file_is_found_at_every_server_of_a_team_whole_or_not_at_all() {
    let desk = Desk::new().await;
    let (other, other_dir) = desk.open_beside().await;
    // Three parts, of which the last is not full.
    let text = "Dose: 2 litros por hectare. ".repeat(80_000);
    let item = desk.item("Fungicida", json!({})).await;
    desk.attach(&item, &text).await;
    assert_eq!(download(&desk, &other, &item).await.unwrap(), text);
    // It is fetched once, and then served without the database.
    desk.run_sql("DELETE FROM shared_contents").await.unwrap();
    assert_eq!(download(&desk, &other, &item).await.unwrap(), text);
    assert_eq!(
        give_contents(&other, ContentNeed::Sharing).await.unwrap(),
        1,
        "shared anew by a server that has it"
    );
    assert_eq!(give_contents(&desk.app, ContentNeed::Sharing).await.unwrap(), 0);

    // A server that lost its folder gets it back; damaged parts are told, and nothing of them stays.
    remove_dir_all(desk.contents_dir()).unwrap();
    desk.run_sql(
        "UPDATE shared_content_parts SET bytes = overlay(bytes PLACING '\\x00' FROM 5) WHERE part = 1",
    )
    .await
    .unwrap();
    assert_eq!(download(&desk, &desk.app, &item).await.unwrap_err().code(), Code::FileUnreadable);
    assert!(read_dir(desk.contents_dir()).unwrap().next().is_none(), "no half content stays");
    desk.run_sql("DELETE FROM shared_content_parts").await.unwrap();
    desk.run_sql("DELETE FROM shared_contents").await.unwrap();
    assert_eq!(download(&desk, &desk.app, &item).await.unwrap_err().code(), Code::FileElsewhere);
    assert_eq!(give_contents(&other, ContentNeed::Sharing).await.unwrap(), 1);
    assert_eq!(download(&desk, &desk.app, &item).await.unwrap(), text);
    other.close().await.unwrap();
    other_dir.close().unwrap();
    desk.close().await;
}

#[tokio::test]
async fn only_whole_contents_are_shared_and_those_that_nothing_needs_go() {
    let desk = Desk::new().await;
    let item = desk.item("Fungicida", json!({})).await;
    desk.attach(&item, "Dose: 2 litros por hectare.").await;
    desk.run_sql("DELETE FROM shared_contents").await.unwrap();
    desk.run_sql("DELETE FROM shared_content_parts").await.unwrap();
    // Another content under its name is not shared for it.
    let folder = read_dir(desk.contents_dir()).unwrap().next().unwrap().unwrap().path();
    let path = read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, "Dose: 9 litros por hectare.").unwrap();
    assert_eq!(give_contents(&desk.app, ContentNeed::Sharing).await.unwrap(), 0);
    std::fs::write(&path, whole).unwrap();
    assert_eq!(give_contents(&desk.app, ContentNeed::Sharing).await.unwrap(), 1);

    // One that cannot be read keeps none behind it from being shared.
    desk.attach(&item, "Dose: 3 litros por hectare.").await;
    desk.run_sql("DELETE FROM shared_contents").await.unwrap();
    let folders = read_dir(desk.contents_dir()).unwrap().map(|folder| folder.unwrap().path());
    let first =
        folders.flat_map(|folder| read_dir(folder).unwrap()).map(|file| file.unwrap().path()).min().unwrap();
    std::fs::remove_file(&first).unwrap();
    std::fs::create_dir(&first).unwrap();
    assert_eq!(give_contents(&desk.app, ContentNeed::Sharing).await.unwrap(), 1);
    std::fs::remove_dir(&first).unwrap();
    // What servers that died left behind goes too, however much it is.
    desk.run_sql(
        "INSERT INTO shared_content_parts (sha256, part, bytes) \
         SELECT decode(repeat('ab', 32), 'hex'), part, '\\x00'::bytea FROM generate_series(0, 199) AS part",
    )
    .await
    .unwrap();

    let count =
        async || desk.run_sql("UPDATE shared_contents SET shared_at = now() - interval '2 days'").await;
    purge_expired(&desk.app).await.unwrap();
    assert_eq!(count().await.unwrap(), 1, "a record needs it");
    desk.run_sql("UPDATE catalog_files SET deleted_at = now() - interval '9 years'").await.unwrap();
    purge_expired(&desk.app).await.unwrap();
    assert_eq!(count().await.unwrap(), 0);
    assert_eq!(desk.run_sql("DELETE FROM shared_content_parts").await.unwrap(), 0, "parts went along");
    desk.close().await;
}

/// What the status says where a damaged file is not about to be replaced.
const NO_SERVER: &str = "no running server";

/// What the status says of damaged files; none where it says nothing.
async fn damage_told(desk: &Desk) -> Option<String> {
    let status = desk.ok("status", json!({})).await;
    let warnings = status["warnings"].as_array().unwrap();
    let told = warnings.iter().find(|warning| warning["code"] == "contentsDamaged");
    told.map(|warning| warning["message"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_file_that_is_damaged_in_the_database_is_healed_by_a_server_that_has_it_whole() {
    let desk = Desk::new().await;
    let (other, other_dir) = desk.open_beside().await;
    let text = "Dose: 2 litros por hectare. ".repeat(80_000);
    let item = desk.item("Fungicida", json!({})).await;
    desk.attach(&item, &text).await;
    for damage in [
        "UPDATE shared_content_parts SET bytes = overlay(bytes PLACING '\\x00' FROM 5) WHERE part = 1",
        "UPDATE shared_content_parts SET bytes = substring(bytes FROM 1 FOR 9) WHERE part = 2",
        "DELETE FROM shared_content_parts WHERE part = 0",
        "INSERT INTO shared_content_parts SELECT sha256, 3, bytes FROM shared_content_parts WHERE part = 2",
    ] {
        assert_eq!(desk.run_sql(damage).await.unwrap(), 1, "{damage}");
        assert_eq!(
            give_contents(&desk.app, ContentNeed::Healing).await.unwrap(),
            0,
            "no server has fetched it: {damage}"
        );
        assert_eq!(damage_told(&desk).await, None, "{damage}");

        let refused = download(&desk, &other, &item).await.unwrap_err();
        assert_eq!(refused.code(), Code::FileUnreadable, "{damage}");
        let told = damage_told(&desk).await.unwrap();
        assert!(told.starts_with('1') && !told.contains(NO_SERVER), "{told}");
        assert_eq!(
            give_contents(&other, ContentNeed::Healing).await.unwrap(),
            0,
            "it has nothing to heal it with"
        );

        assert_eq!(give_contents(&desk.app, ContentNeed::Healing).await.unwrap(), 1, "{damage}");
        assert_eq!(damage_told(&desk).await, None, "{damage}");
        assert_eq!(give_contents(&desk.app, ContentNeed::Healing).await.unwrap(), 0, "{damage}");
        assert_eq!(download(&desk, &other, &item).await.unwrap(), text, "{damage}");
        remove_dir_all(other_dir.path().join("files")).unwrap();
    }
    other.close().await.unwrap();
    other_dir.close().unwrap();
    desk.close().await;
}

#[tokio::test]
async fn a_damaged_file_that_no_server_has_is_told_until_it_is_attached_again() {
    let desk = Desk::new().await;
    let item = desk.item("Fungicida", json!({})).await;
    let text = "Dose: 2 litros por hectare.";
    desk.attach(&item, text).await;
    let damage = "UPDATE shared_content_parts SET bytes = overlay(bytes PLACING '\\x00' FROM 5)";
    desk.run_sql(damage).await.unwrap();
    // Its own copy is damaged too: it heals nothing.
    let folder = read_dir(desk.contents_dir()).unwrap().next().unwrap().unwrap().path();
    let path = read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(download(&desk, &desk.app, &item).await.unwrap_err().code(), Code::FileUnreadable);
    std::fs::write(&path, "Dose: 9 litros por hectare.").unwrap();
    assert_eq!(give_contents(&desk.app, ContentNeed::Healing).await.unwrap(), 0);
    let told = damage_told(&desk).await.unwrap();
    assert!(!told.contains(NO_SERVER), "other servers may still look: {told}");
    assert!(desk.app.store().lost_files(9).await.unwrap().is_empty());
    let later =
        "UPDATE shared_contents SET damaged_at = now() - interval '1 hour' WHERE damaged_at IS NOT NULL";
    assert_eq!(desk.run_sql(later).await.unwrap(), 1);
    let told = damage_told(&desk).await.unwrap();
    assert!(told.starts_with('1') && told.contains(NO_SERVER), "{told}");
    let lost = LostFile { name: "bula.txt".into(), item: "Fungicida".into() };
    assert_eq!(desk.app.store().lost_files(9).await.unwrap(), [lost]);

    let beside = desk.item("Adubo", json!({})).await;
    desk.attach(&beside, text).await;
    assert_eq!(damage_told(&desk).await, None);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(download(&desk, &desk.app, &item).await.unwrap(), text);
    desk.close().await;
}
