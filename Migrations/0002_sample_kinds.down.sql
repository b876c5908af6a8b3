-- Takes kinds, sync versions and deletions away. Workouts, correlations, categories and the list of
-- deleted samples are lost; this cannot be undone.
--
-- Locks: samples and source_types exclusively.

DELETE FROM samples AS s WHERE s.type_id >= 1001;

DELETE FROM source_types AS t WHERE t.type_id >= 1001;

ALTER TABLE source_types DROP COLUMN sample_count;

DROP TABLE deletions;

DROP INDEX samples_container, samples_sync_key;

ALTER TABLE samples
    DROP CONSTRAINT samples_sync,
    DROP COLUMN details,
    DROP COLUMN container,
    DROP COLUMN sync_version,
    DROP COLUMN sync_key;
