//! Providers of models: what each speaks, what goes wrong, what stays secret.

pub(super) mod failures;
pub(super) mod provider_test;
pub(super) mod secrets;
pub(super) mod vendors;
