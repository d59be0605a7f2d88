-- Since when it is known that the parts of a shared content are other bytes than its name promises. A server that has
-- the content whole replaces them.
ALTER TABLE shared_contents ADD COLUMN damaged_at timestamptz;

CREATE INDEX shared_contents_damaged ON shared_contents (sha256) WHERE damaged_at IS NOT NULL;
