//! Sheets that are more than one header and its rows: several tables, bands over bands, long preambles.

use crate::support::{World, cells, counts};
use crate::workbook::{Workbook, row};
use celeiro_app::import::{
    FileOverview, ImportReport, ImportRequest, RejectedRows, Rejects, UnfilledColumn, WarningCode,
    import_with_outcome, read_overview,
};
use celeiro_domain::catalog::{FieldErrorCode::*, RecordField};
use celeiro_domain::import::RowDoubt;
use celeiro_domain::search::{Kind, Lang};
use serde_json::json;
use std::io::Read as _;
use tokio_util::sync::CancellationToken;

fn request(bytes: impl Into<Vec<u8>>) -> ImportRequest {
    ImportRequest::of_bytes(Kind::Items, bytes.into(), "lista", "test")
}

/// The lines of a CSV as a workbook and as they are, with merged cells below the sheet.
pub fn both(lines: &[&str], merged: &[&str]) -> [Vec<u8>; 2] {
    let rows: String =
        (1..).zip(lines).map(|(n, line)| row(n, &line.split(';').collect::<Vec<_>>())).collect();
    let list: String = merged.iter().map(|range| format!("<mergeCell ref=\"{range}\"/>")).collect();
    let behind = if merged.is_empty() { String::new() } else { format!("<mergeCells>{list}</mergeCells>") };
    [Workbook::default().sheet("Lista", &rows, &behind).bytes(), lines.join("\n").into_bytes()]
}

pub fn warnings(report: &ImportReport) -> Vec<(WarningCode, Vec<String>)> {
    report.warnings.iter().map(|warning| (warning.code, warning.names.clone())).collect()
}

pub fn names(seen: &FileOverview) -> Vec<&str> {
    seen.columns.iter().map(|column| column.name.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_a_second_table_are_read_by_its_own_heading() {
    let lines = [
        "Código;Nome;Categoria;Fabricante;Preço;Peso",
        "F-1;Enxada larga;Ferramentas;Tramontina;45,90;1,5",
        "Código;Nome;Categoria;Fabricante;Preço;Peso",
        "F-2;Pá de bico;Ferramentas;Tramontina;52,00;2,5",
        ";;;;;",
        "Código;Nome;Fabricante;Categoria;Preço;Peso",
        "H-1;Glifosato 480;Nortox;Herbicidas;38,00;20",
        "Peso;Preço;Nome;Código;Categoria;Fabricante",
        "10;60,00;Atrazina 500;H-2;Herbicidas;Nortox",
    ];
    for file in both(&lines, &[]) {
        let world = World::new().await;
        let mut dry = request(file.clone());
        dry.dry_run = true;
        let preview = world.run(dry).await.unwrap();
        assert_eq!(warnings(&preview), [(WarningCode::MovedColumns, vec!["6".to_owned(), "8".to_owned()])]);
        let headings = preview.doubts.iter().find(|found| found.doubt == RowDoubt::Heading).unwrap();
        assert_eq!(headings.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [3, 6, 8]);
        let report = world.items(file).await;
        assert_eq!((counts(&report), report.left_out), ([4, 0, 0, 0], 3), "{:?}", report.errors);
        for (code, category, maker, price, weight) in [
            ("F-2", "Ferramentas", "Tramontina", "52", 2.5),
            ("H-1", "Herbicidas", "Nortox", "38", 20.0),
            ("H-2", "Herbicidas", "Nortox", "60", 10.0),
        ] {
            let item = world.item(code).await;
            assert_eq!(
                (item.category.as_deref(), item.manufacturer.as_deref()),
                (Some(category), Some(maker)),
                "{code}"
            );
            assert_eq!(item.price.unwrap().to_string(), price);
            // A text in a workbook stays one.
            let text = item.attributes["Peso"].to_string().replace('"', "").replace(',', ".");
            assert_eq!(text.parse(), Ok(weight));
        }
        world.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_column_that_a_second_table_lacks_stays_as_it_is() {
    let world = World::new().await;
    let first =
        "codigo;nome;categoria;preco;cor\n1;Enxada;Ferramentas;10,00;azul\n2;Pá;Ferramentas;20,00;verde\n";
    assert_eq!(world.items(first).await.created, 2);
    let second = "codigo;nome;categoria;preco;cor\n1;Enxada;Ferramentas;11,00;azul\nnome;codigo;preco;;\n\
        Pá;2;22,00;;\n";
    assert_eq!(counts(&world.items(second).await), [0, 2, 0, 0]);
    let item = world.item("2").await;
    assert_eq!(item.price.unwrap().to_string(), "22");
    assert_eq!((item.category.as_deref(), &item.attributes["cor"]), (Some("Ferramentas"), &json!("verde")));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_a_table_with_other_columns_are_rejected_for_it() {
    let world = World::new().await;
    let lines = [
        "codigo;nome;categoria;fabricante;preco",
        "F-1;Enxada;Ferramentas;Aço;45,90",
        "codigo;nome;fabricante;dose;preco",
        "H-1;Glifosato;Nortox;2 L;38,00",
        "H-2;Atrazina;Nortox;3 L;60,00",
        "codigo;nome;categoria;fabricante;preco",
        "F-2;Foice;Ferramentas;Aço;38,00",
    ];
    for file in both(&lines, &[]) {
        let mut dry = request(file);
        dry.dry_run = true;
        let outcome =
            import_with_outcome(&world.store, dry.clone(), |_| {}, &CancellationToken::new()).await.unwrap();
        let report = &outcome.report;
        assert_eq!(warnings(report), [(WarningCode::OtherTables, vec!["3–5".to_owned()])]);
        assert_eq!((counts(report), report.left_out), ([2, 0, 0, 3], 1));
        assert_eq!(cells(report), [(3, "", OtherTable), (4, "", OtherTable), (5, "", OtherTable)]);
        assert!(report.errors.iter().all(|error| error.allowed.as_deref() == Some("3")));

        // The file of them gives the same rejections.
        let rejected = RejectedRows { rejected: outcome.rejected_rows, ..RejectedRows::default() };
        let mut out = tempfile::NamedTempFile::new().unwrap();
        let file = Rejects::open(&dry, &rejected, Lang::En).await.unwrap();
        file.write_to(out.reopen().unwrap()).await.unwrap();
        let mut bytes = Vec::new();
        out.read_to_end(&mut bytes).unwrap();
        let mut again = request(bytes);
        again.dry_run = true;
        let report = world.run(again).await.unwrap();
        assert_eq!(report.errors.iter().map(|error| error.code).collect::<Vec<_>>(), [OtherTable; 3]);
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_beside_the_first_is_read_below_it() {
    let world = World::new().await;
    let lines = [
        "HERBICIDAS;;;;INSETICIDAS;;",
        "Cód.;Produto;Preço;;Cód.;Produto;Preço",
        "H-1;Glifosato 5 L;10,00;;I-1;Inseti 1 L;30,00",
        "H-2;Atrazina 5 L;20,00;;I-2;Inseti 5 L;40,00",
    ];
    let [book, _] = both(&lines, &["A1:C1", "E1:G1"]);
    let mut dry = request(book);
    dry.dry_run = true;
    let report = world.run(dry).await.unwrap();
    assert_eq!(counts(&report)[0], 4);
    assert_eq!(warnings(&report), [(WarningCode::JoinedTables, vec!["E".to_owned()])]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_below_a_header_that_tell_its_columns_apart_belong_to_it() {
    let lines = [
        "AGRO SUL – TABELA;;;;",
        "Cód.;Produto;Embalagem;Preço;Preço",
        ";;;à vista;a prazo",
        ";;;R$;R$",
        "101;Enxada;un;10,00;11,00",
        "102;Pá;un;20,00;22,00",
    ];
    let merged = lines.map(|line| line.replace("Preço;Preço", "Preço;"));
    let merged = merged.each_ref().map(String::as_str);
    let [book, csv] = both(&lines, &[]);
    let [merged, _] = both(&merged, &["A1:E1", "D2:E2"]);
    for file in [book, csv, merged] {
        let world = World::new().await;
        let seen = read_overview(&request(file.clone())).await.unwrap();
        let expected = ["Cód.", "Produto", "Embalagem", "Preço / à vista", "Preço / a prazo"];
        assert_eq!((seen.facts.header_row, names(&seen)), (Some(2), expected.to_vec()));
        let price = seen.columns.iter().find(|column| column.field == Some(RecordField::Price)).unwrap();
        assert_eq!((price.name.as_str(), &price.samples[0]), ("Preço / à vista", &"10,00".to_owned()));
        let report = world.items(file).await;
        assert_eq!((counts(&report), report.left_out), ([2, 0, 0, 0], 0), "{:?}", report.errors);
        let item = world.item("102").await;
        assert_eq!(item.price.unwrap().to_string(), "20");
        assert_eq!(item.attributes["Preço / a prazo"].to_string().replace('"', "").replace(",00", ""), "22");
        world.close().await;
    }
}

/// Nothing is known of the names below *Preço*: the first of them is the price, rather than none.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_column_below_prices_is_the_price() {
    let world = World::new().await;
    for (names, row) in [("7 dias;28 dias", "A"), ("balcão;entrega", "B"), ("cash;retail", "C")] {
        let file = format!("Cód.;Produto;Preço;Preço\n;;{names}\n{row}-1;Enxada {row};10,00;11,00\n");
        let report = world.items(file).await;
        assert_eq!(counts(&report), [1, 0, 0, 0], "{names}: {:?}", report.errors);
        assert_eq!(world.item(&format!("{row}-1")).await.price.unwrap().to_string(), "10", "{names}");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_that_are_no_price_and_tables_beside_without_bands_are_remarked_on() {
    let world = World::new().await;
    let preview = async |file: &str| {
        let mut dry = request(file);
        dry.dry_run = true;
        warnings(&world.run(dry).await.unwrap())
    };
    let unused = (WarningCode::UnusedPrices, vec!["Preço 2".to_owned(), "Vlr. promoção".to_owned()]);
    let found = preview("Código;Nome;Preço;Preço;Vlr. promoção\n1;Enxada;;10,00;9,00\n2;Pá;;20,00;\n").await;
    assert!(found.contains(&unused), "{found:?}");
    let found = preview("Código;Nome;Preço;Preço\n1;Enxada;;10,00\n2;Pá;20,00;\n").await;
    assert!(!found.iter().any(|(code, _)| *code == WarningCode::UnusedPrices), "one has a price: {found:?}");
    let found = preview("Código;Nome;Peso\n1;Enxada;2\n").await;
    assert!(!found.iter().any(|(code, _)| *code == WarningCode::UnusedPrices), "a catalog without prices");

    let beside = (WarningCode::TablesBeside, vec!["Produto 2".to_owned()]);
    let found =
        preview("Cód.;Produto;Preço;;Cód.;Produto;Preço\nH-1;Glifosato;10,00;;I-1;Inseti;30,00\n").await;
    assert!(found.contains(&beside), "{found:?}");
    world.close().await;
}

const BANDS: [&str; 6] = [
    "AGRO SUL – TABELA;;;;;;",
    "Código;Produto;Preço;;;;Estoque",
    ";;À vista;;A prazo;;",
    ";;Sul;Norte;Sul;Norte;",
    "101;Enxada;10,00;11,00;12,00;13,00;5",
    "102;Pá;20,00;21,00;22,00;23,00;6",
];
const MERGED: [&str; 7] = ["A1:G1", "A2:A4", "B2:B4", "G2:G4", "C2:F2", "C3:D3", "E3:F3"];

#[tokio::test(flavor = "multi_thread")]
async fn three_levels_of_a_header_are_joined_into_the_names_of_the_columns() {
    let world = World::new().await;
    let [book, _] = both(
        &[&BANDS[..], &["Código;Produto;Sul;Norte;Sul;Norte;Estoque", "103;Foice;1;2;3;4;7"]].concat(),
        &MERGED,
    );
    let seen = read_overview(&request(book.clone())).await.unwrap();
    let expected = [
        "Código",
        "Produto",
        "Preço / À vista / Sul",
        "Preço / À vista / Norte",
        "Preço / A prazo / Sul",
        "Preço / A prazo / Norte",
        "Estoque",
    ];
    assert_eq!((seen.facts.header_row, names(&seen)), (Some(4), expected.to_vec()));
    let mut said = request(book.clone());
    said.header_row = Some(4);
    assert_eq!(names(&read_overview(&said).await.unwrap()), expected, "also where a person chose the row");

    said.map = vec![("Preço / À vista / Sul".into(), RecordField::Price)];
    let report = world.run(said).await.unwrap();
    // The heading that comes again has none of the bands.
    assert_eq!((counts(&report), report.left_out), ([3, 0, 0, 0], 1), "{:?}", report.errors);
    let item = world.item("102").await;
    assert_eq!((item.price.unwrap().to_string().as_str(), item.attributes.len()), ("20", 4));
    assert_eq!(item.attributes["Preço / A prazo / Norte"], json!("23,00"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_comes_again_below_bands_still_fills_its_field() {
    let world = World::new().await;
    let lines = [
        "Código;Nome;Sul;;Norte;",
        "Código;Nome;À vista;Prazo;À vista;Prazo",
        "1;Enxada;10,50;11,00;12,00;13,00",
    ];
    for file in both(&lines, &["C1:D1", "E1:F1"]) {
        let seen = read_overview(&request(file)).await.unwrap();
        let columns: Vec<_> =
            seen.columns.iter().map(|column| (column.name.as_str(), column.field)).collect();
        let (code, name) = (Some(RecordField::ExternalId), Some(RecordField::Name));
        assert_eq!(
            columns,
            [
                ("Código", code),
                ("Nome", name),
                ("Sul / À vista", Some(RecordField::Price)),
                ("Sul / Prazo", None),
                ("Norte / À vista", None),
                ("Norte / Prazo", None),
            ]
        );
    }
    world.close().await;
}

/// A list below `above` rows of conditions of sale.
fn far_below(above: u32, header: &str) -> Vec<String> {
    let conditions = (0..above).map(|at| format!("Condição {at} de venda;;;"));
    let products = (0..30).map(|at| format!("P-{at};Produto {at};Aço;{at},50"));
    conditions.chain([header.to_owned()]).chain(products).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_header_below_row_one_hundred_is_found_and_can_be_chosen() {
    let world = World::new().await;
    let known = far_below(240, "Código;Nome;Fabricante;Preço");
    for file in both(&known.iter().map(String::as_str).collect::<Vec<_>>(), &[]) {
        let report = world.items(file).await;
        assert_eq!((report.file.header_row, report.created + report.unchanged), (Some(241), 30));
    }
    let unknown = far_below(640, "Item;Denominação;Fornecedor;Vlr");
    for file in both(&unknown.iter().map(String::as_str).collect::<Vec<_>>(), &[]) {
        let seen = read_overview(&request(file.clone())).await.unwrap();
        let chosen = seen.head.iter().find(|row| row.row == 641).unwrap();
        assert_eq!(chosen.cells, ["Item", "Denominação", "Fornecedor", "Vlr"]);
        assert_eq!(seen.head.len(), 671);
        let mut said = request(file);
        (said.header_row, said.dry_run) = (Some(641), true);
        said.map = vec![("Denominação".into(), RecordField::Name)];
        assert_eq!(counts(&world.run(said).await.unwrap()), [30, 0, 0, 0]);
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn at_most_a_thousand_rows_are_offered_as_headers() {
    let lines: String = (0..3_000).map(|n| format!("P-{n};Produto {n};a;b;c;{n}\n")).collect();
    let seen = read_overview(&request(format!("codigo;nome;x;y;z;peso\n{lines}"))).await.unwrap();
    assert_eq!((seen.head.len(), seen.head.last().map(|row| row.row)), (1_000, Some(1_000)));
    assert_eq!((seen.head[50].cells.len(), seen.head[500].cells.len()), (6, 4));
    assert_eq!(seen.columns.len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_columns_of_one_name_each_is_what_a_person_says_it_is() {
    let world = World::new().await;
    let lines = ["Código;Produto;Preço;PRECO", "Q-1;Enxada;10,50;11,50", "Q-2;Pá;20,50;21,50"];
    let file = || lines.join("\n").into_bytes();
    assert_eq!(
        names(&read_overview(&request(file())).await.unwrap()),
        ["Código", "Produto", "Preço", "PRECO 2"]
    );
    let report = world.items(file()).await;
    assert_eq!(warnings(&report), [(WarningCode::RepeatedColumns, vec!["PRECO".to_owned()])]);
    let item = world.item("Q-1").await;
    assert_eq!(
        (item.price.unwrap().to_string().as_str(), &item.attributes["PRECO 2"]),
        ("10.5", &json!(11.5))
    );

    let mut said = request(file());
    said.map = vec![("PRECO 2".to_owned(), RecordField::Price)];
    said.unfilled = vec![("Preço".to_owned(), UnfilledColumn::Nothing)];
    assert_eq!(counts(&world.run(said).await.unwrap()), [0, 2, 0, 0]);
    assert_eq!(world.item("Q-2").await.price.unwrap().to_string(), "21.5");
    world.close().await;
}
