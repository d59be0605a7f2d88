//! Connections of clients: who gets one, how slow it may be, what it is doing.

pub(crate) mod address;
pub(crate) mod connection;
pub(crate) mod listener;
pub(crate) mod pace;
pub(crate) mod places;
