import Foundation

/// `VmHWM` of a process, in bytes; 0 once it has ended.
func highWaterMark(of pid: pid_t) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(separator: " ").compactMap { Int($0) }.first
    return (kilobytes ?? 0) * 1024
}
