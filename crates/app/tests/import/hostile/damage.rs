//! Damaged files (`make proofs` has hundreds over HTTP): each is read, refused or killed by its limits;
//! none hangs, none crashes us, none changes anything it should not.

use crate::support::World;
use crate::workbook::{Workbook, row, text_cell};
use celeiro_app::import::{ImportError, ImportRequest, ParserDeath};
use celeiro_domain::search::Kind;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A small generator of numbers, the same ones in every run (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }
}

/// Damaged copies of each source.
const DAMAGED_COPIES: usize = 15;

fn sources() -> Vec<Vec<u8>> {
    let rows = row(1, &["code", "name", "price"])
        + &row(2, &["1", "A", "2"])
        + "<row r=\"3\"><c r=\"B3\" t=\"s\"><v>0</v></c></row>";
    let merged = "<mergeCells count=\"1\"><mergeCell ref=\"A2:A3\"/></mergeCells>";
    vec![
        Workbook::default().string("shared").sheet("S", &rows, merged).bytes(),
        "código;nome;descrição;preço\n1;\"a \"\"b\"\"\nc\";é;1,5\n2;x;\"y\";2\n".into(),
        "[{\"name\": \"a\", \"tags\": [\"x\"]}, {\"name\": \"b\", \"price\": 1.5}]".into(),
        "{\"name\": \"a\", \"attributes\": {\"k\": [1, 2]}}\n{\"name\": \"b\", \"price\": 2}\n".into(),
    ]
}

/// Cuts, overwrites, doubles or inserts something.
fn damage_bytes(source: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = source.to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len());
        match numbers.below(5) {
            0 => bytes.truncate(at),
            1 if !bytes.is_empty() => bytes[at] = numbers.below(256) as u8,
            2 => {
                let end = (at + numbers.below(40)).min(bytes.len());
                bytes.drain(at.min(end)..end);
            }
            3 => {
                let piece = bytes[at..(at + numbers.below(200)).min(bytes.len())].to_vec();
                let to = numbers.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let odd: [&[u8]; 6] = [b"\"", b"\0", b"\xff\xfe", b"{[", b"99999999999999999999", b"\n"];
                let to = numbers.below(bytes.len());
                bytes.splice(to..to, odd[numbers.below(6)].iter().copied());
            }
        }
    }
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_files_never_do_harm() {
    let world = World::new().await;
    let mut numbers = Numbers(2026);
    let mut outcomes: BTreeMap<String, u32> = BTreeMap::new();
    for source in sources() {
        for _ in 0..DAMAGED_COPIES {
            let bytes = damage_bytes(&source, &mut numbers);
            let mut request = ImportRequest::of_bytes(Kind::Items, bytes, "damaged", "test");
            request.dry_run = true;
            let outcome = match world.run(request).await {
                Ok(_) => "read".to_owned(),
                Err(ImportError::Refused { file, .. }) if file == "damaged" => "refused".to_owned(),
                Err(ImportError::ParserDied { reason, file }) if file == "damaged" => format!("{reason:?}"),
                Err(other) => panic!("{other:?}"),
            };
            *outcomes.entry(outcome).or_default() += 1;
        }
    }
    println!("damaged files: {outcomes:?}");
    assert!(outcomes["read"] > 7 && outcomes["refused"] > 7, "{outcomes:?}");
    assert_eq!(world.count().await, 0);
    world.close().await;
}

/// A gigabyte of rows in a megabyte of zip, and a text that fills the memory.
#[tokio::test(flavor = "multi_thread")]
async fn bombs_are_stopped_by_their_limits() {
    let world = World::new().await;
    let text = text_cell("A2", &"x".repeat(900 << 20));
    let rows = format!("{}<row r=\"2\">{text}</row>", row(1, &["name"]));
    let bomb = Workbook::default().sheet("A", &rows, "").bytes();
    drop(rows);
    assert!(bomb.len() < 4 << 20, "{}", bomb.len());
    let died = world.import(Kind::Items, bomb).await;
    assert!(
        matches!(
            died,
            // On a busy machine the memory takes longer to fill than a reader may be silent.
            Err(ImportError::ParserDied {
                reason: ParserDeath::OutOfMemory(1024) | ParserDeath::Silent(_),
                ..
            })
        ),
        "{died:?}"
    );

    // Blank cells without end: no row, no memory, only time.
    let cells = "<row><c/><c/><c/><c/><c/><c/><c/><c/></row>".repeat(2_000_000);
    let bomb = Workbook::default().sheet("A", &(row(1, &["name"]) + &cells), "").bytes();
    drop(cells);
    let mut request = ImportRequest::of_bytes(Kind::Items, bomb, "bomb", "test");
    request.sandbox.cpu_seconds = 1;
    let begun = Instant::now();
    let died = world.run(request).await;
    assert!(
        matches!(died, Err(ImportError::ParserDied { reason: ParserDeath::OutOfTime(1), .. })),
        "{died:?}"
    );
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert_eq!(world.count().await, 0);
    world.close().await;
}
