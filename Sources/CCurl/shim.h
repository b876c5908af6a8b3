#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

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

/// Called before each connection with where it would lead to; opens the socket, or refuses.
static inline CURLcode http_set_socket_opener(CURL *handle, curl_opensocket_callback value,
                                              void *context) {
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

/// The bytes of the network address in a socket address, in network order; null for a family that
/// is neither IPv4 nor IPv6. `count` is 4 or 16.
static inline const unsigned char *http_address_bytes(const struct curl_sockaddr *address,
                                                      size_t *count) {
    // libcurl's structure shows only the beginning of what it holds.
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        *count = 4;
        return (const unsigned char *)&((const struct sockaddr_in *)&address->addr)->sin_addr;
    }
    if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        *count = 16;
        return (const unsigned char *)&((const struct sockaddr_in6 *)&address->addr)->sin6_addr;
    }
    *count = 0;
    return NULL;
}

/// Opens the socket that libcurl asks for, closed in programs that are started.
static inline curl_socket_t http_open_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// What an opener of sockets answers when it refuses.
static inline curl_socket_t http_socket_refused(void) {
    return CURL_SOCKET_BAD;
}
