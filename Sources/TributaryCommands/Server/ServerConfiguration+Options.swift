import HTTPServer
import HealthService

/// What a server may be told on the command line.
extension ServerConfiguration {
    /// The options that say where the database is.
    static let databaseOptions = [
        Option(
            name: "--data-dir",
            value: "DIR",
            help: "where the cluster, the admin token and the address are kept",
            environment: "TRIBUTARY_DATA_DIR",
            standard: nil
        ),
        Option(
            name: "--database-url",
            value: "URL",
            help: "use this PostgreSQL instead of the embedded one",
            environment: "TRIBUTARY_DATABASE_URL"
        ),
        Option(
            name: "--migration-database-url",
            value: "URL",
            help: "the same database as the role that owns the schema, for migrations",
            environment: "TRIBUTARY_MIGRATION_DATABASE_URL"
        ),
        Option(
            name: "--postgres-bin",
            value: "DIR",
            help:
                "where the embedded database's initdb and postgres are, if not in the usual places",
            environment: "TRIBUTARY_POSTGRES_BIN"
        ),
    ]

    /// All options of a server.
    static let options =
        [
            Option(
                name: "--host",
                value: "ADDRESS",
                help: "address to listen on",
                environment: "TRIBUTARY_HOST",
                standard: "127.0.0.1"
            ),
            Option(
                name: "--port",
                value: "N",
                help: "port to listen on, 0 picks one",
                environment: "TRIBUTARY_PORT",
                standard: "8080"
            ),
        ] + PublicURL.options + TLSFiles.options + databaseOptions + DatabaseLimits.options + [
            Option(
                name: "--database-connections",
                value: "N",
                help: "connections to the database, 1 to 64",
                environment: "TRIBUTARY_DATABASE_CONNECTIONS",
                standard: "8"
            ),
            Option(
                name: "--max-connections",
                value: "N",
                help: "connections of clients; each is an open file",
                environment: "TRIBUTARY_MAX_CONNECTIONS",
                standard: "8192"
            ),
            Option(
                name: "--max-waiters",
                value: "N",
                help: "long polls and streams of changes at once",
                environment: "TRIBUTARY_MAX_WAITERS",
                standard: "4096"
            ),
            Option(
                name: "--request-seconds",
                value: "N",
                help: "how long a request may take to arrive; of a push of lines each 64 KiB",
                environment: "TRIBUTARY_REQUEST_SECONDS",
                standard: "60"
            ),
            Option(
                name: "--stall-seconds",
                value: "N",
                help: "how long a client may take nothing of its answer; each 64 KiB of it",
                environment: "TRIBUTARY_STALL_SECONDS",
                standard: "30"
            ),
            Option(
                name: "--max-body-mb",
                value: "N",
                help: "largest body of a push; twice that once inflated",
                environment: "TRIBUTARY_MAX_BODY_MB",
                standard: "32"
            ),
            Option(
                name: "--max-stream-mb",
                value: "N",
                help: "largest push of lines, on the wire and inflated",
                environment: "TRIBUTARY_MAX_STREAM_MB",
                standard: "1024"
            ),
            Option(
                name: "--batch-hours",
                value: "N",
                help: "how long a batch is known by its name, at least 24",
                environment: "TRIBUTARY_BATCH_HOURS",
                standard: "72"
            ),
            Option(
                name: "--max-span-days",
                value: "N",
                help: "longest span of a sample",
                environment: "TRIBUTARY_MAX_SPAN_DAYS",
                standard: "366"
            ),
            Option(
                name: "--deletion-days",
                value: "N",
                help: "how long deletions are remembered; readers away for longer start over",
                environment: "TRIBUTARY_DELETION_DAYS",
                standard: "90"
            ),
        ] + RateLimits.options + WebhookSettings.options + [
            Option(
                name: "--drain-seconds",
                value: "N",
                help: "how long requests in flight may take after SIGTERM",
                environment: "TRIBUTARY_DRAIN_SECONDS",
                standard: "20"
            )
        ]
}
