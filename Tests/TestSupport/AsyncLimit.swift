/// Lets only so many tasks pass at once; the others wait in order.
actor AsyncLimit {
    private var free: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Makes a limit of `count` tasks.
    init(_ count: Int) { free = count }

    /// Waits for a place.
    func enter() async {
        if free > 0 {
            free -= 1
            return
        }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Gives the place to the next.
    func leave() {
        if waiters.isEmpty {
            free += 1
        } else {
            waiters.removeFirst().resume()
        }
    }
}
