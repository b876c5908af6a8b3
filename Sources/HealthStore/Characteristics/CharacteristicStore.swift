package import HealthModel
import Postgres

extension HealthStore {
    /// The earliest date of birth that is kept; nobody alive was born before.
    package static let earliestBirth = CivilDate(year: 1850, month: 1, day: 1)

    /// Reads what is set of a user's characteristics; nothing where nothing ever was.
    ///
    /// - Throws: `HealthStoreError.userNotFound`.
    package func characteristics(of user: UserID) async throws -> Characteristics {
        try await pool.withConnection(as: .user(user)) { connection in
            _ = try Self.user(user, on: connection)
            let rows = try connection.run(CharacteristicSQL.find, [.int8(user.number)])
            return rows.rowCount == 1 ? Self.characteristics(rows) : Characteristics()
        }
    }

    /// Replaces all characteristics of a user; what is not set in them is not set afterwards.
    ///
    /// The audit log learns that it was done and by whom, not what was written.
    ///
    /// - Throws: `HealthStoreError.userNotFound`; `PostgresError` for a value that the type does
    ///   not have, or a date before `earliestBirth`.
    package func putCharacteristics(
        _ characteristics: Characteristics,
        of user: UserID,
        by actor: String
    ) async throws {
        let binds = Catalogue.characteristicTypes.map { Self.bind(characteristics[$0], of: $0) }
        try await pool.withConnection(as: .user(user)) { connection in
            try connection.transaction {
                try Self.lockStream(of: user, on: connection)
                _ = try connection.run(CharacteristicSQL.upsert, [.int8(user.number)] + binds)
                try AuditEvent(actor: actor, action: "characteristics.put", user: user)
                    .record(on: connection)
            }
        }
    }

    /// The one row of an answer, whose columns follow the order of the catalogue.
    private static func characteristics(_ rows: QueryResult) -> Characteristics {
        var characteristics = Characteristics()
        for (column, type) in Catalogue.characteristicTypes.enumerated()
        where !rows.isNull(0, column) {
            characteristics[type] =
                type.isDate
                ? .date(CivilDate(daysSince1970: Int(rows.int4(0, column))))
                : .choice(Int(rows.int2(0, column)))
        }
        return characteristics
    }

    /// A date goes as days since 1970, a choice as its raw value.
    private static func bind(_ value: CharacteristicValue, of type: CharacteristicType) -> Bind {
        switch value {
        case .notSet: type.isDate ? .int4(nil) : .int2(nil)
        case .date(let date): .int4(Int32(date.daysSince1970))
        case .choice(let rawValue): .int2(Int16(rawValue))
        }
    }
}

/// Statements about characteristics; their columns are in the order of the catalogue.
enum CharacteristicSQL {
    static let find = Statement(
        "characteristics.find",
        """
        SELECT
            date_of_birth - date '1970-01-01', biological_sex, blood_type, fitzpatrick_skin_type,
            wheelchair_use, activity_move_mode
        FROM characteristics
        WHERE user_id = $1
        """
    )

    static let upsert = Statement(
        "characteristics.upsert",
        """
        INSERT INTO characteristics AS c (
            user_id, date_of_birth, biological_sex, blood_type, fitzpatrick_skin_type,
            wheelchair_use, activity_move_mode
        )
        VALUES ($1, date '1970-01-01' + $2::integer, $3, $4, $5, $6, $7)
        ON CONFLICT (user_id) DO UPDATE
        SET date_of_birth = excluded.date_of_birth, biological_sex = excluded.biological_sex,
            blood_type = excluded.blood_type,
            fitzpatrick_skin_type = excluded.fitzpatrick_skin_type,
            wheelchair_use = excluded.wheelchair_use,
            activity_move_mode = excluded.activity_move_mode, updated_at = now()
        """
    )

    static let statements = [find, upsert]
}
