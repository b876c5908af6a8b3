import HealthService
import HealthStore
import Postgres

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
        try await store.pool.withConnection { try $0.run(statement).textColumn(0) }
    }
}
