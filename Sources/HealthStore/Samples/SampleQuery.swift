package import HealthModel
import Postgres

/// A place in a sorted list of samples: that of the last one given.
package struct SamplePosition: Hashable, Sendable {
    /// Its start in microseconds.
    package var start: Int64
    /// Its identifier.
    package var id: SampleID

    /// Makes a place.
    package init(start: Int64, id: SampleID) {
        self.start = start
        self.id = id
    }
}

/// A question for samples of one type.
package struct SampleQuery: Sendable {
    /// Whose samples.
    package var user: UserID
    /// The type's number.
    package var typeID: Int16
    /// The range, half-open: intervals that overlap it and instants in it.
    package var range: TimeRange
    /// Which ends must lie in the range.
    package var strict: StrictOptions
    /// What else narrows the answer.
    package var filter: SampleFilter
    /// The categories' values or workouts' activities asked for, raw; nil for all.
    package var rawValues: [Int]?
    /// What the caller may see of what correlations hold, which decides about them, too; nil for
    /// types that hold nothing.
    package var contained: ReadAccess?
    /// Whether the latest start comes first.
    package var isDescending: Bool
    /// The most samples wanted.
    package var limit: Int
    /// About how many bytes of samples are enough.
    package var limitInBytes: Int
    /// Where the previous page ended.
    package var after: SamplePosition?

    /// Makes a query.
    package init(
        user: UserID,
        typeID: Int16,
        range: TimeRange,
        strict: StrictOptions,
        filter: SampleFilter,
        rawValues: [Int]? = nil,
        contained: ReadAccess? = nil,
        isDescending: Bool,
        limit: Int,
        limitInBytes: Int = .max,
        after: SamplePosition?
    ) {
        self.user = user
        self.typeID = typeID
        self.range = range
        self.strict = strict
        self.filter = filter
        self.rawValues = rawValues
        self.contained = contained
        self.isDescending = isDescending
        self.limit = limit
        self.limitInBytes = limitInBytes
        self.after = after
    }
}

/// What a query for samples found.
package struct SamplePage: Sendable {
    /// The samples, in the order asked for.
    package var samples: [StoredSample]
    /// Whether there may be more behind the last one: always where there are more.
    package var isCut: Bool
}

extension SampleQuery {
    /// The statement that answers the query.
    var statement: Statement {
        let kind: SampleListSQL.Kind =
            contained != nil ? .correlations : rawValues != nil ? .rawValues : .plain
        return SampleListSQL.statement(kind, isDescending: isDescending)
    }

    /// The binds of the statement.
    var binds: [Bind] {
        var binds: [Bind] = [
            .int8(user.number), .int2(typeID), .int8(range.start.microseconds),
            .int8(range.end.microseconds), .bool(strict.contains(.start)),
            .bool(strict.contains(.end)),
            contained?.clientBind ?? .int4(filter.visibility.clientNumber),
            .bool(filter.isUserEntered), .uuidArray(filter.sources?.map(\.bits) ?? []),
            .bool(filter.sources != nil), .int8(after?.start), .uuid(after?.id.bits),
            .int4(Int32(limit)), .int8(shortStarts.from), .int8(shortStarts.to),
        ]
        if let contained {
            binds.append(contained.typesBind)
        } else if let rawValues {
            binds.append(.float8Array(rawValues.map(Double.init)))
        }
        return binds
    }

    /// Where the starts of samples of up to two hours may lie, both ends included; nowhere when the
    /// first lies behind the second.
    ///
    /// A page goes on where the last one ended, so that every page costs the same.
    private var shortStarts: (from: Int64, to: Int64) {
        let low = range.start.microseconds - (strict.contains(.start) ? 0 : 7_200_000_000)
        let high = range.end.microseconds - 1
        guard let after else { return (low, high) }
        return isDescending ? (low, min(high, after.start)) : (max(low, after.start), high)
    }
}
