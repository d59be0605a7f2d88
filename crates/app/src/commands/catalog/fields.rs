//! Commands of the category tree and of defined fields with their history.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! fields_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// All categories: those of the tree, and those that items alone have, with how many items they have.
            list_categories: $crate::catalog::categories::list::list_categories, $crate::api::Empty => $crate::catalog::categories::list::CategoryList,
                GET "/api/catalog/categories", Read, [Catalog], [];
            /// What a change of the tree of categories would do; changes nothing.
            preview_category: $crate::catalog::categories::changes::preview_category, $crate::catalog::categories::changes::PreviewCategory => $crate::catalog::categories::changes::CategoryPreview,
                POST "/api/catalog/categories/preview", Edit, [Catalog], [];
            /// Makes, renames, moves, merges or deletes a category; items and what else names it follow. 409 where it was changed meanwhile.
            change_category: $crate::catalog::categories::changes::change_category, $crate::catalog::categories::changes::ChangeCategory => $crate::catalog::categories::changes::CategoryOutcome,
                PUT "/api/catalog/categories", Edit, [], [Catalog, Status, Views, Transfers];
            /// The fields that are defined, in the order of the form.
            list_fields: $crate::catalog::fields::definitions::list_fields, $crate::api::Empty => Vec<celeiro_domain::catalog::defined_fields::DefinedField>,
                GET "/api/catalog/fields", Read, [Catalog], [];
            /// Defines a field, or changes one; values of items stay as they are. 409 with both states where it was changed meanwhile.
            save_field: $crate::catalog::fields::definitions::save_field, $crate::catalog::fields::definitions::SaveField => celeiro_domain::catalog::defined_fields::DefinedField,
                PUT "/api/catalog/fields", Edit, [], [Catalog];
            /// The attributes that items have, with a guess of what those are that are not defined.
            find_fields: $crate::catalog::fields::undefined::find_fields, $crate::api::Empty => $crate::catalog::fields::undefined::FoundFields,
                GET "/api/catalog/fields/found", Read, [Catalog], [];
            /// What a definition would do with the values that items have; stores nothing.
            preview_field: $crate::catalog::fields::preview::preview_field, $crate::catalog::fields::preview::PreviewField => $crate::catalog::fields::preview::FieldPreview,
                POST "/api/catalog/fields/preview", Edit, [Catalog], [];
            /// Takes the definition of a field away; it can be restored, and the values of items stay.
            delete_field: $crate::catalog::fields::definitions::delete_field, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/catalog/fields/{id}", Edit, [], [Catalog];
            /// Brings a deleted field back.
            restore_field: $crate::catalog::fields::definitions::restore_field, $crate::api::WriteById => celeiro_domain::catalog::defined_fields::DefinedField,
                POST "/api/catalog/fields/{id}/restore", Edit, [], [Catalog];
            /// The changes of a field, the latest first.
            field_history: $crate::catalog::fields::history::field_history, $crate::api::ById => Vec<$crate::catalog::fields::history::DefinedFieldChange>,
                GET "/api/catalog/fields/{id}/history", Read, [Catalog], [];
            /// Takes the last change of a field back; that is a change too.
            undo_field_change: $crate::catalog::fields::history::undo_field_change, $crate::catalog::fields::history::UndoFieldChange => $crate::catalog::fields::history::UndoneField,
                POST "/api/catalog/fields/{id}/undo", Edit, [], [Catalog];
        }
    };
}
