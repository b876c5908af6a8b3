import Postgres

/// A decision that is kept under a name, to be made for many.
package struct GrantTemplate: Hashable, Sendable {
    /// The name: 1 to 64 of `a-z0-9-`.
    package let name: String
    /// What may be shared.
    package let share: TypeSelection
    /// What may be read.
    package let read: TypeSelection

    /// Describes a template.
    package init(name: String, share: TypeSelection, read: TypeSelection) {
        self.name = name
        self.share = share
        self.read = read
    }

    /// What it decides for a client.
    package var grants: Grants { Grants(share: share, read: read) }

    /// Whether something can be a template's name.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
            }
    }
}

extension HealthStore {
    /// The most templates there may be.
    package static let grantTemplateLimit = 1000

    /// Lists the templates by name.
    package func grantTemplates() async throws -> [GrantTemplate] {
        try await pool.withConnection { connection in
            let rows = try connection.run(GrantTemplateSQL.list)
            return (0..<rows.rowCount).map { GrantTemplate(rows, $0) }
        }
    }

    /// Finds a template.
    ///
    /// - Throws: `HealthStoreError.grantTemplateNotFound`.
    package func grantTemplate(_ name: String) async throws -> GrantTemplate {
        try await pool.withConnection { connection in
            let rows = try connection.run(GrantTemplateSQL.find, [.text(name)])
            guard rows.rowCount == 1 else { throw HealthStoreError.grantTemplateNotFound }
            return GrantTemplate(rows, 0)
        }
    }

    /// Keeps a template, in the place of one of the same name.
    ///
    /// What was decided by that stays.
    ///
    /// - Throws: `HealthStoreError.tooManyGrantTemplates`.
    package func putGrantTemplate(_ template: GrantTemplate, by actor: String) async throws {
        let limit = Self.grantTemplateLimit
        try await pool.withConnection { connection in
            try connection.transaction {
                _ = try connection.run(
                    GrantTemplateSQL.upsert,
                    [
                        .text(template.name), .int2Array(template.share.numbers),
                        .int2Array(template.read.numbers),
                    ]
                )
                guard try connection.run(GrantTemplateSQL.count).int8(0, 0) <= limit else {
                    throw HealthStoreError.tooManyGrantTemplates(limit: limit)
                }
                try AuditEvent(actor: actor, action: "grantTemplate.put", subject: template.name)
                    .record(on: connection)
            }
        }
    }

    /// Deletes a template; what was decided by it stays.
    ///
    /// - Throws: `HealthStoreError.grantTemplateNotFound`.
    package func deleteGrantTemplate(_ name: String, by actor: String) async throws {
        try await pool.withConnection { connection in
            try connection.transaction {
                let rows = try connection.run(GrantTemplateSQL.delete, [.text(name)])
                guard rows.affectedRows == 1 else { throw HealthStoreError.grantTemplateNotFound }
                try AuditEvent(actor: actor, action: "grantTemplate.delete", subject: name)
                    .record(on: connection)
            }
        }
    }
}

extension GrantTemplate {
    fileprivate init(_ rows: QueryResult, _ row: Int) {
        name = rows.text(row, 0)
        share = TypeSelection(numbers: rows.int2Array(row, 1))
        read = TypeSelection(numbers: rows.int2Array(row, 2))
    }
}

extension TypeSelection {
    /// The selection as numbers, ascending; 0 stands for every type.
    fileprivate var numbers: [Int16] { (isEverything ? [0] : []) + typeIDs.sorted() }

    fileprivate init(numbers: [Int16]) {
        self.init(isEverything: numbers.contains(0), typeIDs: Set(numbers.filter { $0 != 0 }))
    }
}

/// Statements about templates.
enum GrantTemplateSQL {
    static let list = Statement(
        "grantTemplates.list",
        "SELECT g.name, g.share, g.read FROM grant_templates AS g ORDER BY g.name LIMIT 1000"
    )

    static let find = Statement(
        "grantTemplates.find",
        "SELECT g.name, g.share, g.read FROM grant_templates AS g WHERE g.name = $1"
    )

    static let count = Statement(
        "grantTemplates.count",
        "SELECT count(*) FROM grant_templates AS g"
    )

    static let upsert = Statement(
        "grantTemplates.upsert",
        """
        INSERT INTO grant_templates AS g (name, share, read)
        VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET share = excluded.share, read = excluded.read
        """
    )

    static let delete = Statement(
        "grantTemplates.delete",
        "DELETE FROM grant_templates AS g WHERE g.name = $1"
    )

    static let statements = [list, find, count, upsert, delete]
}
