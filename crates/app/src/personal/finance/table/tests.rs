//! Round-trip tests of finance tables.

use super::*;
use celeiro_domain::personal::finance::bill::BillDraft;
use celeiro_domain::personal::finance::expense::ExpenseDraft;
use celeiro_domain::personal::finance::money::{AMOUNTS, AmountText};

fn today() -> NaiveDate {
    "2026-11-28".parse().unwrap()
}

fn take(imported: &mut TableImport<ExpenseFields>, content: &str) -> Vec<FieldError> {
    imported.marks.iter_mut().for_each(|mark| *mark = Mark::default());
    imported.done = ImportedFinance::default();
    let rows = read_rows(columns_of(FinanceTable::Expenses), content).unwrap();
    rows.into_iter()
        .filter_map(|row| row.cells.and_then(|cells| imported.take(cells, today())).err())
        .flatten()
        .collect()
}

fn empty_import() -> TableImport<ExpenseFields> {
    TableImport { entries: Vec::new(), marks: Vec::new(), done: ImportedFinance::default() }
}

#[test]
fn the_same_file_twice_adds_nothing_twice() {
    let file = "nome;categoria;previsto;real;recorrente;mês\n\
        Pão;alimentação;;1.250;não;11/2026\nPão;alimentação;;1.250;não;11/2026\n\
        Feira;alimentacao;400,00;;sim;10/2026\nFeira;alimentacao;400,00;380,5;sim;11/2026\n";
    let mut imported = empty_import();
    assert!(take(&mut imported, file).is_empty());
    assert_eq!((imported.done.added, imported.entries.len()), (3, 3));
    assert_eq!(imported.entries[0].fields.actuals.values().next(), Some(&Money::of_cents(125_000)));
    assert!(take(&mut imported, file).is_empty());
    assert_eq!((imported.done.added, imported.done.changed, imported.done.unchanged), (0, 0, 4));
    let written = write_table(FinanceTable::Expenses, imported.entries.clone(), Lang::PtBr, today()).unwrap();
    assert!(take(&mut imported, &written.content).is_empty());
    assert_eq!((imported.done.added, imported.done.changed), (0, 0), "{}", written.content);
    let english = write_table(FinanceTable::Expenses, imported.entries.clone(), Lang::En, today()).unwrap();
    assert!(take(&mut imported, &english.content).is_empty());
    assert_eq!((imported.done.added, imported.done.changed), (0, 0), "{}", english.content);
}

#[test]
fn what_was_paid_goes_out_and_comes_in() {
    let at = "2026-01-05T12:00:00Z".parse().unwrap();
    let draft = |amount: &str| BillDraft {
        name: "Luz".into(),
        category: "servicos".into(),
        amount: AmountText(amount.into()),
        due_day: 5,
        is_recurring: true,
        month_year: Some("2026-01".into()),
    };
    let month = Month::new(2026, 1).unwrap();
    let paid = draft("120").check(None, today()).unwrap().pay(month, at).unwrap();
    let fields = draft("1500").check(Some(&paid), today()).unwrap();
    let entry = Entry { id: Uuid::nil(), version: 1, updated_at: at, fields };
    for lang in [Lang::PtBr, Lang::En] {
        let written = write_table(FinanceTable::Bills, vec![entry.clone()], lang, today()).unwrap();
        let mut imported: TableImport<BillFields> =
            TableImport { entries: Vec::new(), marks: Vec::new(), done: ImportedFinance::default() };
        for row in read_rows(columns_of(FinanceTable::Bills), &written.content).unwrap() {
            imported.take(row.cells.unwrap(), today()).unwrap();
        }
        assert_eq!(imported.entries[0].fields, entry.fields, "{}", written.content);
    }
    let due = draft("120").check(None, today()).unwrap();
    let once = BillDraft { is_recurring: false, ..draft("120") }.check(None, today()).unwrap();
    let end = BillDraft { is_recurring: false, month_year: Some("2026-03".into()), ..draft("120") };
    for bill in [end.check(Some(&due), today()).unwrap(), due, once] {
        let entry = Entry { fields: bill.dismiss(month, at).unwrap(), ..entry.clone() };
        let written = write_table(FinanceTable::Bills, vec![entry.clone()], Lang::En, today()).unwrap();
        let read = |entries: Vec<Entry<BillFields>>, content: &str| {
            let marks = vec![Mark::default(); entries.len()];
            let mut imported = TableImport { entries, marks, done: ImportedFinance::default() };
            for row in read_rows(columns_of(FinanceTable::Bills), content).unwrap() {
                imported.take(row.cells.unwrap(), today()).unwrap();
            }
            imported
        };
        assert!(read(Vec::new(), &written.content).entries[0].fields.payments.is_empty(), "no payment");
        // What an older version wrote of a dismissal, and a day without an amount.
        for paid in ["", "2026-01-05,0.00", "2026-01-05,"] {
            let content = match paid {
                "" => written.content.clone(),
                paid => written.content.trim_end().trim_end_matches(',').to_owned() + "," + paid + "\n",
            };
            let imported = read(vec![entry.clone()], &content);
            assert_eq!((imported.done.added, imported.done.changed), (0, 0), "{content}");
            assert_eq!(imported.entries[0].fields, entry.fields, "{content}");
        }
    }
}

#[test]
fn what_was_paid_in_the_evening_was_paid_that_day() {
    let draft = BillDraft {
        name: "Luz".into(),
        category: "servicos".into(),
        amount: AmountText("120".into()),
        due_day: 5,
        is_recurring: false,
        month_year: Some("2026-01".into()),
    };
    let at = "2026-01-06T01:30:00Z".parse().unwrap();
    let fields = draft.check(None, today()).unwrap().pay(Month::new(2026, 1).unwrap(), at).unwrap();
    let bills = vec![Entry { id: Uuid::nil(), version: 1, updated_at: at, fields }];
    let bills = on_days_of(bills, "America/Sao_Paulo");
    let written = write_table(FinanceTable::Bills, bills, Lang::PtBr, today()).unwrap();
    assert!(written.content.contains("05/01/2026"), "{}", written.content);
}

#[test]
fn one_that_recurs_no_more_is_known_by_its_months() {
    let mut imported = empty_import();
    let heading = "nome;categoria;previsto;real;recorrente;mês\n";
    assert!(take(&mut imported, &format!("{heading}Feira;alimentacao;400;380;sim;08/2026\n")).is_empty());
    let end = ExpenseDraft {
        name: "Feira".into(),
        category: "alimentacao".into(),
        expected_amount: Some(AmountText("400".into())),
        actual_amount: Some(AmountText("350".into())),
        is_recurring: false,
        month_year: Some("2026-10".into()),
    };
    imported.entries[0].fields = end.check(Some(&imported.entries[0].fields), today()).unwrap();
    let written = write_table(FinanceTable::Expenses, imported.entries.clone(), Lang::PtBr, today()).unwrap();
    assert_eq!(written.rows, 2, "{}", written.content);
    assert!(take(&mut imported, &written.content).is_empty());
    assert_eq!((imported.done.added, imported.done.changed), (0, 0), "{}", written.content);
}

/// The place, the code and what is allowed of each cell that is refused; nothing of the file is entered.
fn refuse<T: Noun>(table: FinanceTable, content: &str) -> Vec<(String, FieldErrorCode, String)> {
    let mut imported: TableImport<T> =
        TableImport { entries: Vec::new(), marks: Vec::new(), done: ImportedFinance::default() };
    let mut refused = Vec::new();
    for row in read_rows(columns_of(table), content).unwrap() {
        let errors = row.cells.and_then(|cells| imported.take(cells, today())).err().unwrap_or_default();
        let errors = errors.into_iter().map(|error| name_place(error, row.line, columns_of(table)));
        refused.extend(errors.map(|error| (error.field, error.code, error.allowed)));
    }
    assert!(imported.entries.is_empty(), "{content}");
    refused
}

#[test]
fn whole_numbers_and_amounts_below_zero_are_refused_at_their_cells() {
    let debts = "nome;total;parcela;parcelas;pagas;negociada;dia\n\
        A;1000;100;-3;;sim;5\nB;1000;100;10;-1;sim;5\nC;1000;100;10;0;sim;-5\nD;1000;;-1;;não;\n\
        E;-1000;100;10;0;sim;5\n";
    let refused = refuse::<DebtFields>(FinanceTable::Debts, debts);
    let refused: Vec<_> =
        refused.iter().map(|(place, _, allowed)| (place.as_str(), allowed.as_str())).collect();
    assert_eq!(
        refused,
        [
            ("2 · parcelas (totalInstallments)", "1..600"),
            ("3 · pagas (paidInstallments)", "0..10"),
            ("4 · dia (dueDay)", "1..31"),
            ("5 · parcelas (totalInstallments)", "0..600"),
            ("6 · total (totalAmount)", AMOUNTS),
        ]
    );
    let bills = "nome;categoria;valor;dia;pago em;valor pago\nLuz;servicos;120;5;05/11/2026;-50\n";
    let place = "2 · valor pago (amountPaid)".to_owned();
    assert_eq!(
        refuse::<BillFields>(FinanceTable::Bills, bills),
        [(place, FieldErrorCode::InvalidNumber, AMOUNTS.to_owned())]
    );
}

#[test]
fn a_bad_cell_is_named_and_a_name_is_no_formula() {
    let mut imported = empty_import();
    let errors = take(
        &mut imported,
        "name,category,actualAmount,monthYear\nA,lazer,-5,2026-11\nB,dinheiro,5,2026-11\nC,lazer,NaN,2026-13\n",
    );
    let named: Vec<_> = errors.iter().map(|error| (error.field.as_str(), error.code)).collect();
    use FieldErrorCode::{InvalidDate, InvalidNumber, InvalidValue};
    assert_eq!(
        named,
        [
            ("actualAmount", InvalidNumber),
            ("category", InvalidValue),
            ("actualAmount", InvalidNumber),
            ("monthYear", InvalidDate),
        ]
    );
    assert!(read_rows(columns_of(FinanceTable::Bills), "nome;salário\nx;1\n").is_err());
    assert!(read_rows(columns_of(FinanceTable::Bills), "").is_err());
    let draft = ExpenseDraft {
        name: "=cmd()".into(),
        category: "lazer".into(),
        actual_amount: Some(AmountText("5".into())),
        ..ExpenseDraft::default()
    };
    let fields = draft.check(None, today()).unwrap();
    let entry = Entry { id: Uuid::nil(), version: 1, updated_at: Utc::now(), fields };
    let written = write_table(FinanceTable::Expenses, vec![entry], Lang::PtBr, today()).unwrap();
    assert!(written.content.contains("\n'=cmd();"), "{}", written.content);
}
