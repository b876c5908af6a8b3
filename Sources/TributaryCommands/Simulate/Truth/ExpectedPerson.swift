import HealthModel
import HealthSimulator
import JSON

/// What a server has to answer about a person: the lines of a truth file about them.
struct ExpectedPerson: Sendable, Equatable {
    /// The user's id on the server.
    let user: String
    /// A name for people.
    let name: String
    /// The zone they live in.
    let zone: Zone
    /// The first of their days.
    let firstDay: CivilDate
    /// How many days there are.
    let dayCount: Int
    /// The identifiers that are known no more: deleted, or replaced by a newer version.
    let gone: [SampleID]
    /// What is expected of each type on each day, in the order of the days.
    var days: [ExpectedDay] = []
}

extension ExpectedPerson {
    /// Writes what is not about single days.
    ///
    /// - Parameter origin: The seed and the person's number.
    func writeHead(origin: (seed: UInt64, index: Int), to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("person", name)
        writer.member("user", user)
        writer.member("seed", Int(clamping: origin.seed))
        writer.member("index", origin.index)
        writer.member("timeZone", zone.identifier)
        writer.member("firstDay", firstDay.description)
        writer.member("days", dayCount)
        writer.key("gone")
        writer.beginArray()
        for uuid in gone { writer.string(uuid.description) }
        writer.endArray()
        writer.endObject()
    }

    /// Reads the line that `writeHead` wrote; nil for another line.
    ///
    /// - Throws: `CommandError` for one that is broken.
    init?(head value: JSONValue) throws {
        guard let name = value["person"]?.string else { return nil }
        guard let zone = Zone(identifier: try value.text("timeZone")),
            let firstDay = CivilDate(try value.text("firstDay"))
        else { throw CommandError("the truth file has a person without a zone or a day") }
        self.init(
            user: try value.text("user"),
            name: name,
            zone: zone,
            firstDay: firstDay,
            dayCount: try value.count("days"),
            gone: (value["gone"]?.elements).map { uuids in
                uuids.compactMap { $0.string.flatMap { SampleID($0) } }
            } ?? []
        )
    }
}

extension ExpectedDay {
    /// Writes what is expected of a type on a day.
    func write(user: String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("user", user)
        writer.member("type", type)
        writer.member("day", day.description)
        writer.member("clock", isRecorded ? "recorded" : "home")
        writer.member("count", count)
        for (name, number) in figures.sorted(by: { $0.key < $1.key }) {
            writer.member(name, orNull: number)
        }
        writer.key("hours")
        writer.beginArray()
        for hour in hours { if let hour { writer.number(hour) } else { writer.null() } }
        writer.endArray()
        writer.key("sources")
        writer.beginObject()
        for (name, sum) in sources.sorted(by: { $0.key < $1.key }) {
            writer.member(name, orNull: sum)
        }
        writer.endObject()
        writer.endObject()
    }

    /// Reads the line that `write` wrote.
    ///
    /// - Throws: `CommandError` for one that is broken.
    init(line value: JSONValue) throws {
        guard let day = CivilDate(try value.text("day")) else {
            throw CommandError("the truth file has a line without a day")
        }
        self.init(
            type: try value.text("type"),
            isRecorded: try value.text("clock") == "recorded",
            day: day
        )
        count = try value.count("count")
        for name in ["sum", "duration", "asleep", "min", "max"] {
            if let number = value[name] { figures[name] = .some(number.double) }
        }
        hours = (value["hours"]?.elements).map { $0.map(\.double) } ?? []
        guard let members = value["sources"]?.members else { return }
        for (name, sum) in members { sources[name.string] = sum.double }
    }
}
