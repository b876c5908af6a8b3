import JSON

/// What apps ask people for, how people sign in, and what was done.
extension AdminCommand {
    private static let user = ["USER"]

    static let access = [
        command(["access-codes", "list"], "List a user's unused access codes", operands: user) {
            AdminCall(
                segments: userPath($0, "access-codes"),
                list: AdminList(
                    member: "accessCodes",
                    columns: [
                        (title: "CODE", member: "id"), (title: "CREATED", member: "createdAt"),
                        (title: "EXPIRES", member: "expiresAt"),
                    ]
                )
            )
        },
        command(
            ["access-codes", "create"],
            "Make a code with which a user can sign in once",
            operands: user,
            options: [Option(name: "--expires-in", value: "SECONDS", help: "a day unless given")]
        ) { arguments in
            let seconds = try arguments.integer("--expires-in", in: 60...2_592_000)
            return AdminCall(
                method: "POST",
                segments: userPath(arguments, "access-codes"),
                body: AdminCall.object { writer in
                    if let seconds { writer.member("expiresIn", seconds) }
                }
            )
        },
        command(
            ["access-codes", "delete"],
            "Take an access code back",
            operands: ["USER", "CODE"]
        ) {
            AdminCall(
                method: "DELETE",
                segments: userPath($0, "access-codes") + [$0.operand("CODE")]
            )
        },
        command(["sessions", "list"], "List where a user is signed in", operands: user) {
            AdminCall(
                segments: userPath($0, "sessions"),
                list: AdminList(
                    member: "sessions",
                    columns: [
                        (title: "SESSION", member: "id"), (title: "CREATED", member: "createdAt"),
                        (title: "LAST USED", member: "lastUsedAt"),
                        (title: "EXPIRES", member: "expiresAt"),
                    ]
                )
            )
        },
        command(["sessions", "end"], "Sign a user out", operands: ["USER", "SESSION"]) {
            AdminCall(
                method: "DELETE",
                segments: userPath($0, "sessions") + [$0.operand("SESSION")]
            )
        },
        command(
            ["requests", "list"],
            "List what apps ask a user for",
            operands: user,
            options: [
                Option(name: "--state", value: "STATE", help: "pending, decided, denied or expired")
            ]
        ) { arguments in
            AdminCall(
                segments: userPath(arguments, "authorization-requests"),
                query: [(name: "state", value: arguments.text("--state"))],
                list: AdminList(
                    member: "requests",
                    columns: [
                        (title: "REQUEST", member: "id"), (title: "CLIENT", member: "client"),
                        (title: "STATE", member: "state"), (title: "SHARE", member: "share"),
                        (title: "READ", member: "read"), (title: "CREATED", member: "createdAt"),
                    ]
                )
            )
        },
        command(
            ["requests", "decide"],
            "Decide what an app asks for in a user's place",
            operands: ["USER", "REQUEST"],
            options: [
                Option(name: "--share", value: "TYPES", help: "what is allowed of it, with commas"),
                Option(name: "--read", value: "TYPES", help: "what is allowed of it, with commas"),
            ]
        ) { arguments in
            AdminCall(
                method: "POST",
                segments: userPath(arguments, "authorization-requests")
                    + [arguments.operand("REQUEST"), "decision"],
                body: AdminCall.object { writer in
                    writer.list("share", of: arguments.text("--share") ?? "")
                    writer.list("read", of: arguments.text("--read") ?? "")
                }
            )
        },
    ]

    static let audit = [
        command(
            ["audit"],
            "List what was done, the newest first",
            options: [
                Option(name: "--user", value: "USER", help: "only about this user"),
                Option(name: "--client", value: "CLIENT", help: "only about this client"),
                Option(name: "--actor", value: "ACTOR", help: "only by this actor"),
                Option(name: "--action", value: "ACTION", help: "only this; or all, as token."),
                Option(name: "--start", value: "TIME", help: "only from this RFC 3339 time on"),
                Option(name: "--end", value: "TIME", help: "only before this time"),
            ],
            isPaged: true
        ) { arguments in
            AdminCall(
                segments: ["audit"],
                query: ["user", "client", "actor", "action", "start", "end"].map {
                    (name: $0, value: arguments.text("--\($0)"))
                },
                list: AdminList(
                    member: "events",
                    columns: [
                        (title: "AT", member: "at"), (title: "ACTOR", member: "actor"),
                        (title: "ACTION", member: "action"), (title: "USER", member: "user"),
                        (title: "CLIENT", member: "client"), (title: "SUBJECT", member: "subject"),
                    ],
                    isPaged: true
                )
            )
        }
    ]

    private static func userPath(_ arguments: Arguments, _ kind: String) -> [String] {
        ["users", arguments.operand("USER"), kind]
    }
}
