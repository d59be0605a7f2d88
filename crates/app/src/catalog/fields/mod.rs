//! Fields that people define: the list, what is not defined yet, what a definition would do, and what fields were.

pub mod definitions;
pub mod history;
pub mod preview;
pub mod searched;
pub mod undefined;
