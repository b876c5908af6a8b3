extension Route {
    /// What a person's data is saved and read by.
    static let healthPatterns: [RoutePattern] = [
        pattern("POST", "/v1/users/{user}/samples") { .saveSamples(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/samples") { .listSamples(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/samples/{uuid}") {
            .getSample(user: $0[0], uuid: $0[1])
        },
        pattern("POST", "/v1/users/{user}/deletions") { .deleteSamples(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/changes") { .listChanges(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/statistics/{type}") {
            .statistics(user: $0[0], type: $0[1])
        },
        pattern("GET", "/v1/users/{user}/statistics/{type}/collection") {
            .statisticsCollection(user: $0[0], type: $0[1])
        },
        pattern("GET", "/v1/users/{user}/statistics/{type}/explanation") {
            .explanation(user: $0[0], type: $0[1])
        },
        pattern("GET", "/v1/users/{user}/workouts/{uuid}/statistics") {
            .workoutStatistics(user: $0[0], uuid: $0[1])
        },
        pattern("GET", "/v1/users/{user}/sources") { .listSources(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/sources/order/{type}") {
            .getSourceOrder(user: $0[0], type: $0[1])
        },
        pattern("PUT", "/v1/users/{user}/sources/order/{type}") {
            .putSourceOrder(user: $0[0], type: $0[1])
        },
        pattern("GET", "/v1/users/{user}/sources/order/{type}/preview") {
            .previewSourceOrder(user: $0[0], type: $0[1])
        },
        pattern("GET", "/v1/users/{user}/characteristics") { .getCharacteristics(user: $0[0]) },
        pattern("PUT", "/v1/users/{user}/characteristics") { .putCharacteristics(user: $0[0]) },
    ]
}
