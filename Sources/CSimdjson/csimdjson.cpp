#include "csimdjson.h"

#include <simdjson.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "tape.hpp"
#include "text.hpp"

static_assert(simdjson::SIMDJSON_PADDING <= CSIMDJSON_PADDING, "the padding is too small");

namespace {

using csimdjson::Outcome;

/// Documents above these sizes give their memory back: a hostile one must not keep it for ever.
constexpr size_t retained_bytes = size_t{4} << 20;
constexpr size_t retained_tokens = size_t{1} << 19;

/// Memory that grows by doubling and forgets its content when it does.
template <typename Element>
class Buffer {
  public:
    bool reserve(size_t count) {
        if (count <= capacity_) return true;
        size_t capacity = std::max(capacity_, size_t{1024});
        while (capacity < count) capacity *= 2;
        release();
        elements_.reset(new (std::nothrow) Element[capacity]);
        if (elements_ == nullptr) return false;
        capacity_ = capacity;
        return true;
    }

    void release() {
        elements_.reset();
        capacity_ = 0;
    }

    Element *elements() const { return elements_.get(); }
    size_t capacity() const { return capacity_; }

  private:
    std::unique_ptr<Element[]> elements_;
    size_t capacity_ = 0;
};

}  // namespace

/// simdjson's first stage (structural index and UTF-8 check) with a tape of our own behind it.
///
/// Its own second stages do not fit: the DOM refuses a document for one number that is out of
/// range, and On-Demand skips what nobody visits, has one code for all bad strings, and looks into
/// the padding when brackets do not match.
struct csimdjson_parser {
    csimdjson_parser(uint32_t depth_limit, uint32_t token_limit)
        : depth_limit(depth_limit), token_limit(token_limit) {}

    /// Finds the places where tokens start; checks UTF-8 and the ends of strings.
    Outcome index(const uint8_t *input, size_t count) {
        if (!reserve_index(count)) return {CSIMDJSON_OUT_OF_MEMORY, 0};
        switch (indexer->stage1(input, count, simdjson::stage1_mode::regular)) {
            case simdjson::SUCCESS:
                return {};
            case simdjson::EMPTY:
                return {CSIMDJSON_EMPTY, 0};
            case simdjson::CAPACITY:
            case simdjson::MEMALLOC:
                return {CSIMDJSON_OUT_OF_MEMORY, 0};
            default:
                return csimdjson::diagnose(input, count);
        }
    }

    bool reserve_index(size_t count) {
        if (count < index_capacity) return true;
        size_t capacity = std::max(index_capacity, size_t{4096});
        while (capacity <= count) capacity *= 2;
        // simdjson counts bytes in 32 bits, padding included.
        capacity = std::min(capacity, size_t{simdjson::SIMDJSON_MAXSIZE_BYTES});
        const auto error =
            indexer ? indexer->set_capacity(capacity)
                    : simdjson::get_active_implementation()->create_dom_parser_implementation(
                          capacity, 1, indexer);
        index_capacity = error ? 0 : capacity;
        return !error;
    }

    bool reserve_tape(size_t count) {
        const size_t starts = indexer->n_structural_indexes;
        return tape.reserve(std::min(starts, size_t{token_limit})) && text.reserve(count) &&
               open.reserve(std::min(starts, size_t{depth_limit}));
    }

    csimdjson_result parse(const uint8_t *input, size_t count) {
        Outcome outcome = index(input, count);
        if (outcome.failed()) return {outcome.code, outcome.offset, nullptr, 0};
        if (!reserve_tape(count)) return {CSIMDJSON_OUT_OF_MEMORY, 0, nullptr, 0};
        csimdjson::TapeBuilder builder(
            {input, static_cast<uint32_t>(count), indexer->structural_indexes.get(),
             indexer->n_structural_indexes},
            {tape.elements(), token_limit, open.elements(), depth_limit, text.elements()});
        outcome = builder.build();
        if (outcome.failed()) return {outcome.code, outcome.offset, nullptr, 0};
        return {CSIMDJSON_OK, 0, tape.elements(), builder.token_count()};
    }

    void trim() {
        if (index_capacity > retained_bytes) {
            indexer.reset();
            index_capacity = 0;
        }
        if (text.capacity() > retained_bytes) text.release();
        if (tape.capacity() > retained_tokens) tape.release();
    }

    uint32_t depth_limit;
    uint32_t token_limit;
    std::unique_ptr<simdjson::internal::dom_parser_implementation> indexer;
    size_t index_capacity = 0;
    Buffer<csimdjson_token> tape;
    Buffer<uint32_t> open;
    Buffer<uint8_t> text;
};

csimdjson_parser *csimdjson_parser_create(uint32_t depth_limit, uint32_t token_limit) {
    return new (std::nothrow) csimdjson_parser(depth_limit, token_limit);
}

void csimdjson_parser_destroy(csimdjson_parser *parser) { delete parser; }

csimdjson_result csimdjson_parse(csimdjson_parser *parser, const uint8_t *input, size_t count) {
    if (count == 0) return {CSIMDJSON_EMPTY, 0, nullptr, 0};
    if (count > std::numeric_limits<uint32_t>::max() - CSIMDJSON_PADDING) {
        return {CSIMDJSON_TOO_LARGE, 0, nullptr, 0};
    }
    return parser->parse(input, count);
}

void csimdjson_parser_trim(csimdjson_parser *parser) { parser->trim(); }
