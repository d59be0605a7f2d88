//! Embedding models and the queue of records whose vectors are out of date.

use crate::items::draft;
use crate::world::{World, is_absent, write};
use celeiro_domain::search::Kind;
use celeiro_store::{EmbeddingJob, EmbeddingWrite, JobCounts, ModelState, NewModel};
use uuid::Uuid;

const KIND: Kind = Kind::Items;
const LEASE: f64 = 60.0;

fn model(key: &str) -> NewModel<'_> {
    NewModel {
        corpus: KIND,
        provider: "local",
        model_key: key,
        name: key,
        dimensions: 3,
        threshold: Some(0.4),
        artifact: None,
        fitted_rows: None,
        address: None,
        key_name: None,
    }
}

fn passage(chunk: i32, hash: u8, vector: Option<[f32; 3]>) -> EmbeddingWrite {
    EmbeddingWrite {
        source: "item",
        chunk,
        content: format!("passage {chunk}"),
        hash: vec![hash; 32],
        vector: vector.map(Vec::from),
    }
}

impl World {
    async fn register(&self, key: &str) -> i32 {
        self.store.register_model(&model(key)).await.unwrap()
    }

    /// Keys of the models, newest first, with what they are used for.
    async fn states(&self) -> Vec<(String, ModelState)> {
        let models = self.store.models(KIND).await.unwrap();
        models.into_iter().map(|model| (model.model_key, model.state)).collect()
    }

    async fn take(&self, count: i64) -> Vec<EmbeddingJob> {
        self.store.take_jobs(KIND, count, LEASE).await.unwrap()
    }

    async fn counts(&self) -> JobCounts {
        self.store.job_counts(KIND).await.unwrap()
    }

    async fn fail(&self, record: Uuid) {
        self.store.fail_jobs(KIND, &[record], &"x".repeat(500)).await.unwrap();
        self.execute("UPDATE embedding_jobs SET run_after = now()").await;
    }
}

#[tokio::test]
async fn one_model_of_a_corpus_serves_and_the_one_before_is_kept() {
    let world = World::new().await;
    let first = world.register("a").await;
    assert_eq!(world.register("a").await, first, "the same key is the same model");
    world.store.activate_model(KIND, first).await.unwrap();
    let mut last = first;
    for key in ["b", "c"] {
        last = world.register(key).await;
        world.store.activate_model(KIND, last).await.unwrap();
    }
    let name_state = |key: &str, state| (key.to_owned(), state);
    let (active, retired) = (ModelState::Active, ModelState::Retired);
    assert_eq!(
        world.states().await,
        [name_state("c", active), name_state("b", retired), name_state("a", retired)]
    );
    world.store.clear_retired_models(KIND).await.unwrap();
    assert_eq!(world.states().await, [name_state("c", active), name_state("b", retired)]);
    world.register("b").await;
    assert_eq!(world.states().await[1], name_state("b", ModelState::Building), "it is filled again");
    world.store.retire_model(world.register("b").await).await.unwrap();
    assert!(is_absent(world.store.activate_model(Kind::Faqs, last).await), "it is of the other corpus");
    assert!(is_absent(world.store.activate_model(KIND, last + 100).await));
    assert_eq!(world.states().await[0], name_state("c", active), "what served serves on");
    world.close().await;
}

#[tokio::test]
async fn a_model_is_stored_with_its_matrices_and_where_it_is_asked() {
    let world = World::new().await;
    let fitted = NewModel { artifact: Some(&[1, 2, 3]), fitted_rows: Some(9), ..model("fitted") };
    let fitted = world.store.register_model(&fitted).await.unwrap();
    assert_eq!(world.store.model_artifact(fitted).await.unwrap(), [1, 2, 3]);
    let remote =
        NewModel { provider: "openai", address: Some("http://a"), key_name: Some("K"), ..model("remote") };
    let remote = world.store.register_model(&remote).await.unwrap();
    assert!(is_absent(world.store.model_artifact(remote).await));
    assert!(is_absent(world.store.model_artifact(remote + 100).await));
    world.store.note_place(remote, Some("http://b"), None).await.unwrap();
    let stored = world.store.models(KIND).await.unwrap().remove(0);
    assert_eq!((stored.address.as_deref(), stored.key_name.as_deref()), (Some("http://b"), None));
    assert_eq!((stored.threshold, stored.fitted_rows, stored.indexed), (Some(0.4), None, false));
    assert!(!world.store.index_model(KIND, &stored).await.unwrap(), "few vectors need no index");
    assert!(world.store.models(Kind::Faqs).await.unwrap().is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_saved_record_is_queued_once_and_leased_to_one_worker() {
    let world = World::new().await;
    let (a, b) = (world.create(&draft("A")).await, world.create(&draft("B")).await);
    world.store.update_item(a.id, 1, &draft("A2"), &write()).await.unwrap();
    assert_eq!(world.counts().await, JobCounts { pending: 2, failed: 0 });
    let one = world.take(1).await;
    let rest = world.take(9).await;
    assert_eq!((one.len(), rest.len(), world.take(9).await.len()), (1, 1, 0));
    assert_eq!(world.store.due_jobs(KIND).await.unwrap(), 2, "held ones are to be done, too");
    world.store.release_jobs(KIND, &[a.id, b.id]).await.unwrap();
    assert_eq!((world.store.due_jobs(KIND).await.unwrap(), world.take(9).await.len()), (2, 2));
    world.execute("UPDATE embedding_jobs SET leased_until = now() - interval '1 second'").await;
    world.store.renew_jobs(KIND, &[a.id], LEASE).await.unwrap();
    let left: Vec<Uuid> = world.take(9).await.into_iter().map(|job| job.record_id).collect();
    assert_eq!(left, [b.id], "a dead worker's work is taken up, a living one's is not");
    world.close().await;
}

#[tokio::test]
async fn a_record_that_is_saved_while_it_is_embedded_stays_queued() {
    let world = World::new().await;
    let (a, b) = (world.create(&draft("A")).await, world.create(&draft("B")).await);
    let jobs = world.take(9).await;
    world.store.update_item(a.id, 1, &draft("A2"), &write()).await.unwrap();
    world.store.finish_jobs(KIND, &jobs).await.unwrap();
    let again = world.take(9).await;
    assert_eq!(again.iter().map(|job| job.record_id).collect::<Vec<_>>(), [a.id], "{b:?} is done");
    assert!(again[0].generation > jobs.iter().find(|job| job.record_id == a.id).unwrap().generation);
    world.store.finish_jobs(KIND, &again).await.unwrap();
    assert_eq!(world.counts().await, JobCounts::default());
    world.close().await;
}

#[tokio::test]
async fn a_job_that_fails_six_times_is_given_up_until_a_person_asks_or_the_record_is_saved() {
    let world = World::new().await;
    let item = world.create(&draft("A")).await;
    for attempt in 0..6 {
        let job = world.take(9).await;
        assert_eq!(job.first().map(|job| job.attempts), Some(attempt));
        world.fail(item.id).await;
    }
    assert_eq!(world.counts().await, JobCounts { pending: 0, failed: 1 });
    assert!(world.take(9).await.is_empty());
    assert_eq!(world.store.embedding_attempts(item.id).await.unwrap(), Some(6));
    let said = world.store.last_job_error(KIND).await.unwrap().unwrap();
    assert_eq!(said.chars().count(), 300, "the words of a server are cut");
    world.store.retry_jobs(KIND).await.unwrap();
    assert_eq!((world.counts().await.pending, world.take(9).await.len()), (1, 1));
    for _ in 0..6 {
        world.fail(item.id).await;
    }
    world.store.update_item(item.id, 1, &draft("A2"), &write()).await.unwrap();
    assert_eq!(world.counts().await, JobCounts { pending: 1, failed: 0 });
    world.close().await;
}

#[tokio::test]
async fn a_job_that_failed_waits_longer_each_time() {
    let world = World::new().await;
    let item = world.create(&draft("A")).await;
    world.store.fail_jobs(KIND, &[item.id], "first").await.unwrap();
    assert!(world.take(9).await.is_empty(), "it is not due");
    let first = world.count("SELECT extract(epoch FROM run_after - now())::bigint FROM embedding_jobs").await;
    world.store.fail_jobs(KIND, &[item.id], "second").await.unwrap();
    let second =
        world.count("SELECT extract(epoch FROM run_after - now())::bigint FROM embedding_jobs").await;
    assert!((1..=5).contains(&first) && second > first && second <= 10, "{first} {second}");
    assert_eq!(world.store.last_job_error(KIND).await.unwrap().as_deref(), Some("second"));
    assert_eq!(world.store.last_job_error(Kind::Faqs).await.unwrap(), None);
    world.close().await;
}

#[tokio::test]
async fn a_new_model_is_filled_with_what_searches_showed_most_and_then_with_what_is_newest() {
    let world = World::new().await;
    let mut items = Vec::new();
    for name in ["A", "B", "C", "D"] {
        items.push(world.create(&draft(name)).await.id);
    }
    let [a, b, c, d] = items[..] else { panic!("four items") };
    let id = world.register("a").await;
    world.store.finish_jobs(KIND, &world.take(9).await).await.unwrap();
    let order = async || {
        let mut order = Vec::new();
        while let Some(job) = world.take(1).await.pop() {
            order.push(job.record_id);
        }
        world.execute("UPDATE embedding_jobs SET leased_until = NULL").await;
        order
    };
    assert_eq!(world.store.queue_missing(KIND, id).await.unwrap(), 4);
    assert_eq!(order().await, [d, c, b, a], "the newest first");
    for hits in [vec![b, a], vec![a], vec![Uuid::nil()]] {
        let hits: Vec<String> = hits.iter().map(|id| format!(r#"{{"id":"{id}","score":1}}"#)).collect();
        let body = format!(r#"{{"searches":[{{"hits":[{}]}}]}}"#, hits.join(","));
        let trace = "INSERT INTO traces (id, kind, created_at, actor, ms, body) \
                     VALUES (gen_random_uuid(), 'search', now(), 'tests', 1, $1::jsonb)";
        sqlx::query(trace).bind(body).execute(&world.pool).await.unwrap();
    }
    assert_eq!(world.store.advance_looked_up(KIND).await.unwrap(), 2);
    assert_eq!(order().await, [a, b, d, c]);
    let _ = world.store.advance_looked_up(Kind::Faqs).await.unwrap();
    assert_eq!(order().await, [a, b, d, c], "the other corpus has a queue of its own");
    world.close().await;
}

#[tokio::test]
async fn vectors_are_replaced_whole_and_those_of_the_same_text_are_kept() {
    let world = World::new().await;
    let item = world.create(&draft("A")).await.id;
    let id = world.register("a").await;
    assert_eq!(world.store.embedded_file_chunks(item).await.unwrap(), None, "no model serves");
    world.store.activate_model(KIND, id).await.unwrap();
    world.store.finish_jobs(KIND, &world.take(9).await).await.unwrap();
    assert_eq!(world.store.queue_missing(KIND, id).await.unwrap(), 1);
    let vector = Some([1.0, 0.0, 0.0]);
    let three = vec![passage(0, 1, vector), passage(1, 2, vector), passage(2, 3, vector)];
    world.store.write_embeddings(KIND, id, &[(item, three)]).await.unwrap();
    let hashes = world.store.embedding_hashes(KIND, id, &[item]).await.unwrap();
    assert_eq!((hashes.len(), &hashes[&(item, "item".to_owned(), 2)]), (3, &vec![3; 32]));
    let two = vec![passage(0, 1, None), passage(1, 9, vector)];
    world.store.write_embeddings(KIND, id, &[(item, two)]).await.unwrap();
    let hashes = world.store.embedding_hashes(KIND, id, &[item]).await.unwrap();
    assert_eq!(hashes.len(), 2, "what is not there any more goes");
    assert_eq!([0, 1].map(|chunk| hashes[&(item, "item".to_owned(), chunk)][0]), [1, 9]);
    assert_eq!(world.store.embedded_count(KIND, id).await.unwrap(), 1);
    world.store.finish_jobs(KIND, &world.take(9).await).await.unwrap();
    assert_eq!(world.store.queue_missing(KIND, id).await.unwrap(), 0);
    assert_eq!(world.store.embedded_file_chunks(item).await.unwrap(), Some(vec![]), "none is of a file");
    assert_eq!(world.store.searchable_ids(KIND, None, 9).await.unwrap(), [item]);
    assert!(world.store.searchable_ids(KIND, Some(item), 9).await.unwrap().is_empty());
    world.close().await;
}
