-- The roles stay: they belong to the cluster, and other databases may use them.

DO $policies$
DECLARE
    guarded record;
BEGIN
    FOR guarded IN
        SELECT p.tablename, p.policyname FROM pg_policies AS p WHERE p.schemaname = current_schema()
    LOOP
        EXECUTE format('DROP POLICY %I ON %I', guarded.policyname, guarded.tablename);
        EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', guarded.tablename);
        EXECUTE format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY', guarded.tablename);
    END LOOP;
    EXECUTE format(
        'REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM tributary_server, tributary_maintenance',
        current_schema()
    );
    EXECUTE format(
        'REVOKE USAGE ON SCHEMA %I FROM tributary_server, tributary_maintenance', current_schema()
    );
END
$policies$;

-- Column privileges go with the privileges on their tables above.

DROP INDEX samples_short;

DROP INDEX samples_changes;

ALTER TABLE samples
    DROP COLUMN start_bucket,
    DROP COLUMN position_bucket,
    DROP COLUMN client_bits;

CREATE INDEX samples_short ON samples (user_id, type_id, ((start_us >> 30)::integer))
    WHERE end_us - start_us <= 7200000000;

CREATE STATISTICS samples_start_bucket ON ((start_us >> 30)::integer) FROM samples;

CREATE INDEX samples_changes ON samples (
    user_id,
    type_id,
    ((client_id & 32767)::smallint),
    ((position >> 8)::integer)
)
    WHERE position > 0;
