//! The codes: everything that can go wrong, by a stable name, with the matching HTTP status.

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $status:literal;)*) => {
        /// Everything that can go wrong, by stable name.
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
    /// The request cannot be understood.
    InvalidRequest = "invalid_request", 400;
    /// Fields cannot be stored as they are; `details.fields` lists them.
    InvalidFields = "invalid_fields", 422;
    /// A setting has a value that is not allowed.
    InvalidSetting = "invalid_setting", 400;
    /// There is no such setting.
    UnknownSetting = "unknown_setting", 400;
    /// No item has the attribute that a filter names.
    UnknownFilter = "unknown_filter", 400;
    /// A filter has a value that is not allowed.
    InvalidFilter = "invalid_filter", 400;
    /// There is no such ranking profile.
    UnknownProfile = "unknown_profile", 400;
    /// A ranking profile has a value that is not allowed.
    InvalidProfile = "invalid_profile", 422;
    /// A ranking profile ships with the program and stays as it is.
    ProfileShipped = "profile_shipped", 409;
    /// A ranking profile answers judged queries worse; `details.worse` lists them.
    ProfileWorse = "profile_worse", 409;
    /// The ranking profile that was to be left is not in force any more.
    ProfileNotInForce = "profile_not_in_force", 409;
    /// There is no such record.
    NotFound = "not_found", 404;
    /// There is no such address.
    NoRoute = "no_route", 404;
    /// The address knows other methods.
    MethodNotAllowed = "method_not_allowed", 405;
    /// Another person saved first; `details.current` is the record as it is now.
    Conflict = "conflict", 409;
    /// Two items cannot be related so; `details.problem` says why.
    RelationRefused = "relation_refused", 409;
    /// A count of stock cannot be stored; `details` has the package and the place.
    StockRefused = "stock_refused", 409;
    /// A suggestion was decided before; `details` holds the decision, its author and its time.
    AlreadyDecided = "already_decided", 409;
    /// A run of suggestions was ended.
    RunEnded = "run_ended", 409;
    /// The records of a bulk edit are not those of its preview any more; `details` counts them anew.
    SelectionChanged = "selection_changed", 409;
    /// The database is another one than the request was meant for.
    OtherCatalog = "other_catalog", 409;
    /// The demo is loaded into a catalog without items alone.
    CatalogNotEmpty = "catalog_not_empty", 409;
    /// The demo is loaded into a team's database only where that is asked for.
    ServerNotConfirmed = "server_not_confirmed", 409;
    /// An operation changed no record, so there is nothing to take back.
    OperationNotUndoable = "operation_not_undoable", 409;
    /// An operation of another person.
    OperationNotYours = "operation_not_yours", 403;
    /// A conversation of another person, which may be read and not changed; `details.owner` is that person.
    ConversationReadOnly = "conversation_read_only", 403;
    /// A category would stand under itself, or under one that is below it.
    CategoryCycle = "category_cycle", 409;
    /// The tree of categories would have too many levels.
    CategoryTooDeep = "category_too_deep", 422;
    /// A category that is to be deleted has items, or categories below it.
    CategoryNotEmpty = "category_not_empty", 409;
    /// The person has another view of this name.
    ViewNameTaken = "view_name_taken", 409;
    /// Another record has this external id.
    DuplicateExternalId = "duplicate_external_id", 409;
    /// A rule of the database refused the values.
    ConstraintViolated = "constraint_violated", 422;
    /// A token or a session is needed; `details.accounts` says whether people sign in here.
    Unauthorized = "unauthorized", 401;
    /// The address or origin of the request is not allowed; or the caller's role may not do this, and
    /// `details.access` and `details.roles` say what may.
    Forbidden = "forbidden", 403;
    /// The login or the password is not the right one.
    SignInRefused = "sign_in_refused", 401;
    /// Too many wrong passwords of one login followed each other; `details.seconds` says for how long none is tried.
    SignInSlowed = "sign_in_slowed", 429;
    /// People do not come in by a company's sign-in here.
    CompanySignInOff = "company_sign_in_off", 409;
    /// The company's sign-in does not answer, or not as it should.
    CompanyUnreachable = "company_unreachable", 502;
    /// What came back from the company's sign-in does not prove who a person is.
    CompanySignInRefused = "company_sign_in_refused", 401;
    /// No account is linked to the person of the company's sign-in.
    CompanyAccountUnknown = "company_account_unknown", 403;
    /// Another account is linked to the person of the company's sign-in.
    CompanyIdentityTaken = "company_identity_taken", 409;
    /// The account is linked to another person of the company's sign-in.
    CompanyAlreadyLinked = "company_already_linked", 409;
    /// The password that was to be replaced is another one.
    PasswordWrong = "password_wrong", 403;
    /// A password that is guessed soon.
    PasswordTooWeak = "password_too_weak", 422;
    /// An invitation was used, is too old, or never was.
    InvitationInvalid = "invitation_invalid", 410;
    /// An account is needed, and the caller has none.
    AccountNeeded = "account_needed", 409;
    /// A person has to be signed in for it: a token is not enough.
    SessionNeeded = "session_needed", 403;
    /// There is no account of this id or login.
    UserNotFound = "user_not_found", 404;
    /// Another account has this login.
    LoginTaken = "login_taken", 409;
    /// The account is disabled.
    UserDisabled = "user_disabled", 409;
    /// Without this account no administrator would be left.
    LastAdministrator = "last_administrator", 409;
    /// The account has as many tokens as it may.
    TooManyTokens = "too_many_tokens", 409;
    /// The request is larger than allowed.
    TooLarge = "too_large", 413;
    /// The body is of a type that is not read here.
    UnsupportedMediaType = "unsupported_media_type", 415;
    /// A request arrived too slowly.
    RequestTooSlow = "request_too_slow", 408;
    /// Too many requests.
    RateLimited = "rate_limited", 429;
    /// Every place for a file on its way is taken.
    TooManyUploads = "too_many_uploads", 429;
    /// It took too long.
    TimedOut = "timed_out", 504;
    /// It was cancelled.
    Cancelled = "cancelled", 499;
    /// The program is still starting.
    Starting = "starting", 503;
    /// The database cannot be reached.
    DatabaseUnreachable = "database_unreachable", 503;
    /// Every connection to the database is in use.
    DatabaseBusy = "database_busy", 503;
    /// The database does not answer.
    DatabaseStuck = "database_stuck", 503;
    /// The database went away in the middle of an import.
    ImportInterrupted = "import_interrupted", 503;
    /// The database went away while vectors were filled.
    EmbeddingInterrupted = "embedding_interrupted", 503;
    /// The database server is too old.
    DatabaseTooOld = "database_too_old", 500;
    /// `DATABASE_URL` cannot be used.
    DatabaseUrlInvalid = "database_url_invalid", 500;
    /// The database lacks an extension.
    ExtensionMissing = "extension_missing", 500;
    /// The database user lacks a right.
    RightMissing = "right_missing", 500;
    /// The schema is of another version.
    SchemaMismatch = "schema_mismatch", 500;
    /// No room on the disk.
    DiskFull = "disk_full", 507;
    /// PostgreSQL's programs are missing.
    PostgresMissing = "postgres_missing", 500;
    /// The data folder cannot be used.
    DataFolderUnusable = "data_folder_unusable", 500;
    /// The managed database did not start.
    ClusterFailed = "cluster_failed", 500;
    /// A model was not fetched from the network.
    ModelNotFetched = "model_not_fetched", 502;
    /// The embedder failed.
    EmbedderFailed = "embedder_failed", 502;
    /// A file cannot be read.
    FileUnreadable = "file_unreadable", 400;
    /// A file cannot be written.
    FileUnwritable = "file_unwritable", 400;
    /// More records than a sheet has rows.
    SheetTooManyRows = "sheet_too_many_rows", 422;
    /// A text that is too long for a cell of a sheet.
    SheetCellTooLong = "sheet_cell_too_long", 422;
    /// More items or packages than a printed document has.
    PrintTooLarge = "print_too_large", 422;
    /// No active item fits what is to be printed.
    PrintEmpty = "print_empty", 422;
    /// A set of queries or judgments without any.
    QuerySetEmpty = "query_set_empty", 400;
    /// None of the judged records is there: it would be measured against nothing.
    QuerySetForeign = "query_set_foreign", 422;
    /// Vectors failed while a profile was measured: its figures would be those of words alone.
    MeasuredWithoutVectors = "measured_without_vectors", 503;
    /// A set of queries of which one half would be empty: nothing to tune on, or to check against.
    QuerySetTooSmall = "query_set_too_small", 422;
    /// A record is compared with itself.
    SameRecord = "same_record", 422;
    /// A line of a query set's file cannot be read.
    QuerySetLine = "query_set_line", 422;
    /// There is no query set of this name.
    UnknownQuerySet = "unknown_query_set", 404;
    /// Another query set has this name.
    QuerySetNameTaken = "query_set_name_taken", 409;
    /// The query set of this name searches something else.
    QuerySetOtherKind = "query_set_other_kind", 409;
    /// More queries than a set may have.
    QuerySetTooLarge = "query_set_too_large", 422;
    /// Another query of the set has this id.
    QueryKeyTaken = "query_key_taken", 409;
    /// The server cannot listen on the address.
    AddressUnusable = "address_unusable", 400;
    /// A file is of no known kind.
    FileFormatUnknown = "file_format_unknown", 400;
    /// The reader of a file died or gave up.
    FileParserFailed = "file_parser_failed", 422;
    /// A file that was on its way is not there any more.
    TransferGone = "transfer_gone", 404;
    /// An attachment whose bytes are not on this machine.
    FileElsewhere = "file_elsewhere", 404;
    /// A file of which pieces are missing.
    UploadIncomplete = "upload_incomplete", 409;
    /// A message is blank.
    MessageBlank = "message_blank", 400;
    /// A message is longer than allowed.
    MessageTooLong = "message_too_long", 400;
    /// A turn under this operation id is not over yet.
    TurnUnderWay = "turn_under_way", 409;
    /// Only answers can be rated.
    NotAnAnswer = "not_an_answer", 422;
    /// An action was decided before; `details.state` says how.
    ActionDecided = "action_decided", 409;
    /// An action was not decided in time.
    ActionExpired = "action_expired", 410;
    /// What an action would change was changed meanwhile; nothing was done.
    ActionConflict = "action_conflict", 409;
    /// The row of an action was changed past the program and cannot be shown; nothing of it is done.
    ActionUnreadable = "action_unreadable", 422;
    /// A call or a correction does not fit its tool.
    ActionInvalid = "action_invalid", 422;
    /// Other programs may not propose changes here.
    ProposalsOff = "proposals_off", 403;
    /// Other programs have proposed as much as they may.
    TooManyProposals = "too_many_proposals", 429;
    /// The personal assistant is switched off; `details.setting` names the switch.
    PersonalOff = "personal_off", 403;
    /// The persona is not switched on; `details.setting` is the switch.
    PersonaOff = "persona_off", 403;
    /// The vault is closed.
    VaultLocked = "vault_locked", 403;
    /// The password is not the vault's.
    VaultPasswordWrong = "vault_password_wrong", 403;
    /// Too many wrong passwords of the vault followed each other.
    VaultAttemptsExceeded = "vault_attempts_exceeded", 429;
    /// There is a vault already.
    VaultExists = "vault_exists", 409;
    /// A note of the vault does not open: its row was changed past the program.
    VaultNoteBroken = "vault_note_broken", 422;
    /// An action waits for a person, and there is no terminal to ask at.
    ConfirmationNeeded = "confirmation_needed", 409;
    /// No server that writes speech down is configured.
    DictationNotConfigured = "dictation_not_configured", 503;
    /// A recording is no audio that is read.
    AudioUnknown = "audio_unknown", 415;
    /// A recording is longer than allowed.
    AudioTooLong = "audio_too_long", 422;
    /// Nothing was understood in a recording.
    TranscriptEmpty = "transcript_empty", 422;
    /// The model asked for tools in every round and never answered.
    MaxIterationsExceeded = "max_iterations_exceeded", 504;
    /// No chat model is configured.
    ModelNotConfigured = "model_not_configured", 503;
    /// The configured provider needs a key.
    ModelKeyMissing = "model_key_missing", 503;
    /// The month's money for models is spent.
    SpendingCapReached = "spending_cap_reached", 402;
    /// The provider's settings cannot work.
    ModelSetup = "model_setup", 500;
    /// The provider cannot be reached.
    ModelUnreachable = "model_unreachable", 502;
    /// The provider is there, but does not offer a model that is to be asked.
    ModelNotOffered = "model_not_offered", 502;
    /// The provider was too slow.
    ModelTimedOut = "model_timed_out", 504;
    /// The provider asks for patience.
    ModelRateLimited = "model_rate_limited", 429;
    /// The requests that the provider allows for a day are used up.
    ModelDailyLimit = "model_daily_limit", 429;
    /// The provider does not take the key.
    ModelRefusedKey = "model_refused_key", 502;
    /// The provider's account is empty.
    ModelUnpaid = "model_unpaid", 402;
    /// The provider does not know the model.
    ModelUnknown = "model_unknown", 502;
    /// The provider does not take the request.
    ModelRefusedRequest = "model_refused_request", 502;
    /// What the model would be given is more than it takes at once.
    ModelContextTooLong = "model_context_too_long", 502;
    /// The provider, or the model, will not answer this.
    ModelRefusedContent = "model_refused_content", 422;
    /// The answer broke off.
    ModelInterrupted = "model_interrupted", 502;
    /// The answer was cut by the limit of its length.
    ModelAnswerCut = "model_answer_cut", 502;
    /// The answer is empty.
    ModelAnswerEmpty = "model_answer_empty", 502;
    /// The answer cannot be read.
    ModelAnswerUnusable = "model_answer_unusable", 502;
    /// The provider failed.
    ModelFailed = "model_failed", 502;
    /// The profile of a supplier was changed since it was read, or since the preview of a file.
    ProfileChanged = "profile_changed", 409;
    /// A file is no backup of Celeiro.
    BackupForeign = "backup_foreign", 422;
    /// Bytes of a backup are missing or other than those that were written.
    BackupDamaged = "backup_damaged", 422;
    /// A backup is of a newer program.
    BackupNewer = "backup_newer", 422;
    /// A backup was to replace a file that is none.
    BackupTargetForeign = "backup_target_foreign", 409;
    /// Another program writes a backup under the same name.
    BackupUnderWay = "backup_under_way", 409;
    /// PostgreSQL's program for backups failed.
    BackupToolFailed = "backup_tool_failed", 500;
    /// What was read back is not what the backup counted.
    BackupMismatch = "backup_mismatch", 500;
    /// The same in a team's database, which holds it.
    BackupMismatchServer = "backup_mismatch_server", 500;
    /// The disk has no room for the backup that goes before a change of the schema.
    BackupNoRoom = "backup_no_room", 507;
    /// A disk has too little room for a backup, or for one that is read back.
    BackupDiskFull = "backup_disk_full", 507;
    /// A daily backup was made that lacks attached files.
    BackupIncomplete = "backup_incomplete", 500;
    /// A program runs on the data folder that is to be replaced.
    FolderInUse = "folder_in_use", 409;
    /// A team's database has tables, and a backup is read back into an empty one alone.
    RestoreTargetNotEmpty = "restore_target_not_empty", 409;
    /// A team's server is older than what a backup is read back into.
    RestoreServerTooOld = "restore_server_too_old", 409;
    /// Something else; the log knows more.
    Internal = "internal", 500;
}

impl Code {
    /// The exit code of a command that fails with it. (A mistake on the command line ends with 2,
    /// whatever its code.)
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
