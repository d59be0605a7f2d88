//! The app-managed cluster, against real servers from `target/postgres`.
//!
//! Each test has its own data folder and so its own server. Some re-run this very program as a
//! second process: to be killed, or to live where a disk is full or namespaces are forbidden.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod extensions;
mod faults;
mod folders;
mod life;
mod roles;
mod root;
mod sharing;
mod support;
