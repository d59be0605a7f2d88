//! The one form of an error, everywhere: a stable code, a message for people, details.
//!
//! Inside, an [`AppError`] is a code with arguments; [`AppError::to_body`] renders it in a person's
//! language at the border. No message holds a statement, a stack, a query or a key.

use crate::messages::{render, text};
use celeiro_domain::catalog::FieldError;
use celeiro_domain::chat::Failed;
use celeiro_domain::search::Lang;
use celeiro_store::StoreError;
use celeiro_store::cluster::ClusterError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use specta::Type;
use std::fmt;

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

            /// The HTTP status that says the same.
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
    /// Somebody else saved first; `details.current` is the record as it is now.
    Conflict = "conflict", 409;
    /// The records of a bulk edit are not those of its preview any more; `details` counts them anew.
    SelectionChanged = "selection_changed", 409;
    /// An operation changed no record, so there is nothing to take back.
    OperationNotUndoable = "operation_not_undoable", 409;
    /// An operation of somebody else.
    OperationNotYours = "operation_not_yours", 403;
    /// The person has another view of this name.
    ViewNameTaken = "view_name_taken", 409;
    /// Another record has this external id.
    DuplicateExternalId = "duplicate_external_id", 409;
    /// A rule of the database refused the values.
    ConstraintViolated = "constraint_violated", 422;
    /// A token is needed.
    Unauthorized = "unauthorized", 401;
    /// The address or origin of the request is not allowed.
    Forbidden = "forbidden", 403;
    /// The request is larger than allowed.
    TooLarge = "too_large", 413;
    /// The body is of a type that is not read here.
    UnsupportedMediaType = "unsupported_media_type", 415;
    /// Too many requests.
    RateLimited = "rate_limited", 429;
    /// It took too long.
    TimedOut = "timed_out", 504;
    /// It was cancelled.
    Cancelled = "cancelled", 499;
    /// The program is still starting.
    Starting = "starting", 503;
    /// The database cannot be reached.
    DatabaseUnreachable = "database_unreachable", 503;
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
    /// A set of queries or judgments without any.
    QuerySetEmpty = "query_set_empty", 400;
    /// None of the judged records is there: it would be measured against nothing.
    QuerySetForeign = "query_set_foreign", 422;
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
    /// A message says nothing.
    MessageBlank = "message_blank", 400;
    /// A message is longer than allowed.
    MessageTooLong = "message_too_long", 400;
    /// A turn under this operation id is not over yet.
    TurnUnderWay = "turn_under_way", 409;
    /// Only answers can be rated.
    NotAnAnswer = "not_an_answer", 422;
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
    /// The provider does not take the key.
    ModelRefusedKey = "model_refused_key", 502;
    /// The provider's account is empty.
    ModelUnpaid = "model_unpaid", 402;
    /// The provider does not know the model.
    ModelUnknown = "model_unknown", 502;
    /// The provider does not take the request.
    ModelRefusedRequest = "model_refused_request", 502;
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
    /// Something else; the log knows more.
    Internal = "internal", 500;
}

/// An error on the wire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
pub struct ErrorBody {
    /// Stable name of what went wrong.
    pub code: String,
    /// What went wrong, for people.
    pub message: String,
    /// What a program needs to act on it.
    pub details: Option<Value>,
}

/// An error inside.
#[derive(Debug, Clone, PartialEq)]
pub struct AppError {
    code: Code,
    args: Vec<(&'static str, Arg)>,
    details: Map<String, Value>,
}

/// What stands in a place of a message.
#[derive(Debug, Clone, PartialEq)]
enum Arg {
    /// As it is.
    Data(String),
    /// The key of a text in the person's language.
    Text(&'static str),
}

impl AppError {
    /// An error with this code.
    pub fn new(code: Code) -> Self {
        Self { code, args: Vec::new(), details: Map::new() }
    }

    /// Adds an argument of the message, which also goes to the details.
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        let value = value.to_string();
        self.details.insert(name.to_owned(), Value::String(value.clone()));
        self.args.push((name, Arg::Data(value)));
        self
    }

    /// Adds an argument of the message that is a text of the translation files; programs get its key.
    pub fn with_text(mut self, name: &'static str, key: &'static str) -> Self {
        self.details.insert(name.to_owned(), Value::String(key.to_owned()));
        self.args.push((name, Arg::Text(key)));
        self
    }

    /// Adds a detail for programs.
    pub fn detail(mut self, name: &str, value: impl Serialize) -> Self {
        self.details.insert(name.to_owned(), serde_json::to_value(value).unwrap_or(Value::Null));
        self
    }

    /// A request that cannot be understood.
    pub fn invalid_request(reason: impl fmt::Display) -> Self {
        Self::new(Code::InvalidRequest).with("reason", reason)
    }

    /// Fields that cannot be stored.
    pub fn fields(errors: Vec<FieldError>) -> Self {
        let names: Vec<&str> = errors.iter().map(|e| e.field.as_str()).collect();
        Self::new(Code::InvalidFields).with("names", names.join(", ")).detail("fields", &errors)
    }

    /// Something that should not happen. `context` goes to the log, not to people, and shortened: the
    /// database's words may quote what somebody typed.
    pub fn internal(context: impl fmt::Display) -> Self {
        let context: String = context.to_string().chars().take(200).collect();
        tracing::error!(context, "internal error");
        Self::new(Code::Internal)
    }

    /// What the error says of its cause, without the words around it.
    pub fn reason(&self) -> Option<&str> {
        self.details.get("reason").and_then(Value::as_str)
    }

    /// The error of a file, or another place, that does not take what is written. A full disk has a
    /// code of its own.
    pub fn unwritable(file: impl fmt::Display, error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::StorageFull {
            return Self::new(Code::DiskFull).detail("file", file.to_string());
        }
        let text = error.to_string();
        // The name of a temporary file says nothing to anybody.
        let reason = text.split(" at path ").next().unwrap_or_default();
        Self::new(Code::FileUnwritable).with("file", file).with("reason", reason)
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// The message in `lang`.
    pub fn message(&self, lang: Lang) -> String {
        let shown = |(name, arg): &(&'static str, Arg)| match arg {
            Arg::Data(value) => (*name, value.clone()),
            Arg::Text(key) => (*name, text(lang, key)),
        };
        let args: Vec<(&'static str, String)> = self.args.iter().map(shown).collect();
        render(lang, &format!("error.{}", self.code.as_str()), &args)
    }

    /// The error as it goes to people and programs.
    pub fn to_body(&self, lang: Lang) -> ErrorBody {
        ErrorBody {
            code: self.code.as_str().to_owned(),
            message: self.message(lang),
            details: (!self.details.is_empty()).then(|| Value::Object(self.details.clone())),
        }
    }
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.message(Lang::En))
    }
}

impl std::error::Error for AppError {}

/// The error that a turn ended with, from its form on the wire.
impl From<&Failed> for AppError {
    fn from(failed: &Failed) -> Self {
        let code = Code::ALL.iter().copied().find(|code| code.as_str() == failed.code);
        let mut error = Self::new(code.unwrap_or(Code::Internal));
        if let Some(Value::Object(details)) = &failed.details {
            error.details.clone_from(details);
        }
        error
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => Self::new(Code::NotFound),
            StoreError::Conflict(current) => Self::new(Code::Conflict).detail("current", *current),
            StoreError::DuplicateExternalId(id) => {
                Self::new(Code::DuplicateExternalId).with("externalId", id)
            }
            StoreError::Constraint(name) => Self::new(Code::ConstraintViolated).with("constraint", name),
            StoreError::DiskFull => Self::new(Code::DiskFull),
            StoreError::Unreachable(reason) => {
                tracing::warn!(reason, "the database cannot be reached");
                Self::new(Code::DatabaseUnreachable)
            }
            StoreError::Stuck(after) => Self::new(Code::DatabaseStuck).with("seconds", after.as_secs()),
            StoreError::Deadlock => Self::new(Code::DatabaseStuck).with("seconds", 1),
            StoreError::TooOld { found, needed } => {
                Self::new(Code::DatabaseTooOld).with("found", found).with("needed", needed)
            }
            StoreError::ExtensionMissing { name, needed, found } => Self::new(Code::ExtensionMissing)
                .with("extension", name)
                .with("needed", needed)
                .with("found", found),
            StoreError::RightMissing(right) => Self::new(Code::RightMissing).with("right", right),
            StoreError::Schema(reason) => Self::new(Code::SchemaMismatch).with("reason", reason),
            StoreError::BadUrl => Self::new(Code::DatabaseUrlInvalid),
            StoreError::Other(text) => Self::internal(text),
        }
    }
}

impl From<ClusterError> for AppError {
    fn from(error: ClusterError) -> Self {
        let reason = error.detail();
        let code = match error {
            ClusterError::BinariesMissing { .. } => Code::PostgresMissing,
            ClusterError::DiskFull { .. } => Code::DiskFull,
            ClusterError::DataDirNotWritable { .. }
            | ClusterError::NetworkFileSystem { .. }
            | ClusterError::SyncedFolder { .. }
            | ClusterError::OtherOwner { .. }
            | ClusterError::ForeignVersion { .. } => Code::DataFolderUnusable,
            _ => Code::ClusterFailed,
        };
        Self::new(code).with("reason", reason)
    }
}

impl From<serde_json::Error> for AppError {
    fn from(error: serde_json::Error) -> Self {
        Self::new(Code::InvalidRequest).with("reason", error.to_string()).detail("line", json!(error.line()))
    }
}
