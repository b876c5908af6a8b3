/// A group of types, as HealthKit shows them; in the order in which pages do.
enum TypeGroup: Int, Hashable, Sendable, CaseIterable {
    case activity
    case bodyMeasurements
    case heart
    case mindfulness
    case mobility
    case nutrition
    case respiratory
    case sleep
    case symptoms
    case vitals
    case reproductiveHealth
    case hearing
    case other

    /// What it is called.
    var name: Phrase {
        switch self {
        case .activity:
            Phrase(
                en: "Activity",
                fr: "Activité",
                pt: "Atividade",
                ja: "アクティビティ",
                vi: "Hoạt động",
                zh: "健身记录"
            )
        case .bodyMeasurements:
            Phrase(
                en: "Body Measurements",
                fr: "Mensurations",
                pt: "Medidas corporais",
                ja: "身体測定値",
                vi: "Số đo cơ thể",
                zh: "身体测量"
            )
        case .heart:
            Phrase(en: "Heart", fr: "Cœur", pt: "Coração", ja: "心臓", vi: "Tim", zh: "心脏")
        case .mindfulness:
            Phrase(
                en: "Mindfulness",
                fr: "Pleine conscience",
                pt: "Atenção plena",
                ja: "マインドフルネス",
                vi: "Chánh niệm",
                zh: "正念"
            )
        case .mobility:
            Phrase(
                en: "Mobility",
                fr: "Mobilité",
                pt: "Mobilidade",
                ja: "可動性",
                vi: "Khả năng di chuyển",
                zh: "行动能力"
            )
        case .nutrition:
            Phrase(
                en: "Nutrition",
                fr: "Nutrition",
                pt: "Nutrição",
                ja: "栄養",
                vi: "Dinh dưỡng",
                zh: "营养"
            )
        case .respiratory:
            Phrase(
                en: "Respiratory",
                fr: "Respiration",
                pt: "Respiração",
                ja: "呼吸",
                vi: "Hô hấp",
                zh: "呼吸"
            )
        case .sleep:
            Phrase(en: "Sleep", fr: "Sommeil", pt: "Sono", ja: "睡眠", vi: "Giấc ngủ", zh: "睡眠")
        case .symptoms:
            Phrase(
                en: "Symptoms",
                fr: "Symptômes",
                pt: "Sintomas",
                ja: "症状",
                vi: "Triệu chứng",
                zh: "症状"
            )
        case .vitals:
            Phrase(
                en: "Vitals",
                fr: "Signes vitaux",
                pt: "Sinais vitais",
                ja: "バイタル",
                vi: "Dấu hiệu sinh tồn",
                zh: "生命体征"
            )
        case .reproductiveHealth:
            Phrase(
                en: "Reproductive Health",
                fr: "Santé reproductive",
                pt: "Saúde reprodutiva",
                ja: "リプロダクティブヘルス",
                vi: "Sức khỏe sinh sản",
                zh: "生殖健康"
            )
        case .hearing:
            Phrase(
                en: "Hearing",
                fr: "Audition",
                pt: "Audição",
                ja: "聴覚",
                vi: "Thính giác",
                zh: "听力"
            )
        case .other:
            Phrase(
                en: "Other",
                fr: "Autres",
                pt: "Outros",
                ja: "その他",
                vi: "Khác",
                zh: "其他"
            )
        }
    }
}
