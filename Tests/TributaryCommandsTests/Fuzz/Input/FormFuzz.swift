import HealthAPI
import TestSupport

/// Forms of the permission sheet.
enum FormFuzz {
    /// The media type of forms.
    static let type = "application/x-www-form-urlencoded"

    private static let names = [
        "token", "action", "code", "lang", "request", "share.bodyMass", "read.heartRate",
        "share.", "read..", "share.nothing", "", "a", "user_id", "client",
    ]
    private static let values = ["on", "allow", "deny", "save", "fr", "zh-CN", "off", ""]

    /// A form for one of the pages, or a page with an odd query and odd languages.
    static func input(
        _ cast: FuzzCast,
        _ url: String,
        using generator: inout SeededGenerator
    ) -> FuzzInput {
        let pages = Route.patterns.filter { Route.isSheet(path: $0.path) }
        let page = generator.one(of: pages)
        let path = Nasty.path(page.path, cast, using: &generator)
        let language = Nasty.text(using: &generator).filter { $0.isASCII && $0 >= " " && $0 <= "~" }
        var fields = ["Cookie: \(cast.cookie)", "Accept-Language: \(language.prefix(3000))"]
        guard page.method == "POST" else {
            let query = "?lang=" + PercentEncoding.encode(Nasty.text(using: &generator))
            return FuzzInput.request(.form, "GET", path + query, token: nil, fields: fields)
        }
        fields += ["Origin: \(url)", "Content-Type: \(type)"]
        return FuzzInput.request(
            .form,
            "POST",
            path,
            token: nil,
            fields: fields,
            body: form(cast, using: &generator)
        )
    }

    private static func form(_ cast: FuzzCast, using generator: inout SeededGenerator) -> [UInt8] {
        var pairs = generator.isOnce(in: 4) ? [] : ["token=\(cast.formToken)"]
        // Signing out ends the session that the others need, so it is mostly not meant.
        pairs.append("action=" + generator.one(of: values))
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let isFitting = generator.isOnce(in: 2)
            let value = isFitting ? generator.one(of: values) : Nasty.text(using: &generator)
            pairs.append(generator.one(of: names) + "=" + PercentEncoding.encode(value))
        }
        var bytes = Array(pairs.joined(separator: "&").utf8)
        if generator.isOnce(in: 3) { ByteFuzz.change(&bytes, using: &generator) }
        return bytes
    }
}
