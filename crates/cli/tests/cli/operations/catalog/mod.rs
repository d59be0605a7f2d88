//! Commands on the catalog: files in and out, what was changed, prices.

mod files;
mod history;
mod prices;
