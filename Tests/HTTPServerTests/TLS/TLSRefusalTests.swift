import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite("What a server over TLS refuses", .offPool, .timeLimit(.minutes(2)))
struct TLSRefusalTests {
    @Test(
        "TLS 1.3 and 1.2 are spoken, older versions and weak ciphers are not",
        arguments: [
            ("NORMAL:-VERS-ALL:+VERS-TLS1.3", "TLS1.3"),
            ("NORMAL:-VERS-ALL:+VERS-TLS1.2", "TLS1.2"),
            ("NORMAL:-VERS-ALL:+VERS-TLS1.1", nil), ("NORMAL:-VERS-ALL:+VERS-TLS1.0", nil),
            ("NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+RSA", nil),
            ("NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+AES-128-CBC:+AES-256-CBC", nil),
        ]
    )
    func versions(priorities: String, version: String?) async throws {
        var stage = try TLSStage()
        // With it, a client that offers no forward secrecy has something to hope for.
        stage.configuration.identity = try TLSStage.identity(
            stage.certificates.issue("rsa", key: "rsa:2048")
        )
        try await withServer(TestHandler(), stage.configuration) { port in
            let spoken = try await offPool { () -> String? in
                do {
                    return try TLSConnection(port: port, priorities: priorities).version
                } catch let failure as TLSConnection.Failure {
                    guard failure.description.hasPrefix("handshake: ") else { throw failure }
                    return nil
                }
            }
            #expect(spoken == version)
            // It serves on.
            #expect(
                try await offPool { try TLSClient(port, get("/")).connection.answer().status }
                    == 200
            )
        }
    }

    @Test("Plain HTTP gets no HTTP, nor does anything else that is no TLS")
    func plain() async throws {
        let stage = try TLSStage()
        let seed = UInt64.random(in: .min ... .max)
        try await withServer(TestHandler(), stage.configuration) { port in
            try await offPool {
                var generator = SeededGenerator(seed: seed)
                let noise = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let inputs = [
                    Array(get("/").utf8), Array("\r\n\r\n".utf8), noise, [0x16, 3, 1, 0xFF, 0xFF],
                    [0x16, 3, 1, 0, 4, 1, 0xFF, 0xFF, 0xFF], [0x80, 0x2E, 1, 3, 1],
                ]
                for input in inputs {
                    let connection = try RawConnection(port: port)
                    try connection.send(input)
                    connection.endSending()
                    let text = try connection.rest()
                    #expect(!text.contains("HTTP/"), "seed \(seed): \(input.prefix(20))")
                    let other = try TLSConnection(port: port)
                    try other.send(get("/"))
                    #expect(try other.answer().status == 200)
                }
            }
        }
    }

    @Test("Who says nothing, or half of a greeting, is cut off and holds nobody up")
    func silence() async throws {
        var stage = try TLSStage()
        stage.configuration.requestDeadline = .milliseconds(500)
        stage.configuration.threads = 1
        try await withServer(TestHandler(), stage.configuration) { port in
            try await offPool {
                let silent = try (0..<40).map { _ in try RawConnection(port: port) }
                // A record that announces more than comes.
                for connection in silent[20...] {
                    try connection.send([0x16, 3, 1, 2, 0, 1, 0, 1])
                }
                let other = try TLSConnection(port: port)
                try other.send(get("/"))
                #expect(try other.answer().status == 200)
                for connection in silent { #expect(try connection.rest() == "") }
            }
        }
    }

    @Test("Who shakes hands and says nothing, or trickles, is cut off")
    func silenceAfterHandshake() async throws {
        var stage = try TLSStage()
        stage.configuration.requestDeadline = .milliseconds(300)
        try await withServer(TestHandler(), stage.configuration) { port in
            try await offPool {
                #expect(try TLSConnection(port: port).rest() == "")
                let trickling = try TLSConnection(port: port)
                try trickling.send("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
                while (try? trickling.send("a")) != nil { usleep(20_000) }
                #expect(try trickling.rest() == "")
            }
        }
    }

    @Test("Connections beyond the limit are closed before they cost a handshake")
    func connectionLimit() async throws {
        var stage = try TLSStage()
        stage.configuration.threads = 1
        stage.configuration.perAddressConnectionLimit = 3
        try await withServer(TestHandler(), stage.configuration) { port in
            try await offPool {
                var open = try (0..<3).map { _ in try TLSConnection(port: port) }
                #expect(throws: TLSConnection.Failure.self) { _ = try TLSConnection(port: port) }
                open.removeAll()
                // Its place is free once the server has seen it go.
                var next: TLSConnection?
                while next == nil { next = try? TLSConnection(port: port) }
                try next?.send(get("/"))
                #expect(try next?.answer().status == 200)
            }
        }
    }
}
