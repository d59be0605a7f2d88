-- Ranking profiles as versions: who changed what, why, what it did to the judged queries, and what was
-- in force before.
CREATE TABLE ranking_profile_versions (
  name       text NOT NULL REFERENCES ranking_profiles (name) ON DELETE CASCADE,
  version    integer NOT NULL,
  definition jsonb NOT NULL,
  author     text NOT NULL,
  reason     text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, version)
);
INSERT INTO ranking_profile_versions (name, version, definition, author)
SELECT name, version, definition, 'celeiro' FROM ranking_profiles;

-- What searches used from when on. The last row is what they use now, the one before is one step back.
CREATE TABLE ranking_profile_history (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL,
  version    integer NOT NULL,
  author     text NOT NULL,
  reason     text NOT NULL DEFAULT '',
  -- What got better and worse by it, where that was measured.
  gate       jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (name, version) REFERENCES ranking_profile_versions (name, version) ON DELETE CASCADE
);
