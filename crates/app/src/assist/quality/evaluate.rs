//! Evaluation of suggestions: fields of real items are held back, guessed from the rest, and compared.
//!
//! All suggestible fields of a sampled item are held back at once, because a description often repeats the category.
//! Name, maker and attributes remain, as in a form that a person has begun. No model takes part; model answers do not
//! enter a confidence.
//!
//! Items fall into two halves by a hash of their external id: curves are fitted on one half and measured on the other,
//! in every database alike.

use crate::app::{App, Caller};
use crate::assist::draft::AssistMaterial;
use crate::assist::draft::Guesses;
use crate::assist::limits::read_price_cap;
use crate::assist::quality::evaluation::FieldQuality;
use crate::assist::quality::evaluation::{AssistEvaluation, EvaluateOptions};
use crate::assist::retrieve::find_neighbours;
use crate::error::{AppError, Code};
use celeiro_domain::assist::calibration::{Calibration, Curve};
use celeiro_domain::assist::measure::{JudgedGuess, quality};
use celeiro_domain::assist::{AssistField, price_is_right};
use celeiro_domain::catalog::{Item, ItemDraft, Price};
use celeiro_domain::text::normalize_text;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// How much of the time an item took is left to others before the next one.
const REST: f64 = 0.5;

/// One half of all items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Fitting,
    Measuring,
}

/// Measures the shipped curves on items that they were not fitted on.
///
/// # Errors
/// [`Code::InvalidRequest`] where the catalog has no items, or what the database says.
pub async fn evaluate_suggestions(
    app: &App,
    caller: &Caller,
    options: &EvaluateOptions,
    show: impl Fn(usize),
) -> Result<AssistEvaluation, AppError> {
    let calibration = Calibration::shipped_table();
    let observed = observe_guesses(app, caller, options, Half::Measuring, calibration, show).await?;
    let least = calibration.least;
    let of = |field: &AssistField| {
        let (least, seen, suggested) = match field {
            AssistField::Category => {
                (least.category, &observed.category, observed.count_categories(least.category))
            }
            AssistField::Price => (least.price, &observed.price, observed.count_prices(least.price)),
            AssistField::Tags => (least.tag, &observed.tags, observed.items_with_tags),
            AssistField::Description => return None,
        };
        let judged: Vec<JudgedGuess> = seen.iter().map(|o| (o.confidence, o.right)).collect();
        let quality = quality(observed.items(*field), suggested, &judged, least);
        Some(FieldQuality { field: *field, least, quality })
    };
    Ok(AssistEvaluation {
        sampled: observed.sampled as u32,
        seed: options.seed as u32,
        fitted_on: calibration.fitted_on.clone(),
        fields: options.fields.iter().filter_map(of).collect(),
        p50_ms: celeiro_domain::bench::metrics::percentile(&observed.ms, 50.0),
        p95_ms: celeiro_domain::bench::metrics::percentile(&observed.ms, 95.0),
    })
}

/// Fits curves anew on the other half of the items, in the form of `data/assist_calibration.json`.
///
/// # Errors
/// As [`evaluate_suggestions`].
pub async fn fit_calibration(
    app: &App,
    caller: &Caller,
    options: &EvaluateOptions,
    show: impl Fn(usize),
) -> Result<Calibration, AppError> {
    let shipped = Calibration::shipped_table();
    let observed = observe_guesses(app, caller, options, Half::Fitting, shipped, show).await?;
    let curve = |of: &[Observation], named: Option<bool>| {
        let chosen = of.iter().filter(|o| named.is_none_or(|named| o.named == named));
        Curve::fit(&chosen.map(|o| (o.raw, o.right)).collect::<Vec<_>>())
    };
    Ok(Calibration {
        fitted_on: format!("{} items, seed {}", observed.sampled, options.seed),
        category: curve(&observed.category, None),
        tag: curve(&observed.tags, Some(false)),
        named_tag: curve(&observed.tags, Some(true)),
        price: curve(&observed.price, None),
        least: shipped.least,
    })
}

/// One guess, and whether it was right.
struct Observation {
    raw: f64,
    confidence: f64,
    named: bool,
    right: bool,
}

#[derive(Default)]
struct SampleFigures {
    sampled: usize,
    category: Vec<Observation>,
    tags: Vec<Observation>,
    price: Vec<Observation>,
    with_category: usize,
    with_tags: usize,
    with_price: usize,
    items_with_tags: usize,
    ms: Vec<f64>,
}

impl SampleFigures {
    fn items(&self, field: AssistField) -> usize {
        match field {
            AssistField::Category => self.with_category,
            AssistField::Tags => self.with_tags,
            AssistField::Price => self.with_price,
            AssistField::Description => 0,
        }
    }

    fn count_categories(&self, least: f64) -> usize {
        self.category.iter().filter(|o| o.confidence >= least).count()
    }

    fn count_prices(&self, least: f64) -> usize {
        self.price.iter().filter(|o| o.confidence >= least).count()
    }

    /// Notes what was guessed of an item.
    fn note(&mut self, item: &Item, guesses: &Guesses, most: Option<Price>, least_tag: f64) {
        self.sampled += 1;
        if let Some(truth) = &item.category {
            self.with_category += 1;
            self.category.extend(guesses.category.as_ref().map(|vote| Observation {
                raw: vote.raw,
                confidence: vote.confidence,
                named: false,
                right: normalize_text(&vote.value) == normalize_text(truth),
            }));
        }
        if !item.tags.is_empty() {
            self.with_tags += 1;
            let truth: Vec<String> = item.tags.iter().map(|tag| normalize_text(tag)).collect();
            self.items_with_tags += usize::from(guesses.tags.iter().any(|tag| tag.confidence >= least_tag));
            self.tags.extend(guesses.tags.iter().map(|tag| Observation {
                raw: tag.raw,
                confidence: tag.confidence,
                named: tag.named,
                right: truth.contains(&normalize_text(&tag.tag)),
            }));
        }
        if let Some(truth) = item.price.map(Price::to_f64).filter(|price| *price > 0.0) {
            self.with_price += 1;
            let made = guesses.price.as_ref().ok();
            let under = made.filter(|guess| most.is_none_or(|most| guess.price <= most));
            self.price.extend(under.map(|guess| Observation {
                raw: guess.raw,
                confidence: guess.confidence,
                named: false,
                right: price_is_right(guess.price.to_f64(), truth),
            }));
        }
    }
}

/// Guesses the fields of a half's items from the others, and notes what was right.
async fn observe_guesses(
    app: &App,
    caller: &Caller,
    options: &EvaluateOptions,
    half: Half,
    calibration: &Calibration,
    show: impl Fn(usize),
) -> Result<SampleFigures, AppError> {
    let mut observed = SampleFigures::default();
    let most = read_price_cap(app);
    for id in sample_items(app, options, half).await? {
        let Some(item) = app.store().items(&[id]).await?.pop() else { continue };
        let draft = initial_draft(&item);
        let started = std::time::Instant::now();
        let (neighbours, _) = find_neighbours(app, caller, &draft, Some(id)).await?;
        let gathered = AssistMaterial { neighbours, lines: Vec::new(), search: None };
        let guesses = Guesses::of(&draft, &gathered, calibration);
        observed.ms.push(crate::search::timing::ms(started));
        observed.note(&item, &guesses, most, calibration.least.tag);
        show(observed.sampled);
        if options.rests {
            tokio::time::sleep(started.elapsed().mul_f64(REST)).await;
        }
    }
    if observed.sampled == 0 {
        return Err(AppError::new(Code::InvalidRequest).with_text("reason", "assist.evaluate.empty"));
    }
    Ok(observed)
}

/// The item as a person might begin to enter it.
fn initial_draft(item: &Item) -> ItemDraft {
    ItemDraft {
        name: item.name.clone(),
        manufacturer: item.manufacturer.clone(),
        attributes: item.attributes.clone(),
        ..ItemDraft::default()
    }
}

/// The items of a half with the lowest hashes: chance that comes out the same every time.
async fn sample_items(app: &App, options: &EvaluateOptions, half: Half) -> Result<Vec<Uuid>, AppError> {
    let mut hashed: Vec<([u8; 32], Uuid)> = app
        .store()
        .searchable_names()
        .await?
        .into_iter()
        .filter(|(id, external)| half_of(external.as_deref(), *id) == half)
        .map(|(id, external)| (hash_item(options.seed, external.as_deref(), id), id))
        .collect();
    hashed.sort_unstable();
    Ok(hashed.into_iter().take(options.sample).map(|(_, id)| id).collect())
}

/// The half of an item, which stays the same for every seed.
fn half_of(external: Option<&str>, id: Uuid) -> Half {
    // Another hash than the one that orders, so that no seed prefers a half.
    if hash_item(u64::MAX, external, id)[0].is_multiple_of(2) { Half::Fitting } else { Half::Measuring }
}

/// SHA-256 of the seed and the item's external id, or its own where it has none.
fn hash_item(seed: u64, external: Option<&str>, id: Uuid) -> [u8; 32] {
    let name = external.map_or_else(|| id.to_string(), str::to_owned);
    Sha256::digest(format!("{seed}\n{name}").as_bytes()).into()
}
