//! Tests of the statistics: against SciPy, as often as they may be wrong, and with values that are none.

mod golden;
mod inputs;
mod proof;
mod sample;
mod verdicts;
