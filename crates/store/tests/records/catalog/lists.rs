//! Lists, facets and names: what is listed in which order, and what is no match.

use crate::faqs::faq_draft;
use crate::items::{draft, draft_with_id};
use crate::world::{World, write};
use celeiro_domain::catalog::{FacetValue, ItemDraft, Package, PackageStatus, Price, Status};
use celeiro_domain::search::{Filters, Kind, Sort};
use celeiro_domain::text::normalize_text;
use celeiro_store::{AttributeKind, ListQuery, RecordCounts};
use serde_json::json;
use uuid::Uuid;

fn product(name: &str, category: &str, price: Option<&str>, tags: &[&str]) -> ItemDraft {
    ItemDraft {
        category: Some(category.into()),
        price: price.map(|price| Price::parse(price).unwrap()),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..draft(name)
    }
}

fn page(text: &str, sort: Sort) -> ListQuery {
    ListQuery { text: text.into(), sort, limit: 10, ..ListQuery::default() }
}

impl World {
    async fn list_names(&self, query: &ListQuery) -> Vec<String> {
        self.store.list_items(query).await.unwrap().rows.into_iter().map(|item| item.name).collect()
    }

    async fn with_stock() -> Self {
        let world = Self::new().await;
        for draft in [
            product("Óleo mineral", "Adjuvante", Some("30"), &["óleo"]),
            product("Calda 100%", "ADJUVANTE", Some("10"), &["Calda"]),
            product("Zinco_quelado", "Adubo", None, &["óleo", "folha"]),
            ItemDraft { status: Status::Rascunho, ..product("Ácido", "Adubo", Some("20"), &[]) },
        ] {
            world.create(&draft).await;
        }
        world
    }
}

#[tokio::test]
async fn a_list_is_ordered_as_asked_and_what_has_no_price_comes_last() {
    let world = World::with_stock().await;
    let cheapest = ["Calda 100%", "Ácido", "Óleo mineral", "Zinco_quelado"];
    assert_eq!(world.list_names(&page("", Sort::PriceAsc)).await, cheapest);
    let dearest = ["Óleo mineral", "Ácido", "Calda 100%", "Zinco_quelado"];
    assert_eq!(world.list_names(&page("", Sort::PriceDesc)).await, dearest);
    let by_name = ["Ácido", "Calda 100%", "Óleo mineral", "Zinco_quelado"];
    assert_eq!(world.list_names(&page("", Sort::Name)).await, by_name, "accents do not matter");
    let newest = ["Ácido", "Zinco_quelado", "Calda 100%", "Óleo mineral"];
    assert_eq!(world.list_names(&page("", Sort::Newest)).await, newest);
    let behind = ListQuery { offset: 9, ..page("", Sort::Name) };
    let behind = world.store.list_items(&behind).await.unwrap();
    assert_eq!((behind.rows.len(), behind.total), (0, 4), "behind the end it is still said how many");
    world.close().await;
}

#[tokio::test]
async fn a_text_is_only_a_text_and_conditions_are_compared_folded() {
    let world = World::with_stock().await;
    assert_eq!(world.list_names(&page("OLEO", Sort::Name)).await, ["Óleo mineral", "Zinco_quelado"]);
    assert_eq!(world.list_names(&page("100%", Sort::Name)).await, ["Calda 100%"]);
    assert!(world.list_names(&page("c%o", Sort::Name)).await.is_empty(), "no wildcard");
    assert!(world.list_names(&page("'; DROP TABLE catalog_items; --", Sort::Name)).await.is_empty());
    let drafts = ListQuery { status: Some(Status::Rascunho), ..page("", Sort::Name) };
    assert_eq!(world.list_names(&drafts).await, ["Ácido"]);
    let most = Some(Price::parse("15").unwrap());
    let filters = Filters { category: vec!["adjuvante".into()], max_price: most, ..Filters::default() };
    let filtered = ListQuery { filters, ..page("", Sort::Name) };
    assert_eq!(world.list_names(&filtered).await, ["Calda 100%"]);
    let tagged = Filters { tags: vec!["OLEO".into(), "folha".into()], ..Filters::default() };
    let tagged = ListQuery { filters: tagged, ..page("", Sort::Name) };
    assert_eq!(world.list_names(&tagged).await, ["Zinco_quelado"], "all tags must be there");
    world.close().await;
}

#[tokio::test]
async fn a_walk_by_age_meets_every_record_once_also_those_of_one_moment() {
    let world = World::new().await;
    for n in 0..5 {
        world.create(&draft(&format!("Item {n}"))).await;
        world.create_faq(&faq_draft(&format!("Pergunta {n}?"))).await;
    }
    world.execute("UPDATE catalog_items SET created_at = '2026-01-01' WHERE name < 'Item 3'").await;
    let (mut seen, mut last) = (Vec::new(), None);
    loop {
        let (items, next) = world.store.items_by_age(last, 2).await.unwrap();
        seen.extend(items.into_iter().map(|item| item.name));
        last = next;
        if last.is_none() {
            break;
        }
        assert!(seen.len() <= 5, "it goes round in a circle: {seen:?}");
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5);
    let (faqs, end) = world.store.faqs_by_age(None, 9).await.unwrap();
    let questions: Vec<&str> = faqs.iter().map(|faq| faq.question.as_str()).collect();
    assert_eq!(questions[0], "Pergunta 0?", "the oldest first");
    assert!(world.store.faqs_by_age(end, 9).await.unwrap().0.is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_record_is_named_by_its_whole_id_or_by_the_end_of_it_that_begins_a_part() {
    let world = World::new().await;
    let whole = world.create(&draft_with_id("A", "FUN-0028")).await.id;
    let end = world.create(&draft_with_id("B", "DEMO-FUN-0028")).await.id;
    let other = world.create(&draft_with_id("C", "XFUN-0029")).await.id;
    let find_named = async |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = world.store.named_records(Kind::Items, &names, &Filters::default()).await.unwrap();
        found.into_iter().map(|record| record.id).collect::<Vec<Uuid>>()
    };
    assert_eq!(find_named(&["fun-0028"]).await, [whole], "a whole id is meant, not the end of another");
    assert_eq!(find_named(&["demo-fun-0028", "fun-0028"]).await, [end, whole], "in the order of the names");
    assert!(find_named(&["0028"]).await.is_empty(), "digits alone could be anything");
    assert!(find_named(&["fun-0029"]).await.is_empty(), "it begins no part of the id");
    assert_eq!(find_named(&["xfun-0029"]).await, [other]);
    assert!(find_named(&[]).await.is_empty());
    world.store.delete_item(whole, &write()).await.unwrap();
    assert_eq!(find_named(&["fun-0028"]).await, [end]);
    let texts: Vec<String> = ["FUN-0028", "XFUN-0029", "nada"].map(str::to_owned).to_vec();
    let unknown = world.store.unknown_ids(Kind::Items, &texts).await.unwrap();
    assert_eq!(unknown, ["FUN-0028", "nada"], "what is deleted is not known");
    assert_eq!(world.store.find_record(Kind::Items, "XFUN-0029").await.unwrap(), Some(other));
    assert_eq!(world.store.find_record(Kind::Items, &format!(" {other} ")).await.unwrap(), Some(other));
    assert_eq!(world.store.find_record(Kind::Faqs, "XFUN-0029").await.unwrap(), None);
    world.close().await;
}

#[tokio::test]
async fn an_item_is_named_by_the_code_and_the_ean_of_a_package_that_it_is_sold_in() {
    let world = World::new().await;
    let package = Package {
        label: "saco U-30".into(),
        code: Some("U-25".into()),
        ean: Some("7891000315507".into()),
        price: None,
        status: PackageStatus::Ativo,
    };
    let lettered =
        Package { label: "big bag".into(), code: Some("ZU-BB".into()), ean: None, ..package.clone() };
    let sold = world.create(&ItemDraft { packages: Some(vec![package, lettered]), ..draft("A") }).await.id;
    let ends = world.create(&draft_with_id("B", "DEMO-U-25")).await.id;
    let own = world.create(&draft_with_id("C", "7891000315507")).await.id;
    let find_named = async |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = world.store.named_records(Kind::Items, &names, &Filters::default()).await.unwrap();
        found.into_iter().map(|record| record.id).collect::<Vec<Uuid>>()
    };
    assert_eq!(find_named(&["u-25"]).await, [sold], "a whole code is meant, not the end of an id");
    assert_eq!(
        find_named(&["7891000315507", "demo-u-25"]).await,
        [own, sold, ends],
        "in the order of the names"
    );
    assert!(find_named(&["u-30"]).await.is_empty(), "a word of a label is no code");
    assert_eq!(find_named(&["07891000315507"]).await, [sold], "the same number with a zero before it");
    assert_eq!(find_named(&["zu-bb"]).await, [sold], "a code without digits");
    let joined = world.create(&draft_with_id("D", "DEMO-BIG-BAG")).await.id;
    assert!(find_named(&["big-bag"]).await.is_empty(), "joined words are no end of an id");
    assert_eq!(find_named(&["demo-big-bag"]).await, [joined]);
    world.close().await;
}

#[tokio::test]
async fn facets_count_what_search_finds_by_its_commonest_spelling() {
    let world = World::with_stock().await;
    world.create(&product("Espalhante", "Adjuvante", Some("40"), &[])).await;
    let with_attributes = ItemDraft {
        attributes: json!({ "teor": 20, "classe": "IV", "lista": [1], "vazio": "" })
            .as_object()
            .unwrap()
            .clone(),
        ..draft("Com atributos")
    };
    world.create(&with_attributes).await;
    let facets = world.store.facets().await.unwrap();
    let categories: Vec<(&str, u32)> =
        facets.categories.iter().map(|one| (one.value.as_str(), one.count)).collect();
    assert_eq!(categories, [("Adjuvante", 3), ("Adubo", 1)], "a draft is not found");
    assert_eq!(facets.tags.first().map(|tag| (tag.value.as_str(), tag.count)), Some(("óleo", 2)));
    let prices = [facets.min_price, facets.max_price].map(|price| price.unwrap().to_string());
    assert_eq!(prices, ["10", "40"]);
    let keys: Vec<&str> = facets.attributes.iter().map(|one| one.key.as_str()).collect();
    assert_eq!(keys, ["classe", "teor"], "lists and blanks cannot be chosen");
    assert!(world.store.attribute_exists("teor").await.unwrap());
    assert!(!world.store.attribute_exists("cor").await.unwrap());
    assert_eq!(world.store.attribute_names(1).await.unwrap().len(), 1);
    let columns = world.store.attribute_columns().await.unwrap();
    let kind = |key: &str| columns.iter().find(|column| column.key == key).map(|column| column.kind);
    assert_eq!((kind("teor"), kind("classe")), (Some(AttributeKind::Number), Some(AttributeKind::Text)));
    assert_eq!((kind("lista"), kind("cor")), (Some(AttributeKind::List), None));
    world.close().await;
}

#[tokio::test]
async fn spellings_that_a_filter_takes_for_one_value_are_counted_as_one() {
    let world = World::new().await;
    for (name, tag, crop) in
        [("A", "Óleo", "soja"), ("B", "oleo", "Soja"), ("C", "ÓLEO", "soja"), ("D", "sal", "uva")]
    {
        let attributes = json!({ "cultura": crop }).as_object().unwrap().clone();
        world.create(&ItemDraft { attributes, ..product(name, "Adubo", None, &[tag]) }).await;
    }
    let facets = world.store.facets().await.unwrap();
    let counts = |values: &[FacetValue]| -> Vec<(String, u32)> {
        values.iter().map(|one| (normalize_text(&one.value), one.count)).collect()
    };
    assert_eq!(counts(&facets.tags), [("oleo".to_owned(), 3), ("sal".to_owned(), 1)]);
    assert_eq!(facets.attributes[0].values[0].value, "soja", "as it is written most often");
    assert_eq!(counts(&facets.attributes[0].values), [("soja".to_owned(), 3), ("uva".to_owned(), 1)]);
    world.close().await;
}

#[tokio::test]
async fn as_many_values_are_listed_as_promised_however_many_spellings_they_have() {
    let world = World::new().await;
    for at in 0..40 {
        for word in ["cor", "Cor", "COR"] {
            let tags: Vec<String> = (0..4).map(|part| format!("{word} {at} {part}")).collect();
            let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
            let attributes = json!({ "cor": format!("{word} {at}") }).as_object().unwrap().clone();
            let name = format!("{word} {at}");
            world.create(&ItemDraft { attributes, ..product(&name, "Tinta", None, &tags) }).await;
        }
    }
    let facets = world.store.facets().await.unwrap();
    assert_eq!(facets.tags.len(), 160);
    assert!(facets.tags.iter().all(|tag| tag.count == 3));
    assert_eq!(facets.attributes.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(), ["cor"]);
    assert_eq!(facets.attributes[0].values.len(), 40);
    assert!(facets.attributes[0].values.iter().all(|value| value.count == 3));
    world.close().await;
}

#[tokio::test]
async fn records_are_counted_with_and_without_what_search_does_not_find() {
    let world = World::with_stock().await;
    world.create_faq(&faq_draft("Pode?")).await;
    let counted = RecordCounts { items: 4, searchable_items: 3, faqs: 1, searchable_faqs: 1 };
    assert_eq!(world.store.record_counts().await.unwrap(), counted);
    let status = world.store.database_status().await.unwrap();
    assert!(status.bytes > 0 && status.server.starts_with("18"), "{status:?}");
    let sizes = world.store.sizes().await.unwrap();
    assert!(sizes.tables > 0 && sizes.indexes > 0, "{sizes:?}");
    let again = world.opened_again().await;
    assert_eq!(again.database_id().await.unwrap(), world.store.database_id().await.unwrap());
    again.close().await;
    let elsewhere = World::new().await;
    assert_ne!(elsewhere.store.database_id().await.unwrap(), world.store.database_id().await.unwrap());
    elsewhere.close().await;
    world.close().await;
}

#[tokio::test]
async fn what_a_category_expects_is_asked_whatever_its_spelling_and_says_who_settled_it() {
    let world = World::with_stock().await;
    let of = async |category: &str| world.store.category_attributes(category).await.unwrap();
    let nothing = of("ADJUVANTE").await;
    assert_eq!((nothing.items, nothing.spelled.is_some(), nothing.settled.is_none()), (2, true, true));
    let once = crate::world::write_of("ana");
    let settle = async |attributes: Option<&[&str]>, by: &celeiro_store::Write| {
        let attributes = attributes.map(|keys| keys.iter().map(|key| (*key).to_owned()).collect());
        world.store.settle_expectation("adjuvánte", attributes, by).await.unwrap();
    };
    for _ in 0..2 {
        settle(Some(&["teor"]), &once).await;
    }
    let settled = of("Adjuvante").await.settled.unwrap();
    assert_eq!(
        (settled.origin.as_str(), settled.actor.as_deref(), settled.before),
        ("person", Some("ana"), None)
    );
    settle(None, &write()).await;
    let counted = of("Adjuvante").await.settled.unwrap();
    assert_eq!((counted.origin.as_str(), counted.attributes.len()), ("counted", 0), "no item has any");
    assert_eq!(counted.before, Some(vec!["teor".to_owned()]));
    let unknown = of("Nada").await;
    assert_eq!((unknown.items, unknown.spelled), (0, None));
    world.close().await;
}
