//! Imports, and the profiles of suppliers.

pub(super) mod import_profiles;
pub(super) mod imports;
