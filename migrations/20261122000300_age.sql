-- Records by age, whatever their status: exports go through all of them page by page, each page from
-- the last record of the one before.
CREATE INDEX catalog_items_age ON catalog_items (created_at, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX faqs_age ON faqs (created_at, id DESC) WHERE deleted_at IS NULL;
