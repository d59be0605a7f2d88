-- The sheet finds items by the codes and EANs of their packages: few items have any, so the index is small.
CREATE INDEX catalog_items_package_trigrams ON catalog_items USING gin (attribute_text gin_trgm_ops) WHERE packages <> '[]';
