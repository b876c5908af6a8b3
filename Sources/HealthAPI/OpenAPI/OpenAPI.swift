/// The contract of the API: the OpenAPI 3.1 document that the server gives out.
package enum OpenAPI {
    /// The document, as embedded from `openapi.json` beside this file.
    package static let document: [UInt8] = PackageResources.openapi_json
}
