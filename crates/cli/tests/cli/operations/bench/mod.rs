//! Commands that measure the search: sets of judged queries, evaluations, profiles.

mod evaluation;
mod profiles;
mod sets;
