//! Lists as programs of distributors write them: printed reports with makers within groups, tables with deleted rows.

use crate::layouts::both;
use crate::support::{World, counts};
use celeiro_app::import::{ImportReport, ImportRequest, WarningCode};
use celeiro_domain::search::Kind;

async fn preview(world: &World, bytes: impl Into<Vec<u8>>) -> ImportReport {
    let mut dry = ImportRequest::of_bytes(Kind::Items, bytes.into(), "lista", "test");
    dry.dry_run = true;
    world.run(dry).await.unwrap()
}

/// A list as a program of a distributor prints it: makers within groups, lines of signs, words in place of prices.
const PRINTED: [&str; 16] = [
    "CODIGO;DESCRICAO DO PRODUTO;UN;PR.VISTA",
    "----------;;;",
    "GRUPO.....: 0010 - HERBICIDAS;;;",
    "  FORNEC..: 00040 - ALFA DEFENSIVOS AGRICOLAS DO BRASIL LTDA;;;",
    "R-1;ENXADA LARGA;UN;10,50",
    "R-2;PA DE BICO;UN;** DESCONTINUADO **",
    "  FORNEC..: 00046 - BETA S/A;;;",
    "R-3;RASTELO;UN;30,50",
    "REL0347 - RELACAO DE PRECOS;;04/11/2026 07:42;",
    "----------;;;",
    "CODIGO;DESCRICAO DO PRODUTO;UN;PR.VISTA",
    "----------;;;",
    "R-4;FOICE;UN;CONSULTAR",
    "TOTAL DO GRUPO 0010 ..: 4 ITENS;;;",
    "GRUPO.....: 0020 - FUNGICIDAS;;;",
    "R-5;MACHADO;UN;FORA DE LINHA",
];

#[tokio::test(flavor = "multi_thread")]
async fn labels_of_titles_say_category_and_maker_and_words_in_place_of_prices_the_status() {
    let world = World::new().await;
    for file in both(&PRINTED, &[]) {
        let report = preview(&world, file.clone()).await;
        assert_eq!((report.rejected, report.left_out), (0, 10), "{:?} {:?}", report.errors, report.doubts);
        world.items(file).await;
        for (code, category, maker, status) in [
            ("R-1", "HERBICIDAS", Some("ALFA DEFENSIVOS AGRICOLAS DO BRASIL LTDA"), "ativo"),
            ("R-2", "HERBICIDAS", Some("ALFA DEFENSIVOS AGRICOLAS DO BRASIL LTDA"), "inativo"),
            ("R-3", "HERBICIDAS", Some("BETA S/A"), "ativo"),
            ("R-4", "HERBICIDAS", Some("BETA S/A"), "ativo"),
            ("R-5", "FUNGICIDAS", None, "inativo"),
        ] {
            let item = world.item(code).await;
            let told = (item.category.as_deref(), item.manufacturer.as_deref(), item.status.as_str());
            assert_eq!(told, (Some(category), maker, status), "{code}");
            assert_eq!(item.price.is_some(), ["R-1", "R-3"].contains(&code), "{code}");
        }
    }
    // The product that was on sale in the last list is so no longer.
    let next =
        world.items("CODIGO;DESCRICAO DO PRODUTO;PR.VISTA\nR-1;ENXADA LARGA;cancelado p/ safra\n").await;
    assert_eq!(counts(&next), [0, 1, 0, 0]);
    let item = world.item("R-1").await;
    assert_eq!((item.price, item.status.as_str()), (None, "inativo"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_a_program_has_deleted_and_texts_in_formulas_are_read_as_they_are_meant() {
    let world = World::new().await;
    let file = "B1_COD;B1_DESC;DA1_PRCVEN;B1_CODBAR;D_E_L_E_T_\n001;Enxada;9,50;;*\n\
        001;Enxada;10,50;\"=\"\"7891950619014\"\"\";\n002;Pa;20,50;7,89E+12;\n";
    let report = preview(&world, file).await;
    assert_eq!((counts(&report), report.left_out), ([2, 0, 0, 0], 1), "{:?}", report.errors);
    let lost = report.warnings.iter().find(|warning| warning.code == WarningCode::LostDigits).unwrap();
    assert_eq!(lost.names, ["B1_CODBAR"]);
    world.items(file).await;
    let item = world.item("001").await;
    assert_eq!(item.price.unwrap().to_string(), "10.5");
    assert_eq!(item.attributes["B1_CODBAR"], "7891950619014");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_total_beside_the_count_of_its_rows_is_no_product() {
    let world = World::new().await;
    let lines = [
        "Código;Descrição;Preço s/ imp.;Preço c/ imp.",
        "00120;Enxada;9,50;10,50",
        "00127;Pá;19,50;20,50",
        "TOTAL GERAL;2 itens;29,00;31,00",
        "TOTAL-1;Sabão;9,00;10,00",
    ];
    for file in both(&lines, &[]) {
        let report = preview(&world, file.clone()).await;
        assert_eq!((report.rejected, report.left_out), (0, 1), "{:?} {:?}", report.errors, report.doubts);
        assert_eq!(report.doubts[0].rows[0].name, "TOTAL GERAL");
        world.items(file).await;
        assert_eq!(world.item("00120").await.price.unwrap().to_string(), "10.5", "what is paid");
        assert_eq!(world.all_items().await.len(), 3);
    }
    world.close().await;
}
