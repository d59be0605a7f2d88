//! Parts of rows that all workbooks share: merged cells, and dates as texts.

use crate::import::reader::cell::Cell;
use calamine::{Dimensions, ExcelDateTime};
use std::collections::HashMap;

/// A row of a sheet.
pub(super) struct SheetRow {
    /// From 1.
    pub number: u32,
    /// First and last column of its cells that span several.
    pub spans: Vec<(usize, usize)>,
}

/// Whether merged cells go from a first one to a last one: what a file says may make no sense.
pub(super) fn is_range(merged: &Dimensions) -> bool {
    merged.start.0 <= merged.end.0 && merged.start.1 <= merged.end.1
}

/// First and last column of the cells that span several, by the row in which they begin.
pub(super) fn list_wide_cells(merged: &[Dimensions]) -> HashMap<u32, Vec<(usize, usize)>> {
    let mut wide: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
    for m in merged.iter().filter(|m| m.end.1 > m.start.1) {
        wide.entry(m.start.0).or_default().push((m.start.1 as usize, m.end.1 as usize));
    }
    wide
}

/// A date as ISO 8601, with the time of day where there is one; a length of time in days.
pub(super) fn format_iso_date(time: &ExcelDateTime) -> String {
    if time.is_duration() {
        return time.as_f64().to_string();
    }
    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    if (hour, minute, second) == (0, 0, 0) {
        date
    } else {
        format!("{date}T{hour:02}:{minute:02}:{second:02}")
    }
}

/// Cells merged over several rows.
pub(super) struct Spans<'a> {
    /// First row, last row, column.
    coming: Vec<(u32, u32, usize)>,
    /// By column: the last row, and what it says until then.
    running: HashMap<usize, (u32, Cell<'a>)>,
}

impl<'a> Spans<'a> {
    pub fn new(merged: Vec<Dimensions>) -> Self {
        let tall = merged.into_iter().filter(|m| m.end.0 > m.start.0);
        let mut coming: Vec<_> = tall.map(|m| (m.start.0, m.end.0, m.start.1 as usize)).collect();
        coming.sort_unstable_by(|a, b| b.cmp(a));
        Self { coming, running: HashMap::new() }
    }

    /// Fills in what cells above say about `row`, and remembers what its own say about rows below.
    pub fn apply(&mut self, row: u32, values: &mut Vec<Cell<'a>>) {
        self.running.retain(|_, (last, _)| *last >= row);
        // A row with nothing but what stands above it is a gap, not a record.
        if values.iter().all(|v| *v == Cell::Blank) {
            return;
        }
        for (column, (_, value)) in &self.running {
            if values.len() <= *column {
                values.resize(column + 1, Cell::Blank);
            }
            if values[*column] == Cell::Blank {
                values[*column] = value.clone();
            }
        }
        while self.coming.last().is_some_and(|(first, ..)| *first <= row) {
            if let Some((_, last, column)) = self.coming.pop()
                && let Some(value) = values.get(column)
            {
                self.running.insert(column, (last, value.clone()));
            }
        }
    }
}
