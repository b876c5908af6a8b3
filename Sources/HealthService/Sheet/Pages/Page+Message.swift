/// What went wrong, as a person is told.
enum SheetTrouble: Error, Hashable, Sendable {
    /// The request was not answered in time.
    case expired
    /// There is no such request, or it is another person's.
    case unknownRequest
    /// Too many codes were wrong, or too many pages were asked for.
    case tooManyTries(seconds: Int)
    /// The form came from elsewhere, or is of another session.
    case foreignForm
    /// The form is not one that our pages send.
    case refusedForm
    /// There is no such page.
    case notFound
    /// The server cannot do it now.
    case failed

    /// The status of the answer.
    var status: Int {
        switch self {
        case .expired: 410
        case .unknownRequest, .notFound: 404
        case .tooManyTries: 429
        case .foreignForm: 403
        case .refusedForm: 400
        case .failed: 500
        }
    }

    /// What went wrong, in a few words.
    var title: Phrase {
        switch self {
        case .expired: Words.Trouble.expiredTitle
        case .unknownRequest: Words.Trouble.unknownTitle
        case .tooManyTries: Words.Trouble.tooManyTitle
        case .foreignForm, .refusedForm: Words.Trouble.refusedTitle
        case .notFound: Words.Trouble.notFoundTitle
        case .failed: Words.Trouble.failedTitle
        }
    }

    fileprivate func text(_ language: Language) -> String {
        switch self {
        case .expired: Words.Trouble.expired[language]
        case .unknownRequest: Words.Trouble.unknown[language]
        case .tooManyTries(let seconds): Words.Trouble.tooMany(language, seconds)
        case .foreignForm, .refusedForm: Words.Trouble.refused[language]
        case .notFound: Words.Trouble.notFound[language]
        case .failed: Words.Trouble.failed[language]
        }
    }
}

extension Page {
    /// Says what went wrong, and where to go on.
    func trouble(_ trouble: SheetTrouble) -> HTML {
        document(trouble.title) {
            HTML(.div, .class("card narrow")) {
                HTML(.h1) { trouble.title[language] }
                HTML(.p) { trouble.text(language) }
                backHome
            }
        }
    }

    /// Says that a request is answered.
    func done(_ app: AppName) -> HTML {
        document(Words.Done.title) {
            HTML(.div, .class("card narrow done")) {
                HTML(.h1) { Words.Done.title[language] }
                HTML(.p) { Words.Done.goBack(language, app: app.name) }
                HTML(.p) { Words.Done.later[language] }
                backHome
            }
        }
    }
}
