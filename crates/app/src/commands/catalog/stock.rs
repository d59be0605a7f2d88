//! Commands of item relations, stock, and barcode lookup.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! stock_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// What replaces an item, goes with it or has its active ingredient; with proposals, and those that were refused.
            list_item_relations: $crate::catalog::relations::list_item_relations, $crate::api::ById => $crate::catalog::relations::ItemRelations,
                GET "/api/catalog/items/{id}/relations", Read, [Catalog], [];
            /// Sets a relation between two items, or remembers that a proposed one was refused.
            set_item_relation: $crate::catalog::relations::set_item_relation, $crate::catalog::relations::SetItemRelation => $crate::catalog::relations::RelationOutcome,
                PUT "/api/catalog/items/{id}/relations", Edit, [], [Catalog];
            /// Removes a relation between two items, or forgets that a proposed one was refused.
            remove_item_relation: $crate::catalog::relations::remove_item_relation, $crate::catalog::relations::RemoveItemRelation => $crate::catalog::relations::RelationOutcome,
                DELETE "/api/catalog/items/{id}/relations", Edit, [], [Catalog];
            /// What was counted of an item and its packages, by place.
            get_item_stock: $crate::catalog::stock::item_stock::get_item_stock, $crate::api::ById => $crate::catalog::stock::item_stock::ItemStock,
                GET "/api/catalog/items/{id}/stock", Read, [Catalog], [];
            /// Stores counts of an item, all or none.
            set_item_stock: $crate::catalog::stock::item_stock::set_item_stock, $crate::catalog::stock::item_stock::SetItemStock => $crate::catalog::stock::item_stock::StockOutcome,
                PUT "/api/catalog/items/{id}/stock", Edit, [], [Catalog];
            /// Stores a list of counts by code, EAN or name as one operation; rows that cannot be stored are named.
            import_stock: $crate::catalog::stock::list::stock_list::import_stock, $crate::catalog::stock::list::stock_list::ImportStock => $crate::catalog::stock::list::stock_list::StockListOutcome,
                PUT "/api/catalog/stock", Edit, [], [Catalog];
            /// Which columns a file of stock has, and what they are taken for.
            stock_file_columns: $crate::catalog::stock::file::stock_upload::stock_file_columns, $crate::catalog::stock::file::stock_upload::StockFileColumns => $crate::catalog::stock::file::stock_upload::StockFile,
                POST "/api/catalog/stock/columns", Edit, [Transfers], [];
            /// What storing the counts of a file would change; rows that cannot be stored are named.
            preview_stock_file: $crate::catalog::stock::file::stock_upload::preview_stock_file, $crate::catalog::stock::file::stock_upload::ImportStockFile => $crate::catalog::stock::list::stock_list::StockListOutcome,
                POST "/api/catalog/stock/preview", Edit, [Transfers], [];
            /// Stores the counts of a file as one operation; rows that cannot be stored are named.
            import_stock_file: $crate::catalog::stock::file::stock_upload::import_stock_file, $crate::catalog::stock::file::stock_upload::ImportStockFile => $crate::catalog::stock::list::stock_list::StockListOutcome,
                PUT "/api/catalog/stock/file", Edit, [], [Catalog];
            /// What is known of the stock of items, such as those of a page of the sheet.
            list_stock_totals: $crate::catalog::stock::totals::list_stock_totals, $crate::catalog::stock::totals::ListStockTotals => Vec<$crate::catalog::stock::totals::StockTotal>,
                POST "/api/catalog/stock/totals", Read, [Catalog], [];
            /// The products with a number under their bars, on sale or not.
            find_ean: $crate::catalog::stock::ean::find_ean, $crate::catalog::stock::ean::FindEan => $crate::catalog::stock::ean::EanMatches,
                GET "/api/catalog/eans/{ean}", Read, [Catalog], [];
        }
    };
}
