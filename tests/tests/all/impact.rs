//! What an edit is said to do to searches, held against what it does once it is saved.

use crate::support::{World, write};
use celeiro_app::Caller;
use celeiro_app::catalog::impact::api::{ItemImpact, item_impact};
use celeiro_app::embedding::embed_all;
use celeiro_app::search::api::search;
use celeiro_app::system::setup::DEMO_ITEMS;
use celeiro_domain::catalog::{Item, ItemDraft, Status};
use celeiro_domain::search::{Lang, SearchRequest};
use uuid::Uuid;

const QUERIES: [&str; 6] = [
    "fungicida para ferrugem da soja",
    "adubo para milho",
    "herbicida folha larga",
    "inseticida lagarta",
    "semente de milho",
    "pulverizador costal",
];

async fn place(world: &World, query: &str, id: Uuid) -> Option<u32> {
    let request = SearchRequest { query: query.into(), limit: Some(10), ..SearchRequest::default() };
    let found = search(&world.app, &Caller::local(Lang::En), request).await.unwrap();
    found
        .results
        .iter()
        .position(|hit| hit.item.as_ref().is_some_and(|item| item.id == id))
        .map(|at| at as u32 + 1)
}

/// Edits of very different reach.
fn edits(item: &Item) -> Vec<ItemDraft> {
    let base = ItemDraft::from(item.clone());
    let tags = |tag: &str| [item.tags.clone(), vec![tag.to_owned()]].concat();
    vec![
        ItemDraft { name: format!("{} para ferrugem da soja", item.name), ..base.clone() },
        ItemDraft { tags: tags("milho"), ..base.clone() },
        ItemDraft { category: Some("Fungicida".into()), ..base.clone() },
        ItemDraft { description: Some("Herbicida seletivo contra folha larga.".into()), ..base.clone() },
        ItemDraft { status: Status::Rascunho, ..base },
    ]
}

#[tokio::test]
async fn what_an_edit_is_said_to_do_is_what_it_does() {
    let world = World::new().await;
    // Half of the demo: all of it takes twice as long and shows no more.
    let drafts = DEMO_ITEMS.lines().step_by(2).map(|line| serde_json::from_str::<ItemDraft>(line).unwrap());
    let mut items = Vec::new();
    for draft in drafts {
        items.push(world.store().create_item(&draft.check().unwrap(), &write()).await.unwrap());
    }
    embed_all(&world.app, false, |_, _| {}).await.unwrap();
    let (mut said, mut right, mut effects) = (0, 0, 0);
    for item in items.iter().step_by(items.len() / 6) {
        let mut version = item.version;
        for edit in edits(item) {
            let edit = edit.check().unwrap();
            let queries = QUERIES.map(str::to_owned).to_vec();
            let request = ItemImpact { id: Some(item.id), draft: edit.clone(), queries };
            let mut before = Vec::new();
            for query in QUERIES {
                before.push(place(&world, query, item.id).await);
            }
            let report = item_impact(&world.app, &Caller::local(Lang::En), request).await.unwrap();
            effects += report.effects.len();
            version = world.store().update_item(item.id, version, &edit, &write()).await.unwrap().version;
            embed_all(&world.app, false, |_, _| {}).await.unwrap();
            for (query, before) in QUERIES.iter().zip(before) {
                let told = report.effects.iter().find(|effect| effect.query == *query);
                let told = told.map_or(before, |effect| {
                    assert_eq!(effect.before, before, "{query}");
                    effect.after
                });
                said += 1;
                right += usize::from(told == place(&world, query, item.id).await);
            }
        }
    }
    assert!(effects >= 10, "{effects} effects: the edits reach nothing");
    // What a save does to the rarity of words may turn two neighbours.
    assert!(right * 100 >= said * 95, "{right} of {said} places were as said");
}
