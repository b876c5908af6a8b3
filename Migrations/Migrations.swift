/// The SQL of one step of the schema, as embedded from the files beside this one.
package struct EmbeddedMigration: Sendable {
    /// The step's number: the digits its file names begin with.
    package let version: Int
    /// The step's name: what stands between the number and `.up.sql`.
    package let name: String
    /// The SQL that makes the change.
    package let up: [UInt8]
    /// The SQL that takes it back.
    package let down: [UInt8]
}

/// Every step of the schema, oldest first, without gaps.
package let embeddedMigrations: [EmbeddedMigration] = [
    EmbeddedMigration(
        version: 1,
        name: "initial",
        up: PackageResources._001_initial_up_sql,
        down: PackageResources._001_initial_down_sql
    ),
    EmbeddedMigration(
        version: 2,
        name: "sample_kinds",
        up: PackageResources._002_sample_kinds_up_sql,
        down: PackageResources._002_sample_kinds_down_sql
    ),
    EmbeddedMigration(
        version: 3,
        name: "characteristics",
        up: PackageResources._003_characteristics_up_sql,
        down: PackageResources._003_characteristics_down_sql
    ),
    EmbeddedMigration(
        version: 4,
        name: "hour_totals",
        up: PackageResources._004_hour_totals_up_sql,
        down: PackageResources._004_hour_totals_down_sql
    ),
    EmbeddedMigration(
        version: 5,
        name: "changes",
        up: PackageResources._005_changes_up_sql,
        down: PackageResources._005_changes_down_sql
    ),
    EmbeddedMigration(
        version: 6,
        name: "batches",
        up: PackageResources._006_batches_up_sql,
        down: PackageResources._006_batches_down_sql
    ),
    EmbeddedMigration(
        version: 7,
        name: "webhooks",
        up: PackageResources._007_webhooks_up_sql,
        down: PackageResources._007_webhooks_down_sql
    ),
    EmbeddedMigration(
        version: 8,
        name: "feed_key",
        up: PackageResources._008_feed_key_up_sql,
        down: PackageResources._008_feed_key_down_sql
    ),
    EmbeddedMigration(
        version: 9,
        name: "buckets",
        up: PackageResources._009_buckets_up_sql,
        down: PackageResources._009_buckets_down_sql
    ),
    EmbeddedMigration(
        version: 10,
        name: "administration",
        up: PackageResources._010_administration_up_sql,
        down: PackageResources._010_administration_down_sql
    ),
    EmbeddedMigration(
        version: 11,
        name: "authorization",
        up: PackageResources._011_authorization_up_sql,
        down: PackageResources._011_authorization_down_sql
    ),
    EmbeddedMigration(
        version: 12,
        name: "row_security",
        up: PackageResources._012_row_security_up_sql,
        down: PackageResources._012_row_security_down_sql
    ),
    EmbeddedMigration(
        version: 13,
        name: "client_runs",
        up: PackageResources._013_client_runs_up_sql,
        down: PackageResources._013_client_runs_down_sql
    ),
]
