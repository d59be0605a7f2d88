-- Changes of the tree of categories stand in the log of operations, those that change no item too.
ALTER TABLE operations ADD COLUMN categories integer NOT NULL DEFAULT 0;
UPDATE operations o SET categories = c.changed
FROM (SELECT operation_id, count(DISTINCT record)::integer AS changed FROM category_changes
  WHERE kind = 'category' GROUP BY operation_id) AS c
WHERE c.operation_id = o.id;

DROP INDEX operations_log;
CREATE INDEX operations_log ON operations (created_at DESC, id DESC) WHERE records > 0 OR categories > 0;
