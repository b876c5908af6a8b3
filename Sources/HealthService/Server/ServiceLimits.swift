import HealthStore

/// What one request may ask for; nothing is unbounded.
package struct ServiceLimits: Hashable, Sendable {
    /// The largest body of a push on the wire, in bytes.
    package var bodyInBytes = 32 << 20
    /// The largest body of a push after inflating, in bytes.
    package var inflatedBodyInBytes = 64 << 20
    /// The largest body of a push of lines that is read as it arrives, on the wire and inflated.
    package var streamedBodyInBytes = 1 << 30
    /// The longest line of such a push, in bytes.
    package var lineInBytes = 8 << 20
    /// The text of the samples of a push of lines that are stored at a time, in bytes.
    package var partInBytes = 16 << 20
    /// The outcomes that the answer to a push of lines lists.
    package var outcomesPerAnswer = 10_000
    /// How long the name of a batch is known at least, in seconds.
    package var batchRetentionInSeconds: Int64 = 72 * 3600
    /// The largest body of any other call, in bytes.
    package var smallBodyInBytes = 1 << 20
    /// Samples in one push, those inside correlations counted.
    package var samplesPerBatch = 10_000
    /// Samples on one page.
    package var samplesPerPage = 10_000
    /// The size of a page of samples beyond which it ends early, in bytes.
    ///
    /// Metadata can make a sample a hundred times as large as it usually is.
    package var pageInBytes = 8 << 20
    /// Buckets in one collection.
    package var bucketsPerCollection = 100_000
    /// How far ahead of the server's clock a sample may start, in seconds.
    package var futureToleranceInSeconds: Int64 = 86_400
    /// The longest span of a sample, in days.
    package var longestSpanInDays: Int64 = 366
    /// The largest metadata of a sample, in bytes of JSON.
    package var metadataInBytes = 16 << 10
    /// Samples in one correlation.
    package var objectsPerCorrelation = HealthStore.contentLimit
    /// Events of one workout.
    package var eventsPerWorkout = 10_000
    /// Activities of one workout.
    package var activitiesPerWorkout = 1_000
    /// What a workout has beyond the rest, as it is stored, in bytes.
    package var detailsInBytes = 1 << 20
    /// Webhooks there may be.
    package var webhooks = 1000
    /// Requests of one client that may wait for one person.
    package var authorizationRequestsPerClient = 10
    /// How long a person has to decide a request, in seconds.
    package var authorizationRequestInSeconds: Int64 = 900
    /// The longest text in which an app says why it asks, in bytes.
    package var usageDescriptionInBytes = 1000
    /// The longest text of a source, device or name, in bytes.
    package var textInBytes = 512
    /// How long a token that was looked up is trusted without looking again, in seconds.
    ///
    /// A token revoked by this server is refused at once; by another, within this time.
    package var tokenCacheInSeconds: Int64 = 5

    /// The time after which a stream of changes without any says that it is alive.
    package var heartbeat: Duration = .seconds(15)

    /// Those who wait for changes that may ask the database at once; the others wait their turn.
    ///
    /// Far fewer than the connection pool lets queue, so that all who one write wakes are told and
    /// nobody else is refused for it. A turn takes as long as those before it: a long poll whose
    /// time is up waits for its own, too, which the number of waiters limits.
    package var changeReadersAtOnce = 16

    /// How much callers may ask in a minute.
    package var rates = RateLimits()

    /// The standard limits.
    package init() {}
}
