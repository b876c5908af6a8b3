import Synchronization

/// What the callbacks of one running server share.
final class ServerCore: Sendable {
    /// Whether connections are encrypted.
    let usesTLS: Bool

    /// The settings, but for what is shown to clients.
    let configuration: HTTPServerConfiguration

    /// The application.
    let handler: any HTTPHandler

    /// The open connections.
    let connections: ConnectionTable

    /// The count of requests and the way to stop them.
    let gate: Gate

    /// The bound on the bytes of all bodies together.
    let bodyBudget: ByteBudget
    /// What of it bodies hold that the handler does not vouch for.
    let strangersBudget: ByteBudget

    /// The large answers that are being sent.
    let answers: HeldAnswers

    private let presentIdentity: Mutex<TLSIdentity?>

    /// Makes the shared state of a server.
    init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        presentIdentity = Mutex(configuration.identity)
        usesTLS = configuration.identity != nil
        var configuration = configuration
        // What is shown changes, and the settings would keep the first for ever.
        configuration.identity = nil
        self.configuration = configuration
        self.handler = handler
        gate = Gate(
            handlerLimit: configuration.requestsInFlightLimit,
            longLimit: configuration.longRequestsLimit
        )
        connections = ConnectionTable()
        answers = HeldAnswers(
            limit: configuration.answersLimitInBytes,
            connections: connections
        )
        bodyBudget = ByteBudget(limit: configuration.bytesInFlightLimit)
        strangersBudget = ByteBudget(
            limit: configuration.bytesInFlightLimit / 4,
            partOf: bodyBudget
        )
    }

    /// What connections that begin now show to their clients; nil for plain HTTP.
    var identity: TLSIdentity? {
        get { presentIdentity.withLock { $0 } }
        set { presentIdentity.withLock { $0 = newValue } }
    }

    /// What the body of a request is taken from.
    func budget(for head: HTTPRequestHead) -> ByteBudget {
        handler.vouches(for: head) ? bodyBudget : strangersBudget
    }

    /// Ends what has taken too long, and what the client no longer waits for.
    func sweep() {
        let limits = SweepLimits(configuration, isDraining: !gate.isOpen)
        let now = ContinuousClock.now
        var silent: [Connection] = []
        for connection in connections.all {
            switch connection.verdict(at: now, limits: limits) {
            case .keep: break
            case .watch: connections.cutIfAbandoned(connection, at: now)
            case .listen: silent.append(connection)
            case .cut: connections.cut(connection)
            case .expire(let exchange):
                let reply = exchange.reply(to: .requestTimeout, closes: true)
                connections.whileOpen(connection) {
                    exchange.replyDirectly(reply, by: .another)
                }
            case .failUpload(let upload): upload.fail(.requestTimeout)
            case .breakOff(let exchange): exchange.clientStalled()
            }
        }
        answers.look(at: now)
        for connection in connections.left(among: silent) { connection.exchange?.clientLeft() }
    }

    /// Tells long polls and streamed answers that the server begins to stop.
    ///
    /// The gate is draining already, so that those that begin now notice by themselves.
    func endLongRequests() {
        for connection in connections.all { connection.exchange?.startDraining() }
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
