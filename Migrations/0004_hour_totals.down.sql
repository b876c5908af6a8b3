-- Takes the sums of hours away. The sums of quarter hours say as much.
--
-- Locks: the table exclusively; stop the server first.

DROP TABLE hour_totals;
