package import HealthModel
import Postgres

extension HealthStore {
    /// Finds one sample of any type with what it holds; nil where there is none or the caller may
    /// not see it, which takes the same question to the database.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func sample(
        _ id: SampleID,
        of user: UserID,
        _ access: ReadAccess
    ) async throws -> StoredSample? {
        let found = try await retrying {
            try await pool.withConnection { connection in
                try connection.transaction(.snapshot) {
                    try Self.visible(id, of: user, access, on: connection)
                }
            }
        }
        return found.first
    }

    private static func visible(
        _ id: SampleID,
        of user: UserID,
        _ access: ReadAccess,
        on connection: Connection
    ) throws -> [StoredSample] {
        _ = try Self.user(user, on: connection)
        let rows = try connection.run(
            FindSQL.visible,
            [.int8(user.number), .uuid(id.bits), access.clientBind, access.typesBind]
        )
        var found = try StoredSample.read(rows, of: user, on: connection)
        if let sample = found.first, CorrelationType(rawValue: sample.typeID) != nil {
            try addMembers(to: &found, of: user, access, on: connection)
        }
        return found
    }
}

/// The statement that finds one sample.
enum FindSQL {
    /// A sample may be seen by its own, or where the caller may see one that it holds.
    static let visible = Statement(
        "samples.findVisible",
        """
        SELECT \(StoredSample.columns)
        FROM samples AS s
        WHERE s.user_id = $1 AND s.uuid = $2
            AND (
                $3::int4 IS NULL OR s.client_id = $3 OR s.type_id = ANY($4::int2[])
                OR EXISTS (
                    SELECT 1
                    FROM samples AS m
                    WHERE m.user_id = $1 AND m.container = $2
                        AND (m.client_id = $3 OR m.type_id = ANY($4::int2[]))
                )
            )
        """
    )

    static let statements = [visible]
}
