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

    private let process: Process
    private let http: AsyncHTTPClient

    /// Starts it on a port of its own choice, on this machine only.
    init() throws {
        guard let program = Self.program else {
            throw Failure(description: "chromedriver is not installed")
        }
        process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["--port=0"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        var port: String?
        while port == nil {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw Failure(description: "chromedriver did not start: \(text)")
            }
            text += String(decoding: data, as: UTF8.self)
            port = text.firstMatch(of: /started successfully on port (\d+)/).map { String($0.1) }
        }
        http = try AsyncHTTPClient(baseURL: "http://127.0.0.1:\(port ?? "0")")
    }

    /// Ends it, and what is left of its browsers.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

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
