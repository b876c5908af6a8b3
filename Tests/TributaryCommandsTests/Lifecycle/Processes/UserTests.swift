import Foundation
import HTTPClient
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("Users of the operating system")
    struct UserTests {
        @Test(
            "A normal user runs a server with a cluster of its own",
            .enabled(if: NormalUser.exists)
        )
        func normalUser() async throws {
            let folder = try TemporaryFolder()
            let home = try NormalUser.makeHome(in: folder)
            // Without --data-dir, so that the default is under the home directory.
            let program = try Program(
                ["serve", "--port", "0"],
                in: folder,
                environment: ["HOME": home, "XDG_DATA_HOME": ""],
                launcher: NormalUser.launcher
            )
            let url = try await Server.address(of: program)
            let data = DataFolder(path: "\(home)/.local/share/tributary")
            let server = Server(program: program, data: data, url: url)
            #expect(mode(of: data.adminTokenFile) == 0o600)
            #expect(mode(of: data.cluster) == 0o700)
            let person = try await Person(by: server.admin())
            let answer = try await Caller(url, token: person.token).send(
                "GET",
                "/v1/users/me/sources"
            )
            #expect(answer.status == 200)
            #expect(try await server.stop() == 0)
            #expect(data.databaseProcesses == [])
        }

        @Test("A directory that is not ours is refused", .enabled(if: NormalUser.exists))
        func unwritableDirectory() async throws {
            let folder = try TemporaryFolder()
            let home = try NormalUser.makeHome(in: folder)
            let data = "\(home)/data"
            try FileManager.default.createDirectory(
                atPath: data,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o555]
            )
            try await refuse(
                ["serve", "--port", "0", "--data-dir", data],
                in: folder,
                launcher: NormalUser.launcher,
                with: "tributary serve: the data directory \(data) is not writable"
            )
            try await refuse(
                ["serve", "--port", "0", "--data-dir", "\(data)/deeper"],
                in: folder,
                launcher: NormalUser.launcher,
                with: "tributary serve: the data directory \(data)/deeper cannot be made:"
                    + " Permission denied"
            )
        }

        @Test("Root's database enters what a strict umask closes, and a normal user does not")
        func rootsDirectory() async throws {
            let folder = try TemporaryFolder()
            let server = try await Server.start(
                in: folder,
                data: "new/data",
                isPrepared: false,
                launcher: ["/bin/sh", "-c", "umask 077; exec \"$@\"", "sh"]
            )
            #expect(mode(of: server.data.adminTokenFile) == 0o600)
            #expect(try await server.stop() == 0)
            guard NormalUser.isNotSelf else { return }
            let path = server.data.path
            try await refuse(
                ["serve", "--port", "0", "--data-dir", path],
                in: folder,
                launcher: NormalUser.launcher,
                with: "tributary serve: the data directory \(path) is not writable"
            )
        }
    }
}

/// A user without any rights: ourselves, or `nobody` when we are root.
private enum NormalUser {
    /// Whether we are root, and so somebody else.
    static var isNotSelf: Bool { getuid() == 0 && exists }

    /// The words that run a program as this user.
    static var launcher: [String] {
        guard getuid() == 0 else { return [] }
        return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    }

    /// Whether there is such a user and it can run the program where it was built.
    static let exists: Bool = {
        guard let folder = try? TemporaryFolder(),
            let program = try? Program(["--help"], in: folder, launcher: launcher)
        else { return false }
        let deadline = ContinuousClock.now + .seconds(10)
        while program.exitStatus == nil, ContinuousClock.now < deadline { usleep(5000) }
        return program.exitStatus == 0
    }()

    /// Makes a home directory that belongs to the user.
    static func makeHome(in folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/home"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        if getuid() == 0, let user = getpwnam("nobody") {
            chown(path, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        return path
    }
}
