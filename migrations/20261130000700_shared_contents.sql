-- Contents of attached files, where several servers share the database: each keeps those in its own data folder that
-- were attached or asked for there, and finds the others here. A database that Celeiro runs for itself has one server,
-- and holds none.
CREATE TABLE shared_contents (
    sha256 bytea NOT NULL,
    size_bytes bigint NOT NULL,
    shared_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT shared_contents_pkey PRIMARY KEY (sha256),
    CONSTRAINT shared_contents_sha256_length CHECK (octet_length(sha256) = 32),
    CONSTRAINT shared_contents_size_positive CHECK (size_bytes >= 0)
);

-- A content is whole when its row above is there; what a server that died left of one is completed by the next that
-- shares it, or thrown away.
CREATE TABLE shared_content_parts (
    sha256 bytea NOT NULL,
    part integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT shared_content_parts_pkey PRIMARY KEY (sha256, part),
    CONSTRAINT shared_content_parts_part_positive CHECK (part >= 0),
    CONSTRAINT shared_content_parts_size CHECK (octet_length(bytes) BETWEEN 1 AND 1048576)
);

-- Pictures and PDF files are pressed already: pressing them again takes the processor and gains nothing.
ALTER TABLE shared_content_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;
