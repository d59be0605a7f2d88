//! Saved views.

use crate::support::{World, caller_named, code, filter};
use celeiro_app::Caller;
use celeiro_app::sheet::views::{
    DeleteView, GridView, ListViews, SaveView, ViewColumn, ViewContent, delete_view, list_views, save_view,
};
use celeiro_domain::sheet::{GridSort, GridTest};

fn view(name: &str, shared: bool) -> SaveView {
    let columns = vec![
        ViewColumn { column: "name".into(), width: Some(320) },
        ViewColumn { column: "attributes.teor".into(), width: None },
    ];
    let content = ViewContent {
        columns,
        text: Some("soja".into()),
        filters: vec![filter("status", GridTest::Is, &["rascunho"])],
        sort: vec![GridSort { column: "price".into(), descending: true }],
    };
    SaveView {
        id: None,
        version: None,
        kind: None,
        name: name.into(),
        shared: Some(shared),
        content,
        operation_id: None,
    }
}

async fn list_views_of(world: &World, caller: &Caller) -> Vec<GridView> {
    list_views(&world.app, caller, ListViews::default()).await.unwrap()
}

#[tokio::test]
async fn views_are_ones_own_or_shared_and_saved_by_their_owner_alone() {
    let world = World::new().await;
    let (ana, bruno) = (caller_named("ana"), caller_named("bruno"));
    let own = save_view(&world.app, &ana, view("Rascunhos", false)).await.unwrap();
    let shared = save_view(&world.app, &ana, view("Preços", true)).await.unwrap();
    assert_eq!(own.content, view("", false).content);
    assert_eq!(list_views_of(&world, &ana).await, [shared.clone(), own.clone()]);
    let theirs = list_views_of(&world, &bruno).await;
    assert_eq!((theirs.len(), theirs[0].id, theirs[0].mine), (1, shared.id, false));

    let change = SaveView { id: Some(own.id), version: Some(own.version), ..view("Por fazer", false) };
    assert_eq!(code(save_view(&world.app, &bruno, change.clone()).await), "not_found");
    let changed = save_view(&world.app, &ana, change.clone()).await.unwrap();
    assert_eq!((changed.name.as_str(), changed.version), ("Por fazer", 2));
    assert_eq!(code(save_view(&world.app, &ana, change).await), "conflict");
    assert_eq!(code(save_view(&world.app, &ana, view("PRECOS", false)).await), "view_name_taken");
    save_view(&world.app, &bruno, view("Preços", false)).await.unwrap();

    let stale = DeleteView { id: own.id, version: 1, operation_id: None };
    assert_eq!(code(delete_view(&world.app, &ana, stale).await), "conflict");
    let gone = DeleteView { id: own.id, version: 2, operation_id: None };
    assert_eq!(code(delete_view(&world.app, &bruno, gone.clone()).await), "not_found");
    delete_view(&world.app, &ana, gone).await.unwrap();
    assert_eq!(list_views_of(&world, &ana).await, [shared]);
    world.close().await;
}

#[tokio::test]
async fn a_view_that_no_grid_could_show_is_not_saved() {
    let world = World::new().await;
    let caller = caller_named("ana");
    assert_eq!(code(save_view(&world.app, &caller, view(" \u{200b}", false)).await), "invalid_fields");
    assert_eq!(code(save_view(&world.app, &caller, view(&"x".repeat(101), false)).await), "invalid_fields");
    let mut strange = view("A", false);
    strange.content.columns[0].column = "colour".into();
    assert_eq!(code(save_view(&world.app, &caller, strange).await), "invalid_fields");
    let mut strange = view("A", false);
    strange.content.filters[0].column = "colour".into();
    assert_eq!(code(save_view(&world.app, &caller, strange).await), "unknown_filter");
    world.close().await;
}
