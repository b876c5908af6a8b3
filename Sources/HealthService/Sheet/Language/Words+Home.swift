extension Words {
    /// The person's page and what is on every page.
    enum Home {
        static let title = Phrase(
            en: "Health access",
            fr: "Accès aux données de santé",
            pt: "Acesso aos dados de saúde",
            ja: "ヘルスケアデータへのアクセス",
            vi: "Quyền truy cập dữ liệu sức khỏe",
            zh: "健康数据访问权限"
        )
        static let requests = CountedPhrase(
            one: Phrase(
                en: "{number} request is waiting for you",
                fr: "{number} demande vous attend",
                pt: "{number} pedido aguarda você",
                ja: "{number}件のリクエストがあります",
                vi: "{number} yêu cầu đang chờ bạn",
                zh: "有 {number} 个请求等待处理"
            ),
            other: Phrase(
                en: "{number} requests are waiting for you",
                fr: "{number} demandes vous attendent",
                pt: "{number} pedidos aguardam você",
                ja: "{number}件のリクエストがあります",
                vi: "{number} yêu cầu đang chờ bạn",
                zh: "有 {number} 个请求等待处理"
            )
        )
        static let noRequests = Phrase(
            en: "No app is asking for anything.",
            fr: "Aucune app ne demande quoi que ce soit.",
            pt: "Nenhum app está pedindo nada.",
            ja: "アプリからのリクエストはありません。",
            vi: "Không có ứng dụng nào đang yêu cầu.",
            zh: "目前没有 App 提出请求。"
        )
        static let apps = Phrase(
            en: "Apps",
            fr: "Apps",
            pt: "Apps",
            ja: "アプリ",
            vi: "Ứng dụng",
            zh: "App"
        )
        static let noApps = Phrase(
            en: "No app may read or write anything.",
            fr: "Aucune app ne peut lire ni écrire de données.",
            pt: "Nenhum app pode ler ou gravar nada.",
            ja: "読み出しや書き込みを許可されたアプリはありません。",
            vi: "Không có ứng dụng nào được phép đọc hay ghi.",
            zh: "没有 App 可以读取或写入数据。"
        )
        static let writes = CountedPhrase(
            one: Phrase(
                en: "writes {number} type",
                fr: "écrit {number} type",
                pt: "grava {number} tipo",
                ja: "書き込み {number}種類",
                vi: "ghi {number} loại",
                zh: "写入 {number} 类"
            ),
            other: Phrase(
                en: "writes {number} types",
                fr: "écrit {number} types",
                pt: "grava {number} tipos",
                ja: "書き込み {number}種類",
                vi: "ghi {number} loại",
                zh: "写入 {number} 类"
            )
        )
        static let writesEverything = Phrase(
            en: "may write everything",
            fr: "peut tout écrire",
            pt: "pode gravar tudo",
            ja: "すべて書き込み可",
            vi: "được ghi mọi thứ",
            zh: "可写入全部内容"
        )
        static let readsEverything = Phrase(
            en: "may read everything",
            fr: "peut tout lire",
            pt: "pode ler tudo",
            ja: "すべて読み出し可",
            vi: "được đọc mọi thứ",
            zh: "可读取全部内容"
        )
        static let reads = CountedPhrase(
            one: Phrase(
                en: "reads {number} type",
                fr: "lit {number} type",
                pt: "lê {number} tipo",
                ja: "読み出し {number}種類",
                vi: "đọc {number} loại",
                zh: "读取 {number} 类"
            ),
            other: Phrase(
                en: "reads {number} types",
                fr: "lit {number} types",
                pt: "lê {number} tipos",
                ja: "読み出し {number}種類",
                vi: "đọc {number} loại",
                zh: "读取 {number} 类"
            )
        )
        static let language = Phrase(
            en: "Language",
            fr: "Langue",
            pt: "Idioma",
            ja: "言語",
            vi: "Ngôn ngữ",
            zh: "语言"
        )
        static let back = Phrase(
            en: "Your requests and apps",
            fr: "Vos demandes et vos apps",
            pt: "Seus pedidos e apps",
            ja: "リクエストとアプリ",
            vi: "Yêu cầu và ứng dụng của bạn",
            zh: "你的请求和 App"
        )
    }
}
