import HTTPClient
import HealthService
import TestSupport
import Testing

/// Pages while others write: a cursor is a place, not a count.
@Suite("Paging among changes", .offPool)
struct PagingTests {
    private static let path = "/v1/users/me/samples"

    /// A sample whose identifier tells its number; several share a start.
    private func sample(_ number: Int, _ kind: String) -> JSONTree {
        let minute = number / 3
        let time = "08:\(minute < 10 ? "0" : "")\(minute)"
        let id = "00000000-0000-4000-8000-0000000\(10_000 + number * 7919 % 1000)"
        let identified: JSONTree = ["uuid": .string(id)]
        return switch kind {
        case "stepCount": steps(time, "12:00", 1).with(identified)
        case "sleepAnalysis": sleep(time, time, "asleepCore").with(identified)
        case "workout": workout(time, "09:00").with(identified)
        default: food(time, ["dietarySugar": Double(number + 1)]).with(identified)
        }
    }

    @Test(
        "What is there all the time comes once, what is deleted before its page never",
        arguments: ["stepCount", "sleepAnalysis", "workout", "food"],
        ["start", "-start"]
    )
    func stability(kind: String, order: String) async throws {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        try await withService { api in
            let person = try await api.person()
            let samples = (0..<60).map { sample($0, kind) }
            let ids = samples.map { $0["uuid"].string ?? "" }
            var present = Set((0..<60).filter { _ in Bool.random(using: &generator) })
            var unsaved = Set(0..<60).subtracting(present)
            var untouched = present
            let first = JSONTree.array(present.sorted().map { samples[$0] })
            _ = try await person.app.post(Self.path, ["samples": first])
            var listed: [String] = []
            var starts: [String] = []
            var cursor: String?
            repeat {
                var query = [("type", kind), ("order", order), ("limit", "4")]
                if kind == "sleepAnalysis" { query.append(("value", "asleepCore")) }
                if let cursor { query.append(("cursor", cursor)) }
                let page = try await person.app.send("GET", Self.path, query: query)
                let found = page["samples"].elements
                let there = Set(present.map { ids[$0] })
                #expect(found.allSatisfy { there.contains($0["uuid"].string ?? "") })
                listed += found.compactMap { $0["uuid"].string }
                starts += found.compactMap { $0["start"].string }
                cursor = page["cursor"].string
                let added = unsaved.filter { _ in Int.random(in: 0..<8, using: &generator) == 0 }
                let removed = present.filter { _ in Int.random(in: 0..<8, using: &generator) == 0 }
                let new = JSONTree.array(added.map { samples[$0] })
                let pushed = try await person.app.post(Self.path, ["samples": new])
                #expect(pushed["stored"].number == Double(added.count))
                let body: JSONTree = ["uuids": .array(removed.map { .string(ids[$0]) })]
                let deleted = try await person.app.post("/v1/users/me/deletions", body)
                #expect(deleted["deleted"].number == Double(removed.count))
                unsaved.subtract(added)
                present.subtract(removed)
                present.formUnion(added)
                untouched.subtract(removed)
            } while cursor != nil
            #expect(Set(listed).count == listed.count)
            #expect(starts == (order == "start" ? starts.sorted() : starts.sorted().reversed()))
            #expect(Set(untouched.map { ids[$0] }).isSubset(of: listed))
        }
    }

    @Test("The most recent few of a type are a page from the end")
    func mostRecent() async throws {
        try await withService { api in
            for kind in ["stepCount", "sleepAnalysis", "workout", "food"] {
                let person = try await api.person()
                let samples = (0..<12).map { sample($0, kind) }
                _ = try await person.app.post(Self.path, ["samples": .array(samples)])
                let query = [("type", kind), ("order", "-start"), ("limit", "2")]
                let page = try await person.app.send("GET", Self.path, query: query)
                let starts = page["samples"].elements.compactMap { $0["start"].string }
                #expect(starts == [moment("08:03"), moment("08:03")], "\(kind)")
                let whole = try await person.app.get(Self.path, ("type", kind), ("limit", "12"))
                #expect(whole["samples"].elements.count == 12 && whole["cursor"] == .null)
            }
        }
    }
}
