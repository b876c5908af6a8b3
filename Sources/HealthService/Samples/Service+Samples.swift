import HTTPServer
import HealthAPI
import HealthModel
import HealthStore

extension Service {
    /// `POST /v1/users/{user}/samples`.
    func saveSamples(_ request: HTTPRequest, _ access: UserAccess) async throws -> HTTPResponse {
        _ = try QueryParameters(request.head.query, known: [])
        let time = now()
        let push = try SamplePush(
            request,
            decoder: SampleDecoder(
                access: access,
                limits: limits,
                namespace: seals.contentNamespace,
                now: time
            ),
            limits: limits
        )
        // An empty batch still tells whether the user exists and where the feed stands.
        let result = try await store.save(
            NewSamples(
                samples: push.isRefused ? [] : push.decoder.samples,
                references: push.isRefused ? [] : push.decoder.sources.references,
                client: access.client,
                isAtomic: push.isAtomic
            ),
            user: access.user,
            now: time
        )
        let response = SamplePushResponse(
            push: push,
            outcomes: push.isRefused
                ? push.decoder.samples.map { _ in .notStored } : result.outcomes,
            anchor: seals.anchor(result.position, for: access)
        )
        return .json(response.json())
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
        return .json(try SampleJSON().document(sample, type))
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
