//! Fields that people define, with their history, and the values of attributes that definitions are about.

pub(crate) mod changes;
pub(crate) mod definitions;
pub(crate) mod deleted;
pub(crate) mod history;
mod searched;
pub(crate) mod values;
