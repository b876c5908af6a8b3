#include "number.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace csimdjson {

namespace {

/// Exponents beyond this are all the same: no document has enough digits to make up for them.
constexpr int64_t exponent_limit = int64_t{1} << 40;

/// The parts of a number's text.
struct Decimal {
    bool is_negative = false;
    /// Neither fraction nor exponent.
    bool is_integer = true;
    /// All digits as one integer; meaningless when `is_long`.
    uint64_t digits = 0;
    /// Whether the digits exceed 64 bits.
    bool is_long = false;
    /// Written exponent less the digits after the point.
    int64_t exponent = 0;
    /// The power of ten of the first digit that is not zero.
    int64_t magnitude = 0;
};

/// A cursor over the bytes of a number.
class NumberScanner {
  public:
    NumberScanner(const uint8_t *first, const uint8_t *last) : cursor_(first), last_(last) {}

    /// Follows the grammar of RFC 8259, section 6, to the last byte.
    bool scan(Decimal &decimal) {
        decimal.is_negative = skip('-');
        if (!scan_integer(decimal)) return false;
        if (skip('.') && !scan_fraction(decimal)) return false;
        if ((skip('e') || skip('E')) && !scan_exponent(decimal)) return false;
        return cursor_ == last_;
    }

  private:
    bool scan_integer(Decimal &decimal) {
        if (skip('0')) return true;
        const uint8_t *first = cursor_;
        scan_digits(decimal);
        decimal.magnitude = cursor_ - first - 1;
        return cursor_ > first;
    }

    bool scan_fraction(Decimal &decimal) {
        decimal.is_integer = false;
        const uint8_t *first = cursor_;
        if (decimal.digits == 0 && !decimal.is_long) {
            const uint8_t *zero = cursor_;
            while (zero < last_ && *zero == '0') ++zero;
            decimal.magnitude = first - zero - 1;
        }
        scan_digits(decimal);
        decimal.exponent = first - cursor_;
        return cursor_ > first;
    }

    bool scan_exponent(Decimal &decimal) {
        decimal.is_integer = false;
        const bool is_negative = skip('-');
        if (!is_negative) skip('+');
        const uint8_t *first = cursor_;
        int64_t exponent = 0;
        for (; is_digit(); ++cursor_) {
            if (exponent < exponent_limit) exponent = exponent * 10 + (*cursor_ - '0');
        }
        if (is_negative) exponent = -exponent;
        decimal.exponent += exponent;
        decimal.magnitude += exponent;
        return cursor_ > first;
    }

    void scan_digits(Decimal &decimal) {
        for (; is_digit(); ++cursor_) {
            const uint64_t digit = *cursor_ - '0';
            decimal.is_long |= __builtin_mul_overflow(decimal.digits, 10, &decimal.digits);
            decimal.is_long |= __builtin_add_overflow(decimal.digits, digit, &decimal.digits);
        }
    }

    bool is_digit() const { return cursor_ < last_ && *cursor_ >= '0' && *cursor_ <= '9'; }

    bool skip(char character) {
        if (cursor_ == last_ || *cursor_ != character) return false;
        ++cursor_;
        return true;
    }

    const uint8_t *cursor_;
    const uint8_t *last_;
};

/// Gives the integer as 64 signed bits, if it fits; `-0` does not, as it would lose its sign.
bool as_integer(const Decimal &decimal, int64_t &integer) {
    constexpr auto largest = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    if (!decimal.is_integer || decimal.is_long) return false;
    if (decimal.is_negative) {
        if (decimal.digits == 0 || decimal.digits > largest + 1) return false;
        integer = static_cast<int64_t>(0 - decimal.digits);
    } else {
        if (decimal.digits > largest) return false;
        integer = static_cast<int64_t>(decimal.digits);
    }
    return true;
}

/// Gives the double when one exact multiplication or division is all it takes.
///
/// Both operands are exact doubles, so the one operation rounds correctly (Clinger, "How to read
/// floating point numbers accurately", 1990).
bool as_exact_double(const Decimal &decimal, double &number) {
    constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (decimal.is_long || decimal.digits > uint64_t{1} << 53) return false;
    // Zero is zero, whatever its exponent.
    const int64_t exponent = decimal.digits == 0 ? 0 : decimal.exponent;
    if (exponent < -22 || exponent > 22) return false;
    number = static_cast<double>(decimal.digits);
    number = exponent < 0 ? number / powers[-exponent] : number * powers[exponent];
    if (decimal.is_negative) number = -number;
    return true;
}

}  // namespace

bool read_number(const uint8_t *first, const uint8_t *last, csimdjson_token &token) {
    Decimal decimal;
    if (!NumberScanner(first, last).scan(decimal)) return false;
    if (as_integer(decimal, token.integer)) {
        token.kind = CSIMDJSON_INTEGER;
        return true;
    }
    token.kind = CSIMDJSON_DOUBLE;
    if (as_exact_double(decimal, token.number)) return true;
    double number = 0;
    const auto text = reinterpret_cast<const char *>(first);
    const auto end = reinterpret_cast<const char *>(last);
    // Libraries differ in whether they report or round what no double can hold.
    const bool is_reported = std::from_chars(text, end, number).ec != std::errc{};
    if (is_reported && decimal.magnitude < 0) number = decimal.is_negative ? -0.0 : 0.0;
    if ((is_reported && decimal.magnitude >= 0) || std::isinf(number)) {
        token.kind = CSIMDJSON_OUT_OF_RANGE;
        number = 0;
    }
    token.number = number;
    return true;
}

}  // namespace csimdjson
