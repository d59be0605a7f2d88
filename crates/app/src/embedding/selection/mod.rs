//! Selection of the embedding model: the choice by the settings, and the switch to it.

pub(crate) mod beside;
pub(crate) mod choice;
pub(crate) mod configured;
pub(crate) mod fetch;
pub(crate) mod former;
pub(crate) mod outgoing;
pub(crate) mod plan;
pub(crate) mod state;
