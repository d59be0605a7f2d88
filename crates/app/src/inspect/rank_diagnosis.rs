//! Rank diagnosis of one record: the queries that determine at which stage of a search it dropped out.

use super::FetchedPool;
use crate::app::App;
use crate::error::AppError;
use crate::search::lexical_plan;
use crate::search::plan::Plan;
use celeiro_domain::catalog::{Price, Status};
use celeiro_domain::inspect::{
    Absence, AbsenceFacts, ByVectors, ByWords, CutReason, FilterMiss, find_absence, list_cut_reasons,
};
use celeiro_domain::rank::{Candidate, RankedHit, VectorMatch, rank};
use celeiro_domain::search::Filters;
use celeiro_store::LexicalPlan;
use uuid::Uuid;

/// How far down the list by words a place is looked for.
const DEEPEST: usize = 20_000;

/// Where a record stands.
pub(crate) struct RankDiagnosis {
    /// Where it fell out; nothing where it is in the result.
    pub absence: Option<Absence>,
    /// Every reason why it is not.
    pub reasons: Vec<CutReason>,
    /// Names of the filters that it does not meet.
    pub misses: Vec<String>,
    /// Its place among all that was ranked, from 1.
    pub place: Option<u32>,
    /// Its score; of what was not ranked, the one it would have.
    pub ranked: Option<RankedHit>,
    /// Distance of its nearest passage.
    pub distance: Option<f64>,
}

/// What there is to say of a record that search hides or was not asked for.
struct ExclusionFacts {
    facts: AbsenceFacts,
    ranked: Option<RankedHit>,
    distance: Option<f64>,
}

pub(crate) async fn diagnose_rank(
    app: &App,
    plan: &Plan,
    fetched: Option<&FetchedPool>,
    id: Uuid,
    status: Status,
    price: Option<Price>,
) -> Result<RankDiagnosis, AppError> {
    let misses = find_misses(app, plan, id, price).await?;
    let nothing_asked = AbsenceFacts {
        active: status == Status::Ativo,
        misses,
        words: ByWords::NoTerm,
        vectors: ByVectors::NotAsked,
        place: None,
        limit: plan.limit as u32,
        below_last: None,
    };
    let known = match fetched {
        Some(fetched) => find_exclusion(app, plan, fetched, id, nothing_asked).await?,
        None => ExclusionFacts { facts: nothing_asked, ranked: None, distance: None },
    };
    Ok(RankDiagnosis {
        absence: find_absence(&known.facts),
        reasons: list_cut_reasons(&known.facts),
        place: known.facts.place,
        misses: known.facts.misses.into_iter().map(|miss| miss.name).collect(),
        ranked: known.ranked,
        distance: known.distance,
    })
}

async fn find_exclusion(
    app: &App,
    plan: &Plan,
    fetched: &FetchedPool,
    id: Uuid,
    facts: AbsenceFacts,
) -> Result<ExclusionFacts, AppError> {
    // The pool was fetched for this very plan, so that it never has to be fetched anew.
    let all = fetched.components.explain(&plan.profile, plan.fusion, usize::MAX).unwrap_or_default();
    let at = all.iter().position(|ranked| ranked.id == id);
    let (vectors, distance) = by_vectors(app, plan, fetched, id).await?;
    if let Some(at) = at {
        let ranked = all[at].clone();
        let last = all.get(plan.limit.min(all.len()) - 1).map_or(0.0, |r| r.explanation.value());
        // In another order than by score, the last hit's is no bound.
        let by_score = plan.sort().is_none();
        let below_last = by_score.then(|| (last - ranked.explanation.value()).max(0.0));
        // A record that the query names is asked for by that word.
        let by_words = ranked.lexical_rank.is_some() || ranked.named;
        let words = match by_words {
            true => ByWords::InPool,
            false => self::by_words(app, plan, fetched, id).await?,
        };
        let vectors = if ranked.vector_rank.is_some() { ByVectors::InPool } else { vectors };
        let facts = AbsenceFacts { words, vectors, place: Some(at as u32 + 1), below_last, ..facts };
        return Ok(ExclusionFacts { facts, ranked: Some(ranked), distance });
    }
    let words = by_words(app, plan, fetched, id).await?;
    let nearby = match vectors {
        ByVectors::BeyondPool { distance, .. } => Some(distance),
        _ => None,
    };
    let place_by_vectors = all.iter().filter_map(|r| r.vector_rank).max().unwrap_or(0) + 1;
    let vector = nearby.map(|distance| VectorMatch { distance, rank: place_by_vectors });
    let document = app.store().document(plan.kind, id).await?;
    let outsider = document.map(|document| Candidate {
        id,
        document,
        lexical_rank: None,
        vector,
        named: plan.named.contains(&id),
        sorted_in: false,
    });
    let query = &fetched.components.pool().query;
    let ranked = outsider.and_then(|c| rank(plan.rank_input(query, &[c]), 1).pop());
    Ok(ExclusionFacts { facts: AbsenceFacts { words, vectors, ..facts }, ranked, distance })
}

async fn by_words(app: &App, plan: &Plan, fetched: &FetchedPool, id: Uuid) -> Result<ByWords, AppError> {
    let pool = fetched.components.pool();
    let lexical = LexicalPlan { filters: Filters::default(), ..lexical_plan(plan, &pool.query) };
    if !app.store().holds_terms(&lexical, id).await? {
        return Ok(ByWords::NoTerm);
    }
    // Another order takes in all that match: a record of it is no farther down than the result's end.
    if plan.sort().is_some() {
        return Ok(ByWords::InPool);
    }
    let place = place_by_words(app, lexical_plan(plan, &pool.query), id).await?;
    Ok(ByWords::BeyondPool { place, fetched: pool.plan.lexical as u32 })
}

/// The place in a list as long as it takes.
async fn place_by_words(app: &App, mut lexical: LexicalPlan, id: Uuid) -> Result<Option<u32>, AppError> {
    while lexical.limit < DEEPEST {
        lexical.limit = (lexical.limit * 8).min(DEEPEST);
        let rows = app.store().search_lexical(&lexical).await?.rows;
        if let Some(at) = rows.iter().position(|(found, _)| *found == id) {
            return Ok(Some(at as u32 + 1));
        }
        if rows.len() < lexical.limit {
            break;
        }
    }
    Ok(None)
}

async fn by_vectors(
    app: &App,
    plan: &Plan,
    fetched: &FetchedPool,
    id: Uuid,
) -> Result<(ByVectors, Option<f64>), AppError> {
    let Some(asked) = &fetched.asked else { return Ok((ByVectors::NotAsked, None)) };
    let candidates = &fetched.components.pool().candidates;
    let near = candidates.iter().find(|c| c.id == id).and_then(|c| c.vector);
    let distance = match near {
        Some(near) => Some(near.distance),
        None => app.store().distance_to(asked, id).await?,
    };
    let Some(distance) = distance else { return Ok((ByVectors::NoVector, None)) };
    let vectors = match fetched.threshold(plan) {
        Some(threshold) if distance > threshold => {
            ByVectors::TooFar { distance, threshold, fetched: near.is_some() }
        }
        _ if near.is_some() => ByVectors::InPool,
        _ => {
            let farthest = candidates.iter().filter_map(|c| Some(c.vector?.distance));
            ByVectors::BeyondPool { distance, last: farthest.fold(f64::NEG_INFINITY, f64::max) }
        }
    };
    Ok((vectors, Some(distance)))
}

/// The filters that the item does not meet, one by one.
async fn find_misses(
    app: &App,
    plan: &Plan,
    id: Uuid,
    price: Option<Price>,
) -> Result<Vec<FilterMiss>, AppError> {
    let mut misses = Vec::new();
    for (name, filter) in split_filters(&plan.filters) {
        if !app.store().meets_filters(id, &filter).await? {
            let margin = price.and_then(|price| beyond(price, &filter));
            misses.push(FilterMiss { name, margin });
        }
    }
    Ok(misses)
}

/// Each condition by itself, with its name.
fn split_filters(filters: &Filters) -> Vec<(String, Filters)> {
    let none = Filters::default;
    let Filters { category, manufacturer, min_price, max_price, tags, stock, attributes } = filters.clone();
    let mut all = vec![
        ("category".to_owned(), Filters { category, ..none() }),
        ("manufacturer".to_owned(), Filters { manufacturer, ..none() }),
        ("minPrice".to_owned(), Filters { min_price, ..none() }),
        ("maxPrice".to_owned(), Filters { max_price, ..none() }),
        ("tags".to_owned(), Filters { tags, ..none() }),
        ("stock".to_owned(), Filters { stock, ..none() }),
    ];
    let attribute = |(name, value): (String, String)| {
        let attributes = [(name.clone(), value)].into();
        (name, Filters { attributes, ..none() })
    };
    all.extend(attributes.into_iter().map(attribute));
    all.retain(|(_, filter)| !filter.is_empty());
    all
}

/// How far the price lies beyond the bound that `filter` sets, if it sets one.
fn beyond(price: Price, filter: &Filters) -> Option<f64> {
    let amount = |price: Price| price.to_string().parse::<f64>().ok();
    let price = amount(price)?;
    let below = filter.min_price.and_then(amount).map(|least| least - price);
    below.or_else(|| filter.max_price.and_then(amount).map(|most| price - most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(text: &str) -> Price {
        Price::parse(text).unwrap()
    }

    #[test]
    fn each_condition_is_asked_by_itself_under_its_name() {
        let filters = Filters {
            category: vec!["Adubo".into(), "Óleo".into()],
            max_price: Some(price("10")),
            attributes: [("cor".into(), "azul".into()), ("teor".into(), "1".into())].into(),
            ..Filters::default()
        };
        let split = split_filters(&filters);
        let names: Vec<&str> = split.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["category", "maxPrice", "cor", "teor"]);
        assert_eq!(split[0].1, Filters { category: filters.category.clone(), ..Filters::default() });
        assert_eq!(split[2].1.attributes.len(), 1);
        assert!(split_filters(&Filters::default()).is_empty());
    }

    #[test]
    fn a_price_out_of_bounds_says_by_how_much() {
        let least = Filters { min_price: Some(price("10")), ..Filters::default() };
        let most = Filters { max_price: Some(price("10")), ..Filters::default() };
        assert_eq!(beyond(price("7.5"), &least), Some(2.5));
        assert_eq!(beyond(price("12.5"), &most), Some(2.5));
        assert_eq!(beyond(price("12.5"), &Filters::default()), None);
    }
}
