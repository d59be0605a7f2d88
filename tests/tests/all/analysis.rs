//! The analyst's bench held against full searches and against brute force, over the demo catalog:
//! many generated queries, every fusion, weights moved at random from a fixed seed.
//!
//! `CELEIRO_ANALYSIS_QUERIES` asks so many queries (12 by default; nightly more), and
//! `CELEIRO_ANALYSIS_ITEMS` asks them of the items of an export (JSON Lines) instead.

use crate::support::{World, write};
use celeiro_app::Caller;
use celeiro_app::bench::profile_gate::{ChangeReason, save_profile_if_good};
use celeiro_app::embedding::embed_all;
use celeiro_app::inspect::explain_item::{ExplainItem, ItemExplanation, explain_item};
use celeiro_app::inspect::rerank::{AskCounterfactual, Rerank, ask_counterfactual, rerank};
use celeiro_app::runtime::tasks::Meter;
use celeiro_app::search::api::search;
use celeiro_app::system::setup::DEMO_ITEMS;
use celeiro_domain::bench::with_value;
use celeiro_domain::catalog::{ItemDraft, Status};
use celeiro_domain::inspect::{Counterfactual, CutStage, Knob};
use celeiro_domain::rank::Profile;
use celeiro_domain::search::{Fusion, Kind, Lang, SearchRequest};
use celeiro_domain::text::{QueryText, normalize_text};
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use uuid::Uuid;

/// How far a sum may be off: rounding, and nothing else.
const ROUNDING: f64 = 1e-9;

struct Bench {
    world: World,
    caller: Caller,
    drafts: Vec<ItemDraft>,
    random: ChaCha8Rng,
}

impl Bench {
    async fn new() -> Self {
        let world = World::new().await;
        let file = std::env::var_os("CELEIRO_ANALYSIS_ITEMS");
        let lines = file.map_or(DEMO_ITEMS.into(), |path| std::fs::read_to_string(path).unwrap());
        let mut drafts: Vec<ItemDraft> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        drafts.iter_mut().step_by(20).for_each(|draft| draft.status = Status::Inativo);
        let mut created = Vec::new();
        for draft in drafts {
            let item = world.store().create_item(&draft.clone().check().unwrap(), &write()).await.unwrap();
            created.push((item.created_at, draft));
        }
        // A clock that is set meanwhile makes a later one the older.
        created.sort_by_key(|(born, _)| *born);
        let drafts = created.into_iter().map(|(_, draft)| draft).collect();
        embed_all(&world.app, false, |_, _| {}).await.unwrap();
        Self { world, caller: Caller::local(Lang::En), drafts, random: ChaCha8Rng::seed_from_u64(5) }
    }

    /// Words of one item, as a person would type them who looks for it or something like it.
    fn query(&mut self) -> String {
        let draft = self.drafts.choose(&mut self.random).unwrap();
        let text = format!("{} {}", draft.name, draft.tags.join(" "));
        let words: Vec<&str> = text.split_whitespace().collect();
        let count = self.random.random_range(1..4usize);
        (0..count).map(|_| *words.choose(&mut self.random).unwrap()).collect::<Vec<_>>().join(" ")
    }

    fn queries(&mut self) -> Vec<String> {
        let count = std::env::var("CELEIRO_ANALYSIS_QUERIES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
        (0..count).map(|_| self.query()).collect()
    }

    fn item(&mut self) -> String {
        self.drafts.choose(&mut self.random).unwrap().external_id.clone().unwrap()
    }

    async fn search_items(&self, request: SearchRequest) -> Vec<(Uuid, f64)> {
        let found = search(&self.world.app, &self.caller, request).await.unwrap();
        found.results.iter().map(|hit| (hit.item.as_ref().unwrap().id, hit.score)).collect()
    }

    async fn explain_one(&self, search: SearchRequest, item: &str, against: Option<&str>) -> ItemExplanation {
        let request = ExplainItem { search, item: item.into(), against: against.map(str::to_owned) };
        explain_item(&self.world.app, &self.caller, request).await.unwrap()
    }
}

fn request(query: &str, fusion: Fusion) -> SearchRequest {
    SearchRequest { query: query.into(), fusion: Some(fusion), limit: Some(10), ..SearchRequest::default() }
}

fn shipped_profile() -> Profile {
    celeiro_domain::rank::shipped_profiles().remove(0)
}

#[tokio::test]
async fn sliders_equal_a_full_search_or_are_flagged() {
    let mut bench = Bench::new().await;
    let counts = ["items.relevance.candidates", "items.vectorCandidateMax", "items.lexicalCandidateMax"];
    let (mut flagged, mut kept) = (0, 0);
    for query in bench.queries() {
        for fusion in Fusion::ALL {
            let mut moved = Profile { name: "moved".into(), ..shipped_profile() };
            if bench.random.random_bool(0.25) {
                let count = bench.random.random_range(1..400u32).to_string();
                moved = with_value(&moved, counts.choose(&mut bench.random).unwrap(), &count).unwrap();
            }
            for knob in Knob::all(fusion, Kind::Items) {
                let share = bench.random.random_range(0.0..1.0);
                knob.set(&mut moved.items, if knob == Knob::Threshold { -share } else { share * 6.0 });
            }
            let base = *[fusion, Fusion::Enhanced].choose(&mut bench.random).unwrap();
            // The profile moves to another fusion than that of the search where these differ.
            let search = SearchRequest { fusion: None, ..request(&query, fusion) };
            let start = Profile { name: "start".into(), fusion: base, ..shipped_profile() };
            moved.fusion = fusion;
            for profile in [&start, &moved] {
                save_profile_if_good(
                    &bench.world.app,
                    &bench.caller,
                    profile.clone(),
                    None,
                    &ChangeReason::default(),
                    &Meter::silent(),
                )
                .await
                .unwrap();
            }
            let asked = Rerank {
                search: SearchRequest { profile: Some("start".into()), ..search.clone() },
                profile: moved,
                fusion: None,
            };
            let told = rerank(&bench.world.app, &bench.caller, asked).await.unwrap();
            let full = bench.search_items(SearchRequest { profile: Some("moved".into()), ..search }).await;
            let shown: Vec<Uuid> = told.hits.iter().map(|hit| hit.id).collect();
            assert_eq!(shown, full.iter().map(|f| f.0).collect::<Vec<_>>(), "{query:?} {base:?} {fusion:?}");
            for (hit, (_, score)) in told.hits.iter().zip(&full) {
                assert!((hit.score - score).abs() < ROUNDING, "{query:?} {fusion:?}");
            }
            if told.searched_again.is_empty() { kept += 1 } else { flagged += 1 }
        }
    }
    // The control: both ways were gone.
    assert!(kept > flagged && flagged > 0, "{kept} from memory, {flagged} searched again");
    bench.world.close().await;
}

#[tokio::test]
async fn rows_and_differences_add_up_for_any_two_records() {
    let mut bench = Bench::new().await;
    let mut absent = 0;
    for query in bench.queries() {
        for fusion in Fusion::ALL {
            let a = bench.item();
            // Any other: a record is not compared with itself.
            let b = std::iter::repeat_with(|| bench.item()).find(|b| *b != a).unwrap();
            let told = bench.explain_one(request(&query, fusion), &a, Some(&b)).await;
            let other = told.against.as_ref().unwrap();
            for standing in [&told.standing, other] {
                let sum: f64 = standing.rows.iter().map(|row| row.value).sum();
                assert!((sum - standing.score.unwrap()).abs() < ROUNDING, "{query:?} {fusion:?} {a} {b}");
                assert_eq!(standing.found, standing.stage.is_none());
                absent += usize::from(!standing.found);
            }
            let gap = told.standing.score.unwrap() - other.score.unwrap();
            let sum: f64 = told.difference.unwrap().iter().map(|row| row.value).sum();
            assert!((sum - gap).abs() < ROUNDING, "{query:?} {fusion:?} {a} {b}");
        }
    }
    assert!(absent > 20, "{absent}");
    bench.world.close().await;
}

/// The texts that the plain search looks at.
fn fields(draft: &ItemDraft) -> [String; 5] {
    let text = |part: &Option<String>| part.as_deref().map(normalize_text).unwrap_or_default();
    [
        normalize_text(&draft.name),
        text(&draft.description),
        text(&draft.category),
        text(&draft.manufacturer),
        normalize_text(&draft.tags.join(" ")),
    ]
}

/// Whether each term of the query stands in an active item.
fn all_held(drafts: &[ItemDraft], query: &str) -> bool {
    let holds = |draft: &ItemDraft, term: &str| fields(draft).iter().any(|field| field.contains(term));
    let active = drafts.iter().filter(|draft| draft.status == Status::Ativo);
    QueryText::parse(query).terms().iter().all(|term| active.clone().any(|draft| holds(draft, term.as_str())))
}

/// The plain order, reckoned without the database's help: the more terms the better; of equals the
/// newer, which is the one that was created later.
fn places(drafts: &[ItemDraft], query: &str) -> Vec<usize> {
    let terms = QueryText::parse(query).terms();
    let hits = |draft: &ItemDraft| {
        let fields = fields(draft);
        terms.iter().filter(|term| fields.iter().any(|field| field.contains(term.as_str()))).count()
    };
    let active = (0..drafts.len()).filter(|at| drafts[*at].status == Status::Ativo);
    let mut found: Vec<(usize, usize)> =
        active.map(|at| (hits(&drafts[at]), at)).filter(|f| f.0 > 0).collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, at)| at).collect()
}

#[tokio::test]
async fn stages_are_those_of_brute_force() {
    let mut bench = Bench::new().await;
    // FAQ search alone can be told to leave vectors out; an impossible threshold does it here.
    let mut words = Profile { name: "words".into(), fusion: Fusion::Enhanced, ..shipped_profile() };
    words.items.vector_threshold = Some(-1.0);
    save_profile_if_good(
        &bench.world.app,
        &bench.caller,
        words,
        None,
        &ChangeReason::default(),
        &Meter::silent(),
    )
    .await
    .unwrap();
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for query in bench.queries() {
        // Where only inactive items hold a word, words like it are searched for too.
        if !all_held(&bench.drafts, &query) {
            continue;
        }
        let places = places(&bench.drafts, &query);
        for _ in 0..6 {
            let at = bench.random.random_range(0..bench.drafts.len());
            let limit = bench.random.random_range(1..6i32);
            let search = SearchRequest {
                query: query.clone(),
                limit: Some(limit),
                profile: Some("words".into()),
                ..SearchRequest::default()
            };
            let hits = bench.search_items(search.clone()).await;
            let told = bench
                .explain_one(search, bench.drafts[at].external_id.as_ref().unwrap(), None)
                .await
                .standing;
            let id = told.item.as_ref().unwrap().id;
            let place = places.iter().position(|found| *found == at);
            let expected: &[Option<CutStage>] = match place {
                _ if hits.iter().any(|hit| hit.0 == id) => &[None],
                _ if bench.drafts[at].status != Status::Ativo => &[Some(CutStage::Inactive)],
                Some(place) if place < limit as usize * 6 => &[Some(CutStage::ResultLimit)],
                Some(_) => &[Some(CutStage::PoolLimit)],
                // Without a word in common, the last gate is the threshold for those whose vectors were
                // fetched.
                None => &[Some(CutStage::NoTerm), Some(CutStage::Threshold)],
            };
            assert!(
                expected.contains(&told.stage),
                "{query:?} {at} {place:?}: {:?}, not {expected:?}",
                told.stage
            );
            if told.stage == Some(CutStage::PoolLimit) {
                let beyond = (place.unwrap() + 1 - limit as usize * 6) as f64;
                assert_eq!(told.margin, Some(beyond), "{query:?} {at}");
            }
            if told.stage == Some(CutStage::Threshold) {
                let margin = told.vector_distance.unwrap() + 1.0;
                assert!((told.margin.unwrap() - margin).abs() < ROUNDING);
            }
            *seen.entry(format!("{:?}", told.stage)).or_default() += 1;
        }
    }
    assert!(seen.len() >= 4, "{seen:?}");
    bench.world.close().await;
}

#[tokio::test]
async fn a_counterfactual_turns_two_hits_of_a_real_search() {
    let mut bench = Bench::new().await;
    let queries = bench.queries();
    let (mut turned, mut none) = (0, 0);
    for query in &queries {
        for fusion in [Fusion::Relevance, Fusion::Enhanced] {
            let start = Profile { name: "start".into(), fusion, ..shipped_profile() };
            save_profile_if_good(
                &bench.world.app,
                &bench.caller,
                start.clone(),
                None,
                &ChangeReason::default(),
                &Meter::silent(),
            )
            .await
            .unwrap();
            let search = SearchRequest {
                fusion: None,
                profile: Some("start".into()),
                // A great change may move both far down.
                limit: Some(50),
                ..request(query, fusion)
            };
            let hits = bench.search_items(search.clone()).await;
            let Some(below) = (hits.len() > 1).then(|| bench.random.random_range(1..hits.len())) else {
                continue;
            };
            let (above, below) = (hits[below - 1].0, hits[below].0);
            let asked = AskCounterfactual {
                search: search.clone(),
                above: above.to_string(),
                below: below.to_string(),
                queries: queries.iter().take(3).cloned().collect(),
                set_id: None,
            };
            let answer = ask_counterfactual(&bench.world.app, &bench.caller, asked).await.unwrap();
            let Counterfactual::Weight { knob, to, .. } = answer.counterfactual else {
                none += 1;
                continue;
            };
            let after = with_value(&start, &format!("items.{knob}"), &to.to_string()).unwrap();
            save_profile_if_good(
                &bench.world.app,
                &bench.caller,
                after,
                None,
                &ChangeReason::default(),
                &Meter::silent(),
            )
            .await
            .unwrap();
            let after = bench.search_items(search.clone()).await;
            let place = |id: Uuid| after.iter().position(|hit| hit.0 == id).unwrap_or(usize::MAX);
            let (first, second) = (place(below), place(above));
            let mut higher = first < second;
            if first == usize::MAX && second == usize::MAX {
                let told = bench.explain_one(search, &below.to_string(), Some(&above.to_string())).await;
                higher = told.standing.score >= told.against.unwrap().score;
            }
            assert!(higher, "{query:?} {fusion:?} {knob} {to}: at {first} and {second}");
            turned += 1;
        }
    }
    assert!(turned > 3, "{turned} turned, {none} not");
    bench.world.close().await;
}
