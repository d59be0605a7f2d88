//! Imports: staging, preview, and applying.

pub(crate) mod apply_staged;
pub(crate) mod changes;
pub(crate) mod counts;
pub(crate) mod export_profiles;
pub(crate) mod imports;
pub(crate) mod incoming_sql;
pub(crate) mod new_values;
pub(crate) mod price_ranges;
pub(crate) mod profiles;
pub(crate) mod rows;
pub(crate) mod staging;
