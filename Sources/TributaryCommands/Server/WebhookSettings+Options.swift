import HealthService

/// How webhooks are delivered to, as a command's options.
extension WebhookSettings {
    /// Reads what was given.
    ///
    /// - Throws: `UsageError` for a value that makes no sense.
    init(_ arguments: Arguments) throws {
        self.init()
        allowsPrivateAddresses = try arguments.holds("--webhook-private-addresses")
        if let seconds = try arguments.integer("--webhook-timeout", in: 1...60) {
            timeout = .seconds(seconds)
        }
        if let hours = try arguments.integer("--webhook-park-hours", in: 1...720) {
            parkedAfterSeconds = Int64(hours) * 3600
        }
    }

    /// The options.
    static let options = [
        Option(
            name: "--webhook-private-addresses",
            value: nil,
            help: "let webhooks be delivered inside private networks",
            environment: "TRIBUTARY_WEBHOOK_PRIVATE_ADDRESSES"
        ),
        Option(
            name: "--webhook-timeout",
            value: "SECONDS",
            help: "how long a delivery to a webhook may take, 1 to 60",
            environment: "TRIBUTARY_WEBHOOK_TIMEOUT",
            standard: "10"
        ),
        Option(
            name: "--webhook-park-hours",
            value: "N",
            help: "how long a failing delivery to a webhook is tried again",
            environment: "TRIBUTARY_WEBHOOK_PARK_HOURS",
            standard: "24"
        ),
    ]
}
