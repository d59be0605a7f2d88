//! File readers of the child: bytes to rows.
//!
//! The file type is detected by content; every type is read as a stream and produces the same messages. No value is
//! judged here: `celeiro_domain` does that, in the parent. `header/synonyms.tsv` lists the column names of the trade.

mod agrofit;
mod cell;
mod csv;
mod detect;
mod document;
mod encoding;
mod header;
mod json;
mod order;
mod output;
mod paper;
pub(crate) mod read_back;
mod record;
mod table;
mod types;
mod xlsx;

pub use cell::too_long;
pub use header::{REMARK, StockColumn};
pub(crate) use header::{display_name, find_stock_columns, mark_attribute, split_attribute_mark};

pub(super) use cell::Cell;
pub(super) use document::{read_attached_file, read_document_file, scale_picture_file};
pub(super) use header::is_remark;
pub(super) use output::{Output, Stop};
pub(super) use record::correct_cell;
pub(super) use table::beside::PART_ROWS;
pub(super) use table::column_types::{mark_of_programs, type_of};
pub(super) use table::joined::dated::is_date_name;
pub(super) use types::{Survey, mark_of_all};

use super::protocol::ParserJob;
use super::report::FileFormat;
use std::fs::File;

/// Most rows that are read from one file.
const MAX_ROWS: u32 = 2_000_000;
/// Most columns: those of a sheet.
const MAX_COLUMNS: usize = 16_384;
/// Most text in one cell, in bytes: several times what any field takes.
const MAX_CELL: usize = 1 << 20;
/// Most text in one row, in bytes.
const MAX_ROW: usize = 8 << 20;

/// Reads `file` to its end.
///
/// # Errors
/// The file cannot be used, or the reader of the output is gone.
pub(super) fn read_table_file(job: &ParserJob, mut file: File, out: &mut Output) -> Result<(), Stop> {
    out.decimals(job.decimal);
    match detect::detect_format(&mut file)? {
        FileFormat::Csv => csv::read_csv(job, file, out),
        format @ (FileFormat::Xlsx | FileFormat::Xls | FileFormat::Ods) => {
            xlsx::read_workbook((job, format), file, out)
        }
        FileFormat::Json => json::read_json(job, file, out),
        FileFormat::Pdf => paper::read_paper(job, file, out),
    }
}
