//! What the tests share.

pub mod catalog;
mod world;

pub use world::{World, write};
