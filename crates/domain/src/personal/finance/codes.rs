//! The names that records choose from. They are stored and sent as they stand here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

macro_rules! codes {
    ($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $code:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type, JsonSchema)]
        pub enum $name {
            $($(#[$note])* #[serde(rename = $text)] $code,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$code),*];

            /// The stored name.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$code => $text,)* }
            }
        }

        impl super::fields::Code for $name {
            fn list() -> &'static [Self] {
                Self::ALL
            }

            fn text(self) -> &'static str {
                self.as_str()
            }
        }
    };
}

codes! {
    /// What a bill is for.
    BillCategory {
        /// Rent, condominium.
        Housing = "moradia",
        /// Water, power, telephone.
        Utilities = "servicos",
        /// Subscriptions.
        Subscription = "assinatura",
        /// Insurance.
        Insurance = "seguro",
        /// Taxes.
        Taxes = "impostos",
        /// Anything else.
        Other = "outros",
    }
}

codes! {
    /// What an expense is for.
    ExpenseCategory {
        /// Food.
        Food = "alimentacao",
        /// Transport.
        Transport = "transporte",
        /// Leisure.
        Leisure = "lazer",
        /// Health.
        Health = "saude",
        /// Education.
        Education = "educacao",
        /// Clothes.
        Clothes = "vestuario",
        /// Anything else.
        Other = "outros",
    }
}

codes! {
    /// Where an income comes from.
    IncomeType {
        /// Salary.
        Salary = "salario",
        /// Commission on sales.
        Commission = "comissao",
        /// Work of one's own.
        SelfEmployed = "autonomo",
        /// Rent that is received.
        Rent = "aluguel",
        /// Interest and dividends.
        Yield = "rendimento",
        /// Anything else.
        Other = "outros",
    }
}

codes! {
    /// How often an income comes.
    Frequency {
        /// Every week.
        Weekly = "semanal",
        /// Every two weeks.
        Biweekly = "quinzenal",
        /// Every month.
        Monthly = "mensal",
        /// Every year, in the month in which it began.
        Yearly = "anual",
        /// Now and then.
        Irregular = "irregular",
    }
}

codes! {
    /// What an investment is.
    InvestmentType {
        /// A reserve for emergencies.
        Reserve = "reserva",
        /// Fixed income.
        FixedIncome = "renda_fixa",
        /// Shares and funds.
        VariableIncome = "renda_variavel",
        /// For old age.
        Pension = "previdencia",
        /// Land and houses.
        Property = "imovel",
        /// Anything else.
        Other = "outros",
    }
}

codes! {
    /// How a bill of a month stands.
    BillStatus {
        /// Not paid, and due today or later.
        Pending = "pending",
        /// Paid.
        Paid = "paid",
        /// Not paid, and its day is over.
        Overdue = "overdue",
        /// Dismissed by a person: nothing is due in the month.
        Dismissed = "dismissed",
    }
}

codes! {
    /// Which bills.
    BillFilter {
        /// All of them.
        All = "all",
        /// Those to be paid, due today or later.
        Pending = "pending",
        /// Paid ones.
        Paid = "paid",
        /// Those whose day is over.
        Overdue = "overdue",
    }
}

codes! {
    /// The time of a summary.
    Period {
        /// The month of today.
        CurrentMonth = "current_month",
        /// The month before.
        LastMonth = "last_month",
        /// The year of today, from January to the month of today.
        Year = "year",
    }
}

codes! {
    /// The tables.
    FinanceTable {
        /// Bills.
        Bills = "bills",
        /// Expenses.
        Expenses = "expenses",
        /// Incomes.
        Incomes = "incomes",
        /// Debts.
        Debts = "debts",
        /// Investments.
        Investments = "investments",
    }
}
