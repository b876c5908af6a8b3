import Foundation

/// The processor time of processes, in seconds, by Linux's account.
enum ProcessorTime {
    /// What a process and all of its threads have used; nil when there is no such process.
    static func own(of process: Int32) -> Double? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return nil
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// What a process, its children and those of its children that have ended have used.
    ///
    /// What has ended is known to a hundredth of a second.
    static func family(of parent: Int32) -> Double {
        let ended = ProcessLine(of: parent)?.endedChildren ?? 0
        return children(of: parent).reduce((own(of: parent) ?? 0) + ended) { sum, child in
            sum + (own(of: child) ?? 0)
        }
    }

    private static func children(of parent: Int32) -> [Int32] {
        // Without /proc there is nothing to be known of anybody.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { ProcessLine(of: $0)?.parent == parent }
    }
}

/// The line that Linux has about a process (proc(5), `/proc/PID/stat`).
struct ProcessLine: Sendable {
    /// The process that started it.
    let parent: Int32
    /// The seconds of its children that have ended.
    let endedChildren: Double

    /// Reads it; nil when there is no such process.
    init?(of process: Int32) {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        else { return nil }
        self.init(text)
    }

    /// Takes it apart; the name in it may have spaces and parentheses of its own.
    init?(_ text: String) {
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 14, let parent = Int32(fields[1]), let user = Double(fields[13]),
            let system = Double(fields[14])
        else { return nil }
        self.parent = parent
        endedChildren = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
