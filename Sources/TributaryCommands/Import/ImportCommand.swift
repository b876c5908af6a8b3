import HealthImport

/// `tributary import apple-health`: brings an export of Apple's Health app to a server.
enum ImportCommand {
    static let appleHealth = Command(
        path: ["import", "apple-health"],
        summary: "Import an export of Apple's Health app",
        operands: ["FILE"],
        options: [ServerAccess.user] + ServerAccess.options + [
            Option(name: "--dry-run", value: nil, help: "read and report, and push nothing"),
            connections,
            Option(
                name: "--characteristics",
                value: nil,
                help: "date of birth, blood type and the like, too; needs an admin token"
            ),
            Option(name: "--json", value: nil, help: "print the summary as JSON"),
        ],
        notes: """
            FILE is the zip archive that the Health app shares, the export.xml in it, or the
            unpacked folder. Records, workouts and correlations are imported; what is skipped is
            counted, with the reason. Importing a file again changes nothing: its samples are then
            duplicates. What the export says of the person is imported only when asked for; what it
            does not set stays as it is on the server.

            The exit status is 0 when the whole file was read and its samples are on the server,
            or were refused one by one for a reason that is printed; 1 when the file breaks off,
            the server cannot be used, or every sample was refused.
            """
    ) { arguments in
        try await run(arguments, console: .standard)
    }

    private static let connections = Option(
        name: "--connections",
        value: "N",
        help: "pushes under way at once, 1 to 4; else \(AppleHealthImport.usualConnections)"
    )

    /// Runs the command.
    ///
    /// - Throws: `ImportError` for a file that is no whole export, after everything before the
    ///   break was imported and reported; `CommandError` for a server that cannot be used.
    static func run(_ arguments: Arguments, console: Console) async throws -> Int32 {
        let file = arguments.operand("FILE")
        let isDryRun = arguments.isSet("--dry-run")
        let count = try arguments.integer(
            connections.name,
            in: AppleHealthImport.connectionRange
        )
        let connections = count ?? AppleHealthImport.usualConnections
        let destination = isDryRun ? nil : try destination(arguments, connections)
        let reader = try AppleHealthReader(path: file)
        if let destination {
            // Asked first, so that a wrong token or user is told before anything is read.
            _ = try await destination.client.sources(user: destination.user)
        }
        var result = await AppleHealthImport(
            reader: reader,
            destination: destination,
            connections: connections,
            console: console
        ).run()
        if arguments.isSet("--characteristics"), let destination {
            await importCharacteristics(of: &result, destination)
        }
        let summary = ImportSummary(file: file, isDryRun: isDryRun, result: result)
        console.out(arguments.isSet("--json") ? summary.json : summary.text)
        if let failure = result.failure { throw failure }
        if let refusal = summary.totalRefusal { throw CommandError(refusal) }
        return 0
    }

    /// Sets what the export says of the person, once all samples are on the server.
    private static func importCharacteristics(
        of result: inout AppleHealthImport.Result,
        _ destination: (client: APIClient, user: String)
    ) async {
        guard result.failure == nil, let report = result.report else { return }
        let values = ExportedCharacteristics(report.characteristics).values
        do {
            if !values.isEmpty {
                try await destination.client.setCharacteristics(values, user: destination.user)
            }
            result.hasCharacteristics = true
        } catch {
            result.failure = error
        }
    }

    private static func destination(
        _ arguments: Arguments,
        _ connections: Int
    ) throws -> (client: APIClient, user: String) {
        let user = try arguments.requiredText("--user")
        return (try ServerAccess(arguments).client(connections: connections), user)
    }
}
