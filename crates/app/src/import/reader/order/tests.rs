//! Tests of repeated headings.

use super::*;
use crate::import::report::FileFormat;

fn cells(line: &str) -> Vec<Cell<'static>> {
    line.split('|').map(|text| Cell::text(text.trim().to_owned())).collect()
}

fn order(header: &str, keys: &[usize]) -> ColumnOrder {
    let names: Vec<String> = header.split('|').map(str::to_owned).collect();
    let fields = (0..names.len()).map(|at| keys.contains(&at).then_some(RecordField::Name));
    ColumnOrder::new(Kind::Items, &names, &names, fields)
}

/// What becomes of rows from number 2 on: `=` before a heading, `!` and its row before what is of another
/// table.
fn order_rows(order: &mut ColumnOrder, rows: &[&str]) -> Vec<String> {
    let line = |cells: Vec<Cell<'_>>| {
        let texts: Vec<String> = cells.into_iter().map(|cell| cell.into_text().unwrap_or_default()).collect();
        texts.join("|")
    };
    let row = |(number, row): (u32, &&str)| match order.order_row(number, cells(row)) {
        OrderedRow::Cells(cells) => line(cells),
        OrderedRow::Heading(cells) => format!("={}", line(cells)),
        OrderedRow::Other(heading, cells) => format!("!{heading} {}", line(cells)),
    };
    (2..).zip(rows).map(row).collect()
}

fn warnings(order: &ColumnOrder) -> Vec<(WarningCode, Vec<String>)> {
    order.warnings(&FileFacts::new(FileFormat::Csv)).map(|warning| (warning.code, warning.names)).collect()
}

const HEADER: &str = "Código|Nome|Categoria|Fabricante|Preço";

#[test]
fn rows_are_read_by_the_heading_above_them() {
    let mut order = order(HEADER, &[1]);
    let rows = [
        "1|Enxada|Ferramentas|Aço|10",
        "CÓDIGO|nome|Fabricante|Categoria|Preço",
        "2|Foice|Aço|Ferramentas|20",
        "Preço|Nome|||Código",
        "30|Pá|solto||3",
        HEADER,
        "4|Ancinho|Ferramentas|Aço|40",
    ];
    let expected = [
        "1|Enxada|Ferramentas|Aço|10",
        "=Código|Nome|Categoria|Fabricante|Preço",
        "2|Foice|Ferramentas|Aço|20",
        "=Código|Nome|||Preço",
        // Under no name, and in the place of a column that is missing.
        "3|Pá|||30|solto",
        "=Código|Nome|Categoria|Fabricante|Preço",
        "4|Ancinho|Ferramentas|Aço|40",
    ];
    assert_eq!(order_rows(&mut order, &rows), expected);
    assert_eq!(warnings(&order), [(WarningCode::MovedColumns, vec!["3".into(), "5".into()])]);
}

#[test]
fn columns_that_a_heading_lacks_are_absent_below_it_alone() {
    let mut order = order(HEADER, &[1]);
    order_rows(&mut order, &["Nome|Código"]);
    assert_eq!(
        (0..6).map(|at| order.is_absent(at)).collect::<Vec<_>>(),
        [false, false, true, true, true, false]
    );
    order_rows(&mut order, &[HEADER]);
    assert!(!(0..6).any(|at| order.is_absent(at)));
}

#[test]
fn rows_below_other_names_are_of_another_table() {
    let mut order = order(HEADER, &[1]);
    let rows = ["1|Enxada|||10", "Código|Nome|Fabricante|Peso|Preço", "2|Foice|Aço|3|20", HEADER, "4|Pá|||"];
    let read = order_rows(&mut order, &rows);
    assert_eq!(read[1..3], ["!3 Código|Nome|Fabricante|Peso|Preço", "!3 2|Foice|Aço|3|20"]);
    assert_eq!((read[3].as_str(), read[4].as_str()), ("=Código|Nome|Categoria|Fabricante|Preço", "4|Pá|||"));
    assert_eq!(warnings(&order), [(WarningCode::OtherTables, vec!["3–4".into()])]);
}

/// The order of a header by what its names usually mean.
fn usual_order(header: &str) -> ColumnOrder {
    let names: Vec<String> = header.split('|').map(str::to_owned).collect();
    let fields = names.iter().map(|name| field_of(Kind::Items, name).map(|(field, _)| field));
    ColumnOrder::new(Kind::Items, &names, &names, fields)
}

#[test]
fn a_heading_of_other_columns_is_known_by_a_code_and_a_price() {
    for heading in [
        "Código|Cultivar|Ciclo|Preço saca",
        "Cód.|Cultivar|Ciclo|Preço saca",
        "Cultivar|Produto|Preço 60 dias|",
        "Código|Produto|Ciclo|",
        "Produto|Preço saca||",
    ] {
        let mut order = usual_order("Código|Produto|Preço|");
        let read = order_rows(&mut order, &["1|Enxada|10|", "SEMENTES|||", heading, "S1|Soja|Precoce|300"]);
        assert!(read[2].starts_with("!4 ") && read[3].starts_with("!4 "), "{heading}: {read:?}");
        assert_eq!(warnings(&order), [(WarningCode::OtherTables, vec!["4–5".to_owned()])]);
    }
    let rows = [
        "Pá|Preço baixo|10|",
        "SKU|Enxada|a combinar|",
        "|Preço|sob consulta|",
        "Código|Enxada||",
        "HERBICIDAS|Lançamentos||",
        "A|Kit Código e Preço|consulte|",
    ];
    let mut order = usual_order("Código|Produto|Preço|");
    assert_eq!(order_rows(&mut order, &rows), rows);
}

#[test]
fn the_same_columns_under_other_names_are_the_header() {
    let mut order = usual_order("Código|Produto|Preço");
    let read =
        order_rows(&mut order, &["Cód.|Nome|Valor", "1|Enxada|10", "Código|Produto|Preço R$", "2|Pá|20"]);
    assert_eq!(read, ["=Código|Produto|Preço", "1|Enxada|10", "=Código|Produto|Preço", "2|Pá|20"]);
    assert_eq!(warnings(&order), []);
}

#[test]
fn records_with_words_of_the_header_in_them_are_records() {
    let rows = [
        "Nome|Categoria|Enxada|Aço|10",
        "|Código|||",
        "7|Código|Nome|Aço|1",
        "Fabricante|Aço||x|1",
        "||Fabricante|Categoria|",
    ];
    let mut order = order(HEADER, &[1]);
    assert_eq!(order_rows(&mut order, &rows), rows, "few names, or no name of a record");
    let sizes = "Produto|PP|GG|10|20";
    let mut order = self::order(sizes, &[0]);
    let rows = ["|GG|PP|20|10", "10|20|PP|GG|"];
    assert_eq!(order_rows(&mut order, &rows), rows, "values that are names of columns");
    let mut order = self::order("Nome", &[0]);
    assert_eq!(order_rows(&mut order, &["Nome", "x|Nome", ""]), ["Nome", "x|Nome", ""], "one column");
}

#[test]
fn names_of_numbers_that_come_twice_and_remarks_are_in_order_too() {
    let mut order = order("Celeiro: linha|Nome|2024|2025|cor|cor", &[1]);
    let rows = ["9|2025|2024|Nome|cor|cor", "10|8,5|7|Enxada|azul|verde", "11|Nome|2024|2025|cor|cor", "x"];
    let expected =
        ["=9|Nome|2024|2025|cor|cor", "10|Enxada|7|8,5|azul|verde", "=11|Nome|2024|2025|cor|cor", "x"];
    assert_eq!(order_rows(&mut order, &rows), expected);
}

proptest::proptest! {
    /// Whatever the rows are, no filled cell is lost.
    #[test]
    fn no_cell_is_lost(
        header in proptest::collection::vec("[a-e]{0,2}|Celeiro: x", 0..6),
        rows in proptest::collection::vec(proptest::collection::vec("[a-f]{0,2}|[0-9]", 0..9), 0..12)
    ) {
        let fields = header.iter().map(|_| Some(RecordField::Name));
        let mut order = ColumnOrder::new(Kind::Items, &header, &header, fields);
        for (number, row) in (2..).zip(&rows) {
            let cells: Vec<Cell<'_>> = row.iter().map(|text| Cell::text(text.clone())).collect();
            let count_filled = |cells: &[Cell<'_>]| cells.iter().filter(|cell| **cell != Cell::Blank).count();
            let before = count_filled(&cells);
            let (OrderedRow::Cells(after) | OrderedRow::Heading(after) | OrderedRow::Other(_, after)) =
                order.order_row(number, cells);
            proptest::prop_assert_eq!(count_filled(&after), before);
        }
    }
}
