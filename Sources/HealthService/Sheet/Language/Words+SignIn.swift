/// What pages say, by page.
enum Words {
    /// Signing in and out.
    enum SignIn {
        static let title = Phrase(
            en: "Sign in",
            fr: "Se connecter",
            pt: "Entrar",
            ja: "サインイン",
            vi: "Đăng nhập",
            zh: "登录"
        )
        static let introduction = Phrase(
            en: "Enter the personal code you were given. It works once.",
            fr: "Saisissez le code personnel que l’on vous a remis. Il ne sert qu’une fois.",
            pt: "Digite o código pessoal que você recebeu. Ele vale uma única vez.",
            ja: "お渡しした個人用コードを入力してください。コードは一度だけ使えます。",
            vi: "Nhập mã cá nhân bạn đã nhận được. Mã chỉ dùng được một lần.",
            zh: "请输入你收到的个人代码。该代码只能使用一次。"
        )
        static let code = Phrase(
            en: "Personal code",
            fr: "Code personnel",
            pt: "Código pessoal",
            ja: "個人用コード",
            vi: "Mã cá nhân",
            zh: "个人代码"
        )
        static let wrong = Phrase(
            en: "This code is not valid. It may have been used already, or be too old.",
            fr: "Ce code n’est pas valable. Il a peut-être déjà servi, ou il est trop ancien.",
            pt: "Este código não é válido. Talvez já tenha sido usado ou esteja vencido.",
            ja: "このコードは使えません。すでに使われたか、期限が切れている可能性があります。",
            vi: "Mã này không hợp lệ. Có thể mã đã được dùng hoặc đã quá hạn.",
            zh: "此代码无效。它可能已被使用，或者已经过期。"
        )
        static let ask = Phrase(
            en: "Ask whoever runs this server for a new one.",
            fr: "Demandez-en un nouveau à la personne qui gère ce serveur.",
            pt: "Peça um novo a quem administra este servidor.",
            ja: "新しいコードは、このサーバーの管理者にお求めください。",
            vi: "Hãy xin mã mới từ người quản lý máy chủ này.",
            zh: "请向此服务器的管理者索取新代码。"
        )
        static let out = Phrase(
            en: "Sign out",
            fr: "Se déconnecter",
            pt: "Sair",
            ja: "サインアウト",
            vi: "Đăng xuất",
            zh: "退出登录"
        )
    }
}
