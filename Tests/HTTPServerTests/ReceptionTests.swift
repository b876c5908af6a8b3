import TestSupport
import Testing

@testable import HTTPServer

@Suite("The parts of a request", .offPool)
struct ReceptionTests {
    @Test(
        "A target is taken apart without decoding its path",
        arguments: [
            ("/", "/", ""),
            ("/a/b%2Fc", "/a/b%2Fc", ""),
            ("/a?", "/a", ""),
            ("/a?b=c&b=d", "/a", "b=c;b=d"),
            ("/a?b", "/a", "b="),
            ("/a?=b&&c==d?e", "/a", "=b;c==d?e"),
            ("/a?t=08:00+01:00&u=%2B%20", "/a", "t=08:00+01:00;u=+ "),
            ("*", "*", ""),
            ("http://example.org", "/", ""),
            ("HTTPS://example.org:1/x?y=z", "/x", "y=z"),
            ("http://example.org?y=z", "/", "y=z"),
        ]
    )
    func target(text: String, path: String, query: String) throws {
        let target = try RequestTarget(text)
        #expect(target.path == path)
        #expect(target.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";") == query)
    }

    @Test(
        "A malformed target is refused",
        arguments: [
            "", "a", "ftp://x/", "/a b", "/a\u{7F}", "/#", "/ä", "/?%", "/?%4", "/?%4G", "/?%C3",
            "/?%C3%28", "/?a=%ED%A0%80",
        ]
    )
    func malformedTarget(text: String) {
        #expect(throws: HTTPFault.self) { try RequestTarget(text) }
    }

    @Test("Header fields are found whatever their case, in order")
    func headers() {
        let headers = HTTPHeaders([("A", "1"), ("b", "2"), ("a", "3")])
        #expect(headers["a"] == "1")
        #expect(headers.values(of: "A") == ["1", "3"])
        #expect(headers["c"] == nil)
        #expect(headers.values(of: "c").isEmpty)
        // Only ASCII letters have a case here: the bracket is the small brace's capital otherwise.
        #expect(!equalIgnoringCase("[", "{"))
    }

    @Test(
        "Tokens are what RFC 9110 says",
        arguments: [
            ("GET", true), ("X-A_b.c!#$%&'*+^`|~9", true), ("", false), ("a b", false),
            ("a:", false), ("a\"", false), ("(a)", false), ("a/b", false), ("ä", false),
            ("a,b", false), ("{a}", false), ("a@b", false), ("[a]", false), ("a\\", false),
        ]
    )
    func tokens(text: String, isOne: Bool) {
        #expect(isToken(text) == isOne)
    }

    @Test("A request without a body may name any encoding of it")
    func encodingOfNothing() throws {
        let headers = HTTPHeaders([("Host", "x"), ("Content-Encoding", "gzip")])
        #expect(try !MessageFraming(headers, version: "HTTP/1.1").isCompressed)
    }

    @Test("Dates are formatted as HTTP wants them")
    func dates() {
        #expect(imfDate(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(imfDate(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }

    @Test("A status that is none is sent as 500", arguments: [0, 100, 101, 199, 600, -1])
    func status(status: Int) {
        #expect(Reply(HTTPResponse(status: status), id: "x", closes: false).status == 500)
    }

    @Test("A handler can close the connection with its answer")
    func closing() {
        let response = HTTPResponse(status: 200, headers: [("connection", "Close")])
        let reply = Reply(response, id: "x", closes: false)
        #expect(reply.closes)
        #expect(reply.fields.map(\.name) == ["X-Request-Id"])
    }

    @Test("A body made of bytes gives them back")
    func bodyOfBytes() {
        #expect(RequestBody([1, 2, 3]).bytes == [1, 2, 3])
        #expect(RequestBody([]).bytes == [])
        #expect(RequestBody.empty.count == 0)
    }

    @Test("A budget gives no more than it has, and takes back")
    func budget() {
        let budget = ByteBudget(limit: 10)
        #expect(budget.take(10))
        #expect(!budget.take(1))
        #expect(!budget.take(.max))
        budget.putBack(4)
        #expect(budget.take(4))
        #expect(budget.bytesTaken == 10)
    }

    @Test("A part of a budget gives no more than either has, and takes back for both")
    func part() {
        let whole = ByteBudget(limit: 10)
        let part = ByteBudget(limit: 4, partOf: whole)
        #expect(part.take(4) && !part.take(1))
        #expect(whole.bytesTaken == 4 && whole.take(6))
        part.putBack(2)
        #expect(whole.bytesTaken == 8 && whole.take(2))
        #expect(!part.take(1) && part.bytesTaken == 2)
    }
}

@Suite("The gate", .offPool)
struct GateTests {
    @Test("refuses when full, lets in when one is out, and nothing once closed")
    func phases() throws {
        let gate = Gate(handlerLimit: 1, longLimit: 1)
        #expect(gate.refusal == nil)
        try gate.enterHandler()
        #expect(gate.refusal == .overloaded)
        #expect(throws: HTTPFault.overloaded) { try gate.enterHandler() }
        gate.handlerEnded()
        gate.startDraining()
        #expect(gate.refusal == .draining)
        try gate.enterHandler()
        gate.handlerEnded()
        gate.close()
        #expect(throws: HTTPFault.draining) { try gate.enterHandler() }
        gate.startDraining()
        #expect(throws: HTTPFault.draining) { try gate.enterHandler() }
    }

    @Test("wakes who waits when the last request is over, or when told to")
    func waiting() async {
        let gate = Gate(handlerLimit: 1, longLimit: 1)
        await gate.waitUntilEmpty()
        gate.exchangeStarted()
        gate.exchangeStarted()
        async let waited: Void = gate.waitUntilEmpty()
        gate.exchangeEnded()
        gate.exchangeEnded()
        await waited
        gate.exchangeStarted()
        let wait = gate.announceWait()
        async let told: Void = {
            while !gate.isBeingWaitedFor { await Task.yield() }
            gate.stopWaiting(wait)
        }()
        await gate.waitUntilEmpty()
        await told
    }

    @Test("does not hold up a wait whose time was up before it began", .timeLimit(.minutes(1)))
    func lateWait() async {
        let gate = Gate(handlerLimit: 1, longLimit: 1)
        gate.exchangeStarted()
        gate.stopWaiting(gate.announceWait())
        await gate.waitUntilEmpty()
    }

    @Test("does not end a wait by the end of the one before", .timeLimit(.minutes(1)))
    func lateEnd() async {
        let gate = Gate(handlerLimit: 1, longLimit: 1)
        gate.exchangeStarted()
        let first = gate.announceWait()
        gate.stopWaiting(first)
        let second = gate.announceWait()
        gate.stopWaiting(first)
        async let ended: Bool = {
            while !gate.isBeingWaitedFor { await Task.yield() }
            gate.stopWaiting(first)
            let isStillWaitedFor = gate.isBeingWaitedFor
            gate.stopWaiting(second)
            return isStillWaitedFor
        }()
        await gate.waitUntilEmpty()
        #expect(await ended)
    }
}
