-- Gives the feed's index of samples its columns back.
--
-- Locks: samples against writing while the index is built, and against reading for a moment.

DROP INDEX samples_changes;

CREATE INDEX samples_changes ON samples (user_id, type_id, (client_id + 0), position);
