extension JSONValue {
    /// Finds the first member whose key an earlier member has too, and gives that key's offset.
    ///
    /// Returns nil if there is none, or if this is no object. RFC 8259 leaves the meaning of such
    /// objects open (section 4), so whoever acts on one refuses it.
    ///
    /// - Complexity: O(n) in the number of members, without allocation up to 64 of them.
    package func duplicateKey() -> Int? {
        count <= 64 ? duplicateAmongFew() : duplicateAmongMany()
    }

    /// Compares a key with the keys before it only if one of them had the same mark.
    private func duplicateAmongFew() -> Int? {
        var marks: UInt64 = 0
        for (key, _) in members {
            let mark = key.mark
            if marks & mark != 0, let first = firstMember(like: key), first < key.offset {
                return key.offset
            }
            marks |= mark
        }
        return nil
    }

    private func firstMember(like key: JSONKey) -> Int? {
        for member in members where member.key == key { return member.key.offset }
        return nil
    }

    private func duplicateAmongMany() -> Int? {
        var keys = Set<JSONKey>(minimumCapacity: count)
        for (key, _) in members {
            guard keys.insert(key).inserted else { return key.offset }
        }
        return nil
    }
}

extension JSONKey {
    /// One bit of 64, the same for equal keys and mostly different for others.
    fileprivate var mark: UInt64 {
        guard let first = utf8.first, let last = utf8.last else { return 1 }
        let middle = utf8[utf8.count / 2]
        let mix = Int(first) &* 7 &+ Int(last) &* 13 &+ Int(middle) &* 31 &+ utf8.count &* 3
        return 1 << UInt64(mix & 63)
    }
}
