#if !canImport(HealthKit)
import Foundation

extension RemoteHealthConfiguration {
    /// Reads the configuration from the environment.
    ///
    /// - `TRIBUTARY_SERVER`: the address.
    /// - `TRIBUTARY_TOKEN_FILE`: a file with the token; else `TRIBUTARY_TOKEN`: the token itself.
    /// - `TRIBUTARY_CA_CERTIFICATE`: a file with the authorities that may vouch for the server, where
    ///   the machine does not trust them anyway.
    /// - `TRIBUTARY_OUTBOX`: the directory of the outbox; without it there is none.
    /// - `NSHealthShareUsageDescription`, `NSHealthUpdateUsageDescription`: why the program reads,
    ///   and why it saves, under the names that they have in an app's Info.plist.
    ///
    /// - Throws: `HKError` with `errorHealthDataUnavailable`, saying what is missing.
    public static func fromEnvironment() throws -> RemoteHealthConfiguration {
        try RemoteHealthConfiguration(environment: ProcessInfo.processInfo.environment)
    }

    /// Reads the configuration from variables; an empty one counts as none.
    init(environment: [String: String]) throws {
        let variables = environment.filter { !$0.value.isEmpty }
        guard let server = variables["TRIBUTARY_SERVER"] else {
            throw HKError.failure(
                .errorHealthDataUnavailable,
                "There is no health store: set TRIBUTARY_SERVER and TRIBUTARY_TOKEN."
            )
        }
        self.init(
            server: server,
            token: try Self.token(variables),
            certificateAuthorities: variables["TRIBUTARY_CA_CERTIFICATE"],
            outbox: variables["TRIBUTARY_OUTBOX"],
            shareUsageDescription: variables["NSHealthShareUsageDescription"],
            updateUsageDescription: variables["NSHealthUpdateUsageDescription"]
        )
    }

    /// The token; other users of a machine do not see what is in a file.
    private static func token(_ variables: [String: String]) throws -> String {
        guard let file = variables["TRIBUTARY_TOKEN_FILE"] else {
            if let token = variables["TRIBUTARY_TOKEN"] { return token }
            throw HKError.failure(
                .errorHealthDataUnavailable,
                "There is no token: set TRIBUTARY_TOKEN or TRIBUTARY_TOKEN_FILE."
            )
        }
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        let token = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard !token.isEmpty else {
            throw HKError.failure(
                .errorHealthDataUnavailable,
                "No token can be read from \(file), which TRIBUTARY_TOKEN_FILE names."
            )
        }
        return token
    }
}
#endif
