//! Payments of bills, and their undo.

use super::noun::read;
use super::records::day_and_month;
use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::personal::finance::Entry;
use celeiro_domain::personal::finance::bill::{BillFields, BillOfMonth, bill_of_month};
use celeiro_domain::personal::finance::month::Month;
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_store::{StoreError, Write};
use chrono::Utc;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Times that a payment is tried again beside other changes of its bill.
const TRIES: u32 = 5;

/// A bill in a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BillPayment {
    /// The bill.
    pub id: Uuid,
    /// 1 to 12; the month of today where absent.
    #[serde(default)]
    pub month: Option<i32>,
    /// 2020 to 2100; the year of today where absent.
    #[serde(default)]
    pub year: Option<i32>,
    /// Whether it is not to be paid for the month, and nothing is due in it; no where absent.
    #[serde(default)]
    pub dismiss: Option<bool>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A payment that is taken back, or the dismissal of a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PaymentReversal {
    /// The bill.
    pub id: Uuid,
    /// 1 to 12; the month of today where absent.
    #[serde(default)]
    pub month: Option<i32>,
    /// 2020 to 2100; the year of today where absent.
    #[serde(default)]
    pub year: Option<i32>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A bill after it was paid, or a payment was taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidBill {
    /// The bill in its month.
    pub bill: BillOfMonth,
    /// Whether it was so before, and nothing was done.
    pub already: bool,
}

/// Notes that a bill is paid for a month, or dismissed. One that is paid already stays as it is, and the answer says so.
///
/// # Errors
/// `personal_off`, `not_found`, `invalid_fields` where it is not due in the month.
pub async fn pay_bill(app: &App, caller: &Caller, request: BillPayment) -> Result<PaidBill, AppError> {
    let (now, dismisses) = (Utc::now(), request.dismiss.unwrap_or(false));
    let change = |bill: &BillFields, month| match dismisses {
        true => bill.dismiss(month, now),
        false => bill.pay(month, now),
    };
    change_payment(app, caller, request, change).await
}

/// Takes the payment of a month back, or its dismissal. A bill that is not paid stays as it is, and the answer says so.
///
/// # Errors
/// `personal_off`, `not_found`, `invalid_fields` where it is not due in the month.
pub async fn unpay_bill(app: &App, caller: &Caller, request: PaymentReversal) -> Result<PaidBill, AppError> {
    let PaymentReversal { id, month, year, operation_id } = request;
    let payment = BillPayment { id, month, year, dismiss: None, operation_id };
    change_payment(app, caller, payment, BillFields::unpay).await
}

/// `change` gives the bill as it becomes, or none where it is so already. Another write of the bill in this moment is
/// looked at first: of two payments at once the second finds it paid.
async fn change_payment(
    app: &App,
    caller: &Caller,
    request: BillPayment,
    change: impl Fn(&BillFields, Month) -> Option<BillFields>,
) -> Result<PaidBill, AppError> {
    let (today, month) = day_and_month(app, request.month, request.year)?;
    let write = new_write(caller, request.operation_id);
    for _ in 0..TRIES {
        let bill: Entry<BillFields> = read(app, request.id).await?;
        check_month(&bill.fields, month)?;
        let Some(fields) = change(&bill.fields, month) else {
            return Ok(PaidBill { bill: bill_of_month(&bill, month, today), already: true });
        };
        match save_payment(app, &bill, fields, &write).await {
            Ok(()) => {
                let bill = read(app, request.id).await?;
                return Ok(PaidBill { bill: bill_of_month(&bill, month, today), already: false });
            }
            Err(StoreError::Conflict(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let bill: Entry<BillFields> = read(app, request.id).await?;
    let current = serde_json::to_value(bill_of_month(&bill, month, today))?;
    Err(StoreError::Conflict(Box::new(current)).into())
}

async fn save_payment(
    app: &App,
    bill: &Entry<BillFields>,
    fields: BillFields,
    write: &Write,
) -> Result<(), StoreError> {
    let content = PersonalFields::Bill(Box::new(fields));
    let change = PersonalWrite { id: bill.id, version: Some(bill.version), content };
    app.store().save_personal(&change, write).await.map(drop)
}

/// Refuses a month in which a bill was neither due nor paid.
///
/// # Errors
/// `invalid_fields` with the months in which it is.
pub(crate) fn check_month(bill: &BillFields, month: Month) -> Result<(), AppError> {
    if bill.spans(month) || bill.occurs_in(month) {
        return Ok(());
    }
    let allowed = match (bill.is_recurring, bill.last_month) {
        (true, _) => format!("{}..", bill.month_year),
        (false, Some(last)) => format!("{}..{last}", bill.month_year),
        (false, None) => bill.month_year.to_string(),
    };
    let code = FieldErrorCode::InvalidValue;
    Err(AppError::fields(vec![FieldError::new("month", code, &month.to_string(), allowed)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::personal::finance::bill::BillDraft;
    use celeiro_domain::personal::finance::money::AmountText;

    #[test]
    fn a_payment_after_the_last_month_can_be_taken_back() {
        let month = |text: &str| Month::parse(text).unwrap();
        let draft = |is_recurring, of: &str| BillDraft {
            name: "Luz".into(),
            category: "servicos".into(),
            amount: AmountText("120".into()),
            due_day: 5,
            is_recurring,
            month_year: Some(of.into()),
        };
        let today = "2026-05-10".parse().unwrap();
        let begun = draft(true, "2026-01").check(None, today).unwrap();
        let paid = begun.pay(month("2026-05"), Utc::now()).unwrap();
        let ended = draft(false, "2026-03").check(Some(&paid), today).unwrap();
        assert!(!ended.spans(month("2026-05")));
        assert!(check_month(&ended, month("2026-05")).is_ok());
        let unpaid = ended.unpay(month("2026-05")).unwrap();
        let once = draft(false, "2026-02").check(None, today).unwrap();
        for (bill, allowed) in
            [(&unpaid, "2026-01..2026-03"), (&ended, "2026-01..2026-03"), (&once, "\"2026-02\"")]
        {
            let refusal = format!("{:?}", check_month(bill, month("2026-06")).unwrap_err());
            assert!(refusal.contains(allowed), "{refusal}");
        }
        assert!(check_month(&unpaid, month("2026-05")).is_err());
    }
}
