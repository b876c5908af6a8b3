import HTTPServer
import HealthAPI
import HealthModel
import HealthStore

extension Service {
    /// How the body of `POST /v1/users/{user}/samples` is received.
    ///
    /// Lines that may be larger than what is taken whole are read as they arrive; compressed ones
    /// may always be.
    func pushAdmission(_ head: HTTPRequestHead) -> HTTPAdmission {
        // Another type is refused later, by whoever looks at the body.
        let areLines = (try? MediaType.require([.ndjson], of: head)) != nil
        let length = head.headers["Content-Length"].flatMap { Int($0) } ?? .max
        let isWhole = length <= limits.bodyInBytes && head.headers["Content-Encoding"] == nil
        guard areLines, !isWhole else {
            return .bodyLimit(limits.bodyInBytes, inflated: limits.inflatedBodyInBytes)
        }
        let limit = limits.streamedBodyInBytes
        return .stream(limit: limit, inflated: limit)
    }

    /// `POST /v1/users/{user}/samples`.
    func saveSamples(_ request: HTTPRequest, _ access: UserAccess) async throws -> HTTPResponse {
        // As in every call the query is judged first, whatever the type of the body.
        let type = Result { try MediaType.require([.json, .ndjson], of: request.head) }
        let batch = try BatchName.read(request.head, (try? type.get()) ?? .json)
        switch try type.get() {
        case .ndjson:
            var lines = SamplePushLines(batch, by: access, self)
            return .json(try await lines.answer(to: SamplePushBody(request)))
        case .json:
            return .json(try await saveDocument(request.body, access))
        }
    }

    /// A decoder for samples that somebody pushes now.
    func decoder(for access: UserAccess) -> SampleDecoder {
        SampleDecoder(
            access: access,
            limits: limits,
            namespace: seals.contentNamespace,
            now: now()
        )
    }

    private func saveDocument(_ body: RequestBody, _ access: UserAccess) async throws -> [UInt8] {
        let push = try SamplePush(body, decoder: decoder(for: access), limits: limits)
        limiter.countSamples(push.decoder.total, of: access.principal.caller)
        let (part, batch, isRefused) = (SamplePushPart(push.decoder), push.batch, push.isRefused)
        let entryLimit = limits.samplesPerBatch
        let answer: @Sendable (SaveResult) -> [UInt8] = { result in
            var tally = SamplePushTally(entryLimit: entryLimit)
            tally.add(part, isRefused ? part.samples.map { _ in .notStored } : result.outcomes)
            return tally.answer(batch: batch)
        }
        // What stored nothing, because it is atomic, may be sent again once it is put right.
        let claim = batch.map { name in
            self.claim(name, digest: BatchName.digest(of: body)) { isRefused ? nil : answer($0) }
        }
        // An empty batch still tells whether the user exists and where the feed stands.
        let result = try await store.save(
            NewSamples(
                samples: isRefused ? [] : part.samples,
                references: isRefused ? [] : push.decoder.sources.references,
                client: access.client,
                isAtomic: push.isAtomic
            ),
            user: access.user,
            now: now(),
            as: claim
        )
        return SamplePushAnswer.complete(
            result.record?.answer ?? answer(result),
            anchor: seals.anchor(result.position, for: access)
        )
    }

    /// `GET /v1/users/{user}/samples`.
    func listSamples(_ head: HTTPRequestHead, _ access: UserAccess) async throws -> HTTPResponse {
        let request = try SampleListRequest(head, access: access, limits: limits, seals: seals)
        let page = SampleListResponse(
            request: request,
            page: try await store.samplePage(request.query)
        ) { last in
            seals.cursor(
                SamplePosition(start: last.start.instant.microseconds, id: last.id),
                filter: request.filterText,
                for: access
            )
        }
        return .json(try page.json(limitInBytes: limits.pageInBytes))
    }

    /// `GET /v1/users/{user}/samples/{uuid}`.
    func sample(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        uuid: String
    ) async throws -> HTTPResponse {
        _ = try QueryParameters(head.query, known: [])
        let sample = try await visibleSample(uuid, access)
        guard let type = Catalogue.sampleType(id: sample.typeID) else {
            throw Self.sampleNotFound
        }
        return .json(try SampleJSON.document(sample, type))
    }

    /// A sample that the caller may see.
    ///
    /// - Throws: `Problem` with `sampleNotFound`, in the same words for one that does not exist and
    ///   for one that is not for this caller.
    func visibleSample(_ uuid: String, _ access: UserAccess) async throws -> StoredSample {
        guard let id = SampleID(uuid) else {
            // Whether the user exists comes first, as in every call.
            _ = try await store.user(access.user)
            throw Self.sampleNotFound
        }
        let found = try await store.sample(id, of: access.user, access.readAccess)
        guard let found else { throw Self.sampleNotFound }
        return found
    }

    /// The answer for a sample that does not exist.
    static let sampleNotFound = Problem(.sampleNotFound, "There is no such sample.")
}
