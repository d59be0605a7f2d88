-- How the assistant speaks in a conversation; what the settings say where it is not chosen.
ALTER TABLE conversations
  ADD COLUMN persona text
    CONSTRAINT conversations_persona_known CHECK (persona IN ('base', 'counselor', 'christian'));

-- Whether the words of the answer carry the item that it was given; of older answers nobody looked.
ALTER TABLE knowledge_uses ADD COLUMN in_answer boolean;

-- The figures of the assistant over time are read by moment.
CREATE INDEX tool_calls_by_moment ON tool_calls (created_at);
CREATE INDEX knowledge_uses_by_moment ON knowledge_uses (at);
