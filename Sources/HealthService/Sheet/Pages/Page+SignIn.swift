extension Page {
    /// Asks for a personal code.
    ///
    /// - Parameters:
    ///   - code: what the field holds at first: that of a link.
    ///   - request: the user code of the request to go on to.
    ///   - isWrong: whether a code was just refused.
    func signIn(code: String = "", toAnswer request: String?, isWrong: Bool = false) -> HTML {
        document(Words.SignIn.title) {
            HTML(.div, .class("card narrow")) {
                HTML(.h1) { Words.SignIn.title[language] }
                HTML(.p, .id("introduction")) { Words.SignIn.introduction[language] }
                if isWrong { wrongCode }
                HTML(.form, .post, .action(paths.signIn)) {
                    hidden(request.map { (name: FormField.request, value: $0) })
                    HTML(.label, .for("code")) { Words.SignIn.code[language] }
                    HTML(
                        .input,
                        .type("text"),
                        .id("code"),
                        .name(FormField.code),
                        .value(code),
                        .required,
                        .autocomplete("one-time-code"),
                        .autocapitalize("none"),
                        .spellcheck("false"),
                        .describedBy(isWrong ? "wrong" : "introduction"),
                        isWrong ? .invalid : nil,
                        code.isEmpty ? .autofocus : nil
                    )
                    button(Words.SignIn.title, "primary")
                }
            }
        }
    }

    private var wrongCode: HTML {
        HTML(.div, .class("trouble"), .id("wrong"), .role("alert")) {
            HTML(.p) { Words.SignIn.wrong[language] }
            HTML(.p) { Words.SignIn.ask[language] }
        }
    }
}
