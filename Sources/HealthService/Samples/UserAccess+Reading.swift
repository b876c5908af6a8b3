import HealthModel
import HealthStore

extension UserAccess {
    /// What the caller may see where an answer holds samples of several types.
    ///
    /// Correlations are not among the types: whoever may see one of its objects may see a
    /// correlation, as in HealthKit.
    var readAccess: ReadAccess {
        switch principal {
        case .admin: .everything
        case .client(let bearer):
            .types(
                Catalogue.sampleTypes.filter(\.isGrantable).map(\.id)
                    .filter(bearer.grants.mayRead),
                ownedBy: bearer.client.id
            )
        }
    }
}
