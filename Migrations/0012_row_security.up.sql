-- Lets the database itself keep people's rows apart: whoever runs a statement sees and writes the
-- rows of the user in the setting tributary.user, which is made for one transaction, and of nobody
-- where it is not made.
--
-- tributary_server is what the server works as: it owns nothing and can neither change the schema nor
-- what was written down in audit_events. tributary_maintenance is what it becomes for transactions
-- that begin with no user: who has something to settle, to remove or to be told of. That role reads
-- whose rows there are and when they are due, and no health data; of a table without a policy for
-- it below it sees nothing. Tables that come later need a policy and grants of their own; a test
-- tells of those that have none. Without a policy are tokens and webhooks, which are looked up
-- before anybody knows whose they are, and audit_events, which outlive the user.
--
-- Roles belong to the cluster. Who may not make them has them made before (docs/operations.md).
--
-- Behind a policy, an index is only asked by functions that are known to leak nothing, and shifts and
-- casts are not: so the buckets of 0009 become columns, and the indexes are over those. The first
-- takes no room in most rows, as it fills what alignment left; the other two take eight bytes.
-- The setting is read in a subquery, once for each statement and not for each row.
--
-- Locks: samples against reading and writing while it is written anew with all of its indexes,
-- about ten seconds for each million rows.

DO $roles$
DECLARE
    needed text;
    is_new boolean := false;
BEGIN
    FOREACH needed IN ARRAY ARRAY['tributary_maintenance', 'tributary_server'] LOOP
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = needed) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', needed);
                is_new := true;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL;
            END;
        END IF;
    END LOOP;
    IF NOT pg_has_role('tributary_server', 'tributary_maintenance', 'MEMBER') THEN
        GRANT tributary_maintenance TO tributary_server;
    END IF;
    -- Since PostgreSQL 16 who makes a role is its member, but may not take it before it is granted.
    IF NOT (SELECT r.rolsuper FROM pg_roles AS r WHERE r.rolname = current_user)
        AND (is_new OR NOT pg_has_role(current_user, 'tributary_server', 'MEMBER'))
    THEN
        EXECUTE format('GRANT tributary_server TO %I', current_user);
    END IF;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE insufficient_privilege USING MESSAGE =
        'this role may not make the roles tributary_server and tributary_maintenance; '
        'have them made as docs/operations.md says under "Database roles"';
END
$roles$;

DROP STATISTICS samples_start_bucket;

DROP INDEX samples_short;

DROP INDEX samples_changes;

ALTER TABLE samples
    ADD COLUMN start_bucket integer NOT NULL
        GENERATED ALWAYS AS ((start_us >> 30)::integer) STORED,
    ADD COLUMN position_bucket integer NOT NULL
        GENERATED ALWAYS AS ((position >> 8)::integer) STORED,
    ADD COLUMN client_bits smallint NOT NULL
        GENERATED ALWAYS AS ((client_id & 32767)::smallint) STORED;

CREATE INDEX samples_short ON samples (user_id, type_id, start_bucket)
    WHERE end_us - start_us <= 7200000000;

CREATE INDEX samples_changes ON samples (user_id, type_id, client_bits, position_bucket)
    WHERE position > 0;

DO $policies$
DECLARE
    guarded text;
BEGIN
    FOREACH guarded IN ARRAY ARRAY[
        'samples', 'deletions', 'day_totals', 'hour_totals', 'dirty_days', 'source_types',
        'source_orders', 'source_revisions', 'sources', 'characteristics', 'batches', 'grants',
        'webhook_users', 'webhook_deliveries', 'authorization_requests', 'access_codes',
        'sessions', 'user_streams'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', guarded);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', guarded);
        EXECUTE format(
            'CREATE POLICY own_rows ON %I '
            'USING (user_id = (SELECT NULLIF(current_setting(''tributary.user'', true), '''')::bigint)) '
            'WITH CHECK '
            '(user_id = (SELECT NULLIF(current_setting(''tributary.user'', true), '''')::bigint))',
            guarded
        );
    END LOOP;
    FOREACH guarded IN ARRAY ARRAY[
        'samples', 'deletions', 'day_totals', 'hour_totals', 'dirty_days', 'source_types',
        'sources', 'batches', 'grants', 'webhook_users', 'webhook_deliveries',
        'authorization_requests', 'access_codes', 'sessions', 'user_streams'
    ] LOOP
        EXECUTE format(
            'CREATE POLICY maintenance ON %I TO tributary_maintenance USING (true)', guarded
        );
    END LOOP;
    EXECUTE format(
        'GRANT USAGE ON SCHEMA %I TO tributary_server, tributary_maintenance', current_schema()
    );
    EXECUTE format(
        'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO tributary_server',
        current_schema()
    );
END
$policies$;

REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM tributary_server;
REVOKE UPDATE, DELETE ON audit_events, server_keys FROM tributary_server;

GRANT SELECT (user_id) ON samples, day_totals, hour_totals, source_types, sources
    TO tributary_maintenance;
GRANT SELECT (user_id, type_id) ON dirty_days TO tributary_maintenance;
GRANT SELECT (user_id, position, deleted_at) ON deletions TO tributary_maintenance;
GRANT SELECT (user_id, saved_us) ON batches TO tributary_maintenance;
GRANT SELECT (user_id, expires_us) ON authorization_requests, access_codes, sessions
    TO tributary_maintenance;
GRANT SELECT ON users, clients, grants, user_streams TO tributary_maintenance;
-- To lock a row takes the right to write a column of it.
GRANT UPDATE (pruned_position) ON user_streams TO tributary_maintenance;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_users, webhook_deliveries
    TO tributary_maintenance;
GRANT INSERT ON audit_events TO tributary_maintenance;
