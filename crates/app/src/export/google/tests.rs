//! Tests of product feeds: elements, and items that are left out.

use super::*;
use serde_json::json;

#[test]
fn an_address_has_the_id_where_the_shop_wants_it() {
    assert_eq!(fill_address("https://loja.example/p/", "A 1/2"), "https://loja.example/p/A%201%2F2");
    assert_eq!(fill_address("https://loja.example/?p={id}&x=1", "7"), "https://loja.example/?p=7&x=1");
}

#[test]
fn no_text_is_markup() {
    assert_eq!(escape_xml("a <b> & \"c\"\u{1}\nd"), "a &lt;b&gt; &amp; &quot;c&quot;\nd");
}

#[test]
fn packages_are_measured_as_the_form_wants_it() {
    let measure_label = |label: &str| {
        let package =
            Package { label: label.into(), code: None, ean: None, price: None, status: Default::default() };
        measure(&package)
    };
    assert_eq!(measure_label("galão 5 L").as_deref(), Some("5 l"));
    assert_eq!(measure_label("1 t").as_deref(), Some("1000 kg"));
    assert_eq!(measure_label("avulso"), None);
}

#[test]
fn prices_have_cents() {
    assert_eq!(Price::parse("12.5").unwrap().with_cents(), "12.50");
    assert_eq!(Price::parse("0.0050").unwrap().with_cents(), "0.01");
}

fn item(more: Value) -> Item {
    let mut given = json!({
        "id": "0193a1b2-0000-7000-8000-000000000001", "externalId": "A-1", "name": "Ferrugil",
        "description": "Fungicida.", "category": null, "manufacturer": null, "price": 12.5, "currency": "BRL",
        "tags": [], "status": "ativo", "attributes": { "foto": "https://loja.example/1.jpg" }, "notes": null,
        "createdAt": "2026-11-29T00:00:00Z", "updatedAt": "2026-11-29T00:00:00Z", "version": 1, "packages": [],
    });
    for (key, value) in more.as_object().expect("an object") {
        given[key] = value.clone();
    }
    serde_json::from_value(given).expect("an item")
}

fn feed() -> Feed {
    Feed::new(ShopFeed {
        link: "https://loja.example/p".into(),
        image_attribute: Some("Foto".into()),
        image_link: None,
    })
}

/// The elements of items, one below the other.
fn write(items: &[Item]) -> String {
    let mut feed = feed();
    feed.take();
    items.iter().for_each(|item| {
        feed.add(item);
    });
    String::from_utf8(feed.take()).unwrap()
}

/// What stands in the fields of this name.
fn texts_of<'a>(xml: &'a str, field: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<g:{field}>"), format!("</g:{field}>"));
    xml.split(open.as_str()).skip(1).filter_map(|rest| Some(rest.split_once(close.as_str())?.0)).collect()
}

#[test]
fn what_no_shop_can_show_is_left_out_by_its_reason() {
    use LeftOutReason::{NoDescription, NoImage, NoPrice, NotOnSale};
    let inactive = json!([{ "label": "5 L", "price": 9, "status": "inativo" }]);
    for (more, reason) in [
        (json!({ "status": "inativo" }), NotOnSale),
        (json!({ "status": "inativo", "description": null, "price": null }), NotOnSale),
        (json!({ "packages": inactive }), NotOnSale),
        (json!({ "description": null }), NoDescription),
        (json!({ "description": " \n" }), NoDescription),
        (json!({ "attributes": {} }), NoImage),
        (json!({ "attributes": { "foto": "javascript:alert(1)" } }), NoImage),
        (json!({ "attributes": { "foto": "" } }), NoImage),
        (json!({ "attributes": { "foto": 7 } }), NoImage),
        (json!({ "price": null }), NoPrice),
        (json!({ "price": 0 }), NoPrice),
        (json!({ "price": 0.004 }), NoPrice),
        (json!({ "packages": [{ "label": "5 L" }] }), NoPrice),
    ] {
        let mut feed = feed();
        assert_eq!(feed.add(&item(more.clone())), 0, "{more}");
        assert_eq!(feed.left_out_counts(), &BTreeMap::from([(reason, 1)]), "{more}");
    }
}

#[test]
fn each_package_is_an_offer_with_its_own_name_price_and_size() {
    let packages = json!([
        { "label": "bombona 5 L", "code": "F-5", "price": 298, "ean": "7891000315507" },
        { "label": "galão 20 L", "price": 999.9 },
        { "label": "balde 10 L", "price": 3, "status": "inativo" },
    ]);
    let xml = write(&[item(json!({ "packages": packages }))]);
    assert_eq!(texts_of(&xml, "id"), ["F-5", "A-1-galao-20-l"]);
    assert_eq!(texts_of(&xml, "title"), ["Ferrugil bombona 5 L", "Ferrugil galão 20 L"]);
    assert_eq!(texts_of(&xml, "price"), ["298.00 BRL", "999.90 BRL"]);
    assert_eq!(texts_of(&xml, "gtin"), ["7891000315507"]);
    assert_eq!(texts_of(&xml, "mpn"), [""; 0], "codes of the dealer are no numbers of the maker");
    assert_eq!(texts_of(&xml, "identifier_exists"), ["no"], "the package without EAN has none");
    assert_eq!(texts_of(&xml, "unit_pricing_measure"), ["5 l", "20 l"]);
    assert_eq!(texts_of(&xml, "link"), ["https://loja.example/p/A-1"; 2]);
    // Shops show them as one product in two sizes.
    assert_eq!(texts_of(&xml, "item_group_id"), ["A-1", "A-1"]);
    assert_eq!(texts_of(&xml, "size"), ["bombona 5 L", "galão 20 L"]);
    let alone = write(&[item(json!({ "packages": [{ "label": "5 L", "price": 3 }] })), item(json!({}))]);
    assert!(!alone.contains("item_group_id") && !alone.contains("<g:size>"), "{alone}");
}

#[test]
fn what_has_no_number_of_its_maker_says_so() {
    const IMAGE: &str = "https://loja.example/1.jpg";
    let package = |ean: Value| json!([{ "label": "5 L", "price": 3, "ean": ean }]);
    for (more, is_said) in [
        (json!({}), true),
        (json!({ "manufacturer": "Fábrica", "externalId": null }), true),
        (json!({ "manufacturer": "Fábrica" }), true),
        (json!({ "manufacturer": "Fábrica", "attributes": { "foto": IMAGE, "MPN": "F-77" } }), false),
        (
            json!({ "manufacturer": "Fábrica", "attributes": { "foto": IMAGE, "Código do fabricante": "7" } }),
            false,
        ),
        (json!({ "attributes": { "foto": IMAGE, "mpn": "F-77" } }), true),
        (json!({ "packages": package(json!("7891000315507")) }), false),
        (json!({ "packages": package(Value::Null) }), true),
    ] {
        let told = write(&[item(more.clone())]);
        let expected: &[&str] = if is_said { &["no"] } else { &[] };
        assert_eq!(texts_of(&told, "identifier_exists"), expected, "{more}");
    }
}

/// A count of the item itself, or of its package.
fn count(package: Option<&str>, place: &str, quantity: f64) -> StockLevel {
    let counted_at = "2026-11-28T12:00:00Z";
    let level = json!({
        "package": package, "place": place, "quantity": quantity, "unit": "", "countedAt": counted_at,
    });
    serde_json::from_value(level).expect("a level")
}

#[test]
fn what_is_counted_to_be_gone_is_out_of_stock_and_what_was_never_counted_is_not() {
    let (small, large) = (Some("5 L"), Some("20 L"));
    for (levels, expected) in [
        (vec![], ["in_stock", "in_stock"]),
        (vec![count(small, "", 0.0), count(large, "", 3.0)], ["out_of_stock", "in_stock"]),
        (vec![count(small, "Loja", 0.0), count(small, "Depósito", 2.0)], ["in_stock", "in_stock"]),
        // A package that was not counted is what the item is.
        (vec![count(None, "", 0.0), count(large, "", 1.0)], ["out_of_stock", "in_stock"]),
        (vec![count(None, "", 0.0)], ["out_of_stock", "out_of_stock"]),
        (vec![count(Some("10 L"), "", 0.0)], ["in_stock", "in_stock"]),
    ] {
        let packages = json!([{ "label": "5 L", "price": 3 }, { "label": "20 L", "price": 9 }]);
        let sold = item(json!({ "packages": packages }));
        let mut feed = feed();
        feed.take_levels(HashMap::from([(sold.id, levels.clone())]));
        feed.add(&sold);
        let xml = String::from_utf8(feed.take()).unwrap();
        assert_eq!(texts_of(&xml, "availability"), expected, "{levels:?}");
    }
    let mut feed = feed();
    let whole = item(json!({}));
    feed.take_levels(HashMap::from([(whole.id, vec![count(None, "", 0.0)])]));
    feed.add(&whole);
    let xml = String::from_utf8(feed.take()).unwrap();
    assert_eq!(texts_of(&xml, "availability"), ["out_of_stock"]);
}

#[test]
fn a_package_that_the_name_says_is_not_said_twice() {
    let packages = json!([{ "label": "Saco 25 kg", "price": 100 }]);
    let xml = write(&[item(json!({ "name": "Ureia saco 25 kg", "packages": packages }))]);
    assert_eq!(texts_of(&xml, "title"), ["Ureia saco 25 kg"]);
}

#[test]
fn an_id_stands_in_a_feed_once() {
    let mut feed = feed();
    assert_eq!(feed.add(&item(json!({}))), 1);
    assert_eq!(feed.add(&item(json!({ "name": "Outro" }))), 0);
    // They differ behind the fiftieth letter alone.
    let long = "A".repeat(MAX_ID);
    assert_eq!(feed.add(&item(json!({ "externalId": format!("{long}1") }))), 1);
    assert_eq!(feed.add(&item(json!({ "externalId": format!("{long}2") }))), 0);
    assert_eq!(feed.left_out_counts(), &BTreeMap::from([(LeftOutReason::SameId, 2)]));
}

#[test]
fn no_text_of_the_catalog_is_markup_or_longer_than_the_form_allows() {
    let hostile = "Ureia </g:title><script>&\"\u{0}\u{b}";
    let xml = write(&[item(json!({
        "name": format!("{hostile}{}", "ã".repeat(500)), "description": "é".repeat(6_000),
        "manufacturer": "m".repeat(100), "category": "c".repeat(1_000), "externalId": "a b/ç?&",
    }))]);
    let title = texts_of(&xml, "title");
    assert!(title.len() == 1 && title[0].starts_with("Ureia &lt;/g:title&gt;&lt;script&gt;&amp;&quot;ã"));
    assert!(!xml.contains("<script>") && !xml.contains(['\u{0}', '\u{b}']));
    let length = |field: &str| texts_of(&xml, field)[0].chars().count();
    assert_eq!(
        (length("description"), length("brand"), length("product_type")),
        (MAX_DESCRIPTION, MAX_BRAND, MAX_TYPE)
    );
    assert_eq!(texts_of(&xml, "link"), ["https://loja.example/p/a%20b%2F%C3%A7%3F%26"]);
    assert_eq!(texts_of(&xml, "id"), ["a b/ç?&amp;"]);
}

#[test]
fn a_picture_is_the_items_own_or_is_made_from_its_id() {
    let made = ShopFeed {
        link: "https://loja.example/{id}".into(),
        image_attribute: Some("Foto".into()),
        image_link: Some("https://cdn.example/{id}.jpg".into()),
    };
    for (attributes, image) in [
        (json!({ "foto": " http://loja.example/a?b=1&c=2 " }), "http://loja.example/a?b=1&amp;c=2"),
        (json!({ "FOTO": "https://loja.example/2.jpg" }), "https://loja.example/2.jpg"),
        (json!({ "foto": "C:\\fotos\\1.jpg" }), "https://cdn.example/A-1.jpg"),
        (json!({}), "https://cdn.example/A-1.jpg"),
    ] {
        let mut feed = Feed::new(made.clone());
        feed.add(&item(json!({ "attributes": attributes })));
        let xml = String::from_utf8(feed.take()).unwrap();
        assert_eq!(texts_of(&xml, "image_link"), [image], "{attributes}");
    }
}

#[test]
fn the_feed_is_of_the_front_page_of_the_shop_whatever_the_address_of_a_product_is() {
    for link in ["https://loja.example/p/{id}", "https://loja.example?id={id}", "https://loja.example"] {
        let shop = ShopFeed { link: link.into(), image_attribute: None, image_link: None };
        let head = String::from_utf8(Feed::new(shop).take()).unwrap();
        assert!(head.contains("<link>https://loja.example</link>"), "{link}: {head}");
    }
}

#[test]
fn a_feed_that_is_taken_in_parts_is_one_document() {
    let mut feed = feed();
    let mut whole = feed.take();
    feed.add(&item(json!({})));
    whole.extend(feed.take());
    assert!(feed.take().is_empty());
    feed.end();
    whole.extend(feed.take());
    let text = String::from_utf8(whole).unwrap();
    assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss"), "{text}");
    assert!(text.ends_with("</item>\n</channel>\n</rss>\n"), "{text}");
    assert_eq!((text.matches("<item>").count(), text.matches("<channel>").count()), (1, 1));
}
