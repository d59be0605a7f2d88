-- Groups of synonyms as people edit them: versions against lost updates, and a deletion that can be
-- taken back. A name is free again once its group is deleted.
ALTER TABLE synonym_groups
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN deleted_at timestamptz;
ALTER TABLE synonym_groups DROP CONSTRAINT synonym_groups_kind_name_key;
CREATE UNIQUE INDEX synonym_groups_name_once ON synonym_groups (kind, normalize_text(name)) WHERE deleted_at IS NULL;
