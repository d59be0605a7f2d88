//! The assistant's memory of a person.
//!
//! | module | content |
//! |---|---|
//! | `items` | items, their source messages, the answers that used them |
//! | `writing` | writing of an item with its hashes, its evidence, and the items that it replaces |
//! | `tombstones` | hashes of deleted items |
//! | `messages` | messages since the last run |
//! | `runs` | runs and their lines |
//! | `vectors` | vectors of items, by embedding model |
//! | `deciding` | decisions about lines |

pub(crate) mod deciding;
pub(crate) mod items;
pub(crate) mod messages;
pub(crate) mod runs;
pub(crate) mod tombstones;
pub(crate) mod vectors;
pub(crate) mod writing;
