//! PostgreSQL access; the only crate with SQL.
//!
//! [`cluster`] runs the database that Celeiro manages for its user. [`Store`] connects to that database
//! or to a team's server, with one module for each kind of record. SQL retrieves and writes but never
//! scores: it returns the signals of a search, and crate `domain` ranks them.
//!
//! `query!` checks static statements against the schema at compile time, with the results in `.sqlx`. A
//! statement that is built at run time has a comment with the reason.

pub mod cluster;

mod accounts;
mod assist;
mod assistant;
mod backup;
mod bench;
mod catalog;
mod chat;
mod connection;
mod embedding;
mod error;
mod files;
mod import;
mod insight;
mod personal;
mod replicas;
mod search;
mod sheet;

pub use crate::chat::ended_turn::{EndedTurn, TurnIds};
pub use crate::import::counts::ImportCounts;
pub use accounts::access_log::{AccessNote, AccountActor, StoredAccess};
pub use accounts::company::{BegunCompanyRound, CompanyEntry, CompanyLink, CompanySession};
pub use accounts::invitations::{InvitedUser, NewInvitation};
pub use accounts::sessions::{NewSession, PasswordChange, SessionUser, StoredSession};
pub use accounts::tokens::{MOST_TOKENS, NewToken, StoredToken, TokenUser};
pub use accounts::users::{NewUser, SigningIn, StoredUser, UserChange};
pub use assist::enrichment::{AssistCosts, ItemSelection, NewRun, RunState, StoredRun};
pub use assist::enrichment_work::{ItemOutcome, RunItem};
pub use assist::review::ReviewRow;
pub use assist::suggestions::{
    Decision, DecisionRule, FieldSource, FieldSources, KeptAssist, NewSuggestion, StoredSuggestion,
    field_value,
};
pub use assistant::actions::{ActionOwner, ActionQuery, NewAction, ProgramLimits, ProposingAnswer};
pub use assistant::confirming::{CardChoice, Confirmation};
pub use assistant::undo::{ActionGroup, ActionUndo, ActionUndoPlan, ConfirmedAction};
pub use backup::check::{
    NEEDED_FOR_RESTORE, analyze_database, check_indexes, find_old_server, is_database_empty, list_item_names,
};
pub use backup::snapshot::BackupSnapshot;
pub use backup::tools::{
    DumpScope, ToolError, ToolProcess, dump_database, list_dumped_tables, restore_database,
};
pub use bench::bad_answers::{AnswerCase, StoredCase};
pub use bench::judgments::NewJudgment;
pub use bench::profile_versions::{ProfileChange, ProfileReason, ProfileVersion};
pub use bench::profiles::StoredProfile;
pub use bench::query_sets::NewSet;
pub use bench::set_imports::{SetFiles, SetImported};
pub use catalog::categories::changes::{CategoryEdit, CategoryEdited, CategoryOutlook, FollowingMention};
pub use catalog::categories::list::ListedCategory;
pub use catalog::categories::mentions::MentionKind;
pub use catalog::categories::traces::CategoryTrace;
pub use catalog::expectations::{CategoryAttributes, SettledExpectation};
pub use catalog::external_ids::NamedRecord;
pub use catalog::fields::changes::FieldChangeEntry;
pub use catalog::fields::history::FieldUndo;
pub use catalog::fields::values::{AttributeValue, SampledValue};
pub use catalog::files::{ImageProblem, ImageSize, NewFile, StoredFile};
pub use catalog::images::ImageOrder;
pub use catalog::items::StoredItem;
pub use catalog::joins::joining::{ItemJoin, ItemsJoined, JoinMember};
pub use catalog::listing::{Age, ListQuery, Page};
pub use catalog::prices::changes::{DuePriceChange, MadePriceChange, NewPriceChange};
pub use catalog::prices::costs::StoredCost;
pub use catalog::prices::of_item::PricesOfItem;
pub use catalog::prices::own_prices::OwnPricesWrite;
pub use catalog::prices::planning::{PlannedChange, PricePlan};
pub use catalog::prices::undo::{LeftPrice, UndonePrices};
pub use catalog::relations::writing::RelationSet;
pub use catalog::stock::targets::{StockTarget, StockTargets};
pub use catalog::stock::writing::{
    CountEffect, CountProblem, MAX_LEVELS, StockMode, StockSource, StockWrite,
};
pub use chat::attachments::{NewMessageAttachment, StoredMessageAttachment};
pub use chat::conversation_access::{AttachmentPlace, ConversationOwner};
pub use chat::conversation_changes::PurgeCounts;
pub use chat::conversations::ConversationQuery;
pub use chat::llm_calls::Spending;
pub use chat::messages::PathMessage;
pub use chat::traces::{TraceKind, TraceSummary};
pub use chat::turns::{BegunTurn, MessagePosition};
pub use connection::call_times::{CallEnd, CallKind};
pub use connection::connect::{Connection, STATEMENT_LIMIT, ServerUrl, Store, prepare_server};
pub use connection::pool_counts::PoolCounts;
pub use connection::schema::{PendingMigration, newest_schema};
pub use connection::write::{Origin, Write};
pub use embedding::jobs::{EmbeddingJob, EmbeddingWrite, JobCounts};
pub use embedding::models::{ModelState, NewModel, StoredCalibration, StoredModel};
pub use error::StoreError;
pub use files::healing::{DamagedContents, LostFile};
pub use files::needs::ContentNeed;
pub use files::purge::UnneededContents;
pub use import::apply_staged::MoveProgress;
pub use import::changes::{ImportChanges, RowChange};
pub use import::export_profiles::StoredExportProfile;
pub use import::imports::{ImportLayout, ImportPreview, Lookalike};
pub use import::new_values::ValueInRows;
pub use import::price_ranges::PriceDoubt;
pub use import::profiles::{MOST_PROFILES, ProfileWrite, StoredImportProfile};
pub use import::rows::{KnownBy, MisledReason, MisledRow, StagedConflict, UnnamedRow};
pub use import::staging::{ClearedStaging, StagedRow, Staging};
pub use insight::gaps::{GapCounts, GapQuery};
pub use insight::quality::{AssistantFigures, CallFigures, QualitySpan, TurnFigures};
pub use insight::query_log::{LogQuery, MAX_LOGGED_CHARS};
pub use insight::role_rights::RoleRights;
pub use insight::status::{DatabaseSizes, DatabaseStatus, RecordCounts};
pub use personal::conversations::PersonTalk;
pub use personal::firing::{ShownReminder, WaitingCounts};
pub use personal::memory::deciding::MemoryDecision;
pub use personal::memory::items::{KnowledgeQuery, KnowledgeUse};
pub use personal::memory::messages::WrittenMessage;
pub use personal::memory::runs::EndedRun;
pub use personal::memory::vectors::{KnowledgeFingerprint, UnembeddedKnowledge};
pub use personal::metrics::{MetricCount, MetricQuery};
pub use personal::reports::{ModelText, NewReport, ReportQuery};
pub use personal::rows::{DecisionQuery, ReminderQuery};
pub use personal::vault::{MAX_VAULT_NOTES, SealedNote, SealedWrite, VaultLock};
pub use replicas::choose::{ReplicaRead, WriteMark};
pub use replicas::watch::{Replicas, find_primary_server};
pub use search::candidates::Candidates;
pub use search::lexical::LexicalPlan;
pub use search::vector::{VectorHit, VectorHits, VectorQuery};
pub use search::vocabulary::TermWords;
pub use search::watched_queries::WatchedQuery;
pub use sheet::cell_edit::{CellClash, CellEdit, CellEditOutcome, CellRefusal};
pub use sheet::edits::{BulkOutcome, ManyEdit, RecordSelection, RefusedEdit};
pub use sheet::grid::GridItems;
pub use sheet::grid_columns::{AttributeKind, AttributeUse};
pub use sheet::operations::{LoggedOperation, OperationOwner};
pub use sheet::undo::{UndoPlan, UndoneOperation};
pub use sheet::views::StoredView;
