-- Lets the time of an answer tell nothing of samples that its reader may not see: the indexes by
-- time have the client before the time, as the feed's index does already (see 0005).
--
-- Of each type, the samples of a client stand together, in a run. Who may see only its own looks
-- at no other run; without the client in the key it would wade through what others saved in the
-- same time, which takes time it could measure. Who may see all asks run by run, for the clients
-- that source_types names: it has a row for every client that has samples, written and removed in
-- the transactions that write and remove those.
--
-- A key is as wide as it was: in samples_short user, type, client and stretch fill two words, in
-- samples_long the client fills a gap before the time. So the indexes stay as large where one
-- client saves a type; where several save it in the same stretch, fewer samples share a key of
-- samples_short, three clients by turns each minute taking 22 bytes a sample instead of 14. As in
-- samples_changes, clients whose last 15 bits are equal share a run, and readers compare the client
-- itself.
--
-- Locks: samples against writing while the indexes are built, about two seconds for each million
-- rows, and against reading for a moment.

DROP INDEX samples_short;

CREATE INDEX samples_short ON samples (user_id, type_id, client_bits, start_bucket)
    WHERE end_us - start_us <= 7200000000;

DROP INDEX samples_long;

CREATE INDEX samples_long ON samples (user_id, type_id, client_bits, end_us)
    WHERE end_us - start_us > 7200000000;
