import Foundation
import HTTPClient
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("A server over TLS")
    struct TLSTests {
        @Test("The commands find it, by its key on its machine and by its certificate elsewhere")
        func commands() async throws {
            let stage = try await TLSServer.start()
            let person = try await Person(by: stage.admin())
            let (folder, data) = (stage.folder, stage.server.data)
            let elsewhere = [
                "--server", stage.localhost, "--token-file", data.adminTokenFile,
                "--ca-certificate", stage.certificates.authority(),
            ]
            for access in [["--data-dir", data.path], elsewhere] {
                for words in [
                    ["admin", "users", "list"], ["export", "user", person.id],
                    ["simulate", "--user", person.id, "--days", "1"],
                    [
                        "explain", "stepCount", "--user", person.id,
                        "--start", "2026-11-01T00:00:00Z", "--end", "2026-11-02T00:00:00Z",
                    ],
                ] {
                    let program = try Program(words + access, in: folder)
                    #expect(try await program.waitForEnd() == 0, "\(words) \(program.errors)")
                }
            }
            try stage.certificates.makeAuthority("stranger")
            for (file, reason) in [
                (stage.certificates.authority("stranger"), "SSL peer certificate"),
                ("\(folder.path)/missing", "cannot be read"),
            ] {
                let program = try Program(
                    ["admin", "users", "list"] + elsewhere.dropLast() + [file],
                    in: folder
                )
                #expect(try await program.waitForEnd() == 1)
                #expect(program.errors.contains(reason), "\(program.errors)")
            }
            #expect(mode(of: "\(data.path)/address-key") == 0o600)
            #expect(try await stage.server.stop() == 0)
            #expect(!FileManager.default.fileExists(atPath: "\(data.path)/address-key"))
        }

        @Test("SIGHUP has a renewed certificate shown, and nothing else noticed")
        func renewal() async throws {
            let stage = try await TLSServer.start()
            try stage.certificates.makeAuthority("renewed")
            let former = try stage.admin()
            let person = try await Person(by: former)
            let reader = try stage.caller(person.token)
            #expect(try await reader.send("GET", "/v1/users/me/changes").status == 200)
            async let waiting = reader.send("GET", "/v1/users/me/changes?wait=20")
            try await stage.renew(by: "renewed", as: "certificateReloaded")
            // Who was connected goes on; who connects sees the new one.
            #expect(try await former.send("GET", "/v1/users").status == 200)
            #expect(
                try await stage.admin(trusting: "renewed").send("GET", "/v1/users").status == 200
            )
            await #expect(throws: HTTPClientError.self) {
                try await stage.admin().send("GET", "/v1/users")
            }
            let onMachine = try Program(
                ["admin", "users", "list", "--data-dir", stage.server.data.path],
                in: stage.folder
            )
            #expect(try await onMachine.waitForEnd() == 0, "\(onMachine.errors)")
            let sample =
                #"{"samples":[{"type":"stepCount","start":"2026-11-01T08:00:00Z","#
                + #""end":"2026-11-01T08:01:00Z","value":7,"unit":"count"}]}"#
            let pushed = try await stage.caller(person.token, trusting: "renewed")
                .send("POST", "/v1/users/me/samples", sample)
            #expect(pushed.status == 200)
            let changes = try await waiting
            #expect(changes.status == 200)
            #expect(String(decoding: changes.body, as: UTF8.self).contains("StepCount"))
            #expect(try await stage.server.stop() == 0)
        }

        @Test("Files that cannot be used leave the certificate as it is, and are named in the log")
        func brokenRenewal() async throws {
            let stage = try await TLSServer.start()
            for (damage, part) in [
                ("echo hello > server.pem", "--tls-certificate"),
                ("rm server.pem", "--tls-certificate"),
                ("cp other.key server.key", "--tls-key"), (": > server.key", "--tls-key"),
            ] {
                try stage.certificates.run(
                    "cp good.pem server.pem; cp good.key server.key; " + damage
                )
                let before = stage.events("certificateNotReloaded").count
                stage.server.program.signal(SIGHUP)
                try await eventually("the log tells") {
                    stage.events("certificateNotReloaded").count == before + 1
                }
                let line = stage.events("certificateNotReloaded").last ?? ""
                #expect(line.contains(#""level":"error""#) && line.contains(part), "\(line)")
                #expect(try await stage.admin().send("GET", "/v1/users").status == 200)
            }
            try stage.certificates.issue("server", days: -1)
            stage.server.program.signal(SIGHUP)
            try await eventually("the log tells") { !stage.events("certificateReloaded").isEmpty }
            #expect(stage.events("certificateExpired").count == 1)
            let key = try String(
                contentsOfFile: stage.certificates.file("good.key"),
                encoding: .utf8
            )
            for line in key.split(separator: "\n") where !line.hasPrefix("-") {
                #expect(!stage.server.program.errors.contains(line))
            }
            #expect(try await stage.server.stop() == 0)
        }

        @Test("People's cookie is for TLS only, and browsers are told to stay with it")
        func cookie() async throws {
            struct Code: Decodable { let code: String, url: String }
            let stage = try await TLSServer.start()
            let person = try await Person(by: stage.admin())
            let code: Code = try await stage.admin()
                .read("POST", "/v1/users/\(person.id)/access-codes", "{}")
            #expect(code.url.hasPrefix("https://127.0.0.1:"))
            let client = try AsyncHTTPClient(
                baseURL: stage.localhost,
                trust: .authorities(file: stage.certificates.authority())
            )
            for (origin, status) in [
                ("https://evil.example", 403), ("http://" + stage.localhost.dropFirst(8), 403),
                (stage.localhost, 303),
            ] {
                let answer = try await client.send(
                    ClientRequest(
                        method: "POST",
                        path: "/sheet/sign-in",
                        headers: [
                            ("Content-Type", "application/x-www-form-urlencoded"),
                            ("Origin", origin), ("Sec-Fetch-Site", "same-origin"),
                        ],
                        body: Array("code=\(code.code)".utf8)
                    )
                )
                #expect(answer.status == status, "\(origin)")
                #expect(answer.headers["Strict-Transport-Security"] == "max-age=31536000")
                guard status == 303 else { continue }
                let cookie = try #require(answer.headers["Set-Cookie"])
                #expect(cookie.hasPrefix("__Host-tributary=") && cookie.hasSuffix("; Secure"))
            }
            #expect(try await stage.server.stop() == 0)
        }

        @Test("A certificate that cannot be used stops the start with one line")
        func refusedStart() async throws {
            let folder = try TemporaryFolder()
            let certificates = try TestCertificates()
            let good = try certificates.issue("server")
            let other = try certificates.issue("other")
            let missing = certificates.file("missing")
            for (certificate, key, line) in [
                (missing, good.key, "--tls-certificate \(missing): No such file or directory"),
                (good.certificate, missing, "--tls-key \(missing): No such file or directory"),
                (
                    good.key, good.key,
                    "--tls-certificate \(good.key): it holds no certificate in PEM"
                ),
                (
                    good.certificate, good.certificate,
                    "--tls-key \(good.certificate): it holds no private"
                ),
                (
                    good.certificate, other.key,
                    "--tls-key \(other.key): it does not belong to the certif"
                ),
            ] {
                let program = try Program(
                    [
                        "serve", "--port", "0", "--data-dir", "\(folder.path)/data",
                        "--tls-certificate", certificate, "--tls-key", key,
                    ],
                    in: folder
                )
                #expect(try await program.waitForEnd() == 1)
                #expect(program.errors.hasPrefix("tributary serve: \(line)"), "\(program.errors)")
                #expect(program.errors.count { $0 == "\n" } == 1 && program.output == "")
            }
        }

        @Test("Without TLS, SIGHUP ends the server as it ends any program")
        func hangup() async throws {
            let folder = try TemporaryFolder()
            let server = try await Server.start(in: folder)
            #expect(try await server.stop(by: SIGHUP) == 128 + SIGHUP)
        }
    }
}

/// A server over TLS, whose certificate is named `server`, and what clients of it need.
private struct TLSServer: Sendable {
    let folder: TemporaryFolder
    let certificates: TestCertificates
    let server: Server

    /// Starts it, with a key that all may read, which is worth a warning.
    static func start() async throws -> TLSServer {
        let folder = try TemporaryFolder()
        let certificates = try TestCertificates()
        let pair = try certificates.issue("server")
        try certificates.issue("other")
        try certificates.run("cp server.pem good.pem; cp server.key good.key; chmod 644 server.key")
        let server = try await Server.start(
            in: folder,
            options: ["--tls-certificate", pair.certificate],
            environment: ["TRIBUTARY_TLS_KEY": pair.key]
        )
        let stage = TLSServer(folder: folder, certificates: certificates, server: server)
        guard server.url.hasPrefix("https://"), stage.events("keyReadableByAll").count == 1 else {
            throw Unexpected("it speaks TLS, and warns: \(server.url) \(server.program.errors)")
        }
        return stage
    }

    /// Where it is by the name of its certificate.
    var localhost: String { server.url.replacingOccurrences(of: "127.0.0.1", with: "localhost") }

    /// The lines of the log about an event.
    func events(_ name: String) -> [String] {
        server.program.errors.split(separator: "\n").map(String.init)
            .filter { $0.contains(#""event":"\#(name)""#) }
    }

    /// Somebody with a token and one connection, who takes what an authority has signed.
    func caller(_ token: String, trusting authority: String = "authority") throws -> Caller {
        let file = certificates.authority(authority)
        return try Caller(
            localhost,
            token: token,
            connections: 1,
            trust: .authorities(file: file)
        )
    }

    /// The operator.
    func admin(trusting authority: String = "authority") throws -> Caller {
        try caller(server.data.adminToken(), trusting: authority)
    }

    /// Puts another certificate in the place of the one it has, and waits for the server's line.
    func renew(by authority: String, as event: String) async throws {
        try certificates.issue("server", by: authority)
        server.program.signal(SIGHUP)
        try await eventually("the log tells of it") { !events(event).isEmpty }
    }
}
