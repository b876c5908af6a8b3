import CGnuTLS
import Foundation
import Glibc

/// A client's TLS connection to a server on loopback, byte by byte.
///
/// Blocking, so use it inside `offPool`. It takes any certificate, and tells which it was.
final class TLSConnection: AnswerReceiving {
    /// What the handshake or the connection failed with.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: RawConnection
    private let session: gnutls_session_t
    private let credentials: gnutls_certificate_credentials_t
    var received: [UInt8] = []

    /// Connects and shakes hands.
    ///
    /// - Parameters:
    ///   - priorities: what it offers, in libgnutls's words.
    ///   - protocols: what it offers to speak over TLS.
    init(
        port: UInt16,
        priorities: String = "NORMAL",
        protocols: [String] = []
    ) throws {
        socket = try RawConnection(port: port)
        var made: (gnutls_session_t?, gnutls_certificate_credentials_t?) = (nil, nil)
        guard gnutls_init(&made.0, clientFlags) == 0, let session = made.0,
            gnutls_certificate_allocate_credentials(&made.1) == 0, let credentials = made.1
        else { throw Failure(description: "no memory") }
        self.session = session
        self.credentials = credentials
        gnutls_credentials_set(
            session,
            GNUTLS_CRD_CERTIFICATE,
            UnsafeMutableRawPointer(credentials)
        )
        try check(gnutls_priority_set_direct(session, priorities, nil), "priorities")
        for name in protocols { try offer(name) }
        gnutls_transport_set_int2(session, socket.descriptor, socket.descriptor)
        var result = gnutls_handshake(session)
        while result == GNUTLS_E_INTERRUPTED { result = gnutls_handshake(session) }
        try check(result, "handshake")
    }

    deinit {
        gnutls_deinit(session)
        gnutls_certificate_free_credentials(credentials)
    }

    /// The version that was agreed on, such as `TLS1.3`.
    var version: String {
        gnutls_protocol_get_name(gnutls_protocol_get_version(session))
            .map { String(cString: $0) } ?? ""
    }

    /// The protocol over TLS that the server chose; nil for none.
    var chosenProtocol: String? {
        var name = gnutls_datum_t()
        guard gnutls_alpn_get_selected_protocol(session, &name) == 0 else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: name.data, count: Int(name.size)),
            as: UTF8.self
        )
    }

    /// The certificates that the server showed, in DER.
    var certificates: [[UInt8]] {
        var count: UInt32 = 0
        guard let list = gnutls_certificate_get_peers(session, &count) else { return [] }
        return (0..<Int(count)).map { index in
            Array(UnsafeBufferPointer(start: list[index].data, count: Int(list[index].size)))
        }
    }

    /// The common name of the certificate that the server showed.
    var name: String {
        guard let first = certificates.first else { return "" }
        var certificate: gnutls_x509_crt_t?
        gnutls_x509_crt_init(&certificate)
        defer { gnutls_x509_crt_deinit(certificate) }
        var bytes = first
        bytes.withUnsafeMutableBufferPointer { bytes in
            var datum = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
            gnutls_x509_crt_import(certificate, &datum, GNUTLS_X509_FMT_DER)
        }
        var text = [CChar](repeating: 0, count: 256)
        var size = text.count
        gnutls_x509_crt_get_dn_by_oid(certificate, "2.5.4.3", 0, 0, &text, &size)
        return String(decoding: text.prefix(size).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                gnutls_record_send(session, $0.baseAddress, $0.count)
            }
            if sent == Int(GNUTLS_E_INTERRUPTED) { continue }
            try check(Int32(truncatingIfNeeded: sent), "send")
            rest = rest.dropFirst(sent)
        }
    }

    /// Says that nothing follows, and ends the sending side of the socket.
    func endSending() {
        gnutls_bye(session, GNUTLS_SHUT_WR)
        socket.endSending()
    }

    /// Reads until some text has come, and answers all that was read.
    func text(until end: String) throws -> String {
        while true {
            let text = String(decoding: received, as: UTF8.self)
            if text.contains(end) {
                received = []
                return text
            }
            try receiveMore()
        }
    }

    /// Reads until what came last is some text, and answers how many bytes that were.
    ///
    /// The end of a chunked answer comes behind it.
    func bytes(until end: String) throws -> Int {
        let end = Array(end.utf8)
        while received.suffix(end.count + 16).firstRange(of: end) == nil { try receiveMore() }
        defer { received = [] }
        return received.count
    }

    /// Reads until the server ends the connection.
    func rest() throws -> String {
        do {
            while true { try receiveMore() }
        } catch let failure as Failure where failure.description == "ended" {
            defer { received = [] }
            return String(decoding: received, as: UTF8.self)
        }
    }

    private func offer(_ name: String) throws {
        var bytes = Array(name.utf8)
        let result = bytes.withUnsafeMutableBufferPointer { bytes in
            var datum = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
            return gnutls_alpn_set_protocols(session, &datum, 1, 0)
        }
        try check(result, "protocols")
    }

    func receiveMore() throws {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = gnutls_record_recv(session, &buffer, buffer.count)
        if count == Int(GNUTLS_E_INTERRUPTED) { return }
        if count == 0 || count == Int(GNUTLS_E_PREMATURE_TERMINATION)
            || count == Int(GNUTLS_E_PULL_ERROR)
        {
            throw Failure(description: "ended")
        }
        try check(Int32(truncatingIfNeeded: count), "recv")
        received += buffer[..<count]
    }
}

/// `GNUTLS_CLIENT`, which is an enumeration's constant and a macro, and `GNUTLS_NO_SIGNAL`.
private let clientFlags: UInt32 = 1 << 1 | 1 << 6

private func check(_ result: Int32, _ what: String) throws {
    guard result < 0 else { return }
    let reason = gnutls_strerror(result).map { String(cString: $0) } ?? "\(result)"
    throw TLSConnection.Failure(description: "\(what): \(reason)")
}
