//! Current states of items that an earlier answer showed as cards.

use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::assistant::shop::layout::MAX_CARDS;
use celeiro_domain::catalog::Status;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// Which items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListItemStates {
    /// Their ids, at most as many as an answer has cards.
    pub ids: Vec<Uuid>,
}

/// How an item stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemState {
    /// The item.
    pub id: Uuid,
    /// Whether it is on sale; none where it was deleted.
    pub status: Option<Status>,
    /// Its price, a decimal number as text.
    pub price: Option<String>,
    /// The price's currency.
    pub currency: Option<String>,
}

/// How items stand now, in the order in which they were asked for.
///
/// # Errors
/// `invalid_request` for more than [`MAX_CARDS`].
pub async fn list_item_states(
    app: &App,
    _: &Caller,
    request: ListItemStates,
) -> Result<Vec<ItemState>, AppError> {
    if request.ids.len() > MAX_CARDS as usize {
        return Err(AppError::invalid_request(format!("ids: at most {MAX_CARDS}")).detail("path", "ids"));
    }
    // A product that was joined into another stands as that one does.
    let joined = app.store().resolve_joined(&request.ids).await?;
    let ids: Vec<Uuid> = request.ids.iter().copied().chain(joined.values().copied()).collect();
    let items = app.store().items(&ids).await?;
    let items: HashMap<Uuid, _> = items.into_iter().map(|item| (item.id, item)).collect();
    let state = |id: Uuid| {
        let item = items.get(joined.get(&id).unwrap_or(&id));
        let price = item.and_then(|item| item.price);
        ItemState {
            id,
            status: item.map(|item| item.status),
            currency: item.filter(|_| price.is_some()).map(|item| item.currency.clone()),
            price: price.map(|price| price.to_string()),
        }
    };
    Ok(request.ids.into_iter().map(state).collect())
}
