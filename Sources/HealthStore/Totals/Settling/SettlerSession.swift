import HealthModel
import Postgres

/// The settler's session with the database, opened when it is needed and again when it was lost.
struct SettlerSession {
    /// Days settled since somebody asked.
    var settledDays = 0

    private let configuration: ConnectionConfiguration
    private var connection: Connection?

    /// Prepares a session; nothing is connected yet.
    init(_ configuration: ConnectionConfiguration) {
        self.configuration = configuration
    }

    /// Settles some days of a pair in one transaction, unless somebody else has the user's stream.
    ///
    /// - Throws: why the database could not do it.
    mutating func settle(_ pair: SettlingPair) throws -> SettlingQueue.Outcome {
        guard let type = Catalogue.quantityType(id: pair.typeID), TotalDay.isKept(for: type.id)
        else { return .hopeless }
        let store = TotalStore(user: pair.user, type: type)
        let connection = try connected()
        do {
            let days = try connection.scoped(.user(pair.user)) {
                try connection.transaction { try store.settleIfFree(on: connection) }
            }
            settledDays += days ?? 0
            switch days {
            case nil: return .busy
            case TotalStore.backgroundLimit?: return .more
            default: return .done
            }
        } catch is HealthStoreError {
            // More samples in a quarter of an hour than fit: a reader is told, nobody else.
            return .hopeless
        } catch {
            throw dropping(error)
        }
    }

    /// Finds pairs with marked days behind a pair, sorted by user and type.
    ///
    /// - Throws: why the database could not do it.
    mutating func laggingPairs(after last: SettlingPair?, limit: Int) throws -> [SettlingPair] {
        let connection = try connected()
        do {
            let rows = try connection.scoped(.everyone) {
                try connection.run(
                    SettlingSQL.listPairs,
                    [
                        .int8(last?.user.number ?? .min), .int2(last?.typeID ?? .min),
                        .int4(Int32(limit)),
                    ]
                )
            }
            return (0..<rows.rowCount).map {
                SettlingPair(user: UserID(number: rows.int8($0, 0)), typeID: rows.int2($0, 1))
            }
        } catch {
            throw dropping(error)
        }
    }

    private mutating func connected() throws -> Connection {
        if let connection { return connection }
        let fresh = try Connection(configuration)
        connection = fresh
        return fresh
    }

    /// Lets a session go that may be broken; a new one costs little after a pause.
    private mutating func dropping(_ error: any Error) -> any Error {
        connection = nil
        return error
    }
}
