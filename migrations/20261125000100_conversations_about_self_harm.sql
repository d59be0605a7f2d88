-- Once a message of a conversation has spoken of self-harm, nothing in it is about products any more,
-- on whatever branch and however long ago.
ALTER TABLE conversations ADD COLUMN speaks_of_self_harm boolean NOT NULL DEFAULT false;
