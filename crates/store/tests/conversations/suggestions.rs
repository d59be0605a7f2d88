//! Suggestions: kept once, decided once or anew, and where an item's values came from.

use crate::support::{World, trace, write};
use crate::world::{constraint, is_absent, write_of};
use celeiro_domain::assist::AssistField;
use celeiro_domain::catalog::{Item, ItemDraft};
use celeiro_domain::chat::Trace;
use celeiro_store::{
    Decision, DecisionRule, FieldSources, ItemOutcome, KeptAssist, NewRun, NewSuggestion, StoreError, TurnIds,
};
use futures::future::join_all;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

fn some_trace() -> Trace {
    let [conversation_id, user_message_id, message_id, trace_id] = [(); 4].map(|()| Uuid::now_v7());
    let ids = TurnIds { conversation_id, user_message_id, message_id, trace_id };
    Trace { conversation_id: None, message_id: None, ..trace(ids) }
}

fn suggestion(field: AssistField, value: Value, confidence: f64) -> NewSuggestion {
    NewSuggestion { field, suggestion: json!({ "value": value }), confidence }
}

fn draft(category: &str) -> ItemDraft {
    ItemDraft { name: "A".into(), category: Some(category.into()), ..ItemDraft::default() }
}

fn from(trace: Uuid) -> FieldSources {
    FieldSources::from([(AssistField::Category, trace)])
}

impl World {
    /// Keeps suggestions of a category and of tags, and answers their trace.
    async fn suggest(&self, item_id: Option<Uuid>, category: &str, confidence: f64) -> Uuid {
        let trace = some_trace();
        let suggestions = [
            suggestion(AssistField::Category, json!(category), confidence),
            suggestion(AssistField::Tags, json!(["soja"]), 7.5),
        ];
        let inputs = BTreeMap::from([("name".to_owned(), "hash".to_owned())]);
        let model = Some("a-model");
        let kept = KeptAssist {
            trace: &trace,
            ms: -1.0,
            item_id,
            inputs: &inputs,
            model,
            suggestions: &suggestions,
        };
        for _ in 0..2 {
            self.store.keep_assist(&kept, "ana").await.unwrap();
        }
        trace.id
    }

    async fn decide(
        &self,
        trace: Uuid,
        decision: Decision,
        deciding: DecisionRule,
        by: &str,
    ) -> Result<(), StoreError> {
        let decided = [(AssistField::Category, decision, None)];
        self.store.decide_suggestions(trace, &decided, deciding, &write_of(by)).await
    }

    /// What became of the category, and by whom.
    async fn outcome(&self, trace: Uuid) -> (Option<Decision>, Option<String>) {
        let all = self.store.suggestions_of(trace).await.unwrap();
        let one = all.into_iter().find(|one| one.field == AssistField::Category).unwrap();
        (one.outcome, one.decided_by)
    }

    async fn item(&self) -> Item {
        let draft = ItemDraft { name: "A".into(), ..ItemDraft::default() };
        self.store.create_item(&draft, &write()).await.unwrap()
    }
}

#[tokio::test]
async fn suggestions_are_kept_once_with_all_that_they_rest_on() {
    let world = World::new().await;
    let item = world.item().await;
    let trace = world.suggest(Some(item.id), "Fungicida", 0.4).await;
    let all = world.store.suggestions_of(trace).await.unwrap();
    assert_eq!(all.len(), 2, "kept twice is kept once");
    let category = &all[0];
    assert_eq!((category.field, category.item_id), (AssistField::Category, Some(item.id)));
    assert_eq!(
        (&category.suggestion["value"], category.model.as_deref()),
        (&json!("Fungicida"), Some("a-model"))
    );
    assert_eq!((category.inputs["name"].as_str(), category.outcome), ("hash", None));
    assert_eq!(world.count("SELECT count(*) FROM assist_suggestions WHERE confidence > 1").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM traces WHERE kind = 'assist' AND ms = 0").await, 1);
    assert!(world.store.suggestions_of(Uuid::new_v4()).await.unwrap().is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_decision_stands_where_it_may_be_made_once_and_is_made_anew_where_it_may() {
    let world = World::new().await;
    let trace = world.suggest(None, "Fungicida", 0.4).await;
    world.decide(trace, Decision::Rejected, DecisionRule::Once, "ana").await.unwrap();
    let second = world.decide(trace, Decision::Accepted, DecisionRule::Once, "bruno").await;
    assert!(matches!(second, Err(StoreError::Decided)));
    assert_eq!(world.outcome(trace).await, (Some(Decision::Rejected), Some("ana".to_owned())));
    world.decide(trace, Decision::Edited, DecisionRule::Anew, "bruno").await.unwrap();
    assert_eq!(world.outcome(trace).await, (Some(Decision::Edited), Some("bruno".to_owned())));
    assert!(is_absent(world.decide(Uuid::new_v4(), Decision::Accepted, DecisionRule::Anew, "ana").await));
    let both =
        [(AssistField::Tags, Decision::Accepted, None), (AssistField::Price, Decision::Accepted, None)];
    let absent = world.store.decide_suggestions(trace, &both, DecisionRule::Anew, &write()).await;
    assert!(is_absent(absent), "no price was suggested");
    let tags = world.store.suggestions_of(trace).await.unwrap().remove(1);
    assert_eq!((tags.field, tags.outcome), (AssistField::Tags, None), "all or nothing");
    world.close().await;
}

#[tokio::test]
async fn of_people_who_decide_at_the_same_moment_one_does() {
    let world = World::new().await;
    let trace = world.suggest(None, "Fungicida", 0.4).await;
    let people = ["ana", "bruno", "carla", "davi"];
    let done =
        join_all(people.map(|who| world.decide(trace, Decision::Accepted, DecisionRule::Once, who))).await;
    let won: Vec<&str> =
        people.into_iter().zip(&done).filter(|(_, one)| one.is_ok()).map(|(who, _)| who).collect();
    assert_eq!(won.len(), 1);
    assert!(done.iter().all(|one| matches!(one, Ok(()) | Err(StoreError::Decided))));
    assert_eq!(world.outcome(trace).await.1.as_deref(), Some(won[0]));
    world.close().await;
}

#[tokio::test]
async fn a_value_taken_into_an_item_knows_its_suggestion_and_whether_it_was_changed() {
    let world = World::new().await;
    let (taken, edited) =
        (world.suggest(None, "Fungicida", 0.4).await, world.suggest(None, "Adubo", 0.4).await);
    let item =
        world.store.create_item_from(&draft("Fungicida"), &from(taken), &write_of("ana")).await.unwrap();
    assert_eq!(world.outcome(taken).await, (Some(Decision::Accepted), Some("ana".to_owned())));
    let sources = (&from(edited), DecisionRule::Once);
    world.store.update_item_from(item.id, 1, &draft("Outra"), sources, &write()).await.unwrap();
    assert_eq!(world.outcome(edited).await.0, Some(Decision::Edited));
    let known = world.store.field_sources(&[item.id, Uuid::new_v4()]).await.unwrap();
    assert_eq!((known.len(), known[&item.id].len()), (1, 1), "of each field the latest");
    let source = &known[&item.id][0];
    assert_eq!((source.trace_id, source.version, &source.value), (edited, 2, &json!("Outra")));
    let once_more = (&from(edited), DecisionRule::Once);
    let late = world.store.update_item_from(item.id, 2, &draft("Adubo"), once_more, &write()).await;
    assert!(matches!(late, Err(StoreError::Decided)));
    let invented = world.store.create_item_from(&draft("A"), &from(Uuid::new_v4()), &write()).await;
    assert_eq!(constraint(invented), "item_field_sources_suggestion");
    assert_eq!(world.count("SELECT count(*) FROM catalog_items").await, 1);
    assert_eq!(world.store.item(item.id).await.unwrap().category.as_deref(), Some("Outra"));
    world.close().await;
}

#[tokio::test]
async fn the_queue_lists_what_waits_the_least_sure_first_and_nothing_of_a_deleted_item() {
    let world = World::new().await;
    let (sure, unsure) = (world.item().await.id, world.item().await.id);
    let new = NewRun {
        fields: vec![AssistField::Category],
        request: json!({}),
        budget_usd: None,
        items: vec![sure, unsure],
    };
    let run = world.store.start_run(&new, &write()).await.unwrap();
    for _ in 0..2 {
        let work = world.store.take_run_item(60.0).await.unwrap().unwrap();
        let confidence = if work.item == sure { 0.9 } else { 0.2 };
        let trace = world.suggest(Some(work.item), "Fungicida", confidence).await;
        world.store.finish_run_item(&work, ItemOutcome::Suggested(trace), None, None).await.unwrap();
    }
    let (rows, total) = world.store.review_queue(Some(run), None, 0, 10).await.unwrap();
    let items: Vec<Uuid> = rows.iter().map(|row| row.item).collect();
    assert_eq!((items, total), (vec![unsure, sure], 2), "tags were not asked for");
    assert!(rows.iter().all(|row| row.field == AssistField::Category && row.run == run));
    let behind = world.store.review_queue(None, None, 9, 10).await.unwrap();
    assert_eq!((behind.0.len(), behind.1), (0, 2));
    let one = world.store.review_queue(None, Some(rows[1].trace_id), 0, 10).await.unwrap();
    assert_eq!((one.1, one.0[0].item), (1, sure));
    world.decide(rows[0].trace_id, Decision::Rejected, DecisionRule::Once, "ana").await.unwrap();
    world.store.delete_item(sure, &write()).await.unwrap();
    assert_eq!(world.store.review_queue(None, None, 0, 10).await.unwrap().1, 0);
    world.close().await;
}

#[tokio::test]
async fn categories_and_tags_are_known_by_the_spelling_that_the_catalog_uses() {
    let world = World::new().await;
    for (category, tag) in [("Fungicida", "Sója"), ("Fungicida", "soja"), ("FUNGICIDA", "milho")] {
        let draft = ItemDraft { tags: vec![tag.into()], ..draft(category) };
        world.store.create_item(&draft, &write()).await.unwrap();
    }
    let make_names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let categories = world.store.known_categories(&make_names(&["fungicida", "adubo"])).await.unwrap();
    assert_eq!(categories, [("fungicida".to_owned(), "Fungicida".to_owned())].into());
    let tags = world.store.known_tags(&make_names(&["soja", "milho", "trigo"])).await.unwrap();
    assert_eq!((tags.len(), tags["milho"].as_str()), (2, "milho"));
    assert_eq!(world.store.searchable_names().await.unwrap().len(), 3);
    world.close().await;
}
