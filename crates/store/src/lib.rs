//! Postgres: the only place with SQL.
//!
//! [`cluster`] runs the database that Celeiro manages for its user; [`Store`] is the connection to
//! it, or to a team's server, and has one module for each thing that is kept. SQL retrieves and
//! writes; it never scores: what search needs comes back as signals for crate `domain` to rank.
//!
//! Static statements are checked against the schema when they are compiled (`query!`, with the
//! results kept in `.sqlx`); the few that are put together at run time say why.

pub mod cluster;

mod assist;
mod bad_answers;
mod cancelling;
mod candidates;
mod connect;
mod conversation_changes;
mod conversations;
mod deletion;
mod digest;
mod edits;
mod enrichment;
mod enrichment_work;
mod error;
mod expectations;
mod facets;
mod faqs;
mod file_purge;
mod files;
mod filter_sql;
mod gaps;
mod grid;
mod grid_columns;
mod grid_counts;
mod grid_sql;
mod history;
mod import_changes;
mod import_rows;
mod imports;
mod inspection;
mod items;
mod jobs;
mod judgments;
mod lexical;
mod listing;
mod llm_calls;
mod messages;
mod models;
mod moving;
mod named;
mod new_values;
mod operations;
mod postings;
mod price_ranges;
mod profile_versions;
mod profiles;
mod pulse;
mod quality;
mod query_log;
mod query_sets;
mod review;
mod set_imports;
mod set_queries;
mod sorted;
mod staging;
mod status;
mod storable;
mod synonyms;
mod traces;
mod transaction;
mod turns;
mod undo;
mod vector;
mod views;
mod vocabulary;
mod watched;
mod write;

pub use assist::{
    Deciding, Decision, FieldSource, FieldSources, KeptAssist, NewSuggestion, StoredSuggestion, field_value,
};
pub use bad_answers::{AnswerCase, StoredCase};
pub use candidates::Candidates;
pub use connect::{Connection, STATEMENT_LIMIT, ServerUrl, Store};
pub use conversation_changes::Purged;
pub use conversations::ConversationQuery;
pub use edits::{
    BulkOutcome, CellClash, CellEdit, CellRefusal, EditProblem, EditSample, EditedCells, ManyEdit, Selected,
};
pub use enrichment::{AssistCosts, ItemSelection, NewRun, RunState, StoredRun};
pub use enrichment_work::{ItemOutcome, RunItem};
pub use error::StoreError;
pub use expectations::{CategoryAttributes, SettledExpectation};
pub use facets::{AttributeFacet, FacetValue, Facets};
pub use file_purge::UnneededContents;
pub use files::{NewFile, StoredFile};
pub use gaps::{Gap, GapCounts, GapQuery};
pub use grid::GridItems;
pub use grid_columns::{AttributeColumn, AttributeKind};
pub use history::{FieldChange, Revision};
pub use import_changes::{ImportChanges, RowChange};
pub use import_rows::{KnownBy, Misled, MisledRow, StagedConflict, UnnamedRow};
pub use imports::{ImportCounts, ImportLayout, ImportPreview, Lookalike};
pub use items::StoredItem;
pub use jobs::{EmbeddingWrite, Job, JobCounts};
pub use judgments::NewJudgment;
pub use lexical::LexicalPlan;
pub use listing::{Age, ListQuery, Page};
pub use llm_calls::Spending;
pub use messages::Said;
pub use models::{ModelState, NewModel, StoredModel};
pub use moving::Moved;
pub use named::NamedRecord;
pub use new_values::NewValue;
pub use operations::{LoggedOperation, OneRecord, OperationOwner, RecordChange};
pub use price_ranges::PriceDoubt;
pub use profile_versions::{ProfileChange, ProfileReason, ProfileVersion};
pub use profiles::StoredProfile;
pub use quality::{CallFigures, QualitySpan, TurnFigures};
pub use query_log::{LogQuery, LoggedQuery, MAX_LOGGED_CHARS};
pub use query_sets::NewSet;
pub use review::ReviewRow;
pub use set_imports::{SetFiles, SetImported};
pub use staging::{Cleared, StagedRow, Staging};
pub use status::{DatabaseSizes, DatabaseStatus, RecordCounts};
pub use traces::{TraceKind, TraceSummary};
pub use turns::{BegunTurn, EndedTurn, Place, TurnIds};
pub use undo::{UndoConflict, UndoPlan, UndoneOperation};
pub use vector::{VectorHit, VectorHits, VectorQuery};
pub use views::StoredView;
pub use vocabulary::TermWords;
pub use watched::WatchedQuery;
pub use write::{Origin, Write};
