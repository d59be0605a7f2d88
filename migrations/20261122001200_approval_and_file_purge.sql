-- The approval of an answer: when a person approved it, and whether the text is still what they saw.
-- Search, ranking and vectors know nothing of it.

-- Of which text each approval was. An approval that comes back, by undo, is one of the text of its own
-- time, not of that of today.
CREATE TABLE faq_approvals (
  faq_id      uuid NOT NULL,
  approved_at timestamptz NOT NULL,
  -- Stands for question and answer.
  text_digest text NOT NULL,
  PRIMARY KEY (faq_id, approved_at),
  -- A FAQ that is created approved is there only when its triggers are done.
  CONSTRAINT faq_approvals_faq FOREIGN KEY (faq_id) REFERENCES faqs ON DELETE CASCADE ON UPDATE CASCADE
    DEFERRABLE INITIALLY DEFERRED
);

CREATE FUNCTION faq_text_digest(question text, answer text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT md5(question) || md5(answer) $$;

ALTER TABLE faqs
  ADD COLUMN approved_at timestamptz,
  -- Kept by trigger: the digest of the text that the approval is of.
  ADD COLUMN approved_text text;
ALTER TABLE faqs
  ADD COLUMN approval text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN approved_at IS NULL THEN 'none'
      WHEN approved_text = faq_text_digest(question, answer) THEN 'approved'
      ELSE 'changed' END) STORED;

CREATE FUNCTION faqs_approve() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.approved_at IS NULL THEN
    NEW.approved_text := NULL;
    RETURN NEW;
  END IF;
  INSERT INTO faq_approvals (faq_id, approved_at, text_digest)
  VALUES (NEW.id, NEW.approved_at, faq_text_digest(NEW.question, NEW.answer))
  ON CONFLICT DO NOTHING;
  NEW.approved_text := (SELECT a.text_digest FROM faq_approvals a
                        WHERE a.faq_id = NEW.id AND a.approved_at = NEW.approved_at);
  RETURN NEW;
END $$;
CREATE TRIGGER c_approve BEFORE INSERT OR UPDATE OF approved_at, approved_text
  ON faqs FOR EACH ROW EXECUTE FUNCTION faqs_approve();

DROP TRIGGER b_version ON faqs;
CREATE TRIGGER b_version BEFORE UPDATE ON faqs FOR EACH ROW
  WHEN ((OLD.external_id, OLD.question, OLD.answer, OLD.tags, OLD.status, OLD.approved_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.external_id, NEW.question, NEW.answer, NEW.tags, NEW.status, NEW.approved_at, NEW.deleted_at)) EXECUTE FUNCTION count_version();

CREATE OR REPLACE FUNCTION revision_fields(record jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT record - '{id,created_at,updated_at,version,search_text,attribute_text,length_key,search_words,searchable,question_normalized,approved_text,approval}'::text[]
$$;

-- Whether a field has the same value: of a deletion counts only whether there is one, and a moment is the
-- same in whatever zone it was written down.
CREATE OR REPLACE FUNCTION same_value(field text, a jsonb, b jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE field WHEN 'deleted_at' THEN (coalesce(a, 'null') = 'null') = (coalesce(b, 'null') = 'null')
    WHEN 'approved_at' THEN (a #>> '{}')::timestamptz IS NOT DISTINCT FROM (b #>> '{}')::timestamptz
    ELSE a IS NOT DISTINCT FROM b END
$$;

-- Attachments that were taken off long ago: their text and bytes are thrown away, the row stays and says
-- so. Every machine that kept the bytes finds out from it.
ALTER TABLE catalog_files
  ADD COLUMN purged_at timestamptz,
  ADD CONSTRAINT catalog_files_purged_are_off CHECK (purged_at IS NULL OR (deleted_at IS NOT NULL AND text IS NULL));
CREATE INDEX catalog_files_content ON catalog_files (sha256);
CREATE INDEX catalog_files_off ON catalog_files (deleted_at) WHERE deleted_at IS NOT NULL;

-- What is thrown away had no vectors any more.
CREATE FUNCTION queue_changed_file_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO embedding_jobs AS j (corpus, record_id)
  SELECT DISTINCT 'items', n.item_id FROM new_rows n JOIN old_rows o USING (id)
  WHERE n.deleted_at IS NULL OR o.deleted_at IS NULL ORDER BY n.item_id
  ON CONFLICT (corpus, record_id) DO UPDATE
    SET generation = j.generation + 1, attempts = 0, run_after = now(), last_error = NULL;
  RETURN NULL;
END $$;
DROP TRIGGER queue_embeddings_update ON catalog_files;
CREATE TRIGGER queue_embeddings_update AFTER UPDATE ON catalog_files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_file_embeddings();
