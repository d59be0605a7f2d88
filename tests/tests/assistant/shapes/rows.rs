//! The rows of the table: what is said, what a model calls, what the reference says that comes of it.

use super::{Answers, Row};
use serde_json::json;

/// Tools of the person's own money.
pub(super) fn finance_rows(bill: &str, debt: &str) -> Vec<Row> {
    let row = |tool, arguments, shape| Row {
        said: "e as minhas contas e gastos?",
        tool,
        arguments,
        answers: Answers::Shape(shape),
    };
    let confirm_row =
        |said, tool, arguments, shape| Row { said, tool, arguments, answers: Answers::Confirmed(shape) };
    let debts = json!({
        "debts": [{
            "id": "string", "name": "string", "creditor": "string?", "totalAmount": "number",
            "installmentAmount": "number", "totalInstallments": "number", "paidInstallments": "number",
            "remainingInstallments": "number", "totalPaid": "number", "totalRemaining": "number",
            "percentComplete": "number", "nextDueDate": "string?", "isNegotiated": "boolean",
        }],
        "summary": {
            "totalDebts": "number", "totalPaid": "number", "totalRemaining": "number", "averageProgress": "number",
        },
    });
    vec![
        row(
            "get_finance_summary",
            json!({ "period": "year" }),
            json!({
                "kpis": {
                    "income": "number", "budgeted": "number", "spent": "number", "balance": "number",
                    "invested": "number",
                },
                "debts": {
                    "totalDebts": "number", "monthlyInstallment": "number", "totalPaid": "number",
                    "totalRemaining": "number", "negotiatedCount": "number", "pendingNegotiationCount": "number",
                },
                "pendingBills": [{
                    "name": "string", "amount": "number", "dueDate": "string", "daysUntilDue": "number",
                    "status": "string",
                }],
                "upcomingInstallments": [{
                    "debtName": "string", "installment": "string", "amount": "number", "dueDate": "string",
                    "daysUntilDue": "number",
                }],
                "alerts": ["string"],
                "monthYear": "string",
            }),
        ),
        row(
            "get_pending_bills",
            json!({}),
            json!({
                "bills": [{
                    "id": "string", "name": "string", "category": "string", "amount": "number", "dueDay": "number",
                    "status": "string", "daysUntilDue": "number",
                }],
                "summary": {
                    "totalPending": "number", "totalOverdue": "number", "countPending": "number",
                    "countOverdue": "number",
                },
                "monthYear": "string",
            }),
        ),
        row("get_debt_progress", json!({}), debts.clone()),
        row("get_debt_progress", json!({ "debtId": debt }), debts),
        row(
            "get_bills",
            json!({ "status": "all" }),
            json!({
                "bills": [{
                    "id": "string", "name": "string", "category": "string", "amount": "number", "dueDay": "number",
                    "status": "string", "paidAt": "string|null", "isRecurring": "boolean", "monthYear": "string",
                    "currency": "string", "daysUntilDue": "number",
                }],
                "summary": {
                    "totalAmount": "number", "paidAmount": "number", "pendingAmount": "number",
                    "overdueAmount": "number", "count": "number", "paidCount": "number", "pendingCount": "number",
                    "overdueCount": "number",
                },
                "monthYear": "string",
            }),
        ),
        row(
            "get_expenses",
            json!({}),
            json!({
                "expenses": [{
                    "id": "string", "name": "string", "category": "string", "expectedAmount": "number|null",
                    "actualAmount": "number|null", "isRecurring": "boolean", "monthYear": "string",
                    "currency": "string", "variance": "number", "percentUsed": "number|null",
                }],
                "summary": {
                    "totalExpected": "number", "totalActual": "number", "variance": "number",
                    "recurringCount": "number", "oneTimeCount": "number", "overBudgetCount": "number",
                },
                "monthYear": "string",
            }),
        ),
        row(
            "get_incomes",
            json!({}),
            json!({
                "incomes": [{
                    "id": "string", "name": "string", "type": "string", "frequency": "string",
                    "expectedAmount": "number", "actualAmount": "number|null", "isRecurring": "boolean",
                    "monthYear": "string", "currency": "string", "variance": "number",
                }],
                "summary": {
                    "totalExpected": "number", "totalActual": "number", "variance": "number", "count": "number",
                    "receivedCount": "number", "pendingCount": "number",
                },
                "monthYear": "string",
            }),
        ),
        row(
            "get_investments",
            json!({}),
            json!({
                "investments": [{
                    "id": "string", "name": "string", "type": "string", "currentAmount": "number",
                    "goalAmount": "number|null", "monthlyContribution": "number|null", "deadline": "string|null",
                    "currency": "string", "progress": "number|null", "remainingToGoal": "number|null",
                    "monthsToGoal": "number|null",
                }],
                "summary": {
                    "totalCurrentAmount": "number", "totalGoalAmount": "number",
                    "totalMonthlyContribution": "number", "averageProgress": "number", "count": "number",
                },
            }),
        ),
        confirm_row(
            "paguei a conta de luz",
            "mark_bill_paid",
            json!({ "billId": bill }),
            json!({
                "success": "boolean",
                "bill": { "id": "string", "name": "string", "amount": "number" },
                "paidAt": "string",
            }),
        ),
        confirm_row(
            "gastei R$ 450,50 no mercado",
            "create_expense",
            json!({ "name": "Mercado", "category": "alimentacao", "actualAmount": 450.5 }),
            json!({
                "success": "boolean",
                "expense": { "id": "string", "name": "string", "category": "string", "actualAmount": "number" },
            }),
        ),
        confirm_row(
            "reserva R$ 200 para o uber",
            "create_expense",
            json!({ "name": "Uber", "category": "transporte", "budgetedAmount": 200 }),
            json!({
                "success": "boolean",
                "expense": { "id": "string", "name": "string", "category": "string", "actualAmount": "number" },
            }),
        ),
    ]
}

/// Tools of memory, people, reminders, decisions and tracking.
pub(super) fn life_rows(entries: [&str; 2]) -> Vec<Row> {
    let row = |said, tool, arguments, answers| Row { said, tool, arguments, answers };
    let success = || Answers::Confirmed(json!({ "success": "boolean", "id": "string" }));
    let fact = json!({
        "id": "string", "type": "string", "content": "string", "confidence": "number", "area": "string?",
    });
    let entry = json!({
        "id": "string", "type": "string", "value": "number", "unit": "string|null", "date": "string",
        "notes": "string|null",
    });
    let figures = json!({
        "days": "number", "from": "string", "to": "string", "latest": "number", "mean": "number", "min": "number",
        "max": "number", "sum": "number?",
    });
    let history = json!({
        "type": "string", "entries": [entry], "aggregation": "string",
        "daily": [{ "day": "string", "value": "number" }], "summary": figures, "leftOut": "number",
    });
    vec![
        row(
            "o que você lembra da Joana?",
            "search_knowledge",
            json!({ "query": "Joana entrega", "limit": 5 }),
            Answers::Shape(json!({ "count": "number", "results": [fact] })),
        ),
        row(
            "agora moro em Sinop",
            "analyze_context",
            json!({ "currentTopic": "agora moro em Sinop", "relatedAreas": ["customers", "relationships"] }),
            Answers::Shape(json!({
                "relatedFacts": [fact],
                "existingPatterns": [{ "pattern": "string", "confidence": "number", "evidence": "list" }],
                "potentialConnections": "list",
                "contradictions": [{
                    "existingFact": "string", "currentStatement": "string", "suggestion": "string",
                }],
                "_hint": "string?",
            })),
        ),
        row(
            "e o meu sono?",
            "get_tracking_history",
            json!({ "type": "sleep", "days": 90 }),
            Answers::Shape(history),
        ),
        row(
            "me lembra de ligar para a Joana",
            "create_reminder",
            json!({ "title": "Ligar para a Joana", "datetime": "2036-12-01T09:00:00-04:00" }),
            success(),
        ),
        row(
            "quais os meus lembretes?",
            "list_reminders",
            json!({}),
            Answers::Lines("ok: found", &["lembrete: ", "id: ", "quando: "]),
        ),
        row(
            "já liguei para a Joana",
            "complete_reminder",
            json!({ "reminder": "Ligar para a Joana" }),
            success(),
        ),
        row(
            "decidi comprar o silo",
            "save_decision",
            json!({ "title": "Comprar o silo", "area": "professional", "reviewDays": 30 }),
            success(),
        ),
        row(
            "quais são as minhas decisões?",
            "get_decisions",
            json!({}),
            Answers::Lines("ok: found", &["decisão: ", "id: ", "avaliar em: "]),
        ),
        row(
            "quem é a Joana?",
            "get_person",
            json!({ "name": "Joana" }),
            Answers::Lines("ok: found", &["nome: Joana", "id: "]),
        ),
        row(
            "a Joana é minha cliente",
            "update_person",
            json!({ "name": "Joana Prado", "updates": { "relationship": "cliente" } }),
            success(),
        ),
        row(
            "dormi 7 horas",
            "record_metric",
            json!({ "type": "sleep", "value": 7, "unit": "h", "date": "2026-01-12" }),
            success(),
        ),
        row(
            "o sono foi de 4 horas",
            "update_metric",
            json!({ "entryId": entries[0], "value": 4 }),
            success(),
        ),
        row("apaga o registro do sono", "delete_metric", json!({ "entryId": entries[1] }), success()),
        row(
            "guarda isso: prefiro retirar na loja",
            "add_knowledge",
            json!({ "type": "preference", "content": "prefiro retirar na loja", "area": "customers" }),
            Answers::AtOnce,
        ),
        row(
            "e a evolução do sono?",
            "get_trends",
            json!({ "types": ["sleep", "visitas"], "days": 30 }),
            Answers::Lines("ok: found 2 trends", &["\"trends\":[{", "\"correlations\":[", "\"sentences\":["]),
        ),
    ]
}
