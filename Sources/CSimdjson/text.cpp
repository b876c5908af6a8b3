#include "text.hpp"

namespace csimdjson {

namespace {

/// The value of four hexadecimal digits, or -1.
int32_t read_hexadecimal(const uint8_t *digits) {
    int32_t value = 0;
    for (int position = 0; position < 4; ++position) {
        const uint8_t byte = digits[position];
        const uint8_t letter = byte | 0x20;
        int32_t digit;
        if (byte >= '0' && byte <= '9') {
            digit = byte - '0';
        } else if (letter >= 'a' && letter <= 'f') {
            digit = letter - 'a' + 10;
        } else {
            return -1;
        }
        value = value << 4 | digit;
    }
    return value;
}

/// Writes a code point as UTF-8 and returns the byte past it.
uint8_t *write_utf8(uint32_t point, uint8_t *output) {
    if (point < 0x80) {
        *output++ = static_cast<uint8_t>(point);
        return output;
    }
    if (point < 0x800) {
        *output++ = static_cast<uint8_t>(0xC0 | point >> 6);
    } else {
        if (point < 0x10000) {
            *output++ = static_cast<uint8_t>(0xE0 | point >> 12);
        } else {
            *output++ = static_cast<uint8_t>(0xF0 | point >> 18);
            *output++ = static_cast<uint8_t>(0x80 | (point >> 12 & 0x3F));
        }
        *output++ = static_cast<uint8_t>(0x80 | (point >> 6 & 0x3F));
    }
    *output++ = static_cast<uint8_t>(0x80 | (point & 0x3F));
    return output;
}

/// The byte that a backslash and `letter` stand for, or 0.
uint8_t simple_escape(uint8_t letter) {
    switch (letter) {
        case '"':
        case '\\':
        case '/':
            return letter;
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        default:
            return 0;
    }
}

/// Reads `\uXXXX`, or two of them for a surrogate pair; moves `cursor` past them.
csimdjson_code read_unicode_escape(
    const uint8_t *&cursor, const uint8_t *last, uint32_t &point) {
    if (last - cursor < 6) return CSIMDJSON_INVALID_ESCAPE;
    const int32_t first = read_hexadecimal(cursor + 2);
    if (first < 0) return CSIMDJSON_INVALID_ESCAPE;
    cursor += 6;
    point = static_cast<uint32_t>(first);
    if (first < 0xD800 || first > 0xDFFF) return CSIMDJSON_OK;
    if (first > 0xDBFF || last - cursor < 6 || cursor[0] != '\\' || cursor[1] != 'u') {
        return CSIMDJSON_LONE_SURROGATE;
    }
    const int32_t second = read_hexadecimal(cursor + 2);
    if (second < 0xDC00 || second > 0xDFFF) return CSIMDJSON_LONE_SURROGATE;
    cursor += 6;
    point = 0x10000 + ((point - 0xD800) << 10) + static_cast<uint32_t>(second - 0xDC00);
    return CSIMDJSON_OK;
}

/// The length of the UTF-8 sequence at `bytes`, 0 if it is none, -1 if the input ends inside it.
///
/// The ranges are those of table 3-7 of the Unicode standard: no overlong forms, no surrogates,
/// nothing beyond U+10FFFF.
int utf8_length(const uint8_t *bytes, size_t available) {
    const uint8_t lead = bytes[0];
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    const int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (int position = 1; position < length; ++position) {
        if (static_cast<size_t>(position) == available) return -1;
        if (bytes[position] < low || bytes[position] > high) return 0;
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

}  // namespace

Unescaped unescape(const uint8_t *text, size_t length, uint8_t *output) {
    const uint8_t *cursor = text;
    const uint8_t *const last = text + length;
    uint8_t *written = output;
    while (cursor < last) {
        if (*cursor != '\\') {
            *written++ = *cursor++;
            continue;
        }
        const size_t offset = static_cast<size_t>(cursor - text);
        if (last - cursor < 2) return {CSIMDJSON_INVALID_ESCAPE, offset, 0};
        if (cursor[1] == 'u') {
            uint32_t point;
            const csimdjson_code code = read_unicode_escape(cursor, last, point);
            if (code != CSIMDJSON_OK) return {code, offset, 0};
            written = write_utf8(point, written);
        } else {
            const uint8_t byte = simple_escape(cursor[1]);
            if (byte == 0) return {CSIMDJSON_INVALID_ESCAPE, offset, 0};
            *written++ = byte;
            cursor += 2;
        }
    }
    return {CSIMDJSON_OK, 0, static_cast<size_t>(written - output)};
}

Outcome diagnose(const uint8_t *input, size_t count) {
    bool is_in_string = false;
    for (size_t position = 0; position < count;) {
        const int length = utf8_length(input + position, count - position);
        if (length < 0) return {CSIMDJSON_TRUNCATED, count};
        if (length == 0) return {CSIMDJSON_INVALID_UTF8, position};
        const uint8_t byte = input[position];
        if (is_in_string && byte < 0x20) return {CSIMDJSON_SYNTAX, position};
        if (byte == '"') is_in_string = !is_in_string;
        // Outside a string a backslash is wrong; simdjson takes it for an escape there too.
        const bool is_escape = byte == '\\' && position + 1 < count && input[position + 1] < 0x80;
        position += static_cast<size_t>(length) + (is_escape && input[position + 1] >= 0x20);
    }
    return {CSIMDJSON_TRUNCATED, count};
}

}  // namespace csimdjson
