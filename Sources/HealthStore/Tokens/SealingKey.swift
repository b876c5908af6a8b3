import Crypto
import Postgres

extension HealthStore {
    /// The 32-byte key that seals anchors and cursors; made at the first call, the same ever after.
    package func sealingKey() async throws -> [UInt8] {
        let candidate = SecureRandom.bytes(32)
        return try await pool.withConnection { connection in
            // Two servers may start at once: the first row stays, and both read it.
            _ = try connection.run(SealingKeySQL.insert, [.bytea(candidate)])
            return try connection.run(SealingKeySQL.find).bytea(0, 0)
        }
    }
}

/// Statements about the sealing key.
enum SealingKeySQL {
    static let insert = Statement(
        "serverKeys.insert",
        "INSERT INTO server_keys AS k (id, key) VALUES (1, $1) ON CONFLICT DO NOTHING"
    )

    static let find = Statement("serverKeys.find", "SELECT key FROM server_keys WHERE id = 1")

    static let statements = [insert, find]
}
