-- A person who confirms a new statement of memory may say that what is known holds, too: the writes of which that
-- was said, from 0.
ALTER TABLE pending_actions ADD COLUMN keeps_both integer[] NOT NULL DEFAULT '{}';
