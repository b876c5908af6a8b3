/// Which tables row-level security guards, and why it does not guard the others.
enum GuardedTables {
    /// Tables of users without row-level security, and the reason.
    static let exceptions = [
        "tokens": "looked up by hash, before it is known whose they are; hold no data",
        "webhooks": "belong to clients; the user is null for one about all",
        "audit_events": "written about anybody, and outlive the user; hold ids and counts",
    ]

    /// Lists every table of the schema with how it is guarded.
    static let list = """
        SELECT c.relname::text,
            EXISTS (
                SELECT 1 FROM pg_attribute AS a
                WHERE a.attrelid = c.oid AND a.attname = 'user_id' AND NOT a.attisdropped
            ),
            c.relrowsecurity AND c.relforcerowsecurity,
            coalesce(
                (
                    SELECT p.qual = p.with_check AND p.qual LIKE
                        '(user_id = ( SELECT (NULLIF(current_setting(''tributary.user''%'
                    FROM pg_policies AS p
                    WHERE p.schemaname = 'public' AND p.tablename = c.relname
                        AND p.policyname = 'own_rows' AND p.roles = '{public}' AND p.cmd = 'ALL'
                ),
                false
            ),
            has_table_privilege('tributary_server', c.oid, 'SELECT'),
            has_table_privilege('tributary_server', c.oid, 'TRUNCATE')
                OR has_table_privilege('tributary_server', c.oid, 'TRIGGER')
                OR has_table_privilege('tributary_server', c.oid, 'REFERENCES')
                OR pg_has_role('tributary_server', c.relowner, 'MEMBER')
        FROM pg_class AS c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        ORDER BY 1
        """
}
