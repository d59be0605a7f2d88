//! Items, categories, FAQs, synonyms, prices and attachments, with their history, undo, and the impact of changes on
//! searches.

pub mod attachments;
pub mod categories;
pub(crate) mod draft_request;
pub mod duplicates;
pub mod expectations;
pub mod faqs;
pub mod fields;
pub mod history;
pub mod impact;
pub mod indexed_text;
pub mod item_states;
pub mod items;
pub mod prices;
pub mod relations;
pub mod similar_values;
pub mod stock;
pub mod synonyms;
pub(crate) mod undo_access;
