//! Bills, expenses, incomes, debts and investments over HTTP: from beginning to end, paid twice and at once, deleted
//! beside a payment, misspelt, as a table, undone, and while the personal assistant is off.

use super::{at, server};
use crate::server::shared_server;
use serde_json::{Value, json};

const BILLS: &str = "/api/assistant/finance/bills";
const EXPENSES: &str = "/api/assistant/finance/expenses";
const INCOMES: &str = "/api/assistant/finance/incomes";
const DEBTS: &str = "/api/assistant/finance/debts";
const INVESTMENTS: &str = "/api/assistant/finance/investments";
const SUMMARY: &str = "/api/assistant/finance/summary";

fn bill(name: &str, month: &str) -> Value {
    json!({ "name": name, "category": "servicos", "amount": 120.5, "dueDay": 31, "isRecurring": true,
        "monthYear": month })
}

fn find_row(address: &str, rows: &str, name: &str) -> Value {
    let answer = server().get(address).send().json();
    let all = answer[rows].as_array().cloned().unwrap_or_else(|| panic!("{address}: {answer}"));
    all.into_iter().find(|row| row["name"] == name).unwrap_or(Value::Null)
}

#[test]
fn a_bill_is_paid_once_for_each_month_and_unpaid_again() {
    let made = server().ok("POST", BILLS, &bill("Luz da casa", "2031-02"));
    assert_eq!((&made["amount"], &made["status"]), (&json!(120.5), &json!("pending")));
    let address = at(BILLS, &made);
    let month = json!({ "month": 2, "year": 2031 });
    let paid = server().ok("POST", &format!("{address}/pay"), &month);
    assert_eq!((&paid["already"], &paid["bill"]["status"]), (&json!(false), &json!("paid")));
    let again = server().ok("POST", &format!("{address}/pay"), &month);
    assert_eq!((&again["already"], &again["bill"]["paidAt"]), (&json!(true), &paid["bill"]["paidAt"]));
    let of = |month: u32| find_row(&format!("{BILLS}?month={month}&year=2031"), "bills", "Luz da casa");
    assert_eq!((&of(2)["status"], &of(3)["status"]), (&json!("paid"), &json!("pending")));
    assert_eq!(of(1), Value::Null, "it began in February");
    let mut change = of(3);
    change["amount"] = "R$ 1.130,25".into();
    let changed = server().ok("PUT", &address, &change);
    assert_eq!((&changed["amount"], &changed["monthYear"]), (&json!(1130.25), &json!("2031-03")));
    assert_eq!(of(2)["status"], "paid", "a save loses no payment and moves no beginning");
    let unpaid = server().ok("POST", &format!("{address}/unpay"), &month);
    assert_eq!((&unpaid["already"], &unpaid["bill"]["status"]), (&json!(false), &json!("pending")));
    assert_eq!(server().ok("POST", &format!("{address}/unpay"), &month)["already"], true);
}

#[test]
fn a_dismissed_month_is_listed_apart_and_taken_back() {
    let made = server().ok("POST", BILLS, &bill("Dispensada", "2031-06"));
    let address = at(BILLS, &made);
    let dismissal = json!({ "month": 6, "year": 2031, "dismiss": true });
    let done = server().ok("POST", &format!("{address}/pay"), &dismissal);
    assert_eq!((&done["bill"]["status"], &done["bill"]["paidAt"]), (&json!("dismissed"), &Value::Null));
    let of = |rows: &str| find_row(&format!("{BILLS}?month=6&year=2031"), rows, "Dispensada");
    assert_eq!((&of("dismissed")["status"], &of("bills")), (&json!("dismissed"), &Value::Null));
    let refused = server().post(&format!("{address}/unpay")).json(dismissal.to_string()).send();
    assert_eq!(refused.error(400), "invalid_request");
    let month = json!({ "month": 6, "year": 2031 });
    let back = server().ok("POST", &format!("{address}/unpay"), &month);
    assert_eq!((&back["already"], &back["bill"]["status"]), (&json!(false), &json!("pending")));
    assert_eq!((&of("bills")["status"], &of("dismissed")), (&json!("pending"), &Value::Null));
}

#[test]
fn paid_from_two_pages_at_once_it_is_paid_once() {
    let made = server().ok("POST", BILLS, &bill("Paga em dobro", "2031-05"));
    let address = format!("{}/pay", at(BILLS, &made));
    let month = json!({ "month": 5, "year": 2031 }).to_string();
    let pay = || server().post(&address).json(month.clone()).send().json();
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let pages: Vec<_> = (0..4).map(|_| scope.spawn(pay)).collect();
        pages.into_iter().map(|page| page.join().unwrap()).collect()
    });
    let first = answers.iter().filter(|answer| answer["already"] == false).count();
    assert_eq!(first, 1, "{answers:?}");
    let paid_at: Vec<&Value> = answers.iter().map(|answer| &answer["bill"]["paidAt"]).collect();
    assert!(paid_at.windows(2).all(|pair| pair[0] == pair[1] && pair[0].is_string()), "{paid_at:?}");
    let summary = server().get(&format!("{BILLS}?month=5&year=2031")).send().json();
    assert_eq!(summary["summary"]["paidAmount"], json!(120.5));
}

#[test]
fn a_payment_is_undone_and_a_deleted_bill_is_not_paid() {
    let made = server().ok("POST", BILLS, &bill("Desfeita", "2031-07"));
    let address = at(BILLS, &made);
    let operation = "0191b6d0-0000-7000-8000-0000000000f1";
    let month = json!({ "month": 7, "year": 2031, "operationId": operation });
    server().ok("POST", &format!("{address}/pay"), &month);
    let undone = server().ok("POST", &format!("/api/assistant/changes/{operation}/undo"), &json!({}));
    assert_eq!((&undone["undone"], &undone["conflicts"]), (&json!(1), &json!(0)));
    let now = || find_row(&format!("{BILLS}?month=7&year=2031"), "bills", "Desfeita");
    assert_eq!(now()["status"], "pending");
    assert_eq!(server().request("DELETE", &address).send().status, 200);
    assert_eq!(now(), Value::Null);
    let refused = server().post(&format!("{address}/pay")).json("{}").send();
    assert_eq!(refused.error(404), "not_found");
    server().ok("POST", &format!("{address}/restore"), &json!({}));
    assert_eq!(now()["status"], "pending");
    let nobody =
        server().post(&format!("{BILLS}/0191b6d0-0000-7000-8000-00000000ffff/pay")).json("{}").send();
    assert_eq!(nobody.error(404), "not_found");
}

#[test]
fn what_cannot_be_stored_is_named_with_what_is_allowed() {
    let make_expense =
        |actual: Value| json!({ "name": "Mercado", "category": "alimentacao", "actualAmount": actual });
    for (list, body, field) in [
        (EXPENSES, make_expense(json!(0)), "actualAmount"),
        (EXPENSES, make_expense(json!(-5)), "actualAmount"),
        (EXPENSES, make_expense(json!("NaN")), "actualAmount"),
        (EXPENSES, make_expense(json!(1e18)), "actualAmount"),
        (EXPENSES, make_expense(json!("1.250")), "actualAmount"),
        (EXPENSES, json!({ "name": "Mercado", "category": "alimentacao" }), "actualAmount"),
        (EXPENSES, json!({ "name": "Mercado", "category": "dinheiro", "actualAmount": 5 }), "category"),
        (BILLS, json!({ "name": "Luz", "category": "servicos", "amount": 1, "dueDay": 32 }), "dueDay"),
        (BILLS, bill("Luz", "2019-12"), "monthYear"),
        (BILLS, bill("Luz", "2031-13"), "monthYear"),
        (
            INCOMES,
            json!({ "name": "x", "type": "salario", "frequency": "diaria", "expectedAmount": 1 }),
            "frequency",
        ),
        (
            DEBTS,
            json!({ "name": "x", "totalAmount": 10, "isNegotiated": true, "totalInstallments": 1, "dueDay": 1 }),
            "installmentAmount",
        ),
        (INVESTMENTS, json!({ "name": "x", "type": "ouro", "currentAmount": 1 }), "type"),
    ] {
        let error = server().post(list).json(body.to_string()).send().json();
        assert_eq!(error["code"], "invalid_fields", "{body}: {error}");
        let named = &error["details"]["fields"][0];
        assert_eq!(named["field"], field, "{body}: {error}");
        assert!(named["allowed"].as_str().is_some_and(|allowed| !allowed.is_empty()), "{error}");
    }
    for (query, field) in
        [("month=0", "month"), ("month=13", "month"), ("year=2019", "year"), ("year=2101", "year")]
    {
        for list in [BILLS, EXPENSES, INCOMES, SUMMARY] {
            let error = server().get(&format!("{list}?{query}")).send().json();
            assert_eq!(error["details"]["fields"][0]["field"], field, "{list}?{query}: {error}");
        }
    }
    for body in [json!({ "name": "x" }), json!([]), json!({ "name": "x", "cpf": "1" })] {
        let error = server().post(EXPENSES).json(body.to_string()).send().json();
        assert_eq!(error["code"], "invalid_request", "{body}");
    }
}

#[test]
fn the_second_of_two_savers_sees_both_states_and_a_repeated_save_writes_once() {
    let operation = "0191b6d0-0000-7000-8000-0000000000f2";
    let draft = json!({ "name": "Reserva dupla", "type": "reserva", "currentAmount": 250, "goalAmount": 1000,
        "monthlyContribution": 100, "operationId": operation });
    let made = server().ok("POST", INVESTMENTS, &draft);
    assert_eq!((&made["progress"], &made["monthsToGoal"]), (&json!(25.0), &json!(8)));
    assert_eq!(server().ok("POST", INVESTMENTS, &draft)["id"], made["id"], "asked again it is the same");
    let save = |current: u32| {
        let mut change = made.clone();
        change["currentAmount"] = current.into();
        server().request("PUT", &at(INVESTMENTS, &made)).json(change.to_string()).send()
    };
    assert_eq!(save(300).status, 200);
    let refused = save(400);
    assert_eq!(refused.error(409), "conflict");
    let details = &refused.json()["details"];
    assert_eq!(
        (&details["current"]["currentAmount"], &details["current"]["version"]),
        (&json!(300.0), &json!(2))
    );
    assert_eq!(details["yours"]["currentAmount"], "400");
}

#[test]
fn a_month_is_summed_up() {
    server().ok(
        "POST",
        INCOMES,
        &json!({ "name": "Comissão", "type": "comissao", "frequency": "mensal",
        "expectedAmount": 500, "actualAmount": 450.1, "monthYear": "2044-03" }),
    );
    server().ok(
        "POST",
        EXPENSES,
        &json!({ "name": "Feira", "category": "Alimentação", "expectedAmount": 100,
        "actualAmount": 130.2, "monthYear": "2044-03" }),
    );
    let debt = server().ok("POST", DEBTS, &json!({ "name": "Trator", "totalAmount": 1000, "installmentAmount": 100,
        "totalInstallments": 10, "paidInstallments": 1, "isNegotiated": true, "dueDay": 10, "firstMonth": "2044-03" }));
    assert_eq!((&debt["percentComplete"], &debt["nextDueDate"]), (&json!(10.0), &json!("2044-04-10")));
    let summary = server().get(&format!("{SUMMARY}?month=3&year=2044")).send().json();
    assert_eq!(summary["monthYear"], "2044-03");
    let kpis = &summary["kpis"];
    assert_eq!(kpis["income"], json!(450.1));
    assert!(kpis["spent"].as_f64().unwrap() >= 230.2, "{kpis}");
    let alerts = summary["alerts"].to_string();
    assert!(alerts.contains("Feira") && alerts.contains("30"), "{alerts}");
}

#[test]
fn a_table_is_read_all_or_not_at_all_and_the_same_twice_adds_nothing() {
    let import = |content: &str| {
        let request = json!({ "table": "incomes", "content": content });
        server().post("/api/assistant/finance/import").json(request.to_string()).send()
    };
    let heading = "nome;tipo;frequência;previsto;real;recorrente;mês\n";
    let good = format!("{heading}Aluguel do barracão;aluguel;mensal;1.250,00;1.250;sim;01/2052\n");
    let bad = format!("{good}Outro;aluguel;mensal;zero;;não;02/2052\nMais um;sorte;mensal;1;;não;02/2052\n");
    let refused = import(&bad).json();
    let fields = refused["details"]["fields"].as_array().cloned().unwrap_or_default();
    let named: Vec<&str> = fields.iter().filter_map(|field| field["field"].as_str()).collect();
    assert_eq!(named, ["3 · previsto (expectedAmount)", "4 · tipo (type)"], "{refused}");
    let here = || find_row(&format!("{INCOMES}?month=1&year=2052"), "incomes", "Aluguel do barracão");
    assert_eq!(here(), Value::Null, "nothing of a bad file is stored");
    assert_eq!(import(&good).json()["added"], 1);
    assert_eq!((&here()["expectedAmount"], &here()["actualAmount"]), (&json!(1250.0), &json!(1250.0)));
    let again = import(&good).json();
    assert_eq!((&again["added"], &again["changed"], &again["unchanged"]), (&json!(0), &json!(0), &json!(1)));
    let exported = server().get("/api/assistant/finance/export?table=incomes").send().json();
    let content = exported["content"].as_str().unwrap();
    let whole = import(content).json();
    assert_eq!((&whole["added"], &whole["changed"]), (&json!(0), &json!(0)), "{content}");
    assert_eq!(import("nome;cor\nx;y\n").error(422), "invalid_fields");
}

#[test]
fn money_is_exported_and_forgotten_like_people_and_not_there_while_it_is_off() {
    let made = server().ok("POST", BILLS, &bill("Esquecida", "2031-09"));
    assert!(server().get("/api/assistant/export").send().text().contains("Esquecida"));
    let forget = json!({ "kind": "bills", "id": made["id"] });
    assert_eq!(server().ok("POST", "/api/assistant/forget", &forget)["bills"], 1);
    assert!(!server().get("/api/assistant/export").send().text().contains("Esquecida"));
    for path in [BILLS, EXPENSES, INCOMES, DEBTS, INVESTMENTS, SUMMARY] {
        assert_eq!(shared_server().get(path).send().error(403), "personal_off", "{path}");
    }
}
