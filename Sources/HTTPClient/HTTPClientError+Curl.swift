import CCurl

extension HTTPClientError {
    /// Makes an error of what libcurl says; its own texts name neither fields nor bodies.
    init(_ result: CURLcode, answer: AnswerCollector) {
        if answer.isTooLarge {
            self.init(.tooLarge, "the answer is larger than \(answer.bodyLimit) bytes")
        } else {
            self.init(kind(of: result), String(cString: curl_easy_strerror(result)))
        }
    }
}

private func kind(of result: CURLcode) -> HTTPClientError.Code {
    switch result {
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
        CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE:
        .connection
    case CURLE_ABORTED_BY_CALLBACK: .cancelled
    case CURLE_URL_MALFORMAT: .invalidURL
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        .tls
    default: .transfer
    }
}
