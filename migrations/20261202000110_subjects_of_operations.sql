-- What an operation is of, as people call it: the file of an import of stock, the category of a change of the tree. The list
-- of operations shows it without reading what was changed.
ALTER TABLE operations ADD COLUMN subject text;
UPDATE operations o SET subject = c.subject
FROM (SELECT operation_id, min(CASE
      WHEN before IS NULL THEN after ->> 'name'
      WHEN after IS NULL OR before ->> 'name' = after ->> 'name' THEN before ->> 'name'
      ELSE (before ->> 'name') || ' → ' || (after ->> 'name') END) AS subject
    FROM category_changes WHERE kind = 'category' GROUP BY operation_id HAVING count(*) = 1) AS c
WHERE c.operation_id = o.id
  AND o.kind IN ('create-category', 'rename-category', 'move-category', 'merge-category', 'delete-category');
