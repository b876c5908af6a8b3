import Foundation
import HTTPServer
import HealthService
import Postgres

/// Everything a server is told from outside, read once.
struct ServerConfiguration: Sendable {
    /// The address to listen on.
    var host: String
    /// The port to listen on; 0 picks one.
    var port: UInt16
    /// Where the server keeps what is its own.
    var directory: ServerDirectory
    /// A database to use instead of the embedded one.
    var databaseURL: String?
    /// The same database for migrations, as another role; nil for the same.
    var migrationDatabaseURL: String?
    /// Whether to refuse a role that row-level security does not hold.
    var isRowSecurityRequired = false
    /// How long the database may take for what.
    var databaseLimits = DatabaseLimits()
    /// The directory of the embedded database's programs; nil looks for them.
    var programDirectory: String?
    /// The admin token; nil takes the one in the data directory.
    var adminToken: String?
    /// Connections to the database.
    var databaseConnections: Int
    /// Connections of clients.
    var connectionLimit = 8192
    /// Long polls and streams of changes at once.
    var waiterLimit = 4096
    /// How long a request may take to arrive, in seconds.
    var requestSeconds = 60
    /// How long a client may leave what is ready for it, in seconds.
    var stallSeconds = 30
    /// How long requests in flight may take after a SIGTERM, in seconds.
    var drainSeconds: Int
    /// How long marks of deletions are kept, in days.
    var deletionDays: Int32 = 90
    /// What one request may ask for.
    var limits: ServiceLimits
    /// What links begin with; nil takes where the server listens.
    var publicURL: String?
    /// The certificate and the key; nil for plain HTTP.
    var tls: TLSFiles?
    /// How webhooks are delivered to.
    var webhooks = WebhookSettings()

    /// Reads a configuration.
    ///
    /// - Throws: `UsageError` for a value that makes no sense.
    init(_ arguments: Arguments) throws {
        host = arguments.text("--host") ?? "127.0.0.1"
        port = UInt16(try arguments.integer("--port", in: 0...65535) ?? 8080)
        directory = ServerDirectory(path: arguments.text("--data-dir") ?? ServerDirectory.standard)
        databaseURL = arguments.text("--database-url")
        migrationDatabaseURL = arguments.text("--migration-database-url")
        if migrationDatabaseURL != nil, databaseURL == nil {
            throw UsageError("--migration-database-url needs --database-url")
        }
        isRowSecurityRequired = arguments.isSet("--require-row-security")
        databaseLimits = try DatabaseLimits(arguments)
        programDirectory = arguments.text("--postgres-bin")
        adminToken = ProcessInfo.processInfo.environment["TRIBUTARY_ADMIN_TOKEN"]
        if let adminToken, adminToken.utf8.count < 16 {
            throw UsageError("TRIBUTARY_ADMIN_TOKEN must have at least 16 characters")
        }
        databaseConnections = try arguments.integer("--database-connections", in: 1...64) ?? 8
        connectionLimit =
            try arguments.integer("--max-connections", in: 2...100_000) ?? connectionLimit
        waiterLimit = try arguments.integer("--max-waiters", in: 1...100_000) ?? waiterLimit
        requestSeconds = try arguments.integer("--request-seconds", in: 1...3600) ?? requestSeconds
        stallSeconds = try arguments.integer("--stall-seconds", in: 1...3600) ?? stallSeconds
        drainSeconds = try arguments.integer("--drain-seconds", in: 0...3600) ?? 20
        if let days = try arguments.integer("--deletion-days", in: 1...36_500) {
            deletionDays = Int32(days)
        }
        limits = ServiceLimits()
        if let megabytes = try arguments.integer("--max-body-mb", in: 1...1024) {
            limits.bodyInBytes = megabytes << 20
            limits.inflatedBodyInBytes = megabytes << 21
        }
        if let megabytes = try arguments.integer("--max-stream-mb", in: 1...65_536) {
            limits.streamedBodyInBytes = megabytes << 20
        }
        if let hours = try arguments.integer("--batch-hours", in: 24...8760) {
            limits.batchRetentionInSeconds = Int64(hours) * 3600
        }
        if let days = try arguments.integer("--max-span-days", in: 1...3660) {
            limits.longestSpanInDays = Int64(days)
        }
        limits.rates = try RateLimits(arguments)
        webhooks = try WebhookSettings(arguments)
        publicURL = try PublicURL.given(in: arguments)
        tls = try TLSFiles.given(in: arguments)
    }

    /// The configuration of a server that nobody is meant to find: any port, an embedded database.
    init(temporary directory: ServerDirectory) {
        host = "127.0.0.1"
        port = 0
        self.directory = directory
        databaseConnections = 8
        drainSeconds = 2
        limits = ServiceLimits()
        // It is there for one program, which may ask as fast as it can.
        limits.rates = .none
    }
}
