//! The ministry's table of crop-protection products, in its form and with products of our own.

use crate::support::{World, cells, counts};
use celeiro_app::import::{ImportPreset, ImportRequest, Refusal};
use celeiro_domain::catalog::{FieldErrorCode, Status};
use celeiro_domain::search::Kind;
use serde_json::json;

const TABLE: &str = include_str!("../../fixtures/agrofit.csv");

#[tokio::test(flavor = "multi_thread")]
async fn one_item_for_each_registration() {
    let world = World::new().await;
    let report = world.items(TABLE).await;
    assert_eq!(report.file.preset, ImportPreset::Agrofit);
    assert_eq!(cells(&report), [(8, "nr_registro", FieldErrorCode::Required)]);
    assert_eq!(counts(&report), [3, 0, 0, 1]);

    let item = world.item("mapa-90101").await;
    assert_eq!(item.name, "Ferrugex / Rustix");
    assert_eq!(item.category.as_deref(), Some("Acaricida / Fungicida"));
    assert_eq!(
        item.manufacturer.as_deref(),
        Some("Campo Claro do Brasil Indústria Química Ltda - São Jorge/PR")
    );
    assert_eq!(item.tags, ["Acaricida", "Fungicida", "Soja", "Soja OGM", "Trigo"]);
    assert_eq!(item.status, Status::Ativo);
    assert_eq!(
        item.description.as_deref(),
        Some(
            "Acaricida / Fungicida. Ingrediente ativo: azoxistrobina (estrobilurina) (200 g/L) + \
             ciproconazol (triazol) (80 g/L). Formulação: SC - Suspensão Concentrada. Modo de ação: Sistêmico. \
             Classe toxicológica: Categoria 4 – Produto Pouco Tóxico. Classe ambiental: Produto Perigoso ao Meio \
             Ambiente. Culturas registradas: Soja, Soja OGM, Trigo. Alvos registrados: Ferrugem, Ferrugem-asiática \
             (Phakopsora pachyrhizi); Oidium spp."
        )
    );
    assert_eq!(
        json!(item.attributes),
        json!({
            "registro": "90101",
            "ingredientes": [
                {"nome": "azoxistrobina", "grupo": "estrobilurina", "concentracao": "200 g/L"},
                {"nome": "ciproconazol", "grupo": "triazol", "concentracao": "80 g/L"},
            ],
            "formulacao": "SC - Suspensão Concentrada",
            "modo_de_acao": "Sistêmico.",
            "classe_toxicologica": "Categoria 4 – Produto Pouco Tóxico",
            "classe_ambiental": "Produto Perigoso ao Meio Ambiente",
            "agricultura_organica": "NAO",
        })
    );
    assert_eq!(world.item("mapa-90202").await.status, Status::Inativo);
    let organic = world.item("mapa-90303").await.description.unwrap();
    assert!(organic.contains("Uso autorizado na agricultura orgânica: sim."), "{organic}");

    assert_eq!(counts(&world.items(TABLE).await), [0, 0, 3, 1]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_preset_can_be_forced_and_forbidden() {
    let world = World::new().await;
    let with = |table: &str, preset| {
        let mut request = ImportRequest::of_bytes(Kind::Items, table.as_bytes().to_vec(), "f", "t");
        request.preset = Some(preset);
        request
    };
    assert!(world.run(with(TABLE, ImportPreset::Agrofit)).await.is_ok());
    // Read plainly, the table has no column that is a name.
    assert!(world.run(with(TABLE, ImportPreset::Plain)).await.is_err());
    let error = world.run(with("nr_registro,nome\n1,A\n", ImportPreset::Agrofit)).await.unwrap_err();
    let expected = Refusal::MissingColumn {
        column: "marca_comercial".into(),
        found: vec!["nr_registro".into(), "nome".into()],
        row: Some(1),
    };
    assert_eq!(error.to_string(), format!("f: {expected}"));
    world.close().await;
}
