import HealthAPI
import HealthModel
import HealthStore
import JSON

/// What samples of every kind share.
extension SampleDecoder {
    /// Insists on the right to save samples of a type.
    func checkShare(of type: SampleType) throws(SampleRejection) {
        switch access.shareStatus(of: type.id) {
        case .sharingAuthorized: return
        case .notDetermined:
            throw SampleRejection(
                .authorizationNotDetermined,
                "type",
                "Nobody decided yet whether this client may save this type."
            )
        case .sharingDenied:
            throw SampleRejection(.sharingDenied, "type", "This client may not save this type.")
        }
    }

    /// Reads what is around the content: times, source, device and metadata.
    ///
    /// Inside a container, what the sample does not have is the container's.
    mutating func frame(
        _ fields: SampleFields,
        in container: (fields: SampleFields, frame: SampleFrame)? = nil
    ) throws(SampleRejection) -> SampleFrame {
        let metadata = try SampleMetadata(fields.metadata, limit: limits.metadataInBytes)
        let zone = metadata?.zone
        let start = try fields.time(fields.start, "start", zone, else: container?.frame.start)
        let end = try fields.time(fields.end, "end", zone, else: container?.frame.end)
        try checkSpan(start.instant, end.instant)
        var created = container?.frame.created
        if let own = fields.created {
            created = try recordingTime(own, fields)
        }
        return SampleFrame(
            start: start,
            end: end,
            created: created,
            metadata: metadata,
            sync: try metadata?.sync(),
            reference: try sources.index(
                source: fields.source ?? container?.fields.source,
                device: fields.device ?? container?.fields.device
            )
        )
    }

    /// When the device says that it recorded the sample.
    ///
    /// A time far ahead would count before every truthful one of its source for good (rule 5).
    private func recordingTime(
        _ value: JSONValue,
        _ fields: SampleFields
    ) throws(SampleRejection) -> Int64 {
        let created = try fields.time(value, "created").instant.microseconds
        guard created <= latestStart else {
            throw .invalid("created", "More than a day after the server's clock.")
        }
        return created
    }

    /// Puts a sample together.
    ///
    /// Without a uuid it gets one made from its content: frame, value, and what it holds `beyond`.
    func newSample(
        _ fields: SampleFields,
        _ frame: SampleFrame,
        index: Int,
        typeID: Int16,
        value: Double,
        details: [UInt8]? = nil,
        members: [NewSample] = [],
        beyond: [UInt8]? = nil
    ) throws(SampleRejection) -> NewSample {
        let start = frame.start.instant.microseconds
        let end = frame.end.instant.microseconds
        let id =
            try fields.identifier()
            ?? DerivedIdentifier.sample(
                client: access.client,
                source: sources.keys[frame.reference],
                typeID: typeID,
                start: start,
                end: end,
                value: value,
                metadata: SampleMetadata.identity(of: fields.metadata, beyond: beyond),
                in: namespace
            )
        return NewSample(
            index: index,
            id: id,
            typeID: typeID,
            start: start,
            end: end,
            value: value,
            created: frame.created,
            startOffset: frame.start.offsetInMinutes,
            endOffset: frame.end.offsetInMinutes,
            isUserEntered: frame.metadata?.isUserEntered ?? false,
            reference: frame.reference,
            metadata: frame.metadata?.json,
            sync: frame.sync,
            details: details,
            members: members
        )
    }

    private func checkSpan(_ start: Instant, _ end: Instant) throws(SampleRejection) {
        guard start <= end else {
            throw SampleRejection(.endBeforeStart, "end", "The sample ends before it starts.")
        }
        guard start.microseconds <= latestStart else {
            throw SampleRejection(
                .startInFuture,
                "start",
                "The sample starts more than a day after the server's clock."
            )
        }
        let span = end.microseconds - start.microseconds
        guard span <= limits.longestSpanInDays * 86_400_000_000 else {
            throw SampleRejection(
                .spanTooLong,
                "end",
                "The sample spans more than \(limits.longestSpanInDays) days."
            )
        }
    }
}
