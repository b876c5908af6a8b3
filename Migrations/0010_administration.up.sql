-- What administering a server takes: tokens of admins, suspended clients, templates of grants, and
-- an audit log that nobody can rewrite.
--
-- Of an admin's token only the hash is kept, as of any other. last_used_at is written about once a
-- minute for all tokens that were used. A template's lists hold the numbers of types; 0 stands for
-- every type. audit_events refuses to be changed by a trigger: whoever may drop that is who owns the
-- database. The log is listed newest first, also of one user or of one client.
--
-- Locks: tokens and clients against everybody for a moment; audit_events against writing while its
-- indexes are built, about a second for each million events.

CREATE TABLE admin_tokens (
    id uuid NOT NULL,
    hash bytea NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    CONSTRAINT admin_tokens_pkey PRIMARY KEY (id),
    CONSTRAINT admin_tokens_hash_length CHECK (octet_length(hash) = 32),
    CONSTRAINT admin_tokens_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT admin_tokens_role CHECK (role IN ('owner', 'admin', 'auditor'))
);

ALTER TABLE tokens
    ADD COLUMN name text,
    ADD COLUMN last_used_at timestamptz;

ALTER TABLE clients ADD COLUMN suspended_at timestamptz;

CREATE TABLE grant_templates (
    name text NOT NULL,
    share smallint[] NOT NULL,
    read smallint[] NOT NULL,
    CONSTRAINT grant_templates_pkey PRIMARY KEY (name),
    CONSTRAINT grant_templates_name CHECK (name ~ '^[a-z0-9-]{1,64}$')
);

CREATE INDEX audit_events_user ON audit_events (user_id, at, id);

CREATE INDEX audit_events_client ON audit_events (client_id, at, id);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only ever added to' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER audit_events_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
