-- Gives the two indexes of samples their exact keys back.
--
-- Locks: samples against writing while the indexes are built, about two seconds for each million
-- rows, and against reading for a moment.

DROP INDEX samples_changes;

CREATE INDEX samples_changes ON samples (
    user_id,
    ((type_id::bigint << 48) + ((client_id & 1023)::bigint << 38) + position)
);

DROP STATISTICS samples_start_bucket;

DROP INDEX samples_short;

CREATE INDEX samples_short ON samples (user_id, type_id, start_us)
    WHERE end_us - start_us <= 7200000000;
