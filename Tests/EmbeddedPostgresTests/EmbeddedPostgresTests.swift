import Postgres
import TestSupport
import Testing

@testable import EmbeddedPostgres

/// The tests of the private server, one after another: each makes a cluster of its own.
@Suite("The private server", .offPool, .serialized)
struct EmbeddedPostgresTests {}

/// Opens a session with a server's own database.
func connect(_ server: EmbeddedPostgres) throws -> Connection {
    try Connection(ConnectionConfiguration(server.connectionString))
}

/// Starts a server that must not start, and answers why not.
func failure(_ server: EmbeddedPostgres) -> EmbeddedPostgresError? {
    #expect(throws: EmbeddedPostgresError.self) { try server.start() }
}
