//! Making one backup: its name, room for it, its writing, its check.

pub mod make;
mod missing_contents;
pub(super) mod partial;
pub(super) mod room;
pub(super) mod stall;
pub mod target;
pub mod verify;
