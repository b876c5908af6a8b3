import Postgres
import TestSupport
import Testing

@Suite("Binds and values", .offPool)
struct BindTests {
    /// A bind, its SQL type, and how PostgreSQL prints it: the check does not rest on our decoder.
    static let printed: [(Bind, String?)] = [
        (.int2(-32768), "-32768"), (.int4(.max), "2147483647"), (.int8(.min), "\(Int64.min)"),
        (.float8(.nan), "NaN"), (.float8(-.infinity), "-Infinity"), (.float8(0.1), "0.1"),
        (.bool(true), "true"), (.text(""), ""), (.text("Zoë 🏃"), "Zoë 🏃"),
        (.bytea([0, 255]), "\\x00ff"), (.bytea([]), "\\x"),
        (.uuid(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF), "00112233-4455-6677-8899-aabbccddeeff"),
        (.jsonb(Array(#"{"b":[1,null],"a":"x"}"#.utf8)), #"{"a": "x", "b": [1, null]}"#),
        (.int2(nil), nil), (.int4(nil), nil), (.int8(nil), nil), (.float8(nil), nil),
        (.bool(nil), nil), (.text(nil), nil), (.bytea(nil), nil), (.uuid(nil), nil),
        (.jsonb(nil), nil),
        (.int2Array([1, -2]), "{1,-2}"), (.int4Array([3]), "{3}"), (.int8Array([]), "{}"),
        (.float8Array([.nan, .infinity, -0.5]), "{NaN,Infinity,-0.5}"),
        (.boolArray([true, false]), "{t,f}"),
        (.uuidArray([1]), "{00000000-0000-0000-0000-000000000001}"),
        (.textArray(["", "a,b", "\"", "NULL"]), #"{"","a,b","\"","NULL"}"#),
        (.byteaArray([[1], []]), #"{"\\x01","\\x"}"#),
        (.optionalInt2Array([nil, 7]), "{NULL,7}"), (.optionalInt4Array([nil]), "{NULL}"),
        (.optionalInt8Array([1, nil]), "{1,NULL}"),
        (.optionalFloat8Array([nil, 2.5]), "{NULL,2.5}"),
        (.optionalTextArray([nil, "x"]), "{NULL,x}"), (.optionalTextArray([]), "{}"),
        (.optionalUUIDArray([nil]), "{NULL}"),
        (.optionalJSONBArray([nil, Array("[1]".utf8)]), "{NULL,[1]}"),
    ]

    @Test("PostgreSQL reads every bind as it was meant")
    func everyBind() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            for (index, (bind, text)) in Self.printed.enumerated() {
                let statement = Statement("print_\(index)", "SELECT $1::text")
                let result = try connection.run(statement, [bind])
                #expect(result.optionalText(0, 0) == text, "bind \(index)")
            }
        }
    }

    @Test("Values come back as they were sent")
    func values() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let echo = Statement("echo", "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9")
            let binds: [Bind] = [
                .int2(-1), .int4(-2), .int8(-3), .float8(-0.0), .bool(true), .text("é"),
                .bytea([0, 1]), .uuid(.max), .jsonb(Array("{}".utf8)),
            ]
            let row = try connection.run(echo, binds)
            #expect(row.int2(0, 0) == -1)
            #expect(row.int4(0, 1) == -2)
            #expect(row.int8(0, 2) == -3)
            #expect(row.float8(0, 3).bitPattern == (-0.0).bitPattern)
            #expect(row.bool(0, 4))
            #expect(row.text(0, 5) == "é")
            #expect(row.bytea(0, 6) == [0, 1])
            #expect(row.uuid(0, 7) == .max)
            #expect(row.jsonb(0, 8) == Array("{}".utf8))
            #expect((0..<9).allSatisfy { !row.isNull(0, $0) })
        }
    }

    @Test("NULL comes back as nil")
    func nulls() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let echo = Statement("echo_null", "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9")
            let binds: [Bind] = [
                .int2(nil), .int4(nil), .int8(nil), .float8(nil), .bool(nil), .text(nil),
                .bytea(nil), .uuid(nil), .jsonb(nil),
            ]
            let row = try connection.run(echo, binds)
            #expect(row.optionalInt2(0, 0) == nil)
            #expect(row.optionalInt4(0, 1) == nil)
            #expect(row.optionalInt8(0, 2) == nil)
            #expect(row.optionalFloat8(0, 3) == nil)
            #expect(row.optionalBool(0, 4) == nil)
            #expect(row.optionalText(0, 5) == nil)
            #expect(row.optionalBytea(0, 6) == nil)
            #expect(row.optionalUUID(0, 7) == nil)
            #expect(row.optionalJSONB(0, 8) == nil)
            #expect((0..<9).allSatisfy { row.isNull(0, $0) })
        }
    }

    @Test("Arrays come back as they were sent, empty ones and NULLs too")
    func arrays() async throws {
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let echo = Statement(
                "echo_arrays",
                "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12"
            )
            let doubles: [Double?] = [nil, 1.5, .infinity]
            let row = try connection.run(
                echo,
                [
                    .int2Array([1, .min]), .int4Array([.max]), .int8Array([]), .boolArray([false]),
                    .uuidArray([0, .max]), .textArray(["", "x"]), .byteaArray([[], [9]]),
                    .optionalFloat8Array(doubles), .optionalInt8Array([nil, 5]),
                    .optionalTextArray([nil]), .optionalJSONBArray([nil, Array("1".utf8)]),
                    .float8Array([.nan]),
                ]
            )
            #expect(row.int2Array(0, 0) == [1, .min])
            #expect(row.int4Array(0, 1) == [.max])
            #expect(row.int8Array(0, 2) == [])
            #expect(row.boolArray(0, 3) == [false])
            #expect(row.uuidArray(0, 4) == [0, .max])
            #expect(row.textArray(0, 5) == ["", "x"])
            #expect(row.byteaArray(0, 6) == [[], [9]])
            #expect(row.float8Array(0, 7) == doubles)
            #expect(row.optionalInt8Array(0, 8) == [nil, 5])
            #expect(row.optionalTextArray(0, 9) == [nil])
            #expect(row.optionalJSONBArray(0, 10) == [nil, Array("1".utf8)])
            #expect(row.float8Array(0, 11).first??.isNaN == true)
        }
    }

    @Test("Random arrays survive the round trip")
    func randomArrays() async throws {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        let integers = (0..<10_000).map { _ in Int64.random(in: .min ... .max, using: &generator) }
        let ids = (0..<10_000).map { _ in UInt128.random(in: 0 ... .max, using: &generator) }
        let doubles = integers.map { Double(bitPattern: UInt64(bitPattern: $0)) }
        try await withDatabase(migrated: false) { database in
            let connection = try database.connect()
            let result = try connection.run(
                Statement(
                    "columns",
                    """
                    SELECT x.i, x.u, x.d, nullif(x.i, x.i)
                    FROM unnest($1, $2, $3) WITH ORDINALITY AS x (i, u, d, place) ORDER BY x.place
                    """
                ),
                [.int8Array(integers), .uuidArray(ids), .float8Array(doubles)]
            )
            #expect(result.int8Column(0) == integers)
            #expect(result.uuidColumn(1) == ids)
            // PostgreSQL keeps the bits of a NaN, and NaN is not equal to itself.
            #expect(result.float8Column(2).map(\.bitPattern) == doubles.map(\.bitPattern))
            #expect(result.optionalInt8Column(3) == .init(repeating: nil, count: 10_000))
            #expect(result.optionalInt8Column(0) == integers)
        }
    }

    @Test("A result without rows has empty columns")
    func noRows() async throws {
        try await withDatabase(migrated: false) { database in
            let result = try database.connect().run(
                Statement("none", "SELECT 1::int8, 'x'::text WHERE false")
            )
            #expect(result.rowCount == 0)
            #expect(result.columnCount == 2)
            #expect(result.int8Column(0) == [])
            #expect(result.optionalTextColumn(1) == [])
        }
    }
}
