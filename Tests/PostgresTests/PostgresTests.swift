import Postgres
import TestSupport
import Testing

@Suite("Connections")
struct ConnectionTests {
    @Test("A statement answers its rows")
    func simple() async throws {
        try await withDatabase { database in
            let connection = try database.connect()
            let result = try connection.run(Statement("add", "SELECT $1 + 1"), [.int8(41)])
            #expect(result.int8(0, 0) == 42)
        }
    }
}
