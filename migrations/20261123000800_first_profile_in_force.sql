-- The first profile was entered into history when another one replaced it, with the time of that change:
-- it was in force from the day its version was there.
UPDATE ranking_profile_history h SET created_at = v.created_at
FROM ranking_profile_versions v
WHERE h.id = (SELECT min(id) FROM ranking_profile_history)
  AND h.author = 'celeiro' AND v.name = h.name AND v.version = h.version;
