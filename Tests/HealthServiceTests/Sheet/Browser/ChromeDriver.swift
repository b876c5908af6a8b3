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

    private let pid: pid_t
    private let http: AsyncHTTPClient

    /// Starts it on a port of its own choice, on this machine only.
    static func start() async throws -> ChromeDriver {
        guard let program else { throw Failure(description: "chromedriver is not installed") }
        let output = FileManager.default.temporaryDirectory.path + "/chromedriver-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: output) }
        let pid = try spawn([program, "--port=0"], output: output)
        var port: Substring?
        do {
            try await eventually("chromedriver says where it listens", within: .seconds(60)) {
                let text = try String(contentsOfFile: output, encoding: .utf8)
                port = text.firstMatch(of: /started successfully on port (\d+)/)?.1
                return port != nil
            }
            let url = "http://127.0.0.1:\(port ?? "0")"
            return ChromeDriver(pid: pid, http: try AsyncHTTPClient(baseURL: url))
        } catch {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw error
        }
    }

    private init(pid: pid_t, http: AsyncHTTPClient) {
        (self.pid, self.http) = (pid, http)
    }

    /// Ends it; its windows have been closed.
    func stop() {
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
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

/// Starts a program with all signals let through: the threads of tests block some, which the browser
/// would inherit.
private func spawn(_ words: [String], output: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Whoever outlives the test would keep another test's sockets open.
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    for descriptor in open.compactMap({ Int32($0) }) where descriptor > 2 {
        posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var pid: pid_t = 0
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    let status = posix_spawn(&pid, words[0], &actions, &attributes, &arguments, environ)
    guard status == 0 else {
        throw ChromeDriver.Failure(description: String(cString: strerror(status)))
    }
    return pid
}
