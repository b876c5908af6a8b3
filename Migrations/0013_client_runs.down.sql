-- Takes the client out of the indexes by time again.
--
-- Locks: samples against writing while the indexes are built, about two seconds for each million
-- rows, and against reading for a moment.

DROP INDEX samples_short;

CREATE INDEX samples_short ON samples (user_id, type_id, start_bucket)
    WHERE end_us - start_us <= 7200000000;

DROP INDEX samples_long;

CREATE INDEX samples_long ON samples (user_id, type_id, end_us)
    WHERE end_us - start_us > 7200000000;
