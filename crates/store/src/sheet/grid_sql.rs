//! SQL of a grid's filters and orders. Which ones apply is known at run time only; every value is bound, and no other
//! part comes from outside.

use crate::search::vocabulary::escape_like;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Ask, Column, Condition, GridPlan};
use sqlx::types::Decimal;
use sqlx::{Postgres, QueryBuilder};

/// Keys of the grid's copy are cut here.
const KEY_CHARS: usize = 500;

/// How a column is reached: `g` is the grid's copy of an item, `i` the item, `f` a FAQ.
enum Place<'a> {
    /// A folded text, NULL where blank.
    Text(&'static str),
    /// A list of folded texts.
    Tags(&'static str),
    Number(&'static str),
    Float(&'static str),
    Time(&'static str),
    Plain(&'static str),
    /// A sum, NULL where there is none, and a state that is never null.
    Stock(&'static str, &'static str),
    YesNo(&'static str),
    Attribute(&'a str),
}

/// The SQL expression that a column of the grid is compared and sorted by, with the form of its values.
fn locate_column(kind: Kind, column: &Column) -> Place<'_> {
    match (kind, column) {
        (_, Column::Attribute(key)) => Place::Attribute(key),
        (Kind::Items, Column::ExternalId) => Place::Text("g.external_id"),
        (Kind::Items, Column::Name) => Place::Text("g.name"),
        (Kind::Items, Column::Description) => {
            Place::Text("nullif(split_part(i.search_text, E'\\n', 2), '') COLLATE \"C\"")
        }
        (Kind::Items, Column::Notes) => Place::Text("nullif(i.note_text, '') COLLATE \"C\""),
        (Kind::Items, Column::Category) => Place::Text("g.category"),
        (Kind::Items, Column::Manufacturer) => Place::Text("g.manufacturer"),
        (Kind::Items, Column::Currency) => Place::Text("lower(i.currency) COLLATE \"C\""),
        (Kind::Items, Column::Tags) => Place::Tags("g.tags"),
        (Kind::Items, Column::Price) => Place::Number("g.price"),
        (Kind::Items, Column::Completeness) => Place::Float("g.completeness"),
        (Kind::Items, Column::Version) => Place::Number("g.version"),
        (Kind::Items, Column::Status) => Place::Plain("g.status"),
        (Kind::Items, Column::Stock) => Place::Stock("g.stock", "g.stock_state"),
        (Kind::Items, Column::CreatedAt) => Place::Time("g.created_at"),
        (Kind::Items, Column::UpdatedAt) => Place::Time("g.updated_at"),
        (Kind::Items, Column::Deleted) => Place::YesNo("g.deleted"),
        (Kind::Faqs, Column::ExternalId) => {
            Place::Text("nullif(normalize_text(f.external_id), '') COLLATE \"C\"")
        }
        (Kind::Faqs, Column::Answer) => {
            Place::Text("nullif(split_part(f.search_text, E'\\n', 2), '') COLLATE \"C\"")
        }
        (Kind::Faqs, Column::Tags) => Place::Tags("ARRAY(SELECT normalize_text(t) FROM unnest(f.tags) AS t)"),
        (Kind::Faqs, Column::Version) => Place::Number("f.version"),
        (Kind::Faqs, Column::Status) => Place::Plain("f.status COLLATE \"C\""),
        (Kind::Faqs, Column::ApprovedAt) => Place::Time("f.approved_at"),
        (Kind::Faqs, Column::Approval) => Place::Plain("f.approval COLLATE \"C\""),
        (Kind::Faqs, Column::CreatedAt) => Place::Time("f.created_at"),
        (Kind::Faqs, Column::UpdatedAt) => Place::Time("f.updated_at"),
        (Kind::Faqs, Column::Deleted) => Place::YesNo("(f.deleted_at IS NOT NULL)"),
        // The question, and what FAQs do not have and no plan for them names; packages are in none at all.
        (Kind::Faqs, _) => Place::Text("f.question_normalized COLLATE \"C\""),
        (
            Kind::Items,
            Column::Question | Column::Answer | Column::ApprovedAt | Column::Approval | Column::Packages,
        ) => Place::Text("g.name"),
    }
}

/// Appends `FROM … WHERE …` of the plan's rows; their id is [`id_of`].
pub(crate) fn push_rows(sql: &mut QueryBuilder<Postgres>, plan: &GridPlan, ordered: bool) {
    let needs_item = plan
        .conditions
        .iter()
        .filter(|condition| !is_marked(condition))
        .map(|condition| &condition.column)
        .chain(plan.order.iter().filter(|_| ordered).map(|(column, _)| column))
        .any(|column| {
            matches!(column, Column::Attribute(_) | Column::Description | Column::Notes | Column::Currency)
        });
    match plan.kind {
        Kind::Items if needs_item => {
            sql.push(" FROM catalog_grid g JOIN catalog_items i ON i.id = g.item_id WHERE true")
        }
        Kind::Items => sql.push(" FROM catalog_grid g WHERE true"),
        Kind::Faqs => sql.push(" FROM faqs f WHERE true"),
    };
    if !plan.with_deleted {
        sql.push(if plan.kind == Kind::Items { " AND NOT g.deleted" } else { " AND f.deleted_at IS NULL" });
    }
    for word in &plan.words {
        push_word(sql, plan.kind, word);
    }
    for condition in &plan.conditions {
        sql.push(" AND ");
        push_condition(sql, plan.kind, condition);
    }
}

/// The id of a row of [`push_rows`].
pub(crate) fn id_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Items => "g.item_id",
        Kind::Faqs => "f.id",
    }
}

/// Each of two indexes on words covers the rows that the other leaves out. What names packages stands among the words of
/// attributes, which the sheet does not search: an index of its own leads to the items, their packages decide.
fn push_word(sql: &mut QueryBuilder<Postgres>, kind: Kind, word: &str) {
    let pattern = format!("%{}%", escape_like(word));
    match kind {
        Kind::Items => {
            sql.push(
                " AND (g.item_id IN (SELECT w.id FROM catalog_items w WHERE (w.searchable AND w.search_text LIKE ",
            );
            sql.push_bind(pattern.clone()).push(") OR (NOT w.searchable AND w.search_text LIKE ");
            sql.push_bind(pattern.clone());
            sql.push(") OR (w.packages <> '[]' AND w.attribute_text LIKE ").push_bind(pattern.clone());
            sql.push(" AND package_texts(w.packages) LIKE ").push_bind(pattern.clone());
            sql.push(")) OR g.external_id LIKE ").push_bind(pattern).push(")");
        }
        Kind::Faqs => {
            sql.push(" AND (f.search_text LIKE ").push_bind(pattern.clone());
            sql.push(" OR normalize_text(f.external_id) LIKE ").push_bind(pattern).push(")");
        }
    }
}

/// Whether the marks of an item's attributes answer the condition.
fn is_marked(condition: &Condition) -> bool {
    matches!(condition.column, Column::Attribute(_))
        && matches!(condition.ask, Ask::Is(_) | Ask::IsNot(_) | Ask::Empty(_))
}

/// Appends one condition of the grid in the form that its column needs.
fn push_condition(sql: &mut QueryBuilder<Postgres>, kind: Kind, condition: &Condition) {
    match locate_column(kind, &condition.column) {
        Place::Text(text) if condition.column == Column::Category => push_category(sql, text, &condition.ask),
        Place::Text(text) => push_text(sql, text, &condition.ask),
        Place::Tags(tags) => push_tags(sql, tags, &condition.ask),
        Place::Number(number) => push_number(sql, number, &condition.ask),
        Place::Float(number) => push_float(sql, number, &condition.ask),
        Place::Time(time) => push_time(sql, time, &condition.ask),
        Place::Plain(text) => push_text(sql, text, &condition.ask),
        Place::Stock(sum, state) => push_stock(sql, sum, state, &condition.ask),
        Place::YesNo(switch) => {
            sql.push(if condition.ask == Ask::YesNo(true) { "" } else { "NOT " }).push(switch);
        }
        Place::Attribute(key) => push_attribute(sql, key, &condition.ask),
    }
}

/// The values cut to the length that the compared expressions are cut to.
fn cut_compared_values(values: &[String]) -> Vec<String> {
    values.iter().map(|value| value.chars().take(KEY_CHARS).collect()).collect()
}

/// `LIKE` patterns for texts that hold the values anywhere.
fn build_like_patterns(values: &[String]) -> Vec<String> {
    values.iter().map(|value| format!("%{}%", escape_like(value))).collect()
}

/// Appends a condition on a text, which is null where it is blank.
fn push_text(sql: &mut QueryBuilder<Postgres>, text: &'static str, ask: &Ask) {
    match ask {
        // One value is compared twice as fast as a list of one.
        Ask::Is(values) if values.len() == 1 => {
            sql.push(text).push(" = ").push_bind(cut_compared_values(values).remove(0))
        }
        Ask::Is(values) => sql.push(text).push(" = ANY(").push_bind(cut_compared_values(values)).push(")"),
        Ask::IsNot(values) => sql
            .push("coalesce(")
            .push(text)
            .push(", '') <> ALL(")
            .push_bind(cut_compared_values(values))
            .push(")"),
        Ask::Contains(values) => {
            sql.push(text).push(" LIKE ANY(").push_bind(build_like_patterns(values)).push(")")
        }
        Ask::Empty(true) => sql.push(text).push(" IS NULL"),
        Ask::Empty(false) => sql.push(text).push(" IS NOT NULL"),
        _ => sql.push("false"),
    };
}

/// Appends a condition on the category: one that is named stands for all below it in the tree, too. A query of its own
/// finds those once, before the rows are walked through.
fn push_category(sql: &mut QueryBuilder<Postgres>, text: &'static str, ask: &Ask) {
    match ask {
        Ask::Is(values) => {
            sql.push(text)
                .push(" = ANY((SELECT categories_below(")
                .push_bind(cut_compared_values(values))
                .push("))::text[])");
        }
        Ask::IsNot(values) => {
            sql.push("coalesce(")
                .push(text)
                .push(", '') <> ALL((SELECT categories_below(")
                .push_bind(cut_compared_values(values))
                .push("))::text[])");
        }
        _ => push_text(sql, text, ask),
    }
}

/// Appends a condition on the stock: on its state, or on the sum where it is asked for an amount.
fn push_stock(sql: &mut QueryBuilder<Postgres>, sum: &'static str, state: &'static str, ask: &Ask) {
    match ask {
        Ask::AtMost(_) | Ask::AtLeast(_) => push_number(sql, sum, ask),
        Ask::Empty(empty) => {
            sql.push(state).push(if *empty { " = 'unknown'" } else { " <> 'unknown'" });
        }
        _ => push_text(sql, state, ask),
    }
}

/// Appends a condition on the list of tags: it holds where one tag meets it.
fn push_tags(sql: &mut QueryBuilder<Postgres>, tags: &'static str, ask: &Ask) {
    match ask {
        Ask::Is(values) => sql.push(tags).push(" && ").push_bind(values.clone()),
        Ask::IsNot(values) => sql.push("NOT ").push(tags).push(" && ").push_bind(values.clone()),
        Ask::Contains(values) => sql
            .push("EXISTS (SELECT FROM unnest(")
            .push(tags)
            .push(") AS tag WHERE tag LIKE ANY(")
            .push_bind(build_like_patterns(values))
            .push("))"),
        Ask::Empty(true) => sql.push("cardinality(").push(tags).push(") = 0"),
        Ask::Empty(false) => sql.push("cardinality(").push(tags).push(") > 0"),
        _ => sql.push("false"),
    };
}

/// Appends a condition on a decimal; no number is unlike every number.
fn push_number(sql: &mut QueryBuilder<Postgres>, number: &'static str, ask: &Ask) {
    match ask {
        Ask::Numbers(values, true) => sql.push(number).push(" = ANY(").push_bind(values.clone()).push(")"),
        Ask::Numbers(values, false) => {
            sql.push("coalesce(").push(number).push(" <> ALL(").push_bind(values.clone()).push("), true)")
        }
        Ask::AtMost(most) => sql.push(number).push(" <= ").push_bind(*most),
        Ask::AtLeast(least) => sql.push(number).push(" >= ").push_bind(*least),
        Ask::Empty(true) => sql.push(number).push(" IS NULL"),
        Ask::Empty(false) => sql.push(number).push(" IS NOT NULL"),
        _ => sql.push("false"),
    };
}

/// Appends a condition on a fraction that is never null.
fn push_float(sql: &mut QueryBuilder<Postgres>, number: &'static str, ask: &Ask) {
    let float = |value: &Decimal| f64::try_from(*value).unwrap_or(f64::NAN);
    match ask {
        Ask::Numbers(values, is) => {
            let values: Vec<f64> = values.iter().map(float).collect();
            sql.push(number).push(if *is { " = ANY(" } else { " <> ALL(" }).push_bind(values).push(")")
        }
        Ask::AtMost(most) => sql.push(number).push(" <= ").push_bind(float(most)),
        Ask::AtLeast(least) => sql.push(number).push(" >= ").push_bind(float(least)),
        Ask::Empty(false) => sql.push("true"),
        _ => sql.push("false"),
    };
}

/// Appends a condition on a moment: inside or outside of a span.
fn push_time(sql: &mut QueryBuilder<Postgres>, time: &'static str, ask: &Ask) {
    let (from, to, inside) = match ask {
        Ask::Time(from, to, inside) => (from, to, inside),
        Ask::Empty(empty) => {
            sql.push(time).push(if *empty { " IS NULL" } else { " IS NOT NULL" });
            return;
        }
        _ => {
            sql.push("false");
            return;
        }
    };
    // What never was, was not on that day either.
    sql.push(if *inside { "coalesce((true" } else { "NOT coalesce((true" });
    if let Some(from) = from {
        sql.push(" AND ").push(time).push(" >= ").push_bind(*from);
    }
    if let Some(to) = to {
        sql.push(" AND ").push(time).push(" < ").push_bind(*to);
    }
    sql.push("), false)");
}

/// Appends a condition on the attribute `key`, by its marks where the index can answer.
fn push_attribute(sql: &mut QueryBuilder<Postgres>, key: &str, ask: &Ask) {
    match ask {
        Ask::Is(values) | Ask::IsNot(values) => {
            sql.push(if matches!(ask, Ask::Is(_)) { "" } else { "NOT " });
            sql.push("g.attribute_marks && ARRAY[");
            for (at, value) in values.iter().enumerate() {
                sql.push(if at == 0 { "attribute_mark(" } else { ", attribute_mark(" });
                sql.push_bind(key.to_owned()).push(", ").push_bind(value.clone()).push(")");
            }
            sql.push("]");
        }
        Ask::Empty(empty) => {
            sql.push(if *empty { "NOT " } else { "" }).push("g.attribute_marks && ARRAY[attribute_mark(");
            sql.push_bind(key.to_owned()).push(", NULL)]");
        }
        Ask::Contains(values) => {
            sql.push("(i.attributes ? ").push_bind(key.to_owned());
            sql.push(" AND normalize_text(i.attributes ->> ").push_bind(key.to_owned());
            sql.push(") LIKE ANY(").push_bind(build_like_patterns(values)).push("))");
        }
        Ask::AtMost(most) => push_attribute_number(sql, key, " <= ", *most),
        Ask::AtLeast(least) => push_attribute_number(sql, key, " >= ", *least),
        _ => {
            sql.push("false");
        }
    }
}

fn push_attribute_number(sql: &mut QueryBuilder<Postgres>, key: &str, sign: &str, bound: Decimal) {
    sql.push("attribute_number(i.attributes -> ").push_bind(key.to_owned()).push(")");
    sql.push(sign).push_bind(bound);
}

/// Appends ` ORDER BY …`. Rows without a value come last; where nothing tells rows apart, the newer
/// id is the greater one.
pub(crate) fn push_order(sql: &mut QueryBuilder<Postgres>, plan: &GridPlan) {
    let id = id_of(plan.kind);
    sql.push(" ORDER BY ");
    let newest = [(Column::CreatedAt, true)];
    let order = if plan.order.is_empty() { &newest[..] } else { &plan.order };
    for (column, descending) in order {
        let direction = if *descending { " DESC" } else { "" };
        match locate_column(plan.kind, column) {
            Place::Text("g.name") => sql.push("g.name").push(direction),
            Place::Text(text) | Place::Time(text @ "f.approved_at") => {
                sql.push(text).push(direction).push(" NULLS LAST")
            }
            Place::Number("g.price") => sql.push("g.price").push(direction).push(" NULLS LAST"),
            Place::Number(key) | Place::Float(key) | Place::Time(key) | Place::Plain(key) => {
                sql.push(key).push(direction)
            }
            // What is there and has no sum comes behind the sums, and before what is unknown.
            Place::Stock(sum, state) => {
                sql.push(sum).push(direction).push(" NULLS LAST, ").push(state).push(" = 'unknown'")
            }
            Place::Attribute(key) => {
                sql.push("attribute_number(i.attributes -> ").push_bind(key.to_owned()).push(")");
                sql.push(direction).push(" NULLS LAST, nullif(normalize_text(i.attributes ->> ");
                sql.push_bind(key.to_owned()).push("), '') COLLATE \"C\"").push(direction).push(" NULLS LAST")
            }
            // No plan sorts by these.
            Place::Tags(_) | Place::YesNo(_) => sql.push(id),
        };
        sql.push(", ");
    }
    sql.push(id).push(if order[0].1 { " DESC" } else { "" });
}
