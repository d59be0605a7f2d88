-- Pictures and files that a person sends with a message. Their bytes are kept outside the database, beside those
-- of files of items. One without a message waits for its message to be sent, or has lost it with its
-- conversation: it is thrown away a day after it came. The row then stays without name and text, so that each
-- machine that kept the bytes learns what to remove.
CREATE TABLE message_attachments (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  message_id  uuid CONSTRAINT message_attachments_message REFERENCES messages ON DELETE SET NULL,
  position    integer NOT NULL DEFAULT 0,
  name        text NOT NULL CONSTRAINT message_attachments_name_length CHECK (char_length(name) <= 200),
  format      text NOT NULL
    CONSTRAINT message_attachments_format_known CHECK (format IN ('picture', 'pdf', 'docx', 'xlsx', 'text')),
  mime_type   text NOT NULL,
  size_bytes  bigint NOT NULL CONSTRAINT message_attachments_size CHECK (size_bytes BETWEEN 0 AND 10485760),
  sha256      bytea NOT NULL CONSTRAINT message_attachments_sha256 CHECK (octet_length(sha256) = 32),
  text        text CONSTRAINT message_attachments_text_length CHECK (char_length(text) <= 15000),
  -- Characters of the whole text, of which `text` is the beginning.
  total_chars integer,
  width       integer,
  height      integer,
  created_at  timestamptz NOT NULL DEFAULT now(),
  purged_at   timestamptz,
  CONSTRAINT message_attachments_purged CHECK (purged_at IS NULL OR (message_id IS NULL AND text IS NULL))
);
CREATE INDEX message_attachments_of_message ON message_attachments (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX message_attachments_waiting ON message_attachments (created_at)
  WHERE message_id IS NULL AND purged_at IS NULL;
CREATE INDEX message_attachments_content ON message_attachments (sha256);
