//! Stock files: upload and columns. Module `list` processes the rows.

mod place_columns;
pub mod stock_file;
pub mod stock_upload;
