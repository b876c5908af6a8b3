-- Takes the first schema away, with everything stored in it. This cannot be undone.
--
-- Locks: each table exclusively; stop the server first.

DROP TABLE
    audit_events, dirty_days, day_totals, samples, source_orders, source_types, source_revisions,
    sources, user_streams, grants, server_keys, tokens, clients, users;
