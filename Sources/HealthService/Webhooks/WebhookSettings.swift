/// How deliveries are made.
package struct WebhookSettings: Sendable, Hashable {
    /// Whether receivers may be in networks that are somebody's own.
    package var allowsPrivateAddresses = false
    /// How long an attempt may take.
    package var timeout: Duration = .seconds(10)
    /// The most attempts at once.
    package var connections = 4
    /// The most of them to one webhook, so that a slow receiver does not hold up the others.
    package var connectionsPerWebhook = 2
    /// The most users of one webhook that wait for their turn in memory; others are found again.
    package var queueLimit = 1000
    /// How long after the first failure a user's delivery is no longer tried, in seconds.
    package var parkedAfterSeconds: Int64 = 86_400
    /// The longest pause after a first failure, in seconds; it doubles with each further one.
    package var firstRetryInSeconds: Double = 5
    /// The longest pause there is, also where a receiver asks for a longer one, in seconds.
    package var longestRetryInSeconds: Double = 3600
    /// The time between two looks for what may be tried again.
    package var lookInterval: Duration = .seconds(2)
    /// The time between two looks for changes whose notification was lost.
    package var sweepInterval: Duration = .seconds(60)
    /// How long attempts stay in the log, in days.
    package var logDays: Int64 = 30
    /// How long a former secret signs as well, in seconds.
    package var formerSecretInSeconds: Int64 = 86_400

    /// Takes the defaults.
    package init() {}

    /// How long an attempt is somebody's, if nothing more is heard of it, in seconds.
    var leaseInSeconds: Int64 { timeout.components.seconds * 2 + 20 }
}
