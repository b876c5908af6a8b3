import JSON

/// Users and clients.
extension AdminCommand {
    private static let userColumns = [
        (title: "USER", member: "id"), (title: "NAME", member: "name"),
        (title: "TIME ZONE", member: "timeZone"), (title: "CREATED", member: "createdAt"),
    ]

    private static let clientColumns = [
        (title: "CLIENT", member: "id"), (title: "BUNDLE", member: "bundleIdentifier"),
        (title: "NAME", member: "name"), (title: "SUSPENDED", member: "suspendedAt"),
    ]

    private static let person = [
        Option(name: "--name", value: "NAME", help: "a name for people"),
        Option(name: "--time-zone", value: "ZONE", help: "an IANA zone such as Europe/Paris"),
    ]

    static let users = [
        command(["users", "list"], "List users", isPaged: true) { _ in
            AdminCall(
                segments: ["users"],
                list: AdminList(member: "users", columns: userColumns, isPaged: true)
            )
        },
        command(["users", "show"], "Show a user", operands: ["USER"]) {
            AdminCall(segments: ["users", $0.operand("USER")])
        },
        command(["users", "create"], "Make a user", options: person) { arguments in
            AdminCall(method: "POST", segments: ["users"], body: personBody(arguments))
        },
        command(
            ["users", "change"],
            "Change a user's name or zone",
            operands: ["USER"],
            options: person
        ) { arguments in
            AdminCall(
                method: "PATCH",
                segments: ["users", arguments.operand("USER")],
                body: personBody(arguments)
            )
        },
        command(
            ["users", "erase"],
            "Erase a user with everything that is theirs",
            operands: ["USER"],
            options: [Option(name: "--yes", value: nil, help: "really; it cannot be undone")]
        ) { arguments in
            guard arguments.isSet("--yes") else {
                throw UsageError("an erasure cannot be undone: say --yes")
            }
            return AdminCall(method: "DELETE", segments: ["users", arguments.operand("USER")])
        },
    ]

    static let clients = [
        command(["clients", "list"], "List clients") { _ in
            AdminCall(
                segments: ["clients"],
                list: AdminList(member: "clients", columns: clientColumns)
            )
        },
        command(["clients", "show"], "Show a client", operands: ["CLIENT"]) {
            AdminCall(segments: ["clients", $0.operand("CLIENT")])
        },
        command(
            ["clients", "create"],
            "Make a client",
            operands: ["BUNDLE"],
            options: [person[0]]
        ) { arguments in
            AdminCall(
                method: "POST",
                segments: ["clients"],
                body: AdminCall.object { writer in
                    writer.member("bundleIdentifier", arguments.operand("BUNDLE"))
                    writer.member("name", arguments.text("--name"))
                }
            )
        },
        command(["clients", "suspend"], "Refuse every token of a client", operands: ["CLIENT"]) {
            suspension($0, true)
        },
        command(["clients", "resume"], "Let a client in again", operands: ["CLIENT"]) {
            suspension($0, false)
        },
    ]

    private static func personBody(_ arguments: Arguments) -> [UInt8] {
        AdminCall.object { writer in
            writer.member("name", arguments.text("--name"))
            writer.member("timeZone", arguments.text("--time-zone"))
        }
    }

    private static func suspension(_ arguments: Arguments, _ isSuspended: Bool) -> AdminCall {
        AdminCall(
            method: "PATCH",
            segments: ["clients", arguments.operand("CLIENT")],
            body: AdminCall.object { writer in
                writer.key("suspended")
                writer.boolean(isSuspended)
            }
        )
    }
}
