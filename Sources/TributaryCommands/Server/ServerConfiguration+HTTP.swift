import HTTPServer

extension ServerConfiguration {
    /// The settings of the HTTP server.
    var http: HTTPServerConfiguration {
        var settings = HTTPServerConfiguration(host: host, port: port)
        settings.connectionLimit = connectionLimit
        settings.longRequestsLimit = waiterLimit
        settings.requestDeadline = .seconds(requestSeconds)
        settings.streamStallLimit = .seconds(stallSeconds)
        return settings
    }
}
