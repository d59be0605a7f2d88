//! Physical replicas of a team's database: they answer searches, the primary everything else.
//!
//! One task checks all servers (`watch`) and decides which is the primary and which serve searches (`standing`). A
//! search goes to a replica that has replayed its caller's last write (`marks`, `choose`). The program never promotes
//! or demotes a server: it follows what an administrator or a failover manager has done.

pub(crate) mod choose;
mod facts;
mod host;
mod marks;
mod positions;
mod standing;
pub(crate) mod watch;
