//! Imports, the profiles of suppliers, and those of exports.

pub(super) mod export_profiles;
pub(super) mod import_profiles;
pub(super) mod imports;
