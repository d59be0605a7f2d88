//! A generated catalog: Portuguese-like, words by Zipf's law, crops, purposes and pests where real
//! products have them, 60-word descriptions.

use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sqlx::PgConnection;
use std::fmt::Write as _;
use std::path::Path;

const CROPS: [&str; 12] = [
    "soja",
    "milho",
    "trigo",
    "café",
    "algodão",
    "feijão",
    "arroz",
    "citros",
    "uva",
    "tomate",
    "batata",
    "cana-de-açúcar",
];
const PURPOSES: [&str; 8] = [
    "fungicida",
    "herbicida",
    "inseticida",
    "acaricida",
    "nematicida",
    "fertilizante",
    "adjuvante",
    "inoculante",
];
const SYLLABLES: [&str; 24] = [
    "ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "xo", "zu", "ção", "lha",
    "nho", "pra", "cri", "dro", "flu", "gra", "tri",
];

/// The word of rank `rank`: two to four syllables, always the same.
fn word(rank: usize) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(rank as u64);
    (0..rng.random_range(2..=4)).map(|_| SYLLABLES[rng.random_range(0..SYLLABLES.len())]).collect()
}

/// A rank by Zipf's law over 30,000 words.
fn zipf(rng: &mut ChaCha8Rng) -> usize {
    (30_000f64.powf(rng.random::<f64>()) as usize).min(29_999)
}

/// Writes `items` rows of a CSV file.
pub fn write_csv(path: &Path, items: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut out = String::from("external_id;name;description;category;manufacturer;price;tags\n");
    for at in 0..items {
        let (crop, purpose) =
            (CROPS[rng.random_range(0..CROPS.len())], PURPOSES[rng.random_range(0..PURPOSES.len())]);
        let text: Vec<String> = (0..58).map(|_| word(zipf(&mut rng))).collect();
        let name =
            format!("{} {} {}", word(zipf(&mut rng)), word(20_000 + at % 10_000), rng.random_range(10..900));
        let maker = word(500 + rng.random_range(0..80));
        let price = f64::from(rng.random_range(500..900_000)) / 100.0;
        let _ = writeln!(
            out,
            "B{at};{name};{} {purpose} para {crop};{purpose};{maker};{price};{crop}|{purpose}",
            text.join(" ")
        );
    }
    std::fs::write(path, out).expect("a file");
}

/// Gives every item a file, so that each has a second passage.
pub async fn attach_files(db: &mut PgConnection) {
    sqlx::query(
        "INSERT INTO catalog_files (item_id, name, mime_type, size_bytes, sha256, text) \
         SELECT id, 'ficha.txt', 'text/plain', 100, sha256(id::text::bytea), description || ' ' || name FROM catalog_items",
    )
    .execute(&mut *db)
    .await
    .expect("files");
    sqlx::query("ANALYZE catalog_items").execute(db).await.expect("statistics");
}

/// Queries of one to four terms, as people ask: a purpose and a crop, words of all frequencies.
pub fn queries(count: usize) -> Vec<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    (0..count)
        .map(|at| {
            let crop = CROPS[rng.random_range(0..CROPS.len())];
            let purpose = PURPOSES[rng.random_range(0..PURPOSES.len())];
            let (a, b) = (word(zipf(&mut rng)), word(zipf(&mut rng)));
            match at % 5 {
                0 => format!("{purpose} para {crop}"),
                1 => format!("{purpose} contra {a} em {crop}"),
                2 => format!("{a} {b}"),
                3 => format!("tem {a} para {crop}?"),
                _ => format!("{} {}", word(20_000 + rng.random_range(0..10_000)), a),
            }
        })
        .collect()
}
