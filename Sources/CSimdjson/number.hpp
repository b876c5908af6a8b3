#pragma once

#include <cstdint>

#include "csimdjson.h"

namespace csimdjson {

/// Reads the number that fills `[first, last)` into kind and value of `token`.
///
/// Returns false when the bytes are no number of RFC 8259, section 6. The nearest double is taken,
/// and zero for what is too small.
bool read_number(const uint8_t *first, const uint8_t *last, csimdjson_token &token);

}  // namespace csimdjson
