package import HealthModel
import Postgres

/// Something to tell, with the right to try it once.
package struct WebhookDelivery: Sendable {
    /// Who is told about whom.
    package let pair: WebhookPair
    /// The client whose eyes it is seen through.
    package let reader: WebhookReader
    /// Where it goes.
    package let url: String
    /// The secrets that sign it, sealed: the present one, then the former one while it is good.
    package let secrets: [String]
    /// The delivery's name, the same for each attempt.
    package let id: WebhookID
    /// The position behind which there is something new; 0 for one who knows nothing.
    package let position: Int64
    /// The numbers of the types of which there is something new, sorted.
    package let types: [Int16]
    /// How many attempts failed.
    package let failures: Int
    /// When the first of them did.
    package let failingSince: Instant?
    /// What shows that the right is this one.
    package let claim: WebhookID
}

/// What became of an attempt.
package enum WebhookResult: Sendable {
    /// The receiver has it.
    case acknowledged
    /// It does not; when it may be tried again, and whether it is only when somebody says so.
    case failed(retryAt: Instant, isParked: Bool)
    /// The receiver wants nothing more, of anybody.
    case gone(retryAt: Instant)
}

/// An attempt as the log has it.
package struct WebhookAttempt: Hashable, Sendable {
    /// Whose changes.
    package let user: UserID
    /// The entry's own name.
    package let id: WebhookID
    /// The delivery's name.
    package let delivery: WebhookID
    /// 1 for the first attempt.
    package let number: Int
    /// When it began.
    package let at: Instant
    /// The status that was answered, if any was.
    package let status: Int?
    /// A word for why there was none.
    package let error: String?
    /// How long it took, in milliseconds.
    package let durationInMilliseconds: Int

    /// Describes an attempt.
    package init(
        user: UserID,
        id: WebhookID,
        delivery: WebhookID,
        number: Int,
        at: Instant,
        status: Int?,
        error: String?,
        durationInMilliseconds: Int
    ) {
        self.user = user
        self.id = id
        self.delivery = delivery
        self.number = number
        self.at = at
        self.status = status
        self.error = error
        self.durationInMilliseconds = durationInMilliseconds
    }
}

extension WebhookAttempt {
    /// Reads a row of the log.
    init(_ rows: QueryResult, _ row: Int) {
        self.init(
            user: UserID(number: rows.int8(row, 0)),
            id: WebhookID(bits: rows.uuid(row, 1)),
            delivery: WebhookID(bits: rows.uuid(row, 2)),
            number: Int(rows.int4(row, 3)),
            at: Instant(microseconds: rows.int8(row, 4)),
            status: rows.optionalInt2(row, 5).map(Int.init),
            error: rows.optionalText(row, 6),
            durationInMilliseconds: Int(rows.int4(row, 7))
        )
    }

    /// The parameters of `WebhookLogSQL.insert`.
    func binds(of webhook: WebhookID) -> [Bind] {
        [
            .int8(user.number), .uuid(webhook.bits), .uuid(id.bits), .uuid(delivery.bits),
            .int4(Int32(clamping: number)), .int8(at.microseconds),
            .int2(status.map { Int16(clamping: $0) }), .text(error),
            .int4(Int32(clamping: durationInMilliseconds)),
        ]
    }
}

extension WebhookID {
    /// Draws a new name.
    package static func random(using generator: inout some RandomNumberGenerator) -> WebhookID {
        WebhookID(bits: UInt128.random(in: 1...UInt128.max, using: &generator))
    }
}
