import HealthImport
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The progress of an import", .offPool)
struct ImportProgressTests {
    private func progress(_ megabytes: Int64, of total: Int64 = 100) -> ImportProgress {
        ImportProgress(
            bytesRead: megabytes * 1_000_000,
            totalBytes: total * 1_000_000,
            records: Int(megabytes) * 1000
        )
    }

    @Test("Away from a terminal a plain line is printed every five seconds")
    func plainLines() {
        var line = ImportProgressLine(isTerminal: false)
        #expect(line.update(progress(1), seconds: 0) == nil)
        #expect(line.update(progress(2), seconds: 4.9) == nil)
        let text = line.update(progress(25), seconds: 5)
        #expect(text == "25%, 25.0 MB of 100.0 MB, 25,000 records, 5,000/s, 0:15 left\n")
        #expect(line.update(progress(30), seconds: 9.9) == nil)
        #expect(line.update(progress(50), seconds: 10) != nil)
        #expect(line.erase() == nil)
    }

    @Test("On a terminal one line is drawn again, at most ten times a second")
    func redrawnLine() throws {
        var line = ImportProgressLine(isTerminal: true)
        var texts: [String] = []
        for step in 0..<1000 {
            let seconds = Double(step) / 1000
            if let text = line.update(progress(Int64(step / 10)), seconds: seconds) {
                texts.append(text)
            }
        }
        #expect((9...10).contains(texts.count))
        #expect(texts.allSatisfy { $0.hasPrefix("\r") && !$0.contains("\n") })
        #expect(try #require(texts.last).contains("[#########.] 9"))
        #expect(texts.allSatisfy { $0.filter { $0 != "\u{8}" }.count <= 80 })
    }

    @Test("A shorter line covers the longer one before it, and erasing leaves nothing")
    func erasing() throws {
        var line = ImportProgressLine(isTerminal: true)
        let first = line.update(progress(10, of: 1_000_000), seconds: 1)
        let second = line.update(progress(10, of: 10), seconds: 2)
        let (long, short) = (try #require(first), try #require(second))
        #expect(short.count > long.count - 2)
        #expect(screen([long, short]).hasPrefix("[##########] 100%"))
        let last = line.erase()
        let erased = try #require(last)
        #expect(screen([long, short, erased]).allSatisfy { $0 == " " })
        #expect(line.erase() == nil)
    }

    @Test(
        "A file whose size is wrong or nothing makes no nonsense",
        arguments: [(0, 0), (5, 0), (9, 3)]
    )
    func strangeSizes(read: Int64, total: Int64) throws {
        var line = ImportProgressLine(isTerminal: true)
        let update = line.update(progress(read, of: total), seconds: 0)
        let text = try #require(update)
        #expect(!text.contains("inf") && !text.contains("nan"))
    }

    /// What a line of a terminal shows after some texts.
    private func screen(_ texts: [String]) -> String {
        var cells: [Character] = []
        var cursor = 0
        for character in texts.joined() {
            switch character {
            case "\r": cursor = 0
            case "\u{8}": cursor = max(0, cursor - 1)
            default:
                if cursor < cells.count {
                    cells[cursor] = character
                } else {
                    cells.append(character)
                }
                cursor += 1
            }
        }
        return String(cells)
    }
}
