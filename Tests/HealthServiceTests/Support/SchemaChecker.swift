import HealthModel

/// Checks values against the part of JSON Schema that the document uses.
struct SchemaChecker: Sendable {
    /// What references point into.
    let document: JSONTree

    /// The keywords it knows; the document may use no others.
    static let keywords: Set<String> = [
        "$ref", "type", "description", "enum", "const", "default", "format", "pattern", "minimum",
        "maximum", "required", "properties", "additionalProperties", "items", "anyOf",
    ]

    /// Follows `#/a/b`.
    func resolved(_ value: JSONTree) -> JSONTree {
        guard let reference = value["$ref"].string else { return value }
        return reference.split(separator: "/").dropFirst()
            .reduce(document) { $0[String($1)] }
    }

    /// Everything about a value that a schema does not allow; `place` says where.
    func faults(in value: JSONTree, _ schema: JSONTree, at place: String = "$") -> [String] {
        if schema["$ref"] != .null {
            let target = resolved(schema)
            return target == .null
                ? ["\(place): nothing is referred to"] : faults(in: value, target, at: place)
        }
        let choices = schema["anyOf"].elements
        if !choices.isEmpty, !choices.contains(where: { faults(in: value, $0).isEmpty }) {
            return ["\(place): none of the choices"]
        }
        return typeFaults(value, schema, place) + scalarFaults(value, schema, place)
            + arrayFaults(value, schema, place) + objectFaults(value, schema, place)
    }

    private func typeFaults(_ value: JSONTree, _ schema: JSONTree, _ place: String) -> [String] {
        let type = schema["type"]
        guard type != .null else { return [] }
        let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
        return names.contains { value.isOf(type: $0) } ? [] : ["\(place): not \(names)"]
    }

    private func scalarFaults(_ value: JSONTree, _ schema: JSONTree, _ place: String) -> [String] {
        var faults: [String] = []
        let allowed = schema["enum"].elements
        if !allowed.isEmpty, !allowed.contains(value) { faults.append("\(place): not in enum") }
        if schema["const"] != .null, schema["const"] != value { faults.append("\(place): const") }
        if let number = value.number {
            if let minimum = schema["minimum"].number, number < minimum {
                faults.append("\(place): below minimum")
            }
            if let maximum = schema["maximum"].number, number > maximum {
                faults.append("\(place): above maximum")
            }
        }
        if let text = value.string {
            if let format = schema["format"].string, !text.is(format) {
                faults.append("\(place): not \(format)")
            }
            if let pattern = schema["pattern"].string, !text.matches(pattern) {
                faults.append("\(place): not \(pattern)")
            }
        }
        return faults
    }

    private func arrayFaults(_ value: JSONTree, _ schema: JSONTree, _ place: String) -> [String] {
        guard schema["items"] != .null else { return [] }
        return value.elements.enumerated().flatMap { index, element in
            faults(in: element, schema["items"], at: "\(place)[\(index)]")
        }
    }

    private func objectFaults(_ value: JSONTree, _ schema: JSONTree, _ place: String) -> [String] {
        guard case .object(let members) = value else { return [] }
        let missing = schema["required"].elements.compactMap(\.string)
            .filter { members[$0] == nil }
        var faults = missing.map { "\(place): lacks \($0)" }
        let known = schema["properties"].members
        let others = schema["additionalProperties"]
        for (key, member) in members {
            if let described = known[key] {
                faults += self.faults(in: member, described, at: "\(place).\(key)")
            } else if others == false {
                faults.append("\(place): has \(key)")
            } else if case .object = others {
                faults += self.faults(in: member, others, at: "\(place).\(key)")
            }
        }
        return faults
    }
}

extension JSONTree {
    fileprivate func isOf(type name: String) -> Bool {
        switch (self, name) {
        case (.null, "null"), (.boolean, "boolean"), (.number, "number"), (.string, "string"),
            (.array, "array"), (.object, "object"):
            true
        case (.number(let number), "integer"): number == number.rounded()
        default: false
        }
    }
}

extension String {
    fileprivate func `is`(_ format: String) -> Bool {
        switch format {
        case "date-time": RFC3339.parse(self) != nil
        case "uuid": SampleID(self)?.description == self
        default: false
        }
    }

    fileprivate func matches(_ pattern: String) -> Bool {
        guard let pattern = try? Regex(pattern) else { return false }
        return (try? pattern.wholeMatch(in: self)) != nil
    }
}
