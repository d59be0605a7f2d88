-- Whose rows are. Conversations have their owner already; pictures and files of messages get one, which counts as
-- long as they wait for their message. Of rows from before accounts whose write is not known there is none: they
-- belong to callers without an account.
ALTER TABLE message_attachments ADD COLUMN actor text;

UPDATE message_attachments a SET actor = o.actor FROM operations o
WHERE o.kind = 'add-message-attachment' AND o.result ->> 'id' = a.id::text;

-- A person's list of conversations is counted and sorted as a whole.
CREATE INDEX conversations_of_actor ON conversations (actor) WHERE deleted_at IS NULL;
