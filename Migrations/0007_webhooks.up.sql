-- Webhooks: who is told that there is something new, how far each user's telling has got, and a
-- log of the attempts.
--
-- webhooks is small and found by its id; user_id is null for one about every user. The secrets are
-- sealed with the server's key. webhook_users is the state of one user's telling: position is what
-- the receiver has acknowledged (0: nothing), scope stands for what the client could see then.
-- While something is being told, delivery names it, target is the position it leads to, and claim
-- is whose attempt is under way. not_before_us is when the next attempt may begin, also after an
-- attempt that nobody ended; null where nothing is to be done. Times are of the server's clock but
-- for looked_at, which is compared with the time of decisions about grants.
--
-- Locks: only creates tables, so nothing waits.

CREATE TABLE webhooks (
    id uuid NOT NULL,
    client_id integer NOT NULL,
    user_id bigint,
    url text NOT NULL,
    types smallint[],
    secret text NOT NULL,
    former_secret text,
    former_secret_until_us bigint,
    enabled boolean NOT NULL DEFAULT true,
    disabled_reason text,
    created_us bigint NOT NULL,
    CONSTRAINT webhooks_pkey PRIMARY KEY (id),
    CONSTRAINT webhooks_url_length CHECK (octet_length(url) BETWEEN 1 AND 2048)
);

CREATE TABLE webhook_users (
    user_id bigint NOT NULL,
    webhook_id uuid NOT NULL,
    position bigint NOT NULL,
    former_position bigint,
    scope bytea,
    delivery uuid,
    target bigint,
    types smallint[],
    claim uuid,
    attempts integer NOT NULL DEFAULT 0,
    not_before_us bigint,
    failing_since_us bigint,
    parked_us bigint,
    looked_at timestamptz NOT NULL DEFAULT now(),
    begun_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT webhook_users_pkey PRIMARY KEY (user_id, webhook_id),
    CONSTRAINT webhook_users_position CHECK (position >= 0),
    CONSTRAINT webhook_users_delivery CHECK ((delivery IS NULL) = (target IS NULL))
);

CREATE INDEX webhook_users_due ON webhook_users (webhook_id, not_before_us)
    WHERE not_before_us IS NOT NULL AND parked_us IS NULL;

CREATE INDEX webhook_users_failing ON webhook_users (webhook_id)
    WHERE failing_since_us IS NOT NULL;

CREATE TABLE webhook_deliveries (
    user_id bigint NOT NULL,
    webhook_id uuid NOT NULL,
    id uuid NOT NULL,
    delivery uuid NOT NULL,
    attempt integer NOT NULL,
    at_us bigint NOT NULL,
    status smallint,
    error text,
    duration_ms integer NOT NULL,
    CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (user_id, webhook_id, id)
);

CREATE INDEX webhook_deliveries_user ON webhook_deliveries (user_id, webhook_id, at_us, id);

CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, at_us, id);
