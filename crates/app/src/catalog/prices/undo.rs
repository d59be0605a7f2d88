//! Undo of a price change, where its prices are still the ones it stored.

use crate::api::{WriteById, new_write};
use crate::app::{App, Caller};
use crate::catalog::undo_access::require_own;
use crate::error::{AppError, Code};
use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::prices::PriceChangeState;
use celeiro_store::UndonePrices;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Prices that are named; the rest is counted.
const MAX_CONFLICTS: usize = 500;

/// A price that was not taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceUndoConflict {
    /// The item.
    pub item: Uuid,
    /// Its name; absent where it is gone.
    pub name: Option<String>,
    /// The label of the package; the item itself where absent.
    pub package: Option<String>,
    /// The price before the change.
    pub before: Option<Price>,
    /// The price that the change stored.
    pub after: Option<Price>,
    /// The stored price now.
    pub now: Option<Price>,
    /// Whether the item or the package is gone.
    pub gone: bool,
    /// Whether the item is in another currency now; else, where nothing is gone, its price was changed since.
    pub other_currency: bool,
}

/// What was taken back of a change of prices, and what was not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceUndoOutcome {
    /// The change that did it, to be taken back in turn; absent where there was nothing to do.
    pub change: Option<Uuid>,
    /// Prices that are again what they were.
    pub undone: u32,
    /// Prices that stay, the first 500.
    pub conflicts: Vec<PriceUndoConflict>,
    /// How many there are of them.
    pub conflict_count: u32,
}

/// Takes a change of prices back: each price that is still what the change made of it. The others are named. Taking
/// back is a change of prices too. A planned change is the work of the person who planned it, whichever editor made it:
/// its planner takes it back, or an administrator.
///
/// # Errors
/// `not_found`, `operation_not_yours`; `operation_not_undoable` where it is not applied or was taken back.
pub async fn undo_price_change(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<PriceUndoOutcome, AppError> {
    let change = app.store().price_change(request.id).await?;
    require_own(caller, &change.created_by)?;
    let write = new_write(caller, request.operation_id);
    let is_known = app.store().operation_owner(write.operation_id).await.is_ok();
    if change.state != PriceChangeState::Applied || (change.is_undone && !is_known) {
        return Err(AppError::new(Code::OperationNotUndoable).with("kind", change.state.as_str()));
    }
    let undone = app.store().undo_price_change(request.id, &write).await?;
    if change.list.is_none() {
        app.forget_values();
    }
    Ok(describe_undone(undone))
}

fn describe_undone(undone: UndonePrices) -> PriceUndoOutcome {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let conflict_count = count(undone.conflicts.len());
    let conflicts = undone.conflicts.into_iter().take(MAX_CONFLICTS).map(|left| PriceUndoConflict {
        item: left.place.item,
        name: left.name,
        package: left.place.package,
        before: left.before,
        after: left.after,
        now: left.now,
        gone: left.gone,
        other_currency: left.other_currency,
    });
    PriceUndoOutcome {
        change: undone.change,
        undone: undone.undone,
        conflicts: conflicts.collect(),
        conflict_count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::catalog::prices::PricedPlace;
    use celeiro_store::LeftPrice;

    #[test]
    fn all_prices_that_stay_are_counted_and_the_first_are_named() {
        let make_conflict = |item: u128| LeftPrice {
            place: PricedPlace { item: Uuid::from_u128(item), package: Some("5 L".into()) },
            name: (item != 1).then(|| "Ureia".to_owned()),
            before: Price::parse("10").ok(),
            after: Price::parse("11").ok(),
            now: Price::parse("12").ok(),
            gone: item == 1,
            other_currency: item == 2,
        };
        let conflicts: Vec<LeftPrice> = (1..=501).map(make_conflict).collect();
        let told = describe_undone(UndonePrices { change: Some(Uuid::nil()), undone: 7, conflicts });
        assert_eq!((told.undone, told.conflict_count, told.conflicts.len()), (7, 501, MAX_CONFLICTS));
        let first = &told.conflicts[0];
        assert!(first.gone && first.name.is_none() && !first.other_currency);
        let prices = [first.before, first.after, first.now].map(|price| price.map(Price::with_cents));
        assert_eq!(prices, ["10.00", "11.00", "12.00"].map(|price| Some(price.to_owned())));
        assert!(told.conflicts[1].other_currency && told.conflicts[1].package.as_deref() == Some("5 L"));
    }

    #[test]
    fn a_change_that_could_be_taken_back_whole_has_no_conflicts() {
        let told = describe_undone(UndonePrices { undone: 3, ..UndonePrices::default() });
        assert_eq!((told.undone, told.conflict_count, told.change), (3, 0, None));
        assert!(told.conflicts.is_empty());
    }
}
