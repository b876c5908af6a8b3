import HealthService
import HealthStore
import Postgres
import TestSupport

extension TestAPISettings {
    /// A server that refuses nobody for coming too often: what is meant is the refusals behind that.
    static let unlimited = {
        var settings = TestAPISettings()
        settings.limits.rates = .none
        return settings
    }()
}

extension TestAPI {
    /// The texts in the first column of what a statement finds.
    func texts(_ statement: Statement) async throws -> [String] {
        // As the owner of the tables: the server's role sees no rows but a user's.
        try database.connect().run(statement).textColumn(0)
    }
}
