import Foundation
import HTTPClient
import TestSupport

/// The operator asking for totals while everybody writes, so that they are settled, kept and
/// changed again, and kills meet that, too.
struct TotalsReader {
    private let run: SoakRun
    private let cast: SoakCast
    private let sender: SoakSender
    private var random: SeededGenerator

    /// Makes a reader that reaches the server over a line.
    init(_ run: SoakRun, _ cast: SoakCast, url: String, _ random: SeededGenerator) throws {
        self.run = run
        self.cast = cast
        self.random = random
        sender = try SoakSender(url, token: cast.adminToken, name: "reader of totals", run)
    }

    /// Asks until the load is over.
    mutating func read() {
        while run.phase == .load {
            let user = cast.users.randomElement(using: &random)?.id ?? ""
            let type = (SoakType.ranked + [.water]).randomElement(using: &random) ?? .steps
            let end = SampleMaker.origin + 90 * 86_400_000_000
            let path =
                "/v1/users/\(user)/statistics/\(type.rawValue)/collection"
                + "?start=\(soakTime(SampleMaker.origin))&end=\(soakTime(end))&interval=P1D"
            guard sender.settle(ClientRequest(method: "GET", path: path)) != nil else { return }
            run.count(\.reads)
            usleep(UInt32.random(in: 10_000...200_000, using: &random))
        }
    }
}
