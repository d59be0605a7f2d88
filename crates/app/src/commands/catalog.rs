//! Commands of the catalog: items, FAQs, synonyms, the sheet, views and history.

mod fields;
mod prices;
mod stock;

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! catalog_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Lists items.
            list_items: $crate::catalog::items::list_items, $crate::api::ListRequest => $crate::catalog::items::ItemPage,
                GET "/api/catalog/items", Read, [Catalog], [];
            /// Creates an item.
            create_item: $crate::catalog::items::create_item, $crate::catalog::items::CreateItem => celeiro_domain::catalog::Item,
                POST "/api/catalog/items", Edit, [], [Catalog, Status];
            /// Reads an item with its pictures and relations.
            get_item: $crate::catalog::items::get_item, $crate::api::ById => $crate::catalog::items::ItemDetails,
                GET "/api/catalog/items/{id}", Read, [Catalog], [];
            /// Replaces an item; 409 with both states where it was changed meanwhile.
            update_item: $crate::catalog::items::update_item, $crate::catalog::items::UpdateItem => celeiro_domain::catalog::Item,
                PUT "/api/catalog/items/{id}", Edit, [], [Catalog, Status];
            /// Deletes an item; it can be restored.
            delete_item: $crate::catalog::items::delete_item, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/catalog/items/{id}", Edit, [], [Catalog, Status];
            /// Brings a deleted item back.
            restore_item: $crate::catalog::items::restore_item, $crate::api::WriteById => celeiro_domain::catalog::Item,
                POST "/api/catalog/items/{id}/restore", Edit, [], [Catalog, Status];
            /// How items stand now that were shown before: on sale or not, and at which price.
            list_item_states: $crate::catalog::item_states::list_item_states, $crate::catalog::item_states::ListItemStates => Vec<$crate::catalog::item_states::ItemState>,
                GET "/api/catalog/item-states", Read, [Catalog], [];
            /// What search and models see of an item.
            item_text: $crate::catalog::indexed_text::item_text, $crate::api::ById => $crate::catalog::indexed_text::ItemText,
                GET "/api/catalog/items/{id}/text", Read, [Catalog], [];
            /// What filters can choose from.
            facets: $crate::catalog::items::facets, $crate::api::Empty => celeiro_domain::catalog::Facets,
                GET "/api/catalog/facets", Read, [Catalog], [];
            /// Values of categories, manufacturers and tags that resemble a commoner one.
            list_similar_values: $crate::catalog::similar_values::list_similar_values, $crate::catalog::similar_values::ListSimilarValues => Vec<celeiro_domain::import::SimilarValue>,
                GET "/api/catalog/similar-values", Read, [Catalog, Faqs], [];
            /// Products that may be one, with what speaks for it.
            list_duplicates: $crate::catalog::duplicates::list_duplicates, $crate::catalog::duplicates::ListDuplicates => $crate::catalog::duplicates::DuplicatePage,
                GET "/api/catalog/duplicates", Edit, [Catalog], [];
            /// Remembers that products are different ones, or forgets it.
            tell_items_apart: $crate::catalog::duplicates::tell_items_apart, $crate::catalog::duplicates::TellItemsApart => $crate::catalog::duplicates::ToldApart,
                POST "/api/catalog/duplicates/apart", Edit, [], [Catalog];
            /// What joining products would make of them; changes nothing.
            preview_join: $crate::catalog::duplicates::preview_join, $crate::catalog::duplicates::PreviewJoin => $crate::catalog::duplicates::JoinPreview,
                POST "/api/catalog/joins/preview", Edit, [Catalog], [];
            /// Joins products into one with their packages; 409 where one was changed meanwhile.
            join_items: $crate::catalog::duplicates::join_items, $crate::catalog::duplicates::JoinItems => $crate::catalog::duplicates::JoinOutcome,
                POST "/api/catalog/joins", Edit, [], [Catalog, Status];
            /// Lists the files of an item.
            list_attachments: $crate::catalog::attachments::api::list_attachments, $crate::api::ById => Vec<$crate::catalog::attachments::api::Attachment>,
                GET "/api/catalog/items/{id}/files", Read, [Catalog], [];
            /// Attaches a file that was sent to an item; the same content is not attached twice.
            add_attachment: $crate::catalog::attachments::api::add_attachment, $crate::catalog::attachments::api::AddAttachment => $crate::catalog::attachments::api::Attachment,
                POST "/api/catalog/items/{id}/files", Edit, [], [Catalog];
            /// The text of a file, passage by passage.
            get_attachment_text: $crate::catalog::attachments::api::get_attachment_text, $crate::api::ById => $crate::catalog::attachments::api::AttachmentText,
                GET "/api/files/{id}/text", Read, [Catalog], [];
            /// Makes a file of an item ready to be fetched.
            save_attachment: $crate::catalog::attachments::api::save_attachment, $crate::api::ById => $crate::export::api::DownloadReady,
                POST "/api/files/{id}/download", Read, [], [Transfers];
            /// A picture of an item, to be shown; its bytes never change.
            get_picture: $crate::catalog::attachments::pictures::get_picture, $crate::catalog::attachments::pictures::GetPicture => $crate::catalog::attachments::pictures::Picture,
                GET "/api/files/{id}/picture", Read, [], [];
            /// The main pictures of a page of items, small.
            list_thumbnails: $crate::catalog::attachments::pictures::list_thumbnails, $crate::catalog::attachments::pictures::ListThumbnails => Vec<$crate::catalog::attachments::pictures::Thumbnail>,
                POST "/api/catalog/thumbnails", Read, [Catalog], [];
            /// The pictures of an item, the main one first.
            list_item_images: $crate::catalog::attachments::images::list_item_images, $crate::api::ById => $crate::catalog::attachments::images::ItemImages,
                GET "/api/catalog/items/{id}/images", Read, [Catalog], [];
            /// Puts the pictures of an item in another order; 409 with the order where it was changed meanwhile.
            order_item_images: $crate::catalog::attachments::images::order_item_images, $crate::catalog::attachments::images::OrderItemImages => $crate::catalog::attachments::images::ItemImages,
                PUT "/api/catalog/items/{id}/images", Edit, [], [Catalog];
            /// Says what kind of document a file of an item is.
            set_attachment_kind: $crate::catalog::attachments::documents::set_attachment_kind, $crate::catalog::attachments::documents::SetAttachmentKind => $crate::catalog::attachments::api::Attachment,
                PUT "/api/files/{id}/kind", Edit, [], [Catalog];
            /// Labels, leaflets and safety data sheets of items.
            list_item_documents: $crate::catalog::attachments::documents::list_item_documents, $crate::catalog::attachments::documents::ListItemDocuments => Vec<$crate::catalog::attachments::documents::ItemDocument>,
                POST "/api/catalog/documents", Read, [Catalog], [];
            /// Takes a file off its item; it can be put back.
            delete_attachment: $crate::catalog::attachments::api::delete_attachment, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/files/{id}", Edit, [], [Catalog];
            /// Puts a file back that was taken off.
            restore_attachment: $crate::catalog::attachments::api::restore_attachment, $crate::api::WriteById => $crate::catalog::attachments::api::Attachment,
                POST "/api/files/{id}/restore", Edit, [], [Catalog];
            /// Which values of an item came from suggestions, and whether what these rested on has changed.
            item_sources: $crate::assist::api::item_sources, $crate::api::ById => Vec<$crate::assist::api::ItemFieldSource>,
                GET "/api/catalog/items/{id}/sources", Read, [Catalog], [];
            /// Lists FAQs.
            list_faqs: $crate::catalog::faqs::list_faqs, $crate::api::ListRequest => $crate::catalog::faqs::FaqPage,
                GET "/api/faqs", Read, [Faqs], [];
            /// Creates a FAQ.
            create_faq: $crate::catalog::faqs::create_faq, $crate::catalog::faqs::CreateFaq => celeiro_domain::catalog::faq::Faq,
                POST "/api/faqs", Edit, [], [Faqs, Status];
            /// Reads a FAQ.
            get_faq: $crate::catalog::faqs::get_faq, $crate::api::ById => celeiro_domain::catalog::faq::Faq,
                GET "/api/faqs/{id}", Read, [Faqs], [];
            /// Replaces a FAQ; 409 with both states where it was changed meanwhile.
            update_faq: $crate::catalog::faqs::update_faq, $crate::catalog::faqs::UpdateFaq => celeiro_domain::catalog::faq::Faq,
                PUT "/api/faqs/{id}", Edit, [], [Faqs, Status];
            /// Deletes a FAQ; it can be restored.
            delete_faq: $crate::catalog::faqs::delete_faq, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/faqs/{id}", Edit, [], [Faqs, Status];
            /// Brings a deleted FAQ back.
            restore_faq: $crate::catalog::faqs::restore_faq, $crate::api::WriteById => celeiro_domain::catalog::faq::Faq,
                POST "/api/faqs/{id}/restore", Edit, [], [Faqs, Status];
            /// In which watched queries an item would come in, fall out or move if an edit were saved.
            item_impact: $crate::catalog::impact::api::item_impact, $crate::catalog::impact::api::ItemImpact => $crate::catalog::impact::api::ImpactReport,
                POST "/api/catalog/impact", Edit, [Catalog, Models, Profiles, Synonyms], [];
            /// Lists groups of synonyms.
            list_synonyms: $crate::catalog::synonyms::list_synonyms, $crate::api::Empty => Vec<celeiro_domain::synonyms::StoredGroup>,
                GET "/api/synonyms", Read, [Synonyms], [];
            /// Creates a group of synonyms.
            create_synonym_group: $crate::catalog::synonyms::create_synonym_group, $crate::catalog::synonyms::CreateSynonymGroup => celeiro_domain::synonyms::StoredGroup,
                POST "/api/synonyms", Edit, [], [Synonyms];
            /// Replaces a group of synonyms; 409 with both states where it was changed meanwhile.
            update_synonym_group: $crate::catalog::synonyms::update_synonym_group, $crate::catalog::synonyms::UpdateSynonymGroup => celeiro_domain::synonyms::StoredGroup,
                PUT "/api/synonyms/{id}", Edit, [], [Synonyms];
            /// Deletes a group of synonyms; it can be restored.
            delete_synonym_group: $crate::catalog::synonyms::delete_synonym_group, $crate::catalog::synonyms::WriteSynonymGroup => $crate::catalog::synonyms::WriteSynonymGroup,
                DELETE "/api/synonyms/{id}", Edit, [], [Synonyms];
            /// Brings a deleted group of synonyms back.
            restore_synonym_group: $crate::catalog::synonyms::restore_synonym_group, $crate::catalog::synonyms::WriteSynonymGroup => celeiro_domain::synonyms::StoredGroup,
                POST "/api/synonyms/{id}/restore", Edit, [], [Synonyms];
            /// What a change of synonyms would do to watched queries; stores nothing.
            preview_synonyms: $crate::catalog::synonyms::preview_synonyms, $crate::catalog::synonyms::PreviewSynonyms => $crate::catalog::synonyms::SynonymPreview,
                POST "/api/synonyms/preview", Edit, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// A page of the grid of items: sorted, filtered, with how complete each is.
            grid: $crate::sheet::grid::grid, celeiro_domain::sheet::GridQuery => $crate::sheet::grid::GridPage,
                POST "/api/catalog/grid", Read, [Catalog], [];
            /// The attributes that the grid of items can show.
            grid_columns: $crate::sheet::grid::grid_columns, $crate::api::Empty => $crate::sheet::grid::GridColumns,
                GET "/api/catalog/columns", Read, [Catalog], [];
            /// What the items of a category are expected to say, and how many of them do.
            category_expectation: $crate::catalog::expectations::category_expectation, $crate::catalog::expectations::ExpectationOf => $crate::catalog::expectations::CategoryExpectation,
                GET "/api/catalog/expectation", Read, [Catalog], [];
            /// Settles what the items of a category are expected to say, or counts it anew.
            settle_expectation: $crate::catalog::expectations::settle_expectation, $crate::catalog::expectations::SettleExpectation => $crate::catalog::expectations::CategoryExpectation,
                POST "/api/catalog/expectation", Edit, [], [Catalog];
            /// A page of the grid of FAQs.
            faq_grid: $crate::sheet::grid::faq_grid, celeiro_domain::sheet::GridQuery => $crate::sheet::grid::FaqGridPage,
                POST "/api/faqs/grid", Read, [Faqs], [];
            /// What the same change of many records would do.
            preview_bulk_edit: $crate::sheet::edits::preview_bulk_edit, $crate::sheet::edits::PreviewBulkEdit => $crate::sheet::edits::BulkPreview,
                POST "/api/catalog/bulk/preview", Edit, [Catalog, Faqs], [];
            /// Makes the same change to many records; 409 where they are not those of the preview any more.
            bulk_edit: $crate::sheet::edits::bulk_edit, $crate::sheet::edits::BulkEdit => $crate::sheet::edits::BulkEditOutcome,
                POST "/api/catalog/bulk", Edit, [], [Catalog, Faqs, Status];
            /// Writes a block of cells; rows that another person changed are left out and said.
            edit_cells: $crate::sheet::cell_edits::edit_cells, $crate::sheet::cell_edits::EditCells => $crate::sheet::cell_edits::EditedCells,
                POST "/api/catalog/cells", Edit, [], [Catalog, Faqs, Status];
            /// Brings the demo's items, FAQs and judged queries into a catalog without items.
            load_demo: $crate::system::demo::load_demo, $crate::system::demo::LoadDemo => $crate::system::demo::DemoOutcome,
                POST "/api/catalog/demo", Administer, [], [Catalog, Faqs, QuerySets, Models, Status];
            /// The saves of an item and the changes of its relations and its stock, the latest first.
            item_history: $crate::catalog::history::item_history, $crate::catalog::history::History => Vec<celeiro_domain::catalog::HistoryEntry>,
                GET "/api/catalog/items/{id}/history", Read, [Catalog], [];
            /// The saves of a FAQ, the latest first.
            faq_history: $crate::catalog::history::faq_history, $crate::catalog::history::History => Vec<celeiro_domain::catalog::HistoryEntry>,
                GET "/api/faqs/{id}/history", Read, [Faqs], [];
            /// Operations on records, the latest first.
            list_operations: $crate::catalog::history::list_operations, $crate::catalog::history::ListOperations => $crate::catalog::history::OperationPage,
                GET "/api/operations", Read, [Catalog, Faqs], [];
            /// An operation with what it changed.
            get_operation: $crate::catalog::history::get_operation, $crate::catalog::history::GetOperation => $crate::catalog::history::OperationDetail,
                GET "/api/operations/{id}", Read, [Catalog, Faqs], [];
            /// Takes an operation back where the same was not changed since; the rest is listed.
            undo_operation: $crate::catalog::history::undo_operation, $crate::catalog::history::UndoOperation => $crate::catalog::history::UndoOutcome,
                POST "/api/operations/{id}/undo", Edit, [], [Catalog, Faqs, Status, Views, Transfers];
            /// Lists the views of a grid.
            list_views: $crate::sheet::views::list_views, $crate::sheet::views::ListViews => Vec<$crate::sheet::views::GridView>,
                GET "/api/catalog/views", Read, [Views], [];
            /// Saves a view of a grid; 409 where it was changed meanwhile.
            save_view: $crate::sheet::views::save_view, $crate::sheet::views::SaveView => $crate::sheet::views::GridView,
                POST "/api/catalog/views", Read, [], [Views];
            /// Deletes a view of a grid for good.
            delete_view: $crate::sheet::views::delete_view, $crate::sheet::views::DeleteView => $crate::api::DeletedRecord,
                DELETE "/api/catalog/views/{id}", Read, [], [Views];
            /// Adds words to a synonym group, which is created where it is not there, or takes some out.
            change_synonyms: $crate::catalog::synonyms::change_synonyms, $crate::catalog::synonyms::ChangeSynonyms => celeiro_domain::synonyms::StoredGroup,
                POST "/api/synonyms/words", Edit, [], [Synonyms];
        }
    };
}
