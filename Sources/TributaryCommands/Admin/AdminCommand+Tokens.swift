import JSON

/// Tokens of clients and of admins.
extension AdminCommand {
    private static let times = [
        (title: "CREATED", member: "createdAt"), (title: "LAST USED", member: "lastUsedAt"),
        (title: "EXPIRES", member: "expiresAt"), (title: "REVOKED", member: "revokedAt"),
    ]

    private static let lifetime = Option(
        name: "--expires-in",
        value: "SECONDS",
        help: "how long it is good; else without end, or as long as the former one"
    )

    private static let overlap = Option(
        name: "--overlap",
        value: "SECONDS",
        help: "how long the former one goes on; a day unless given"
    )

    private static let name = Option(name: "--name", value: "NAME", help: "what it is for")

    static let tokens = [
        command(["tokens", "list"], "List a user's tokens", operands: ["USER"], isPaged: true) {
            AdminCall(
                segments: ["users", $0.operand("USER"), "tokens"],
                list: AdminList(
                    member: "tokens",
                    columns: [
                        (title: "TOKEN", member: "id"), (title: "CLIENT", member: "client"),
                        (title: "NAME", member: "name"),
                    ] + times,
                    isPaged: true
                )
            )
        },
        command(
            ["tokens", "create"],
            "Give a client a token for a user",
            operands: ["USER", "CLIENT"],
            options: [name, lifetime]
        ) { arguments in
            let seconds = try lifetime(arguments)
            return AdminCall(
                method: "POST",
                segments: ["users", arguments.operand("USER"), "tokens"],
                body: AdminCall.object { writer in
                    writer.member("client", arguments.operand("CLIENT"))
                    writer.member("name", arguments.text("--name"))
                    if let seconds { writer.member("expiresIn", seconds) }
                }
            )
        },
        command(
            ["tokens", "rotate"],
            "Give a client another token in the place of one",
            operands: ["TOKEN"],
            options: [overlap, lifetime]
        ) { try rotation("tokens", $0) },
        command(["tokens", "revoke"], "Revoke a token at once", operands: ["TOKEN"]) {
            AdminCall(method: "DELETE", segments: ["tokens", $0.operand("TOKEN")])
        },
    ]

    static let adminTokens = [
        command(["admin-tokens", "list"], "List the tokens of admins", isPaged: true) { _ in
            AdminCall(
                segments: ["admin-tokens"],
                list: AdminList(
                    member: "adminTokens",
                    columns: [
                        (title: "TOKEN", member: "id"), (title: "NAME", member: "name"),
                        (title: "ROLE", member: "role"),
                    ] + times,
                    isPaged: true
                )
            )
        },
        command(
            ["admin-tokens", "create"],
            "Make a token for an owner, an admin or an auditor",
            operands: ["NAME"],
            options: [
                Option(name: "--role", value: "ROLE", help: "owner, admin or auditor"), lifetime,
            ]
        ) { arguments in
            let role = try arguments.requiredText("--role")
            let seconds = try lifetime(arguments)
            return AdminCall(
                method: "POST",
                segments: ["admin-tokens"],
                body: AdminCall.object { writer in
                    writer.member("name", arguments.operand("NAME"))
                    writer.member("role", role)
                    if let seconds { writer.member("expiresIn", seconds) }
                }
            )
        },
        command(
            ["admin-tokens", "rotate"],
            "Make another token in the place of an admin's",
            operands: ["TOKEN"],
            options: [overlap, lifetime]
        ) { try rotation("admin-tokens", $0) },
        command(["admin-tokens", "revoke"], "Revoke an admin's token", operands: ["TOKEN"]) {
            AdminCall(method: "DELETE", segments: ["admin-tokens", $0.operand("TOKEN")])
        },
    ]

    private static func lifetime(_ arguments: Arguments) throws -> Int? {
        try arguments.integer("--expires-in", in: 1...315_576_000)
    }

    private static func rotation(_ kind: String, _ arguments: Arguments) throws -> AdminCall {
        let seconds = try lifetime(arguments)
        let overlap = try arguments.integer("--overlap", in: 0...2_592_000)
        return AdminCall(
            method: "POST",
            segments: [kind, arguments.operand("TOKEN"), "rotation"],
            body: AdminCall.object { writer in
                if let overlap { writer.member("overlap", overlap) }
                if let seconds { writer.member("expiresIn", seconds) }
            }
        )
    }
}
