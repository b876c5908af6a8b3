/// A sum of doubles that carries the rounding error of each addition along.
///
/// Source: A. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen",
/// ZAMM 54 (1974). A single term comes out bit for bit. A sum beyond the range of a double is
/// infinite, never NaN.
package struct CompensatedSum {
    @usableFromInline var sum = 0.0
    @usableFromInline var compensation = 0.0

    /// Begins a sum without any term.
    @inlinable
    package init() {}

    /// Adds one term.
    @inlinable
    @inline(__always)
    package mutating func add(_ term: Double) {
        let next = sum + term
        if abs(sum) >= abs(term) {
            compensation += (sum - next) + term
        } else {
            compensation += (term - next) + sum
        }
        sum = next
    }

    /// The sum of all terms so far, 0 without any.
    package var total: Double {
        // Once the sum has overflowed, the compensation is an infinity of the other sign.
        sum.isFinite ? sum + compensation : sum
    }
}
