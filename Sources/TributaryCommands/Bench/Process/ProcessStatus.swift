import Foundation

/// What a process has at the moment, by Linux's account (proc(5)).
struct ProcessStatus: Sendable {
    /// Its memory, with what it shares with others.
    let residentBytes: Int
    /// The most that it ever had.
    let peakBytes: Int
    /// What of its memory is no file's.
    let anonymousBytes: Int
    /// Its threads.
    let threads: Int

    /// Looks; nil is this process.
    init(of process: Int32? = nil) throws {
        let name = process.map(String.init) ?? "self"
        let text = try String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8)
        func number(_ name: String) -> Int {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
            return Int(line.filter(\.isNumber)) ?? 0
        }
        residentBytes = number("VmRSS:") * 1024
        peakBytes = number("VmHWM:") * 1024
        anonymousBytes = number("RssAnon:") * 1024
        threads = number("Threads:")
    }
}
