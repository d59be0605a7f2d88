//! `celeiro import` and `celeiro export`.

use crate::setup::prepare_stock;
use crate::support::{celeiro, failure, fixture, json, lasting_folder, prepare_folder, run, stderr, stdout};
use serde_json::Value;
use std::path::PathBuf;

fn path(file: PathBuf) -> String {
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_dry_run_counts_and_leaves_everything_alone() {
    let folder = prepare_folder("dry");
    let file = path(fixture("items.csv"));
    let report = json(&folder, ["import", "items", &file, "--dry-run"]);
    assert_eq!((&report["created"], &report["dryRun"]), (&12.into(), &true.into()));
    assert_eq!(json(&folder, ["call", "list_items"])["total"], 0);
    let text = stdout(&run(&folder, ["import", "items", &file, "--dry-run"]));
    assert!(text.contains("Dry run") && text.contains("12"), "{text}");
}

/// Runs an import of which rows are rejected, and reads its report.
fn partly(folder: &std::path::Path, arguments: &[&str]) -> Value {
    let output = celeiro(folder).args(arguments).arg("--json").output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn bad_rows_are_named_and_good_ones_kept() {
    let folder = prepare_folder("faulty");
    let file = path(fixture("faulty.csv"));
    let report = partly(&folder, &["import", "items", &file]);
    assert_eq!((&report["created"], &report["rejected"]), (&2.into(), &4.into()), "{report}");
    let errors = report["errors"].as_array().unwrap();
    let found: Vec<(u64, &str, &str)> = errors
        .iter()
        .map(|e| (e["row"].as_u64().unwrap(), e["column"].as_str().unwrap(), e["code"].as_str().unwrap()))
        .collect();
    assert_eq!(
        found,
        [
            (3, "name", "required"),
            (4, "price", "invalid_price"),
            (5, "price", "invalid_price"),
            (6, "status", "invalid_status"),
        ]
    );
    assert_eq!(errors[2]["value"], "abc");
    assert!(errors[2]["message"].as_str().unwrap().starts_with("not a price"));
    let again = partly(&folder, &["import", "items", &file]);
    assert_eq!((&again["created"], &again["unchanged"]), (&0.into(), &2.into()), "nothing twice");
    let text = run(&folder, ["import", "items", &file]);
    assert_eq!(text.status.code(), Some(3), "a script can tell");
    assert!(stdout(&text).contains("row 5, column price: \"abc\""), "{}", stdout(&text));
    assert!(stderr(&text).contains("celeiro embed"), "{}", stderr(&text));
}

#[test]
fn a_file_that_cannot_be_used_is_refused_with_its_reason() {
    let folder = prepare_stock();
    let empty = lasting_folder().join("empty.csv");
    std::fs::write(&empty, "").unwrap();
    let image = lasting_folder().join("image.csv");
    std::fs::write(&image, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    for (file, code) in [
        (path(lasting_folder().join("absent.csv")), "file_unreadable"),
        (path(empty), "file_unreadable"),
        (path(image), "file_format_unknown"),
        (path(lasting_folder()), "file_unreadable"),
    ] {
        let error = failure(&folder, ["import", "items", &file], 1);
        assert_eq!(error["code"], code, "{error}");
        assert!(error["message"].as_str().unwrap().contains(&file), "{error}");
    }
    for (name, content) in
        [("list", "[]"), ("numbers", "[1,2]"), ("null", "null"), ("text", "\"x\""), ("object", "{}")]
    {
        let file = lasting_folder().join(format!("{name}.json"));
        std::fs::write(&file, content).unwrap();
        let error = failure(&folder, ["import", "items", &path(file)], 1);
        assert_eq!(error["code"], "file_unreadable", "{content}: {error}");
        assert!(error["message"].as_str().unwrap().contains("a list of objects"), "{content}: {error}");
    }
    let absent = path(lasting_folder().join("absent.csv"));
    let error = failure(&folder, ["import", "items", &absent, "--lang", "pt-BR"], 1);
    assert!(error["message"].as_str().unwrap().ends_with("não existe"), "{error}");
    let error = failure(&folder, ["import", "faqs", &path(fixture("items.csv"))], 1);
    assert!(error["message"].as_str().unwrap().contains("question"), "{error}");
    let foreign = lasting_folder().join("foreign.csv");
    std::fs::write(&foreign, "Ref,Denominacao\n1,Enxada\n").unwrap();
    let error = failure(&folder, ["import", "items", &path(foreign)], 1);
    assert!(error["message"].as_str().unwrap().contains("--map \"COLUMN=name\""), "{error}");
}

#[test]
fn a_value_with_quotes_is_printed_as_it_stands_in_the_file() {
    let folder = prepare_stock();
    let file = lasting_folder().join("quotes.csv");
    std::fs::write(&file, "name,price\nMangueira,\"1/2\"\" d'água\"\n").unwrap();
    let text = stdout(&run(&folder, ["import", "items", &path(file)]));
    assert!(text.contains("1/2\" d'água") && !text.contains('\\'), "{text}");
}

#[test]
fn an_export_is_an_import_that_changes_nothing() {
    let folder = prepare_stock();
    for (kind, file, rows) in [
        ("items", "out.csv", 12),
        ("items", "out.jsonl", 12),
        ("items", "out.XLSX", 12),
        ("faqs", "faqs.csv", 6),
        ("faqs", "faqs.xlsx", 6),
    ] {
        let file = path(lasting_folder().join(file));
        let done = run(&folder, ["export", kind, "--output", &file]);
        assert!(done.status.success(), "{}", stderr(&done));
        let report = json(&folder, ["import", kind, &file, "--dry-run"]);
        assert_eq!(report["unchanged"], rows, "{kind} {file}: {report}");
        assert_eq!(report["updated"], 0, "{report}");
    }
    let lines = stdout(&run(&folder, ["export", "faqs", "--format", "jsonl"]));
    assert_eq!(lines.lines().count(), 6);
    let workbook = std::fs::read(lasting_folder().join("out.XLSX")).unwrap();
    assert!(workbook.starts_with(b"PK"), "what is called a workbook is one");
}

#[test]
fn an_excel_of_brazil_gets_a_csv_of_its_own() {
    let folder = prepare_stock();
    let file = path(lasting_folder().join("brasil.csv"));
    for more in [["--dialect", "excel-br"], ["--lang", "pt-BR"]] {
        let mut arguments = vec!["export", "items", "--output", &file];
        arguments.extend(more);
        let done = run(&folder, arguments);
        assert!(done.status.success(), "{}", stderr(&done));
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("\u{feff}Código externo;Nome;"), "{text}");
        let report = json(&folder, ["import", "items", &file, "--dry-run"]);
        assert_eq!((&report["unchanged"], &report["updated"]), (&12.into(), &0.into()), "{report}");
    }
    let unknown = failure(&folder, ["export", "items", "--profile", "Ninguém", "--output", &file], 1);
    assert_eq!(unknown["code"], "invalid_fields");
}

#[test]
fn a_name_and_a_format_that_contradict_are_refused() {
    let folder = prepare_stock();
    for (file, more) in [("a.xlsx", Some("csv")), ("a.csv", Some("jsonl")), ("a.json", None), ("a.ods", None)]
    {
        let file = path(lasting_folder().join(file));
        let mut arguments = vec!["export", "items", "--output", &file];
        arguments.extend(more.into_iter().flat_map(|format| ["--format", format]));
        let error = failure(&folder, arguments, 2);
        assert!(error["message"].as_str().unwrap().contains(&file), "{error}");
        assert!(!PathBuf::from(&file).exists());
    }
    let file = path(lasting_folder().join("told.xlsx"));
    let told = json(&folder, ["export", "faqs", "--output", &file]);
    assert_eq!(told, serde_json::json!({"kind": "faqs", "format": "xlsx", "file": file, "written": 6}));
    let lines = run(&folder, ["export", "faqs", "--json"]);
    assert_eq!(stdout(&lines).lines().filter(|line| line.starts_with('{')).count(), 6);
}

#[test]
fn what_does_not_take_the_file_is_named() {
    let folder = prepare_stock();
    let missing = path(lasting_folder().join("no/such/folder/x.csv"));
    let error = failure(&folder, ["export", "items", "--output", &missing], 1);
    assert_eq!(error["code"], "file_unwritable");
    let message = error["message"].as_str().unwrap();
    let own = missing.matches(".tmp").count();
    assert!(message.contains(&missing) && message.matches(".tmp").count() == own, "{message}");
    assert_eq!(failure(&folder, ["export", "items", "--output", "/dev/full"], 1)["code"], "disk_full");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = celeiro(&folder).args(["export", "items"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("[disk_full]"), "{}", stderr(&output));
}

#[test]
fn a_column_can_be_named_and_a_decimal_sign_said() {
    let folder = prepare_folder("mapped");
    let file = lasting_folder().join("fornecedor.csv");
    std::fs::write(&file, "Ref;Denominação;Vlr. Unit\n7;Enxada;1.250\n").unwrap();
    let file = path(file);
    let map = ["--map", "Ref=external_id", "--map", "denominacao=name", "--map", "Vlr. Unit=price"];
    let arguments = |more: &[&'static str]| {
        let all: Vec<String> = ["import", "items", &file].into_iter().chain(map).map(str::to_owned).collect();
        all.into_iter().chain(more.iter().map(|m| (*m).to_owned())).collect::<Vec<_>>()
    };
    let output = celeiro(&folder).args(arguments(&[])).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("--decimal"), "{}", stdout(&output));
    json(&folder, arguments(&["--decimal", "comma"]));
    let items = json(&folder, ["call", "list_items"]);
    assert_eq!(items["rows"][0]["price"], 1250.0, "{items}");
    for wrong in ["Ref", "Ref=nome", "=price", "Ref=question", "Ref=price"] {
        let mut all = arguments(&[]);
        all.extend(["--map".to_owned(), wrong.to_owned()]);
        assert_eq!(failure(&folder, all, 2)["code"], "invalid_request", "{wrong}");
    }
}

#[test]
fn a_dry_run_says_what_is_odd_and_from_what_to_what_and_values_are_merged() {
    let folder = prepare_folder("odd");
    let file = lasting_folder().join("lista.csv");
    let list = |category: &str, price: &str| {
        let rows = format!("A-1;Enxada;{category};{price}\nA-2;Foice;Ferramentas;38,00\n");
        format!("codigo;nome;categoria;preco\n{rows};TOTAL GERAL;;999.999,99\n")
    };
    std::fs::write(&file, list("Ferramentas", "45,90")).unwrap();
    let file = path(file);
    let report = json(&folder, ["import", "items", &file]);
    assert_eq!((&report["created"], &report["leftOut"]), (&2.into(), &1.into()), "{report}");
    assert_eq!(report["doubts"][0]["doubt"], "total");

    std::fs::write(&file, list("FERRAMENTA", "47,90")).unwrap();
    let text = stdout(&run(&folder, ["import", "items", &file, "--dry-run"]));
    for said in
        ["row 4: \"TOTAL GERAL\"", "\"FERRAMENTA\" (rows: 1) looks like \"Ferramentas\"", "price: 45.9"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
    let merged = ["import", "items", &file, "--merge", "category:FERRAMENTA=Ferramentas"];
    let report = json(&folder, merged.into_iter().chain(["--leave-out", "none"]));
    assert_eq!((&report["created"], &report["updated"]), (&1.into(), &1.into()), "{report}");
    let items = json(&folder, ["call", "list_items"]);
    let rows = items["rows"].as_array().unwrap();
    assert!(rows.iter().all(|item| item["category"] != "FERRAMENTA"), "{items}");
    let wrong = ["import", "items", &file, "--merge", "price:1=2"];
    assert_eq!(failure(&folder, wrong, 2)["code"], "invalid_request");
}

#[test]
fn a_file_is_read_and_another_written_by_profiles_that_are_called_by_name() {
    let folder = prepare_folder("profiles-of-files");
    let profile = r#"{"kind":"items","name":"Agro Sul","content":{"columns":[
        {"column":"Artigo","target":"externalId"},{"column":"Denominacao","target":"name"},
        {"column":"Custo","target":"price"}],"priceRule":{"factor":1.35,"cents":90}}}"#;
    json(&folder, ["call", "save_import_profile", profile]);
    let list = path(lasting_folder().join("agro-sul.csv"));
    std::fs::write(&list, "Artigo;Denominacao;Custo\nA-1;Enxada;10,00\n").unwrap();
    let report = json(&folder, ["import", "items", &list, "--profile", "AGRO SUL"]);
    assert_eq!(report["created"], 1, "{report}");
    assert_eq!(
        json(&folder, ["call", "list_items"])["rows"][0]["price"],
        13.9,
        "the cost, raised by the rule"
    );
    let unknown = failure(&folder, ["import", "items", &list, "--profile", "Agro Norte"], 1);
    assert_eq!(
        (&unknown["code"], &unknown["details"]["fields"][0]["allowed"]),
        (&"invalid_fields".into(), &"Agro Sul".into())
    );

    let partner =
        r#"{"kind":"items","name":"Parceiro","content":{"dialect":"excel_br","columns":["price","name"]}}"#;
    json(&folder, ["call", "save_export_profile", partner]);
    let file = path(lasting_folder().join("parceiro.csv"));
    let done = run(&folder, ["export", "items", "--profile", "parceiro", "--output", &file]);
    assert!(done.status.success(), "{}", stderr(&done));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "\u{feff}Código externo;Fabricante;Preço;Moeda;Nome\nA-1;;13,9;BRL;Enxada\n");
}
