/// A sample of steps on 29 November 2026 UTC; times are given as `08:00` or `08:00:00.5`.
func steps(
    _ start: String,
    _ end: String,
    _ value: Double,
    from source: String? = nil,
    product: String? = nil
) -> JSONTree {
    var sample: JSONTree = [
        "type": "stepCount", "start": .string(moment(start)), "end": .string(moment(end)),
        "value": .number(value), "unit": "count",
    ]
    if let source {
        sample["source"] = [
            "bundleIdentifier": .string(source), "name": .string("Geheim \(source)"),
        ]
        if let product { sample["source"]["productType"] = .string(product) }
    }
    return sample
}

/// A heart rate at one instant of that day.
func heartRate(_ time: String, _ value: Double) -> JSONTree {
    [
        "type": "heartRate", "start": .string(moment(time)), "end": .string(moment(time)),
        "value": .number(value), "unit": "count/min",
    ]
}

/// A time of that day, in UTC.
func moment(_ time: String) -> String {
    let seconds = time.count == 5 ? ":00" : ""
    return "2026-11-29T\(time)\(seconds)Z"
}

/// The range of that day, for a query.
let wholeDay = [("start", "2026-11-29T00:00:00Z"), ("end", "2026-11-30T00:00:00Z")]

extension JSONTree {
    /// The sample with some members changed; null removes nothing, it is written as null.
    func with(_ changes: JSONTree) -> JSONTree {
        .object(members.merging(changes.members) { _, new in new })
    }
}

/// A sample of sleep of that day; the value is a number or a name.
func sleep(_ start: String, _ end: String, _ value: JSONTree) -> JSONTree {
    [
        "type": "sleepAnalysis", "start": .string(moment(start)), "end": .string(moment(end)),
        "value": value,
    ]
}

/// A workout of that day.
func workout(_ start: String, _ end: String, _ activity: JSONTree = "running") -> JSONTree {
    [
        "type": "workout", "start": .string(moment(start)), "end": .string(moment(end)),
        "activityType": activity,
    ]
}

/// A quantity without times of its own, as an object of a correlation.
func object(_ type: String, _ value: Double, _ unit: String) -> JSONTree {
    ["type": .string(type), "value": .number(value), "unit": .string(unit)]
}

/// A blood pressure of that day.
func bloodPressure(_ time: String, _ systolic: Double, _ diastolic: Double) -> JSONTree {
    [
        "type": "bloodPressure", "start": .string(moment(time)), "end": .string(moment(time)),
        "objects": [
            object("bloodPressureSystolic", systolic, "mmHg"),
            object("bloodPressureDiastolic", diastolic, "mmHg"),
        ],
    ]
}

/// A food of that day with what it contains, in grams.
func food(_ time: String, _ contents: KeyValuePairs<String, Double>) -> JSONTree {
    [
        "type": "HKCorrelationTypeIdentifierFood", "start": .string(moment(time)),
        "end": .string(moment(time)),
        "objects": .array(contents.map { object($0.key, $0.value, "g") }),
    ]
}
