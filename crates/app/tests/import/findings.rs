//! What a preview says before anything is stored: rows that hardly are records, values that others
//! resemble, and records from what to what.

use crate::support::{World, counts};
use celeiro_app::import::{
    ImportReport, ImportRequest, MergedField, MergedValue, Outcome, WarningCode, import_with_outcome,
};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::import::{LeaveOut, Likeness, RowDoubt};
use celeiro_domain::search::Kind;
use serde_json::json;
use tokio_util::sync::CancellationToken;

fn request(file: &str, dry_run: bool) -> ImportRequest {
    let mut request = ImportRequest::of_bytes(Kind::Items, file.as_bytes().to_vec(), "lista.csv", "ana");
    request.dry_run = dry_run;
    request
}

async fn outcome(world: &World, request: ImportRequest) -> Outcome {
    import_with_outcome(&world.store, request, |_| {}, &CancellationToken::new()).await.unwrap()
}

async fn preview(world: &World, file: &str) -> ImportReport {
    outcome(world, request(file, true)).await.report
}

/// Kind, count, rows left out, numbers of the rows.
fn doubts(report: &ImportReport) -> Vec<(RowDoubt, u32, u32, Vec<u32>)> {
    let rows = |found: &celeiro_app::import::DoubtedRows| found.rows.iter().map(|row| row.row).collect();
    report.doubts.iter().map(|found| (found.doubt, found.count, found.left_out, rows(found))).collect()
}

const LIST: &str = "codigo;nome;categoria;fabricante;preco\n\
    F-1;Enxada larga;Ferramentas;Tramontina;45,90\n\
    F-2;Pá de bico;Ferramentas;Tramontina;52,00\n\
    codigo;nome;categoria;fabricante;preco\n\
    F-3;123456;Ferramentas;Tramontina;61,00\n\
    F-4;#REF!;Ferramentas;Tramontina;70,00\n\
    ;Balde;;;\n\
    F-5;Foice;Ferramentas;Tramontina;38,00\n\
    ;TOTAL GERAL;;;999.999,99\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_total_a_repeated_header_and_a_failed_formula_are_left_out_and_said() {
    let world = World::new().await;
    let report = preview(&world, LIST).await;
    assert_eq!(
        doubts(&report),
        [
            (RowDoubt::Total, 1, 1, vec![9]),
            (RowDoubt::Heading, 1, 1, vec![4]),
            (RowDoubt::FormulaError, 1, 1, vec![6]),
            (RowDoubt::NotAName, 1, 0, vec![5]),
            (RowDoubt::NearlyEmpty, 1, 0, vec![7]),
        ]
    );
    assert_eq!((counts(&report), report.left_out), ([5, 0, 0, 0], 3));
    assert_eq!(report.doubts[0].rows[0].name, "TOTAL GERAL");

    let report = outcome(&world, request(LIST, false)).await.report;
    assert_eq!((counts(&report), report.left_out), ([5, 0, 0, 0], 3));
    let names: Vec<String> = world.all_items().await.into_iter().map(|item| item.name).collect();
    assert!(
        !names.iter().any(|name| name.contains("TOTAL") || name == "nome" || name == "#REF!"),
        "{names:?}"
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_total_is_known_by_its_label_in_any_column() {
    let world = World::new().await;
    let file = "Cód.;Produto;Grupo;Preço\nH-1;Glifosato;Herbicidas;40,00\nSubtotal;;;40,00\n\
        TOTAL GERAL;;;40,00\n;;Total;6.000,00\nH-2;;;50,00\nPágina 1 de 3;;;\n\
        ;Página 2 de 3;;\n;;;Emitido em 20/11/2026\n";
    let report = preview(&world, file).await;
    let feet = (RowDoubt::PageFoot, 3, 3, vec![7, 8, 9]);
    assert_eq!(doubts(&report), [(RowDoubt::Total, 3, 3, vec![3, 4, 5]), feet]);
    assert_eq!(report.doubts[0].rows[2].name, "Total");
    assert_eq!(counts(&report), [1, 0, 0, 1], "a code and a price without a name are an error");

    // Where no column has names, a code may begin so.
    assert_eq!(counts(&world.items("codigo;nome;preco\nTOTAL-1;Sabão;10\n").await), [1, 0, 0, 0]);
    assert_eq!(counts(&world.items("codigo;preco\nTOTAL-1;11\n").await), [0, 1, 0, 0]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_title_over_a_group_of_products_is_no_row_that_lacks_its_name() {
    let world = World::new().await;
    let file = "Cód.;Produto;Embalagem;À vista\nHERBICIDAS;;;\nH-1;Glifosato;20 L;45,90\n;;ADUBOS;\n\
        A-1;Ureia;50 kg;152,00\n;;;99,00\n7;;;\n";
    let report = preview(&world, file).await;
    assert_eq!(doubts(&report), [(RowDoubt::GroupTitle, 2, 2, vec![2, 4])]);
    let titles: Vec<&str> = report.doubts[0].rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(titles, ["HERBICIDAS", "ADUBOS"]);
    // A price or a number alone is a row with something missing.
    assert_eq!((counts(&report), report.left_out), ([2, 0, 0, 2], 2));

    let mut said = request(file, true);
    said.leave_out.take = vec![2];
    assert_eq!(counts(&outcome(&world, said).await.report), [2, 0, 0, 3]);

    outcome(&world, request(file, false)).await;
    let item = world.item("H-1").await;
    assert_eq!((item.price.unwrap().to_string().as_str(), item.attributes.len()), ("45.9", 1));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_in_a_list_without_a_column_of_names_are_no_errors_either() {
    let world = World::new().await;
    let file = "SKU;Descrição;Marca\nHERBICIDAS;;\nH-1;Glifosato 480;Alfa\n;Adubos e corretivos;\n\
        A-1;Ureia;Beta\nA-2;;\nKM;;\n";
    let report = preview(&world, file).await;
    assert_eq!(doubts(&report), [(RowDoubt::GroupTitle, 2, 2, vec![2, 4])]);
    // The others are of no record that is there; a code alone is no title.
    assert_eq!((counts(&report), report.left_out), ([0, 0, 0, 4], 2));

    let mut said = request(file, true);
    said.map.push(("Descrição".to_owned(), RecordField::Name));
    let report = outcome(&world, said).await.report;
    let (doubt, .., rows) = &doubts(&report)[0];
    assert_eq!((*doubt, rows.first()), (RowDoubt::GroupTitle, Some(&2)));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_says_which_rows_are_left_out() {
    let world = World::new().await;
    let mut said = request(LIST, false);
    said.leave_out =
        LeaveOut { kinds: vec![RowDoubt::NearlyEmpty, RowDoubt::NotAName], rows: vec![2], take: vec![5] };
    let report = outcome(&world, said).await.report;
    // The header once more has a price that is none.
    assert_eq!((counts(&report), report.left_out), ([5, 0, 0, 1], 2));
    let mut names: Vec<String> = world.all_items().await.into_iter().map(|item| item.name).collect();
    names.sort();
    assert_eq!(names, ["#REF!", "123456", "Foice", "Pá de bico", "TOTAL GERAL"]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_far_from_those_of_its_category_is_said_and_left_out_only_where_a_person_wants_it() {
    let world = World::new().await;
    let mut catalog = String::from("codigo;nome;categoria;preco\n");
    for n in 0..20 {
        catalog += &format!("H-{n};Herbicida {n};Herbicidas;{},50\n", 80 + n);
    }
    catalog += "M-1;Trator;Máquinas;250000,00\n";
    assert_eq!(world.items(catalog).await.created, 21);
    let file = "codigo;nome;categoria;preco\nH-1;Herbicida 1;HERBICIDAS;8150,00\nH-2;Herbicida 2;Herbicidas;90,00\n\
        H-90;Herbicida novo;Herbicidas;0,90\nM-2;Colheitadeira;Máquinas;900000,00\nM-1;Trator;Máquinas;250000,00\n";
    let report = preview(&world, file).await;
    assert_eq!(doubts(&report), [(RowDoubt::PriceOutOfRange, 2, 0, vec![2, 4])], "few machines say nothing");
    let (low, high) = report.doubts[0].rows[0].usual.unwrap();
    assert!(low > 5.0 && low < 80.0 && high > 100.0 && high < 2_000.0, "{low}..{high}");
    assert_eq!(counts(&report), [2, 2, 1, 0]);

    let mut said = request(file, true);
    said.leave_out.rows.push(4);
    let report = outcome(&world, said).await.report;
    assert_eq!(doubts(&report), [(RowDoubt::PriceOutOfRange, 2, 1, vec![2, 4])], "it is still listed");
    assert_eq!((counts(&report), report.left_out), ([1, 2, 1, 0], 1));

    let mut said = request(file, false);
    said.leave_out.kinds.push(RowDoubt::PriceOutOfRange);
    let report = outcome(&world, said).await.report;
    assert_eq!((counts(&report), report.left_out), ([1, 1, 1, 0], 2));
    assert_eq!(world.item("H-1").await.price.unwrap().to_string(), "81.5");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_are_codes_or_groups_are_said_of_the_whole_column() {
    let world = World::new().await;
    let of = |name: &str| {
        let rows: String =
            (0..10).map(|n| format!("{n};{};x{n}\n", name.replace('#', &n.to_string()))).collect();
        format!("codigo;nome;descricao\n{rows}")
    };
    let codes =
        |report: &ImportReport| report.warnings.iter().map(|w| (w.code, w.names.clone())).collect::<Vec<_>>();
    let report = preview(&world, &of("1002#")).await;
    assert_eq!(codes(&report), [(WarningCode::NamesAreNumbers, vec!["nome".to_owned()])]);
    let report = preview(&world, &of("Ferramentas")).await;
    assert_eq!(codes(&report), [(WarningCode::NamesRepeat, vec!["nome".to_owned()])]);
    let report = preview(&world, &of("Enxada modelo #")).await;
    assert_eq!(codes(&report), []);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_values_stand_beside_those_that_they_resemble_and_are_merged() {
    let world = World::new().await;
    let catalog =
        "codigo;nome;categoria;fabricante;tags\n1;A;Herbicidas;Bayer S.A.;soja\n2;B;Cercas;Belgo;arame\n";
    assert_eq!(world.items(catalog).await.created, 2);
    let file = "codigo;nome;categoria;fabricante;tags\n3;C;HERBICIDA;BAYER SA;Soja\n4;D;cercas;Gerdau;arames\n\
        5;E;Drones;Belgo;soja\n6;F;drone;Belgo;soja\n7;G;Drones;Belgo;soja\n";
    let report = preview(&world, file).await;
    let mut new: Vec<_> = report
        .new_values
        .iter()
        .map(|new| (new.field, new.value.as_str(), new.rows, new.near.as_deref(), new.likeness))
        .collect();
    assert!(
        new[..6].iter().all(|value| value.4 == Some(Likeness::Same)),
        "first those that others resemble: {new:?}"
    );
    new.sort_by_key(|value| (value.3.is_none(), value.1));
    let same = Some(Likeness::Same);
    assert_eq!(
        new,
        [
            (MergedField::Manufacturer, "BAYER SA", 1, Some("Bayer S.A."), same),
            (MergedField::Category, "HERBICIDA", 1, Some("Herbicidas"), same),
            (MergedField::Tags, "Soja", 1, Some("soja"), same),
            (MergedField::Tags, "arames", 1, Some("arame"), same),
            (MergedField::Category, "cercas", 1, Some("Cercas"), same),
            (MergedField::Category, "drone", 1, Some("Drones"), same),
            (MergedField::Category, "Drones", 2, None, None),
            (MergedField::Manufacturer, "Gerdau", 1, None, None),
        ]
    );
    assert_eq!(report.new_value_count, 8);

    let mut said = request(file, false);
    said.merges = report
        .new_values
        .iter()
        .filter_map(|new| {
            Some(MergedValue { field: new.field, from: new.value.clone(), to: new.near.clone()? })
        })
        .collect();
    assert_eq!(counts(&outcome(&world, said).await.report), [5, 0, 0, 0]);
    let item = world.item("3").await;
    assert_eq!(
        (item.category.as_deref(), item.manufacturer.as_deref()),
        (Some("Herbicidas"), Some("Bayer S.A."))
    );
    assert_eq!((item.tags, world.item("4").await.tags), (vec!["soja".to_owned()], vec!["arame".to_owned()]));
    assert_eq!(world.item("6").await.category.as_deref(), Some("Drones"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_records_are_told_field_by_field_from_what_to_what() {
    let world = World::new().await;
    let catalog = "codigo;nome;categoria;preco;cor;notas\n1;Enxada;Ferramentas;45,90;azul;cabo curto\n\
        2;Pá;Ferramentas;52,00;verde;\n";
    assert_eq!(world.items(catalog).await.created, 2);
    let file = "codigo;nome;categoria;preco;cor;notas\n1;Enxada;Ferramentas;47,90;vermelha;cabo longo\n\
        2;Pá;Ferramentas;52,00;verde;\n3;Foice;Ferramentas;38,00;;\n";
    let told = outcome(&world, request(file, true)).await;
    let fields: Vec<_> =
        told.report.changed_fields.iter().map(|one| (one.field.as_str(), one.count)).collect();
    assert_eq!(fields, [("attributes.cor", 1), ("notes", 1), ("price", 1)]);
    let [row] = &told.changes.updated[..] else { panic!("{:?}", told.changes.updated) };
    assert_eq!((row.row_number, row.name.as_str(), row.id), (2, "Enxada", Some(world.item("1").await.id)));
    let [colour, notes, price] = &row.changes[..] else { panic!("{:?}", row.changes) };
    assert_eq!(
        (colour.field.as_str(), &colour.from, &colour.to),
        ("attributes.cor", &json!("azul"), &json!("vermelha"))
    );
    assert_eq!(
        (notes.field.as_str(), &notes.from, &notes.to),
        ("notes", &json!("cabo curto"), &json!("cabo longo"))
    );
    assert_eq!((price.from.as_f64(), price.to.as_f64()), (Some(45.9), Some(47.9)));
    assert_eq!(
        (told.changes.unchanged[0].name.as_str(), told.changes.created[0].name.as_str()),
        ("Pá", "Foice")
    );
    let created: Vec<&str> = told.changes.created[0].changes.iter().map(|one| one.field.as_str()).collect();
    assert!(created.contains(&"price") && !created.contains(&"manufacturer"), "{created:?}");

    let done = outcome(&world, request(file, false)).await;
    assert_eq!((counts(&done.report), done.changes.updated.len()), ([1, 1, 1, 0], 0));
    world.close().await;
}

/// Records of which `shared` have the name of another one, by code.
fn named_alike(shared: u32) -> String {
    let row = |n: u32| {
        let name = if n < shared { format!("Glifosato {}", n / 5) } else { format!("Produto {n}") };
        format!("C-{n};{name};Herbicidas;{n},90\n")
    };
    format!("codigo;nome;categoria;preco\n{}", (0..20).map(row).collect::<String>())
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_records_of_the_file_share_are_said_with_an_example_and_counts() {
    let world = World::new().await;
    let report = preview(&world, &named_alike(10)).await;
    let told: Vec<_> = report.warnings.iter().map(|w| (w.code, w.names.join(","), w.count, w.of)).collect();
    assert_eq!(told, [(WarningCode::SharedNames, "Glifosato 0".to_owned(), Some(10), Some(20))]);
    assert_eq!(counts(&report), [20, 0, 0, 0], "they are records all the same");
    assert_eq!(preview(&world, &named_alike(4)).await.warnings, [], "a fifth of them");

    // Rows that are left out have no name.
    let subtotals: String =
        (0..9).map(|n| format!("C-{n};Produto {n};Pás;1,50\n;Subtotal;;9,00\n")).collect();
    let report = preview(&world, &format!("codigo;nome;categoria;preco\n{subtotals}")).await;
    assert_eq!((report.left_out, report.warnings), (9, vec![]));
    world.close().await;
}
