//! Files of each format.

mod agrofit;
mod csv;
mod documents;
mod json;
mod loaded;
mod paper;
mod pictures;
mod xlsx;
