//! Tests of cells as people and spreadsheets write them.

use super::super::columns::columns_of;
use super::*;
use crate::error::Code;
use celeiro_domain::personal::finance::codes::FinanceTable;

const HEADING: &str = "nome;categoria;valor;dia;recorrente;mês;pago em;valor pago";

fn read(content: &str) -> Result<Vec<Row>, AppError> {
    read_rows(columns_of(FinanceTable::Bills), content)
}

fn row(cells: &str) -> Result<Map<String, Value>, Vec<FieldError>> {
    let mut rows = read(&format!("{HEADING}\n{cells}\n")).unwrap();
    rows.remove(0).cells
}

/// What is read of a cell, or what is wrong with it.
fn cell(field: &str, cells: &str) -> Result<Value, FieldErrorCode> {
    match row(cells) {
        Ok(mut read) => Ok(read.remove(field).unwrap_or_default()),
        Err(errors) => {
            assert_eq!(errors[0].field, field, "{cells}");
            Err(errors[0].code)
        }
    }
}

#[test]
fn amounts_of_a_file_with_semicolons_have_a_decimal_comma() {
    for (text, expected) in [
        ("1250", Ok("1250.00")),
        ("1.250", Ok("1250.00")),
        ("1.250,5", Ok("1250.50")),
        ("R$ 0,01", Ok("0.01")),
        (" 9,90 ", Ok("9.90")),
        ("1,250.50", Ok("1250.50")),
        ("9999999999,99", Ok("9999999999.99")),
        ("10000000000", Err(FieldErrorCode::InvalidNumber)),
        ("0,001", Err(FieldErrorCode::InvalidNumber)),
        ("1e3", Err(FieldErrorCode::InvalidNumber)),
        ("NaN", Err(FieldErrorCode::InvalidNumber)),
        ("doze", Err(FieldErrorCode::InvalidNumber)),
        ("", Err(FieldErrorCode::Required)),
    ] {
        let read = cell("amount", &format!("Luz;servicos;{text};5;;;;"));
        assert_eq!(read, expected.map(Value::from), "{text}");
    }
}

#[test]
fn one_amount_that_can_be_read_one_way_alone_decides_for_the_others() {
    let amounts = |lines: &[&str]| -> Vec<Result<Value, FieldErrorCode>> {
        let rows = read(&format!("nome,categoria,valor,dia\n{}\n", lines.join("\n"))).unwrap();
        let amount = |row: Row| match row.cells {
            Ok(cells) => Ok(cells["amount"].clone()),
            Err(errors) => Err(errors[0].code),
        };
        rows.into_iter().map(amount).collect()
    };
    let ambiguous = Err(FieldErrorCode::AmbiguousPrice);
    assert_eq!(amounts(&["Luz,servicos,1.250,5"]), [ambiguous]);
    assert_eq!(
        amounts(&["Luz,servicos,1.250,5", "Gás,servicos,12.50,5"]),
        [Ok("1.25".into()), Ok("12.50".into())]
    );
    assert_eq!(
        amounts(&["Luz,servicos,1.250,5", "Gás,servicos,\"12,50\",5"]),
        [Ok("1250.00".into()), Ok("12.50".into())]
    );
}

#[test]
fn a_day_has_a_year_of_four_digits_and_is_one_of_the_calendar() {
    for (text, expected) in [
        ("15/05/2026", Ok("2026-05-15")),
        ("2026-05-15", Ok("2026-05-15")),
        ("5/1/2026", Ok("2026-01-05")),
        ("29/02/2028", Ok("2028-02-29")),
        ("29/02/2027", Err(FieldErrorCode::InvalidDate)),
        ("29/02/1900", Err(FieldErrorCode::InvalidDate)),
        ("31/04/2026", Err(FieldErrorCode::InvalidDate)),
        ("15/05/26", Err(FieldErrorCode::InvalidDate)),
        ("26-05-15", Err(FieldErrorCode::InvalidDate)),
        ("15/05/20260", Err(FieldErrorCode::InvalidDate)),
        ("05/15/2026", Err(FieldErrorCode::InvalidDate)),
        ("ontem", Err(FieldErrorCode::InvalidDate)),
        ("46157", Err(FieldErrorCode::InvalidDate)),
    ] {
        let read = cell("paidAt", &format!("Luz;servicos;120;5;;;{text};"));
        assert_eq!(read, expected.map(Value::from), "{text}");
    }
}

#[test]
fn truths_whole_numbers_and_months_are_read_as_people_write_them() {
    for (text, expected) in [
        ("sim", Ok(true)),
        ("SIM", Ok(true)),
        ("x", Ok(true)),
        ("1", Ok(true)),
        ("Não", Ok(false)),
        ("N", Ok(false)),
        ("0", Ok(false)),
        ("talvez", Err(FieldErrorCode::InvalidValue)),
        ("2", Err(FieldErrorCode::InvalidValue)),
    ] {
        let read = cell("isRecurring", &format!("Luz;servicos;120;5;{text};;;"));
        assert_eq!(read, expected.map(Value::from), "{text}");
    }
    for (text, expected) in [
        ("5", Ok(5)),
        (" 31 ", Ok(31)),
        ("5,0", Err(FieldErrorCode::InvalidNumber)),
        ("99999999999", Err(FieldErrorCode::InvalidNumber)),
        ("٥", Err(FieldErrorCode::InvalidNumber)),
        ("dia 5", Err(FieldErrorCode::InvalidNumber)),
    ] {
        let read = cell("dueDay", &format!("Luz;servicos;120;{text};;;;"));
        assert_eq!(read, expected.map(Value::from), "{text}");
    }
    for (text, expected) in [
        ("2026-05", Ok("2026-05")),
        ("05/2026", Ok("2026-05")),
        ("5/2026", Ok("2026-05")),
        ("13/2026", Err(FieldErrorCode::InvalidDate)),
        ("05/26", Err(FieldErrorCode::InvalidDate)),
        ("maio", Err(FieldErrorCode::InvalidDate)),
    ] {
        let read = cell("monthYear", &format!("Luz;servicos;120;5;;{text};;"));
        assert_eq!(read, expected.map(Value::from), "{text}");
    }
}

#[test]
fn every_wrong_cell_of_a_row_is_named_and_blank_ones_are_left_out() {
    let errors = row(";servicos;doze;;;;ontem;").unwrap_err();
    let named: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(named, ["name", "amount", "dueDay", "paidAt"]);
    let cells = row("Luz;servicos;120;5;;;;").unwrap();
    let names: Vec<_> = cells.keys().map(String::as_str).collect();
    assert_eq!(names.len(), 4, "{names:?}");
}

#[test]
fn a_heading_is_known_in_both_languages_in_any_order_and_what_it_lacks_is_named() {
    let rows = read("\u{feff}DUEDAY,amount,Categoria,name\n5,120,servicos,Luz\n").unwrap();
    assert_eq!(rows[0].line, 2);
    assert_eq!(rows[0].cells.as_ref().unwrap()["name"], "Luz");
    for (heading, wrong) in [("nome;categoria;valor", "dia"), ("nome;categoria;valor;dia;cor", "cor")] {
        let error = read(&format!("{heading}\n")).err().unwrap();
        assert_eq!(error.code(), Code::InvalidFields, "{heading}");
        let details = error.to_body(celeiro_domain::search::Lang::En).details.unwrap_or_default();
        assert_eq!(details["fields"][0]["value"], wrong, "{details}");
    }
}

#[test]
fn a_row_is_told_by_its_line_and_one_of_another_width_stops_the_file() {
    let rows = read(&format!("{HEADING}\n\"Luz\nda casa\";servicos;120;5;;;;\nGás;servicos;80;7;;;;\n"));
    let lines: Vec<u64> = rows.unwrap().iter().map(|row| row.line).collect();
    assert_eq!(lines, [2, 4]);
    let ragged = read(&format!("{HEADING}\nLuz;servicos;120;5;;;;\nGás;servicos\n")).err().unwrap();
    assert_eq!(ragged.code(), Code::InvalidRequest);
}

#[test]
fn a_file_has_as_many_rows_as_are_allowed_and_not_one_more() {
    let file = |rows: usize| format!("{HEADING}\n{}", "Luz;servicos;120;5;;;;\n".repeat(rows));
    assert_eq!(read(&file(MAX_ROWS)).unwrap().len(), MAX_ROWS);
    assert_eq!(read(&file(MAX_ROWS + 1)).err().unwrap().code(), Code::InvalidRequest);
}
