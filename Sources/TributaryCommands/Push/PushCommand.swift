import HealthOutbox

/// `tributary push`: sends what is dropped into a directory, by way of an outbox.
enum PushCommand {
    static let command = Command(
        path: ["push"],
        summary: "Send samples that are dropped into a directory, surely and once",
        operands: ["DIR"],
        options: [
            ServerAccess.user,
            Option(name: "--watch", value: nil, help: "go on looking for files, until a signal"),
            Option(
                name: "--interval",
                value: "SECONDS",
                help: "with --watch, the time between two looks",
                standard: "2"
            ),
            Option(
                name: "--batch",
                value: "N",
                help: "samples in a request, at most",
                standard: "1000"
            ),
            Option(name: "--json", value: nil, help: "print the summary as JSON"),
        ] + ServerAccess.options,
        notes: """
            Files are taken from DIR in the order of their names: NAME.ndjson with a sample a line,
            NAME.json with [...] or {"samples":[...]}, or with {"uuids":[...]} of samples to be
            deleted. Write a file under another name and rename it when it is whole. Whatever else
            is there is left alone: other names, also .JSON, and hidden ones; names that are not
            UTF-8; directories, links and pipes. What is taken is in DIR/queue, on disk, until the server has answered for it; what the server refuses
            is in DIR/rejected, with the reasons; what cannot be read is in DIR/damaged.

            The command may be killed at any point: what is queued is sent by the next run, and
            nothing is stored twice. Failures that pass are waited for; without --watch, for at
            most eight attempts in a row.

            The exit status is 0 when everything was sent and taken; 1 when something was refused,
            was damaged or could not be sent. With --watch it is 0 after SIGTERM or SIGINT, and 1
            when the server does not accept the token.
            """
    ) { arguments in
        let stop = arguments.isSet("--watch") ? StopSignals() : nil
        return try await run(arguments, console: .standard, stop: stop)
    }

    /// Runs the command; with `stop`, until a signal at most.
    ///
    /// - Throws: `OutboxError` for a directory that cannot be used; `CommandError` for a server
    ///   that cannot.
    static func run(
        _ arguments: Arguments,
        console: Console,
        stop: StopSignals? = nil
    ) async throws -> Int32 {
        let push = try push(arguments, console)
        let work = Task { await push.run() }
        let signal = Task {
            guard let stop else { return }
            _ = await stop.wait()
            work.cancel()
        }
        let summary = await work.value
        signal.cancel()
        await push.outbox.close()
        console.out(arguments.isSet("--json") ? summary.json : summary.text)
        if let failure = summary.failure { throw CommandError(failure) }
        return push.interval != nil || summary.isClean ? 0 : 1
    }

    private static func push(_ arguments: Arguments, _ console: Console) throws -> OutboxPush {
        let user = try arguments.requiredText("--user")
        let isWatching = arguments.isSet("--watch")
        let interval = try arguments.integer("--interval", in: 1...3600) ?? 2
        let settings = OutboxSettings(
            samplesPerBatch: try arguments.integer("--batch", in: 1...10_000) ?? 1000,
            retries: isWatching ? .endless : RetryPolicy()
        )
        let client = try ServerAccess(arguments).client(connections: 1)
        return OutboxPush(
            outbox: try HealthOutbox(directory: arguments.operand("DIR"), settings: settings),
            destination: client.destination(user: user),
            interval: isWatching ? .seconds(interval) : nil,
            console: console
        )
    }
}
