//! What the personal assistant keeps: the vault, saves, and reminders that are shown.

mod saving;
mod vault;
