/// The merged steps of each day by plain reckoning: minute by minute, the watch before the phone.
func dayTotals(of samples: some Sequence<Steps>) -> [Double] {
    var rates: [Int: (value: Double, isWatch: Bool)] = [:]
    for sample in samples {
        let rate = Double(sample.count) / Double(sample.length)
        for minute in sample.start..<sample.start + sample.length {
            if let known = rates[minute], known.isWatch, !sample.isWatch { continue }
            rates[minute] = (rate, sample.isWatch)
        }
    }
    let days = (rates.keys.max() ?? -1) / 1440 + 1
    var totals = [Double](repeating: 0, count: days)
    for (minute, rate) in rates { totals[minute / 1440] += rate.value }
    return totals
}
