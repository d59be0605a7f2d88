//! A list of counts in a file: its columns, and the file that a person sent. What becomes of the rows is `list`'s.

mod place_columns;
pub mod stock_file;
pub mod stock_upload;
