extension Words {
    /// What went wrong, and what to do about it.
    enum Trouble {
        static let expiredTitle = Phrase(
            en: "This request has expired",
            fr: "Cette demande a expiré",
            pt: "Este pedido venceu",
            ja: "リクエストの期限が切れました",
            vi: "Yêu cầu này đã hết hạn",
            zh: "此请求已过期"
        )
        static let expired = Phrase(
            en: "Nothing was changed. Start again in the app.",
            fr: "Rien n’a été modifié. Recommencez depuis l’app.",
            pt: "Nada foi alterado. Comece de novo no app.",
            ja: "何も変更されていません。アプリからもう一度始めてください。",
            vi: "Chưa có gì thay đổi. Hãy bắt đầu lại trong ứng dụng.",
            zh: "没有任何更改。请在 App 中重新开始。"
        )
        static let unknownTitle = Phrase(
            en: "There is no such request",
            fr: "Cette demande n’existe pas",
            pt: "Este pedido não existe",
            ja: "該当するリクエストがありません",
            vi: "Không có yêu cầu này",
            zh: "没有此请求"
        )
        static let unknown = Phrase(
            en: "Check the code that the app shows, and type it again.",
            fr: "Vérifiez le code affiché par l’app et saisissez-le de nouveau.",
            pt: "Confira o código mostrado pelo app e digite-o de novo.",
            ja: "アプリに表示されたコードを確認し、もう一度入力してください。",
            vi: "Hãy kiểm tra mã do ứng dụng hiển thị rồi nhập lại.",
            zh: "请核对 App 显示的代码，然后重新输入。"
        )
        static let tooManyTitle = Phrase(
            en: "Too many tries",
            fr: "Trop de tentatives",
            pt: "Tentativas demais",
            ja: "試行回数が多すぎます",
            vi: "Quá nhiều lần thử",
            zh: "尝试次数过多"
        )
        static let tooMany = CountedPhrase(
            one: Phrase(
                en: "Wait for {number} second, then try again.",
                fr: "Patientez {number} seconde, puis réessayez.",
                pt: "Aguarde {number} segundo e tente de novo.",
                ja: "{number}秒待ってから、もう一度お試しください。",
                vi: "Hãy đợi {number} giây rồi thử lại.",
                zh: "请等待 {number} 秒后再试。"
            ),
            other: Phrase(
                en: "Wait for {number} seconds, then try again.",
                fr: "Patientez {number} secondes, puis réessayez.",
                pt: "Aguarde {number} segundos e tente de novo.",
                ja: "{number}秒待ってから、もう一度お試しください。",
                vi: "Hãy đợi {number} giây rồi thử lại.",
                zh: "请等待 {number} 秒后再试。"
            )
        )
        static let refusedTitle = Phrase(
            en: "This form cannot be used any more",
            fr: "Ce formulaire n’est plus utilisable",
            pt: "Este formulário não pode mais ser usado",
            ja: "このフォームはもう使えません",
            vi: "Biểu mẫu này không còn dùng được",
            zh: "此表单已不能使用"
        )
        static let refused = Phrase(
            en: "Nothing was changed. Open the page again and repeat your choice.",
            fr: "Rien n’a été modifié. Rouvrez la page et refaites votre choix.",
            pt: "Nada foi alterado. Abra a página de novo e repita sua escolha.",
            ja: "何も変更されていません。ページを開き直して、もう一度選択してください。",
            vi: "Chưa có gì thay đổi. Hãy mở lại trang và chọn lại.",
            zh: "没有任何更改。请重新打开页面并再次选择。"
        )
        static let notFoundTitle = Phrase(
            en: "There is no such page",
            fr: "Cette page n’existe pas",
            pt: "Esta página não existe",
            ja: "ページが見つかりません",
            vi: "Không có trang này",
            zh: "没有此页面"
        )
        static let notFound = Phrase(
            en: "Start from your page.",
            fr: "Repartez de votre page.",
            pt: "Comece pela sua página.",
            ja: "最初のページからお進みください。",
            vi: "Hãy bắt đầu từ trang của bạn.",
            zh: "请从你的页面开始。"
        )
        static let failedTitle = Phrase(
            en: "That did not work",
            fr: "Cela n’a pas fonctionné",
            pt: "Isso não funcionou",
            ja: "うまくいきませんでした",
            vi: "Không thực hiện được",
            zh: "操作未成功"
        )
        static let failed = Phrase(
            en: "The server cannot do this at the moment. Try again in a while.",
            fr: "Le serveur ne peut pas le faire pour le moment. Réessayez dans un instant.",
            pt: "O servidor não consegue fazer isso agora. Tente de novo daqui a pouco.",
            ja: "サーバーは現在対応できません。しばらくしてからもう一度お試しください。",
            vi: "Máy chủ chưa thực hiện được lúc này. Hãy thử lại sau ít phút.",
            zh: "服务器目前无法完成此操作。请稍后再试。"
        )
    }
}
