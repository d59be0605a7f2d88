//! Files of each format.

mod agrofit;
mod csv;
mod documents;
mod json;
mod paper;
mod pictures;
mod xlsx;
