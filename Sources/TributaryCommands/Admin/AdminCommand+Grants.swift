import JSON

/// What clients may do.
extension AdminCommand {
    private static let lists = [
        Option(name: "--share", value: "TYPES", help: "what may be saved, with commas; * for all"),
        Option(name: "--read", value: "TYPES", help: "what may be read, with commas; * for all"),
    ]

    private static let changes = [
        Option(name: "--allow-share", value: "TYPES", help: "what may be saved from now on"),
        Option(name: "--refuse-share", value: "TYPES", help: "what may not be saved any more"),
        Option(name: "--allow-read", value: "TYPES", help: "what may be read from now on"),
        Option(name: "--refuse-read", value: "TYPES", help: "what may not be read any more"),
    ]

    private static let grantColumns = [
        (title: "CLIENT", member: "client"), (title: "SHARE", member: "share"),
        (title: "READ", member: "read"), (title: "NOT SHARE", member: "shareRefused"),
        (title: "NOT READ", member: "readRefused"),
    ]

    static let grants = [
        command(["grants", "list"], "List what a user's clients may do", operands: ["USER"]) {
            AdminCall(
                segments: ["users", $0.operand("USER"), "grants"],
                list: AdminList(member: "grants", columns: grantColumns)
            )
        },
        command(
            ["grants", "put"],
            "Decide everything for a client of a user",
            operands: ["USER", "CLIENT"],
            options: lists
        ) { arguments in
            AdminCall(
                method: "PUT",
                segments: grantPath(arguments),
                body: AdminCall.object { writeLists(arguments, to: &$0) }
            )
        },
        command(
            ["grants", "change"],
            "Decide some types anew for a client of a user",
            operands: ["USER", "CLIENT"],
            options: changes
        ) { arguments in
            AdminCall(
                method: "PATCH",
                segments: grantPath(arguments),
                body: AdminCall.object { writer in
                    for member in ["share", "read"] {
                        writer.key(member)
                        writer.beginObject()
                        for verb in ["allow", "refuse"] {
                            writer.list(verb, of: arguments.text("--\(verb)-\(member)") ?? "")
                        }
                        writer.endObject()
                    }
                }
            )
        },
        command(
            ["grants", "bulk"],
            "Decide everything for a client of many users",
            operands: ["CLIENT"],
            options: [
                Option(name: "--users", value: "USERS", help: "with commas; * for all"),
                Option(name: "--template", value: "NAME", help: "decide by a template"),
            ] + lists
        ) { try bulk($0) },
    ]

    static let templates = [
        command(["templates", "list"], "List templates of grants") { _ in
            AdminCall(
                segments: ["grant-templates"],
                list: AdminList(
                    member: "grantTemplates",
                    columns: [
                        (title: "TEMPLATE", member: "name"), (title: "SHARE", member: "share"),
                        (title: "READ", member: "read"),
                    ]
                )
            )
        },
        command(["templates", "show"], "Show a template", operands: ["NAME"]) {
            AdminCall(segments: ["grant-templates", $0.operand("NAME")])
        },
        command(
            ["templates", "put"],
            "Keep a decision under a name",
            operands: ["NAME"],
            options: lists
        ) { arguments in
            AdminCall(
                method: "PUT",
                segments: ["grant-templates", arguments.operand("NAME")],
                body: AdminCall.object { writeLists(arguments, to: &$0) }
            )
        },
        command(["templates", "delete"], "Delete a template", operands: ["NAME"]) {
            AdminCall(method: "DELETE", segments: ["grant-templates", $0.operand("NAME")])
        },
    ]

    private static func bulk(_ arguments: Arguments) throws -> AdminCall {
        let users = try arguments.requiredText("--users")
        return AdminCall(
            method: "POST",
            segments: ["grants"],
            body: AdminCall.object { writer in
                if users == "*" {
                    writer.member("users", users)
                } else {
                    writer.list("users", of: users)
                }
                writer.member("client", arguments.operand("CLIENT"))
                if let template = arguments.text("--template") {
                    writer.member("template", template)
                } else {
                    writeLists(arguments, to: &writer)
                }
            }
        )
    }

    private static func grantPath(_ arguments: Arguments) -> [String] {
        ["users", arguments.operand("USER"), "grants", arguments.operand("CLIENT")]
    }

    private static func writeLists(_ arguments: Arguments, to writer: inout JSONWriter) {
        writer.list("share", of: arguments.text("--share") ?? "")
        writer.list("read", of: arguments.text("--read") ?? "")
    }
}
