//! How much it takes to state something, and how much is looked at.

/// Days from which numbers are given, always with their interval.
pub const DAYS_FOR_NUMBERS: u32 = 14;
/// Days from which something may be claimed.
pub const DAYS_FOR_CLAIMS: u32 = 30;
/// p-values up to which something is claimed.
pub const ALPHA: f64 = 0.05;
/// Metrics that a call may compare.
pub const MAX_METRICS: usize = 5;
/// Days before the newest one from which on nothing is looked at: ten years.
pub const MAX_DAYS: i32 = 3_653;
/// Expected days on which two metrics both differ from their most common value, from which on they are
/// compared (Cochran 1954).
pub const JOINT_DAYS: f64 = 5.0;
