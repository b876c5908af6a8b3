-- The feed of changes: what pages it, and what remembers how far back it goes.
--
-- samples_changes leads from the last change a reader knows to the next one of a type and a client.
-- Both stand before the position so that a page costs what its reader may see: with the position
-- alone, a client that reads nothing would wade through what others saved, which takes time it
-- could measure. It is one more entry of 32 bytes for each sample; positions only grow, so a batch
-- writes to the end of as many runs as it has types. The client is an expression so that no list by
-- time takes this index for a client it believes to be rare, and sorts all of its samples. Deletions are found by type, by client or in
-- order, depending on what the reader may see and on whether they are old enough to go.
--
-- contained_types are the types a deleted correlation held: who read one of them is told. It is
-- not known of correlations that were deleted before.
--
-- pruned_position is the last position of which marks of deletions were removed for their age.
--
-- Locks: samples and deletions against writing while the indexes are built, about a second for
-- each million rows.

CREATE INDEX samples_changes ON samples (user_id, type_id, (client_id + 0), position);

ALTER TABLE deletions ADD COLUMN contained_types smallint[];

CREATE INDEX deletions_position ON deletions (user_id, position);

CREATE INDEX deletions_type ON deletions (user_id, type_id, position);

CREATE INDEX deletions_client ON deletions (user_id, client_id, position);

ALTER TABLE user_streams
    ADD COLUMN pruned_position bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT user_streams_pruned CHECK (pruned_position BETWEEN 0 AND last_position);
