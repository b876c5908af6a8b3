/// Server-sent events out of pieces of a stream; what a cut leaves unfinished is no event.
struct EventBuffer {
    /// An event with its identifier.
    struct Event {
        var id = ""
        var data = ""
    }

    private var rest: [UInt8] = []
    private var event = Event()

    /// Adds a piece; answers the events that end in it.
    mutating func events(adding piece: [UInt8]) -> [Event] {
        var events: [Event] = []
        rest += piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest.removeSubrange(...end)
            if line.isEmpty {
                if event.data != "" { events.append(event) }
                event = Event()
            } else if line.hasPrefix("id: ") {
                event.id = String(line.dropFirst(4))
            } else if line.hasPrefix("data: ") {
                event.data += line.dropFirst(6)
            }
        }
        return events
    }
}
