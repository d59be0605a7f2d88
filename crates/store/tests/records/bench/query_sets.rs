//! Query sets: names and keys that are taken, what counts a set up, and files that come twice.

use crate::world::{World, constraint, is_absent, write, write_of};
use celeiro_domain::bench::judging::{
    Grade, QueryDraft, QuerySetSummary, RegressionCase, SetDraft, SetRole, TOP_GRADE,
};
use celeiro_domain::search::Kind;
use celeiro_store::{NewJudgment, NewSet, SetFiles, SetImported, StoreError, Write};
use futures::future::join_all;
use uuid::Uuid;

const MOST: usize = 3;

fn set_draft(name: &str) -> SetDraft {
    SetDraft { name: name.into(), ..SetDraft::default() }
}

fn new_set(draft: &SetDraft) -> NewSet<'_> {
    NewSet { id: Uuid::now_v7(), draft, role: SetRole::Judged, seed: 7 }
}

fn query(key: &str) -> QueryDraft {
    QueryDraft { key: key.into(), query: format!("query {key}"), ..QueryDraft::default() }
}

fn grade(grade: i32) -> Grade {
    Grade::new(grade, TOP_GRADE).unwrap()
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

impl World {
    async fn make_set(&self, name: &str) -> Uuid {
        self.store.create_query_set(&new_set(&set_draft(name)), &write()).await.unwrap()
    }

    async fn add(&self, set: Uuid, draft: &QueryDraft) -> Result<Uuid, StoreError> {
        self.store.add_set_query(set, Uuid::now_v7(), draft, MOST, &write()).await
    }

    async fn set(&self, id: Uuid) -> QuerySetSummary {
        self.store.query_set(id).await.unwrap()
    }

    async fn say(&self, query: Uuid, record: &str, judge: &str, given: Option<i32>) {
        let new = NewJudgment { query, record, judge, grade: given.map(grade), note: "nota\0", blind: true };
        self.store.judge(&new, &write()).await.unwrap();
    }

    /// Record, judge, grade.
    async fn list_judgments(&self, set: Uuid) -> Vec<(String, String, i32)> {
        let all = self.store.judgments(set, None).await.unwrap();
        all.into_iter().map(|one| (one.record, one.judge, one.grade)).collect()
    }

    async fn import(
        &self,
        into: Option<Uuid>,
        queries: &[QueryDraft],
        judgments: &[(String, String, Grade)],
        write: &Write,
    ) -> Result<SetImported, StoreError> {
        let classes = texts(&["dose"]);
        let files = SetFiles { queries, judgments, judge: "ana", protected_classes: &classes, most: MOST };
        let draft = SetDraft { protected_classes: classes.clone(), ..set_draft("De arquivo") };
        self.store.import_query_set(into, &new_set(&draft), &files, write).await
    }
}

#[tokio::test]
async fn a_name_is_taken_whatever_its_case_and_accents_until_its_set_is_deleted() {
    let world = World::new().await;
    let first = world.make_set("Seleção").await;
    let name_once = "query_sets_name_once";
    let twin = world.store.create_query_set(&new_set(&set_draft("SELECAO")), &write()).await;
    assert_eq!(constraint(twin), name_once);
    let other = world.make_set("Outra").await;
    let renamed = world.store.update_query_set(other, &set_draft("seleção"), &write()).await;
    assert_eq!(constraint(renamed), name_once);
    world.store.mark_query_set_deleted(first, true, &write()).await.unwrap();
    world.store.update_query_set(other, &set_draft("Seleção"), &write()).await.unwrap();
    let back = world.store.mark_query_set_deleted(first, false, &write()).await;
    assert_eq!(constraint(back), name_once, "its name was given away meanwhile");
    world.store.update_query_set(other, &set_draft("Outra"), &write()).await.unwrap();
    world.store.mark_query_set_deleted(first, false, &write()).await.unwrap();
    let names: Vec<String> =
        world.store.query_sets(None).await.unwrap().into_iter().map(|set| set.name).collect();
    assert_eq!(names, ["Outra", "Seleção"]);
    world.close().await;
}

#[tokio::test]
async fn nothing_can_be_read_of_or_written_into_a_set_that_is_deleted() {
    let world = World::new().await;
    let set = world.make_set("A").await;
    let id = world.add(set, &query("q1")).await.unwrap();
    let asked = world.store.set_query(id).await.unwrap();
    world.store.mark_query_set_deleted(set, true, &write()).await.unwrap();
    let store = &world.store;
    assert!(is_absent(store.mark_query_set_deleted(set, true, &write()).await));
    assert!(is_absent(store.query_set(set).await));
    assert!(is_absent(store.query_set_version(set).await));
    assert!(is_absent(store.judging_seed(set).await));
    assert!(is_absent(store.set_query(id).await));
    assert!(is_absent(store.update_query_set(set, &set_draft("B"), &write()).await));
    assert!(is_absent(world.add(set, &query("q2")).await));
    assert!(is_absent(store.update_set_query(&asked, &query("q3"), &write()).await));
    assert!(is_absent(store.delete_set_query(id, &write()).await));
    let new = NewJudgment { query: id, record: "R", judge: "ana", grade: None, note: "", blind: false };
    assert!(is_absent(store.judge(&new, &write()).await));
    assert!(is_absent(world.import(Some(set), &[query("q4")], &[], &write()).await));
    store.mark_query_set_deleted(set, false, &write()).await.unwrap();
    assert!(is_absent(store.mark_query_set_deleted(set, false, &write()).await));
    assert_eq!(
        (store.set_queries(set).await.unwrap(), store.judging_seed(set).await.unwrap()),
        (vec![asked], 7)
    );
    world.close().await;
}

#[tokio::test]
async fn a_key_is_taken_once_a_set_and_a_full_set_takes_no_more() {
    let world = World::new().await;
    let (set, other) = (world.make_set("A").await, world.make_set("B").await);
    let first = world.add(set, &query("q1")).await.unwrap();
    world.add(other, &query("q1")).await.unwrap();
    assert_eq!(constraint(world.add(set, &query("q1")).await), "set_queries_key_once");
    world.add(set, &query("q2")).await.unwrap();
    let asked = world.store.set_query(first).await.unwrap();
    let renamed = world.store.update_set_query(&asked, &query("q2"), &write()).await;
    assert_eq!(constraint(renamed), "set_queries_key_once");
    world.add(set, &query("q3")).await.unwrap();
    assert_eq!(constraint(world.add(set, &query("q4")).await), "set_queries_most");
    world.store.delete_set_query(first, &write()).await.unwrap();
    assert!(is_absent(world.store.delete_set_query(first, &write()).await));
    assert!(is_absent(world.store.update_set_query(&asked, &query("q9"), &write()).await));
    world.add(set, &query("q4")).await.unwrap();
    let keys: Vec<String> =
        world.store.set_queries(set).await.unwrap().into_iter().map(|query| query.key).collect();
    assert_eq!(keys, ["q2", "q3", "q4"], "in the order in which they came");
    world.close().await;
}

#[tokio::test]
async fn of_writers_at_the_same_time_no_more_get_in_than_the_set_has_room_for() {
    let world = World::new().await;
    let set = world.make_set("A").await;
    let drafts: Vec<QueryDraft> = (0..8).map(|n| query(&format!("q{n}"))).collect();
    let (added, refused): (Vec<_>, Vec<_>) =
        join_all(drafts.iter().map(|draft| world.add(set, draft))).await.into_iter().partition(Result::is_ok);
    assert_eq!((added.len(), refused.len()), (MOST, 8 - MOST));
    for refused in refused {
        assert_eq!(constraint(refused), "set_queries_most");
    }
    assert_eq!(world.set(set).await.version, 1 + MOST as i32, "each of them counted the set up");
    world.close().await;
}

#[tokio::test]
async fn the_summary_counts_what_is_put_aside_protected_judged_and_a_case() {
    let world = World::new().await;
    let draft = SetDraft { protected_classes: texts(&["dose"]), ..set_draft("A") };
    let set = world.store.create_query_set(&new_set(&draft), &write_of("ana")).await.unwrap();
    let dosed = QueryDraft { class: Some("dose".into()), ..query("q1") };
    let put_aside = QueryDraft { skipped: true, protected: true, ..query("q2") };
    let case = RegressionCase { expected: texts(&["R1"]), forbidden: texts(&["R2"]) };
    let tested = QueryDraft { case: case.clone(), ..query("q3") };
    let mut ids = Vec::new();
    for draft in [&dosed, &put_aside, &tested] {
        ids.push(world.add(set, draft).await.unwrap());
    }
    world.say(ids[0], "R1", "ana", Some(3)).await;
    world.say(ids[0], "R1", "bia", Some(0)).await;
    let told = world.set(set).await;
    assert_eq!((told.queries, told.skipped_queries, told.protected_queries), (3, 1, 1));
    assert_eq!((told.judged_queries, told.judgments, told.cases, told.top_grade), (1, 2, 1, 3));
    assert_eq!(
        (told.judges, told.classes, told.actor.as_str()),
        (texts(&["ana", "bia"]), texts(&["dose"]), "ana")
    );
    let first = world.store.set_query(ids[0]).await.unwrap();
    assert_eq!((first.judged_records, first.relevant_records), (1, 1), "two judges of one record");
    assert_eq!(world.store.set_query(ids[2]).await.unwrap().case, Some(case));
    assert_eq!(world.store.set_queries(set).await.unwrap()[0], first, "alone and in the list alike");
    let whole = SetDraft { protected: true, ..draft };
    world.store.update_query_set(set, &whole, &write()).await.unwrap();
    assert_eq!(world.set(set).await.protected_queries, 2, "all but what is put aside");
    world.close().await;
}

#[tokio::test]
async fn a_judge_writes_over_nothing_but_what_they_said_themselves() {
    let world = World::new().await;
    let set = world.make_set("A").await;
    let id = world.add(set, &query("q1")).await.unwrap();
    world.say(id, "R1", "ana", Some(2)).await;
    world.say(id, "R1", "bia", Some(1)).await;
    world.say(id, "R1", "ana", Some(0)).await;
    let own = |record: &str, judge: &str, grade| (record.to_owned(), judge.to_owned(), grade);
    assert_eq!(world.list_judgments(set).await, [own("R1", "ana", 0), own("R1", "bia", 1)]);
    let first = world.store.judgments(set, Some(id)).await.unwrap().remove(0);
    assert_eq!((first.note.as_str(), first.blind), ("nota\u{fffd}", true), "what a column cannot hold");
    world.say(id, "R1", "bia", None).await;
    assert_eq!(world.list_judgments(set).await, [own("R1", "ana", 0)]);
    assert!(world.store.judgments(set, Some(Uuid::new_v4())).await.unwrap().is_empty());
    let nobody =
        NewJudgment { query: id, record: "R1", judge: "", grade: Some(grade(1)), note: "", blind: false };
    assert_eq!(constraint(world.store.judge(&nobody, &write()).await), "judgments_judge_length");
    world.close().await;
}

#[tokio::test]
async fn a_second_run_of_the_same_files_creates_nothing_and_too_many_queries_change_nothing() {
    let world = World::new().await;
    let queries = [query("q1"), QueryDraft { class: Some("dose".into()), ..query("q2") }];
    let judged = [
        ("q1".to_owned(), "R1".to_owned(), grade(2)),
        ("q1".to_owned(), "R2".to_owned(), grade(0)),
        ("q9".to_owned(), "R1".to_owned(), grade(1)),
    ];
    let once = write();
    let first = world.import(None, &queries, &judged, &once).await.unwrap();
    assert_eq!((first.created, first.updated, first.judgments, first.unasked), (2, 0, 2, 1));
    assert_eq!(world.import(None, &queries, &judged, &once).await.unwrap(), first, "the same operation");
    let again = world.import(Some(first.set), &queries, &judged, &write()).await.unwrap();
    assert_eq!((again.set, again.created, again.updated, again.judgments), (first.set, 0, 0, 0));
    let other = [QueryDraft { protected: true, ..query("q1") }, query("q3")];
    let better = [("q1".to_owned(), "R2".to_owned(), grade(1))];
    let third = world.import(Some(first.set), &other, &better, &write()).await.unwrap();
    assert_eq!((third.created, third.updated, third.judgments, third.unasked), (1, 1, 1, 0));
    let before = (world.set(first.set).await, world.list_judgments(first.set).await);
    let too_many = world.import(Some(first.set), &[query("q4")], &better, &write()).await;
    assert_eq!(constraint(too_many), "set_queries_most");
    assert_eq!((world.set(first.set).await, world.list_judgments(first.set).await), before);
    let named_alike = world.import(None, &queries, &[], &write()).await;
    assert_eq!(constraint(named_alike), "query_sets_name_once");
    assert!(is_absent(world.import(Some(Uuid::new_v4()), &queries, &[], &write()).await));
    world.close().await;
}

#[tokio::test]
async fn classes_that_a_file_protects_join_those_that_are_protected() {
    let world = World::new().await;
    let draft = SetDraft { protected_classes: texts(&["praga", "cultura"]), ..set_draft("A") };
    let set = world.store.create_query_set(&new_set(&draft), &write()).await.unwrap();
    world.import(Some(set), &[query("q1")], &[], &write()).await.unwrap();
    world.import(Some(set), &[query("q1")], &[], &write()).await.unwrap();
    assert_eq!(world.set(set).await.protected_classes, ["cultura", "dose", "praga"]);
    world.close().await;
}

#[tokio::test]
async fn a_write_into_a_set_asked_for_twice_is_done_once() {
    let world = World::new().await;
    let [make, add, change, remove, delete] = [(); 5].map(|()| write());
    let (store, draft) = (&world.store, set_draft("A"));
    let (set, id) = (new_set(&draft), Uuid::now_v7());
    for _ in 0..2 {
        assert_eq!(store.create_query_set(&set, &make).await.unwrap(), set.id);
        assert_eq!(store.add_set_query(set.id, id, &query("q1"), MOST, &add).await.unwrap(), id);
    }
    let asked = store.set_query(id).await.unwrap();
    for _ in 0..2 {
        store.update_set_query(&asked, &query("q2"), &change).await.unwrap();
    }
    assert_eq!(world.set(set.id).await.version, 3);
    for _ in 0..2 {
        store.delete_set_query(id, &remove).await.unwrap();
        store.mark_query_set_deleted(set.id, true, &delete).await.unwrap();
    }
    assert!(store.query_sets(None).await.unwrap().is_empty());
    world.close().await;
}

#[tokio::test]
async fn watched_queries_are_those_of_sets_first_and_none_twice_by_its_words() {
    let world = World::new().await;
    let set = world.make_set("A").await;
    for (key, text) in [("q1", "Óleo mineral"), ("q2", "zinco")] {
        world.add(set, &QueryDraft { query: text.into(), ..query(key) }).await.unwrap();
    }
    world
        .execute(
            "INSERT INTO query_log (id, created_at, scope, surface, actor, query, normalized, gap_key, result_count, ms) \
             SELECT gen_random_uuid(), now(), 'items', 'http', 'ana', q, normalize_text(q), q, 1, 1 \
             FROM unnest(ARRAY['oleo mineral', 'OLEO MINERAL', 'adubo', 'adubo', 'adubo', 'calcário', 'calcário', 'uma vez']) AS q",
        )
        .await;
    let watched = world.store.watched_queries(Kind::Items, 10).await.unwrap();
    let watched: Vec<(&str, bool)> = watched.iter().map(|one| (one.query.as_str(), one.saved)).collect();
    assert_eq!(watched, [("Óleo mineral", true), ("zinco", true), ("adubo", false), ("calcário", false)]);
    assert_eq!(world.store.watched_queries(Kind::Items, 1).await.unwrap().len(), 1);
    assert!(world.store.watched_queries(Kind::Faqs, 10).await.unwrap().is_empty());
    world.store.mark_query_set_deleted(set, true, &write()).await.unwrap();
    let left = world.store.watched_queries(Kind::Items, 10).await.unwrap();
    assert!(left.iter().all(|one| !one.saved), "{left:?}");
    world.close().await;
}
