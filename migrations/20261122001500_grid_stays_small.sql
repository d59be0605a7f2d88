-- A page of the grid walks through this table: what large edits leave behind is cleared away when it
-- is a fiftieth of the rows, not a fifth, so that the table stays within what memory keeps of it.
ALTER TABLE catalog_grid SET (autovacuum_vacuum_scale_factor = 0.02);
