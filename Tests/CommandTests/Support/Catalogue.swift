import TremaTestSupport

/// Catalogues to convert.
enum Catalogue {
  /// Two texts in two languages, without findings.
  static let small = """
    <?xml version="1.0" encoding="UTF-8"?>
    <trema masterLang="de">
      <text key="app_name">
        <context>Name</context>
        <value lang="de" status="verified">Hallo %1$@</value>
        <value lang="en" status="translated">Hello %1$@</value>
      </text>
      <text key="bye">
        <context/>
        <value lang="de" status="initial">Tschüss</value>
        <value lang="en" status="initial">Bye</value>
      </text>
    </trema>

    """

  /// One text with one value, which is inserted as it is.
  static func value(_ value: String, prolog: String = "") -> String {
    prolog + """
      <trema masterLang="de">
        <text key="a">
          <context/>
          <value lang="de" status="initial">\(value)</value>
        </text>
      </trema>

      """
  }

  /// Returns a catalogue of `count` texts, about 120 bytes a value.
  static func large(_ count: Int, languages: [String] = ["de", "en", "fr"], word: String = "old")
    -> [UInt8]
  {
    var bytes = Array(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<trema masterLang=\"de\">\n".utf8)
    for number in 0..<count {
      bytes += "  <text key=\"key_\(number)\">\n    <context>Text \(number)</context>\n".utf8
      for language in languages {
        bytes +=
          """
              <value lang="\(language)" status="translated">The \(word) text \(number) in \(language): \
          a few words more make it as long as texts are.</value>

          """.utf8
      }
      bytes += "  </text>\n".utf8
    }
    return bytes + Array("</trema>\n".utf8)
  }

  /// Names of languages, as many as wanted.
  static func languages(_ count: Int) -> [String] {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return ["de"]
      + letters.flatMap { a in letters.map { b in "\(a)\(b)" } }.filter { $0 != "de" }
      .prefix(count - 1)
  }
}

extension TemporaryFolder {
  func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  func text(_ path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }
}
