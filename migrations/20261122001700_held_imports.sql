-- Whether the import holds a lock while it goes on, so that its end is known whatever ended it. Those of
-- programs that know of no lock are taken for dead after a day.
ALTER TABLE imports ADD COLUMN guarded boolean NOT NULL DEFAULT false;
