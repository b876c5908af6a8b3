extension Words {
    /// What an app asks for, and what it may do.
    enum Sheet {
        static let heading = Phrase(
            en: "“{app}” would like to use your health data",
            fr: "«\u{A0}{app}\u{A0}» souhaite utiliser vos données de santé",
            pt: "“{app}” gostaria de usar seus dados de saúde",
            ja: "“{app}”がヘルスケアデータの使用を求めています",
            vi: "“{app}” muốn dùng dữ liệu sức khỏe của bạn",
            zh: "“{app}”想要使用你的健康数据"
        )
        static let compare = Phrase(
            en: "Make sure that the app shows this code:",
            fr: "Vérifiez que l’app affiche bien ce code\u{A0}:",
            pt: "Confira se o app mostra este código:",
            ja: "アプリに次のコードが表示されていることを確認してください:",
            vi: "Hãy chắc rằng ứng dụng hiển thị mã này:",
            zh: "请确认 App 显示的是此代码："
        )
        static let share = Phrase(
            en: "Allow “{app}” to write",
            fr: "Autoriser «\u{A0}{app}\u{A0}» à écrire",
            pt: "Permitir que “{app}” grave",
            ja: "“{app}”に書き込みを許可",
            vi: "Cho phép “{app}” ghi",
            zh: "允许“{app}”写入"
        )
        static let read = Phrase(
            en: "Allow “{app}” to read",
            fr: "Autoriser «\u{A0}{app}\u{A0}» à lire",
            pt: "Permitir que “{app}” leia",
            ja: "“{app}”に読み出しを許可",
            vi: "Cho phép “{app}” đọc",
            zh: "允许“{app}”读取"
        )
        static let explanation = Phrase(
            en: "The app says:",
            fr: "L’app explique\u{A0}:",
            pt: "O app explica:",
            ja: "アプリの説明:",
            vi: "Ứng dụng giải thích:",
            zh: "App 的说明："
        )
        static let turnAllOn = Phrase(
            en: "Turn all on",
            fr: "Tout activer",
            pt: "Ativar tudo",
            ja: "すべてオンにする",
            vi: "Bật tất cả",
            zh: "全部打开"
        )
        static let turnAllOff = Phrase(
            en: "Turn all off",
            fr: "Tout désactiver",
            pt: "Desativar tudo",
            ja: "すべてオフにする",
            vi: "Tắt tất cả",
            zh: "全部关闭"
        )
        static let allow = Phrase(
            en: "Allow",
            fr: "Autoriser",
            pt: "Permitir",
            ja: "許可",
            vi: "Cho phép",
            zh: "允许"
        )
        static let refuse = Phrase(
            en: "Don’t Allow",
            fr: "Ne pas autoriser",
            pt: "Não Permitir",
            ja: "許可しない",
            vi: "Không cho phép",
            zh: "不允许"
        )
        /// The script replaces `{on}` and `{all}`.
        static let count = Phrase(
            en: "{on} of {all} on",
            fr: "{on} sur {all} activés",
            pt: "{on} de {all} ativados",
            ja: "{all}項目中{on}項目がオン",
            vi: "Đang bật {on} trên {all}",
            zh: "已打开 {on} 项，共 {all} 项"
        )
        static let everythingElse = Phrase(
            en: "Everything else, also what may come later",
            fr: "Tout le reste, y compris ce qui viendra plus tard",
            pt: "Todo o resto, também o que vier depois",
            ja: "そのほかすべて（今後追加されるものを含む）",
            vi: "Mọi thứ khác, kể cả những gì có sau này",
            zh: "其他所有内容，包括以后新增的"
        )
    }

    /// After a choice.
    enum Done {
        static let title = Phrase(
            en: "Your choice is saved",
            fr: "Votre choix est enregistré",
            pt: "Sua escolha foi salva",
            ja: "選択を保存しました",
            vi: "Lựa chọn của bạn đã được lưu",
            zh: "你的选择已保存"
        )
        static let goBack = Phrase(
            en: "You can go back to “{app}” now.",
            fr: "Vous pouvez maintenant retourner dans «\u{A0}{app}\u{A0}».",
            pt: "Agora você pode voltar para “{app}”.",
            ja: "“{app}”に戻ってください。",
            vi: "Bây giờ bạn có thể quay lại “{app}”.",
            zh: "现在可以返回“{app}”。"
        )
        static let later = Phrase(
            en: "You can change it here at any time.",
            fr: "Vous pouvez le modifier ici à tout moment.",
            pt: "Você pode mudá-la aqui quando quiser.",
            ja: "ここでいつでも変更できます。",
            vi: "Bạn có thể thay đổi tại đây bất cứ lúc nào.",
            zh: "你可以随时在此更改。"
        )
    }

    /// What an app may do now.
    enum App {
        static let heading = Phrase(
            en: "What “{app}” may do",
            fr: "Ce que «\u{A0}{app}\u{A0}» peut faire",
            pt: "O que “{app}” pode fazer",
            ja: "“{app}”に許可されていること",
            vi: "Những gì “{app}” được phép làm",
            zh: "“{app}”可以做什么"
        )
        static let introduction = Phrase(
            en: "Switch off what the app should no longer do, then save.",
            fr: "Désactivez ce que l’app ne doit plus faire, puis enregistrez.",
            pt: "Desative o que o app não deve mais fazer e salve.",
            ja: "許可を取り消す項目をオフにして、保存してください。",
            vi: "Tắt những gì ứng dụng không nên làm nữa, rồi lưu lại.",
            zh: "关闭不再允许的项目，然后保存。"
        )
        static let nothing = Phrase(
            en: "The app may neither read nor write anything.",
            fr: "L’app ne peut ni lire ni écrire de données.",
            pt: "O app não pode ler nem gravar nada.",
            ja: "このアプリには読み出しも書き込みも許可されていません。",
            vi: "Ứng dụng không được phép đọc hay ghi gì cả.",
            zh: "此 App 不能读取或写入任何数据。"
        )
        static let save = Phrase(
            en: "Save",
            fr: "Enregistrer",
            pt: "Salvar",
            ja: "保存",
            vi: "Lưu",
            zh: "保存"
        )
    }
}
