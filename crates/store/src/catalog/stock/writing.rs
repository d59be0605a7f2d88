//! Updates of stock levels: a count replaces the stored one unless the stored one is newer.

use super::levels::read_levels;
use crate::connection::encode::encode_json;
use crate::connection::write::{
    BegunWrite, FEW, finish, lock_bulk_shared, name_operation, retry_on_deadlock,
};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::Package;
use celeiro_domain::catalog::stock::{CountedStock, StockLevel, StockPlace, StockQuantity};
use celeiro_domain::text::normalize_text;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Levels of one item at most.
pub const MAX_LEVELS: usize = 200;

/// Why a count was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CountProblem {
    /// There is no such item.
    NoItem,
    /// The item has no such package.
    NoPackage,
    /// A later count stands there.
    Older,
    /// The same place is counted twice in one request.
    Twice,
    /// The item has as many levels as there may be.
    TooMany,
}

/// How counts are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockMode<'a> {
    /// Not at all: it is only said what would happen.
    Preview,
    /// All of them, or none where one cannot be stored.
    Whole,
    /// Each that can be stored; with the digest of a preview none where they would do something else by now.
    Each(Option<&'a str>),
}

/// From where counts come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockSource<'a> {
    /// A person counted an item.
    Count,
    /// A list, with the name of its file where it is one.
    List(Option<&'a str>),
}

impl StockSource<'_> {
    /// The kind of the operation.
    fn kind(self) -> &'static str {
        match self {
            Self::Count => "set-stock",
            Self::List(_) => "import-stock",
        }
    }
}

/// What became of counts.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct StockWrite {
    /// Levels that are others now.
    pub changed: u32,
    /// Levels that were so already, by their quantity, unit and moment.
    pub unchanged: u32,
    /// Counts that were not stored, by their place in the request.
    pub refused: Vec<(usize, CountProblem)>,
    /// What each of the others makes of its level, in the order of the request. Nothing where an earlier request of the
    /// same operation is answered again: the levels before it are no longer there.
    #[serde(skip)]
    pub effects: Vec<CountEffect>,
    /// Stands for the effects but the moments of the counts, and for what was refused; blank where the effects are none
    /// because an earlier request is answered again.
    #[serde(skip)]
    pub digest: String,
    /// Whether nothing was stored because this is not what was looked at.
    #[serde(skip)]
    pub is_stale: bool,
}

/// What a count makes of a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountEffect {
    /// The place of the count in the request.
    pub at: usize,
    /// What was counted, its place as it is spelled in the catalog.
    pub place: StockPlace,
    /// The level that stood there.
    pub before: Option<StockLevel>,
    /// The level that stands there then.
    pub after: Option<StockLevel>,
}

impl CountEffect {
    /// Whether a count changes the stock level.
    pub fn is_change(&self) -> bool {
        self.before != self.after
    }
}

impl Store {
    /// Stores counts; where none changes a level nothing is kept of the operation.
    pub async fn set_stock(
        &self,
        source: StockSource<'_>,
        counts: &[CountedStock],
        mode: StockMode<'_>,
        write: &Write,
    ) -> Result<StockWrite, StoreError> {
        let kind = source.kind();
        self.run_long(async {
            retry_on_deadlock!(async {
                let begun = match counts.len() {
                    ..=FEW => self.begin(kind, write).await?,
                    _ => self.begin_many(kind, write).await?,
                };
                let mut tx = match begun {
                    BegunWrite::Done(result) => {
                        return serde_json::from_value(result)
                            .map_err(|_| StoreError::Other("an operation without its result".into()));
                    }
                    BegunWrite::New(tx) => tx,
                };
                lock_bulk_shared(&mut tx).await?;
                lock_stock(&mut tx).await?;
                let mut plan = plan_counts(&mut tx, counts).await?;
                plan.outcome.is_stale = match mode {
                    StockMode::Each(Some(digest)) => plan.outcome.digest != digest,
                    StockMode::Preview | StockMode::Whole | StockMode::Each(None) => false,
                };
                let is_kept = match mode {
                    StockMode::Preview => false,
                    StockMode::Whole => plan.outcome.refused.is_empty(),
                    StockMode::Each(_) => !plan.outcome.is_stale,
                };
                if !is_kept || plan.outcome.changed == 0 {
                    return Ok(plan.outcome);
                }
                store_levels(&mut tx, &plan).await?;
                if let StockSource::List(Some(file)) = source {
                    name_operation(&mut tx, write, file).await?;
                }
                finish(&mut tx, write, &encode_json(&plan.outcome)?).await?;
                tx.commit().await?;
                Ok(plan.outcome)
            })
        })
        .await
    }
}

/// Lets one writer of stock at a time through, until the transaction ends: of two counts of one place the later stays.
pub(crate) async fn lock_stock(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.stock'))").fetch_one(db).await?;
    Ok(())
}

/// What counts would do.
#[derive(Default)]
struct StockPlan {
    levels: Vec<(Uuid, StockLevel)>,
    gone: Vec<StockPlace>,
    outcome: StockWrite,
}

async fn plan_counts(db: &mut PgConnection, counts: &[CountedStock]) -> Result<StockPlan, StoreError> {
    let mut ids: Vec<Uuid> = counts.iter().map(|count| count.place.item).collect();
    ids.sort_unstable();
    ids.dedup();
    let labels = read_labels(db, &ids).await?;
    let stored = read_levels(&mut *db, &ids).await?;
    let mut levels: HashMap<StockPlace, StockLevel> = HashMap::new();
    let mut level_counts: HashMap<Uuid, usize> = HashMap::new();
    for (item, level) in
        stored.into_iter().flat_map(|(item, levels)| levels.into_iter().map(move |one| (item, one)))
    {
        *level_counts.entry(item).or_default() += 1;
        let place = StockPlace { item, package: level.package.clone(), place: level.place.clone() };
        levels.insert(place, level);
    }
    let counts = spell_places(counts, &levels);
    let mut times: HashMap<&StockPlace, u32> = HashMap::new();
    for count in &counts {
        *times.entry(&count.place).or_default() += 1;
    }
    let mut plan = StockPlan::default();
    for (at, count) in counts.iter().enumerate() {
        let stored = levels.get(&count.place);
        let problem = match labels.get(&count.place.item) {
            None => Some(CountProblem::NoItem),
            _ if times.get(&count.place).is_some_and(|times| *times > 1) => Some(CountProblem::Twice),
            Some(labels) if stored.is_none() && !has_package(labels, count) => Some(CountProblem::NoPackage),
            _ if stored.is_some_and(|stored| stored.counted_at > count.counted_at) => {
                Some(CountProblem::Older)
            }
            _ if stored.is_none()
                && level_counts.get(&count.place.item).is_some_and(|count| *count >= MAX_LEVELS) =>
            {
                Some(CountProblem::TooMany)
            }
            _ => None,
        };
        if let Some(problem) = problem {
            plan.outcome.refused.push((at, problem));
            continue;
        }
        let level = make_level(count, stored);
        plan.outcome.effects.push(CountEffect {
            at,
            place: count.place.clone(),
            before: stored.cloned(),
            after: level.clone(),
        });
        match (stored, level) {
            (None, None) => plan.outcome.unchanged += 1,
            (Some(_), None) => {
                plan.gone.push(count.place.clone());
                plan.outcome.changed += 1;
            }
            (Some(stored), Some(level)) if *stored == level => plan.outcome.unchanged += 1,
            (before, Some(level)) => {
                if before.is_none() {
                    *level_counts.entry(count.place.item).or_default() += 1;
                }
                plan.levels.push((count.place.item, level));
                plan.outcome.changed += 1;
            }
        }
    }
    plan.outcome.digest = digest_outcome(&plan.outcome);
    Ok(plan)
}

/// Stands for all that a person sees of what counts would do. The moment of a count made *now* is another one each time
/// that it is looked at.
fn digest_outcome(outcome: &StockWrite) -> String {
    let mut digest = Sha256::new();
    for effect in &outcome.effects {
        let after = effect.after.as_ref().map(|level| (level.quantity, &level.unit));
        digest.update(format!("{:?}", (effect.at, &effect.place, &effect.before, after)));
    }
    digest.update(format!("{:?}", outcome.refused));
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The counts with their places as these are spelled already, in what is stored or before in the list: `LOJA` is the
/// `Loja` that stands there, and never a second place whose count is added.
fn spell_places(counts: &[CountedStock], levels: &HashMap<StockPlace, StockLevel>) -> Vec<CountedStock> {
    let fold = |place: &StockPlace| StockPlace { place: normalize_text(&place.place), ..place.clone() };
    let mut stored: Vec<&StockPlace> = levels.keys().collect();
    stored.sort_unstable();
    let mut spelled: HashMap<StockPlace, StockPlace> = HashMap::new();
    for place in stored {
        spelled.entry(fold(place)).or_insert_with(|| place.clone());
    }
    let mut spell = |place: &StockPlace| {
        if levels.contains_key(place) {
            return place.clone();
        }
        spelled.entry(fold(place)).or_insert_with(|| place.clone()).clone()
    };
    counts.iter().map(|count| CountedStock { place: spell(&count.place), ..count.clone() }).collect()
}

/// Whether the item has the package that is counted; a level that stands there may be counted again, or taken away,
/// after the package is gone.
fn has_package(labels: &HashSet<String>, count: &CountedStock) -> bool {
    count.place.package.as_ref().is_none_or(|label| labels.contains(label))
}

/// The level that a count makes; none where the quantity is unknown.
fn make_level(count: &CountedStock, stored: Option<&StockLevel>) -> Option<StockLevel> {
    let quantity: StockQuantity = count.quantity?;
    let unit = count.unit.clone().or_else(|| stored.map(|stored| stored.unit.clone()));
    Some(StockLevel {
        package: count.place.package.clone(),
        place: count.place.place.clone(),
        quantity,
        unit: unit.unwrap_or_default(),
        counted_at: count.counted_at,
    })
}

/// The labels of the packages of items that are not deleted.
async fn read_labels(
    db: &mut PgConnection,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, HashSet<String>>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, packages FROM catalog_items WHERE id = ANY($1) AND deleted_at IS NULL ORDER BY id FOR KEY SHARE",
        ids
    )
    .fetch_all(db)
    .await?;
    let read = rows.into_iter().map(|row| {
        let packages: Vec<Package> = serde_json::from_value(row.packages).unwrap_or_default();
        (row.id, packages.into_iter().map(|package| package.label).collect())
    });
    Ok(read.collect())
}

/// A column of each of items, labels of packages and places.
type PlaceColumns = (Vec<Uuid>, Vec<String>, Vec<String>);

fn split_places<'a>(places: impl Iterator<Item = (Uuid, Option<&'a String>, &'a String)>) -> PlaceColumns {
    let mut columns = PlaceColumns::default();
    for (item, package, place) in places {
        columns.0.push(item);
        columns.1.push(package.cloned().unwrap_or_default());
        columns.2.push(place.clone());
    }
    columns
}

async fn store_levels(db: &mut PgConnection, plan: &StockPlan) -> Result<(), StoreError> {
    let (items, packages, names) =
        split_places(plan.gone.iter().map(|gone| (gone.item, gone.package.as_ref(), &gone.place)));
    sqlx::query!(
        "DELETE FROM stock_levels s USING unnest($1::uuid[], $2::text[], $3::text[]) AS g (item_id, package, place) \
         WHERE s.item_id = g.item_id AND s.package = g.package AND s.place = g.place",
        &items,
        &packages,
        &names
    )
    .execute(&mut *db)
    .await?;
    let (items, packages, names) =
        split_places(plan.levels.iter().map(|(item, level)| (*item, level.package.as_ref(), &level.place)));
    let quantities: Vec<sqlx::types::Decimal> =
        plan.levels.iter().map(|(_, level)| level.quantity.amount()).collect();
    let units: Vec<String> = plan.levels.iter().map(|(_, level)| level.unit.clone()).collect();
    let moments: Vec<_> = plan.levels.iter().map(|(_, level)| level.counted_at).collect();
    sqlx::query!(
        "INSERT INTO stock_levels (item_id, package, place, quantity, unit, counted_at) \
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::numeric[], $5::text[], $6::timestamptz[]) \
         ON CONFLICT (item_id, package, place) DO UPDATE SET quantity = excluded.quantity, unit = excluded.unit, \
           counted_at = excluded.counted_at",
        &items,
        &packages,
        &names,
        &quantities,
        &units,
        &moments
    )
    .execute(db)
    .await?;
    Ok(())
}
