//! Who sends a request, and the routes by which people sign in and out.
//!
//! | module | what it does |
//! |---|---|
//! | `cookie` | the cookies of a session and of a sign-in by the company: names by the way of a request, reading, setting |
//! | `credential` | what a request brings to say who sends it |
//! | `recent` | credentials that were verified a moment ago, for the choice of a rate alone |
//! | `usage` | whether there are accounts at all |
//! | `identify` | from a credential to its sender |
//! | `entry` | a request to be let in, and its session |
//! | `entrance` | the routes that start and end sessions |
//! | `company` | those of signing in by the company |
//! | `description` | what the description of the API says of all this |

pub mod company;
pub mod cookie;
pub mod credential;
pub mod description;
pub mod entrance;
mod entry;
pub mod identify;
mod recent;
mod usage;
