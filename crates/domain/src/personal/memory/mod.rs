//! What the assistant knows of a person: facts with the words that they were taken from.
//!
//! | module | content |
//! |---|---|
//! | `item` | an item as it is stored and written |
//! | `run` | the runs that read messages, with the lines of their diff |
//! | `words` | the words and numbers of a statement, and whether a message holds them |
//! | `own_words` | whether a statement is plainly what the person says, so that no card need ask |
//! | `tombstone` | keyed hashes of what was deleted |
//! | `contradiction` | whether two statements can both hold |
//! | `sensitive` | health, faith and money, which need a yes of their own |
//! | `search` | the items that a question means by its words; connections between areas |
//! | `joined` | those joined with the items that vectors find near to it |
//! | `profile` | the part of the prompt that every turn has |
//! | `extraction` | what a model read in messages, checked: nothing that no person said |

pub mod contradiction;
pub mod extraction;
pub mod item;
pub mod joined;
pub mod own_words;
pub mod profile;
pub mod run;
pub mod search;
pub mod sensitive;
pub mod tombstone;
pub mod words;

pub use contradiction::{Disagreement, StatementReading, find_disagreement};
pub use item::{
    Evidence, EvidenceDraft, KnowledgeDraft, KnowledgeFields, KnowledgeItem, KnowledgeKind, KnowledgeSource,
    KnowledgeState, ReplacedItem,
};
pub use run::{MemoryChange, MemoryChangeKind, MemoryChangeState, MemoryRun, MemoryRunState};
