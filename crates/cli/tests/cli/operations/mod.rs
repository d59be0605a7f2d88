//! Commands, feature by feature.

mod assist;
mod desk;
mod evaluation;
mod explain;
mod files;
mod history;
mod llm;
mod mcp;
mod personal;
mod prices;
mod profiles;
mod search;
mod seller;
mod sets;
