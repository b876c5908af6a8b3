import Foundation
import Postgres
import TestSupport
import Testing

@testable import EmbeddedPostgres

private let isRoot = geteuid() == 0
private let one = Statement("one", "SELECT 1")

extension EmbeddedPostgresTests {
    /// What the server refuses to start on, and whether it leaves it alone.
    @Suite("Refusing")
    struct RefusalTests {
        private let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test("Two servers of ours do not share a directory")
        func twice() throws {
            let (first, second) = (directory.server(), directory.server())
            try first.start()
            #expect(failure(second) == .inUse(path: directory.data.root, process: nil))
            first.stop()
            try second.start()
        }

        @Test("A foreign server on the directory is waited for, then respected")
        func foreign() throws {
            let first = directory.server()
            try first.start()
            // Without the lock, the first is as good as somebody else's.
            unlink(directory.data.lock)
            let second = directory.server { $0.takeoverTimeout = .milliseconds(50) }
            #expect(failure(second) == .inUse(path: directory.data.root, process: first.process))
            try #expect(connect(first).run(one).int4(0, 0) == 1)
        }

        @Test("A directory with something else in the cluster's place is refused")
        func notACluster() throws {
            try FileManager.default.createDirectory(
                atPath: directory.data.cluster,
                withIntermediateDirectories: true
            )
            chmod(directory.data.root, 0o711)
            let letter = "\(directory.data.cluster)/letter"
            try "dear".write(toFile: letter, atomically: false, encoding: .utf8)
            #expect(failure(directory.server()) == .notACluster(path: directory.data.cluster))
            #expect(contents(of: letter) == "dear")
        }

        @Test("A cluster of another major version is refused")
        func wrongVersion() throws {
            let server = directory.server()
            try server.start()
            server.stop()
            let version = "\(directory.data.cluster)/PG_VERSION"
            try "9.6\n".write(toFile: version, atomically: false, encoding: .utf8)
            guard case .wrongVersion(_, "9.6", let installed) = failure(server) else {
                Issue.record("it must be refused")
                return
            }
            #expect(!installed.isEmpty)
        }

        @Test("A cluster of another user is refused", .enabled(if: isRoot))
        func wrongOwner() throws {
            let server = directory.server()
            try server.start()
            server.stop()
            chown(directory.data.cluster, 12345, 12345)
            guard case .wrongOwner(_, 12345, _) = failure(server) else {
                Issue.record("it must be refused")
                return
            }
        }

        @Test("A parent that the server's user cannot enter is named", .enabled(if: isRoot))
        func notTraversable() {
            chmod(directory.path, 0o700)
            #expect(
                failure(directory.server())
                    == .parentNotTraversable(path: directory.path, user: "postgres")
            )
        }

        @Test("A directory that cannot be made is refused with the reason")
        func notWritable() throws {
            let file = "\(directory.path)/file"
            try "".write(toFile: file, atomically: false, encoding: .utf8)
            for name in ["file", "file/below"] {
                guard case .notWritable(let path, let reason) = failure(directory.server(name))
                else {
                    Issue.record("it must be refused")
                    return
                }
                #expect(path == file)
                #expect(reason == "Not a directory")
            }
            let nowhere = EmbeddedPostgres(EmbeddedPostgresConfiguration(dataDirectory: "/proc/x"))
            guard case .notWritable("/proc/x", _) = failure(nowhere) else {
                Issue.record("it must be refused")
                return
            }
        }

        @Test("A socket on which another program listens is left alone")
        func socketOccupied() throws {
            let server = directory.server()
            try server.start()
            server.stop()
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let path = directory.data.socket
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    #expect(bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0)
                }
            }
            #expect(listen(listener, 1) == 0)
            #expect(failure(server) == .socketOccupied(path: path))
            close(listener)
            // Now it is a leftover that nobody listens on.
            try server.start()
            try #expect(connect(server).run(one).int4(0, 0) == 1)
        }

        @Test("A setting that PostgreSQL refuses is told in its own words")
        func badSetting() {
            let server = directory.server { $0.settings["max_connections"] = "plenty" }
            guard case .startFailed(let line) = failure(server) else {
                Issue.record("it must be refused")
                return
            }
            #expect(line.contains("max_connections"))
        }

        @Test("A start that takes too long is given up and leaves no server")
        func startTimeout() throws {
            let hasty = directory.server { $0.startTimeout = .zero }
            guard case .startTimeout(.zero, _) = failure(hasty) else {
                Issue.record("it must be given up")
                return
            }
            #expect(hasty.process == nil)
            let patient = directory.server()
            try patient.start()
            try #expect(connect(patient).run(one).int4(0, 0) == 1)
        }
    }
}
