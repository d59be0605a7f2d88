//! Operations over HTTP, feature by feature.

mod actions;
mod analysis;
mod assist;
mod attachments;
mod chat;
mod conversations;
pub mod desk;
mod dictation;
mod mcp;
mod personal;
mod prices;
mod records;
mod search;
mod seller;
mod sets;
mod settings;
mod sheet;
mod stock;
mod synonyms;
pub mod transfers;
