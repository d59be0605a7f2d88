//! Items, FAQs, synonyms, prices and files: single records, lists, history.

pub(crate) mod categories;
pub(crate) mod deletion;
pub(crate) mod expectations;
pub(crate) mod external_ids;
pub(crate) mod facets;
pub(crate) mod faqs;
pub(crate) mod fields;
pub(crate) mod files;
pub(crate) mod history;
pub(crate) mod images;
pub(crate) mod item_rows;
pub(crate) mod items;
pub(crate) mod joins;
pub(crate) mod listing;
pub(crate) mod milestones;
pub(crate) mod prices;
pub(crate) mod relations;
pub(crate) mod stock;
pub(crate) mod synonyms;
