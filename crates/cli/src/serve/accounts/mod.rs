//! Who sends a request, and the routes by which people sign in and out.
//!
//! | module | what it does |
//! |---|---|
//! | `cookie` | the cookie of a session: its name by the way of a request, reading and setting it |
//! | `credential` | what a request brings to say who sends it |
//! | `recent` | credentials that were verified a moment ago, for the choice of a rate alone |
//! | `usage` | whether there are accounts at all |
//! | `identify` | from a credential to its sender |
//! | `entrance` | the routes that start and end sessions |
//! | `description` | what the description of the API says of all this |

pub mod cookie;
pub mod credential;
pub mod description;
pub mod entrance;
pub mod identify;
mod recent;
mod usage;
