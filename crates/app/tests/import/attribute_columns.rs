//! Exports with a column for each attribute, and what an import makes of them.

use crate::support::{World, counts};
use celeiro_app::export::request::{ExportDialect, ExportFormat, ExportRequest};
use celeiro_app::export::{ExportForm, ExportView, of_view};
use celeiro_domain::catalog::{ItemDraft, Package, PackageStatus, Price};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use celeiro_store::{Origin, Write};
use futures::StreamExt;
use serde_json::{Value, json};
use uuid::Uuid;

fn write() -> Write {
    Write { operation_id: Uuid::now_v7(), actor: "test".into(), origin: Origin::Person }
}

/// Attributes of all types, with texts that a spreadsheet or an import would take for something else.
fn attributes(n: u32) -> Value {
    match n % 4 {
        0 => json!({
            "formulacao": "SC", "teor_g_l": 1.234, "faixa": "1.250", "lote": "007", "numero_de_serie": "12", "organico": true,
            "culturas": ["soja", "milho; safrinha", "2,4-D"], "preco_sugerido": 12.5, "nota": "=1+1",
            "bula": "primeira linha\n\n=segunda; \"linha\"\n  terceira", "tabela": { "a": [1, null] },
        }),
        1 => json!({
            "formulacao": "-5", "teor_g_l": -1250.5, "lote": "+55 11", "numero_de_serie": "13,5", "organico": false,
            "culturas": ["uma só"], "preco_sugerido": 1e-7, "misto": 7, "nada": null, "vazia": "",
        }),
        2 => json!({
            "formulacao": "'=x", "teor_g_l": 123_456_789_012_i64, "misto": "sete", "sem_lista": [], "k2o_pct": 20,
            "modo_de_acao": "sim", "capacidade_l": 0.001, "categoria": "atributo", "data": "31/05/2026",
        }),
        _ => json!({}),
    }
}

async fn fill(world: &World) {
    for n in 0..24_u32 {
        let package = |label: &str, price: &str, code: Option<String>| Package {
            label: label.into(),
            code,
            ean: None,
            price: Price::parse(price).ok(),
            status: PackageStatus::Ativo,
        };
        let packages =
            vec![package("5 L", "1234.5678", Some(format!("C;{n}"))), package("20 L", "0.0001", None)];
        let draft = ItemDraft {
            external_id: (n % 3 > 0).then(|| format!("P-{n}")),
            name: format!("Produto {n:02}"),
            description: (n % 2 == 0).then(|| format!("=Texto {n}\n; com \"aspas\", e vírgulas")),
            category: Some(if n % 2 == 0 { "Adubo" } else { "Defensivo" }.into()),
            manufacturer: Some(format!("Fábrica {}", n % 2)),
            price: (n % 5 > 0).then(|| Price::parse("999999999999.9999").unwrap()),
            currency: Some(if n % 2 == 0 { "BRL" } else { "USD" }.into()),
            tags: vec!["a; b".into(), n.to_string()],
            attributes: attributes(n).as_object().unwrap().clone(),
            notes: (n % 4 == 0).then(|| "@nota\n-1".into()),
            packages: (n % 3 == 0).then_some(packages),
            ..ItemDraft::default()
        };
        world.store.create_item(&draft.check().unwrap(), &write()).await.unwrap();
    }
}

async fn export(world: &World, format: ExportFormat, view: ExportView) -> Vec<u8> {
    let request = ExportRequest { kind: Kind::Items, format, bom: false };
    of_view(&world.store, request, view).map(|part| part.unwrap().bytes).concat().await
}

fn in_columns(dialect: ExportDialect) -> ExportView {
    let form = ExportForm { dialect, attribute_columns: true, in_order: true, ..ExportForm::default() };
    ExportView { form, ..ExportView::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_import_of_columns_of_attributes_changes_nothing() {
    let world = World::new().await;
    fill(&world).await;
    for dialect in [ExportDialect::ExcelBr, ExportDialect::Plain] {
        for format in [ExportFormat::Csv, ExportFormat::Xlsx] {
            let file = export(&world, format, in_columns(dialect)).await;
            let report = world.import(Kind::Items, file).await.unwrap();
            assert_eq!(counts(&report), [0, 0, 24, 0], "{dialect:?} {format:?} {:?}", report.errors);
            assert!(report.warnings.is_empty(), "{dialect:?} {format:?} {:?}", report.warnings);
        }
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_excel_of_brazil_opens_the_file_as_it_is() {
    let world = World::new().await;
    let draft = ItemDraft {
        external_id: Some("1".into()),
        name: "Óleo; mineral".into(),
        price: Price::parse("12.5").ok(),
        attributes:
            json!({ "formulacao": "EC", "teor_g_l": 1.5, "organico": true, "culturas": ["soja", "milho"] })
                .as_object()
                .unwrap()
                .clone(),
        ..ItemDraft::default()
    };
    world.store.create_item(&draft.check().unwrap(), &write()).await.unwrap();
    let wanted =
        ["attributes.culturas", "price", "attributes.formulacao", "attributes.organico", "updatedAt"];
    let columns = wanted.map(|name| Column::parse_exported(Kind::Items, name).unwrap()).to_vec();
    let mut view = ExportView { columns: Some(columns), ..in_columns(ExportDialect::ExcelBr) };
    let file = String::from_utf8(export(&world, ExportFormat::Csv, view.clone()).await).unwrap();
    assert_eq!(
        file,
        "\u{feff}Código externo;Nome;Fabricante;Culturas [lista];Preço;Moeda;Formulação;Orgânico [sim/não]\n\
         1;\"Óleo; mineral\";;\"soja; milho\";12,5;BRL;EC;sim\n"
    );
    view.form.has_counted = true;
    let file = String::from_utf8(export(&world, ExportFormat::Csv, view).await).unwrap();
    assert!(file.lines().next().unwrap().ends_with(";Celeiro: alterado em"), "{file}");
    let report = world.items(file.clone()).await;
    assert_eq!(counts(&report), [0, 0, 1, 0], "what is only counted is passed over");
    // A person changes what they see.
    let report = world.items(file.replace("soja; milho", "soja; trigo").replace(";sim;", ";;")).await;
    assert_eq!(counts(&report), [0, 1, 0, 0], "{:?}", report.errors);
    let item = world.item("1").await;
    assert_eq!(
        Value::Object(item.attributes),
        json!({ "formulacao": "EC", "teor_g_l": 1.5, "culturas": ["soja", "trigo"] })
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_are_not_clear_are_keys_and_nothing_is_lost() {
    let world = World::new().await;
    let sets = [
        json!({ "formulacao": "SC", "cor": "azul" }),
        json!({ "Formulação": "WG" }),
        json!({ "cor [lista]": "x" }),
    ];
    for (n, attributes) in sets.iter().enumerate() {
        let draft = ItemDraft {
            name: format!("Produto {n}"),
            category: Some(format!("Grupo {n}")),
            attributes: attributes.as_object().unwrap().clone(),
            ..ItemDraft::default()
        };
        world.store.create_item(&draft.check().unwrap(), &write()).await.unwrap();
    }
    let file = export(&world, ExportFormat::Csv, in_columns(ExportDialect::ExcelBr)).await;
    let header = String::from_utf8(file.clone()).unwrap().lines().next().unwrap().to_owned();
    assert!(header.contains(";Atributos;"), "no column would bring them back: {header}");
    let report = world.import(Kind::Items, file).await.unwrap();
    assert_eq!(counts(&report), [0, 0, 3, 0], "{:?}", report.errors);
    world.close().await;
}
