//! Commands, feature by feature.

mod assist;
mod desk;
mod evaluation;
mod explain;
mod files;
mod history;
mod llm;
mod mcp;
mod prices;
mod profiles;
mod search;
mod sets;
