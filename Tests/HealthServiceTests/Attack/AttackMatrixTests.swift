import HealthAPI
import Postgres
import TestSupport
import Testing

/// Every route by everybody: what each cell holds follows from a table that was written by hand.
@Suite("Attack matrix", .offPool, .timeLimit(.minutes(5)))
struct AttackMatrixTests {
    @Test("Every route has a row in the table, and no row is of a route that there is not")
    func rows() throws {
        let routes = Set(RouteRow.all.map(\.name))
        #expect(routes == Set(ExpectedPermissions.table.keys))
        for row in RouteRow.all {
            let path = row.path(RouteRow.values(user: "0000000000000001", client: "1"))
            guard case .found(let route, _) = Route.match(method: row.method, path: path) else {
                Issue.record("\(row.name): a parameter has no value")
                continue
            }
            #expect("\(route.permission)" == ExpectedPermissions.table[row.name], "\(row.name)")
            #expect(!row.hasBody || row.body(client: "1") != nil, "\(row.name) needs a body")
        }
    }

    @Test("Each call is answered by who makes it, in every cell, and a refused one does nothing")
    func matrix() async throws {
        try await withService(.unlimited) { api in
            let stage = try await AttackStage(api)
            var (cells, holes) = (0, 0)
            for row in RouteRow.all {
                let permission = ExpectedPermissions.table[row.name] ?? "none"
                for column in AttackColumn.ofServer {
                    let expected = column.expectation(permission, row)
                    guard let found = try await cell(column, row, expected, stage) else {
                        holes += 1
                        continue
                    }
                    cells += 1
                    #expect(found == expected, "\(row.name), \(column.rawValue)")
                }
            }
            let (rows, columns) = (RouteRow.all.count, AttackColumn.ofServer.count)
            print("matrix: \(rows) rows, \(columns) columns, \(cells) cells, \(holes) holes")
            #expect(holes == 0 && cells == rows * columns)
        }
    }

    /// What a cell holds; nil for a hole.
    private func cell(
        _ column: AttackColumn,
        _ row: RouteRow,
        _ expected: MatrixCell,
        _ stage: AttackStage
    ) async throws -> MatrixCell? {
        guard row.body(client: stage.person.client) != nil else { return nil }
        let isErasure = row.name == "DELETE /v1/users/{user}"
        // Whoever was erased is no use to the next cell.
        let stage = isErasure && expected == .admitted ? try await AttackStage(stage.api) : stage
        let before = try await contents(stage.api)
        guard let answer = try await stage.answer(column, row) else {
            return try await stage.decision(column, row)
        }
        if case .refused = expected {
            let comment = "\(row.name), \(column.rawValue)"
            #expect(try await contents(stage.api) == before, "\(comment) did something")
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("31337"), "\(comment)")
        }
        let isOpen = ExpectedPermissions.table[row.name] == "anyone"
        let stranger = isOpen ? try await stage.answer(.noToken, row)?.status : nil
        return MatrixCell(answer, strangersStatus: column.hasOwnForm ? nil : stranger)
    }

    private func contents(_ api: TestAPI) async throws -> [String] {
        try await api.texts(contentsStatement)
    }
}

/// What a refused call must leave as it is.
private let contentsStatement = Statement(
    "test_contents",
    """
    SELECT concat_ws(' ',
        (SELECT count(*) FROM users), (SELECT count(*) FROM clients),
        (SELECT md5(string_agg(g::text, ',' ORDER BY g.user_id, g.client_id, g.type_id))
            FROM grants AS g),
        (SELECT count(*) FROM webhooks),
        (SELECT count(revoked_at) || '/' || count(*) FROM tokens),
        (SELECT count(*) FROM samples), (SELECT count(*) FROM access_codes),
        (SELECT count(*) FROM sessions), (SELECT count(*) FROM authorization_requests))
    """
)
