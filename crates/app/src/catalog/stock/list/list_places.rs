//! Places of a stock list: rows of a single place, and conflicts of items counted both at places and without one.

use super::row_match::MatchedRow;
use crate::app::App;
use crate::error::AppError;
use celeiro_domain::catalog::stock::StockPlace;
use celeiro_domain::text::normalize_text;
use celeiro_store::CountEffect;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// A place, however it is written.
pub(super) fn fold_place(place: &StockPlace) -> StockPlace {
    StockPlace { place: normalize_text(&place.place), ..place.clone() }
}

/// The numbers of the rows of each place.
pub(super) fn list_rows_by_place(matched: &[MatchedRow]) -> HashMap<StockPlace, Vec<u32>> {
    let mut rows: HashMap<StockPlace, Vec<u32>> = HashMap::new();
    for row in matched {
        rows.entry(fold_place(&row.count.place)).or_default().push(row.number);
    }
    rows
}

/// Counts the items with stock both at a place and without one, once the counts are stored.
pub(super) async fn count_mixed_places(app: &App, effects: &[CountEffect]) -> Result<u32, AppError> {
    let items: HashSet<Uuid> = effects.iter().map(|effect| effect.place.item).collect();
    if items.is_empty() {
        return Ok(0);
    }
    let ids: Vec<Uuid> = items.into_iter().collect();
    // Whether something is there, by place.
    let mut is_filled: HashMap<StockPlace, bool> = HashMap::new();
    for (item, levels) in app.store().stock_of_items(&ids).await? {
        for level in levels {
            let place = StockPlace { item, package: level.package, place: level.place };
            is_filled.insert(place, !level.quantity.is_zero());
        }
    }
    for effect in effects {
        let has_some = effect.after.as_ref().is_some_and(|level| !level.quantity.is_zero());
        is_filled.insert(effect.place.clone(), has_some);
    }
    let filled: HashSet<&StockPlace> =
        is_filled.iter().filter(|(_, is_filled)| **is_filled).map(|(place, _)| place).collect();
    let has_no_place = |place: &StockPlace| {
        let without = StockPlace { place: String::new(), ..place.clone() };
        filled.contains(&without)
    };
    let named = filled.iter().filter(|place| !place.place.is_empty() && has_no_place(place));
    let mixed: HashSet<Uuid> = named.map(|place| place.item).collect();
    Ok(u32::try_from(mixed.len()).unwrap_or(u32::MAX))
}
