import ChildProcesses
import Foundation

/// The programs of one installed PostgreSQL.
struct PostgresPrograms: Sendable, Hashable {
    /// The path of `initdb`.
    let initdb: String
    /// The path of `postgres`.
    let postgres: String
    /// The major version, such as 15.
    let majorVersion: Int
}

extension PostgresPrograms {
    /// Finds the programs, and those of the given major version if a cluster needs one.
    ///
    /// Looks in `directory` alone if there is one; else along `PATH`, then where `pg_config`
    /// points, then in Debian's directories, newest first.
    ///
    /// - Throws: `.programsMissing`; `.wrongVersion` when there are only others.
    static func find(
        in directory: String? = nil,
        forClusterAt path: String,
        madeBy version: String?
    ) throws(EmbeddedPostgresError) -> PostgresPrograms {
        let own = directory.map { [URL(fileURLWithPath: $0).standardizedFileURL.path] }
        let directories = own ?? candidateDirectories()
        let installed = directories.compactMap(programs(in:))
        guard let first = installed.first else { throw .programsMissing(searched: directories) }
        guard let version else { return first }
        if let match = installed.first(where: { String($0.majorVersion) == version }) {
            return match
        }
        let versions = Set(installed.map(\.majorVersion)).sorted()
        throw .wrongVersion(path: path, found: version, installed: versions)
    }

    /// The major version in what `postgres --version` prints: `postgres (PostgreSQL) 15.18 (...)`.
    static func majorVersion(in text: String) -> Int? {
        guard let start = text.range(of: "(PostgreSQL) ")?.upperBound else { return nil }
        return Int(text[start...].prefix { $0.isASCII && $0.isNumber })
    }

    private static func programs(in directory: String) -> PostgresPrograms? {
        let (initdb, postgres) = ("\(directory)/initdb", "\(directory)/postgres")
        guard isExecutable(initdb), isExecutable(postgres),
            let text = output(of: postgres, ["--version"]),
            let version = majorVersion(in: text)
        else { return nil }
        return PostgresPrograms(initdb: initdb, postgres: postgres, majorVersion: version)
    }

    private static func candidateDirectories() -> [String] {
        var directories = searchPath()
        if let pgConfig = findProgram("pg_config"),
            let line = output(of: pgConfig, ["--bindir"])
        {
            directories.append(line.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let debian = "/usr/lib/postgresql"
        // A directory that cannot be listed holds no programs for us.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
        let newestFirst = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
        return directories + newestFirst.map { "\(debian)/\($0)/bin" }
    }
}

/// The directories in which programs are looked for, absolute ones only.
private func searchPath() -> [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
}

/// Finds a program along the search path and in the system's own directories.
func findProgram(_ name: String) -> String? {
    let directories = searchPath() + ["/usr/bin", "/bin", "/usr/sbin", "/sbin"]
    return directories.map { "\($0)/\(name)" }.first(where: isExecutable)
}

private func isExecutable(_ path: String) -> Bool {
    access(path, X_OK) == 0
}

/// What a short-lived program prints; nil when it cannot be run or fails.
private func output(of program: String, _ arguments: [String]) -> String? {
    let outcome = try? ChildProcess.output(of: [program] + arguments)
    return outcome?.status == 0 ? outcome?.text : nil
}

/// Starts one of PostgreSQL's programs; all that it prints is appended to a file.
///
/// - Throws: `.spawnFailed`.
func start(
    _ command: [String],
    output path: String
) throws(EmbeddedPostgresError) -> ChildProcess {
    // English messages, because some of them are recognised.
    let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"]
    let setting = ChildSetting(
        environment: environment,
        output: .file(path),
        errors: .sameAsOutput,
        hasOwnGroup: true
    )
    do {
        return try ChildProcess.spawn(command, setting)
    } catch {
        throw .spawnFailed(program: error.program, reason: error.reason)
    }
}
