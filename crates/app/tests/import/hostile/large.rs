//! A file of ten thousand rows; `make bench` has one of a hundred thousand.

use crate::support::{World, counts};
use celeiro_app::import::{ImportProgress, ImportRequest};
use celeiro_domain::search::Kind;
use std::fmt::Write;
use std::sync::Mutex;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

const ROWS: u32 = 10_000;

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_rows() {
    let world = World::new().await;
    let mut file = String::from("external_id;nome;descrição;categoria;fabricante;preço;etiquetas;teor\n");
    let crops = ["soja", "milho", "trigo", "algodão", "café", "uva", "tomate"];
    for n in 0..ROWS {
        let crop = crops[n as usize % crops.len()];
        writeln!(
            file,
            "L-{n};Produto {n} para {crop};\"Indicado para a cultura de {crop}; lote {}, classe {}.\";Categoria {};Fabricante {};{},90;{crop}|lote {};{}",
            n / 7, n % 13, n % 40, n % 300, n % 1000, n % 500, n % 90
        )
        .unwrap();
    }
    let path = world.dir.path().join("large.csv");
    std::fs::write(&path, &file).unwrap();
    for expected in [[ROWS, 0, 0, 0], [0, 0, ROWS, 0]] {
        let begun = Instant::now();
        let phases = Mutex::new(Vec::new());
        let note = |progress: ImportProgress| {
            let mut phases = phases.lock().unwrap();
            if phases.last().is_none_or(|(phase, _)| *phase != progress.phase) {
                phases.push((progress.phase, begun.elapsed().as_millis()));
            }
        };
        let request = ImportRequest::of_path(Kind::Items, &path, "test");
        let report = world.run_with(request, note, &CancellationToken::new()).await.unwrap();
        println!(
            "{ROWS} rows ({} MB): {:.1} s; began at (ms): {:?}",
            file.len() / 1_000_000,
            begun.elapsed().as_secs_f32(),
            phases.lock().unwrap()
        );
        assert_eq!(counts(&report), expected);
    }
    world.close().await;
}
