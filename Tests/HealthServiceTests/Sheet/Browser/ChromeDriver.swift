import ChildProcesses
import Foundation
import HTTPClient
import TestSupport

/// A running chromedriver, which drives headless Chromium (W3C WebDriver); gone with `stop`.
final class ChromeDriver: Sendable {
    /// Where it is installed; nil where it is not.
    static let program = found("chromedriver")
    /// Where the browser is installed; nil where it is not.
    static let browser = found("chromium") ?? found("google-chrome")

    /// What it was asked for failed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process: RunningProgram
    private let http: AsyncHTTPClient

    /// Starts it on a port of its own choice, on this machine only.
    static func start() async throws -> ChromeDriver {
        guard let program else { throw Failure(description: "chromedriver is not installed") }
        let output = FileManager.default.temporaryDirectory.path + "/chromedriver-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: output) }
        let process = try RunningProgram(
            [program, "--port=0"],
            ChildSetting(output: .file(output))
        )
        var port: Substring?
        try await eventually("chromedriver says where it listens", within: .seconds(60)) {
            let text = try String(contentsOfFile: output, encoding: .utf8)
            port = text.firstMatch(of: /started successfully on port (\d+)/)?.1
            return port != nil
        }
        let url = "http://127.0.0.1:\(port ?? "0")"
        return ChromeDriver(process: process, http: try AsyncHTTPClient(baseURL: url))
    }

    private init(process: RunningProgram, http: AsyncHTTPClient) {
        (self.process, self.http) = (process, http)
    }

    /// Ends it; its windows have been closed.
    func stop() { process.signal(SIGKILL) }

    /// Sends a command and answers its value.
    func command(_ method: String, _ path: String, _ body: JSONTree?) async throws -> JSONTree {
        let response = try await http.send(
            ClientRequest(
                method: method,
                path: path,
                headers: body == nil ? [] : [("Content-Type", "application/json")],
                body: body?.bytes,
                timeout: .seconds(120)
            )
        )
        let value = try JSONTree(parsing: response.body)["value"]
        guard response.status == 200 else {
            let message = value["message"].string ?? ""
            throw Failure(description: "\(method) \(path): \(message)")
        }
        return value
    }

    private static func found(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
