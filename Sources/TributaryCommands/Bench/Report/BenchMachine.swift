import ChildProcesses
import Foundation
import HealthModel
import HealthService

/// What is known of the machine and of the build.
enum BenchMachine {
    /// The cores that may be used.
    static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// The compiler's version, as far as a program can tell, and whether it optimised.
    static var build: String {
        #if DEBUG
        "Swift \(compiler), debug"
        #else
        "Swift \(compiler), release"
        #endif
    }

    private static var compiler: String {
        #if compiler(>=6.4)
        "6.4 or newer"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
    }

    /// The time of day.
    static func time() -> String { RFC3339.format(Instant.now) }

    /// The model of the processor, as Linux calls it.
    static func processor() -> String { value(of: "model name", in: "/proc/cpuinfo") ?? "unknown" }

    /// All of the memory.
    static func memoryInBytes() -> Int {
        let text = value(of: "MemTotal", in: "/proc/meminfo") ?? ""
        return (Int(text.filter(\.isNumber)) ?? 0) * 1024
    }

    /// The kernel's name and version.
    static func kernel() -> String {
        let files = ["/proc/sys/kernel/ostype", "/proc/sys/kernel/osrelease"]
        return files.map { read($0).trimmingCharacters(in: .newlines) }.joined(separator: " ")
    }

    /// The average length of the queue of processes over the last minute.
    static func load() -> Double {
        Double(read("/proc/loadavg").prefix { $0 != " " }) ?? 0
    }

    /// The commit that is checked out here, with a mark if files differ from it.
    static func commit() -> String? {
        let command = ["git", "describe", "--always", "--dirty", "--abbrev=10"]
        guard let git = try? ChildProcess.output(of: command), git.status == 0 else { return nil }
        return git.text.trimmingCharacters(in: .newlines)
    }

    /// What stands behind the colon of the first line that begins with a name.
    private static func value(of name: String, in file: String) -> String? {
        let line = read(file).split(separator: "\n").first { $0.hasPrefix(name) }
        let value = line?.split(separator: ":", maxSplits: 1).last
        return value?.trimmingCharacters(in: .whitespaces)
    }

    private static func read(_ file: String) -> String {
        (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }
}
