import Testing

@testable import RemoteHealthKit

struct ProcessServerTests {
    private let configuration = RemoteHealthConfiguration(server: "http://127.0.0.1:9", token: "t")

    @Test func `There is one server until another is configured`() throws {
        let process = ProcessServer()
        process.use(configuration)
        let first = try process.server()
        #expect(try process.server() === first)
        process.use(configuration)
        #expect(try process.server() !== first)
    }

    @Test func `A configuration that is of no use can be put right`() throws {
        let process = ProcessServer()
        process.use(RemoteHealthConfiguration(server: "nowhere", token: "t"))
        #expect(throws: HKError.self) { try process.server() }
        process.use(configuration)
        _ = try process.server()
    }
}
