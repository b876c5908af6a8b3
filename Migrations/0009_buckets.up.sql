-- Makes two indexes of samples a quarter as large: 14 bytes a sample each instead of 53 and 32.
--
-- They find a sample by the stretch of time, and by the 256 positions, that it lies in. Samples of
-- one bucket have equal keys, which PostgreSQL stores once with a list of rows of six bytes each.
-- Who asks reads the buckets at the ends of a range as a whole and compares the rest: 18 minutes of
-- one type, or 256 positions. A key is no wider than two bigints, so that pages fill up where runs
-- grow at their ends (see 0008); 15 bits of the client keep runs apart, and the query compares the
-- client itself.
--
-- samples_changes holds every sample, but only who asks for positions may use it: being smaller
-- than the primary key it would be taken for look-ups of identifiers, and read from end to end,
-- for users whom the statistics do not know. The statistics of buckets are stored for the table
-- because those of a partial index are not used.
--
-- Locks: samples against writing while the indexes are built, about two seconds for each million
-- rows, and against reading for a moment.

DROP INDEX samples_short;

CREATE INDEX samples_short ON samples (user_id, type_id, ((start_us >> 30)::integer))
    WHERE end_us - start_us <= 7200000000;

CREATE STATISTICS samples_start_bucket ON ((start_us >> 30)::integer) FROM samples;

DROP INDEX samples_changes;

CREATE INDEX samples_changes ON samples (
    user_id,
    type_id,
    ((client_id & 32767)::smallint),
    ((position >> 8)::integer)
)
    WHERE position > 0;
