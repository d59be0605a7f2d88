//! Stock of one item: levels, and counts entered by a person.

use crate::api::{ById, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::personal::switch::time_zone;
use celeiro_domain::catalog::FieldError;
use celeiro_domain::catalog::stock::{
    CountedStock, HitStock, StockLevel, StockPlace, StockQuantity, check_count, summarize_stock,
};
use celeiro_domain::personal::wall_clock::day_in;
use celeiro_store::{CountProblem, MAX_LEVELS, StockMode, StockSource};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A level, with whether its package is still there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemStockLevel {
    /// The label of the package; the item itself where absent.
    pub package: Option<String>,
    /// Whether the item has no package of this label any more: the level counts nowhere, and can only be taken away.
    pub is_gone: bool,
    /// The place; blank where the dealer has one alone.
    pub place: String,
    /// How much there is.
    pub quantity: StockQuantity,
    /// What it is counted in; blank are pieces.
    pub unit: String,
    /// When it was counted.
    pub counted_at: DateTime<Utc>,
}

/// The stock of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemStock {
    /// The levels by package and place. What is not among them is unknown.
    pub levels: Vec<ItemStockLevel>,
    /// What they say together; absent where the stock of the item is not known.
    pub total: Option<HitStock>,
}

/// A count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StockCount {
    /// The label of one of the packages; the item itself where absent.
    #[serde(default)]
    pub package: Option<String>,
    /// The place, at most 120 characters; blank where the dealer has one alone.
    #[serde(default)]
    pub place: String,
    /// How much there is, 0..999999999999.999; unknown where null, which takes the level away.
    #[serde(default)]
    pub quantity: Option<StockQuantity>,
    /// What it is counted in, at most 20 characters; as before where absent.
    #[serde(default)]
    pub unit: Option<String>,
    /// When it was counted; now where absent. A count that is older than the one that stands there is refused.
    #[serde(default)]
    pub counted_at: Option<DateTime<Utc>>,
}

/// Counts of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetItemStock {
    /// The item.
    pub id: Uuid,
    /// The counts, 1 to 200; other levels stay as they are.
    pub counts: Vec<StockCount>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Counts that were stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockOutcome {
    /// The operation, to be looked at and undone; absent where every level was so already.
    pub operation_id: Option<Uuid>,
    /// Levels that are others now.
    pub changed: u32,
    /// The stock as it is now.
    pub stock: ItemStock,
}

/// The stock of an item: what was counted of it and of its packages, by place.
///
/// # Errors
/// `not_found`.
pub async fn get_item_stock(app: &App, _: &Caller, request: ById) -> Result<ItemStock, AppError> {
    let item = app.store().item(request.id).await?;
    let levels = app.store().stock_of_items(&[item.id]).await?.remove(&item.id).unwrap_or_default();
    let zone = time_zone(app);
    let total = summarize_stock(&levels, &item.packages, Utc::now(), |at| day_in(&zone, at));
    let describe = |level: StockLevel| ItemStockLevel {
        is_gone: level
            .package
            .as_ref()
            .is_some_and(|label| !item.packages.iter().any(|package| package.label == *label)),
        package: level.package,
        place: level.place,
        quantity: level.quantity,
        unit: level.unit,
        counted_at: level.counted_at,
    };
    Ok(ItemStock { levels: levels.into_iter().map(describe).collect(), total })
}

/// Stores counts of an item: all of them, or none where one cannot be stored.
///
/// # Errors
/// `not_found`; `invalid_request` for none or more than 200, `invalid_fields` with fields such as `counts[0].place`;
/// `stock_refused` with the count that cannot be stored: no such package, a later count of the place, the same place
/// twice, more than 200 levels.
pub async fn set_item_stock(
    app: &App,
    caller: &Caller,
    request: SetItemStock,
) -> Result<StockOutcome, AppError> {
    if request.counts.is_empty() || request.counts.len() > MAX_LEVELS {
        return Err(AppError::invalid_request(format!("counts: 1..{MAX_LEVELS}")).detail("path", "counts"));
    }
    let now = Utc::now();
    let (mut counts, mut errors): (Vec<CountedStock>, Vec<FieldError>) = (Vec::new(), Vec::new());
    for (at, count) in request.counts.into_iter().enumerate() {
        match check_count(read_count(request.id, count, now), &format!("counts[{at}]"), now) {
            Ok(count) => counts.push(count),
            Err(wrong) => errors.extend(wrong),
        }
    }
    if !errors.is_empty() {
        return Err(AppError::fields(errors));
    }
    let write = new_write(caller, request.operation_id);
    let set = app.store().set_stock(StockSource::Count, &counts, StockMode::Whole, &write).await?;
    if let Some((at, problem)) = set.refused.first() {
        return Err(refuse_count(&counts, *at, *problem));
    }
    let stock = get_item_stock(app, caller, ById { id: request.id }).await?;
    let operation_id = (set.changed > 0).then_some(write.operation_id);
    Ok(StockOutcome { operation_id, changed: set.changed, stock })
}

fn read_count(item: Uuid, count: StockCount, now: DateTime<Utc>) -> CountedStock {
    CountedStock {
        place: StockPlace {
            item,
            package: count.package.filter(|label| !label.is_empty()),
            place: count.place,
        },
        quantity: count.quantity,
        unit: count.unit,
        counted_at: count.counted_at.unwrap_or(now),
    }
}

fn refuse_count(counts: &[CountedStock], at: usize, problem: CountProblem) -> AppError {
    let place = counts.get(at).map(|count| &count.place);
    let package = place.and_then(|place| place.package.clone());
    let key = match problem {
        CountProblem::NoItem => return AppError::new(Code::NotFound),
        CountProblem::NoPackage => "stock.problem.no_package",
        CountProblem::Older => "stock.problem.older",
        CountProblem::Twice => "stock.problem.twice",
        CountProblem::TooMany => "stock.problem.too_many",
    };
    AppError::new(Code::StockRefused)
        .with_text("why", key)
        .detail("path", format!("counts[{at}]"))
        .detail("package", package)
        .detail("place", place.map(|place| place.place.clone()))
}
