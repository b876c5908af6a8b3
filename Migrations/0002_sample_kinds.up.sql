-- Samples of every kind, replacement by sync version, and deletion.
--
-- A workout's activity, totals and events are its details; a sample inside a correlation names it
-- as its container. sync_key stands for HKMetadataKeySyncIdentifier (the first half of its
-- SHA-256, so that an index entry has one size however long the text), sync_version for
-- HKMetadataKeySyncVersion: one pair per user, client and type. A deletion is kept as a row of its
-- own, for readers that have not heard of it and against late repetitions. source_types counts
-- its samples, so that a source whose last sample is deleted is gone at once.
--
-- Locks: samples and source_types exclusively; reads each sample once to count it, so expect about
-- a second for each million.

ALTER TABLE samples
    ADD COLUMN sync_key uuid,
    ADD COLUMN sync_version double precision,
    ADD COLUMN container uuid,
    ADD COLUMN details jsonb,
    ADD CONSTRAINT samples_sync CHECK ((sync_key IS NULL) = (sync_version IS NULL));

-- Where one pair was stored several times, the highest version is the one that counts from now on.
UPDATE samples AS t
SET sync_key = latest.sync_key, sync_version = latest.sync_version
FROM (
    SELECT DISTINCT ON (p.user_id, p.client_id, p.type_id, p.sync_key)
        p.user_id, p.uuid, p.sync_key, p.sync_version
    FROM (
        SELECT s.user_id, s.client_id, s.type_id, s.uuid, s.position,
            encode(
                substring(
                    sha256(convert_to(s.metadata ->> 'HKMetadataKeySyncIdentifier', 'UTF8'))
                    FROM 1 FOR 16
                ),
                'hex'
            )::uuid AS sync_key,
            (s.metadata ->> 'HKMetadataKeySyncVersion')::double precision AS sync_version
        FROM samples AS s
        WHERE s.metadata ? 'HKMetadataKeySyncIdentifier'
            AND s.metadata ->> 'HKMetadataKeySyncVersion' ~ '^[0-9]{1,15}([.][0-9]{1,15})?$'
    ) AS p
    ORDER BY p.user_id, p.client_id, p.type_id, p.sync_key, p.sync_version DESC, p.position DESC
) AS latest
WHERE t.user_id = latest.user_id AND t.uuid = latest.uuid;

CREATE UNIQUE INDEX samples_sync_key ON samples (user_id, client_id, type_id, sync_key)
    WHERE sync_key IS NOT NULL;

CREATE INDEX samples_container ON samples (user_id, container) WHERE container IS NOT NULL;

-- client_id is who had saved the sample: only that client may hear of it without read.
CREATE TABLE deletions (
    user_id bigint NOT NULL,
    uuid uuid NOT NULL,
    position bigint NOT NULL,
    type_id smallint NOT NULL,
    client_id integer NOT NULL,
    deleted_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT deletions_pkey PRIMARY KEY (user_id, uuid)
);

ALTER TABLE source_types ADD COLUMN sample_count bigint NOT NULL DEFAULT 0;

UPDATE source_types AS t
SET sample_count = counted.samples
FROM (
    SELECT s.user_id, s.type_id, s.source_id, s.client_id, count(*) AS samples
    FROM samples AS s
    GROUP BY s.user_id, s.type_id, s.source_id, s.client_id
) AS counted
WHERE t.user_id = counted.user_id AND t.type_id = counted.type_id
    AND t.source_id = counted.source_id AND t.client_id = counted.client_id;
