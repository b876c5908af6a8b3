import CLibpq
import Crypto
import Foundation

/// Swallows what the server says beside its results; a global function, because libpq calls it.
private func dropNotice(_: UnsafeMutableRawPointer?, _: UnsafePointer<CChar>?) {}

/// Makes a connection within the configured time and answers its handle.
///
/// libpq's own blocking call knows no timeout below two seconds and hides the SQLSTATE of a
/// refusal; driving it step by step gives both.
///
/// - Throws: `.configuration` for a string that libpq cannot read, `.timeout`, `.connection`.
func openHandle(
    _ configuration: ConnectionConfiguration
) throws(PostgresError) -> OpaquePointer {
    // Before libpq uses it, for a connection over TLS or a password.
    CryptoLibrary.outlivesThreads()
    try checkConnectionString(configuration.connectionString)
    let parameters = configuration.parameters
    let started = withCStrings(parameters.map(\.keyword)) { keywords in
        withCStrings(parameters.map(\.value)) { PQconnectStartParams(keywords, $0, 1) }
    }
    guard let handle = started else {
        throw PostgresError(.connection, message: "out of memory for a connection")
    }
    do {
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        PQsetNoticeProcessor(handle, dropNotice, nil)
        try finishOpening(handle, within: configuration.connectTimeout)
        PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        return handle
    } catch {
        PQfinish(handle)
        throw error
    }
}

private func finishOpening(
    _ handle: OpaquePointer,
    within limit: Duration
) throws(PostgresError) {
    guard PQstatus(handle) != CONNECTION_BAD else {
        throw PostgresError(failedOpening: handle)
    }
    let deadline = limit > .zero ? ContinuousClock.now + limit : nil
    var wanted = SocketReadiness.writable
    while true {
        guard !waitForSocket(of: handle, wanted, until: deadline).isEmpty else {
            throw PostgresError(.timeout, message: "the connection took longer than \(limit)")
        }
        switch PQconnectPoll(handle) {
        case PGRES_POLLING_OK: return
        case PGRES_POLLING_READING: wanted = .readable
        case PGRES_POLLING_WRITING: wanted = .writable
        default: throw PostgresError(failedOpening: handle)
        }
    }
}

/// Refuses a malformed string without quoting it: it may hold a password.
private func checkConnectionString(_ text: String) throws(PostgresError) {
    guard let options = PQconninfoParse(text, nil) else {
        throw PostgresError(.configuration, message: "the connection string is malformed")
    }
    PQconninfoFree(options)
}

/// Lends an array of C strings with a null pointer behind the last.
private func withCStrings<Answer>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Answer
) -> Answer {
    let copies = strings.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return copies.map { $0.map { UnsafePointer($0) } }.withUnsafeBufferPointer {
        body($0.baseAddress)
    }
}
