//! CSV as people have it.

use crate::support::{World, cells, counts};
use celeiro_app::import::{Refusal, WarningCode};
use celeiro_domain::catalog::FieldErrorCode::*;
use celeiro_domain::catalog::Status;
use celeiro_domain::search::Kind;
use serde_json::json;

/// The text in Windows-1252; only for characters that Latin-1 has, too.
fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_portuguese_sheet_in_latin1_with_semicolons() {
    let world = World::new().await;
    let text = "Código;Nome;Descrição;Categoria;Fabricante;Preço (R$);Palavras-chave;Situação;Peso;Orgânico\r\n\
                A-1;Ação 250 EC;Fungicida;Fungicidas;Agro São João;1.234,50;soja, ferrugem;inativo;12,5;verdadeiro\r\n\
                A-2;Uréia;;;;;;;;\r\n";
    let report = world.items(latin1(text)).await;
    assert_eq!(counts(&report), [2, 0, 0, 0], "{:?}", report.errors);
    assert_eq!(report.file.encoding.as_deref(), Some("windows-1252"));
    assert_eq!(report.file.separator.as_deref(), Some(";"));
    let item = world.item("A-1").await;
    assert_eq!((item.name.as_str(), item.status), ("Ação 250 EC", Status::Inativo));
    assert_eq!(item.manufacturer.as_deref(), Some("Agro São João"));
    assert_eq!(item.price.unwrap().to_string(), "1234.5");
    assert_eq!(item.tags, ["soja", "ferrugem"]);
    assert_eq!(json!(item.attributes), json!({"Peso": 12.5, "Orgânico": true}));
    assert_eq!(world.item("A-2").await.price, None);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_spelling_of_one_table_is_the_same_table() {
    let world = World::new().await;
    let table = "id,name,price,tags\n1,Enxada,\"49.90\",\"a;b\"\n2,\"Pá, de bico\",59.9,c\n";
    assert_eq!(counts(&world.items(table).await), [2, 0, 0, 0]);
    let tabs = "id\tname\tprice\ttags\n1\tEnxada\t49.90\ta;b\n2\tPá, de bico\t59.9\tc\n";
    let marked = format!("\u{feff}{table}");
    let excel = format!("sep=;\r\n{}", tabs.replace('\t', ";").replace("a;b", "\"a;b\""));
    let wide: Vec<u8> =
        std::iter::once(0xfeff).chain(tabs.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let pipes = tabs.replace('\t', "|");
    let mac = table.replace('\n', "\r");
    let titled = format!("Catálogo de ferramentas\n\n{table}");
    for (what, bytes) in [
        ("the same", table.as_bytes().to_vec()),
        ("byte-order mark", marked.into_bytes()),
        ("tabs", tabs.as_bytes().to_vec()),
        ("sep=;", excel.into_bytes()),
        ("UTF-16", wide),
        ("pipes", pipes.into_bytes()),
        ("old Mac", mac.into_bytes()),
        ("a title above", titled.into_bytes()),
        ("Windows lines", table.replace('\n', "\r\n").into_bytes()),
    ] {
        let report = world.items(bytes).await;
        assert_eq!(counts(&report), [0, 0, 2, 0], "{what}: {report:?}");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_rows_are_named_and_good_ones_stay() {
    let world = World::new().await;
    let mut file = "external_id,name,price,description\n\
                    1,Bom,10,um\n\
                    2,,10,sem nome\n\
                    3,NaN,NaN,preço\n\
                    4,Infinito,inf,preço\n\
                    5,Negativo,-1,preço\n\
                    6,Curto\n\
                    7,Longo,1,a,b\n\
                    8,Bom também,2,\"duas\nlinhas\"\n\
                    1,Repetido,1,x\n\
                    10,\"aspas abertas,3,x\n\
                    11,Depois das aspas,4,x\n\
                    \n\
                    ,,,\n"
        .as_bytes()
        .to_vec();
    file.extend(b"14,NUL \0 aqui,5,x\n15,Byte \xff ruim,5,x\n16,");
    file.extend(vec![b'x'; 2 << 20]);
    file.extend(b",5,x\n17,Fim,6,x,,,\n");
    let report = world.items(file).await;
    assert_eq!(counts(&report), [5, 0, 0, 10]);
    assert_eq!(
        cells(&report),
        [
            (3, "name", Required),
            (4, "price", InvalidPrice),
            (5, "price", InvalidPrice),
            (6, "price", InvalidPrice),
            (7, "", RaggedRow),
            (8, "", RaggedRow),
            (10, "external_id", DuplicateInFile),
            (11, "", OpenQuote),
            (16, "name", InvalidText),
            (17, "name", TooLong),
        ]
    );
    // The rows are those of a spreadsheet; a record of two lines is one.
    let lines: Vec<_> = report.errors.iter().map(|e| e.line).collect();
    assert_eq!(lines[..6], [None; 6]);
    assert_eq!(lines[6..], [Some(11), Some(12), Some(17), Some(18)]);
    assert_eq!(report.errors[6].allowed.as_deref(), Some("= 2"));
    assert_eq!(report.errors[3].value, "-1");
    assert!(report.errors.iter().all(|e| e.value.chars().count() <= 120));
    assert_eq!(world.item("8").await.description.as_deref(), Some("duas\nlinhas"));
    assert_eq!(world.item("14").await.name, "NUL aqui");
    assert_eq!(world.item("17").await.name, "Fim");
    assert_eq!(world.item("11").await.name, "Depois das aspas");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_quote_that_closes_far_below_loses_no_row() {
    let world = World::new().await;
    let file = "id,name,description\n1,A,ok\n2,\"B,aberto\n3,C,ok\n4,D,\"fecha\n5,E,ok\n";
    let report = world.items(file).await;
    // Row 2's quote would end at row 4's: both are bad, everything else is good.
    assert_eq!(cells(&report), [(3, "", OpenQuote), (5, "", OpenQuote)]);
    assert_eq!(counts(&report), [3, 0, 0, 2]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_find_their_record_by_id_or_by_name_and_maker() {
    let world = World::new().await;
    let first = "name,manufacturer,price\nEnxada,Aço,10\nPá,Aço,20\n";
    assert_eq!(counts(&world.items(first).await), [2, 0, 0, 0]);
    // Case and accents are no difference of names; an id is learnt.
    let second = "id,nome,marca,preço\n7,ENXADA,aco,11\n,Pá,Outro,20\n,PA,ACO,20\n,pá,aço,21\n";
    let report = world.items(second).await;
    assert_eq!(counts(&report), [1, 2, 0, 1], "{report:?}");
    assert_eq!(cells(&report), [(5, "nome", DuplicateInFile)]);
    assert_eq!(report.errors[0].value, "pa · aco");
    assert_eq!(world.item("7").await.price.unwrap().to_string(), "11");
    assert_eq!(world.count().await, 3);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_counts_and_changes_nothing() {
    let world = World::new().await;
    world.items("id,name\n1,A\n2,B\n").await;
    let mut request = celeiro_app::import::ImportRequest::of_bytes(
        Kind::Items,
        b"id,name\n1,A\n2,C\n3,D\n4,\n".to_vec(),
        "f",
        "t",
    );
    request.dry_run = true;
    let report = world.run(request).await.unwrap();
    assert_eq!(counts(&report), [1, 1, 1, 1]);
    assert!(report.dry_run);
    assert_eq!(world.count().await, 2);
    assert_eq!(world.item("2").await.name, "B");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operation_is_done_once() {
    let world = World::new().await;
    let request =
        celeiro_app::import::ImportRequest::of_bytes(Kind::Items, b"name\nA\nB\n".to_vec(), "f", "t");
    let first = world.run(request.clone()).await.unwrap();
    let again = world.run(request).await.unwrap();
    assert_eq!((counts(&first), counts(&again)), ([2, 0, 0, 0], [2, 0, 0, 0]));
    assert_eq!(world.count().await, 2);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_cannot_be_used_say_why() {
    let world = World::new().await;
    assert_eq!(world.refusal("").await, Refusal::Empty);
    assert_eq!(world.refusal(" \n\r\n ").await, Refusal::Empty);
    let missing = world.refusal("categoria;preço\n1;2\n").await;
    assert_eq!(
        missing,
        Refusal::MissingColumn {
            column: "name".into(),
            found: vec!["categoria".into(), "preço".into()],
            row: Some(1)
        }
    );
    for (bytes, word) in [
        (&b"\x89PNG\r\n\x1a\n"[..], "PNG"),
        (b"<html><table>", "web page"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\0\x01\x02\x03\0\x01\x02\x03", "binary"),
    ] {
        assert!(world.refusal(bytes).await.to_string().contains(word), "{word}");
    }
    let wide = format!("name{}\nA\n", ",x".repeat(16_384));
    assert_eq!(world.refusal(wide).await, Refusal::TooManyColumns(16_384));
    let report = world.items("name,price\n").await;
    assert_eq!((counts(&report), report.warnings[0].code), ([0; 4], WarningCode::NoRows));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn faqs_come_from_csv_too() {
    let world = World::new().await;
    let file =
        "id;pergunta;resposta;tema;etiquetas\n1;Quando plantar?;Na primavera.;plantio;a|b\n2;E a soja?;;x;\n";
    let report = world.import(Kind::Faqs, file).await.unwrap();
    assert_eq!(counts(&report), [1, 0, 0, 1]);
    assert_eq!(cells(&report), [(3, "resposta", Required)]);
    assert_eq!(
        (report.warnings[0].code, &report.warnings[0].names[..]),
        (WarningCode::IgnoredColumns, &["tema".to_owned()][..])
    );
    assert_eq!(world.all_faqs().await[0].tags, ["a", "b"]);
    let again = world.import(Kind::Faqs, file).await.unwrap();
    assert_eq!(counts(&again), [0, 0, 1, 1]);
    world.close().await;
}

#[tokio::test]
async fn what_a_file_does_not_name_stays_as_it_is() {
    let world = World::new().await;
    world
        .items("id;nome;descrição;preço;tags;status;cor;peso\n1;Enxada;Cabo de madeira;50,00;a, b;inativo;azul;3\n")
        .await;
    assert_eq!(counts(&world.items("id;nome;preço;cor\n1;Enxada;55,00;\n").await), [0, 1, 0, 0]);
    let item = world.item("1").await;
    assert_eq!(item.description.as_deref(), Some("Cabo de madeira"));
    assert_eq!(item.price.map(|p| p.to_string()).as_deref(), Some("55"));
    assert_eq!((item.tags.len(), item.status.as_str()), (2, "inativo"));
    assert_eq!(json!(item.attributes), json!({"peso": 3}), "a blank cell clears, a missing column does not");
    assert_eq!(
        counts(&world.items("{\"id\": 1, \"name\": \"Enxada\", \"price\": null}\n").await),
        [0, 1, 0, 0]
    );
    let item = world.item("1").await;
    assert_eq!((item.price, item.description.as_deref()), (None, Some("Cabo de madeira")));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_of_a_line_as_on_windows_puts_nothing_into_a_value() {
    let world = World::new().await;
    let file =
        "id;nome;descrição;cor \r\n1;\"Enxada\" ;\"um \r\ndois\r\r\n\";azul \r\n2;Pá;\"três\";verde\r\r\n";
    let report = world.items(file).await;
    assert_eq!((counts(&report), report.warnings.len()), ([2, 0, 0, 0], 0), "{report:?}");
    let item = world.item("1").await;
    assert_eq!((item.name.as_str(), item.description.as_deref()), ("Enxada", Some("um\ndois")));
    assert_eq!(json!(item.attributes), json!({ "cor": "azul" }));
    assert_eq!(json!(world.item("2").await.attributes), json!({ "cor": "verde" }));
    // The same with lines as on Unix is the same.
    let again = world.items("id;nome;descrição;cor\n1;Enxada;\"um\ndois\";azul\n2;Pá;três;verde\n").await;
    assert_eq!(counts(&again), [0, 0, 2, 0]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_column_without_a_name_is_told_where_something_stands_in_it() {
    let world = World::new().await;
    let report = world.items("id;nome;;cor;\n1;Enxada;perdido?;azul;\n").await;
    assert_eq!(report.warnings.len(), 1, "nothing stands in the last: {:?}", report.warnings);
    assert_eq!(
        (report.warnings[0].code, &report.warnings[0].names[..]),
        (WarningCode::UnnamedColumns, &["column_3".to_owned()][..])
    );
    assert_eq!(world.item("1").await.attributes["column_3"], "perdido?");
    let report = world.import(Kind::Faqs, "pergunta;resposta;\nSim?;Não.;x\n").await.unwrap();
    assert_eq!(
        (report.warnings[0].code, &report.warnings[0].names[..]),
        (WarningCode::IgnoredColumns, &["column_3".to_owned()][..])
    );
    assert!(world.items("id;nome;\n2;Pá;\n").await.warnings.is_empty());
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_come_from_columns_of_many_names() {
    let world = World::new().await;
    for (n, name) in ["notes", "Observações", "OBS", "Anotações", "nota", "Remarks", "Observação (interna)"]
        .iter()
        .enumerate()
    {
        let report = world
            .items(format!("id;nome;{name}\nO-{n};Produto {n};\"linha um\nlinha \u{200b}dois\"\n"))
            .await;
        assert_eq!(counts(&report), [1, 0, 0, 0], "{name}: {:?}", report.errors);
        let item = world.item(&format!("O-{n}")).await;
        assert_eq!(item.notes.as_deref(), Some("linha um\nlinha dois"), "{name}");
        assert!(item.attributes.is_empty(), "{name}: {:?}", item.attributes);
    }
    let long = "n".repeat(20_001);
    let report = world.items(format!("id;nome;obs\nO-9;Longo;{long}\nO-10;Curto;{}\n", &long[1..])).await;
    assert_eq!(cells(&report), [(2, "obs", TooLong)]);
    assert_eq!(report.errors[0].allowed.as_deref(), Some("1..20000"));
    assert_eq!(world.item("O-10").await.notes.map(|notes| notes.len()), Some(20_000));
    world.close().await;
}
