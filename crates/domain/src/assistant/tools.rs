//! The tools by name.

use crate::team::Access;

/// Hands the one table of tools to a macro: [`Tool`] and the requests for each are made of it.
///
/// A row has the tool, its name for models, whether it `reads` or `writes`, and the type of its arguments.
/// What models are told of it stands in `data/tools.json`.
macro_rules! with_tools {
    ($callback:ident) => {
        $callback! {
            /// Those of the catalog, reads first.
            CATALOG {
                /// Products by words and meaning.
                CatalogSearch = "catalog_search" reads CatalogSearch;
                /// Answers to common questions.
                SearchFaqs = "search_faqs" reads SearchFaqs;
                /// One product, whole.
                GetItem = "get_item" reads GetItem;
                /// Products side by side.
                CompareItems = "compare_items" reads CompareItems;
                /// Items of the last search as cards, by a preset.
                RenderPreset = "render_preset" reads Box<RenderPreset>;
                /// Items of the last search as cards, freely arranged.
                Freestyle = "freestyle" reads Box<Freestyle>;
                /// Other prices, of one product or of a selection.
                SetPrice = "set_price" writes SetPrice;
                /// Other fields of a product.
                UpdateItem = "update_item" writes Box<UpdateItem>;
                /// A new product.
                CreateItem = "create_item" writes Box<CreateItem>;
                /// A new question with its answer.
                CreateFaq = "create_faq" writes CreateFaq;
            }
            /// Those of the personal assistant that look after people, reads first. No other program is offered
            /// one of the personal assistant's.
            PEOPLE {
                /// A person, by name.
                GetPerson = "get_person" reads GetPerson;
                /// Reminders.
                ListReminders = "list_reminders" reads ListReminders;
                /// Decisions.
                GetDecisions = "get_decisions" reads GetDecisions;
                /// A person, new or changed.
                UpdatePerson = "update_person" writes Box<UpdatePerson>;
                /// A new reminder.
                CreateReminder = "create_reminder" writes CreateReminder;
                /// A reminder that is done.
                CompleteReminder = "complete_reminder" writes CompleteReminder;
                /// A new decision.
                SaveDecision = "save_decision" writes Box<SaveDecision>;
            }
            /// Those of the memory, reads first.
            MEMORY {
                /// What is known of the person.
                SearchKnowledge = "search_knowledge" reads SearchKnowledge;
                /// What is known about a topic, and what does not go together.
                AnalyzeContext = "analyze_context" reads AnalyzeContext;
                /// Something new about the person.
                AddKnowledge = "add_knowledge" writes Box<AddKnowledge>;
            }
            /// Those of tracking, reads first.
            TRACKING {
                /// The entries of a metric.
                GetTrackingHistory = "get_tracking_history" reads GetTrackingHistory;
                /// Trends of metrics, and what connects them.
                GetTrends = "get_trends" reads GetTrends;
                /// A new entry of a metric.
                RecordMetric = "record_metric" writes RecordMetric;
                /// Another value of an entry.
                UpdateMetric = "update_metric" writes UpdateMetric;
                /// An entry that goes.
                DeleteMetric = "delete_metric" writes DeleteMetric;
            }
            /// Those of one's own money, reads first.
            FINANCE {
                /// What came, what is due, what was spent.
                GetFinanceSummary = "get_finance_summary" reads GetFinanceSummary;
                /// Bills that are to be paid.
                GetPendingBills = "get_pending_bills" reads MonthOfRecords;
                /// How far debts are paid.
                GetDebtProgress = "get_debt_progress" reads GetDebtProgress;
                /// Bills of a month.
                GetBills = "get_bills" reads GetBills;
                /// Expenses of a month.
                GetExpenses = "get_expenses" reads MonthOfRecords;
                /// Incomes of a month.
                GetIncomes = "get_incomes" reads MonthOfRecords;
                /// Investments.
                GetInvestments = "get_investments" reads GetInvestments;
                /// A bill that is paid.
                MarkBillPaid = "mark_bill_paid" writes MarkBillPaid;
                /// A new expense.
                CreateExpense = "create_expense" writes Box<CreateExpense>;
            }
        }
    };
}
pub(super) use with_tools;

macro_rules! is_write {
    (reads) => {
        false
    };
    (writes) => {
        true
    };
}

macro_rules! define_tools {
    ($($(#[$about:meta])* $area:ident {
        $($(#[$doc:meta])* $tool:ident = $name:literal $effect:ident $arguments:ty;)+
    })+) => {
        /// A tool that a model may ask for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Tool {
            $($($(#[$doc])* $tool,)+)+
        }

        impl Tool {
            /// All of them.
            pub const ALL: &'static [Tool] = &[$($(Tool::$tool,)+)+];

            $($(#[$about])* pub const $area: &'static [Tool] = &[$(Tool::$tool,)+];)+

            /// Name of the tool, as models call it.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Tool::$tool => $name,)+)+
                }
            }

            /// Whether a person must confirm before it runs: every write. Of `add_knowledge` what is the
            /// person's own words, in a turn that read nothing else, is confirmed by having been said.
            pub fn requires_confirmation(self) -> bool {
                match self {
                    $($(Tool::$tool => is_write!($effect),)+)+
                }
            }
        }
    };
}
with_tools!(define_tools);

impl Tool {
    /// Finds the model's tool by name. Names are compared to the letter: a look-alike is another name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|tool| tool.name() == name)
    }

    /// Whether the tool is one of the personal assistant's.
    pub fn is_personal(self) -> bool {
        !Self::CATALOG.contains(&self)
    }

    /// Access that a caller needs for the tool: that of the operation that does the same by hand. A model is offered
    /// no tool beyond that, and a card is confirmed by no person beyond it.
    pub fn access(self) -> Access {
        match self {
            Tool::CatalogSearch
            | Tool::SearchFaqs
            | Tool::GetItem
            | Tool::CompareItems
            | Tool::RenderPreset
            | Tool::Freestyle
            | Tool::GetPerson
            | Tool::ListReminders
            | Tool::UpdatePerson
            | Tool::CreateReminder
            | Tool::CompleteReminder => Access::Read,
            Tool::SetPrice | Tool::UpdateItem | Tool::CreateItem | Tool::CreateFaq => Access::Edit,
            Tool::GetDecisions
            | Tool::SaveDecision
            | Tool::SearchKnowledge
            | Tool::AnalyzeContext
            | Tool::AddKnowledge
            | Tool::GetTrackingHistory
            | Tool::GetTrends
            | Tool::RecordMetric
            | Tool::UpdateMetric
            | Tool::DeleteMetric
            | Tool::GetFinanceSummary
            | Tool::GetPendingBills
            | Tool::GetDebtProgress
            | Tool::GetBills
            | Tool::GetExpenses
            | Tool::GetIncomes
            | Tool::GetInvestments
            | Tool::MarkBillPaid
            | Tool::CreateExpense => Access::Personal,
        }
    }

    /// Whether the tool draws in the answer of a conversation, and means nothing outside of one.
    pub fn draws_cards(self) -> bool {
        matches!(self, Tool::RenderPreset | Tool::Freestyle)
    }
}
