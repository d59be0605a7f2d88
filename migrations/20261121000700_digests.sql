-- A digest of the word index, taken with the statistics: for each word, the numbers of the rows that
-- hold it. The numbers count rows in the order in which search prefers them where words do not tell
-- them apart, shortest first; so a search adds up a few lists of numbers and reads no row but those
-- it hands over. What was written since is in `changed_records`, noted in the same transaction by
-- whoever writes: those rows are asked themselves, so a digest may be old but no answer is.
CREATE TABLE digests (
  id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind      text NOT NULL UNIQUE CHECK (kind IN ('items', 'faqs')),
  row_count integer NOT NULL
);
CREATE TABLE digest_rows (
  digest    integer NOT NULL,
  number    integer NOT NULL,
  record_id uuid NOT NULL,
  PRIMARY KEY (digest, number)
);
CREATE UNIQUE INDEX digest_rows_record ON digest_rows (digest, record_id);
CREATE TABLE digest_words (
  digest  integer NOT NULL,
  -- As in the word index, with its marks for names and attributes.
  word    text NOT NULL,
  -- Four bytes each, most significant first, in no order.
  numbers bytea NOT NULL,
  PRIMARY KEY (digest, word)
);
ALTER TABLE digest_words ALTER COLUMN numbers SET STORAGE EXTERNAL;

-- Noted again at each change: an entry that another transaction is about to clear must not stand
-- for a newer change, so there is no key that would keep it from being noted twice.
CREATE TABLE changed_records (
  kind      text NOT NULL,
  record_id uuid NOT NULL
);
CREATE INDEX changed_records_record ON changed_records (kind, record_id);

CREATE FUNCTION note_new_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_records (kind, record_id) SELECT TG_ARGV[0], id FROM changed_rows;
  RETURN NULL;
END $$;
CREATE FUNCTION note_changed_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_records (kind, record_id)
  SELECT TG_ARGV[0], coalesce(n.id, o.id)
  FROM new_rows n FULL JOIN old_rows o ON o.id = n.id
  WHERE (n.search_words, n.search_text) IS DISTINCT FROM (o.search_words, o.search_text);
  RETURN NULL;
END $$;
CREATE TRIGGER note_records_insert AFTER INSERT ON catalog_items REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_records('items');
CREATE TRIGGER note_records_update AFTER UPDATE ON catalog_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_records('items');
CREATE TRIGGER note_records_delete AFTER DELETE ON catalog_items REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_records('items');
CREATE TRIGGER note_records_insert AFTER INSERT ON faqs REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_records('faqs');
CREATE TRIGGER note_records_update AFTER UPDATE ON faqs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_records('faqs');
CREATE TRIGGER note_records_delete AFTER DELETE ON faqs REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_records('faqs');

-- Every search asks the likenesses of words: entries that wait to be sorted in would be read one by
-- one each time.
ALTER INDEX vocabulary_trigrams SET (fastupdate = off);
DO $$ BEGIN PERFORM gin_clean_pending_list('vocabulary_trigrams'); END $$;
