-- Takes away what is known of batches: those that come again are stored by their samples'
-- identities, and answered accordingly. This cannot be undone.
--
-- Locks: the table exclusively; stop the server first.

DROP TABLE batches;
