import ChildProcesses
import Foundation
import TestSupport
import Testing

/// A folder that is gone with the value.
private final class Folder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("tributary-child-\(UUID())").resolvingSymlinksInPath()
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit {
        // What stays in the temporary directory harms nobody.
        try? FileManager.default.removeItem(atPath: path)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}

/// What a script prints.
private func said(_ script: String, _ setting: ChildSetting = ChildSetting()) throws -> String {
    try ChildProcess.output(of: ["/bin/sh", "-c", script], setting).text
}

@Suite("A child process", .offPool, .timeLimit(.minutes(2)))
struct ChildProcessTests {
    @Test(
        "Its end is told as a shell tells it",
        arguments: [
            ("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 128 + SIGTERM),
            ("kill -KILL $$", 128 + SIGKILL),
        ] as [(String, Int32)]
    )
    func status(script: String, status: Int32) throws {
        #expect(try ChildProcess.run(["/bin/sh", "-c", script]) == status)
    }

    @Test("It can be asked whether it has ended, is signalled, and its number stays its own")
    func end() throws {
        let child = try ChildProcess.spawn(["sleep", "600"])
        #expect(!child.hasEnded)
        child.signal(SIGTERM)
        child.waitForEnd()
        #expect(child.hasEnded && child.hasEnded)
        #expect(kill(child.pid, 0) == 0)
        #expect(child.reap() == 128 + SIGTERM)
        #expect(child.hasEnded && child.reap() == -1)
    }

    @Test("It has the environment and the directory that it is given, or ours")
    func surroundings() throws {
        let folder = try Folder()
        let setting = ChildSetting(
            environment: ["A": "b c", "PATH": "/bin"],
            directory: folder.path
        )
        #expect(try said("echo $A-$HOME-$PWD", setting) == "b c--\(folder.path)\n")
        let ours = ProcessInfo.processInfo.environment["PATH"] ?? ""
        #expect(try said("echo \"$PATH\"; pwd") == "\(ours)\n\(Folder.here)\n")
    }

    @Test("Its streams lead where they are led: to nothing, to files, to a pipe, to each other")
    func streams() throws {
        let folder = try Folder()
        let script = "cat; echo out; echo err >&2"
        try Data("in\n".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/in"))
        let apart = ChildSetting(
            input: .file("\(folder.path)/in"),
            output: .file("\(folder.path)/out"),
            errors: .file("\(folder.path)/err")
        )
        // The second time is appended.
        for _ in 1...2 { #expect(try ChildProcess.run(["/bin/sh", "-c", script], apart) == 0) }
        #expect(try folder.text("out") == "in\nout\nin\nout\n")
        #expect(try folder.text("err") == "err\nerr\n")
        #expect(try said(script) == "out\n")
        #expect(try said(script, ChildSetting(errors: .sameAsOutput)) == "out\nerr\n")
    }

    @Test("More than a pipe holds is read whole")
    func large() throws {
        let text = try said("yes 0123456 | head -c 3000000")
        #expect(text.utf8.count == 3_000_000 && text.hasPrefix("0123456\n0123456\n"))
    }

    @Test("What cannot be run is told with its name and the reason")
    func missing() throws {
        let none = #expect(throws: SpawnError.self) { try ChildProcess.run(["/no/such/program"]) }
        #expect(
            none?.description == "/no/such/program could not be started: No such file or directory"
        )
        let file = #expect(throws: SpawnError.self) { try ChildProcess.run(["/etc/passwd"]) }
        #expect(file?.reason == "Permission denied")
        let nothing = #expect(throws: SpawnError.self) { try ChildProcess.run([]) }
        #expect(nothing?.reason == "Invalid argument")
        let nowhere = ChildSetting(directory: "/no/such/directory")
        #expect(throws: SpawnError.self) { try ChildProcess.run(["true"], nowhere) }
    }

    @Test("It has no open files of ours, and no signal is ignored or blocked")
    func isolation() throws {
        let open = Glibc.open("/dev/null", O_RDONLY)
        defer { close(open) }
        // What lists the directory has it open.
        #expect(try said("ls /proc/self/fd | xargs") == "0 1 2 3\n")
        // 32 and 33 are the C library's own.
        let status = try said("grep -E 'SigBlk|SigIgn' /proc/self/status | cut -f 2")
        let signals = status.split(separator: "\n").map {
            UInt64($0, radix: 16).map { $0 & 0x7FFF_FFFF }
        }
        #expect(signals == [0, 0])
    }

    @Test("Where it is to have a group of its own, it leads it", arguments: [true, false])
    func group(isOwn: Bool) throws {
        let child = try ChildProcess.spawn(["sleep", "600"], ChildSetting(hasOwnGroup: isOwn))
        defer {
            child.signal(SIGKILL)
            child.reap()
        }
        #expect(getpgid(child.pid) == (isOwn ? child.pid : getpgrp()))
    }

    @Test("Many threads start programs while many files are open")
    func many() async throws {
        let files = (1...500).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer { files.forEach { close($0) } }
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 1...64 {
                group.addTask { try said("echo \(number)") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers) == Set((1...64).map { "\($0)\n" }))
    }

    @Test("Nothing in the project starts programs with Foundation's Process, which may crash")
    func theOnlyWay() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var count = 0
        for folder in ["Sources", "Tests", "Examples"] {
            let files = FileManager.default.enumerator(atPath: root.path + "/" + folder)
            while let file = files?.nextObject() as? String {
                guard file.hasSuffix(".swift") else { continue }
                count += 1
                let path = "\(root.path)/\(folder)/\(file)"
                let text = try String(contentsOfFile: path, encoding: .utf8)
                let made = text.contains("Process" + "()") || text.contains("= Process" + ".run")
                #expect(!made, "\(folder)/\(file)")
            }
        }
        #expect(count > 500)
    }
}

extension Folder {
    /// Where the tests run.
    fileprivate static var here: String { FileManager.default.currentDirectoryPath }
}
