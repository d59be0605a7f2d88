//! Physical replicas of a team's database: searches are read from them, everything else from the primary.
//!
//! One task looks at all servers (`watch`) and decides who is the primary and who serves (`standing`). A search goes to
//! a replica that has replayed its caller's last write (`marks`, `choose`). The program never makes a server the
//! primary or takes that from it: it follows what an administrator or a failover manager has done.

pub(crate) mod choose;
mod facts;
mod host;
mod marks;
mod positions;
mod standing;
pub(crate) mod watch;
