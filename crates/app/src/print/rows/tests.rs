//! Tests of printed rows: content and order.

use super::super::tests::item;
use super::*;
use serde_json::{Value, json};

fn row_texts(item: &Item, list: &ListPrices) -> Vec<(String, String, String)> {
    let groups = group_items(std::slice::from_ref(item), list, Lang::PtBr);
    let plain = |text: &str| text.replace('\u{a0}', " ");
    let texts = |row: &PrintedRow| (row.code.clone(), row.package.clone(), plain(&row.price));
    groups[0].products[0].rows.iter().map(texts).collect()
}

fn text(code: &str, package: &str, price: &str) -> (String, String, String) {
    (code.to_owned(), package.to_owned(), price.to_owned())
}

#[test]
fn a_category_is_one_however_it_is_spelt_and_names_are_in_the_order_of_the_alphabet() {
    let of = |name: &str, category: Value| item(name, json!({ "category": category }));
    let items = [
        of("Boro", json!(null)),
        of("Zinco", json!("ADUBOS ")),
        of("Abamectina", json!("Inseticidas")),
        of("água mineral", json!("Adubos")),
        of("Sal", json!("  ")),
        of("Álcool", json!("Adubós")),
    ];
    let groups = group_items(&items, &ListPrices::default(), Lang::PtBr);
    let told: Vec<(&str, Vec<&str>)> = groups
        .iter()
        .map(|group| {
            let names = group.products.iter().map(|product| product.name.as_str()).collect();
            (group.category.as_str(), names)
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Adubos", vec!["água mineral", "Álcool", "Zinco"]),
            ("Inseticidas", vec!["Abamectina"]),
            ("", vec!["Boro", "Sal"]),
        ]
    );
    assert!(group_items(&[], &ListPrices::default(), Lang::En).is_empty());
}

#[test]
fn an_item_with_a_price_of_its_own_stands_before_its_packages() {
    let base = ListPrices::default();
    let packages = json!([
        { "label": "5 L", "code": "F-5", "price": 298 },
        { "label": "20 L" },
        { "label": "10 L", "price": 3, "status": "inativo" },
    ]);
    let more = json!({ "externalId": "A-1", "packages": packages, "price": null });
    let packed = item("Ferrugil", more.clone());
    assert_eq!(row_texts(&packed, &base), [text("F-5", "5 L", "R$ 298,00"), text("A-1", "20 L", "")]);
    let mut more = more;
    more["price"] = json!("12.5");
    let both = item("Ferrugil", more);
    assert_eq!(row_texts(&both, &base)[0], text("A-1", "", "R$ 12,50"));
    assert_eq!((row_texts(&both, &base).len(), count_packages(&[packed, both])), (3, 4));
    let bare = item("Sob consulta", json!({}));
    assert_eq!(row_texts(&bare, &base), [text("", "", "")], "it is there without a price");
}

#[test]
fn the_prices_of_a_list_are_its_own_ones_else_what_its_rule_makes_of_the_base() {
    let packages =
        json!([{ "label": "5 L", "price": 100 }, { "label": "20 L", "price": 300 }, { "label": "1 L" }]);
    let item = item("Ferrugil", json!({ "price": 10, "packages": packages }));
    let own = |package: Option<&str>, price: &str| {
        ((item.id, package.map(str::to_owned)), Price::parse(price).unwrap())
    };
    let list = ListPrices {
        rule: Some(PriceRule { factor: 0.5, cents: None }),
        own: HashMap::from([own(Some("20 L"), "299.9"), own(Some("1 L"), "30")]),
    };
    let prices = |list: &ListPrices| -> Vec<String> {
        row_texts(&item, list).into_iter().map(|(_, _, price)| price).collect()
    };
    assert_eq!(prices(&list), ["R$ 5,00", "R$ 50,00", "R$ 299,90", "R$ 30,00"]);
    let without_rule = ListPrices { rule: None, own: HashMap::from([own(None, "7")]) };
    assert_eq!(prices(&without_rule), ["R$ 7,00", "R$ 100,00", "R$ 300,00", ""]);
    let of_another = HashMap::from([((Uuid::nil(), None), Price::parse("1").unwrap())]);
    let other = ListPrices { rule: None, own: of_another };
    assert_eq!(prices(&other)[0], "R$ 10,00", "the price of another item");
}

#[test]
fn what_is_not_seen_is_printed_nowhere() {
    let packages = json!([{ "label": "5\u{200b} L", "code": "F\u{202e}-5", "price": 1 }]);
    let hidden = item(
        "Ure\u{202e}ia\u{7} ",
        json!({ "category": "Adu\u{200b}bos", "externalId": "A\u{0}-1", "price": 2, "packages": packages }),
    );
    let groups = group_items(&[hidden], &ListPrices::default(), Lang::PtBr);
    let product = &groups[0].products[0];
    assert_eq!((groups[0].category.as_str(), product.name.as_str()), ("Adubos", "Ureia"));
    let codes: Vec<_> = product.rows.iter().map(|row| (row.code.as_str(), row.package.as_str())).collect();
    assert_eq!(codes, [("A-1", ""), ("F-5", "5 L")]);
}
