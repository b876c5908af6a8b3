#include "tape.hpp"

#include <cstring>

#include "number.hpp"
#include "text.hpp"

namespace csimdjson {

namespace {

bool is_space(uint8_t byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

/// The end of the token that starts at `start`, without the white space before the next one.
uint32_t trimmed_end(const uint8_t *input, uint32_t start, uint32_t next_start) {
    uint32_t end = next_start;
    while (end > start && is_space(input[end - 1])) --end;
    return end;
}

bool spells(const uint8_t *input, uint32_t start, uint32_t end, const char *word, size_t length) {
    return end - start == length && std::memcmp(input + start, word, length) == 0;
}

}  // namespace

Outcome TapeBuilder::build() {
    for (uint32_t position = 0; position < index_.starts_count; ++position) {
        const bool is_last = position + 1 == index_.starts_count;
        const uint32_t next_start = is_last ? index_.count : index_.starts[position + 1];
        const Outcome outcome = read(index_.starts[position], next_start);
        if (outcome.failed()) return outcome;
    }
    if (token_count_ == 0) return {CSIMDJSON_EMPTY, 0};
    if (expected_ != Expected::nothing) return {CSIMDJSON_TRUNCATED, index_.count};
    return {};
}

Outcome TapeBuilder::read(uint32_t start, uint32_t next_start) {
    switch (index_.input[start]) {
        case '{':
            return open(CSIMDJSON_OBJECT, start);
        case '[':
            return open(CSIMDJSON_ARRAY, start);
        case '}':
            return close(CSIMDJSON_OBJECT, start);
        case ']':
            return close(CSIMDJSON_ARRAY, start);
        case ',':
            return separate(start);
        case ':':
            if (expected_ != Expected::colon) return unexpected(start);
            expected_ = Expected::value;
            return {};
        case '"':
            return read_text(start, trimmed_end(index_.input, start, next_start));
        default:
            return read_scalar(start, trimmed_end(index_.input, start, next_start));
    }
}

Outcome TapeBuilder::open(csimdjson_kind kind, uint32_t start) {
    if (!takes_value()) return unexpected(start);
    if (depth_ == memory_.depth_limit) return {CSIMDJSON_DEPTH, start};
    csimdjson_token *token;
    const Outcome outcome = append(kind, start, start + 1, token);
    if (outcome.failed()) return outcome;
    memory_.open[depth_++] = token_count_ - 1;
    expected_ = kind == CSIMDJSON_OBJECT ? Expected::first_key : Expected::first_element;
    return {};
}

Outcome TapeBuilder::close(csimdjson_kind kind, uint32_t start) {
    const auto empty = kind == CSIMDJSON_OBJECT ? Expected::first_key : Expected::first_element;
    const bool is_after_value = expected_ == Expected::separator && container().kind == kind;
    if (!is_after_value && expected_ != empty) return unexpected(start);
    csimdjson_token &token = container();
    token.end = start + 1;
    token.span = token_count_ - memory_.open[depth_ - 1];
    --depth_;
    finish_value();
    return {};
}

Outcome TapeBuilder::separate(uint32_t start) {
    if (expected_ != Expected::separator) return unexpected(start);
    expected_ = container().kind == CSIMDJSON_OBJECT ? Expected::key : Expected::value;
    return {};
}

Outcome TapeBuilder::read_text(uint32_t start, uint32_t end) {
    const bool is_key = takes_key();
    if (!is_key && !takes_value()) return unexpected(start);
    if (end - start < 2 || index_.input[end - 1] != '"') return {CSIMDJSON_SYNTAX, start};
    csimdjson_token *token;
    Outcome outcome = append(is_key ? CSIMDJSON_KEY : CSIMDJSON_STRING, start, end, token);
    if (outcome.failed()) return outcome;
    const uint8_t *first = index_.input + start + 1;
    const uint32_t length = end - start - 2;
    token->text = first;
    token->text_length = length;
    if (has_escape(first, length)) {
        uint8_t *unescaped = memory_.text + text_used_;
        const Unescaped result = unescape(first, length, unescaped);
        if (result.code != CSIMDJSON_OK) return {result.code, start + 1 + result.offset};
        token->text = unescaped;
        token->text_length = static_cast<uint32_t>(result.length);
        text_used_ += result.length;
    }
    if (is_key) {
        expected_ = Expected::colon;
    } else {
        finish_value();
    }
    return {};
}

Outcome TapeBuilder::read_scalar(uint32_t start, uint32_t end) {
    if (!takes_value()) return unexpected(start);
    const uint8_t *input = index_.input;
    csimdjson_token *token;
    const Outcome outcome = append(CSIMDJSON_NULL, start, end, token);
    if (outcome.failed()) return outcome;
    if (spells(input, start, end, "null", 4)) {
        token->kind = CSIMDJSON_NULL;
    } else if (spells(input, start, end, "true", 4)) {
        token->kind = CSIMDJSON_TRUE;
    } else if (spells(input, start, end, "false", 5)) {
        token->kind = CSIMDJSON_FALSE;
    } else if (!read_number(input + start, input + end, *token)) {
        return {CSIMDJSON_SYNTAX, start};
    }
    finish_value();
    return {};
}

Outcome TapeBuilder::append(
    csimdjson_kind kind, uint32_t start, uint32_t end, csimdjson_token *&token) {
    if (token_count_ == memory_.token_limit) return {CSIMDJSON_TOO_LARGE, start};
    token = &memory_.tape[token_count_++];
    *token = {};
    token->start = start;
    token->end = end;
    token->span = 1;
    token->kind = kind;
    return {};
}

void TapeBuilder::finish_value() {
    if (depth_ == 0) {
        expected_ = Expected::nothing;
    } else {
        expected_ = Expected::separator;
        ++container().count;
    }
}

Outcome TapeBuilder::unexpected(uint32_t start) const {
    return {expected_ == Expected::nothing ? CSIMDJSON_TRAILING : CSIMDJSON_SYNTAX, start};
}

}  // namespace csimdjson
