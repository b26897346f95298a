/// The words of generated catalogs, in four languages and eight scripts.
struct CatalogueWords {
  /// A word's encoded bytes and its character count.
  struct Word {
    let bytes: [UInt8]
    let count: Int
  }

  static let languages = ["de", "en", "fr", "it"]

  /// The words for each language, in the order of `languages`.
  static let own: [[Word]] = [
    list("Bestellung für über Größe und Tisch später Straße bitte heute"),
    list("order table please today and later size about for menu"),
    list("commande déjà être avec table où garçon très menu forêt"),
    list("ordine perché più città tavolo oggi sera così dopo menu"),
  ]

  /// Names of dishes, which all languages share.
  static let foreign: [[Word]] = [
    list("μουσακάς τζατζίκι σπανακόπιτα φέτα κρασί ψωμί"),
    list("борщ пельмени окрошка сырники шашлык вареники"),
    list("فلافل حمص كبسة مقلوبة شاورما تبولة"),
    list("סביח פלאפל שקשוקה קובה חלבה ממולאים"),
    list("पनीर समोसा बिरयानी रायता चटनी पराठा"),
    list("ผัดไทย ต้มยำกุ้ง ส้มตำ แกงเขียวหวาน ข้าวเหนียว ลาบ"),
    list("麻婆豆腐 小笼包 北京烤鸭 宫保鸡丁 馄饨 火锅"),
    list("寿司 らーめん たこやき うどん 비빔밥 김치찌개"),
  ]

  static let emoji = list("😀 🍕 👩‍🍳 🇨🇭 🍣 🥡")

  private static func list(_ words: String) -> [Word] {
    words.split(separator: " ").map { Word(bytes: Array($0.utf8), count: $0.count) }
  }
}
