package import HealthModel

/// Something that an app does when it syncs.
package struct SyncAction: Sendable {
    /// What it sends.
    package enum Content: Sendable {
        /// Samples to be saved.
        case samples([SampleDraft])
        /// Identifiers of samples to be deleted.
        case deletions([SampleID])
    }

    /// The app.
    package let app: Gadget.App
    /// What it sends.
    package let content: Content
    /// The name under which it sends a batch, if it gives one.
    package var name: String?
    /// How often it sends the same: twice where the first answer got lost.
    package var sends = 1
    /// How many of the samples the server has to refuse, with the code `deleted`.
    package var expectedRefusals = 0
}
