import Crypto
import HealthStore

extension Seals {
    /// The token of a session's forms: nobody else can make it, and it fits no other session.
    func formToken(of session: TokenID) -> String {
        let code = HMACSHA256.authenticate("form\n\(session)".utf8, key: formKey)
        return Base64URL.encode(code)
    }

    /// Whether a form came with the token of its session.
    func isFormToken(_ token: String?, of session: TokenID) -> Bool {
        guard let token else { return false }
        return ConstantTime.equal(Array(token.utf8), Array(formToken(of: session).utf8))
    }
}
