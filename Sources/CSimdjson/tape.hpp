#pragma once

#include <cstddef>
#include <cstdint>

#include "csimdjson.h"

namespace csimdjson {

/// An error code and the byte of the input it belongs to.
struct Outcome {
    csimdjson_code code = CSIMDJSON_OK;
    size_t offset = 0;

    bool failed() const { return code != CSIMDJSON_OK; }
};

/// The document and the places where its tokens start, in order.
struct Index {
    const uint8_t *input;
    uint32_t count;
    const uint32_t *starts;
    uint32_t starts_count;
};

/// The memory a tape is written to.
///
/// `tape` has room for one token per start, up to `token_limit`; `open` for `depth_limit` entries;
/// `text` for as many bytes as the input has.
struct Memory {
    csimdjson_token *tape;
    uint32_t token_limit;
    uint32_t *open;
    uint32_t depth_limit;
    uint8_t *text;
};

/// Turns an index into a tape, checking the grammar of RFC 8259.
///
/// Works like simdjson's second stage, but refuses nothing because of a number's size, tells bad
/// escapes and limits apart, and keeps the containers that are open in an array instead of on the
/// call stack.
class TapeBuilder {
  public:
    TapeBuilder(const Index &index, const Memory &memory) : index_(index), memory_(memory) {}

    /// Reads the whole document; call it once.
    Outcome build();

    /// The tokens written so far.
    uint32_t token_count() const { return token_count_; }

  private:
    /// What the grammar allows next.
    enum class Expected { value, first_element, first_key, key, colon, separator, nothing };

    /// Reads the token at `start`; the next one, or the end, is at `next_start`.
    Outcome read(uint32_t start, uint32_t next_start);
    Outcome open(csimdjson_kind kind, uint32_t start);
    Outcome close(csimdjson_kind kind, uint32_t start);
    Outcome separate(uint32_t start);
    /// Reads a string or key, quotes included.
    Outcome read_text(uint32_t start, uint32_t end);
    /// Reads a number or literal.
    Outcome read_scalar(uint32_t start, uint32_t end);
    /// Adds a token to the tape, unless the limit is reached.
    Outcome append(csimdjson_kind kind, uint32_t start, uint32_t end, csimdjson_token *&token);

    bool takes_value() const {
        return expected_ == Expected::value || expected_ == Expected::first_element;
    }
    bool takes_key() const {
        return expected_ == Expected::key || expected_ == Expected::first_key;
    }
    /// The innermost open container; there must be one.
    csimdjson_token &container() { return memory_.tape[memory_.open[depth_ - 1]]; }
    /// Counts a value in its container, and says what may follow it.
    void finish_value();
    /// The error for a token that the grammar does not allow here.
    Outcome unexpected(uint32_t start) const;

    Index index_;
    Memory memory_;
    Expected expected_ = Expected::value;
    uint32_t depth_ = 0;
    uint32_t token_count_ = 0;
    size_t text_used_ = 0;
};

}  // namespace csimdjson
