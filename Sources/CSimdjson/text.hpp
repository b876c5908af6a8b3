#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tape.hpp"

namespace csimdjson {

/// The size of an unescaped text, or the first bad escape.
struct Unescaped {
    csimdjson_code code;
    /// The backslash of the bad escape, from the first byte of the text.
    size_t offset;
    size_t length;
};

/// Whether the text between two quotes holds a backslash.
///
/// Looks at eight bytes at a time, so up to seven bytes behind the text must be readable. Most
/// texts are too short for `memchr` to pay.
inline bool has_escape(const uint8_t *text, size_t length) {
    constexpr uint64_t ones = 0x0101010101010101;
    for (size_t position = 0; position < length; position += 8) {
        uint64_t word;
        std::memcpy(&word, text + position, 8);
        const uint64_t difference = word ^ ones * '\\';
        // A byte of zero is the only one that borrows out of itself (Mycroft's test); borrows can
        // mark more bytes than that, but never when there is none.
        if ((difference - ones) & ~difference & ones << 7) {
            return std::memchr(text + position, '\\', length - position) != nullptr;
        }
    }
    return false;
}

/// Writes the text between two quotes without its escapes (RFC 8259, section 7).
///
/// The output is never longer than the text. A surrogate without its other half is refused, as
/// there is no UTF-8 for it.
Unescaped unescape(const uint8_t *text, size_t length, uint8_t *output);

/// Finds the first byte that is not UTF-8, or a control character inside a string.
///
/// Byte by byte, and only called to say where a document that was refused is wrong. A document
/// with neither is truncated inside a string.
Outcome diagnose(const uint8_t *input, size_t count);

}  // namespace csimdjson
