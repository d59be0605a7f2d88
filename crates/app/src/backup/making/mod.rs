//! One backup run: file name, free space, writing, verification.

pub mod make;
mod missing_contents;
pub(super) mod partial;
pub(super) mod room;
pub(super) mod stall;
pub mod target;
pub mod verify;
