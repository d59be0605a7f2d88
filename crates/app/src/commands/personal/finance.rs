//! Commands of personal finance: bills, expenses, incomes, debts, investments.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! finance_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// The figures of a period, what is to be paid, and what a person should look at.
            get_finance_summary: $crate::personal::finance::overview::get_finance_summary, $crate::personal::finance::overview::GetFinanceSummary => celeiro_domain::personal::finance::summary::FinanceSummary,
                GET "/api/assistant/finance/summary", Personal, [Personal], [];
            /// The bills of a month, in figures too.
            list_bills: $crate::personal::finance::records::list_bills, $crate::personal::finance::records::ListBills => celeiro_domain::personal::finance::bill::BillsOfMonth,
                GET "/api/assistant/finance/bills", Personal, [Personal], [];
            /// Enters a bill.
            create_bill: $crate::personal::finance::records::create_bill, $crate::personal::finance::records::CreateBill => celeiro_domain::personal::finance::bill::BillOfMonth,
                POST "/api/assistant/finance/bills", Personal, [], [Personal];
            /// Replaces a bill; 409 with both states where it was changed meanwhile.
            update_bill: $crate::personal::finance::records::update_bill, $crate::personal::finance::records::UpdateBill => celeiro_domain::personal::finance::bill::BillOfMonth,
                PUT "/api/assistant/finance/bills/{id}", Personal, [], [Personal];
            /// Deletes a bill; it can be brought back.
            delete_bill: $crate::personal::finance::records::delete_bill, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/finance/bills/{id}", Personal, [], [Personal];
            /// Brings a deleted bill back.
            restore_bill: $crate::personal::finance::records::restore_bill, $crate::api::WriteById => celeiro_domain::personal::finance::bill::BillOfMonth,
                POST "/api/assistant/finance/bills/{id}/restore", Personal, [], [Personal];
            /// The expenses of a month, in figures too.
            list_expenses: $crate::personal::finance::records::list_expenses, $crate::personal::finance::records::FinanceMonth => celeiro_domain::personal::finance::expense::ExpensesOfMonth,
                GET "/api/assistant/finance/expenses", Personal, [Personal], [];
            /// Enters an expense.
            create_expense: $crate::personal::finance::records::create_expense, $crate::personal::finance::records::CreateExpense => celeiro_domain::personal::finance::expense::ExpenseOfMonth,
                POST "/api/assistant/finance/expenses", Personal, [], [Personal];
            /// Replaces an expense; 409 with both states where it was changed meanwhile.
            update_expense: $crate::personal::finance::records::update_expense, $crate::personal::finance::records::UpdateExpense => celeiro_domain::personal::finance::expense::ExpenseOfMonth,
                PUT "/api/assistant/finance/expenses/{id}", Personal, [], [Personal];
            /// Deletes an expense; it can be brought back.
            delete_expense: $crate::personal::finance::records::delete_expense, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/finance/expenses/{id}", Personal, [], [Personal];
            /// Brings a deleted expense back.
            restore_expense: $crate::personal::finance::records::restore_expense, $crate::api::WriteById => celeiro_domain::personal::finance::expense::ExpenseOfMonth,
                POST "/api/assistant/finance/expenses/{id}/restore", Personal, [], [Personal];
            /// The incomes of a month, in figures too.
            list_incomes: $crate::personal::finance::records::list_incomes, $crate::personal::finance::records::FinanceMonth => celeiro_domain::personal::finance::income::IncomesOfMonth,
                GET "/api/assistant/finance/incomes", Personal, [Personal], [];
            /// Enters an income.
            create_income: $crate::personal::finance::records::create_income, $crate::personal::finance::records::CreateIncome => celeiro_domain::personal::finance::income::IncomeOfMonth,
                POST "/api/assistant/finance/incomes", Personal, [], [Personal];
            /// Replaces an income; 409 with both states where it was changed meanwhile.
            update_income: $crate::personal::finance::records::update_income, $crate::personal::finance::records::UpdateIncome => celeiro_domain::personal::finance::income::IncomeOfMonth,
                PUT "/api/assistant/finance/incomes/{id}", Personal, [], [Personal];
            /// Deletes an income; it can be brought back.
            delete_income: $crate::personal::finance::records::delete_income, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/finance/incomes/{id}", Personal, [], [Personal];
            /// Brings a deleted income back.
            restore_income: $crate::personal::finance::records::restore_income, $crate::api::WriteById => celeiro_domain::personal::finance::income::IncomeOfMonth,
                POST "/api/assistant/finance/incomes/{id}/restore", Personal, [], [Personal];
            /// The debts, with how far they are paid.
            list_debts: $crate::personal::finance::records::list_debts, $crate::api::Empty => celeiro_domain::personal::finance::debt::DebtsProgress,
                GET "/api/assistant/finance/debts", Personal, [Personal], [];
            /// Enters a debt.
            create_debt: $crate::personal::finance::records::create_debt, $crate::personal::finance::records::CreateDebt => celeiro_domain::personal::finance::debt::DebtProgress,
                POST "/api/assistant/finance/debts", Personal, [], [Personal];
            /// Replaces a debt; 409 with both states where it was changed meanwhile.
            update_debt: $crate::personal::finance::records::update_debt, $crate::personal::finance::records::UpdateDebt => celeiro_domain::personal::finance::debt::DebtProgress,
                PUT "/api/assistant/finance/debts/{id}", Personal, [], [Personal];
            /// Deletes a debt; it can be brought back.
            delete_debt: $crate::personal::finance::records::delete_debt, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/finance/debts/{id}", Personal, [], [Personal];
            /// Brings a deleted debt back.
            restore_debt: $crate::personal::finance::records::restore_debt, $crate::api::WriteById => celeiro_domain::personal::finance::debt::DebtProgress,
                POST "/api/assistant/finance/debts/{id}/restore", Personal, [], [Personal];
            /// The investments, with how far they are from their goals.
            list_investments: $crate::personal::finance::records::list_investments, $crate::api::Empty => celeiro_domain::personal::finance::investment::InvestmentsProgress,
                GET "/api/assistant/finance/investments", Personal, [Personal], [];
            /// Enters an investment.
            create_investment: $crate::personal::finance::records::create_investment, $crate::personal::finance::records::CreateInvestment => celeiro_domain::personal::finance::investment::InvestmentProgress,
                POST "/api/assistant/finance/investments", Personal, [], [Personal];
            /// Replaces an investment; 409 with both states where it was changed meanwhile.
            update_investment: $crate::personal::finance::records::update_investment, $crate::personal::finance::records::UpdateInvestment => celeiro_domain::personal::finance::investment::InvestmentProgress,
                PUT "/api/assistant/finance/investments/{id}", Personal, [], [Personal];
            /// Deletes an investment; it can be brought back.
            delete_investment: $crate::personal::finance::records::delete_investment, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/finance/investments/{id}", Personal, [], [Personal];
            /// Brings a deleted investment back.
            restore_investment: $crate::personal::finance::records::restore_investment, $crate::api::WriteById => celeiro_domain::personal::finance::investment::InvestmentProgress,
                POST "/api/assistant/finance/investments/{id}/restore", Personal, [], [Personal];
            /// Notes that a bill is paid for a month; one that is paid stays as it is.
            pay_bill: $crate::personal::finance::payments::pay_bill, $crate::personal::finance::payments::BillPayment => $crate::personal::finance::payments::PaidBill,
                POST "/api/assistant/finance/bills/{id}/pay", Personal, [], [Personal];
            /// Takes the payment of a bill for a month back.
            unpay_bill: $crate::personal::finance::payments::unpay_bill, $crate::personal::finance::payments::PaymentReversal => $crate::personal::finance::payments::PaidBill,
                POST "/api/assistant/finance/bills/{id}/unpay", Personal, [], [Personal];
            /// A kind of records as a table of CSV.
            export_finance: $crate::personal::finance::table::export_finance, $crate::personal::finance::table::ExportFinance => $crate::personal::finance::table::FinanceFile,
                GET "/api/assistant/finance/export", Personal, [Personal], [];
            /// Enters the rows of a table of CSV, all of them or none; rows that are there already change nothing.
            import_finance: $crate::personal::finance::table::import_finance, $crate::personal::finance::table::ImportFinance => $crate::personal::finance::table::ImportedFinance,
                POST "/api/assistant/finance/import", Personal, [], [Personal];
        }
    };
}
