//! Commands of the vault. Session ids and passwords travel in request bodies, so reads are POST requests here.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! vault_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Whether there is a vault.
            get_vault: $crate::personal::vault::get_vault, $crate::api::Empty => $crate::personal::vault::VaultState,
                GET "/api/assistant/vault", Personal, [Personal], [];
            /// Makes the vault, and opens it for five minutes; a forgotten password loses all that is in it.
            create_vault: $crate::personal::vault::create_vault, $crate::personal::vault::VaultPassword => $crate::personal::vault::OpenedVault,
                POST "/api/assistant/vault", Personal, [], [Personal];
            /// Opens the vault for five minutes.
            open_vault: $crate::personal::vault::open_vault, $crate::personal::vault::VaultPassword => $crate::personal::vault::OpenedVault,
                POST "/api/assistant/vault/open", Personal, [Personal], [];
            /// Closes what a session opened.
            close_vault: $crate::personal::vault::close_vault, $crate::personal::vault::VaultSession => $crate::personal::vault::VaultState,
                POST "/api/assistant/vault/close", Personal, [Personal], [];
            /// Gives the vault another password.
            change_vault_password: $crate::personal::vault::change_vault_password, $crate::personal::vault::ChangeVaultPassword => $crate::personal::vault::OpenedVault,
                PUT "/api/assistant/vault/password", Personal, [], [Personal];
            /// Deletes the vault with all its notes for good.
            forget_vault: $crate::personal::vault::forget_vault, $crate::api::Empty => $crate::personal::vault::ForgottenVault,
                DELETE "/api/assistant/vault", Personal, [], [Personal];
            /// Lists the titles of an open vault's notes.
            list_vault_notes: $crate::personal::vault::notes::list_vault_notes, $crate::personal::vault::VaultSession => Vec<$crate::personal::vault::notes::VaultEntry>,
                POST "/api/assistant/vault/notes/list", Personal, [Personal], [];
            /// Reads a note of an open vault.
            read_vault_note: $crate::personal::vault::notes::read_vault_note, $crate::personal::vault::notes::VaultNoteById => $crate::personal::vault::notes::VaultNote,
                POST "/api/assistant/vault/notes/read", Personal, [Personal], [];
            /// Seals a note in an open vault.
            save_vault_note: $crate::personal::vault::notes::save_vault_note, $crate::personal::vault::notes::SaveVaultNote => $crate::personal::vault::notes::VaultNote,
                POST "/api/assistant/vault/notes", Personal, [], [Personal];
            /// Asks a model about a note of an open vault; note, question and answer are kept nowhere.
            ask_vault_note: $crate::personal::vault::asking::ask_vault_note, $crate::personal::vault::asking::AskVaultNote => $crate::personal::vault::asking::VaultAnswer,
                POST "/api/assistant/vault/notes/ask", Personal, [Personal], [];
            /// Deletes a note of an open vault for good.
            delete_vault_note: $crate::personal::vault::notes::delete_vault_note, $crate::personal::vault::notes::VaultNoteById => $crate::api::DeletedRecord,
                POST "/api/assistant/vault/notes/delete", Personal, [], [Personal];
        }
    };
}
