/// Who may make a call, from everybody to the owner alone.
package enum Permission: Hashable, Sendable, CaseIterable {
    /// Everybody, without a token.
    case anyone
    /// Who may see health data: a client, of the one user its token is for; an admin, of anybody. An
    /// auditor may not.
    case healthData
    /// Who may see how the server is set up and what was done to it, without health data: admins and
    /// auditors.
    case inspect
    /// Who may change that: admins.
    case administer
    /// Who may make and take back the tokens of admins: the owner.
    case own
}

extension Route {
    /// Who may make the call.
    ///
    /// A client may have less than the call can give: which types it may read and share is decided
    /// behind this.
    package var permission: Permission {
        switch self {
        case .livez, .readyz, .openAPI: .anyone
        case .saveSamples, .listSamples, .getSample, .deleteSamples, .listChanges, .statistics,
            .statisticsCollection, .explanation, .workoutStatistics, .listSources,
            .getSourceOrder, .previewSourceOrder, .getCharacteristics, .getAuthorization,
            .createAuthorizationRequest, .getAuthorizationRequest:
            .healthData
        case .getUser, .listClients, .listGrants, .getGrants, .listWebhooks, .getWebhook,
            .listWebhookDeliveries, .listAuthorizationRequests, .listAccessCodes, .listSessions:
            .inspect
        case .createUser, .deleteUser, .createClient, .putGrants, .createToken, .revokeToken,
            .putSourceOrder, .putCharacteristics, .createWebhook, .changeWebhook, .deleteWebhook,
            .rotateWebhookSecret, .replayWebhook, .decideAuthorizationRequest, .createAccessCode,
            .deleteAccessCode, .endSession:
            .administer
        }
    }
}
