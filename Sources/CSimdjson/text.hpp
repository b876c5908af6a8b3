#pragma once

#include <cstddef>
#include <cstdint>

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
bool has_escape(const uint8_t *text, size_t length);

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
