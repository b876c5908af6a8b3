-- Takes the characteristics away, with everything stored in them. This cannot be undone.
--
-- Locks: the table exclusively; stop the server first.

DROP TABLE characteristics;
