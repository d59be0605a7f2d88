//! Commands, feature by feature.

mod assist;
mod assistant;
mod bench;
mod catalog;
mod explain;
mod search;
