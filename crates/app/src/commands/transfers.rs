//! Commands of file transfer: uploads, imports, exports.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! transfers_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Makes room for a file that is to be imported, attached or sent with a message; it is sent in pieces.
            begin_upload: $crate::files::transfer::api::begin_upload, $crate::files::transfer::api::BeginUpload => $crate::files::transfer::api::UploadSlot,
                POST "/api/uploads", Read, [], [Transfers];
            /// Takes a piece of a file; one that is sent twice changes nothing.
            append_upload: $crate::files::transfer::api::append_upload, $crate::files::transfer::api::AppendUpload => $crate::files::transfer::api::UploadProgress,
                PUT "/api/uploads/{id}", Read, [], [Transfers];
            /// Forgets a file that was sent.
            drop_upload: $crate::files::transfer::api::drop_upload, $crate::api::ById => $crate::api::DeletedRecord,
                DELETE "/api/uploads/{id}", Read, [], [Transfers];
            /// A piece of a file that the program has made.
            read_download: $crate::files::transfer::api::read_download, $crate::files::transfer::api::ReadDownload => $crate::files::transfer::api::DownloadPiece,
                GET "/api/downloads/{id}", Read, [Transfers], [];
            /// Which columns a file has, and what they are taken for.
            import_columns: $crate::import::api::import_columns, $crate::import::wire::ImportColumns => $crate::import::wire::FileColumns,
                POST "/api/imports/columns", Edit, [Transfers], [];
            /// Reads and checks a file, and counts what importing it would do.
            preview_import: $crate::import::api::preview_import, $crate::import::wire::StartImport => $crate::import::wire::ImportState,
                POST "/api/imports/preview", Edit, [], [Transfers];
            /// Imports the good rows of a file in one operation.
            run_import: $crate::import::api::run_import, $crate::import::wire::StartImport => $crate::import::wire::ImportState,
                POST "/api/imports", Edit, [], [Transfers];
            /// The caller's imports that are under way.
            list_imports: $crate::import::api::list_imports, $crate::api::Empty => Vec<$crate::import::wire::ImportState>,
                GET "/api/imports", Edit, [Transfers], [];
            /// The profiles of suppliers, by name.
            import_profiles: $crate::import::profiles::import_profiles, $crate::import::profiles::profile::ListImportProfiles => Vec<$crate::import::profiles::profile::ImportProfile>,
                GET "/api/imports/profiles", Edit, [Transfers], [];
            /// Keeps a profile of a supplier: a new one, or one in the place of another.
            save_import_profile: $crate::import::profiles::save_import_profile, $crate::import::profiles::profile::SaveImportProfile => $crate::import::profiles::profile::ImportProfile,
                PUT "/api/imports/profiles", Edit, [], [Transfers];
            /// Deletes a profile of a supplier; what was imported by it stays.
            delete_import_profile: $crate::import::profiles::delete_import_profile, $crate::api::ById => $crate::api::DeletedRecord,
                DELETE "/api/imports/profiles/{id}", Edit, [], [Transfers];
            /// Where an import is, or what came of it.
            import_state: $crate::import::api::import_state, $crate::api::ById => $crate::import::wire::ImportState,
                GET "/api/imports/{id}", Edit, [Transfers], [];
            /// Rows of a checked file, and what they would make of their records.
            import_rows: $crate::import::api::import_rows, $crate::import::wire::ImportRows => $crate::import::wire::ImportRowPage,
                GET "/api/imports/{id}/rows", Edit, [Transfers], [];
            /// Asks an import to stop.
            cancel_import: $crate::import::api::cancel_import, $crate::api::ById => $crate::import::wire::ImportState,
                POST "/api/imports/{id}/cancel", Edit, [], [Transfers];
            /// The rejected rows of an import as a file, with what is wrong with each.
            write_import_errors: $crate::import::api::write_import_errors, $crate::api::ById => $crate::export::api::DownloadReady,
                POST "/api/imports/{id}/errors", Edit, [], [Transfers];
            /// Begins to write the records of a view into a file.
            begin_export: $crate::export::api::begin_export, $crate::export::api::BeginExport => $crate::export::api::ExportState,
                POST "/api/exports", Edit, [], [Transfers];
            /// The profiles of exports, by name.
            export_profiles: $crate::export::profiles::export_profiles, $crate::export::profiles::profile::ListExportProfiles => Vec<$crate::export::profiles::profile::ExportProfile>,
                GET "/api/exports/profiles", Edit, [Transfers], [];
            /// Keeps a profile of exports: a new one, or one in the place of another.
            save_export_profile: $crate::export::profiles::save_export_profile, $crate::export::profiles::profile::SaveExportProfile => $crate::export::profiles::profile::ExportProfile,
                PUT "/api/exports/profiles", Edit, [], [Transfers];
            /// Deletes a profile of exports; files that were written by it stay.
            delete_export_profile: $crate::export::profiles::delete_export_profile, $crate::api::ById => $crate::api::DeletedRecord,
                DELETE "/api/exports/profiles/{id}", Edit, [], [Transfers];
            /// Where an export is; its file, when it is whole.
            export_state: $crate::export::api::export_state, $crate::api::ById => $crate::export::api::ExportState,
                GET "/api/exports/{id}", Edit, [Transfers], [];
            /// Ends an export, or throws its file away.
            drop_export: $crate::export::api::drop_export, $crate::api::ById => $crate::api::DeletedRecord,
                DELETE "/api/exports/{id}", Edit, [], [Transfers];
            /// Writes a price list, or labels for shelves, as PDF; the file is fetched like that of an export.
            print_catalog: $crate::print::api::print_catalog, $crate::print::api::PrintCatalog => $crate::export::api::DownloadReady,
                POST "/api/exports/print", Read, [], [Transfers];
        }
    };
}
