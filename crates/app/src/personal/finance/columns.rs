//! CSV columns of each finance table, with names in both languages.

use celeiro_domain::personal::finance::codes::FinanceTable;

/// How a cell is read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellKind {
    Text,
    Amount,
    Whole,
    /// `sim` or `não`.
    Flag,
    /// `05/2026`.
    Month,
    /// `15/05/2026`.
    Day,
}

/// A column.
pub(super) struct Column {
    /// The field, which is also the name in English.
    pub field: &'static str,
    /// The name in Portuguese.
    pub portuguese: &'static str,
    pub kind: CellKind,
    /// Whether a table without it says too little.
    pub needed: bool,
}

const fn column(field: &'static str, portuguese: &'static str, kind: CellKind, needed: bool) -> Column {
    Column { field, portuguese, kind, needed }
}

use CellKind::{Amount, Day, Flag, Month, Text, Whole};

const BILLS: &[Column] = &[
    column("name", "nome", Text, true),
    column("category", "categoria", Text, true),
    column("amount", "valor", Amount, true),
    column("dueDay", "dia", Whole, true),
    column("isRecurring", "recorrente", Flag, false),
    column("monthYear", "mês", Month, false),
    column("paidAt", "pago em", Day, false),
    column("amountPaid", "valor pago", Amount, false),
];

const EXPENSES: &[Column] = &[
    column("name", "nome", Text, true),
    column("category", "categoria", Text, true),
    column("expectedAmount", "previsto", Amount, false),
    column("actualAmount", "real", Amount, false),
    column("isRecurring", "recorrente", Flag, false),
    column("monthYear", "mês", Month, false),
];

const INCOMES: &[Column] = &[
    column("name", "nome", Text, true),
    column("type", "tipo", Text, true),
    column("frequency", "frequência", Text, true),
    column("expectedAmount", "previsto", Amount, true),
    column("actualAmount", "real", Amount, false),
    column("isRecurring", "recorrente", Flag, false),
    column("monthYear", "mês", Month, false),
];

const DEBTS: &[Column] = &[
    column("name", "nome", Text, true),
    column("creditor", "credor", Text, false),
    column("totalAmount", "total", Amount, true),
    column("installmentAmount", "parcela", Amount, false),
    column("totalInstallments", "parcelas", Whole, false),
    column("paidInstallments", "pagas", Whole, false),
    column("isNegotiated", "negociada", Flag, false),
    column("dueDay", "dia", Whole, false),
    column("firstMonth", "primeiro mês", Month, false),
];

const INVESTMENTS: &[Column] = &[
    column("name", "nome", Text, true),
    column("type", "tipo", Text, true),
    column("currentAmount", "atual", Amount, true),
    column("goalAmount", "meta", Amount, false),
    column("monthlyContribution", "aporte", Amount, false),
    column("deadline", "prazo", Day, false),
];

/// The columns of a table, in their order.
pub(super) fn columns_of(table: FinanceTable) -> &'static [Column] {
    match table {
        FinanceTable::Bills => BILLS,
        FinanceTable::Expenses => EXPENSES,
        FinanceTable::Incomes => INCOMES,
        FinanceTable::Debts => DEBTS,
        FinanceTable::Investments => INVESTMENTS,
    }
}
