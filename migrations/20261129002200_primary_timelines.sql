-- The timelines that a primary of this database has written. A promoted standby begins a timeline of its own, and
-- positions in the log mean something on one timeline alone. So each program that has replicas notes the timeline of
-- its primary here, once: a replica that shows the row follows this primary, and one that went another way does not.
CREATE TABLE primary_timelines (
    -- Which cluster wrote it: a database that is read back from a backup is another one.
    system_identifier bigint NOT NULL,
    timeline bigint NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT primary_timelines_pkey PRIMARY KEY (system_identifier, timeline),
    CONSTRAINT primary_timelines_timeline_positive CHECK (timeline > 0)
);
