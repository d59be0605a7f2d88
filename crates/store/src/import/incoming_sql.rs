//! SQL of rows that update or create a record.

/// Records that a row would change: what is compared stands once. Statements on a table that exists only
/// in this transaction cannot be checked beforehand; all of their text stands here.
pub(crate) const ITEM_CHANGES: &str = "FROM catalog_items i, (SELECT DISTINCT ON (item_id) * FROM incoming WHERE item_id IS NOT NULL \
     ORDER BY item_id, row_number) n \
   WHERE i.id = n.item_id AND (i.name, i.description, i.category, i.manufacturer, i.price, i.currency, i.tags, \
     i.status, i.attributes, i.notes, i.packages, i.deleted_at, i.external_id) IS DISTINCT FROM (n.name, n.description, n.category, \
     n.manufacturer, n.price, n.currency, n.tags, n.status, n.attributes, n.notes, n.packages, NULL::timestamptz, \
     coalesce(n.external_id, i.external_id))";

pub(crate) const FAQ_CHANGES: &str = "FROM faqs f, (SELECT DISTINCT ON (faq_id) * FROM incoming WHERE faq_id IS NOT NULL \
     ORDER BY faq_id, row_number) n \
   WHERE f.id = n.faq_id AND (f.question, f.answer, f.tags, f.status, f.approved_at, f.deleted_at, f.external_id) \
     IS DISTINCT FROM (n.question, n.answer, n.tags, n.status, n.approved_at, NULL::timestamptz, \
     coalesce(n.external_id, f.external_id))";

pub(crate) const NEW_ITEMS: &str = "FROM incoming n WHERE item_id IS NULL AND name IS NOT NULL";

pub(crate) const NEW_FAQS: &str =
    "FROM incoming n WHERE faq_id IS NULL AND question IS NOT NULL AND answer IS NOT NULL";
