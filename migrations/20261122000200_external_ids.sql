-- A record is found by its id elsewhere, or by the end of it, whatever the case: `FUN-0028` is
-- `DEMO-FUN-0028`. Written backwards, the end is a beginning, and an index finds it.

CREATE INDEX catalog_items_external_id_backwards ON catalog_items (reverse(lower(external_id)) text_pattern_ops)
  WHERE searchable AND external_id IS NOT NULL;
CREATE INDEX faqs_external_id_backwards ON faqs (reverse(lower(external_id)) text_pattern_ops)
  WHERE searchable AND external_id IS NOT NULL;
