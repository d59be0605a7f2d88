//! Items with their prices in one list.

use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::prices::{PriceList, put_list_prices};
use celeiro_store::{Store, StoreError};

/// Puts the prices of the list in the place of those of the counter.
pub(crate) async fn price_by_list<'a>(
    store: &Store,
    list: &PriceList,
    items: impl Iterator<Item = &'a mut Item>,
) -> Result<(), StoreError> {
    let items: Vec<&mut Item> = items.collect();
    let ids: Vec<_> = items.iter().map(|item| item.id).collect();
    let own = store.own_prices_of_items(list.id, &ids).await?;
    for item in items {
        put_list_prices(item, list, &own);
    }
    Ok(())
}
