//! A seller's errand over HTTP: prices of a whole set proposed, corrected and confirmed in words, undone, in either mode;
//! and products shown as cards.

use crate::server::start;
use crate::support::prepare_folder;
use crate::support::seller::{
    CORRECTION, MEANT, RAISE, SHOW, YES, assert_raised, fill_shop, query_prices, read_prices, settings_for,
    start_model,
};
use serde_json::{Value, json};

#[test]
fn a_seller_raises_the_prices_of_a_set_corrects_confirms_and_undoes_it_in_words_and_sees_products_as_cards() {
    let folder = prepare_folder("seller");
    fill_shop(&folder);
    let model = start_model();
    let settings = settings_for(&model);
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let server = start(&folder, &["--rate", "0"], &settings);
    server.wait_until_ready();
    let ask_in = |mode: Option<&str>, message: &str, conversation: &Value| {
        let request = json!({ "message": message, "mode": mode, "conversationId": conversation });
        server.ok("POST", "/api/chat", &request)
    };
    let ask = |message: &str, conversation: &Value| ask_in(Some("assistant"), message, conversation);
    let prices = |maker: &str| read_prices(&server.ok("POST", "/api/catalog/grid", &query_prices(maker)));
    let (before, others) = (prices("Aurora"), prices("Boreal"));

    let first = ask(RAISE, &Value::Null);
    let conversation = &first["conversationId"];
    assert_eq!(first["pending"].as_array().unwrap().len(), 1, "one card: {first}");
    let card = &first["pending"][0]["card"];
    assert_eq!((&card["changed"], &card["buttonOnly"]), (&json!(MEANT), &json!(false)), "{card}");
    assert_eq!(card["changes"].as_array().unwrap().len(), MEANT, "each row is shown: {card}");
    let calls: Vec<&Value> = first["debug"]["rounds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|round| &round["toolCalls"][0]["name"])
        .collect();
    assert_eq!(calls, ["catalog_search", "set_price"]);
    assert_eq!(prices("Aurora"), before, "nothing changes before it is confirmed");

    let asked = model.received_requests().len();
    let second = ask(CORRECTION, conversation);
    assert_eq!(second["pending"][0]["arguments"]["percent"], 4, "{second}");
    assert_eq!(prices("Aurora"), before, "a correction never writes");
    let old = first["pending"][0]["actionId"].as_str().unwrap();
    let refused = server.post(&format!("/api/actions/{old}/confirm")).json("{}").send();
    assert_eq!(refused.error(409), "action_decided", "its place was taken");
    let yes = ask(YES, conversation);
    assert_eq!((&yes["mode"], &yes["state"]), (&json!("assistant"), &json!("composed")), "{yes}");
    assert_eq!(model.received_requests().len(), asked, "no model reads a correction or a yes");
    let id = second["pending"][0]["actionId"].as_str().unwrap();
    let done = server.get(&format!("/api/actions/{id}")).send().json();
    assert_eq!((&done["state"], &done["card"]["changed"]), (&json!("executed"), &json!(MEANT)), "{yes}");
    assert_raised(&before, &prices("Aurora"), 1.04);
    assert_eq!(prices("Boreal"), others, "the other maker's stay as they are");

    let undo = |conversation: &Value| {
        let scope = json!({ "scope": "conversation", "id": conversation });
        let undone = server.ok("POST", "/api/actions/undo", &scope);
        assert_eq!((&undone["actions"], &undone["undone"]), (&json!(1), &json!(MEANT)), "{undone}");
        assert_eq!(prices("Aurora"), before);
    };
    undo(conversation);

    // A client that names no mode gets the desk, and a card is read there too; what is not clear decides nothing.
    let again = ask(RAISE, &Value::Null);
    let conversation = &again["conversationId"];
    ask_in(None, CORRECTION, conversation);
    assert_eq!(prices("Aurora"), before);
    ask_in(None, YES, conversation);
    assert_raised(&before, &prices("Aurora"), 1.04);
    undo(conversation);
    let unclear = ask(RAISE, &Value::Null);
    ask_in(None, "pode ser", &unclear["conversationId"]);
    assert_eq!(prices("Aurora"), before);

    let shown = ask(SHOW, &Value::Null);
    let showcase = &shown["showcases"][0];
    assert_eq!(showcase["formation"], "grid", "{shown}");
    let items = showcase["items"].as_array().unwrap();
    let is_meant = |item: &Value| item["name"].as_str().unwrap().starts_with("Tomatox ");
    assert!(items.len() == 3 && items.iter().all(is_meant), "{showcase}");
    assert!(shown["answer"].as_str().unwrap().contains("[1]"), "{shown}");
}
