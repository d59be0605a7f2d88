//! What stands around the rows of a file: its dialect, its header, the sheet, the types of its columns.

use crate::support::{World, cells, counts};
use crate::workbook::{Workbook, row};
use celeiro_app::import::{
    FileOverview, ImportError, ImportRequest, Refusal, RejectedRows, Rejects, UnfilledColumn, ValueType,
    WarningCode, import_with_outcome, read_overview,
};
use celeiro_domain::catalog::{FieldErrorCode::*, RecordField};
use celeiro_domain::search::{Kind, Lang};
use serde_json::json;
use std::io::Read as _;
use tokio_util::sync::CancellationToken;

fn request(bytes: impl Into<Vec<u8>>) -> ImportRequest {
    ImportRequest::of_bytes(Kind::Items, bytes.into(), "file", "test")
}

fn names(look: &FileOverview) -> Vec<&str> {
    look.columns.iter().map(|column| column.name.as_str()).collect()
}

/// A price list as dealers make it: a title, the day it holds until, bands, and the header below.
fn price_list() -> Workbook {
    let mut rows = row(1, &["AGRO SUL – TABELA DE PREÇOS"])
        + &row(2, &["Válida até 30/11/2026"])
        + &row(4, &["Produto", "", "", "", "Classe", "", "Preço", "", "Estoque"])
        + &row(
            5,
            &["Artigo", "Denominação", "Marca", "Emb.", "Grupo", "Uso", "À vista", "Prazo", "Sul", "Norte"],
        );
    for n in 6..40 {
        let (code, price) = (n.to_string(), format!("{n},50"));
        let name = format!("Produto número {n}");
        rows +=
            &row(n, &[&code, &name, "Aço", "20 L", "Herbicidas", "Soja", &price, &price, "1", "2", "solto"]);
    }
    let merged = "<mergeCells count=\"5\"><mergeCell ref=\"A1:J1\"/><mergeCell ref=\"A4:D4\"/><mergeCell ref=\"E4:F4\"/>\
        <mergeCell ref=\"G4:H4\"/><mergeCell ref=\"I4:J4\"/></mergeCells>";
    let cover = row(1, &["Bem-vindo à Agro Sul"]) + &row(2, &["Fale conosco"]);
    Workbook::default().sheet("Capa", &cover, "").sheet("Preços", &rows, merged).sheet(
        "Outra",
        &(row(1, &["nome", "cor"]) + &row(2, &["Balde", "azul"])),
        "",
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_header_below_titles_and_bands_is_found_with_the_whole_width_of_its_table() {
    let world = World::new().await;
    let mut request = request(price_list().bytes());
    request.sheet = Some("preços".into());
    let seen = read_overview(&request).await.unwrap();
    assert_eq!(seen.facts.sheets, ["Capa", "Preços", "Outra"]);
    assert_eq!((seen.facts.sheet.as_deref(), seen.facts.header_row), (Some("Preços"), Some(5)));
    let expected = [
        "Artigo",
        "Denominação",
        "Marca",
        "Emb.",
        "Grupo",
        "Uso",
        "À vista",
        "Prazo",
        "Sul",
        "Norte",
        "column_11",
    ];
    assert_eq!(names(&seen), expected);
    let head: Vec<u32> = seen.head.iter().map(|row| row.row).take(5).collect();
    assert_eq!(head, [1, 2, 4, 5, 6], "from which another header is chosen");

    // The bands name what a record needs, the header does not: nothing is made of the bands.
    match world.run(request.clone()).await {
        Err(ImportError::Refused { reason: Refusal::MissingColumn { column, row, .. }, .. }) => {
            assert_eq!((column.as_str(), row), ("name", Some(5)));
        }
        other => panic!("{other:?}"),
    }
    request.map = vec![
        ("Denominação".into(), RecordField::Name),
        ("À vista".into(), RecordField::Price),
        ("Artigo".into(), RecordField::ExternalId),
    ];
    request.unfilled = vec![("column_11".into(), UnfilledColumn::Nothing)];
    let report = world.run(request.clone()).await.unwrap();
    assert_eq!(counts(&report), [34, 0, 0, 0], "{:?}", report.errors);
    let item = world.item("6").await;
    assert_eq!((item.name.as_str(), item.price.unwrap().to_string().as_str()), ("Produto número 6", "6.5"));
    assert_eq!(item.attributes["Emb."], "20 L");
    assert!(!item.attributes.contains_key("column_11"));

    // Another row, if a person says so; and what is not there is said.
    request.header_row = Some(4);
    request.map = vec![("Produto".into(), RecordField::Name)];
    request.operation_id = uuid::Uuid::now_v7();
    let report = world.run(request.clone()).await.unwrap();
    assert_eq!((report.file.header_row, report.created > 0), (Some(4), true), "{report:?}");
    request.header_row = Some(3);
    assert_eq!(refusal(&world, &request).await, Refusal::NoHeaderRow(3));
    (request.header_row, request.sheet) = (None, Some("Plan1".into()));
    let missing = Refusal::NoSheet {
        sheet: "Plan1".into(),
        found: vec!["Capa".into(), "Preços".into(), "Outra".into()],
    };
    assert_eq!(refusal(&world, &request).await, missing);
    let book = Workbook::default().sheet("Preços", &row(1, &["nome"]), "").sheet("Notas", "", "");
    let mut of_empty = self::request(book.bytes());
    of_empty.sheet = Some("Notas".into());
    let empty = Refusal::EmptySheet { sheet: "Notas".into(), found: vec!["Preços".into()] };
    assert_eq!(refusal(&world, &of_empty).await, empty);
    world.close().await;
}

async fn refusal(world: &World, request: &ImportRequest) -> Refusal {
    let mut request = request.clone();
    request.operation_id = uuid::Uuid::now_v7();
    match world.run(request).await {
        Err(ImportError::Refused { reason, .. }) => reason,
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_word_the_first_sheet_with_a_known_header_is_read() {
    let world = World::new().await;
    let report = world.items(price_list().bytes()).await;
    assert_eq!((report.file.sheet.as_deref(), counts(&report)), (Some("Outra"), [1, 0, 0, 0]));
    // Where none is known, the one with most of a table in it is shown.
    let unknown = Workbook::default().sheet("Capa", &row(1, &["Bem-vindo"]), "").sheet(
        "Dados",
        &(row(1, &["Artigo", "Denominação"]) + &row(2, &["1", "Enxada"]) + &row(3, &["2", "Pá"])),
        "",
    );
    let seen = read_overview(&request(unknown.bytes())).await.unwrap();
    assert_eq!((seen.facts.sheet.as_deref(), names(&seen)), (Some("Dados"), vec!["Artigo", "Denominação"]));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_a_picture_only_where_no_sheet_has_another() {
    let world = World::new().await;
    let cover: String = (1..=60).map(|at| row(at, &["Condições de venda"])).collect();
    let book = || {
        let picture = ("xl/media/image1.png", b"a picture".to_vec());
        Workbook::default().file(picture.0, picture.1).sheet("Condições", &cover, "")
    };
    assert_eq!(refusal(&world, &request(book().bytes())).await, Refusal::TableInPicture);
    let table: String = (1..=12).map(|at| row(at, &["Artigo", "Denominação", "Cor"])).collect();
    let seen = read_overview(&request(book().sheet("Tabela", &table, "").bytes())).await.unwrap();
    assert_eq!(seen.facts.sheet.as_deref(), Some("Tabela"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_sheets_come_last_and_other_tables_are_named() {
    let world = World::new().await;
    let table = |name: &str| row(1, &["nome", "cor"]) + &row(2, &[name, "azul"]);
    let book = Workbook::default()
        .sheet("Cálculo", &table("Auxiliar"), "")
        .sheet("Capa", &row(1, &["Bem-vindo"]), "")
        .sheet("Defensivos", &table("Azocipra"), "")
        .sheet("Adubos", &table("Ureia"), "")
        .sheet("Vazia", "", "")
        .hiding("Cálculo");
    let mut request = request(book.bytes());
    let seen = read_overview(&request).await.unwrap();
    assert_eq!(seen.facts.sheets, ["Capa", "Defensivos", "Adubos", "Vazia", "Cálculo"]);
    assert_eq!(seen.facts.hidden_sheets, ["Cálculo"]);
    assert_eq!(seen.facts.sheet.as_deref(), Some("Defensivos"));
    // The second sheet has more of the same list.
    for (sheet, unread, created) in [(None, vec![], 2), (Some("Adubos"), vec!["Defensivos (1)"], 0)] {
        (request.operation_id, request.sheet) = (uuid::Uuid::now_v7(), sheet.map(str::to_owned));
        let report = world.run(request.clone()).await.unwrap();
        assert_eq!(counts(&report)[0], created);
        let warning = report.warnings.iter().find(|warning| warning.code == WarningCode::UnreadSheets);
        assert_eq!(warning.map(|warning| warning.names.clone()).unwrap_or_default(), unread, "{sheet:?}");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sheets_with_other_columns_the_long_one_is_read_and_the_others_are_named_with_their_rows() {
    let world = World::new().await;
    let seeds = row(1, &["Cultivar", "Produto", "Ciclo"]) + &row(2, &["M1", "Milho precoce", "120"]);
    let tools: String = (2..32)
        .map(|at| row(at, &[&format!("F-{at}"), &format!("Enxada tipo {at}"), "Tramontina", "10,50"]))
        .collect();
    let tools = row(1, &["Código", "Nome", "Marca", "Preço"]) + &tools;
    let book = || Workbook::default().sheet("Destaques", &seeds, "").sheet("Lista", &tools, "");
    let report = world.items(book().bytes()).await;
    assert_eq!(
        (report.file.sheet.as_deref(), counts(&report)[0]),
        (Some("Lista"), 30),
        "{:?}",
        report.errors
    );
    let warning = report.warnings.iter().find(|warning| warning.code == WarningCode::UnreadSheets).unwrap();
    assert_eq!(warning.names, ["Destaques (1)"]);
    let mut next = request(book().bytes());
    next.sheet = Some("Destaques".into());
    let report = world.run(next).await.unwrap();
    assert_eq!(counts(&report)[0], 1, "{:?}", report.errors);
    let warning = report.warnings.iter().find(|warning| warning.code == WarningCode::UnreadSheets).unwrap();
    assert_eq!(warning.names, ["Lista (30)"]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_csv_with_titles_is_read_from_its_header_and_the_header_can_be_said() {
    let world = World::new().await;
    let file =
        "Tabela de preços;;\nVálida até:;30/11/2026;\n\nRef.;Denominação;Preço\n1;Enxada;10,50\n2;Pá;20,50\n";
    let seen = read_overview(&request(file)).await.unwrap();
    assert_eq!((seen.facts.header_row, names(&seen)), (Some(4), vec!["Ref.", "Denominação", "Preço"]));
    let mut said = request(file);
    said.map = vec![("Denominação".into(), RecordField::Name)];
    assert_eq!(counts(&world.run(said.clone()).await.unwrap()), [2, 0, 0, 0]);
    said.header_row = Some(40);
    assert_eq!(refusal(&world, &said).await, Refusal::NoHeaderRow(40));
    said.sheet = Some("Plan1".into());
    assert_eq!(refusal(&world, &said).await, Refusal::NoSheet { sheet: "Plan1".into(), found: Vec::new() });
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_column_of_attributes_has_one_type_that_all_of_its_cells_decide() {
    let world = World::new().await;
    let mut file = String::from("id;nome;teor;EAN;lote;dose;ok\n");
    for n in 0..6_000 {
        file += &format!("{n};Item {n};3,75;{};{n};{n};true\n", 100 + n);
    }
    file += "a;A;1.250,00;0789;n/d;42,000;false\n";
    let report = world.items(file).await;
    assert_eq!(counts(&report), [6_001, 0, 0, 0], "{:?}", report.errors);
    let attributes = async |id: &str| json!(world.item(id).await.attributes);
    let last = json!({"teor": 1250, "EAN": "0789", "lote": "n/d", "dose": 42, "ok": false});
    assert_eq!(attributes("a").await, last);
    // What the last row shows holds for the first.
    let first = json!({"teor": 3.75, "EAN": "107", "lote": "7", "dose": 7, "ok": true});
    assert_eq!(attributes("7").await, first);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_may_say_the_type_and_what_is_not_of_it_is_rejected() {
    let world = World::new().await;
    let file = "id;nome;teor;n\n1;A;12;5\n2;B;n/d;6\n3;C;1.250;7\n";
    let report = world.items(file).await;
    assert_eq!(counts(&report), [3, 0, 0, 0]);
    let codes: Vec<_> = report.warnings.iter().map(|w| (w.code, w.names.join(","))).collect();
    assert_eq!(codes, [(WarningCode::MixedColumns, "teor".into())]);
    assert_eq!(world.item("1").await.attributes["teor"], "12");

    let mut said = request(file);
    said.types = vec![("Teor".into(), ValueType::Number), ("n".into(), ValueType::Text)];
    let report = world.run(said).await.unwrap();
    assert_eq!(cells(&report), [(3, "teor", InvalidNumber), (4, "teor", AmbiguousPrice)]);
    assert_eq!(report.errors[1].allowed.as_deref(), Some("1250 | 1.25"));
    assert_eq!(json!(world.item("1").await.attributes), json!({"teor": 12, "n": "5"}));

    let mut json_lines = request("{\"name\": \"J\", \"teor\": \"3,75\", \"orgânico\": \"sim\"}\n");
    json_lines.types = vec![("teor".into(), ValueType::Number), ("orgânico".into(), ValueType::YesNo)];
    assert_eq!(counts(&world.run(json_lines).await.unwrap()), [1, 0, 0, 0]);
    assert_eq!(json!(world.find_named("J").await.attributes), json!({"teor": 3.75, "orgânico": true}));
    world.close().await;
}

/// What the browser does with a file of rejected rows: it looks, and imports with what it was told before.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_rejected_rows_with_breaks_in_its_cells_is_read_as_its_original() {
    let world = World::new().await;
    let mut file = String::from("Ref.;Denominação;Vlr.;Aviso\n");
    for n in 0..30 {
        file += &format!("{n};Item {n};caro;\"primeira, linha\nsegunda\ttecla\n\nquarta; e fim\"\n");
    }
    let mut first = request(file);
    first.map = vec![
        ("Ref.".into(), RecordField::ExternalId),
        ("Denominação".into(), RecordField::Name),
        ("Vlr.".into(), RecordField::Price),
    ];
    let outcome =
        import_with_outcome(&world.store, first.clone(), |_| {}, &CancellationToken::new()).await.unwrap();
    assert_eq!((counts(&outcome.report), outcome.report.errors[1].row), ([0, 0, 0, 30], 3));
    assert_eq!(outcome.report.errors[1].line, Some(6), "four lines a row");
    let rows = RejectedRows { rejected: outcome.rejected_rows, ..RejectedRows::default() };
    let rejects = Rejects::open(&first, &rows, Lang::PtBr).await.unwrap();
    let mut out = tempfile::NamedTempFile::new().unwrap();
    rejects.write_to(out.reopen().unwrap()).await.unwrap();
    let mut written = String::new();
    out.read_to_string(&mut written).unwrap();

    let seen = read_overview(&request(written.clone())).await.unwrap();
    assert_eq!(seen.facts.separator.as_deref(), Some(";"));
    assert_eq!(names(&seen), ["Ref.", "Denominação", "Vlr.", "Aviso"]);
    assert_eq!(seen.layout, read_overview(&first).await.unwrap().layout, "known as the same layout");
    let mut mended = request(written.replace("caro", "12,50"));
    mended.map.clone_from(&first.map);
    let report = world.run(mended).await.unwrap();
    assert_eq!(counts(&report), [30, 0, 0, 0], "{:?}", report.errors);
    let item = world.item("29").await;
    assert_eq!(item.price.unwrap().to_string(), "12.5");
    let text = item.attributes["Aviso"].as_str().unwrap();
    assert!(text.starts_with("primeira, linha\nsegunda") && text.ends_with("\n\nquarta; e fim"), "{text}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_that_says_of_itself_what_cannot_be_is_read() {
    let world = World::new().await;
    for claim in ["4294967295", "99999999999999999999", "0", "1", "12"] {
        let rows = row(1, &["nome", "preço"]) + "<row r=\"2\"><c r=\"A2\" t=\"s\"><v>0</v></c></row>";
        let book = Workbook::default().string("Enxada").claiming(claim).sheet("A", &rows, "");
        let report = world.items(book.bytes()).await;
        assert_eq!(report.created + report.unchanged, 1, "{claim}: {report:?}");
    }
    let rows = row(1, &["nome", "cor"]) + &row(2, &["Foice", "azul"]);
    for range in ["zzz", "", "C9:A1", "A1:ZZZZ99999999999", "A1:XFD1048576"] {
        let book = Workbook::default().dimension(range).sheet("A", &rows, "");
        let report = world.items(book.bytes()).await;
        assert_eq!(report.created + report.unchanged, 1, "{range}: {report:?}");
    }
    let merged = "<mergeCells count=\"4294967295\"><mergeCell ref=\"B3:A1\"/></mergeCells>";
    let report = world.items(Workbook::default().sheet("A", &rows, merged).bytes()).await;
    assert_eq!(counts(&report), [0, 0, 1, 0], "{report:?}");
    world.find_named("Enxada").await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_a_header_loses_no_row() {
    let world = World::new().await;
    let map = || {
        let said = [("column_1", RecordField::ExternalId), ("column_2", RecordField::Name)];
        said.map(|(column, field)| (column.to_owned(), field)).to_vec()
    };
    let mut said = request("1;Enxada;10,50\n2;Pá;20,50\n3;Foice;7,00\n4;Rastelo;8,00\n");
    said.header_row = Some(0);
    let seen = read_overview(&said).await.unwrap();
    assert_eq!((seen.facts.header_row, names(&seen)), (Some(0), vec!["column_1", "column_2", "column_3"]));
    assert_eq!(seen.head.iter().map(|row| row.row).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let Refusal::MissingColumn { row: header_row, .. } = refusal(&world, &said).await else {
        panic!("no column is a name")
    };
    assert_eq!(header_row, None);
    said.map = map();
    assert_eq!(counts(&world.run(said).await.unwrap()), [4, 0, 0, 0]);
    let item = world.item("4").await;
    assert_eq!((item.name.as_str(), &item.attributes["column_3"]), ("Rastelo", &8.into()));

    let rows = row(3, &["7", "Foice"]) + &row(4, &["8", "Rastelo", "30 cm"]);
    let mut said = request(Workbook::default().sheet("Plan1", &rows, "").bytes());
    (said.header_row, said.map) = (Some(0), map());
    assert_eq!(counts(&world.run(said).await.unwrap()), [2, 0, 0, 0]);
    assert_eq!(world.item("8").await.attributes["column_3"], "30 cm");
    world.close().await;
}
