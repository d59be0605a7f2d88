//! The tools by name, with the definitions that models are given.

use super::arguments::{
    CatalogSearch, CompareItems, CreateFaq, CreateItem, GetItem, SearchFaqs, SetPrice, UpdateItem,
};
use super::personal::arguments::{
    CompleteReminder, CreateReminder, GetDecisions, GetPerson, ListReminders, SaveDecision, UpdatePerson,
};
use super::personal::finance::{
    CreateExpense, GetBills, GetDebtProgress, GetFinanceSummary, GetInvestments, MarkBillPaid, MonthOfRecords,
};
use super::personal::memory::{AddKnowledge, AnalyzeContext, SearchKnowledge};
use super::personal::metrics::{
    self, DeleteMetric, GetTrackingHistory, GetTrends, RecordMetric, UpdateMetric,
};
use super::shop::arguments::{Freestyle, RenderPreset};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;

/// When a decision is saved, and when it is not.
const SAVE_DECISION: &str = "Salva uma decisão importante do usuário para acompanhamento futuro.

QUANDO USAR:
- Usuário tomou ou está tomando decisão significativa
- Decisão tem consequências que podem ser avaliadas depois
- Áreas: carreira, finanças, relacionamentos, saúde, moradia

QUANDO NÃO USAR:
- Decisões triviais do dia-a-dia (o que comer, qual roupa)
- Escolhas que não terão impacto duradouro

FLUXO:
1. Detectar que usuário discute/tomou decisão importante
2. OFERECER salvar: \"Essa parece uma decisão importante. Quer que eu guarde para acompanharmos depois?\"
3. Se aceitar: preencher parâmetros e confirmar
4. Informar sobre follow-up: \"Vou lembrar de perguntar como foi daqui a X dias\"";

/// What is added to the memory, and what is not.
const ADD_KNOWLEDGE: &str = "Registra novo fato aprendido sobre o usuário, com as palavras que ele disse.
Usar para: fatos permanentes, preferências declaradas, mudanças de status, informações que o usuário pediu para lembrar.
NÃO usar para: opiniões momentâneas, estados temporários, especulações, nada que venha de registros, arquivos ou da própria memória.";

/// A tool that a model may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    /// Products by words and meaning.
    CatalogSearch,
    /// Answers to common questions.
    SearchFaqs,
    /// One product, whole.
    GetItem,
    /// Products side by side.
    CompareItems,
    /// Items of the last search as cards, by a preset.
    RenderPreset,
    /// Items of the last search as cards, freely arranged.
    Freestyle,
    /// Other prices, of one product or of a selection.
    SetPrice,
    /// Other fields of a product.
    UpdateItem,
    /// A new product.
    CreateItem,
    /// A new question with its answer.
    CreateFaq,
    /// A person, by name.
    GetPerson,
    /// Reminders.
    ListReminders,
    /// Decisions.
    GetDecisions,
    /// A person, new or changed.
    UpdatePerson,
    /// A new reminder.
    CreateReminder,
    /// A reminder that is done.
    CompleteReminder,
    /// A new decision.
    SaveDecision,
    /// The entries of a metric.
    GetTrackingHistory,
    /// Trends of metrics, and what connects them.
    GetTrends,
    /// A new entry of a metric.
    RecordMetric,
    /// Another value of an entry.
    UpdateMetric,
    /// An entry that goes.
    DeleteMetric,
    /// What is known of the person.
    SearchKnowledge,
    /// What is known about a topic, and what does not go together.
    AnalyzeContext,
    /// Something new about the person.
    AddKnowledge,
    /// What came, what is due, what was spent.
    GetFinanceSummary,
    /// Bills that are to be paid.
    GetPendingBills,
    /// How far debts are paid.
    GetDebtProgress,
    /// Bills of a month.
    GetBills,
    /// Expenses of a month.
    GetExpenses,
    /// Incomes of a month.
    GetIncomes,
    /// Investments.
    GetInvestments,
    /// A bill that is paid.
    MarkBillPaid,
    /// A new expense.
    CreateExpense,
}

/// A tool as models and programs see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolDefinition {
    /// Its name.
    pub name: String,
    /// What it does and when to call it.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: Value,
    /// Whether a person must confirm before it runs.
    pub requires_confirmation: bool,
    /// Arguments that make sense.
    pub input_examples: Vec<Value>,
}

impl Tool {
    /// All of them.
    pub const ALL: [Tool; 34] = [
        Tool::CatalogSearch,
        Tool::SearchFaqs,
        Tool::GetItem,
        Tool::CompareItems,
        Tool::RenderPreset,
        Tool::Freestyle,
        Tool::SetPrice,
        Tool::UpdateItem,
        Tool::CreateItem,
        Tool::CreateFaq,
        Tool::GetPerson,
        Tool::ListReminders,
        Tool::GetDecisions,
        Tool::UpdatePerson,
        Tool::CreateReminder,
        Tool::CompleteReminder,
        Tool::SaveDecision,
        Tool::SearchKnowledge,
        Tool::AnalyzeContext,
        Tool::AddKnowledge,
        Tool::GetTrackingHistory,
        Tool::GetTrends,
        Tool::RecordMetric,
        Tool::UpdateMetric,
        Tool::DeleteMetric,
        Tool::GetFinanceSummary,
        Tool::GetPendingBills,
        Tool::GetDebtProgress,
        Tool::GetBills,
        Tool::GetExpenses,
        Tool::GetIncomes,
        Tool::GetInvestments,
        Tool::MarkBillPaid,
        Tool::CreateExpense,
    ];

    /// Those of the personal assistant that look after people, reads first. No other program is offered one of the
    /// personal assistant's.
    pub const PEOPLE: [Tool; 7] = [
        Tool::GetPerson,
        Tool::ListReminders,
        Tool::GetDecisions,
        Tool::UpdatePerson,
        Tool::CreateReminder,
        Tool::CompleteReminder,
        Tool::SaveDecision,
    ];

    /// Those of the memory, reads first.
    pub const MEMORY: [Tool; 3] = [Tool::SearchKnowledge, Tool::AnalyzeContext, Tool::AddKnowledge];

    /// Those of tracking, reads first.
    pub const TRACKING: [Tool; 5] = [
        Tool::GetTrackingHistory,
        Tool::GetTrends,
        Tool::RecordMetric,
        Tool::UpdateMetric,
        Tool::DeleteMetric,
    ];

    /// Those of one's own money, reads first.
    pub const FINANCE: [Tool; 9] = [
        Tool::GetFinanceSummary,
        Tool::GetPendingBills,
        Tool::GetDebtProgress,
        Tool::GetBills,
        Tool::GetExpenses,
        Tool::GetIncomes,
        Tool::GetInvestments,
        Tool::MarkBillPaid,
        Tool::CreateExpense,
    ];

    /// Those of the catalog, reads first.
    pub const CATALOG: [Tool; 10] = [
        Tool::CatalogSearch,
        Tool::SearchFaqs,
        Tool::GetItem,
        Tool::CompareItems,
        Tool::RenderPreset,
        Tool::Freestyle,
        Tool::SetPrice,
        Tool::UpdateItem,
        Tool::CreateItem,
        Tool::CreateFaq,
    ];

    /// The tool of this name. Names are compared to the letter: a look-alike is another name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tool::CatalogSearch => "catalog_search",
            Tool::SearchFaqs => "search_faqs",
            Tool::GetItem => "get_item",
            Tool::CompareItems => "compare_items",
            Tool::RenderPreset => "render_preset",
            Tool::Freestyle => "freestyle",
            Tool::SetPrice => "set_price",
            Tool::UpdateItem => "update_item",
            Tool::CreateItem => "create_item",
            Tool::CreateFaq => "create_faq",
            Tool::GetPerson => "get_person",
            Tool::ListReminders => "list_reminders",
            Tool::GetDecisions => "get_decisions",
            Tool::UpdatePerson => "update_person",
            Tool::CreateReminder => "create_reminder",
            Tool::CompleteReminder => "complete_reminder",
            Tool::SaveDecision => "save_decision",
            Tool::GetTrackingHistory => "get_tracking_history",
            Tool::GetTrends => "get_trends",
            Tool::RecordMetric => "record_metric",
            Tool::UpdateMetric => "update_metric",
            Tool::DeleteMetric => "delete_metric",
            Tool::SearchKnowledge => "search_knowledge",
            Tool::AnalyzeContext => "analyze_context",
            Tool::AddKnowledge => "add_knowledge",
            Tool::GetFinanceSummary => "get_finance_summary",
            Tool::GetPendingBills => "get_pending_bills",
            Tool::GetDebtProgress => "get_debt_progress",
            Tool::GetBills => "get_bills",
            Tool::GetExpenses => "get_expenses",
            Tool::GetIncomes => "get_incomes",
            Tool::GetInvestments => "get_investments",
            Tool::MarkBillPaid => "mark_bill_paid",
            Tool::CreateExpense => "create_expense",
        }
    }

    /// Whether a person must confirm before it runs: every write. Of `add_knowledge` what is the person's own words,
    /// in a turn that read nothing else, is confirmed by having been said.
    pub fn requires_confirmation(self) -> bool {
        match self {
            Tool::CatalogSearch
            | Tool::SearchFaqs
            | Tool::GetItem
            | Tool::CompareItems
            | Tool::RenderPreset
            | Tool::Freestyle
            | Tool::GetPerson
            | Tool::ListReminders
            | Tool::GetDecisions
            | Tool::GetTrackingHistory
            | Tool::GetTrends
            | Tool::SearchKnowledge
            | Tool::AnalyzeContext
            | Tool::GetFinanceSummary
            | Tool::GetPendingBills
            | Tool::GetDebtProgress
            | Tool::GetBills
            | Tool::GetExpenses
            | Tool::GetIncomes
            | Tool::GetInvestments => false,
            Tool::SetPrice
            | Tool::UpdateItem
            | Tool::CreateItem
            | Tool::CreateFaq
            | Tool::UpdatePerson
            | Tool::CreateReminder
            | Tool::CompleteReminder
            | Tool::SaveDecision
            | Tool::RecordMetric
            | Tool::UpdateMetric
            | Tool::DeleteMetric
            | Tool::AddKnowledge
            | Tool::MarkBillPaid
            | Tool::CreateExpense => true,
        }
    }

    /// Whether it is one of the personal assistant's.
    pub fn is_personal(self) -> bool {
        !Self::CATALOG.contains(&self)
    }

    /// Whether it draws in the answer of a conversation, and means nothing outside of one.
    pub fn draws_cards(self) -> bool {
        matches!(self, Tool::RenderPreset | Tool::Freestyle)
    }

    /// The whole definition.
    pub fn definition(self) -> ToolDefinition {
        ToolDefinition {
            name: self.name().to_owned(),
            description: self.description().to_owned(),
            parameters: self.parameters(),
            requires_confirmation: self.requires_confirmation(),
            input_examples: self.input_examples(),
        }
    }

    fn description(self) -> &'static str {
        match self {
            Tool::CatalogSearch => {
                "Searches the product catalog by words and meaning. Call it before you say anything about products, prices or stock."
            }
            Tool::SearchFaqs => {
                "Searches the dealer's common questions: delivery, payment, returns, prescriptions."
            }
            Tool::GetItem => "Gives one product with all its fields.",
            Tool::CompareItems => "Gives two to six products side by side.",
            Tool::RenderPreset => {
                "Shows the items of the last catalog_search to the person as cards, by a preset: product-hero (to offer), product-compact (many at a glance), product-detail (one, whole), service-card, service-detail. Call it after catalog_search where the person asks for cards, a grid, a list, a carousel or pictures; do not repeat the cards in words."
            }
            Tool::Freestyle => {
                "As render_preset, with formation and displays of your choice. Slots: image, category, title, manufacturer, price, description, tags, attributes, code. Displays: hidden, small, normal, large, badge."
            }
            Tool::SetPrice => {
                "Proposes another price, of one product or of all products of a category, manufacturer or tag. A person confirms it before anything changes. Several products of one kind are one call with `selection`."
            }
            Tool::UpdateItem => {
                "Proposes other fields of one product. Only the fields given change. A person confirms it before anything changes."
            }
            Tool::CreateItem => "Proposes a new product. A person confirms it before it is stored.",
            Tool::CreateFaq => {
                "Proposes a new common question with its answer. A person confirms it before it is stored."
            }
            Tool::GetPerson => "Obtém informações sobre uma pessoa do CRM do usuário",
            Tool::ListReminders => {
                "Lista os lembretes do usuário, o próximo primeiro. Use quando perguntarem por lembretes, compromissos ou pelo que há para fazer."
            }
            Tool::GetDecisions => {
                "Obtém decisões que o usuário guardou. Use antes de aconselhar sobre uma decisão parecida."
            }
            Tool::UpdatePerson => "Atualiza informações de uma pessoa no CRM do usuário",
            Tool::CreateReminder => "Cria um lembrete para o usuário",
            Tool::CompleteReminder => "Marca um lembrete do usuário como feito",
            Tool::SaveDecision => SAVE_DECISION,
            Tool::GetTrackingHistory => metrics::ABOUT_HISTORY,
            Tool::GetTrends => metrics::ABOUT_TRENDS,
            Tool::RecordMetric => metrics::ABOUT_RECORD,
            Tool::UpdateMetric => metrics::ABOUT_UPDATE,
            Tool::DeleteMetric => metrics::ABOUT_DELETE,
            Tool::SearchKnowledge => "Busca fatos, preferências ou insights sobre o usuário.",
            Tool::AnalyzeContext => {
                "Analisa contexto para conexões, padrões e contradições. Use antes de responder sobre assuntos pessoais importantes."
            }
            Tool::AddKnowledge => ADD_KNOWLEDGE,
            Tool::GetFinanceSummary => {
                "Obtém resumo financeiro com KPIs, contas pendentes e parcelas próximas. Use quando o usuário perguntar sobre finanças, orçamento, contas ou situação financeira."
            }
            Tool::GetPendingBills => {
                "Retorna contas fixas pendentes de pagamento no mês. Use para lembrar o usuário de contas a pagar ou verificar status de pagamentos."
            }
            Tool::GetDebtProgress => {
                "Retorna progresso de pagamento das dívidas negociadas. Inclui parcelas pagas, restantes e percentual de conclusão."
            }
            Tool::GetBills => {
                "Retorna TODAS as contas fixas com detalhes completos (nome, categoria, valor, vencimento, status, data pagamento). Use para ver contas individuais, verificar quais foram pagas, ou analisar gastos fixos."
            }
            Tool::GetExpenses => {
                "Retorna TODAS as despesas variaveis com detalhes completos (nome, categoria, previsto, real, recorrente/pontual). Use para ver gastos individuais, comparar orcado vs real, ou analisar despesas por categoria."
            }
            Tool::GetIncomes => {
                "Retorna TODAS as rendas com detalhes completos (nome, tipo, frequencia, previsto, real). Use para ver fontes de renda individuais, verificar recebimentos, ou analisar previsto vs real."
            }
            Tool::GetInvestments => {
                "Retorna TODOS os investimentos com detalhes completos (nome, tipo, valor atual, meta, aporte mensal, prazo, progresso). Use para ver progresso de investimentos, calcular metas, ou analisar portfolio."
            }
            Tool::MarkBillPaid => {
                "Marca uma conta fixa como paga no mês. Use quando o usuário informar que pagou uma conta específica."
            }
            Tool::CreateExpense => {
                "Cria uma nova despesa variável. Use quando o usuário mencionar um gasto ou quiser registrar uma despesa."
            }
        }
    }

    fn parameters(self) -> Value {
        match self {
            Tool::CatalogSearch => schema_of::<CatalogSearch>(),
            Tool::SearchFaqs => schema_of::<SearchFaqs>(),
            Tool::GetItem => schema_of::<GetItem>(),
            Tool::CompareItems => schema_of::<CompareItems>(),
            Tool::RenderPreset => schema_of::<RenderPreset>(),
            Tool::Freestyle => schema_of::<Freestyle>(),
            Tool::SetPrice => schema_of::<SetPrice>(),
            Tool::UpdateItem => schema_of::<UpdateItem>(),
            Tool::CreateItem => schema_of::<CreateItem>(),
            Tool::CreateFaq => schema_of::<CreateFaq>(),
            Tool::GetPerson => schema_of::<GetPerson>(),
            Tool::ListReminders => schema_of::<ListReminders>(),
            Tool::GetDecisions => schema_of::<GetDecisions>(),
            Tool::UpdatePerson => schema_of::<UpdatePerson>(),
            Tool::CreateReminder => schema_of::<CreateReminder>(),
            Tool::CompleteReminder => schema_of::<CompleteReminder>(),
            Tool::SaveDecision => schema_of::<SaveDecision>(),
            Tool::GetTrackingHistory => schema_of::<GetTrackingHistory>(),
            Tool::GetTrends => schema_of::<GetTrends>(),
            Tool::RecordMetric => schema_of::<RecordMetric>(),
            Tool::UpdateMetric => schema_of::<UpdateMetric>(),
            Tool::DeleteMetric => schema_of::<DeleteMetric>(),
            Tool::SearchKnowledge => schema_of::<SearchKnowledge>(),
            Tool::AnalyzeContext => schema_of::<AnalyzeContext>(),
            Tool::AddKnowledge => schema_of::<AddKnowledge>(),
            Tool::GetFinanceSummary => schema_of::<GetFinanceSummary>(),
            Tool::GetPendingBills => schema_of::<MonthOfRecords>(),
            Tool::GetDebtProgress => schema_of::<GetDebtProgress>(),
            Tool::GetBills => schema_of::<GetBills>(),
            Tool::GetExpenses => schema_of::<MonthOfRecords>(),
            Tool::GetIncomes => schema_of::<MonthOfRecords>(),
            Tool::GetInvestments => schema_of::<GetInvestments>(),
            Tool::MarkBillPaid => schema_of::<MarkBillPaid>(),
            Tool::CreateExpense => schema_of::<CreateExpense>(),
        }
    }

    fn input_examples(self) -> Vec<Value> {
        match self {
            Tool::CatalogSearch => vec![
                json!({ "vector_query": "inseticida para lagarta no tomate", "limit": 3 }),
                json!({ "vector_query": "herbicida para soja", "filters": { "max_price": 200 },
                    "sort_by": "price", "sort_order": "asc" }),
            ],
            Tool::SearchFaqs => vec![json!({ "query": "vocês entregam na fazenda?" })],
            Tool::GetItem => vec![json!({ "item": "FUN-0002" })],
            Tool::CompareItems => vec![json!({ "items": ["FUN-0002", "FUN-0003"] })],
            Tool::RenderPreset => vec![
                json!({ "preset": "product-hero", "formation": "grid", "limit": 3 }),
                json!({ "preset": "product-compact", "overrides": { "code": "small" } }),
            ],
            Tool::Freestyle => vec![json!({ "entity_type": "product", "formation": "carousel",
                "style": "product-hero", "overrides": { "description": "hidden", "price": "badge" } })],
            Tool::SetPrice => vec![
                json!({ "item": "FUN-0002", "price": 189.9 }),
                json!({ "selection": { "category": "Herbicidas", "manufacturer": "Aurora" }, "percent": 5 }),
            ],
            Tool::UpdateItem => vec![json!({ "item": "FUN-0002", "status": "inativo" })],
            Tool::CreateItem => vec![json!({ "name": "Luva nitrílica M", "category": "EPI", "price": 12.5 })],
            Tool::CreateFaq => vec![json!({
                "question": "Vocês recolhem embalagens vazias?",
                "answer": "Sim, de segunda a sexta, com a nota fiscal."
            })],
            Tool::GetPerson => vec![json!({ "name": "Maria" }), json!({ "name": "João da Silva" })],
            Tool::ListReminders => vec![json!({}), json!({ "days": 7 })],
            Tool::GetDecisions => vec![json!({}), json!({ "area": "finance" })],
            Tool::UpdatePerson => vec![
                json!({ "name": "Maria", "updates": { "relationship": "esposa", "birthday": "1990-05-15" } }),
                json!({ "name": "João", "updates": { "notes": "Prefere reuniões pela manhã" } }),
                json!({ "name": "Ana", "updates": { "preferences": { "presente_ideal": "livros" } } }),
            ],
            Tool::CreateReminder => vec![
                json!({ "title": "Reunião com cliente", "datetime": "2026-01-15T10:00:00-03:00" }),
                json!({ "title": "Tomar remédio", "datetime": "2026-01-12T08:00:00-03:00",
                    "notes": "Antibiótico" }),
            ],
            Tool::CompleteReminder => vec![json!({ "reminder": "Reunião com cliente" })],
            Tool::GetTrackingHistory => metrics::examples_of_history(),
            Tool::GetTrends => metrics::examples_of_trends(),
            Tool::RecordMetric => metrics::examples_of_record(),
            Tool::UpdateMetric => metrics::examples_of_update(),
            Tool::DeleteMetric => metrics::examples_of_delete(),
            Tool::SaveDecision => vec![
                json!({ "title": "Aceitar proposta de emprego na TechCorp", "area": "professional",
                    "options": [
                        { "title": "Aceitar", "pros": ["salário 30% maior", "desafio técnico"],
                            "cons": ["mudança de cidade"] },
                        { "title": "Recusar", "pros": ["estabilidade atual"], "cons": ["oportunidade perdida"] },
                    ],
                    "chosenOption": "Aceitar",
                    "reasoning": "O crescimento profissional compensa a mudança", "reviewDays": 60 }),
                json!({ "title": "Comprar ou alugar apartamento", "area": "finance",
                    "description": "Considerando opções para moradia própria vs aluguel",
                    "options": [
                        { "title": "Comprar financiado", "pros": ["patrimônio"], "cons": ["dívida longa"] },
                        { "title": "Continuar alugando", "pros": ["flexibilidade"],
                            "cons": ["não acumula patrimônio"] },
                    ],
                    "reviewDays": 30 }),
            ],
            Tool::SearchKnowledge => vec![
                json!({ "query": "objetivo de peso", "type": "fact", "area": "health" }),
                json!({ "query": "preferências alimentares", "type": "preference" }),
                json!({ "query": "Maria", "type": "person", "limit": 1 }),
            ],
            Tool::AnalyzeContext => vec![json!({ "currentTopic": "o assunto",
                "relatedAreas": ["relationships", "health"], "lookForContradictions": true })],
            Tool::AddKnowledge => {
                vec![json!({ "type": "fact", "content": "é solteiro", "area": "relationships",
                "subArea": "romantic", "confidence": 0.95 })]
            }
            Tool::GetFinanceSummary => vec![
                json!({ "period": "current_month" }),
                json!({ "period": "last_month" }),
                json!({ "period": "year" }),
            ],
            Tool::GetPendingBills => vec![json!({}), json!({ "month": 1, "year": 2026 })],
            Tool::GetDebtProgress => {
                vec![json!({}), json!({ "debtId": "123e4567-e89b-12d3-a456-426614174000" })]
            }
            Tool::GetBills => {
                vec![json!({ "status": "all" }), json!({ "month": 1, "year": 2026, "status": "pending" })]
            }
            Tool::GetExpenses => vec![json!({}), json!({ "month": 1, "year": 2026 })],
            Tool::GetIncomes => vec![json!({}), json!({ "month": 1, "year": 2026 })],
            Tool::GetInvestments => vec![json!({})],
            Tool::MarkBillPaid => vec![
                json!({ "billId": "123e4567-e89b-12d3-a456-426614174000" }),
                json!({ "billId": "123e4567-e89b-12d3-a456-426614174000", "month": 1, "year": 2026 }),
            ],
            Tool::CreateExpense => vec![
                json!({ "name": "Mercado", "category": "alimentacao", "actualAmount": 450.00 }),
                json!({ "name": "Uber", "category": "transporte", "budgetedAmount": 200, "actualAmount": 180, "isRecurring": true }),
            ],
        }
    }
}

/// The definitions of `tools`.
pub fn definitions(tools: &[Tool]) -> Vec<ToolDefinition> {
    tools.iter().map(|tool| tool.definition()).collect()
}

/// The schema of arguments, whole in itself: not every provider follows references.
pub(super) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        object.remove("description");
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::super::request::read_request;
    use super::*;

    #[test]
    fn every_definition_stands_alone_and_its_examples_are_allowed() {
        for tool in Tool::ALL {
            let definition = tool.definition();
            let text = definition.parameters.to_string();
            assert!(!text.contains("$ref") && !text.contains("$defs"), "{text}");
            assert_eq!(definition.parameters["type"], "object", "{text}");
            assert_eq!(definition.parameters["additionalProperties"], false, "{text}");
            assert!(!definition.input_examples.is_empty());
            for example in definition.input_examples {
                let read = read_request(tool.name(), &example.to_string());
                assert_eq!(read.map(|request| request.tool()), Ok(tool), "{example}");
            }
            assert_eq!(Tool::parse(tool.name()), Some(tool));
        }
        assert_eq!(Tool::parse("set_price "), None);
        assert_eq!(Tool::parse("sеt_price"), None, "a Cyrillic letter");
    }

    #[test]
    fn what_writes_is_what_waits_for_a_person() {
        let writes: Vec<_> = Tool::ALL.into_iter().filter(|tool| tool.requires_confirmation()).collect();
        let of_catalog = [Tool::SetPrice, Tool::UpdateItem, Tool::CreateItem, Tool::CreateFaq];
        let personal =
            [&Tool::PEOPLE[3..], &Tool::MEMORY[2..], &Tool::TRACKING[2..], &Tool::FINANCE[7..]].concat();
        assert_eq!(writes, [of_catalog.as_slice(), &personal].concat());
        let areas = [Tool::PEOPLE.as_slice(), &Tool::MEMORY, &Tool::TRACKING, &Tool::FINANCE].concat();
        assert_eq!([Tool::CATALOG.as_slice(), &areas].concat(), Tool::ALL);
    }
}
