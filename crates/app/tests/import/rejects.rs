//! What is wrong, said so that it is not mended wrongly; and files of rejected rows, which are rejected
//! again until a person has mended them.

use crate::support::{World, counts};
use crate::workbook::{Workbook, row, text_cell};
use celeiro_app::import::{
    CellError, ImportReport, ImportRequest, MAX_REPORTED_ERRORS, RejectedRows, Rejects, RejectsFormat,
    import_with_outcome, read_overview,
};
use celeiro_domain::catalog::FieldErrorCode::{self, *};
use celeiro_domain::search::{Kind, Lang};
use std::io::Read as _;
use tokio_util::sync::CancellationToken;

type Rejection = (FieldErrorCode, String);

/// The report on a file, what is wrong in it, and its file of rejected rows.
async fn write_rejects(
    world: &World,
    bytes: impl Into<Vec<u8>>,
) -> (ImportReport, Vec<Rejection>, Vec<u8>, RejectsFormat) {
    let request = ImportRequest::of_bytes(Kind::Items, bytes.into(), "file", "test");
    let outcome =
        import_with_outcome(&world.store, request.clone(), |_| {}, &CancellationToken::new()).await.unwrap();
    let rejected = outcome.rejected_rows;
    let rows = RejectedRows { rejected, repeated: outcome.repeated_rows, ..RejectedRows::default() };
    let rejects = Rejects::open(&request, &rows, Lang::PtBr).await.unwrap();
    let format = rejects.format();
    let mut out = tempfile::NamedTempFile::new().unwrap();
    let size = rejects.write_to(out.reopen().unwrap()).await.unwrap();
    let mut file = Vec::new();
    out.read_to_end(&mut file).unwrap();
    assert_eq!(file.len() as u64, size);
    let what = outcome.report.errors.iter().map(|e| (e.code, e.value.clone())).collect();
    (outcome.report, what, file, format)
}

/// The file of rejected rows of `bytes` is rejected as `bytes` was, and changes nothing.
async fn are_rejected_again(bytes: impl Into<Vec<u8>>, kind: RejectsFormat, expected: &[FieldErrorCode]) {
    let world = World::new().await;
    let (first, what, file, format) = write_rejects(&world, bytes).await;
    assert_eq!(format, kind);
    assert_eq!(what.iter().map(|(code, _)| *code).collect::<Vec<_>>(), expected);
    let before = world.count().await;
    let (second, again, ..) = write_rejects(&world, file).await;
    // A record stands on one line there, whatever broke it.
    let on_one_line = |all: Vec<(FieldErrorCode, String)>| -> Vec<_> {
        all.into_iter().map(|(code, value)| (code, value.replace(['\n', '\t'], " "))).collect()
    };
    assert_eq!(on_one_line(again), on_one_line(what));
    assert_eq!((second.rejected, second.created, second.updated), (first.rejected, 0, 0), "{second:?}");
    assert_eq!(world.count().await, before);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_lines_of_json_stay_broken_and_good_ones_keep_their_digits() {
    let file = "{\"id\": 1, \"name\": \"Boa\"}\n{\"name\":\n[1, 2]\n{\"id\": 4, \"name\": \"Um\", \"price\": 1e999}\n\
                {\"id\": 5, \"name\": \"a\\ud800\"}\n{\"id\": 1, \"name\": \"Outra vez\"}\n";
    let codes = [BrokenJson, InvalidRow, InvalidPrice, HalfCharacter, DuplicateInFile];
    are_rejected_again(file, RejectsFormat::JsonLines, &codes).await;
    let array = "[{\"name\": \"a\nb\"},\n {\"id\": 2,\n  \"price\": -1,\n  \"name\": \"Dois\"}]";
    are_rejected_again(array, RejectsFormat::JsonLines, &[BrokenJson, InvalidPrice]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_bad_rows_some_are_listed_and_all_are_counted_and_written() {
    let world = World::new().await;
    let (bad, again) = (40_000, 3_000);
    let mut file = String::from("código;nome;preço\n");
    // The bad ones stand between two of the same id.
    file.extend((0..again).map(|n| format!("A-{n};Produto {n};1\n")));
    file.extend((0..bad).map(|n| format!("B-{n};Ruim {n};caro\n")));
    file.extend((0..again).map(|n| format!("A-{n};Produto {n};2\n")));
    let (report, what, written, _) = write_rejects(&world, file).await;
    assert_eq!(counts(&report), [again, 0, 0, bad + again]);
    assert_eq!((report.error_count, report.errors.len()), (bad + again, MAX_REPORTED_ERRORS));
    assert!(what.iter().all(|(code, _)| *code == InvalidPrice), "the first in the file are listed");
    assert_eq!(report.errors.last().map(|e| e.row), Some(1 + again + MAX_REPORTED_ERRORS as u32));
    // With the rows that others repeat, below the header.
    let lines = String::from_utf8(written).unwrap().lines().count() as u32;
    assert_eq!(lines, 1 + bad + 2 * again);

    let (report, what, ..) =
        write_rejects(&world, format!("código;nome\n{}", "Z-1;Um\n".repeat(5_000))).await;
    assert_eq!(
        (report.rejected, report.error_count, report.errors.len()),
        (4_999, 4_999, MAX_REPORTED_ERRORS)
    );
    assert!(what.iter().all(|(code, value)| *code == DuplicateInFile && value == "Z-1"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lines_of_a_file_of_rejected_rows_are_those_of_the_file() {
    let world = World::new().await;
    let (_, _, file, _) = write_rejects(&world, "{\"name\":\n{\"name\": \"Boa\"}\n").await;
    let text = String::from_utf8(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines, ["{\"Celeiro: linha\":1,\"Celeiro: motivo\":\"\"}", "{\"name\":"]);
    let mended = text.replace("{\"name\":", "{\"name\": \"Emendada\"}");
    assert_eq!(counts(&world.items(mended).await), [1, 0, 0, 0]);
    world.find_named("Emendada").await;
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_are_rejected_again_have_one_number_and_one_reason() {
    let world = World::new().await;
    let text = |file: Vec<u8>| String::from_utf8(file).unwrap();
    let file = "código;nome;preço\n1;Um;1\n2;Dois;caro\n3;Três\n4;\"Quatro;4\n";
    let (_, _, first, _) = write_rejects(&world, file).await;
    let (report, _, second, format) = write_rejects(&world, first.clone()).await;
    assert_eq!((report.rejected, format), (3, RejectsFormat::Csv));
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    let [first, second] = [first, second].map(text);
    assert_eq!(first.lines().next(), Some("\u{feff}Celeiro: linha;Celeiro: motivo;código;nome;preço"));
    assert_eq!(second.lines().next(), first.lines().next());
    // Behind the number of the row, which is that of the later file, all is as it was.
    let cells = |text: &str| -> Vec<String> {
        text.lines().skip(1).map(|line| line.split_once(';').unwrap().1.to_owned()).collect()
    };
    assert_eq!(cells(&second), cells(&first));
    // A line that a person has put there without a number stays whole.
    let (_, _, third, _) = write_rejects(&world, format!("{second}Cinco;5\n")).await;
    assert!(text(third).trim_end().ends_with(";;Cinco;5"));
    // A file of an earlier version has them twice.
    let twice = "Celeiro: linha;Celeiro: motivo;Celeiro: linha;Celeiro: motivo;código;nome;preço\n2;;2;;2;Dois;caro\n";
    let (report, _, file, _) = write_rejects(&world, twice).await;
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    assert_eq!(text(file).lines().nth(1), Some("2;;2;Dois;caro"));

    let rows = row(1, &["código", "nome", "preço"]) + &row(2, &["1", "Um", "caro"]);
    let book = Workbook::default().sheet("Produtos", &rows, "").bytes();
    let (_, what, first, _) = write_rejects(&world, book).await;
    let (report, again, second, format) = write_rejects(&world, first).await;
    assert_eq!((again, report.warnings.len(), format), (what, 0, RejectsFormat::Xlsx));
    let request = ImportRequest::of_bytes(Kind::Items, second, "file", "test");
    let head = &read_overview(&request).await.unwrap().head;
    assert_eq!(head[0].cells, ["Celeiro: linha", "Celeiro: motivo", "código", "nome", "preço"]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn formulas_without_a_value_stay_without_one() {
    let rows = [
        row(1, &["código", "nome"]),
        "<row r=\"2\"><c r=\"A2\"><v>1</v></c><c r=\"B2\"><f>1+1</f></c></row>".to_owned(),
        "<row r=\"3\"><c r=\"A3\"><v>2</v></c><c r=\"B3\" t=\"e\"><v>#N/A</v></c></row>".to_owned(),
        "<row r=\"4\"><c r=\"A4\"><v>3</v></c>".to_owned() + &text_cell("B4", "Boa") + "</row>",
    ];
    let book = Workbook::default().sheet("Produtos", &rows.concat(), "").bytes();
    are_rejected_again(book, RejectsFormat::Xlsx, &[UncomputedFormula, FailedFormula]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_a_csv_that_repeat_others_or_are_no_rows_are_refused_again() {
    let file = "id,name,price\n1,Um,1\n2,Dois,caro\n1,Um de novo,2\n3,Três\n4,\"Quatro,4\n";
    let world = World::new().await;
    let (first, what, file, _) = write_rejects(&world, file).await;
    let codes: Vec<_> = what.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, [InvalidPrice, DuplicateInFile, RaggedRow, OpenQuote]);
    let (second, again, ..) = write_rejects(&world, file).await;
    // A line with an open quote is one cell of a table now, and no row of it either.
    assert_eq!(again[..2], what[..2]);
    assert_eq!(counts(&second), [0, 0, 1, first.rejected], "{second:?}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_says_whether_its_value_is_all_that_stands_in_the_cell() {
    let world = World::new().await;
    let long = "n".repeat(600);
    let tag = "t".repeat(130);
    let big = "a".repeat(210_000);
    let file = format!(
        "{{\"id\": 1, \"name\": \"{long}\"}}\n{{\"id\": 2, \"name\": \"Dois\", \"tags\": [\"soja\", \"{tag}\"]}}\n\
         {{\"id\": 3, \"name\": \"Três\", \"teor\": \"{big}\"}}\n{{\"id\": 4, \"name\": \"Quatro\", \"price\": \"caro\"}}\n\
         {{\"name\": \"Café  Ótimo\"}}\n{{\"name\": \"cafe otimo\"}}\n{{\"id\": 7, \"name\": \"Sete\", \"tags\": [\"a\", {{}}]}}\n"
    );
    let report = world.items(file).await;
    let describe_error = |e: &CellError| (e.row, e.code, e.value_cut);
    assert_eq!(
        report.errors.iter().map(describe_error).collect::<Vec<_>>(),
        [
            (1, TooLong, true),
            (2, TooLong, true),
            (3, TooLong, true),
            (4, InvalidPrice, false),
            (6, DuplicateInFile, true),
            (7, NotText, true),
        ]
    );
    assert_eq!(report.errors[0].value.chars().count(), 120);
    world.close().await;
}
