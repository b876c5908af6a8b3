#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

/// Frees what the library has allocated; its own name for that is a variable, and a macro.
static inline void tls_free(void *memory) {
    gnutls_free(memory);
}
