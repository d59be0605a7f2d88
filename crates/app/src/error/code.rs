//! The stable error codes with their HTTP statuses.

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $status:literal;)*) => {
        /// A stable error code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// Every code, for tests of the translations.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The name on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The matching HTTP status.
            pub fn status(self) -> u16 {
                match self { $(Code::$variant => $status,)* }
            }
        }
    };
}

codes! {
    /// The request cannot be parsed.
    InvalidRequest = "invalid_request", 400;
    /// Fields cannot be stored as they are; `details.fields` lists them.
    InvalidFields = "invalid_fields", 422;
    /// A setting has a value that is not allowed.
    InvalidSetting = "invalid_setting", 400;
    /// The setting does not exist.
    UnknownSetting = "unknown_setting", 400;
    /// No item has the attribute that a filter names.
    UnknownFilter = "unknown_filter", 400;
    /// A filter has a value that is not allowed.
    InvalidFilter = "invalid_filter", 400;
    /// The ranking profile does not exist.
    UnknownProfile = "unknown_profile", 400;
    /// A ranking profile has a value that is not allowed.
    InvalidProfile = "invalid_profile", 422;
    /// The ranking profile ships with the program and cannot be changed.
    ProfileShipped = "profile_shipped", 409;
    /// The ranking profile answers judged queries worse; `details.worse` lists them.
    ProfileWorse = "profile_worse", 409;
    /// The ranking profile to be replaced is not in force any more.
    ProfileNotInForce = "profile_not_in_force", 409;
    /// The record does not exist.
    NotFound = "not_found", 404;
    /// The address does not exist.
    NoRoute = "no_route", 404;
    /// The address exists, but not for this method.
    MethodNotAllowed = "method_not_allowed", 405;
    /// Another person saved the record first; `details.current` is the current record.
    Conflict = "conflict", 409;
    /// The relation between two items is not possible; `details.problem` is the reason.
    RelationRefused = "relation_refused", 409;
    /// A count of stock cannot be stored; `details` has the package and the place.
    StockRefused = "stock_refused", 409;
    /// The suggestion was decided before; `details` holds the decision, its author and its time.
    AlreadyDecided = "already_decided", 409;
    /// The run of suggestions has ended.
    RunEnded = "run_ended", 409;
    /// The records of a bulk edit differ from those of its preview; `details` has the new counts.
    SelectionChanged = "selection_changed", 409;
    /// The request names another database than the one in use.
    OtherCatalog = "other_catalog", 409;
    /// The demo can only be loaded into a catalog without items.
    CatalogNotEmpty = "catalog_not_empty", 409;
    /// Loading the demo into a team's database needs an explicit confirmation.
    ServerNotConfirmed = "server_not_confirmed", 409;
    /// The operation changed no record, so it cannot be undone.
    OperationNotUndoable = "operation_not_undoable", 409;
    /// The operation belongs to another person.
    OperationNotYours = "operation_not_yours", 403;
    /// The conversation belongs to another person and is read-only; `details.owner` is that person.
    ConversationReadOnly = "conversation_read_only", 403;
    /// The category would be below itself.
    CategoryCycle = "category_cycle", 409;
    /// The tree of categories would have too many levels.
    CategoryTooDeep = "category_too_deep", 422;
    /// The category to be deleted has items or categories below it.
    CategoryNotEmpty = "category_not_empty", 409;
    /// The person has another view with this name.
    ViewNameTaken = "view_name_taken", 409;
    /// Another record has the external id.
    DuplicateExternalId = "duplicate_external_id", 409;
    /// A constraint of the database refused the values.
    ConstraintViolated = "constraint_violated", 422;
    /// The request needs a token or a session; `details.accounts` is true if people sign in here.
    Unauthorized = "unauthorized", 401;
    /// The address or origin of the request is not allowed; or the caller's role lacks the access, with the
    /// needed access and the roles that have it in `details.access` and `details.roles`.
    Forbidden = "forbidden", 403;
    /// Login or password is wrong.
    SignInRefused = "sign_in_refused", 401;
    /// Too many wrong passwords for one login; `details.seconds` is the time until the next attempt.
    SignInSlowed = "sign_in_slowed", 429;
    /// Sign-in through a company's identity provider is not configured.
    CompanySignInOff = "company_sign_in_off", 409;
    /// The company's identity provider does not answer, or answers with an error.
    CompanyUnreachable = "company_unreachable", 502;
    /// The response of the company's identity provider does not prove the person's identity.
    CompanySignInRefused = "company_sign_in_refused", 401;
    /// No account is linked to the person at the company's identity provider.
    CompanyAccountUnknown = "company_account_unknown", 403;
    /// Another account is linked to the person at the company's identity provider.
    CompanyIdentityTaken = "company_identity_taken", 409;
    /// The account is linked to another person at the company's identity provider.
    CompanyAlreadyLinked = "company_already_linked", 409;
    /// The current password is wrong.
    PasswordWrong = "password_wrong", 403;
    /// The password is easy to guess.
    PasswordTooWeak = "password_too_weak", 422;
    /// The invitation was used, has expired, or never existed.
    InvitationInvalid = "invitation_invalid", 410;
    /// The operation needs an account, and the caller has none.
    AccountNeeded = "account_needed", 409;
    /// The operation needs a signed-in person: a token is not enough.
    SessionNeeded = "session_needed", 403;
    /// No account has this id or login.
    UserNotFound = "user_not_found", 404;
    /// Another account has this login.
    LoginTaken = "login_taken", 409;
    /// The account is disabled.
    UserDisabled = "user_disabled", 409;
    /// The change would leave no administrator.
    LastAdministrator = "last_administrator", 409;
    /// The account has the maximum number of tokens.
    TooManyTokens = "too_many_tokens", 409;
    /// The request is larger than allowed.
    TooLarge = "too_large", 413;
    /// The media type of the body is not accepted.
    UnsupportedMediaType = "unsupported_media_type", 415;
    /// A request arrived too slowly.
    RequestTooSlow = "request_too_slow", 408;
    /// Too many requests.
    RateLimited = "rate_limited", 429;
    /// The maximum number of simultaneous uploads is reached.
    TooManyUploads = "too_many_uploads", 429;
    /// The operation took too long.
    TimedOut = "timed_out", 504;
    /// The operation was cancelled.
    Cancelled = "cancelled", 499;
    /// The program is still starting.
    Starting = "starting", 503;
    /// The database cannot be reached.
    DatabaseUnreachable = "database_unreachable", 503;
    /// Every connection to the database is in use.
    DatabaseBusy = "database_busy", 503;
    /// The database does not answer.
    DatabaseStuck = "database_stuck", 503;
    /// The connection to the database was lost during an import.
    ImportInterrupted = "import_interrupted", 503;
    /// The connection to the database was lost while vectors were computed.
    EmbeddingInterrupted = "embedding_interrupted", 503;
    /// The database server is too old.
    DatabaseTooOld = "database_too_old", 500;
    /// `DATABASE_URL` cannot be used.
    DatabaseUrlInvalid = "database_url_invalid", 500;
    /// The database lacks an extension.
    ExtensionMissing = "extension_missing", 500;
    /// The database user lacks a right.
    RightMissing = "right_missing", 500;
    /// The schema has another version.
    SchemaMismatch = "schema_mismatch", 500;
    /// The disk is full.
    DiskFull = "disk_full", 507;
    /// PostgreSQL's programs are missing.
    PostgresMissing = "postgres_missing", 500;
    /// The data folder cannot be used.
    DataFolderUnusable = "data_folder_unusable", 500;
    /// The managed database did not start.
    ClusterFailed = "cluster_failed", 500;
    /// The download of a model failed.
    ModelNotFetched = "model_not_fetched", 502;
    /// The embedder failed.
    EmbedderFailed = "embedder_failed", 502;
    /// A file cannot be read.
    FileUnreadable = "file_unreadable", 400;
    /// A file cannot be written.
    FileUnwritable = "file_unwritable", 400;
    /// The sheet would have more records than the maximum number of rows.
    SheetTooManyRows = "sheet_too_many_rows", 422;
    /// A text is too long for a cell of the sheet.
    SheetCellTooLong = "sheet_cell_too_long", 422;
    /// The document would have more items or packages than allowed.
    PrintTooLarge = "print_too_large", 422;
    /// No active item fits the document.
    PrintEmpty = "print_empty", 422;
    /// The query set has no queries or no judgments.
    QuerySetEmpty = "query_set_empty", 400;
    /// No judged record is in the catalog, so the set cannot measure anything.
    QuerySetForeign = "query_set_foreign", 422;
    /// Vectors failed during the measurement of a profile, so its figures would be those of words alone.
    MeasuredWithoutVectors = "measured_without_vectors", 503;
    /// One half of the query set would be empty: no queries to tune on, or none to check with.
    QuerySetTooSmall = "query_set_too_small", 422;
    /// The record is compared with itself.
    SameRecord = "same_record", 422;
    /// A line of a query set's file cannot be read.
    QuerySetLine = "query_set_line", 422;
    /// No query set has this name.
    UnknownQuerySet = "unknown_query_set", 404;
    /// Another query set has this name.
    QuerySetNameTaken = "query_set_name_taken", 409;
    /// The query set with this name searches another kind of record.
    QuerySetOtherKind = "query_set_other_kind", 409;
    /// The query set would have more queries than allowed.
    QuerySetTooLarge = "query_set_too_large", 422;
    /// Another query of the set has this id.
    QueryKeyTaken = "query_key_taken", 409;
    /// The server cannot listen on the address.
    AddressUnusable = "address_unusable", 400;
    /// The format of a file is unknown.
    FileFormatUnknown = "file_format_unknown", 400;
    /// The parser of a file died or gave up.
    FileParserFailed = "file_parser_failed", 422;
    /// The uploaded file, or the file to download, no longer exists.
    TransferGone = "transfer_gone", 404;
    /// The bytes of the attachment are not on this machine.
    FileElsewhere = "file_elsewhere", 404;
    /// Pieces of an uploaded file are missing.
    UploadIncomplete = "upload_incomplete", 409;
    /// The message is blank.
    MessageBlank = "message_blank", 400;
    /// The message is longer than allowed.
    MessageTooLong = "message_too_long", 400;
    /// The turn with this operation id is still running.
    TurnUnderWay = "turn_under_way", 409;
    /// Only answers can be rated.
    NotAnAnswer = "not_an_answer", 422;
    /// The action was decided before; `details.state` is the decision.
    ActionDecided = "action_decided", 409;
    /// The action expired before its decision.
    ActionExpired = "action_expired", 410;
    /// A record of the action changed meanwhile; the action changed nothing.
    ActionConflict = "action_conflict", 409;
    /// The stored action was modified outside of the program and cannot be shown; it changes nothing.
    ActionUnreadable = "action_unreadable", 422;
    /// A call or a correction does not match the parameters of its tool.
    ActionInvalid = "action_invalid", 422;
    /// Proposals of other programs are switched off.
    ProposalsOff = "proposals_off", 403;
    /// Other programs have reached their limit of proposals.
    TooManyProposals = "too_many_proposals", 429;
    /// The personal assistant is switched off; `details.setting` names the switch.
    PersonalOff = "personal_off", 403;
    /// The persona is switched off; `details.setting` names the switch.
    PersonaOff = "persona_off", 403;
    /// The vault is locked.
    VaultLocked = "vault_locked", 403;
    /// The vault's password is wrong.
    VaultPasswordWrong = "vault_password_wrong", 403;
    /// Too many wrong passwords for the vault.
    VaultAttemptsExceeded = "vault_attempts_exceeded", 429;
    /// The vault exists already.
    VaultExists = "vault_exists", 409;
    /// A note of the vault cannot be decrypted: its row was modified outside of the program.
    VaultNoteBroken = "vault_note_broken", 422;
    /// The action needs a person's confirmation, and there is no terminal for the question.
    ConfirmationNeeded = "confirmation_needed", 409;
    /// No speech-to-text server is configured.
    DictationNotConfigured = "dictation_not_configured", 503;
    /// The audio format of a recording is unknown.
    AudioUnknown = "audio_unknown", 415;
    /// The recording is longer than allowed.
    AudioTooLong = "audio_too_long", 422;
    /// The recording contains no intelligible speech.
    TranscriptEmpty = "transcript_empty", 422;
    /// The model called tools in every round and never answered.
    MaxIterationsExceeded = "max_iterations_exceeded", 504;
    /// No chat model is configured.
    ModelNotConfigured = "model_not_configured", 503;
    /// The configured provider needs a key.
    ModelKeyMissing = "model_key_missing", 503;
    /// The monthly spending cap for models is reached.
    SpendingCapReached = "spending_cap_reached", 402;
    /// The provider's settings do not work; the message has the reason.
    ModelSetup = "model_setup", 500;
    /// The provider cannot be reached.
    ModelUnreachable = "model_unreachable", 502;
    /// The provider answers, but does not offer the configured model.
    ModelNotOffered = "model_not_offered", 502;
    /// The provider did not answer in time.
    ModelTimedOut = "model_timed_out", 504;
    /// The provider refused the request for its rate limit.
    ModelRateLimited = "model_rate_limited", 429;
    /// The provider's daily limit of requests is reached.
    ModelDailyLimit = "model_daily_limit", 429;
    /// The provider refused the key.
    ModelRefusedKey = "model_refused_key", 502;
    /// The provider's account has no credit.
    ModelUnpaid = "model_unpaid", 402;
    /// The provider does not know the model.
    ModelUnknown = "model_unknown", 502;
    /// The provider refused the request.
    ModelRefusedRequest = "model_refused_request", 502;
    /// The prompt exceeds the model's context window.
    ModelContextTooLong = "model_context_too_long", 502;
    /// The provider or the model refused the content.
    ModelRefusedContent = "model_refused_content", 422;
    /// The answer was interrupted.
    ModelInterrupted = "model_interrupted", 502;
    /// The answer reached its maximum length and was cut.
    ModelAnswerCut = "model_answer_cut", 502;
    /// The answer is empty.
    ModelAnswerEmpty = "model_answer_empty", 502;
    /// The answer cannot be parsed.
    ModelAnswerUnusable = "model_answer_unusable", 502;
    /// The provider failed.
    ModelFailed = "model_failed", 502;
    /// The supplier's profile changed since it was read, or since the preview of a file.
    ProfileChanged = "profile_changed", 409;
    /// The file is not a backup of Celeiro.
    BackupForeign = "backup_foreign", 422;
    /// Bytes of a backup are missing or have changed.
    BackupDamaged = "backup_damaged", 422;
    /// A newer program wrote the backup.
    BackupNewer = "backup_newer", 422;
    /// The file to be replaced by a backup is not a backup.
    BackupTargetForeign = "backup_target_foreign", 409;
    /// Another program is writing a backup with the same name.
    BackupUnderWay = "backup_under_way", 409;
    /// PostgreSQL's backup program failed.
    BackupToolFailed = "backup_tool_failed", 500;
    /// The restored records differ from the counts in the backup.
    BackupMismatch = "backup_mismatch", 500;
    /// The records restored into a team's database differ from the counts in the backup; the database keeps
    /// them.
    BackupMismatchServer = "backup_mismatch_server", 500;
    /// The disk has too little room for the backup before a migration.
    BackupNoRoom = "backup_no_room", 507;
    /// A disk has too little room for a backup or a restore.
    BackupDiskFull = "backup_disk_full", 507;
    /// A daily backup lacks attached files.
    BackupIncomplete = "backup_incomplete", 500;
    /// A program uses the data folder to be replaced.
    FolderInUse = "folder_in_use", 409;
    /// The team's database has tables; a restore needs an empty one.
    RestoreTargetNotEmpty = "restore_target_not_empty", 409;
    /// The team's server is older than the server of the backup.
    RestoreServerTooOld = "restore_server_too_old", 409;
    /// Any other error; the log has the details.
    Internal = "internal", 500;
}

impl Code {
    /// The exit code of a command that fails with this code. Mistakes on the command line exit with 2
    /// instead.
    pub fn exit_code(self) -> u8 {
        if self == Code::Cancelled { 130 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_one_name_a_status_that_says_whose_fault_it_is_and_an_end_for_the_shell() {
        let mut names: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len(), "no two codes have the same name");
        for code in Code::ALL {
            let name = code.as_str();
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
            assert!(matches!(code.status(), 400..=599), "{name}: {}", code.status());
            assert_eq!(code.exit_code(), if *code == Code::Cancelled { 130 } else { 1 }, "{name}");
        }
    }
}
