-- The batches that were pushed under a name, with the answer that each was given: one that comes
-- again is answered the same way. A name belongs to a user and a client. digest is the SHA-256 of
-- the body, so that another one under the same name is noticed; answer is the wire's JSON without
-- its anchor, which position stands for. Old rows are removed a few at a time, by later pushes of
-- the same user.
--
-- Locks: only creates a table, so nothing waits.

CREATE TABLE batches (
    user_id bigint NOT NULL,
    client_id integer NOT NULL,
    batch text NOT NULL,
    digest bytea NOT NULL,
    answer bytea NOT NULL,
    position bigint NOT NULL,
    saved_us bigint NOT NULL,
    CONSTRAINT batches_pkey PRIMARY KEY (user_id, client_id, batch),
    CONSTRAINT batches_batch_length CHECK (octet_length(batch) BETWEEN 1 AND 128),
    CONSTRAINT batches_digest_length CHECK (octet_length(digest) = 32),
    CONSTRAINT batches_position CHECK (position >= 0)
);

CREATE INDEX batches_saved ON batches (user_id, saved_us);
