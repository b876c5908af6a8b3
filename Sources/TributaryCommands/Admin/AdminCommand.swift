import JSON

/// The commands below `tributary admin`: each makes a call and prints its answer.
enum AdminCommand {
    /// A command and the call that it makes.
    struct Entry: Sendable {
        /// The command.
        let command: Command
        /// The call, of what the command was given.
        let call: @Sendable (Arguments) throws -> AdminCall
    }

    /// Every one of them.
    static let commands: [Command] = entries.map(\.command)

    /// The calls of all commands by their words.
    static let calls = Dictionary(
        uniqueKeysWithValues: entries.map { ($0.command.path, $0.call) }
    )

    private static let entries: [Entry] =
        users + clients + grants + templates + tokens + adminTokens + access + audit

    /// Makes a command of a call.
    static func command(
        _ path: [String],
        _ summary: String,
        operands: [String] = [],
        options: [Option] = [],
        isPaged: Bool = false,
        notes: String = "",
        _ call: @escaping @Sendable (Arguments) throws -> AdminCall
    ) -> Entry {
        let paging = Option(name: "--limit", value: "N", help: "at most so many entries; else all")
        let command = Command(
            path: ["admin"] + path,
            summary: summary,
            operands: operands,
            options: options + (isPaged ? [paging] : []) + ServerAccess.options + [
                Option(name: "--json", value: nil, help: "print JSON instead of a table")
            ],
            notes: notes
        ) { arguments in
            try await run(arguments, call, console: .standard)
        }
        return Entry(command: command, call: call)
    }

    /// Runs a command.
    static func run(
        _ arguments: Arguments,
        _ call: (Arguments) throws -> AdminCall,
        console: Console
    ) async throws -> Int32 {
        let call = try call(arguments)
        let limit = try arguments.integer("--limit", in: 1...1_000_000)
        let client = try ServerAccess(arguments).client(connections: 1)
        var printer = AdminPrinter(isJSON: arguments.isSet("--json"), console: console)
        guard let list = call.list else {
            printer.printObject(try await client.answer(call.method, call.path(), body: call.body))
            return 0
        }
        try await printer.printList(call, list, limit: limit, client)
        return 0
    }
}

/// Prints answers as tables or as they are.
struct AdminPrinter {
    /// Whether JSON is wanted.
    let isJSON: Bool
    /// Where to.
    let console: Console

    /// Prints an answer that is one object, or nothing.
    func printObject(_ answer: APIAnswer) {
        guard !answer.bytes.isEmpty else {
            if !isJSON { console.line("done") }
            return
        }
        if isJSON { return console.line(String(decoding: answer.bytes, as: UTF8.self)) }
        let members =
            (try? answer.read { root in
                root.members.map { (AdminText.printable($0.key.string), AdminText.of($0.value)) }
            }) ?? []
        let width = members.map(\.0.count).max() ?? 0
        for (name, text) in members {
            console.line(name + String(repeating: " ", count: width - name.count + 2) + text)
        }
    }

    /// Prints a list, page after page.
    mutating func printList(
        _ call: AdminCall,
        _ list: AdminList,
        limit: Int?,
        _ client: APIClient
    ) async throws {
        var left = limit ?? .max
        var cursor: String?
        var table = TextTable(list.columns.map { (title: $0.title, side: .left) })
        var entries: [String] = []
        repeat {
            let path =
                list.isPaged ? call.path(limit: min(1000, left), cursor: cursor) : call.path()
            let page = try await client.answer(call.method, path, body: call.body)
            let (rows, raw, next) = try page.read { root in
                let found = root[list.member]?.elements.map { $0 } ?? []
                return (
                    found.map { entry in list.columns.map { AdminText.of(entry[$0.member]) } },
                    isJSON ? found.map(AdminText.raw) : [], root["cursor"]?.string
                )
            }
            rows.forEach { table.append($0) }
            entries += raw
            left -= rows.count
            cursor = list.isPaged && left > 0 ? next : nil
        } while cursor != nil
        if isJSON {
            console.line("[" + entries.joined(separator: ",\n ") + "]")
        } else {
            table.lines.forEach { console.line($0) }
        }
    }
}
