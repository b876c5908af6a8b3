-- What apps ask people for, and how people sign in to answer.
--
-- Each table is keyed by user first, and so is each look-up: a request's user code is only looked
-- for among those of whoever is signed in, and the secrets of access codes and sessions hold the
-- user they are for, so that no look-up by secret has to cross users. Of a secret only the hash is
-- kept; its first half is the row's id.
--
-- authorization_requests: share and read are the types that were undecided when the client asked.
-- state is what was decided, if anything; that a request has expired, or that somebody decided
-- about its types in another way, is seen by the clock and the grants. interval_s is how long the
-- client has to wait between two questions, asked_us when it last asked. Times are of the server's
-- clock. An access code is deleted when it is used.
--
-- Locks: only creates tables, so nothing waits.

CREATE TABLE authorization_requests (
    user_id bigint NOT NULL,
    id uuid NOT NULL,
    client_id integer NOT NULL,
    user_code text NOT NULL,
    share smallint[] NOT NULL,
    read smallint[] NOT NULL,
    share_usage text,
    read_usage text,
    created_us bigint NOT NULL,
    expires_us bigint NOT NULL,
    state text NOT NULL DEFAULT 'pending',
    decided_us bigint,
    interval_s integer NOT NULL,
    asked_us bigint,
    CONSTRAINT authorization_requests_pkey PRIMARY KEY (user_id, id),
    CONSTRAINT authorization_requests_user_code_key UNIQUE (user_id, user_code),
    CONSTRAINT authorization_requests_user_code CHECK (user_code ~ '^[B-Z]{8}$'),
    CONSTRAINT authorization_requests_state CHECK (state IN ('pending', 'decided', 'denied')),
    CONSTRAINT authorization_requests_decided CHECK ((state = 'pending') = (decided_us IS NULL)),
    CONSTRAINT authorization_requests_share CHECK (cardinality(share) = 0 OR share_usage <> ''),
    CONSTRAINT authorization_requests_read CHECK (cardinality(read) = 0 OR read_usage <> '')
);

CREATE INDEX authorization_requests_expires ON authorization_requests (user_id, expires_us);

CREATE TABLE access_codes (
    user_id bigint NOT NULL,
    id uuid NOT NULL,
    hash bytea NOT NULL,
    created_us bigint NOT NULL,
    expires_us bigint NOT NULL,
    CONSTRAINT access_codes_pkey PRIMARY KEY (user_id, id),
    CONSTRAINT access_codes_hash_length CHECK (octet_length(hash) = 32)
);

CREATE TABLE sessions (
    user_id bigint NOT NULL,
    id uuid NOT NULL,
    hash bytea NOT NULL,
    created_us bigint NOT NULL,
    used_us bigint NOT NULL,
    expires_us bigint NOT NULL,
    CONSTRAINT sessions_pkey PRIMARY KEY (user_id, id),
    CONSTRAINT sessions_hash_length CHECK (octet_length(hash) = 32)
);
