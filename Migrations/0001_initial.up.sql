-- The first schema: people, apps, permissions, sources, samples and their totals.
--
-- Ready to be distributed by user: every table with health data carries user_id as the first
-- column of its primary key and of every unique constraint, no foreign key crosses users, and
-- nothing on the write path draws from a sequence. Foreign keys from samples are left out on
-- purpose: one check a row would double the cost of an insert; the server writes samples and
-- what they refer to in one transaction, and erases a user table by table.
--
-- Locks: only creates tables, so nothing waits.

CREATE TABLE users (
    id bigint NOT NULL,
    name text,
    time_zone text NOT NULL DEFAULT 'UTC',
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT users_pkey PRIMARY KEY (id),
    CONSTRAINT users_name_length CHECK (char_length(name) BETWEEN 1 AND 200)
);

CREATE TABLE clients (
    id integer NOT NULL,
    bundle_identifier text NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT clients_pkey PRIMARY KEY (id),
    CONSTRAINT clients_id_positive CHECK (id > 0),
    CONSTRAINT clients_bundle_identifier_key UNIQUE (bundle_identifier)
);

-- A token's id is the first half of its hash, so that one key finds it by either.
CREATE TABLE tokens (
    id uuid NOT NULL,
    hash bytea NOT NULL,
    user_id bigint NOT NULL,
    client_id integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT tokens_pkey PRIMARY KEY (id),
    CONSTRAINT tokens_hash_length CHECK (octet_length(hash) = 32)
);

CREATE INDEX tokens_user_id ON tokens (user_id);

-- The key that seals anchors and cursors; made once, at the first start.
CREATE TABLE server_keys (
    id smallint NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT server_keys_pkey PRIMARY KEY (id),
    CONSTRAINT server_keys_key_length CHECK (octet_length(key) = 32)
);

-- What was decided for a client. type_id 0 stands for every type without a row of its own; a null
-- or a missing row is "not determined".
CREATE TABLE grants (
    user_id bigint NOT NULL,
    client_id integer NOT NULL,
    type_id smallint NOT NULL,
    may_share boolean,
    may_read boolean,
    decided_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT grants_pkey PRIMARY KEY (user_id, client_id, type_id)
);

-- One row a user: its lock orders the user's changes, last_position numbers them without gaps.
CREATE TABLE user_streams (
    user_id bigint NOT NULL,
    last_position bigint NOT NULL DEFAULT 0,
    CONSTRAINT user_streams_pkey PRIMARY KEY (user_id),
    CONSTRAINT user_streams_position CHECK (last_position >= 0)
);

-- key is derived from what makes a source the same source; it is the id shown to clients.
CREATE TABLE sources (
    user_id bigint NOT NULL,
    id integer NOT NULL,
    key uuid NOT NULL,
    bundle_identifier text NOT NULL,
    product_type text,
    device_name text,
    device_manufacturer text,
    device_model text,
    device_hardware_version text,
    device_local_identifier text,
    CONSTRAINT sources_pkey PRIMARY KEY (user_id, id),
    CONSTRAINT sources_key_key UNIQUE (user_id, key)
);

-- The versions a source went through; samples point here so that no text is stored twice.
CREATE TABLE source_revisions (
    user_id bigint NOT NULL,
    id integer NOT NULL,
    key uuid NOT NULL,
    source_id integer NOT NULL,
    name text,
    version text,
    operating_system_version text,
    device_firmware_version text,
    device_software_version text,
    device_udi_device_identifier text,
    CONSTRAINT source_revisions_pkey PRIMARY KEY (user_id, id),
    CONSTRAINT source_revisions_key_key UNIQUE (user_id, key)
);

-- Which client saved samples of which type from which source, and what it last called the source
-- in them, at which position: decides what a client may see of sources, names included, without
-- looking at samples.
CREATE TABLE source_types (
    user_id bigint NOT NULL,
    type_id smallint NOT NULL,
    source_id integer NOT NULL,
    client_id integer NOT NULL,
    name text,
    named_at bigint,
    CONSTRAINT source_types_pkey PRIMARY KEY (user_id, type_id, source_id, client_id)
);

CREATE TABLE source_orders (
    user_id bigint NOT NULL,
    type_id smallint NOT NULL,
    ranked integer[] NOT NULL,
    disabled integer[] NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT source_orders_pkey PRIMARY KEY (user_id, type_id)
);

-- Times are microseconds since 1970 UTC, values are in the type's canonical unit. client_id 0 is
-- the operator. recorded_us is when the device recorded the sample, else when it was accepted.
-- The offsets are minutes east of UTC of the zone it was recorded in, null where unknown.
CREATE TABLE samples (
    user_id bigint NOT NULL,
    uuid uuid NOT NULL,
    start_us bigint NOT NULL,
    end_us bigint NOT NULL,
    value double precision NOT NULL,
    recorded_us bigint NOT NULL,
    position bigint NOT NULL,
    source_id integer NOT NULL,
    revision_id integer NOT NULL,
    client_id integer NOT NULL,
    type_id smallint NOT NULL,
    start_offset smallint,
    end_offset smallint,
    user_entered boolean NOT NULL,
    created_given boolean NOT NULL,
    metadata jsonb,
    CONSTRAINT samples_pkey PRIMARY KEY (user_id, uuid),
    CONSTRAINT samples_span CHECK (end_us >= start_us)
);

-- Samples longer than two hours are rare; with an index of their own the others are found by
-- looking back two hours and no more. Each index holds its half alone: one over all samples would
-- at times be taken for the long ones too, and read through all that came before.
CREATE INDEX samples_short ON samples (user_id, type_id, start_us)
    WHERE end_us - start_us <= 7200000000;

CREATE INDEX samples_long ON samples (user_id, type_id, end_us)
    WHERE end_us - start_us > 7200000000;

-- Merged sums of a UTC day in its 96 quarter hours; null where there is no data.
CREATE TABLE day_totals (
    user_id bigint NOT NULL,
    type_id smallint NOT NULL,
    day integer NOT NULL,
    sums double precision[] NOT NULL,
    CONSTRAINT day_totals_pkey PRIMARY KEY (user_id, type_id, day),
    CONSTRAINT day_totals_quarters CHECK (cardinality(sums) = 96)
);

-- Days whose totals are older than their samples; settled before anything reads them.
CREATE TABLE dirty_days (
    user_id bigint NOT NULL,
    type_id smallint NOT NULL,
    day integer NOT NULL,
    CONSTRAINT dirty_days_pkey PRIMARY KEY (user_id, type_id, day)
);

CREATE TABLE audit_events (
    id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    actor text NOT NULL,
    action text NOT NULL,
    user_id bigint,
    client_id integer,
    subject text,
    CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_events_at ON audit_events (at, id);
