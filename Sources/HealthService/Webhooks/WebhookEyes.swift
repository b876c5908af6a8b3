import Crypto
import HealthModel
import HealthStore

/// What the client of a webhook would see if it asked by itself.
struct WebhookEyes {
    /// The client in the place of a caller.
    let access: UserAccess
    /// What its anchors are bound to: the webhook's types, and what it may see of them.
    let binding: AnchorBinding
    private let types: [Int16]?

    /// Looks through the eyes of a reader.
    init(_ reader: WebhookReader) {
        // Nobody presents this token: the server speaks for the client to find out what to tell it.
        let bearer = TokenBearer(
            token: TokenID(bits: 0),
            user: reader.user,
            client: reader.client,
            expiresAt: nil,
            grants: reader.grants
        )
        access = UserAccess(bearer)
        types = reader.types
        binding = AnchorBinding(types: reader.types.map { Set($0) }, access: access)
    }

    /// The changes that are told, and what stands for all of it.
    var view: WebhookView {
        let text = Array(binding.filter.utf8) + [0x0A] + binding.visibility
        return WebhookView(
            digest: Array(SHA256.hash(text).prefix(16)),
            scope: ChangeScope(
                types ?? Catalogue.sampleTypes.map(\.id),
                access: access.readAccess
            )
        )
    }
}
