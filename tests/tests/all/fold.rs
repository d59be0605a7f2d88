//! The database folds text as Rust does: `normalize_text` of the schema and of crate `domain`.

use crate::support::World;
use celeiro_domain::text::normalize_text;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use sqlx::Row as _;

/// Code points in one row: each is folded beside a sign that folds to itself, so that many can share
/// one call of the function.
const IN_ONE_ROW: i32 = 512;
const RANDOM_STRINGS: usize = 4_000;

#[tokio::test]
async fn both_sides_fold_alike() {
    let world = World::new().await;
    let assigned = every_code_point(&world).await;
    random_strings(&world, &assigned).await;
    world.close().await;
}

#[tokio::test]
async fn an_edit_of_one_field_leaves_what_a_new_record_with_the_same_fields_has() {
    const EDITS: [&str; 18] = [
        "name = E'Calcário\nDOLOMÍTICO'",
        "description = 'Ação rápida; 2,4-D'",
        "description = NULL",
        "category = 'Corretivo'",
        "category = NULL, manufacturer = 'São João'",
        "manufacturer = ''",
        "tags = ARRAY['Café', 'açaí']",
        "tags = '{}'",
        "attributes = '{\"formulação\": \"Pó molhável\", \"orgânico\": true}'",
        "status = 'rascunho'",
        "status = 'ativo', name = 'Ureia', tags = ARRAY['Milho']",
        "notes = E'Só vender com RECEITA;\nmínimo 5 cx'",
        "notes = '', category = 'Adubo'",
        "notes = 'Estoque baixo', description = 'Para SOJA'",
        "packages = '[{\"label\": \"Saco 25 KG\", \"code\": \"A-1\", \"ean\": \"7891000315507\", \"price\": 3}, 7, {}]'",
        "packages = '[]', attributes = '{\"cor\": \"azul\", \"lote\": \"L-7\", \"dose\": \"3 L/ha\"}'",
        "strong_text = 'strong'",
        "search_text = 'something else', attribute_text = 'else', strong_text = '', note_text = 'other', length_key = 7, search_words = 'other'",
    ];
    let world = World::new().await;
    sqlx::query(
        "INSERT INTO catalog_fields (id, key, content, updated_by) \
         SELECT gen_random_uuid(), f.key, jsonb_build_object('name', f.key, 'searchWeight', f.weight), 'ana' \
         FROM (VALUES ('cor', 'strong'), ('lote', 'none')) AS f (key, weight)",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    let id: uuid::Uuid = sqlx::query_scalar(
        "INSERT INTO catalog_items (name, description, category, manufacturer, tags) \
         VALUES ('Adubo Foliar', 'Para SOJA', 'Adubo', 'Fábrica', ARRAY['Soja']) RETURNING id",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    for edit in EDITS {
        let sql = format!("UPDATE catalog_items SET {edit} WHERE id = $1");
        sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).execute(&world.pool).await.unwrap();
        let (edited, new): (String, String) = sqlx::query_as(
            "WITH new AS (INSERT INTO catalog_items (name, description, category, manufacturer, tags, attributes, notes, packages, status) \
               SELECT name, description, category, manufacturer, tags, attributes, notes, packages, status FROM catalog_items WHERE id = $1 \
               RETURNING search_text, attribute_text, strong_text, note_text, length_key, search_words) \
             SELECT concat_ws('|', i.search_text, i.attribute_text, i.strong_text, i.note_text, i.length_key, i.search_words), \
               concat_ws('|', n.search_text, n.attribute_text, n.strong_text, n.note_text, n.length_key, n.search_words) \
             FROM catalog_items i, new n WHERE i.id = $1",
        )
        .bind(id)
        .fetch_one(&world.pool)
        .await
        .unwrap();
        assert_eq!(edited, new, "after {edit}");
        assert!(
            edited.contains("adubo") || edited.contains("calcario") || edited.contains("ureia"),
            "{edited}"
        );
    }
    world.close().await;
}

/// Every character that the server knows, compared; returns them. Those of a newer Unicode than the
/// server's are left out: it cannot decompose what it does not know.
async fn every_code_point(world: &World) -> Vec<char> {
    let rows = sqlx::query(
        "SELECT together, normalize_text(together) AS folded FROM ( \
           SELECT string_agg(chr(code), '|' ORDER BY code) AS together \
           FROM generate_series(1, 1114111) AS code \
           WHERE NOT code BETWEEN 55296 AND 57343 AND unicode_assigned(chr(code)) \
           GROUP BY code / $1) AS t",
    )
    .bind(IN_ONE_ROW)
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let mut known = Vec::new();
    for row in rows {
        let (together, folded): (String, String) = (row.get("together"), row.get("folded"));
        assert_eq!(folded, normalize_text(&together), "among {together:?}");
        known.extend(together.chars().filter(|c| *c != '|'));
    }
    assert!(known.len() > 150_000, "the server knows only {} characters", known.len());
    known
}

/// Strings of letters, marks and blanks in any order: what becomes of a character must not depend on
/// which side meets it first.
async fn random_strings(world: &World, assigned: &[char]) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let strings: Vec<String> = (0..RANDOM_STRINGS).map(|_| random_string(&mut rng, assigned)).collect();
    let folded: Vec<String> = sqlx::query_scalar(
        "SELECT normalize_text(s) FROM unnest($1::text[]) WITH ORDINALITY AS t(s, at) ORDER BY at",
    )
    .bind(&strings)
    .fetch_all(&world.pool)
    .await
    .unwrap();
    assert_eq!(folded.len(), strings.len());
    for (string, folded) in strings.iter().zip(folded) {
        assert_eq!(folded, normalize_text(string), "of {string:?}");
    }
}

fn random_string(rng: &mut ChaCha8Rng, assigned: &[char]) -> String {
    const USUAL: &str = "aeiouçãõáéíóúâêôàüÇÃÕÁABCxyzÑñ 0123456789,.-/%_\\'\"";
    const BLANKS: &str =
        " \t\n\r\u{b}\u{c}\u{85}\u{a0}\u{1680}\u{2003}\u{2028}\u{202f}\u{3000}\u{200b}\u{feff}";
    const MARKS: &str = "\u{300}\u{301}\u{303}\u{308}\u{327}\u{345}\u{20dd}\u{fe0f}\u{1d165}";
    const ODD: &str = "İıßẞŉǰΐﬁﬀ²½Ⅷ㎏ＡΣςÅKΩ";
    let usual: Vec<char> = USUAL.chars().collect();
    let classes: Vec<Vec<char>> = [BLANKS, MARKS, ODD].map(|class| class.chars().collect()).into();
    let length = rng.random_range(0..40);
    (0..length)
        .map(|_| match rng.random_range(0..10) {
            0..4 => usual.choose(rng),
            4..7 => classes[rng.random_range(0..classes.len())].choose(rng),
            _ => assigned.choose(rng),
        })
        .map(|c| *c.unwrap())
        .collect()
}
