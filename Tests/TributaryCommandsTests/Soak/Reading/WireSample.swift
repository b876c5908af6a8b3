import Foundation
import HealthModel

/// A sample as pages tell it.
struct WireSample: Decodable, Sendable {
    private struct Source: Decodable { let bundleIdentifier: SoakSource }

    /// Its identifier.
    let uuid: String
    /// What it says.
    let facts: SoakFacts

    private enum Member: CodingKey {
        case uuid, type, start, end, value, created, source
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        func time(_ member: Member) throws -> Int64 {
            let text = try members.decode(String.self, forKey: member)
            guard let time = RFC3339.parse(text) else { throw Unexpected("\(text) is a time") }
            return time.instant.microseconds
        }
        uuid = try members.decode(String.self, forKey: .uuid)
        facts = SoakFacts(
            type: try members.decode(SoakType.self, forKey: .type),
            start: try time(.start),
            end: try time(.end),
            value: try members.decodeIfPresent(Double.self, forKey: .value) ?? 0,
            created: try time(.created),
            source: try members.decode(Source.self, forKey: .source).bundleIdentifier
        )
    }
}

/// A page of changes.
struct ChangesPage: Decodable, Sendable {
    /// What a deletion says.
    struct Deleted: Decodable, Sendable { let uuid: String }

    let added: [WireSample]
    let deleted: [Deleted]
    let anchor: String
    let more: Bool

    /// Whether it tells nothing.
    var isEmpty: Bool { added.isEmpty && deleted.isEmpty }

    /// Reads a page.
    init(_ bytes: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(ChangesPage.self, from: Data(bytes))
    }
}
