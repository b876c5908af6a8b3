import EmbeddedPostgres
import Foundation
import HTTPClient
import Postgres
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("TLS to the database")
    struct DatabaseTLSTests {
        @Test("A certificate that the URL's authority signed is trusted, any other is refused")
        func verified() async throws {
            let folder = try TemporaryFolder()
            let cluster = try await TLSCluster(in: folder)
            let trusted = cluster.connectionString(authority: "authority", host: "localhost")
            let server = try await Server.start(
                in: folder,
                isPrepared: false,
                options: ["--database-url", trusted]
            )
            #expect(try await server.admin().send("POST", "/v1/users", "{}").status == 201)
            let sessions = try Connection(ConnectionConfiguration(trusted)).run(
                Statement(
                    "sessions",
                    """
                    SELECT count(*), count(*) FILTER (WHERE s.ssl)
                    FROM pg_stat_activity AS a
                    JOIN pg_stat_ssl AS s USING (pid)
                    WHERE a.application_name LIKE 'tributary%'
                    """
                )
            )
            #expect(sessions.int8(0, 0) > 2 && sessions.int8(0, 0) == sessions.int8(0, 1))
            #expect(try await server.stop() == 0)
            for (authority, host, reason) in [
                ("stranger", "localhost", "certificate verify failed"),
                ("authority", "elsewhere", #"does not match host name "elsewhere""#),
                ("missing", "localhost", "does not exist"),
            ] {
                let url = cluster.connectionString(authority: authority, host: host)
                let program = try Program(
                    ["serve", "--port", "0", "--data-dir", "\(folder.path)/data"],
                    in: folder,
                    environment: ["TRIBUTARY_DATABASE_URL": url]
                )
                #expect(try await program.waitForEnd() == 1)
                let start = "tributary serve: the database cannot be used: "
                #expect(program.errors.hasPrefix(start) && program.errors.contains(reason))
                #expect(program.errors.count { $0 == "\n" } == 1, "\(program.errors)")
            }
        }
    }
}

/// A PostgreSQL that takes nothing but TLS, on a port of this machine, with a certificate for
/// `localhost`.
private struct TLSCluster {
    private let folder: TemporaryFolder
    private let port = Int.random(in: 20_000..<32_000)
    private let server: Program

    init(in folder: TemporaryFolder) async throws {
        self.folder = folder
        try await makeCertificates(in: folder)
        let embedded = EmbeddedPostgres(
            EmbeddedPostgresConfiguration(
                dataDirectory: "\(folder.path)/cluster",
                settings: ["fsync": "off"]
            )
        )
        try embedded.start()
        let rows = try Connection(ConnectionConfiguration(embedded.connectionString)).run(
            Statement(
                "places",
                """
                SELECT current_setting('data_directory'), setting
                FROM pg_config WHERE name = 'BINDIR'
                """
            )
        )
        let (data, programs) = (rows.text(0, 0), rows.text(0, 1))
        embedded.stop()
        try await give(to: data, folder)
        let user = getuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres"] : []
        server = try Program(
            command: ["/usr/bin/env"] + user + (user.isEmpty ? [] : ["--clear-groups"]) + [
                "\(programs)/postgres", "-D", data, "-c", "port=\(port)",
                "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
                "-c", "ssl=on", "-c", "fsync=off", "-c", "ssl_cert_file=server.pem",
                "-c", "ssl_key_file=server.key",
            ],
            in: folder
        )
        let url = connectionString(authority: "authority", host: "localhost")
        try await eventually("the database takes TLS", within: .seconds(30)) {
            (try? Connection(ConnectionConfiguration(url))) != nil
        }
    }

    /// How libpq reaches it, trusting one authority, under one name.
    func connectionString(authority: String, host: String) -> String {
        "host=\(host) hostaddr=127.0.0.1 port=\(port) user=tributary dbname=postgres "
            + "sslmode=verify-full sslrootcert='\(folder.path)/\(authority).pem'"
    }
}

/// Makes two authorities, and a certificate for `localhost` that the first has signed.
private func makeCertificates(in folder: TemporaryFolder) async throws {
    let script = """
        set -e; cd '\(folder.path)'
        for name in authority stranger; do
            openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=$name \
                -keyout $name.key -out $name.pem
        done
        openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr
        echo 'subjectAltName=DNS:localhost' > names
        openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial \
            -days 2 -extfile names -out server.pem
        """
    try await succeed(script, folder)
}

/// Puts the certificate beside the cluster's data, for its user, and lets nobody in without TLS.
private func give(to data: String, _ folder: TemporaryFolder) async throws {
    let script = """
        set -e; cd '\(folder.path)'
        cp server.pem server.key '\(data)'
        echo 'hostssl all all 127.0.0.1/32 trust' > '\(data)/pg_hba.conf'
        chmod 600 '\(data)/server.key'
        chown --reference='\(data)' '\(data)/server.pem' '\(data)/server.key'
        """
    try await succeed(script, folder)
}

private func succeed(_ script: String, _ folder: TemporaryFolder) async throws {
    let program = try Program(command: ["/bin/sh", "-c", script], in: folder)
    let status = try await program.waitForEnd()
    guard status == 0 else { throw Unexpected("the script works; it printed \(program.errors)") }
}
