import HealthModel
import HealthStore
import JSON

/// The answer to a question for statistics.
struct StatisticsResponse {
    let request: StatisticsRequest
    let result: StatisticsResult
    /// What was asked for, looked up once and not for each of thousands of buckets.
    private let options: OptionFlags

    init(request: StatisticsRequest, result: StatisticsResult) {
        self.request = request
        self.result = result
        options = OptionFlags(request.query.options)
    }

    /// `{type,unit,start,end,sum}` for one range; the sources beside it when asked for.
    func rangeJSON() -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writeHead(to: &writer)
        write(result.buckets[0], to: &writer)
        writeSources(of: 0, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// `{type,unit,start,end,interval,timeZone,buckets:[{start,end,sum}]}` for a collection.
    func collectionJSON() -> [UInt8] {
        let edges = request.query.edges
        var writer = JSONWriter(capacity: 512 + edges.count * 128)
        writer.beginObject()
        writeHead(to: &writer)
        writer.member("interval", request.intervalText)
        writer.member("timeZone", request.clock.name)
        writer.key("buckets")
        writer.beginArray()
        // Where a bucket ends the next one starts: each edge is spelled once.
        var (start, end) = (JSONWriter(capacity: 64), JSONWriter(capacity: 64))
        start.time(edges[0], request.clock)
        for (index, bucket) in result.buckets.enumerated() where edges[index] < edges[index + 1] {
            end.removeAll()
            end.time(edges[index + 1], request.clock)
            writer.beginObject()
            writer.key("start")
            writer.raw(start.bytes)
            writer.key("end")
            writer.raw(end.bytes)
            swap(&start, &end)
            write(bucket, to: &writer)
            writeSources(of: index, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func writeHead(to writer: inout JSONWriter) {
        writer.member("type", request.type.identifier)
        writer.member("unit", request.unit.name)
        writer.member("start", request.start, request.clock)
        writer.member("end", request.end, request.clock)
    }

    private func write(_ bucket: BucketStatistics, to writer: inout JSONWriter) {
        let unit = request.unit
        if options.sum { writer.member("sum", orNull: unit.convert(bucket.sum)) }
        if options.average {
            writer.member("average", orNull: unit.convert(bucket.average))
        }
        if options.min { writer.member("min", orNull: unit.convert(bucket.min)) }
        if options.max { writer.member("max", orNull: unit.convert(bucket.max)) }
        if options.duration {
            StatisticsRequest.writeDuration(bucket.durationInMicroseconds, to: &writer)
        }
        guard options.mostRecent else { return }
        writer.key("mostRecent")
        guard let latest = bucket.mostRecent else {
            writer.null()
            return
        }
        writer.beginObject()
        request.writeValue(latest.value, to: &writer)
        writer.member("start", latest.start, request.clock)
        writer.member("end", latest.end, request.clock)
        writer.member("source", latest.source.description)
        writer.endObject()
    }

    /// Writes what each source has in a bucket; those without data there are left out.
    private func writeSources(of bucket: Int, to writer: inout JSONWriter) {
        guard request.query.isSeparatedBySource else { return }
        writer.key("sources")
        writer.beginArray()
        for (source, buckets) in result.bySource where buckets[bucket] != BucketStatistics() {
            writer.beginObject()
            SourceJSON.writeMembers(source, to: &writer)
            write(buckets[bucket], to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }
}

/// A set of options with a cheap look at each.
private struct OptionFlags {
    let sum: Bool
    let average: Bool
    let min: Bool
    let max: Bool
    let duration: Bool
    let mostRecent: Bool

    init(_ options: Set<StatisticsOption>) {
        sum = options.contains(.sum)
        average = options.contains(.average)
        min = options.contains(.min)
        max = options.contains(.max)
        duration = options.contains(.duration)
        mostRecent = options.contains(.mostRecent)
    }
}
