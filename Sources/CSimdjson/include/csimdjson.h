#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a token of the tape stands for.
typedef enum csimdjson_kind {
    CSIMDJSON_NULL,
    CSIMDJSON_FALSE,
    CSIMDJSON_TRUE,
    /// A number without fraction and exponent that fits into 64 signed bits; never `-0`.
    CSIMDJSON_INTEGER,
    /// Any other number, rounded to the nearest double.
    CSIMDJSON_DOUBLE,
    /// A number beyond the largest double, such as `1e400`.
    CSIMDJSON_OUT_OF_RANGE,
    CSIMDJSON_STRING,
    /// The key of an object's member; the member's value is the next token.
    CSIMDJSON_KEY,
    CSIMDJSON_ARRAY,
    CSIMDJSON_OBJECT,
} csimdjson_kind;

/// One value or key of a document.
///
/// The tape holds a document in reading order: a container is followed by its elements, or by its
/// members as key, value, key, value; containers have no closing token.
typedef struct csimdjson_token {
    /// The first byte of the token in the input.
    uint32_t start;
    /// The byte past the last byte of the token in the input; of a container, past its bracket.
    uint32_t end;
    /// The tokens from this one to the next after it that is not inside it: 1 unless a container.
    uint32_t span;
    csimdjson_kind kind;
    union {
        int64_t integer;
        double number;
        /// The unescaped UTF-8 of a string or key; lives until the next parse of the parser, and
        /// no longer than the input. Not terminated.
        const uint8_t *text;
        /// The elements of an array, or the members of an object.
        uint64_t count;
    };
    /// The bytes of a string or key; 0 for everything else.
    uint32_t text_length;
} csimdjson_token;

/// Whether a string or key has exactly these bytes.
static inline bool csimdjson_text_equals(
    const csimdjson_token *token, const uint8_t *text, size_t length) {
    return token->text_length == length && memcmp(token->text, text, length) == 0;
}

/// Why a document was refused.
typedef enum csimdjson_code {
    CSIMDJSON_OK,
    /// Nothing but white space.
    CSIMDJSON_EMPTY,
    /// The input ends inside a string or container.
    CSIMDJSON_TRUNCATED,
    /// A token that is none, or not where it may be.
    CSIMDJSON_SYNTAX,
    CSIMDJSON_INVALID_UTF8,
    CSIMDJSON_INVALID_ESCAPE,
    /// An escaped half of a UTF-16 surrogate pair without the other half.
    CSIMDJSON_LONE_SURROGATE,
    /// Something after the end of the root value.
    CSIMDJSON_TRAILING,
    /// More containers inside each other than the limit.
    CSIMDJSON_DEPTH,
    /// More tokens than the limit, or more bytes than 32 bits can count.
    CSIMDJSON_TOO_LARGE,
    CSIMDJSON_OUT_OF_MEMORY,
} csimdjson_code;

/// A parsed document, or the reason why there is none.
typedef struct csimdjson_result {
    csimdjson_code code;
    /// The place of the error in the input; 0 when there is none.
    size_t offset;
    /// The root value and all that is in it; null after an error. Owned by the parser.
    const csimdjson_token *tokens;
    size_t token_count;
} csimdjson_result;

/// Memory that is used again from parse to parse; one thread at a time.
typedef struct csimdjson_parser csimdjson_parser;

/// The readable bytes that must follow the input.
enum { CSIMDJSON_PADDING = 64 };

/// Makes a parser that refuses deeper and larger documents; null when memory is short.
csimdjson_parser *csimdjson_parser_create(uint32_t depth_limit, uint32_t token_limit);

/// Frees a parser and all tokens and texts it gave out.
void csimdjson_parser_destroy(csimdjson_parser *parser);

/// Parses one document of `count` bytes that are followed by `CSIMDJSON_PADDING` readable bytes.
///
/// The whole document is checked: grammar, numbers, escapes and UTF-8 (RFC 8259). The padding is
/// never part of the document, whatever it holds. Takes linear time and no recursion.
csimdjson_result csimdjson_parse(csimdjson_parser *parser, const uint8_t *input, size_t count);

/// Gives memory back when the last document was unusually large; ends the life of its tokens.
void csimdjson_parser_trim(csimdjson_parser *parser);

#ifdef __cplusplus
}
#endif
