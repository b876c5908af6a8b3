#pragma once
#include <curl/curl.h>

// libcurl sets and reads everything through variadic functions, which Swift cannot import; here is
// one function for each kind of value.

static inline CURLcode http_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode http_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

/// The string is copied.
static inline CURLcode http_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// The pointer is kept: what it points at must live until the transfer is over.
static inline CURLcode http_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

/// Receives pieces of a header section or a body; returning another count ends the transfer.
typedef size_t (*http_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode http_set_receiver(CURL *handle, CURLoption option, http_receiver value) {
    return curl_easy_setopt(handle, option, value);
}

/// Called about once a second and with every piece; anything but 0 ends the transfer.
static inline CURLcode http_set_watch(CURL *handle, curl_xferinfo_callback value) {
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

/// What a source of a body answers when it has failed.
static inline size_t http_source_failed(void) {
    return CURL_READFUNC_ABORT;
}
