#if !canImport(HealthKit)
public import Foundation

extension RemoteHealthConfiguration {
    /// Where a person goes to decide what a program may share and read.
    public struct AuthorizationPrompt: Sendable, Hashable {
        /// The page of the request itself.
        public let url: URL
        /// The page on which the person may type the code instead.
        public let page: URL
        /// The code, such as `WDJB-MJHT`; the page shows it, too.
        public let code: String
        /// When it is too late to decide.
        public let expiration: Date

        /// Writes one line that says where to go.
        func writeToStandardError() {
            let line = "To decide what this program may share and read, open \(url) (\(code)).\n"
            FileHandle.standardError.write(Data(line.utf8))
        }
    }
}
#endif
