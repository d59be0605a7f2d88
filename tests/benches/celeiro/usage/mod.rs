//! What a program and its database take of the machine.

pub mod memory;
pub mod processor;
