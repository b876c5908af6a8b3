-- Keeps the merged sums of hours beside those of quarter hours, eight days a row: a year of days in
-- most zones is then 46 rows instead of 366, and a quarter of the bytes. Each value is a big-endian
-- double, not-a-number where there is no data; an array would be sent element by element. A row
-- stays below the size from which PostgreSQL moves values out of line.
--
-- Every kept day is marked, so that the next reader, or the settler, computes it with its hours.
--
-- Locks: creates a table, and writes marks as a push does.

CREATE TABLE hour_totals (
    user_id bigint NOT NULL,
    type_id smallint NOT NULL,
    block integer NOT NULL,
    sums bytea NOT NULL,
    CONSTRAINT hour_totals_pkey PRIMARY KEY (user_id, type_id, block),
    CONSTRAINT hour_totals_hours CHECK (octet_length(sums) = 1536)
);

ALTER TABLE hour_totals ALTER COLUMN sums SET STORAGE PLAIN;

INSERT INTO dirty_days (user_id, type_id, day)
SELECT user_id, type_id, day
FROM day_totals
ON CONFLICT DO NOTHING;
