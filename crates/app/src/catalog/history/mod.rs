//! History and undo: revisions of a record, the log of operations, undo of an operation.

mod operations;
mod paging;
mod records;
mod undo;

pub use operations::{
    FollowingKind, GetOperation, ListOperations, OperationDetail, OperationPage, OperationSummary,
    OperationTreeChange, get_operation, list_operations,
};
pub use records::{History, faq_history, history_by_name, item_history};
pub(crate) use undo::undo_outcome;
pub use undo::{
    UndoBlocker, UndoOperation, UndoOutcome, UndoScope, Untouchable, UntouchableReason, undo_operation,
};
