//! Operations over HTTP, feature by feature.

mod actions;
mod analysis;
mod assist;
mod attachments;
mod chat;
mod conversations;
pub mod desk;
mod dictation;
mod finance;
mod mcp;
mod memory;
mod personal;
mod records;
mod search;
mod sets;
mod settings;
mod sheet;
mod synonyms;
mod tracking;
pub mod transfers;
mod vault;
