import HealthModel
import MergeEngine
import TestSupport
import Testing

@Suite("The ranking of sources", .offPool)
struct SourceRankingTests {
    private let watch = SourceIdentity(bundleIdentifier: "z.app", productType: "Watch6,7")
    private let phone = SourceIdentity(bundleIdentifier: "z.app", productType: "iPhone15,2")
    private let tracker = SourceIdentity(bundleIdentifier: "a.tracker")

    /// The lanes of a ranking, best first, as "index" for measured and "index*" for typed in.
    private func lanes(
        _ sources: [SourceIdentity],
        order: [Int] = [],
        disabled: Set<Int> = []
    ) -> [String] {
        let ranking = SourceRanking(sources: sources, order: order, disabled: disabled)
        let ranked = sources.indices.flatMap { source in
            [true, false].compactMap { isUserEntered in
                ranking.rank(ofSource: source, isUserEntered: isUserEntered)
                    .map { (rank: $0, name: "\(source)\(isUserEntered ? "*" : "")") }
            }
        }
        return ranked.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.map(\.name)
    }

    @Test("Rule 2: by default hand-typed samples go first, then watch, phone and the rest")
    func defaultOrderIsByClass() {
        #expect(
            lanes([tracker, phone, watch]) == ["0*", "2*", "1*", "2", "1", "0"]
        )
    }

    @Test("Rule 2: ordered sources go before all others, hand-typed samples and all, one lane each")
    func orderedSourcesGoFirst() {
        let ranking = SourceRanking(sources: [watch, phone, tracker], order: [2], disabled: [])
        #expect(ranking.rank(ofSource: 2, isUserEntered: false) == 0)
        #expect(ranking.rank(ofSource: 2, isUserEntered: true) == 0)
        #expect(
            lanes([watch, phone, tracker], order: [2, 1])
                == ["2", "2*", "1", "1*", "0*", "0"]
        )
    }

    @Test("Rule 2: a source that is switched off has no rank, ordered or not")
    func switchedOffHasNoRank() {
        #expect(lanes([watch, phone], order: [0], disabled: [0]) == ["1*", "1"])
        #expect(lanes([watch, phone], disabled: [0, 1]).isEmpty)
    }

    @Test("Rule 2: inside a class bundle identifier, product type and device decide, as bytes")
    func identityDecidesInsideClass() {
        let sources = [
            SourceIdentity(bundleIdentifier: "b"),
            SourceIdentity(bundleIdentifier: "a", productType: "T", deviceName: "é"),
            SourceIdentity(bundleIdentifier: "a", productType: "T", deviceName: "f"),
            SourceIdentity(bundleIdentifier: "a", productType: "T", deviceName: ""),
            SourceIdentity(bundleIdentifier: "a", productType: "T"),
            SourceIdentity(bundleIdentifier: "a", productType: "S", deviceName: "z"),
            SourceIdentity(bundleIdentifier: "B"),
        ]
        let measured = lanes(sources).filter { !$0.hasSuffix("*") }
        #expect(measured == ["6", "5", "4", "3", "2", "1", "0"])
    }

    @Test("Rule 2: who came first does not matter")
    func arrivalDoesNotMatter() {
        let parts = ["", "a", "Watch6,7", "iPhone", "é"]
        var sources: [SourceIdentity] = []
        for bundle in parts {
            for product in parts.map(Optional.some) + [nil] {
                for device in parts.map(Optional.some) + [nil] {
                    sources.append(
                        SourceIdentity(
                            bundleIdentifier: bundle,
                            productType: product,
                            deviceModel: device
                        )
                    )
                }
            }
        }
        func ranking(_ sources: [SourceIdentity]) -> [SourceIdentity: [Int32?]] {
            let ranking = SourceRanking(sources: sources, order: [], disabled: [])
            let ranks = sources.indices.map { source in
                [true, false].map { ranking.rank(ofSource: source, isUserEntered: $0) }
            }
            return Dictionary(zip(sources, ranks)) { first, _ in first }
        }
        var generator = Seed.generator(case: 0)
        let first = ranking(sources)
        #expect(Set(first.values.joined().compactMap { $0 }).count == 2 * sources.count)
        for _ in 0..<20 {
            sources.shuffle(using: &generator)
            #expect(ranking(sources) == first, "\(Seed.label(case: 0))")
        }
    }

    @Test("The first place of a repeated source holds")
    func repeatedSourceKeepsFirstPlace() {
        #expect(lanes([watch, phone], order: [1, 0, 1]) == ["1", "1*", "0", "0*"])
    }

    @Test(
        "The hardware class is read off the identity",
        arguments: [
            (SourceIdentity(bundleIdentifier: "a", productType: "Watch6,7"), SourceClass.watch),
            (SourceIdentity(bundleIdentifier: "a", productType: "iPhone15,2"), .phone),
            (SourceIdentity(bundleIdentifier: "a", productType: "iPod9,1"), .phone),
            (SourceIdentity(bundleIdentifier: "a", productType: "iPad8,1"), .other),
            (SourceIdentity(bundleIdentifier: "a", deviceModel: "Galaxy Watch6"), .watch),
            (SourceIdentity(bundleIdentifier: "a", deviceHardwareVersion: "Watch6,7"), .watch),
            (SourceIdentity(bundleIdentifier: "a", deviceName: "Anna's iPhone"), .phone),
            (SourceIdentity(bundleIdentifier: "a", deviceName: "Headphones"), .other),
            (SourceIdentity(bundleIdentifier: "watch.app"), .other),
            (
                SourceIdentity(
                    bundleIdentifier: "a",
                    productType: "iPhone15,2",
                    deviceModel: "Watch"
                ), .phone
            ),
            (
                SourceIdentity(
                    bundleIdentifier: "a",
                    deviceName: "Watch",
                    deviceModel: "Phone"
                ), .phone
            ),
        ]
    )
    func hardwareClass(identity: SourceIdentity, expected: SourceClass) {
        #expect(SourceRanking.sourceClass(of: identity, isUserEntered: false) == expected)
        #expect(SourceRanking.sourceClass(of: identity, isUserEntered: true) == .handTyped)
    }
}
