//! Commands of price lists, costs, price changes and price history.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! prices_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// The price lists, by name.
            list_price_lists: $crate::catalog::prices::lists::list_price_lists, $crate::api::Empty => Vec<celeiro_domain::catalog::prices::PriceList>,
                GET "/api/price-lists", Read, [Catalog], [];
            /// Creates a price list.
            create_price_list: $crate::catalog::prices::lists::create_price_list, $crate::catalog::prices::lists::CreatePriceList => celeiro_domain::catalog::prices::PriceList,
                POST "/api/price-lists", Edit, [], [Catalog];
            /// Replaces a price list; 409 with both states where it was changed meanwhile.
            update_price_list: $crate::catalog::prices::lists::update_price_list, $crate::catalog::prices::lists::UpdatePriceList => celeiro_domain::catalog::prices::PriceList,
                PUT "/api/price-lists/{id}", Edit, [], [Catalog];
            /// Saves a price list: a new one, or one in the place of another; 409 with both states where that was changed meanwhile.
            save_price_list: $crate::catalog::prices::lists::save_price_list, $crate::catalog::prices::lists::SavePriceList => celeiro_domain::catalog::prices::PriceList,
                PUT "/api/price-lists", Edit, [], [Catalog];
            /// Deletes a price list; it can be restored with its own prices.
            delete_price_list: $crate::catalog::prices::lists::delete_price_list, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/price-lists/{id}", Edit, [], [Catalog];
            /// Brings a deleted price list back.
            restore_price_list: $crate::catalog::prices::lists::restore_price_list, $crate::api::WriteById => celeiro_domain::catalog::prices::PriceList,
                POST "/api/price-lists/{id}/restore", Edit, [], [Catalog];
            /// The prices of an item in all lists.
            list_item_prices: $crate::catalog::prices::item_prices::list_item_prices, $crate::api::ById => $crate::catalog::prices::item_prices::ItemPrices,
                GET "/api/catalog/items/{id}/prices", Read, [Catalog], [];
            /// Stores own prices of a list: each that is still as it was seen; the others are named.
            set_list_prices: $crate::catalog::prices::own_prices::set_list_prices, $crate::catalog::prices::own_prices::SetListPrices => $crate::catalog::prices::own_prices::ListPricesOutcome,
                PUT "/api/price-lists/{id}/prices", Edit, [], [Catalog];
            /// What an item costs the dealer, with the margin of its prices.
            get_item_cost: $crate::catalog::prices::costs::get_item_cost, $crate::api::ById => $crate::catalog::prices::costs::ItemCost,
                GET "/api/catalog/items/{id}/cost", Edit, [Catalog], [];
            /// Stores what an item costs the dealer; 409 where it was changed meanwhile.
            set_item_cost: $crate::catalog::prices::costs::set_item_cost, $crate::catalog::prices::costs::SetItemCost => $crate::catalog::prices::costs::ItemCost,
                PUT "/api/catalog/items/{id}/cost", Edit, [], [Catalog];
            /// The prices that an item and its packages had, the oldest first, at most 1,000.
            item_price_history: $crate::catalog::prices::item_prices::item_price_history, $crate::api::ById => Vec<celeiro_domain::catalog::prices::PricePoint>,
                GET "/api/catalog/items/{id}/price-history", Read, [Catalog], [];
            /// What a change of many prices would do; changes nothing.
            preview_price_change: $crate::catalog::prices::preview::preview_price_change, $crate::catalog::prices::preview::PreviewPriceChange => $crate::catalog::prices::preview::PricePreview,
                POST "/api/price-changes/preview", Edit, [Catalog], [];
            /// Makes a change of many prices, or plans it for a day to come; 409 where the preview is stale.
            make_price_change: $crate::catalog::prices::changes::make_price_change, $crate::catalog::prices::changes::MakePriceChange => celeiro_domain::catalog::prices::PriceChange,
                POST "/api/price-changes", Edit, [], [Catalog, Status];
            /// Changes of prices, the newest first: the last 100, and those that are planned.
            list_price_changes: $crate::catalog::prices::changes::list_price_changes, $crate::catalog::prices::changes::ListPriceChanges => Vec<celeiro_domain::catalog::prices::PriceChange>,
                GET "/api/price-changes", Edit, [Catalog], [];
            /// A change of prices with its rows.
            get_price_change: $crate::catalog::prices::changes::get_price_change, $crate::api::ById => $crate::catalog::prices::changes::PriceChangeDetail,
                GET "/api/price-changes/{id}", Edit, [Catalog], [];
            /// Takes a planned change of prices off before its day.
            cancel_price_change: $crate::catalog::prices::changes::cancel_price_change, $crate::api::WriteById => celeiro_domain::catalog::prices::PriceChange,
                POST "/api/price-changes/{id}/cancel", Edit, [], [Catalog];
            /// Makes a planned change of prices today, or one that failed; one that is applied already is the answer.
            apply_price_change_now: $crate::catalog::prices::changes::apply_price_change_now, $crate::api::ById => celeiro_domain::catalog::prices::PriceChange,
                POST "/api/price-changes/{id}/apply", Edit, [], [Catalog, Status];
            /// Takes a change of prices back where its prices are still those that it stored; the others are named.
            undo_price_change: $crate::catalog::prices::undo::undo_price_change, $crate::api::WriteById => $crate::catalog::prices::undo::PriceUndoOutcome,
                POST "/api/price-changes/{id}/undo", Edit, [], [Catalog, Status];
        }
    };
}
