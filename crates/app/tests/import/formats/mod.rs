//! Files of each format.

mod agrofit;
mod csv;
mod documents;
mod json;
mod pictures;
mod xlsx;
