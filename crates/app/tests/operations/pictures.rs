//! Pictures and documents of items: their order, their sizes, what is kept as a document, and kinds.

use crate::desk::{Desk, NOBODY, code, each, merge_fields};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A picture of one colour: each shade is another content.
fn png(shade: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = RgbImage::from_pixel(400, 200, Rgb([shade, 120, 40]));
    DynamicImage::from(picture).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

impl Desk {
    /// The pictures of an item: the version of their order, and their ids.
    async fn images(&self, item: &Value) -> (Value, Vec<Value>) {
        let images = self.ok("list_item_images", json!({ "id": item["id"] })).await;
        let ids = each(&images["images"], "id").into_iter().cloned().collect();
        (images["version"].clone(), ids)
    }

    async fn thumbnails(&self, items: &[&Value], known: &[Value]) -> Value {
        let items: Vec<&Value> = items.iter().map(|item| &item["id"]).collect();
        let request = json!({ "items": items, "knownImages": known });
        loop {
            let list = self.ok("list_thumbnails", request.clone()).await;
            // Other tests of this program may have the turns at decoding.
            if !each(&list, "state").contains(&&json!("pending")) {
                return list;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Files below a folder whose names end so.
fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path().is_dir() {
            true => found.extend(files_below(&entry.path(), ending)),
            false if entry.file_name().to_string_lossy().ends_with(ending) => found.push(entry.path()),
            false => {}
        }
    }
    found
}

#[tokio::test]
async fn pictures_are_put_in_order_once_and_an_order_over_another_is_refused() {
    let desk = Desk::new().await;
    let item = desk.item("Azocipra 200 SC", json!({})).await;
    let mut ids = Vec::new();
    for (at, name) in ["frente.png", "verso.png", "rótulo.png"].into_iter().enumerate() {
        let file = desk.attach_file(&item, name, &png(at as u8)).await;
        assert_eq!(
            (&file["width"], &file["height"], &file["pictureProblem"]),
            (&json!(400), &json!(200), &Value::Null)
        );
        ids.push(file["id"].clone());
    }
    let [front, back, label] = &ids[..] else { panic!("{ids:?}") };
    assert_eq!(desk.images(&item).await, (json!(0), ids.clone()), "as they came");

    let main = json!({ "id": item["id"], "version": 0, "images": [label], "operationId": NOBODY });
    let ordered = desk.ok("order_item_images", main.clone()).await;
    assert_eq!((&ordered["version"], each(&ordered["images"], "id")), (&json!(1), vec![label, front, back]));
    assert_eq!(desk.ok("order_item_images", main).await, ordered, "asked again it does nothing");
    let read = desk.ok("get_item", json!({ "id": item["id"] })).await;
    assert_eq!((&read["name"], each(&read["images"], "id")), (&item["name"], vec![label, front, back]));
    assert_eq!(read["version"], item["version"], "the item itself is as it was");
    // What was fetched is sent back, changed: its pictures are no part of what is written.
    let renamed = merge_fields(read, json!({ "name": "Azocipra 250 SC" }));
    assert_eq!(desk.ok("update_item", renamed).await["name"], "Azocipra 250 SC");
    assert_eq!(each(&desk.ok("get_item", json!({ "id": item["id"] })).await["images"], "id")[0], label);

    let stale = json!({ "id": item["id"], "version": 0, "images": [back, front, label] });
    let (refusal, details) = desk.refusal("order_item_images", stale).await;
    assert_eq!((refusal.as_str(), &details["current"]["version"]), ("conflict", &json!(1)));
    assert_eq!(details["current"]["images"], json!([label, front, back]));
    for (images, refusal) in [
        (json!([NOBODY]), "not_found"),
        (json!([]), "invalid_request"),
        (json!([front, front]), "invalid_request"),
    ] {
        let request = json!({ "id": item["id"], "version": 1, "images": images });
        assert_eq!(code(desk.call("order_item_images", request).await), refusal, "{images}");
    }

    // The main one is taken off, the others are put in order meanwhile, and it comes back.
    desk.ok("delete_attachment", json!({ "id": label })).await;
    assert_eq!(desk.images(&item).await.1, [front.clone(), back.clone()]);
    desk.ok("restore_attachment", json!({ "id": label })).await;
    assert_eq!(desk.images(&item).await.1[0], *label, "in its place");
    desk.ok("delete_attachment", json!({ "id": label })).await;
    let others = json!({ "id": item["id"], "version": 1, "images": [back, front] });
    desk.ok("order_item_images", others).await;
    desk.ok("restore_attachment", json!({ "id": label })).await;
    assert_eq!(desk.images(&item).await, (json!(2), vec![back.clone(), front.clone(), label.clone()]));

    // An order is taken back after one of its pictures was taken off: that one has its old place too.
    desk.ok("delete_attachment", json!({ "id": front })).await;
    let taken_back = json!({ "id": item["id"], "version": 2, "images": [label, front, back] });
    let ordered = desk.ok("order_item_images", taken_back).await;
    assert_eq!((&ordered["version"], each(&ordered["images"], "id")), (&json!(3), vec![label, back]));
    desk.ok("restore_attachment", json!({ "id": front })).await;
    assert_eq!(desk.images(&item).await.1, [label.clone(), front.clone(), back.clone()]);
    desk.close().await;
}

#[tokio::test]
async fn an_order_of_pictures_stands_in_the_history_of_the_item_and_is_taken_back() {
    let desk = Desk::new().await;
    let item = desk.item("Azocipra 200 SC", json!({})).await;
    let mut ids = Vec::new();
    for (at, name) in ["frente.png", "verso.png"].into_iter().enumerate() {
        ids.push(desk.attach_file(&item, name, &png(at as u8)).await["id"].clone());
    }
    let [front, back] = &ids[..] else { panic!("{ids:?}") };
    let order = json!({ "id": item["id"], "version": 0, "images": [back], "operationId": NOBODY });
    desk.ok("order_item_images", order).await;
    let names = |names: [&str; 2]| json!([{ "names": names }]);
    let (before, after) = (names(["frente.png", "verso.png"]), names(["verso.png", "frente.png"]));
    let history = desk.ok("item_history", json!({ "id": item["id"] })).await;
    let change = &history[0]["changes"][0];
    assert_eq!((&history[0]["operation"], &change["field"]), (&json!("order-images"), &json!("images")));
    assert_eq!((&change["from"], &change["to"]), (&before, &after));
    let log = desk.ok("list_operations", json!({ "limit": 1 })).await;
    assert_eq!((&log["rows"][0]["id"], &log["rows"][0]["undoable"]), (&json!(NOBODY), &json!(true)), "{log}");

    let undone = desk.ok("undo_operation", json!({ "id": NOBODY })).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(1), &json!(0)), "{undone}");
    assert_eq!(desk.images(&item).await, (json!(2), vec![front.clone(), back.clone()]));
    let history = desk.ok("item_history", json!({ "id": item["id"] })).await;
    assert_eq!(history[0]["changes"][0]["to"], before, "taking back has its entry, too");
    desk.ok("undo_operation", json!({ "id": undone["operationId"] })).await;
    assert_eq!(
        desk.images(&item).await,
        (json!(3), vec![back.clone(), front.clone()]),
        "and is taken back in turn"
    );

    desk.close().await;
}

#[tokio::test]
async fn small_pictures_of_a_page_come_at_once_and_are_made_again_where_they_are_missing() {
    let desk = Desk::new().await;
    let pictured = desk.item("Azocipra", json!({})).await;
    let bare = desk.item("Enxada", json!({})).await;
    let old = desk.item("Machado", json!({})).await;
    let picture = desk.attach_file(&pictured, "foto.png", &png(1)).await;
    desk.attach_file(&old, "foto.png", &png(2)).await;
    // As an attachment of before there were sizes, or after a restore.
    for ending in [".thumb", ".medium"] {
        let made = files_below(desk.folder(), ending);
        assert_eq!(made.len(), 2, "{ending}");
        made.iter().for_each(|path| fs::remove_file(path).unwrap());
    }
    desk.run_sql("UPDATE catalog_files SET width = NULL, height = NULL").await.unwrap();

    let list = desk.thumbnails(&[&old, &bare, &pictured], &[]).await;
    assert_eq!(each(&list, "itemId"), [&old["id"], &pictured["id"]]);
    assert_eq!(each(&list, "state"), ["ready", "ready"], "{list}");
    let bytes = STANDARD.decode(list[0]["data"].as_str().unwrap()).unwrap();
    let shown = image::load_from_memory(&bytes).unwrap();
    assert_eq!((shown.width(), shown.height(), bytes.len() < 20_000), (160, 80, true));
    let read = desk.ok("get_item", json!({ "id": old["id"] })).await;
    assert_eq!((&read["images"][0]["width"], files_below(desk.folder(), ".medium").len()), (&json!(400), 2));

    let known = desk.thumbnails(&[&pictured], std::slice::from_ref(&picture["id"])).await;
    assert_eq!((&known[0]["state"], &known[0]["data"]), (&json!("known"), &Value::Null));
    let many: Vec<&str> = vec![NOBODY; 101];
    assert_eq!(code(desk.call("list_thumbnails", json!({ "items": many })).await), "invalid_request");

    for (size, width) in [(json!("thumb"), 160), (json!("medium"), 400)] {
        let read = desk.ok("get_picture", json!({ "id": picture["id"], "size": size })).await;
        let bytes = STANDARD.decode(read["data"].as_str().unwrap()).unwrap();
        let shown = image::load_from_memory(&bytes).unwrap();
        assert_eq!((&read["mimeType"], shown.width()), (&json!("image/jpeg"), width), "{size}");
    }
    let original = desk.ok("get_picture", json!({ "id": picture["id"] })).await;
    assert_eq!(STANDARD.decode(original["data"].as_str().unwrap()).unwrap(), png(1));

    // What is thrown away takes its sizes along.
    desk.ok("delete_attachment", json!({ "id": picture["id"] })).await;
    desk.run_sql(
        "UPDATE catalog_files SET deleted_at = now() - interval '900 days' WHERE deleted_at IS NOT NULL",
    )
    .await
    .unwrap();
    celeiro_app::system::housekeeping::purge_expired(&desk.app).await.unwrap();
    for ending in [".thumb", ".medium"] {
        assert_eq!(files_below(desk.folder(), ending).len(), 1, "{ending}: those of the other picture stay");
    }
    desk.close().await;
}

#[tokio::test]
async fn an_image_that_cannot_be_shown_is_kept_as_a_document_and_says_why() {
    let desk = Desk::new().await;
    let item = desk.item("Azocipra", json!({})).await;
    let whole = png(3);
    let mut bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bomb.extend([10_001_u32, 10_000].map(u32::to_be_bytes).concat());
    bomb.extend([8, 2, 0, 0, 0]);
    // The checksum of these bytes, by the format: without it, the file is damaged.
    bomb.extend(checksum(&bomb[12..]).to_be_bytes());
    bomb.extend(b"\0\0\0\x01IDAT\0");
    bomb.extend(checksum(b"IDAT\0").to_be_bytes());
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    for (name, bytes, problem) in [
        ("cortada.png", &whole[..whole.len() / 2], "damaged"),
        ("bomba.png", &bomb[..], "tooManyPixels"),
        ("desenho.png", svg, "drawing"),
    ] {
        let file = desk.attach_file(&item, name, bytes).await;
        assert_eq!((&file["pictureProblem"], &file["width"]), (&json!(problem), &Value::Null), "{name}");
        desk.ok("save_attachment", json!({ "id": file["id"] })).await;
        for size in ["thumb", "medium"] {
            let read = desk.call("get_picture", json!({ "id": file["id"], "size": size })).await;
            assert_eq!(code(read), "not_found", "{name}");
        }
    }
    assert_eq!(desk.images(&item).await, (json!(0), vec![]));
    let wrong_ending = desk.attach_file(&item, "bula.pdf", &whole).await;
    assert_eq!(
        (&wrong_ending["format"], &wrong_ending["width"]),
        (&json!("image"), &json!(400)),
        "the control"
    );
    desk.close().await;
}

/// The checksum of a part of a PNG.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)))
}

#[tokio::test]
async fn what_a_document_is_is_guessed_by_its_name_until_a_person_says_it() {
    let desk = Desk::new().await;
    let item = desk.item("Azocipra", json!({})).await;
    let text = b"Dose: 2 litros por hectare.";
    let leaflet = desk.attach_file(&item, "Bula_Azocipra.txt", text).await;
    let list = desk.attach_file(&item, "preços.txt", b"99,90").await;
    assert_eq!((&leaflet["kind"], &list["kind"]), (&json!("leaflet"), &json!("other")));
    let documents = async || desk.ok("list_item_documents", json!({ "items": [item["id"], NOBODY] })).await;
    assert_eq!(each(&documents().await, "name"), ["Bula_Azocipra.txt"]);
    let waiting = desk.run_sql("DELETE FROM embedding_jobs").await.unwrap();
    assert!(waiting > 0, "the control");
    let label = json!({ "id": list["id"], "kind": "label" });
    assert_eq!(desk.ok("set_attachment_kind", label).await["kind"], "label");
    assert_eq!(each(&documents().await, "kind"), ["leaflet", "label"]);
    assert_eq!(desk.run_sql("DELETE FROM embedding_jobs").await.unwrap(), 0, "its text is what it was");
    let poster = json!({ "id": list["id"], "kind": "poster" });
    assert_eq!(code(desk.call("set_attachment_kind", poster).await), "invalid_request");
    assert_eq!(
        code(desk.call("set_attachment_kind", json!({ "id": NOBODY, "kind": "label" })).await),
        "not_found"
    );
    desk.close().await;
}

#[tokio::test]
async fn the_main_picture_of_the_product_that_stays_is_that_of_the_joined_one() {
    let desk = Desk::new().await;
    let one = desk.item("Glifosato Nortox 1 L", json!({ "manufacturer": "Nortox" })).await;
    let five = desk.item("Glifosato Nortox 5 L", json!({ "manufacturer": "Nortox" })).await;
    // The picture of the product that goes is the older one.
    let older = desk.attach_file(&five, "cinco.png", &png(5)).await;
    let main = desk.attach_file(&five, "frente.png", &png(6)).await;
    desk.ok("order_item_images", json!({ "id": five["id"], "version": 0, "images": [main["id"]] })).await;
    let own = desk.attach_file(&one, "um.png", &png(1)).await;
    let member = |item: &Value| json!({ "id": item["id"], "version": item["version"] });
    desk.ok("join_items", json!({ "stays": member(&one), "others": [member(&five)] })).await;
    let ids = [&own, &main, &older].map(|file| file["id"].clone());
    assert_eq!(desk.images(&one).await.1, ids, "those that came are in their own order");
    let led = desk.thumbnails(&[&five], &[]).await;
    assert_eq!((&led[0]["itemId"], &led[0]["imageId"]), (&five["id"], &own["id"]), "its old id leads on");
    desk.close().await;
}
