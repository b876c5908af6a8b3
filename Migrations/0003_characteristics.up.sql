-- What is known of a person that hardly ever changes: one row a user, null where it is not set.
-- The numbers are HealthKit's raw values; those for "not set" are never stored. That a date of
-- birth lies not in the future is for the server to see to: a check cannot ask for the time.
--
-- Locks: only creates a table, so nothing waits.

CREATE TABLE characteristics (
    user_id bigint NOT NULL,
    date_of_birth date,
    biological_sex smallint,
    blood_type smallint,
    fitzpatrick_skin_type smallint,
    wheelchair_use smallint,
    activity_move_mode smallint,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT characteristics_pkey PRIMARY KEY (user_id),
    CONSTRAINT characteristics_date_of_birth CHECK (
        date_of_birth BETWEEN date '1850-01-01' AND date '9999-12-31'
    ),
    CONSTRAINT characteristics_biological_sex CHECK (biological_sex BETWEEN 1 AND 3),
    CONSTRAINT characteristics_blood_type CHECK (blood_type BETWEEN 1 AND 8),
    CONSTRAINT characteristics_fitzpatrick_skin_type CHECK (
        fitzpatrick_skin_type BETWEEN 1 AND 6
    ),
    CONSTRAINT characteristics_wheelchair_use CHECK (wheelchair_use BETWEEN 1 AND 2),
    CONSTRAINT characteristics_activity_move_mode CHECK (activity_move_mode BETWEEN 1 AND 2)
);
