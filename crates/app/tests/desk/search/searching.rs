//! What a search says of itself: which list found a hit, what orders it, which threshold is in force, why a
//! record is absent, and what each part took.

use crate::support::World;
use celeiro_app::Caller;
use celeiro_app::api::Empty;
use celeiro_app::config::{ConfigEntry, ConfigOrigin};
use celeiro_app::inspect::explain_item::{ExplainItem, ItemExplanation, explain_item};
use celeiro_app::inspect::inspect_search::inspect_search;
use celeiro_app::search::api::search;
use celeiro_app::settings::api::{SetSetting, get_config, set_setting};
use celeiro_domain::catalog::Item;
use celeiro_domain::inspect::{CutStage, SearchHalf};
use celeiro_domain::search::{Filters, Fusion, Kind, Lang, SearchRequest, SearchResponse, Sort, Source};
use celeiro_domain::text::normalize_text;
use std::collections::BTreeMap;

fn caller() -> Caller {
    Caller::local(Lang::En)
}

fn search_request(query: &str, fusion: Fusion) -> SearchRequest {
    SearchRequest { query: query.into(), fusion: Some(fusion), limit: Some(50), ..SearchRequest::default() }
}

impl World {
    async fn search_items(&self, request: SearchRequest) -> SearchResponse {
        search(&self.app, &caller(), request).await.unwrap()
    }

    async fn why(&self, search: SearchRequest, item: &Item) -> ItemExplanation {
        let request = ExplainItem { search, item: item.id.to_string(), against: None };
        explain_item(&self.app, &caller(), request).await.unwrap()
    }

    /// Every active item of the demo catalog.
    async fn items(&self) -> Vec<Item> {
        let ids = self.app.store().searchable_ids(Kind::Items, None, 10_000).await.unwrap();
        self.app.store().items(&ids).await.unwrap()
    }

    async fn setting(&self, name: &str) -> ConfigEntry {
        let entries = get_config(&self.app, &caller(), Empty::default()).await.unwrap();
        entries.into_iter().find(|entry| entry.name == name).unwrap()
    }

    async fn set(&self, name: &str, value: Option<&str>) -> Result<ConfigEntry, celeiro_app::AppError> {
        let request = SetSetting { name: name.into(), value: value.map(str::to_owned) };
        set_setting(&self.app, &caller(), request).await
    }
}

#[tokio::test]
async fn the_source_is_the_list_that_found_a_hit() {
    let world = World::new(&[]).await;
    let (mut by_vectors_alone, mut with_points) = (0, 0);
    for query in ["sojicultura", "lagarta da sojicultura", "fungicida para ferrugem da soja"] {
        for fusion in Fusion::ALL {
            for hit in world.search_items(search_request(query, fusion)).await.results {
                let lists = (hit.vector_rank.is_some(), hit.lexical_rank.is_some());
                let source = match lists {
                    (true, true) => Source::Both,
                    (true, false) => Source::Vector,
                    _ => Source::Lexical,
                };
                assert_eq!(hit.source, source, "{query} {fusion:?}");
                by_vectors_alone += u32::from(source == Source::Vector);
                let alone = source == Source::Vector;
                with_points += u32::from(alone && hit.lexical_score.is_some_and(|score| score > 0.0));
            }
        }
    }
    assert!(by_vectors_alone > 0, "the test has hits of vectors alone");
    assert!(with_points > 0, "and some of them have points by words all the same");
    world.close().await;
}

/// The category that most of `items` have.
fn commonest_category<'a>(items: impl Iterator<Item = &'a Item>) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for category in items.filter_map(|item| item.category.clone()) {
        *counts.entry(category).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(category, _)| category)
}

#[tokio::test]
async fn another_order_takes_in_all_that_matches() {
    // Items with common words are found on a walk through the order; those with a rare one are gathered.
    let world = World::new(&[]).await;
    let items = world.items().await;
    let fields = |item: &Item| {
        let Item { name, description, category, manufacturer, tags, .. } = item.clone();
        let texts = [Some(name), description, category, manufacturer, Some(tags.join(" "))];
        normalize_text(&texts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    };
    // By words alone, so that the whole catalog tells what matches.
    let words = World::new(&[("EMBEDDING_PROVIDER", "none")]).await;
    for (query, is_common) in [("soja", true), ("herbicida milho", true), ("cevada", false)] {
        let tokens: Vec<&str> = query.split(' ').collect();
        let category = commonest_category(items.iter().filter(|i| fields(i).contains(tokens[0])));
        for filtered in [false, true].into_iter().take(1 + usize::from(is_common)) {
            let filters = Filters { category: category.clone().into_iter().collect(), ..Filters::default() };
            let matches = |item: &&Item| {
                tokens.iter().any(|token| fields(item).contains(token))
                    && (!filtered || item.category == category)
            };
            let mut all: Vec<&Item> = items.iter().filter(matches).collect();
            assert!(all.len() > 5, "{query}: {}", all.len());
            for (sort, fusion) in [
                (Sort::PriceAsc, Fusion::Enhanced),
                (Sort::PriceDesc, Fusion::Simple),
                (Sort::Name, Fusion::Rrf),
                (Sort::Newest, Fusion::Enhanced),
            ] {
                match sort {
                    Sort::PriceAsc => all.sort_by_key(|i| (i.price.is_none(), i.price, i.id)),
                    Sort::PriceDesc => all.sort_by_key(|i| (std::cmp::Reverse(i.price), i.id)),
                    Sort::Name => all.sort_by_key(|i| (normalize_text(&i.name), i.id)),
                    _ => all.sort_by_key(|i| (std::cmp::Reverse(i.created_at), i.id)),
                }
                let request = SearchRequest {
                    sort: Some(sort),
                    limit: Some(5),
                    filters: filtered.then(|| filters.clone()),
                    ..search_request(query, fusion)
                };
                let found = words.search_items(request.clone()).await;
                let got: Vec<_> = found.results.iter().map(|hit| hit.item.as_ref().unwrap().id).collect();
                let wanted: Vec<_> = all.iter().take(5).map(|item| item.id).collect();
                assert_eq!(got, wanted, "{query} {sort:?} filtered: {filtered}");
                for hit in &found.results {
                    let parts = &hit.explanation.as_ref().unwrap().details;
                    let sum: f64 = parts.iter().map(|part| part.value).sum();
                    assert!((sum - hit.score).abs() < 1e-9);
                }
                let opened = inspect_search(&words.app, &caller(), request.clone()).await.unwrap();
                let shown = opened.candidates.iter().filter(|c| c.cut.is_none());
                let shown: Vec<_> = shown.map(|c| c.record.id).collect();
                assert_eq!(shown, wanted, "laid open: {query} {sort:?}");
                let beyond = words.why(request.clone(), all[5]).await;
                assert_eq!(beyond.standing.stage, Some(CutStage::ResultLimit), "{query} {sort:?}");
                assert_eq!(beyond.standing.margin, None, "no score puts it there");
                assert!(words.why(request, all[4]).await.standing.found);
            }
        }
    }
    world.close().await;
    words.close().await;
}

#[tokio::test]
async fn the_threshold_in_force_is_shown_with_who_says_it() {
    let world = World::own(&[]).await;
    for (name, kind, query) in [
        ("CATALOG_VECTOR_THRESHOLD", Kind::Items, "fungicida para ferrugem da soja"),
        ("FAQ_VECTOR_THRESHOLD", Kind::Faqs, "como guardar defensivos"),
    ] {
        let of_model = world.setting(name).await;
        assert_eq!((of_model.value.as_deref(), of_model.origin), (Some("-0.3"), ConfigOrigin::Model));
        let asked = SearchRequest { kind: Some(kind), ..search_request(query, Fusion::Enhanced) };
        let near = world.search_items(asked.clone()).await;
        for none in ["Infinity", "inf", "∞", "1"] {
            let saved = world.set(name, Some(none)).await.unwrap();
            assert_eq!((saved.value.as_deref(), saved.origin), (Some(none), ConfigOrigin::Saved));
            let all = world.search_items(asked.clone()).await;
            assert!(all.vector_count > near.vector_count, "{name}={none}: {}", all.vector_count);
            let opened = inspect_search(&world.app, &caller(), asked.clone()).await.unwrap();
            assert_eq!(opened.threshold, None, "nothing is cut");
        }
        for refused in ["NaN", "-infinity", "2", "perto"] {
            let error = world.set(name, Some(refused)).await.unwrap_err().to_body(Lang::En);
            assert!(error.message.contains("Infinity"), "{}", error.message);
        }
        world.set(name, None).await.unwrap();
        assert_eq!(world.search_items(asked).await.vector_count, near.vector_count);
    }
    let weight = world.setting("CATALOG_VECTOR_WEIGHT").await;
    assert_eq!((weight.value.as_deref(), weight.origin), (Some("6"), ConfigOrigin::Profile));
    world.close().await;
}

#[tokio::test]
async fn an_absent_record_is_told_what_both_halves_say() {
    let world = World::new(&[]).await;
    let wanted = search_request("fungicida para ferrugem da soja", Fusion::Enhanced);
    let request = SearchRequest { limit: Some(5), ..wanted };
    let found = world.search_items(request.clone()).await;
    let (mut both, mut ranked) = (0, 0);
    for item in world.items().await.iter().step_by(7) {
        let standing = world.why(request.clone(), item).await.standing;
        let reasons = &standing.reasons;
        let of = |half| reasons.iter().find(|reason| reason.half == Some(half));
        if standing.found {
            assert_eq!(reasons.len(), 0);
            continue;
        }
        assert!(standing.stage.is_some_and(|stage| reasons.iter().any(|reason| reason.stage == stage)));
        if standing.place.is_none() {
            assert!(of(SearchHalf::Words).is_some() && of(SearchHalf::Vectors).is_some(), "{reasons:?}");
            both += 1;
        } else {
            assert!(reasons.iter().any(|reason| reason.stage == CutStage::ResultLimit));
            ranked += 1;
        }
        if let Some(far) = of(SearchHalf::Vectors).filter(|r| r.stage == CutStage::Threshold) {
            let beyond = standing.vector_distance.unwrap() + 0.3;
            assert!((far.margin.unwrap() - beyond).abs() < 1e-6, "{far:?}");
        }
    }
    assert!(both > 0, "{} hits, {ranked} ranked", found.results.len());
    world.close().await;
}

#[tokio::test]
async fn times_of_kept_candidates_are_of_their_fetch() {
    let world = World::new(&[]).await;
    let request = search_request("inseticida para lagarta do milho", Fusion::Relevance);
    let first = inspect_search(&world.app, &caller(), request.clone()).await.unwrap();
    let again = inspect_search(&world.app, &caller(), request).await.unwrap();
    assert_eq!(first.fetched_seconds_ago, None);
    assert!(again.fetched_seconds_ago.is_some());
    for opened in [&first, &again] {
        let times = opened.timings;
        let slowest = times.lexical_ms.max(times.embed_ms + times.vector_ms);
        assert!(times.total_ms >= slowest + times.fuse_ms - 1e-6, "{times:?}");
    }
    assert_eq!(first.timings.lexical_ms, again.timings.lexical_ms, "the same fetch");
    world.close().await;
}

#[tokio::test]
async fn faqs_are_given_nothing_for_pairs() {
    let world = World::new(&[("CATALOG_PAIR_PRIORITY_BONUS", "900")]).await;
    for fusion in [Fusion::Enhanced, Fusion::Relevance] {
        let query = "fungicida para ferrugem da soja";
        let request = SearchRequest { kind: Some(Kind::Faqs), ..search_request(query, fusion) };
        let found = world.search_items(request).await;
        assert!(!found.results.is_empty());
        let mut pairs = 0;
        for hit in &found.results {
            let tree = serde_json::to_string(&hit.explanation).unwrap();
            for bonus in ["\"pair\"", "\"pairFound\"", "\"culture\"", "\"treatment\"", "\"cultureInTag\""] {
                assert!(!tree.contains(bonus), "{fusion:?}: {bonus} in {tree}");
            }
            pairs += u32::from(
                hit.lexical_signals.as_ref().is_some_and(|signals| signals.has_culture_treatment_pair),
            );
        }
        assert!(pairs > 0, "the test has a FAQ with a pair");
    }
    let found = world.search_items(search_request("fungicida para ferrugem da soja", Fusion::Enhanced)).await;
    assert!(found.results[0].score > 900.0, "the control: items are");
    world.close().await;
}
