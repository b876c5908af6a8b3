#pragma once
#include <microhttpd.h>

// The calls the server needs whose C form Swift cannot import: variadic functions, and constants
// whose enumerations are imported in different ways.

/// What a daemon is started with; `context` is handed to every callback.
struct http_daemon_settings {
    int listening_socket;
    unsigned int threads;
    unsigned int connection_limit;
    unsigned int connection_limit_per_address; // 0: none
    unsigned int idle_seconds;
    size_t connection_memory;
    int uses_tls;
    void *context;
    MHD_AcceptPolicyCallback accept;
    MHD_NotifyConnectionCallback connection_changed;
    void *(*request_started)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback request_advanced;
    MHD_RequestCompletedCallback request_finished;
};

/// What libgnutls asks for a certificate, in its types' stead: there is none.
///
/// The daemon does not start without a certificate or a way to ask for one. This one is never asked,
/// as each connection gets credentials of its own; were it asked, the handshake would fail.
static inline int http_no_certificate(
    void *session, const void *names, int name_count, const void *algorithms, int algorithm_count,
    void **certificates, unsigned int *certificate_count, void **key
) {
    return -1;
}

/// Whether the library was built with TLS.
static inline int http_has_tls(void) {
    return MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES
        && MHD_is_feature_supported(MHD_FEATURE_HTTPS_CERT_CALLBACK) == MHD_YES;
}

/// TLS 1.3 and 1.2, and of 1.2 what has forward secrecy and authenticated encryption.
static inline const char *http_tls_priorities(void) {
    return "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"
           ":-RSA:-DHE-RSA:-AES-256-CBC:-AES-128-CBC";
}

/// Starts a daemon with internal epoll threads on a socket that already listens.
///
/// The daemon owns the socket once this has succeeded. NULL and `errno` otherwise.
static inline struct MHD_Daemon *http_daemon_start(const struct http_daemon_settings *settings) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)http_tls_priorities()},
        {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)http_no_certificate},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        settings->uses_tls ? flags | MHD_USE_TLS : flags, 0,
        settings->accept, settings->context,
        settings->request_advanced, settings->context,
        MHD_OPTION_LISTEN_SOCKET, settings->listening_socket,
        MHD_OPTION_THREAD_POOL_SIZE, settings->threads > 1 ? settings->threads : 0u,
        MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings->connection_limit_per_address,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection_changed, settings->context,
        MHD_OPTION_URI_LOG_CALLBACK, settings->request_started, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->request_finished, settings->context,
        MHD_OPTION_ARRAY, settings->uses_tls ? tls : tls + 2,
        MHD_OPTION_END);
}

/// The connection's socket, or -1.
static inline int http_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// What the connection callback left in its socket context.
static inline void *http_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// The connection's TLS session (`gnutls_session_t`), or NULL.
static inline void *http_connection_tls_session(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info ? info->tls_session : NULL;
}

/// The client's address, or NULL.
static inline const struct sockaddr *http_connection_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

/// Calls `iterator` for every header field of the request, in order.
static inline int http_each_header(
    struct MHD_Connection *connection, MHD_KeyValueIteratorN iterator, void *context
) {
    return MHD_get_connection_values_n(connection, MHD_HEADER_KIND, iterator, context);
}

/// A response with a copy of the bytes as its body.
static inline struct MHD_Response *http_response_copying(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// A response of `count` bytes that `read` fetches, 64 KiB at a time; `release` is called with the
/// context.
static inline struct MHD_Response *http_response_holding(
    uint64_t count, MHD_ContentReaderCallback read, void *context,
    MHD_ContentReaderFreeCallback release
) {
    return MHD_create_response_from_callback(count, 64 * 1024, read, context, release);
}

/// A response whose body `read` fetches until it is over; `release` is called with the context.
///
/// Chunked for HTTP/1.1. With `head_only` the answer to HEAD: the library would else end a chunked
/// body that was never begun; this way it closes the connection instead.
static inline struct MHD_Response *http_response_streaming(
    MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback release,
    int head_only
) {
    // The buffer serves HTTP/1.0 only: chunks are made in the connection's memory.
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read, context, release);
    if (response && head_only)
        MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
    return response;
}

/// What `read` answers when the body is complete.
static inline ssize_t http_stream_end(void) {
    return MHD_CONTENT_READER_END_OF_STREAM;
}

/// What `read` answers when the body will never be complete.
static inline ssize_t http_stream_broken(void) {
    return MHD_CONTENT_READER_END_WITH_ERROR;
}
