//! What a grid shows, in which order, and how complete it says it is.

use crate::support::{World, change, filter, ids, named_draft, priced_draft};
use celeiro_app::api::Empty;
use celeiro_app::sheet::grid::{AttributeColumnKind, grid_columns};
use celeiro_domain::catalog::{ItemDraft, Status};
use celeiro_domain::sheet::{ChangeAction, GridFilter, GridQuery, GridTest};
use serde_json::json;

fn item(name: &str, category: &str, price: Option<&str>, attributes: serde_json::Value) -> ItemDraft {
    let base = price.map_or_else(|| named_draft(name), |price| priced_draft(name, price));
    ItemDraft { category: Some(category.into()), attributes: attributes.as_object().unwrap().clone(), ..base }
}

async fn filled_world() -> World {
    let world = World::new().await;
    for draft in [
        ItemDraft {
            tags: vec!["Soja".into(), "100% puro".into()],
            description: Some("contra ferrugem asiática".into()),
            manufacturer: Some("Bayer".into()),
            external_id: Some("X-1".into()),
            ..item(
                "Fungicida Alfa",
                "Fungicida",
                Some("10"),
                json!({"formulacao": "SC", "classe": ["II", "III"]}),
            )
        },
        ItemDraft {
            status: Status::Rascunho,
            ..item("fungicida beta", "FUNGICIDA", Some("20"), json!({"formulacao": "EC", "teor": 250}))
        },
        item("Açúcar_total", "Adubo", None, json!({"teor": "45,5", "organico": true})),
        item("Zinco 100%", "Adubo", Some("5.5"), json!({"teor": 9})),
    ] {
        world.create(draft).await;
    }
    world
}

#[tokio::test]
async fn items_are_found_by_what_names_their_packages_and_not_by_their_attributes() {
    let world = World::new().await;
    let packages = json!([
        { "label": "saco 25 kg", "code": "ZU-25", "ean": "7891000315507" },
        { "label": "big bag 1.000 kg", "code": "ZU-BB", "status": "inativo" },
    ]);
    for (name, status) in [("Ureia", Status::Ativo), ("Ureia velha", Status::Inativo)] {
        let packages = Some(serde_json::from_value(packages.clone()).unwrap());
        world
            .create(ItemDraft { status, packages, ..item(name, "Adubo", None, json!({"selo": "QX-77"})) })
            .await;
    }
    world.create(item("Zinco", "Adubo", None, json!({"selo": "ZU-25"}))).await;
    for (text, want) in
        [("zu-bb", 2), ("ZU-25", 2), ("7891000315507", 2), ("31550", 2), ("ureia zu-25", 2), ("qx-77", 0)]
    {
        let query = GridQuery { text: Some(text.into()), ..GridQuery::default() };
        assert_eq!(world.grid(query).await.total, want, "{text}");
    }
    world.close().await;
}

#[tokio::test]
async fn filters_compare_folded_and_take_signs_of_sql_for_what_they_are() {
    let world = filled_world().await;
    for (column, test, values, want) in [
        ("category", GridTest::Is, vec!["fungicidá"], vec!["Fungicida Alfa", "fungicida beta"]),
        ("category", GridTest::IsNot, vec!["adubo"], vec!["Fungicida Alfa", "fungicida beta"]),
        ("name", GridTest::Contains, vec!["ACUCAR"], vec!["Açúcar_total"]),
        ("name", GridTest::Contains, vec!["%"], vec!["Zinco 100%"]),
        ("name", GridTest::Contains, vec!["_"], vec!["Açúcar_total"]),
        ("description", GridTest::Contains, vec!["asiatica"], vec!["Fungicida Alfa"]),
        ("description", GridTest::Empty, vec![], vec!["Açúcar_total", "fungicida beta", "Zinco 100%"]),
        ("tags", GridTest::Is, vec!["soja"], vec!["Fungicida Alfa"]),
        ("tags", GridTest::Contains, vec!["100%"], vec!["Fungicida Alfa"]),
        ("tags", GridTest::NotEmpty, vec![], vec!["Fungicida Alfa"]),
        ("price", GridTest::Below, vec!["10"], vec!["Fungicida Alfa", "Zinco 100%"]),
        ("price", GridTest::Above, vec!["10"], vec!["Fungicida Alfa", "fungicida beta"]),
        ("price", GridTest::Is, vec!["5,50", "20"], vec!["fungicida beta", "Zinco 100%"]),
        ("price", GridTest::Empty, vec![], vec!["Açúcar_total"]),
        ("price", GridTest::IsNot, vec!["10"], vec!["Açúcar_total", "fungicida beta", "Zinco 100%"]),
        ("status", GridTest::Is, vec!["rascunho"], vec!["fungicida beta"]),
        ("status", GridTest::IsNot, vec!["ativo"], vec!["fungicida beta"]),
        ("externalId", GridTest::Is, vec!["x-1"], vec!["Fungicida Alfa"]),
        ("attributes.formulacao", GridTest::Is, vec!["sc"], vec!["Fungicida Alfa"]),
        ("attributes.formulacao", GridTest::IsNot, vec!["sc", "ec"], vec!["Açúcar_total", "Zinco 100%"]),
        ("attributes.formulacao", GridTest::Contains, vec!["c"], vec!["Fungicida Alfa", "fungicida beta"]),
        ("attributes.classe", GridTest::Is, vec!["iii"], vec!["Fungicida Alfa"]),
        ("attributes.organico", GridTest::Is, vec!["true"], vec!["Açúcar_total"]),
        ("attributes.teor", GridTest::Above, vec!["45"], vec!["Açúcar_total", "fungicida beta"]),
        ("attributes.teor", GridTest::Empty, vec![], vec!["Fungicida Alfa"]),
        ("attributes.nowhere", GridTest::NotEmpty, vec![], vec![]),
        (
            "version",
            GridTest::Is,
            vec!["1"],
            vec!["Açúcar_total", "Fungicida Alfa", "fungicida beta", "Zinco 100%"],
        ),
        ("updatedAt", GridTest::Below, vec!["2000-01-01"], vec![]),
        (
            "currency",
            GridTest::Is,
            vec!["brl"],
            vec!["Açúcar_total", "Fungicida Alfa", "fungicida beta", "Zinco 100%"],
        ),
    ] {
        let found = world.names(vec![filter(column, test, &values)], &[("name", false)]).await;
        assert_eq!(found, want, "{column} {test:?} {values:?}");
    }
    for (text, want) in
        [("fung BAYER", 1), ("x-1", 1), ("100%", 2), ("beta", 1), ("beta alfa", 0), ("_total", 1)]
    {
        let query = GridQuery { text: Some(text.into()), ..GridQuery::default() };
        assert_eq!(world.grid(query).await.total, want, "{text}");
    }
    world.close().await;
}

#[tokio::test]
async fn rows_without_a_value_come_last_either_way() {
    let world = filled_world().await;
    let by = async |column: &str, descending| world.names(vec![], &[(column, descending)]).await;
    assert_eq!(by("price", false).await, ["Zinco 100%", "Fungicida Alfa", "fungicida beta", "Açúcar_total"]);
    assert_eq!(by("price", true).await, ["fungicida beta", "Fungicida Alfa", "Zinco 100%", "Açúcar_total"]);
    assert_eq!(
        by("attributes.teor", true).await,
        ["fungicida beta", "Açúcar_total", "Zinco 100%", "Fungicida Alfa"]
    );
    assert_eq!(by("name", true).await, ["Zinco 100%", "fungicida beta", "Fungicida Alfa", "Açúcar_total"]);
    for column in
        ["description", "category", "manufacturer", "status", "version", "completeness", "externalId"]
    {
        assert_eq!(by(column, true).await.len(), 4, "{column}");
    }
    let newest = world.names(vec![], &[]).await;
    assert_eq!(newest, ["Zinco 100%", "Açúcar_total", "fungicida beta", "Fungicida Alfa"]);
    let pages = async |offset| {
        let query = GridQuery { offset: Some(offset), limit: Some(3), ..GridQuery::default() };
        let page = world.grid(query).await;
        assert_eq!(page.total, 4);
        page.rows.into_iter().map(|row| row.item.name).collect::<Vec<_>>()
    };
    assert_eq!([pages(0).await, pages(3).await].concat(), newest);
    world.close().await;
}

#[tokio::test]
async fn counts_are_those_of_the_moment_for_every_writer_and_however_often_they_are_asked_for() {
    let world = filled_world().await;
    let count = async |filters: Vec<GridFilter>| {
        let page = world.grid(GridQuery { filters, limit: Some(1), ..GridQuery::default() }).await;
        (page.total, page.average_completeness)
    };
    let (all, dear) = (vec![], vec![filter("price", GridTest::Above, &["15"])]);
    for _ in 0..3 {
        assert_eq!((count(all.clone()).await.0, count(dear.clone()).await.0), (4, 1));
    }
    // Of a transaction that is not done nothing is counted; once it is done, all of it.
    let mut other = world.pool.begin().await.unwrap();
    sqlx::query("INSERT INTO catalog_items (name, price) VALUES ('Enxada', 99)")
        .execute(&mut *other)
        .await
        .unwrap();
    assert_eq!((count(all.clone()).await.0, count(dear.clone()).await.0), (4, 1));
    assert_eq!(count(dear.clone()).await.0, 1);
    other.commit().await.unwrap();
    let (total, average) = count(all.clone()).await;
    assert_eq!((total, count(dear.clone()).await.0), (5, 2));
    sqlx::query("UPDATE catalog_items SET price = NULL WHERE name = 'Enxada'")
        .execute(&world.pool)
        .await
        .unwrap();
    let (total, without) = count(all.clone()).await;
    assert!(total == 5 && without < average, "{without} after {average}");
    assert_eq!(count(dear).await.0, 1);
    sqlx::query("DELETE FROM catalog_items WHERE name = 'Enxada'").execute(&world.pool).await.unwrap();
    assert_eq!(count(all).await.0, 4);
    world.close().await;
}

#[tokio::test]
async fn deleted_items_come_where_they_are_asked_for_and_can_be_brought_back_together() {
    let world = filled_world().await;
    let page = world.grid(GridQuery { text: Some("fungicida".into()), ..GridQuery::default() }).await;
    let both: Vec<_> = page.rows.iter().map(|row| row.item.id).collect();
    let deleted = world.bulk(ids(both.clone()), vec![change("deleted", ChangeAction::Set, "true")]).await;
    assert_eq!(deleted.changed, 2);
    assert_eq!(world.names(vec![], &[("name", false)]).await, ["Açúcar_total", "Zinco 100%"]);
    let gone = vec![filter("deleted", GridTest::Is, &["true"])];
    let page = world.grid(GridQuery { filters: gone, ..GridQuery::default() }).await;
    assert_eq!((page.total, page.rows.iter().all(|row| row.deleted)), (2, true));
    world.bulk(ids(both), vec![change("deleted", ChangeAction::Set, "false")]).await;
    assert_eq!(world.names(vec![], &[]).await.len(), 4);
    world.close().await;
}

#[tokio::test]
async fn columns_tell_what_attributes_there_are_and_of_which_kind() {
    let world = filled_world().await;
    let found = grid_columns(&world.app, &world.caller, Empty {}).await.unwrap().attributes;
    let told: Vec<_> = found.iter().map(|a| (a.column.as_str(), a.kind, a.count)).collect();
    assert_eq!(
        told,
        [
            ("attributes.teor", AttributeColumnKind::Number, 3),
            ("attributes.formulacao", AttributeColumnKind::Text, 2),
            ("attributes.classe", AttributeColumnKind::List, 1),
            ("attributes.organico", AttributeColumnKind::YesNo, 1),
        ]
    );
    world.close().await;
}
