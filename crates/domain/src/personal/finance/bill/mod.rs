//! Bills: what is due on a day of the month, and paid or not.

mod fields;
mod of_month;
#[cfg(test)]
mod tests;
mod unpaid;

pub use fields::{BillDraft, BillFields, Payment};
pub use of_month::{BillOfMonth, BillsOfMonth, BillsSummary, bill_of_month, bills_of_month, unpaid_before};
pub use unpaid::{
    Arrears, PendingBills, UnpaidBill, UnpaidSummary, arrears_by_bill, keep_nearest, pending_bills,
};
