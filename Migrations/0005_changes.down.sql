-- Takes the feed's indexes away, and what is known of how far back it goes.
--
-- Locks: samples, deletions and user_streams exclusively, for a moment.

ALTER TABLE user_streams DROP COLUMN pruned_position;

DROP INDEX deletions_client, deletions_type, deletions_position;

ALTER TABLE deletions DROP COLUMN contained_types;

DROP INDEX samples_changes;
