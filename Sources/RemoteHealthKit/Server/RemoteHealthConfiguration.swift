#if !canImport(HealthKit)
import Foundation
import HTTPClient
import HealthOutbox

/// Where the store of this process is, and how it asks: what a phone knows without being told.
///
/// It has no counterpart in HealthKit. Without a call of `use(_:)` it is read from the environment:
/// see `fromEnvironment()`. Printing it does not show the token.
public struct RemoteHealthConfiguration: Sendable {
    /// The server's address, such as `https://health.example.org`.
    public var server: String
    /// The secret of the client for the person whose data it is: `trib_c_…`.
    public var token: String
    /// A file with the certificates (PEM) of the authorities that may vouch for the server; nil for
    /// those that the machine trusts.
    public var certificateAuthorities: String?
    /// The directory of the outbox that keeps what is saved while the server cannot be reached.
    ///
    /// Nil, as it is unless set: saving then fails with `errorDatabaseInaccessible`. One process at
    /// a time has a directory.
    public var outbox: String?
    /// Why the program reads, in words for the person: `NSHealthShareUsageDescription`.
    public var shareUsageDescription: String?
    /// Why the program saves, in words for the person: `NSHealthUpdateUsageDescription`.
    public var updateUsageDescription: String?
    /// Told where the person decides, when the program asks for access.
    ///
    /// A phone shows its sheet by itself. Unless set, one line on standard error says where to go.
    /// Called once for each request, on any thread.
    public var authorizationHandler: @Sendable (AuthorizationPrompt) -> Void

    /// Time and chance, for polling and for repetitions.
    var clock = RetryClock.system

    /// Makes a configuration.
    public init(
        server: String,
        token: String,
        certificateAuthorities: String? = nil,
        outbox: String? = nil,
        shareUsageDescription: String? = nil,
        updateUsageDescription: String? = nil,
        authorizationHandler: (@Sendable (AuthorizationPrompt) -> Void)? = nil
    ) {
        self.server = server
        self.token = token
        self.certificateAuthorities = certificateAuthorities
        self.outbox = outbox
        self.shareUsageDescription = shareUsageDescription
        self.updateUsageDescription = updateUsageDescription
        self.authorizationHandler = authorizationHandler ?? { $0.writeToStandardError() }
    }

    /// By what it is known that the right server answers.
    var trust: ServerTrust { certificateAuthorities.map { .authorities(file: $0) } ?? .machine }

    /// Gives a configuration to every store of this process that has none of its own.
    ///
    /// Call it before the first use of a store. Later, stores go on with the new one from their
    /// next call on; queries that run stay where they are.
    public static func use(_ configuration: RemoteHealthConfiguration) {
        ProcessServer.current.use(configuration)
    }
}

/// Texts without the token.
extension RemoteHealthConfiguration: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The address.
    public var description: String { "RemoteHealthConfiguration(server: \(server))" }
    /// The address.
    public var debugDescription: String { description }
    /// What may be printed of it.
    public var customMirror: Mirror {
        Mirror(self, children: ["server": server, "outbox": outbox as Any], displayStyle: .struct)
    }
}
#endif
