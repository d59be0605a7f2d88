//! Price lists as suppliers write them: headers of several rows, words in place of prices, columns that are empty.

use crate::layouts::{both, names, warnings};
use crate::support::{World, cells, counts};
use crate::workbook::{Workbook, row, text_cell};
use celeiro_app::import::{ImportReport, ImportRequest, UnfilledColumn, WarningCode, read_overview};
use celeiro_domain::catalog::{FieldErrorCode::*, RecordField};
use celeiro_domain::import::RowDoubt;
use celeiro_domain::search::Kind;

fn request(bytes: impl Into<Vec<u8>>) -> ImportRequest {
    ImportRequest::of_bytes(Kind::Items, bytes.into(), "lista", "test")
}

async fn preview(world: &World, bytes: impl Into<Vec<u8>>) -> ImportReport {
    let mut dry = request(bytes);
    dry.dry_run = true;
    world.run(dry).await.unwrap()
}

/// What the columns of a list are called, which of them is the price, and that its two products come with it.
async fn check_list(world: &World, file: Vec<u8>, expected: &[&str], price: &str) {
    let seen = read_overview(&request(file.clone())).await.unwrap();
    assert_eq!(names(&seen), expected);
    let column = seen.columns.iter().find(|column| column.field == Some(RecordField::Price));
    assert_eq!(column.map(|column| column.name.as_str()), Some(price));
    let report = preview(world, file.clone()).await;
    assert_eq!((report.rejected, report.left_out), (0, 0), "{expected:?}: {:?}", report.errors);
    world.items(file).await;
    for (code, price) in [("V-1", "10.5"), ("V-2", "20.5")] {
        let item = world.item(code).await;
        assert_eq!(item.price.map(|price| price.to_string()).as_deref(), Some(price), "{expected:?}");
        assert!(item.attributes.keys().all(|name| !name.starts_with("column_")), "{:?}", item.attributes);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_merged_over_two_rows_of_a_header_are_read_with_the_row_below() {
    let world = World::new().await;
    for (below, price, other) in [
        ("À vista;30/60/90", "Preço / À vista", "Preço / 30/60/90"),
        ("7-28;30/60/90", "Preço / 7-28", "Preço / 30/60/90"),
    ] {
        let below = format!(";;{below};");
        let lines = [
            "TABELA;;;;",
            ";;;;",
            "Código;Produto;Preço;;Fornecedor",
            &below,
            "V-1;Enxada;10,50;12,50;Alfa",
            "V-2;Pá;20,50;22,50;Alfa",
        ];
        let expected = ["Código", "Produto", price, other, "Fornecedor"];
        for file in both(&lines, &["A3:A4", "B3:B4", "C3:D3", "E3:E4"]) {
            check_list(&world, file, &expected, price).await;
        }
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_below_a_band_are_prices_whatever_their_own_names() {
    let world = World::new().await;
    let lines = [
        "Código;Produto;Preço;;Fornecedor",
        ";;balcão;atacado;",
        "V-1;Enxada;10,50;12,50;Alfa",
        "V-2;Pá;20,50;22,50;Alfa",
    ];
    let expected = ["Código", "Produto", "Preço / balcão", "Preço / atacado", "Fornecedor"];
    for file in both(&lines, &["A1:A2", "B1:B2", "C1:D1", "E1:E2"]) {
        check_list(&world, file, &expected, "Preço / balcão").await;
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_by_the_day_or_the_month_of_payment_are_prices() {
    let world = World::new().await;
    let data = ["V-1;Enxada;5 L;10,50;12,50", "V-2;Pá;5 L;20,50;22,50"];
    for (first, second) in [("30/11/2026", "30/03/2027"), ("Nov/26", "Mar/27"), ("2026-11-30", "2027-03-30")]
    {
        let header = format!("Código;Produto;Emb.;{first};{second}");
        let expected = ["Código", "Produto", "Emb.", first, second];
        for above in ["TABELA SAFRA;;;;", ";;;Pagamento;"] {
            for file in both(&[&[above, &header][..], &data].concat(), &[]) {
                check_list(&world, file, &expected, first).await;
            }
        }
        for file in
            both(&["TABELA SAFRA;;;;", ";;;Pagamento;", &header, data[0], data[1]], &["A1:E1", "D2:E2"])
        {
            check_list(&world, file, &expected, first).await;
        }
    }
    world.close().await;
}

/// Cells of dates, as Excel has them: days since 1900.
#[tokio::test(flavor = "multi_thread")]
async fn a_day_in_the_header_of_a_sheet_is_read_as_a_day() {
    let world = World::new().await;
    let day = |place: &str, days: u32| format!("<c r=\"{place}\" s=\"1\"><v>{days}</v></c>");
    let header = [text_cell("A1", "Código"), text_cell("B1", "Produto")].concat()
        + &day("C1", 46_356)
        + &day("D1", 46_476);
    let product = |n: u32, code: &str, price: &str| {
        let names =
            text_cell(&format!("A{n}"), code) + &text_cell(&format!("B{n}"), &format!("Enxada {code}"));
        format!("<row r=\"{n}\">{names}<c r=\"C{n}\"><v>{price}</v></c><c r=\"D{n}\"><v>99</v></c></row>")
    };
    let rows =
        format!("<row r=\"1\">{header}</row>") + &product(2, "V-1", "10.5") + &product(3, "V-2", "20.5");
    let file = Workbook::default().sheet("Lista", &rows, "").bytes();
    check_list(&world, file, &["Código", "Produto", "2026-11-30", "2027-03-30"], "2026-11-30").await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn amounts_by_dates_that_are_hardly_the_price_are_remarked_on() {
    let world = World::new().await;
    for (lines, unused) in [
        (
            vec![";;Estoque;", "Código;Produto;Nov/26;Dez/26", "1;Enxada;10;11", "2;Pá;20;22"],
            vec!["Dez/26", "Nov/26"],
        ),
        (
            vec!["Código;Produto;Preço Lista;Nov/26", "1;Enxada;10,50;11", "2;Pá;20;22"],
            vec!["Nov/26", "Preço Lista"],
        ),
        (vec!["Código;Produto;Unitário", "1;Enxada;R$ 10,50", "2;Pá;R$ 20,00"], vec!["Unitário"]),
    ] {
        let report = preview(&world, lines.join("\n")).await;
        assert_eq!(counts(&report), [2, 0, 0, 0], "{lines:?}: {:?}", report.errors);
        assert_eq!(find_warning(&report, WarningCode::UnusedPrices), Some((None, unused)), "{lines:?}");
    }
    for names in [
        "De;Por",
        "Normal;Oferta",
        "Tabela 1;Tabela 2",
        "Varejo;Atacado",
        "Balcão;Cooperado",
        "De (R$);Por (R$)",
    ] {
        let report =
            preview(&world, format!("Código;Produto;{names}\n1;Enxada;129,90;119,90\n2;Pá;89;79,50\n")).await;
        let mut unused: Vec<&str> = names.split(';').collect();
        unused.sort_unstable();
        assert_eq!(find_warning(&report, WarningCode::UnusedPrices), Some((None, unused)));
    }
    let words = preview(&world, "Código;Produto;Oferta;Tabela 1\n1;Enxada;sim;A\n2;Pá;não;B\n").await;
    assert_eq!(find_warning(&words, WarningCode::UnusedPrices), None);
    // What stands below these dates is no price.
    let other = preview(&world, "Código;Produto;Nov/26;Dez/26\n1;Enxada;sim;não\n2;Pá;não;sim\n").await;
    assert_eq!(find_warning(&other, WarningCode::UnusedPrices), None);
    // A person may say that they are no prices.
    let mut said = request("Código;Produto;Nov/26;Dez/26\n1;Enxada;10,50;11\n");
    let attribute = |name: &str| (name.to_owned(), UnfilledColumn::Attribute);
    (said.dry_run, said.unfilled) = (true, vec![attribute("Nov/26"), attribute("Dez/26")]);
    let report = world.run(said).await.unwrap();
    assert_eq!(find_warning(&report, WarningCode::UnusedPrices), Some((None, vec!["Dez/26", "Nov/26"])));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_words_and_units_below_a_header_belong_to_it() {
    let world = World::new().await;
    let twice = "Código;Produto;Embalagem;Preço;Preço";
    let paid = ["Código", "Produto", "Embalagem", "Preço / à vista", "Preço / a prazo"];
    let lists: [(&[&str], [&str; 5], &str); 4] = [
        (
            &[twice, ";;(L/kg);à vista;a prazo", ";;;R$;R$"],
            ["Código", "Produto", "Embalagem (L/kg)", paid[3], paid[4]],
            paid[3],
        ),
        (
            &[twice, "interno;comercial;;à vista;a prazo"],
            ["Código (interno)", "Produto (comercial)", paid[2], paid[3], paid[4]],
            paid[3],
        ),
        (&[twice, ";;;;promoção"], [paid[0], paid[1], paid[2], "Preço", "Preço / promoção"], "Preço"),
        (
            &["Código;Produto;Peso;Preço;Estoque", ";;kg;R$/sc;sc"],
            ["Código", "Produto", "Peso (kg)", "Preço (R$/sc)", "Estoque (sc)"],
            "Preço (R$/sc)",
        ),
    ];
    for (header, expected, price) in lists {
        let price_at = expected.iter().position(|name| *name == price).unwrap();
        let data = [("V-1", "10,50"), ("V-2", "20,50")].map(|(code, amount)| {
            let mut line = [code, "Enxada", "5", "12,50", "13,50"];
            let name = format!("Enxada {code}");
            line[1] = &name;
            line[price_at] = amount;
            line.join(";")
        });
        // A list that is printed page by page has all of its header again.
        let again = header.iter().copied();
        let lines: Vec<&str> = ["LISTA;;;;"]
            .into_iter()
            .chain(again.clone())
            .chain([data[0].as_str()])
            .chain(again.skip(1))
            .chain([data[1].as_str()])
            .collect();
        for file in both(&lines, &[]) {
            check_list(&world, file, &expected, price).await;
        }
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_product_is_no_row_of_the_header() {
    let world = World::new().await;
    let last = "Z-9;Foice;1;10,00;11,00";
    for (at, first) in [
        "P-1;Enxada;;;",
        "P-2;G;;;",
        "P-3;kg;un;12,00;",
        ";Pá;;10,00;11,00",
        "interno;Pá comum;;10,00;11,00",
        "P-6;Comercial;;sob consulta;-",
        ";Comercial;;;",
        "P-8;à vista;;10,00;",
        "P-9;Promoção;a;12,00;b",
    ]
    .into_iter()
    .enumerate()
    {
        let lines = ["Código;Produto;Embalagem;Preço;Preço", first, last];
        for file in both(&lines, &[]) {
            let report = preview(&world, file).await;
            assert_eq!(
                (counts(&report), report.left_out),
                ([2, 0, 0, 0], 0),
                "{at} {first}: {:?}",
                report.errors
            );
        }
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_table_of_other_products_is_refused_for_that() {
    let world = World::new().await;
    let lines = [
        "Defensivos;;;",
        "Código;Produto;Preço;",
        "D-1;Glifosato;10,50;",
        ";;;",
        "SEMENTES;;;",
        "Código;Cultivar;Ciclo;Preço saca",
        "S-1;Soja RR;Precoce;300,00",
        "S-2;Soja IPRO;Tardio;310,00",
    ];
    let [book, csv] = both(&lines, &[]);
    let narrow =
        lines[..5].iter().filter_map(|line| line.strip_suffix(';')).chain(lines[5..].iter().copied());
    let ragged = narrow.collect::<Vec<_>>().join("\n").into_bytes();
    for file in [book, csv, ragged] {
        let report = preview(&world, file.clone()).await;
        assert_eq!((counts(&report), report.left_out), ([1, 0, 0, 3], 1), "{:?}", report.errors);
        let expected = [(6, "", OtherTable), (7, "", OtherTable), (8, "", OtherTable)];
        assert_eq!(cells(&report), expected);
        assert!(warnings(&report).contains(&(WarningCode::OtherTables, vec!["6–8".to_owned()])));
        // As the reason says: its row is chosen as the header.
        let mut said = request(file);
        (said.dry_run, said.header_row) = (true, Some(6));
        said.map = vec![("Cultivar".to_owned(), RecordField::Name)];
        assert_eq!(counts(&world.run(said).await.unwrap()), [2, 0, 0, 0]);
    }
    world.close().await;
}

/// The count and the names of a warning; `None` where it was not given.
fn find_warning(report: &ImportReport, code: WarningCode) -> Option<(Option<u32>, Vec<&str>)> {
    let found = report.warnings.iter().find(|warning| warning.code == code)?;
    Some((found.count, found.names.iter().map(String::as_str).collect()))
}

#[tokio::test(flavor = "multi_thread")]
async fn words_in_place_of_a_price_are_no_price_and_are_counted() {
    let world = World::new().await;
    let lines = [
        "Código;Produto;Preço",
        "K-1;Enxada;10,50",
        "K-2;Pá;sob consulta",
        "K-3;Foice;-",
        "K-4;Balde;CONSULTE",
        "K-5;Corda;n/d",
        "K-6;Lona;—",
        "K-7;Rede;a combinar",
        "K-8;Saco;",
        "Total;;-",
    ];
    for file in both(&lines, &[]) {
        let report = preview(&world, file.clone()).await;
        assert_eq!((counts(&report)[3], cells(&report)), (1, vec![(8, "Preço", InvalidPrice)]));
        let words = vec!["-", "CONSULTE", "n/d", "sob consulta", "—"];
        assert_eq!(find_warning(&report, WarningCode::PricesOnRequest), Some((Some(5), words)));
        assert_eq!(find_warning(&report, WarningCode::ErasedPrices), None, "nothing had a price");
        world.items(file).await;
        assert_eq!(world.item("K-2").await.price, None);
        assert_eq!(world.item("K-1").await.price.unwrap().to_string(), "10.5");
    }
    let priced = preview(&world, "Código;Produto;Preço\nK-1;Enxada;10,50\nK-8;Saco;\n").await;
    assert_eq!(find_warning(&priced, WarningCode::PricesOnRequest), None);
    // Words alone make no column one of prices, where another has them.
    let other = preview(&world, "Código;Produto;Preço;Preço 2\nK-1;Enxada;-;10,50\nK-2;Pá;-;11,50\n").await;
    assert_eq!(find_warning(&other, WarningCode::UnusedPrices), Some((None, vec!["Preço 2"])));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_that_an_import_would_erase_are_counted() {
    let world = World::new().await;
    world.items("Código;Produto;Preço\nA-1;Ureia;10,00\nA-2;Cal;20,00\nA-3;Gesso;30,00\nA-4;Areia;\n").await;
    let find_erased_prices = async |file: &str| {
        let report = preview(&world, file).await;
        find_warning(&report, WarningCode::ErasedPrices)
            .map(|(count, names)| (count.unwrap_or_default(), names.join(" ")))
    };
    let preco = || Some((2, "Preço".to_owned()));
    let empty =
        "Código;Produto;Preço\nA-1;Ureia;\nA-2;Cal;sob consulta\nA-3;Gesso;30,00\nA-4;Areia;\nA-5;Pó;\n";
    assert_eq!(find_erased_prices(empty).await, preco());
    assert_eq!(find_erased_prices("Código;Preço\nA-1;\nA-3;\n").await, preco());
    for other in
        ["Código;Produto;Marca\nA-1;Ureia;Alfa\n", "Código;Preço\nA-1;12,00\n", "Código;Preço\nA-4;\n"]
    {
        assert_eq!(find_erased_prices(other).await, None, "{other}");
    }
    // A row that is left out takes no price away.
    let mut said = request(empty);
    (said.dry_run, said.leave_out.rows) = (true, vec![2, 3]);
    assert_eq!(find_warning(&world.run(said).await.unwrap(), WarningCode::ErasedPrices), None);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_without_a_column_of_names_says_so_where_codes_are_unknown() {
    let world = World::new().await;
    let file = "Código;Descrição;Embalagem\nB-1;Mancozebe;20 kg\nB-2;Enxofre;25 kg\n";
    let report = preview(&world, file).await;
    let description = vec!["Descrição"];
    assert_eq!(
        (counts(&report), find_warning(&report, WarningCode::NoNames)),
        ([0, 0, 0, 2], Some((Some(2), description)))
    );
    let prices = preview(&world, "Código;Preço\nB-1;50,50\n").await;
    assert_eq!(find_warning(&prices, WarningCode::NoNames), Some((Some(1), vec![])));

    let mut said = request(file);
    said.map = vec![("Descrição".to_owned(), RecordField::Name)];
    let report = world.run(said).await.unwrap();
    assert_eq!((counts(&report), find_warning(&report, WarningCode::NoNames)), ([2, 0, 0, 0], None));
    let list = preview(&world, "Código;Descrição;Preço\nB-1;Mancozebe;50,50\nB-3;Cobre;60,50\n").await;
    assert_eq!(
        (counts(&list), find_warning(&list, WarningCode::NoNames)),
        ([1, 1, 0, 0], None),
        "in a list of prices the description is the name"
    );
    let known = preview(&world, "Código;Preço\nB-1;51,50\n").await;
    assert_eq!((counts(&known), find_warning(&known, WarningCode::NoNames)), ([0, 1, 0, 0], None));
    let faqs = world.import(Kind::Faqs, "codigo;resposta\nq1;Sim.\n").await.unwrap();
    assert_eq!((faqs.rejected, find_warning(&faqs, WarningCode::NoNames)), (1, None));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_of_suppliers_are_read_without_a_word() {
    let world = World::new().await;
    let lines = [
        "AGRO SUL;;;;",
        "Cód.;Descrição do Produto;Emb.;Marca/Fabr.;Vlr. Unit. (R$)",
        "HERBICIDAS;;;;",
        "V-1;Enxada larga;1 L;Alfa;10,50",
        "V-2;Pá de bico;5 L;Alfa;20,50 *",
        ";Subtotal Herbicidas (2 itens);;;31,00",
        "TABELA DE PREÇOS 2026;;;;",
        "V-3;Rastelo;5 L;Alfa;R$ 30,50 (1)",
        "FUNGICIDAS;;;;",
        "V-4;Foice;1 kg;Beta;sob consulta",
        "* preço à vista;;;;",
        "Frete CIF para pedidos acima de R$ 20.000,00;;;;",
    ];
    for file in both(&lines, &["A3:E3", "A7:E7", "A9:E9"]) {
        let report = preview(&world, file.clone()).await;
        assert_eq!((report.rejected, report.left_out), (0, 6), "{:?} {:?}", report.errors, report.doubts);
        let remarks = report.doubts.iter().find(|found| found.doubt == RowDoubt::Footnote).unwrap();
        assert_eq!(remarks.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [11, 12]);
        world.items(file).await;
        for (code, category, price) in [
            ("V-1", "HERBICIDAS", Some("10.5")),
            ("V-2", "HERBICIDAS", Some("20.5")),
            ("V-3", "HERBICIDAS", Some("30.5")),
            ("V-4", "FUNGICIDAS", None),
        ] {
            let item = world.item(code).await;
            let told = item.price.map(|price| price.to_string());
            assert_eq!((item.category.as_deref(), told.as_deref()), (Some(category), price), "{code}");
        }
    }
    check_tables_beside(&world).await;
    check_sheets_of_one_list(&world).await;
    check_codes_without_digits(&world).await;
    world.close().await;
}

/// Tables beside each other, with other names of columns, are read one below the other.
async fn check_tables_beside(world: &World) {
    let lines = [
        "ADUBOS;;;;SEMENTES;",
        "Cód.;Produto;Preço;;Descrição;R$",
        "W-1;Ureia;10,50;;Milho;R$ 9,50",
        "W-2;Cal;11,50;;Soja;R$ 8,50",
        "W-3;Gesso;12,50;;;",
    ];
    let [file, _] = both(&lines, &[]);
    let report = preview(world, file.clone()).await;
    assert_eq!(warnings(&report), [(WarningCode::JoinedTables, vec!["E".to_owned()])]);
    assert_eq!(counts(&world.items(file).await), [5, 0, 0, 0]);
    let (adubo, seed) = (world.item("W-2").await, world.find_named("Soja").await);
    assert_eq!((adubo.category.as_deref(), seed.category.as_deref()), (Some("ADUBOS"), Some("SEMENTES")));
    assert_eq!(seed.price.map(|price| price.to_string()).as_deref(), Some("8.5"));
}

/// Sheets with one header are one list, and their names the categories; one with the same products is another.
async fn check_sheets_of_one_list(world: &World) {
    let rows = |lines: &[&str]| -> String {
        (1..).zip(lines).map(|(n, line)| row(n, &line.split(';').collect::<Vec<_>>())).collect()
    };
    let header = "Código;Produto;Preço";
    let book = Workbook::default()
        .sheet("Herbicidas", &rows(&[header, "X-1;Glifosato;10,50", "X-2;Atrazina;11,50"]), "")
        .sheet("Adjuvantes", &rows(&[header, "X-3;Óleo mineral;9,50"]), "")
        .sheet("Tabela antiga", &rows(&[header, "X-1;Glifosato;1,50"]), "");
    let file = book.bytes();
    let report = preview(world, file.clone()).await;
    assert_eq!(
        warnings(&report),
        [
            (WarningCode::JoinedTables, vec!["Adjuvantes".to_owned()]),
            (WarningCode::UnreadSheets, vec!["Tabela antiga (1)".to_owned()]),
        ]
    );
    let mut one = request(file.clone());
    (one.sheet, one.one_sheet, one.dry_run) = (Some("Herbicidas".to_owned()), true, true);
    assert_eq!(counts(&world.run(one).await.unwrap()), [2, 0, 0, 0], "a person wants no other sheet");
    assert_eq!(counts(&world.items(file).await), [3, 0, 0, 0]);
    let (first, second) = (world.item("X-1").await, world.item("X-3").await);
    assert_eq!(
        (first.category.as_deref(), second.category.as_deref()),
        (Some("Herbicidas"), Some("Adjuvantes"))
    );
}

#[tokio::test]
async fn a_row_of_a_further_table_is_called_as_it_stands_in_the_file() {
    let world = World::new().await;
    let sheet = |codes: &[String]| -> String {
        let lines = codes.iter().map(|code| [code.as_str(), "Foice", "10,50"]);
        let all = std::iter::once(["Código", "Produto", "Preço"]).chain(lines);
        (1..).zip(all).map(|(number, cells)| row(number, &cells)).collect()
    };
    let own: Vec<String> = (0..12).map(|at| format!("H-{at}")).collect();
    let mut others: Vec<String> = (0..12).map(|at| format!("J-{at}")).collect();
    others[4] = "H-7".into();
    others[6] = "J-2".into();
    let book =
        Workbook::default().sheet("Herbicidas", &sheet(&own), "").sheet("Adjuvantes", &sheet(&others), "");
    let report = world.items(book.bytes()).await;
    let places: Vec<(String, Option<&str>)> = report
        .errors
        .iter()
        .map(|error| (report.file.name_row(error.row), error.allowed.as_deref()))
        .collect();
    let (first, second) = ("6 (Adjuvantes)".to_owned(), "8 (Adjuvantes)".to_owned());
    assert_eq!(places, [(first, Some("= 9 (Herbicidas)")), (second, Some("= 4 (Adjuvantes)"))]);
    world.close().await;
}

/// A bar code whose digits a spreadsheet has rounded away is left empty and said.
async fn check_codes_without_digits(world: &World) {
    let file = "Código;Produto;Cód. Barras;Preço\nY-1;Luva;7,89E+12;1,50\nY-2;Bota;7891950619014;2,50\n";
    let report = world.items(file).await;
    assert_eq!(warnings(&report), [(WarningCode::LostDigits, vec!["Cód. Barras".to_owned()])]);
    assert!(!world.item("Y-1").await.attributes.contains_key("Cód. Barras"));
    assert_eq!(world.item("Y-2").await.attributes["Cód. Barras"], "7891950619014");
}
