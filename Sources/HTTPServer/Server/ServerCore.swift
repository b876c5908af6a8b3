/// What the callbacks of one running server share.
final class ServerCore: Sendable {
    /// The settings.
    let configuration: HTTPServerConfiguration

    /// The application.
    let handler: any HTTPHandler

    /// The open connections.
    let connections = ConnectionTable()

    /// The count of requests and the way to stop them.
    let gate: Gate

    /// The bound on the bytes of all bodies together.
    let bodyBudget: ByteBudget

    /// Makes the shared state of a server.
    init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
        gate = Gate(handlerLimit: configuration.requestsInFlightLimit)
        bodyBudget = ByteBudget(limit: configuration.bytesInFlightLimit)
    }

    /// Ends what has taken too long.
    func sweep() {
        let limits = SweepLimits(
            requestDeadline: configuration.requestDeadline,
            idleTimeout: configuration.idleTimeout,
            isDraining: !gate.isOpen
        )
        let now = ContinuousClock.now
        for connection in connections.all {
            switch connection.verdict(at: now, limits: limits) {
            case .keep: break
            case .watch: connections.cutIfAbandoned(connection, at: now)
            case .cut: connections.cut(connection)
            case .expire(let exchange):
                let reply = exchange.reply(to: .requestTimeout, closes: true)
                connections.whileOpen(connection) { exchange.replyDirectly(reply) }
            }
        }
    }

    /// Answers every request that waits for the handler with `draining`.
    ///
    /// The gate is closed already, so that none is left when this returns.
    func abandonHandlers() {
        for connection in connections.all {
            connection.exchange?.abandon(for: .draining)
        }
    }
}
