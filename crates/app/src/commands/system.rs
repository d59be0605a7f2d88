//! Commands of the system: settings, models, status and diagnosis.

/// Hands these operations, the last part, to the host's macro, after those of the parts before it.
#[macro_export]
macro_rules! system_commands {
    ([$host:path] $($before:tt)*) => {
        $host! {
            $($before)*
            /// The configuration in force, without secrets.
            get_config: $crate::settings::api::get_config, $crate::api::Empty => Vec<$crate::config::ConfigEntry>,
                GET "/api/config", Read, [Config], [];
            /// The daily backups: where they are, the last one, why the last attempt failed.
            backup_state: $crate::backup::api::backup_state, $crate::api::Empty => $crate::backup::facts::BackupState,
                GET "/api/backups", Administer, [Status, Config], [];
            /// Makes the backup of today now, in place of one that was made earlier on the same day.
            make_backup: $crate::backup::api::make_backup, $crate::backup::api::MakeBackup => $crate::backup::summary::BackupSummary,
                POST "/api/backups", Administer, [], [Status];
            /// Asks the provider of chat models whether it is there, takes the key and knows the models.
            test_provider: $crate::chat::providers::test_provider, $crate::chat::providers::TestProvider => $crate::chat::providers::ProviderTest,
                GET "/api/llm/test", Administer, [Config], [];
            /// The prompts in use.
            list_prompts: $crate::chat::providers::list_prompts, $crate::api::Empty => Vec<$crate::chat::providers::PromptEntry>,
                GET "/api/llm/prompts", Read, [], [];
            /// Saves a setting or a key, or forgets it where the value is null; answers what holds now.
            set_setting: $crate::settings::api::set_setting, $crate::settings::api::SetSetting => $crate::config::ConfigEntry,
                PUT "/api/config/{name}", Administer, [], [Config, Profiles, Status];
            /// What is there and what is missing.
            status: $crate::system::status::status, $crate::api::Empty => $crate::system::status::Status,
                GET "/api/health", Open, [Status, Catalog, Faqs, Models], [];
        }
    };
}
