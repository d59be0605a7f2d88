//! Commands for the program itself: setting up, looking after, models, accounts.

pub(super) mod backup;
pub(super) mod config;
pub(super) mod doctor;
pub(super) mod embed;
pub(super) mod init;
pub(super) mod llm;
pub(super) mod mcp;
pub(super) mod model;
pub(super) mod user;
