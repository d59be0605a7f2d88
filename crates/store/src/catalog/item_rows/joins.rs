//! Merge of the rows of duplicate products: their relations move to the product that stays, and their stock to its
//! packages. The logged row changes undo the merge.

use crate::catalog::relations::writing::closes_circle;
use crate::{StoreError, Write};
use celeiro_domain::catalog::duplicates::PriceMove;
use celeiro_domain::catalog::relations::{RelationKind, RelationPair};
use celeiro_domain::catalog::stock::PLACE_CHARS;
use sqlx::PgConnection;
use uuid::Uuid;

/// Moves the rows of `others` to `stays`; `moves` says which package of it each of theirs became. The caller holds the
/// locks of writers of rows.
pub(crate) async fn move_rows(
    db: &mut PgConnection,
    (stays, others): (Uuid, &[Uuid]),
    moves: &[PriceMove],
    write: &Write,
) -> Result<(), StoreError> {
    move_relations(db, stays, others, write).await?;
    move_levels(db, stays, others, moves).await
}

async fn move_relations(
    db: &mut PgConnection,
    stays: Uuid,
    others: &[Uuid],
    write: &Write,
) -> Result<(), StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM item_relations WHERE one = ANY($1) OR other = ANY($1) RETURNING kind, one, other, refused",
        others
    )
    .fetch_all(&mut *db)
    .await?;
    let mut rows: Vec<(RelationPair, bool)> = gone
        .iter()
        .filter_map(|row| {
            let pair = RelationPair { kind: RelationKind::parse(&row.kind)?, one: row.one, other: row.other };
            let moved = others.iter().try_fold(pair, |pair, other| pair.with_item(*other, stays))?;
            Some((moved, row.refused))
        })
        .collect();
    // What is so goes before what was refused.
    rows.sort_by_key(|(pair, refused)| (*refused, pair.kind.as_str(), pair.one, pair.other));
    for (pair, refused) in rows {
        if closes_circle(db, pair).await? {
            continue;
        }
        sqlx::query!(
            "INSERT INTO item_relations (kind, one, other, refused, actor) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (kind, one, other) DO UPDATE SET refused = false, actor = excluded.actor \
               WHERE item_relations.refused AND NOT excluded.refused",
            pair.kind.as_str(),
            pair.one,
            pair.other,
            refused,
            write.actor
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Counts of one place are added up, by the older of both moments; in different units each stays a level of its own.
async fn move_levels(
    db: &mut PgConnection,
    stays: Uuid,
    others: &[Uuid],
    moves: &[PriceMove],
) -> Result<(), StoreError> {
    let items: Vec<Uuid> = moves.iter().map(|one| one.item).collect();
    let before: Vec<String> = moves.iter().map(|one| one.from.clone()).collect();
    let after: Vec<String> = moves.iter().map(|one| one.to.clone()).collect();
    let gone = sqlx::query!(
        r#"WITH gone AS (DELETE FROM stock_levels s WHERE s.item_id = ANY($2) OR (s.item_id = $1 AND EXISTS (
               SELECT FROM unnest($3::uuid[], $4::text[]) AS m (item_id, label)
               WHERE m.item_id = $1 AND m.label = s.package))
             RETURNING s.*)
           SELECT coalesce(m.label, g.package) AS "package!", g.place AS "place!", g.quantity AS "quantity!",
             g.unit AS "unit!", g.counted_at AS "counted_at!"
           FROM gone g LEFT JOIN unnest($3::uuid[], $4::text[], $5::text[]) AS m (item_id, old_label, label)
             ON m.item_id = g.item_id AND m.old_label = g.package
           ORDER BY g.item_id <> $1, g.item_id, g.package, g.place"#,
        stays,
        others,
        &items,
        &before,
        &after
    )
    .fetch_all(&mut *db)
    .await?;
    for level in gone {
        let is_stored = add_level(
            db,
            stays,
            &level.package,
            &level.place,
            (level.quantity, &level.unit),
            level.counted_at,
        )
        .await?;
        if is_stored {
            continue;
        }
        for place in name_other_places(&level.place, &level.unit) {
            let counted = (level.quantity, level.unit.as_str());
            if add_level(db, stays, &level.package, &place, counted, level.counted_at).await? {
                break;
            }
        }
    }
    Ok(())
}

/// Names beside a place that is counted in another unit: `Loja (sc)`, `Loja (2)` and so on.
fn name_other_places(place: &str, unit: &str) -> impl Iterator<Item = String> {
    let by_unit = (!unit.is_empty()).then(|| format!("({unit})"));
    by_unit.into_iter().chain((2..1000).map(|number| format!("({number})"))).map(move |ending| {
        let room = PLACE_CHARS.saturating_sub(ending.chars().count() + 1);
        let begin: String = place.chars().take(room).collect();
        format!("{} {ending}", begin.trim_end()).trim_start().to_owned()
    })
}

/// Adds to the level of a place; `false` where that is counted in another unit.
async fn add_level(
    db: &mut PgConnection,
    item: Uuid,
    package: &str,
    place: &str,
    (quantity, unit): (sqlx::types::Decimal, &str),
    counted_at: chrono::DateTime<chrono::Utc>,
) -> Result<bool, StoreError> {
    let stored = sqlx::query!(
        "INSERT INTO stock_levels AS s (item_id, package, place, quantity, unit, counted_at) \
         VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (item_id, package, place) DO UPDATE SET \
           quantity = least(s.quantity + excluded.quantity, 999999999999.999), \
           counted_at = least(s.counted_at, excluded.counted_at) \
         WHERE s.unit = excluded.unit",
        item,
        package,
        place,
        quantity,
        unit,
        counted_at
    )
    .execute(db)
    .await?;
    Ok(stored.rows_affected() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_another_unit_has_a_name_of_its_own_however_long_it_is() {
        let names = |place: &str, unit: &str| name_other_places(place, unit).take(2).collect::<Vec<_>>();
        assert_eq!(names("Loja", "sc"), ["Loja (sc)", "Loja (2)"]);
        assert_eq!(names("", ""), ["(2)", "(3)"]);
        let long = "x".repeat(PLACE_CHARS);
        for name in names(&long, "sc") {
            assert!(name != long && name.chars().count() <= PLACE_CHARS, "{name}");
        }
    }
}
