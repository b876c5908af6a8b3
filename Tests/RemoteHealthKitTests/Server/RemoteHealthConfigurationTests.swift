import Foundation
import HTTPClient
import Testing

@testable import RemoteHealthKit

struct RemoteHealthConfigurationTests {
    @Test func `The environment has it all`() throws {
        let configuration = try RemoteHealthConfiguration(environment: [
            "TRIBUTARY_SERVER": "https://health.example.org", "TRIBUTARY_TOKEN": "trib_c_1",
            "TRIBUTARY_OUTBOX": "/tmp/outbox", "TRIBUTARY_CA_CERTIFICATE": "/etc/own.pem",
            "NSHealthShareUsageDescription": "To read.",
            "NSHealthUpdateUsageDescription": "To save.",
        ])
        #expect(configuration.server == "https://health.example.org")
        #expect(configuration.token == "trib_c_1")
        #expect(configuration.outbox == "/tmp/outbox")
        #expect(configuration.trust == .authorities(file: "/etc/own.pem"))
        #expect(configuration.shareUsageDescription == "To read.")
        #expect(configuration.updateUsageDescription == "To save.")
    }

    @Test func `A file of the token counts instead of the token`() throws {
        let file = "/tmp/tributary-token-\(UUID().uuidString)"
        try "trib_c_file\n".write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let configuration = try RemoteHealthConfiguration(environment: [
            "TRIBUTARY_SERVER": "http://127.0.0.1", "TRIBUTARY_TOKEN": "trib_c_1",
            "TRIBUTARY_TOKEN_FILE": file,
        ])
        #expect(configuration.token == "trib_c_file")
        #expect(configuration.outbox == nil && configuration.trust == .machine)
    }

    @Test(arguments: [
        [:], ["TRIBUTARY_TOKEN": "t"], ["TRIBUTARY_SERVER": "http://127.0.0.1"],
        ["TRIBUTARY_SERVER": "http://127.0.0.1", "TRIBUTARY_TOKEN": ""],
        ["TRIBUTARY_SERVER": "http://127.0.0.1", "TRIBUTARY_TOKEN_FILE": "/nowhere"],
    ])
    func `What is missing makes health data unavailable`(environment: [String: String]) {
        #expect {
            _ = try RemoteHealthConfiguration(environment: environment)
        } throws: { error in
            (error as? HKError)?.code == .errorHealthDataUnavailable
        }
    }

    @Test func `Nothing printed of it has the token`() {
        let configuration = RemoteHealthConfiguration(server: "http://a", token: "trib_c_secret")
        var text = "\(configuration) \(String(reflecting: configuration))"
        dump(configuration, to: &text)
        dump([configuration], to: &text)
        #expect(!text.contains("secret"))
        #expect(text.contains("http://a"))
    }
}
