//! Processor time, which says what work costs also where other programs keep the machine busy.

use crate::usage::memory::postgres_processes;
use std::path::Path;

/// Milliseconds that this program and its database have used so far.
pub fn processor_seconds(folder: &Path) -> (f64, f64) {
    let database = postgres_processes(folder).iter().map(|pid| of_process(&pid.to_string())).sum();
    (of_process("self"), database)
}

/// User and system time, kept by the kernel in hundredths of a second.
fn of_process(pid: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = fields.split(' ').skip(11).take(2).filter_map(|t| t.parse::<f64>().ok());
    ticks.sum::<f64>() * 10.0
}
