//! Lists of seeds as their makers write them: a sheet a crop, heads of two lines, names once above their variants.

use crate::layouts::warnings;
use crate::support::{World, counts};
use crate::workbook::{Workbook, row};
use celeiro_app::import::WarningCode;
use serde_json::json;

fn sheet(lines: &[&str]) -> String {
    (1..).zip(lines).map(|(number, line)| row(number, &line.split(';').collect::<Vec<_>>())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sheets_with_heads_of_two_lines_are_one_list_and_variants_without_codes_are_found_again() {
    let world = World::new().await;
    let maize = [
        "Cód.;Híbrido;Embalagem;À vista;Prazo",
        ";;;até 15/11/26;30/04/27",
        "M-1;AL 1620;sc 20 kg;180;189",
        "M-2;AL 1735;sc 20 kg;190;199",
        "M-3;AL 1844;sc 20 kg;170;179",
    ];
    let soya = [
        "Cultivar;Tecnologia;Tratamento;Embalagem;À vista;Prazo;Obtentor",
        ";;;;até 15/11/26;30/04/27;",
        "AV 68;IPRO;s/ tratamento;sc 40 kg;285;292,12;GDM",
        ";\";TSI;bag 5 MM;6412;6572,30;\"",
        "AV 71;Enlist;s/ tratamento;sc 40 kg;292;299,30;TMG",
        ";idem;TSI;bag 5 MM;consultar;;\"",
    ];
    let file =
        Workbook::default().sheet("Milho", &sheet(&maize), "").sheet("Soja", &sheet(&soya), "").bytes();
    let report = world.items(file.clone()).await;
    assert_eq!(counts(&report), [7, 0, 0, 0], "{:?} {:?}", report.errors, report.warnings);
    let joined = (WarningCode::JoinedTables, vec!["Soja".to_owned()]);
    assert!(warnings(&report).contains(&joined), "{:?}", report.warnings);
    assert_eq!(world.item("M-1").await.category.as_deref(), Some("Milho"));
    let treated = world.find_named("AV 68 bag 5 MM TSI").await;
    assert_eq!(treated.price.map(|price| price.to_string()).as_deref(), Some("6412"));
    assert_eq!((treated.category.as_deref(), treated.manufacturer.as_deref()), (Some("Soja"), Some("GDM")));
    assert_eq!(treated.attributes["Tecnologia"], json!("IPRO"));
    assert_eq!(world.find_named("AV 71 bag 5 MM TSI").await.attributes["Tecnologia"], json!("Enlist"));
    assert_eq!(counts(&world.items(file).await), [0, 0, 7, 0], "a second time nothing is new");
    world.close().await;
}
