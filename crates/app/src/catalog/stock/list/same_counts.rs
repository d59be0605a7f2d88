//! Counts of a list that say what stands there already: a list that is sent twice on one day is one count, and makes no
//! second operation of new moments alone.

use super::list_places::fold_place;
use super::row_match::MatchedRow;
use crate::app::App;
use crate::error::AppError;
use celeiro_domain::catalog::stock::{CountedStock, StockLevel, StockPlace};
use celeiro_domain::personal::wall_clock::day_in;
use std::collections::HashMap;
use uuid::Uuid;

/// Gives counts without a time of day, which are as of now, the moment of the level that stands there, where that one
/// was counted on the same day in `zone` and has the same quantity and unit.
pub(super) async fn keep_moments(app: &App, matched: &mut [MatchedRow], zone: &str) -> Result<(), AppError> {
    let mut ids: Vec<Uuid> =
        matched.iter().filter(|row| lacks_time(row)).map(|row| row.count.place.item).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(());
    }
    let mut levels: HashMap<StockPlace, StockLevel> = HashMap::new();
    let mut folded: HashMap<StockPlace, StockLevel> = HashMap::new();
    for (item, of_item) in app.store().stock_of_items(&ids).await? {
        for level in of_item {
            let place = StockPlace { item, package: level.package.clone(), place: level.place.clone() };
            folded.insert(fold_place(&place), level.clone());
            levels.insert(place, level);
        }
    }
    for row in matched.iter_mut().filter(|row| lacks_time(row)) {
        let stored = levels.get(&row.count.place).or_else(|| folded.get(&fold_place(&row.count.place)));
        if let Some(level) = stored.filter(|level| is_same(&row.count, level, zone)) {
            row.count.counted_at = level.counted_at;
        }
    }
    Ok(())
}

/// Whether the row says no time of day.
fn lacks_time(row: &MatchedRow) -> bool {
    row.said_at.as_deref().is_none_or(|said| !said.contains(':'))
}

/// Whether a count says what the level does, and no day later.
fn is_same(count: &CountedStock, level: &StockLevel, zone: &str) -> bool {
    let is_of_unit = count.unit.as_ref().is_none_or(|unit| *unit == level.unit);
    is_of_unit
        && count.quantity == Some(level.quantity)
        && level.counted_at <= count.counted_at
        && day_in(zone, level.counted_at) == day_in(zone, count.counted_at)
}
