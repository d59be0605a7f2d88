//! The assistant's memory of a person.
//!
//! | module | content |
//! |---|---|
//! | `items` | items, the words that they were taken from, the answers that used them |
//! | `writing` | an item written with its hashes, its evidence, and what it takes the place of |
//! | `tombstones` | hashes of what was deleted |
//! | `messages` | what people wrote since the last run |
//! | `runs` | runs and their lines |
//! | `vectors` | vectors of items, by the model that computed them |
//! | `deciding` | lines that take effect, and lines that do not |

pub(crate) mod deciding;
pub(crate) mod items;
pub(crate) mod messages;
pub(crate) mod runs;
pub(crate) mod tombstones;
pub(crate) mod vectors;
pub(crate) mod writing;
