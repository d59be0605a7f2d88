-- What a product is sold in stands in the text that is embedded: those that have packages are embedded anew.
INSERT INTO embedding_jobs AS j (corpus, record_id)
SELECT 'items', i.id FROM catalog_items i WHERE i.packages <> '[]' AND i.searchable ORDER BY i.id
ON CONFLICT (corpus, record_id) DO UPDATE
  SET generation = j.generation + 1, attempts = 0, run_after = now(), last_error = NULL;
