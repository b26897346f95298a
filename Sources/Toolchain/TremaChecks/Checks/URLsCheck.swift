import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A link of the master that the translation does not have.
struct URLsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "urls", "A link of the master is missing, or leads to another host.", stage: .review,
    why: "Readers of one language end up nowhere, or somewhere else. Another language in the path, "
      + "the host or the country of a link is right. Examples, such as links to example.com or to a "
      + "server without a domain, may be translated.",
    example: """
      <value lang="en">See https://example.com/help</value>
      <value lang="de">Siehe https://exmaple.com/help</value>
      """,
    fix: "Copy the link of the master; change only what names the language.")

  static let signs: TextFlags = [.slash, .fullStop]

  static let isQuick = true

  /// Whether the master may have a link: it has a colon before a slash, or begins with `www`.
  static func mightMatch(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    guard let master else { return false }
    return mayLink(master)
  }

  private static func mayLink(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.contains(UInt8(ascii: ":")) { $0 == UInt8(ascii: "/") }
      || bytes.contains(UInt8(ascii: "w")) { $0 == UInt8(ascii: "w") }
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master else { return }
    guard let missing = Self.links(of: prose).firstMissing(of: text.masterLinks) else { return }
    findings.report(
      Self.rule,
      "'\(prose.value.language)' does not have the link '\(missing.text(in: master))' of the master",
      of: prose, in: text, hint: "copy it from the master")
  }

  /// Their hosts are without `www`, `m`, a language and the country.
  static func links(of prose: Prose) -> [HostedAddress] {
    HostedAddress.all(in: prose, .url) { host($0[$1], language: prose.language?.language) }
  }

  private static func host(_ link: ArraySlice<UInt8>, language: String?) -> String {
    let name = lowercased(HostedAddress.host(of: link))
    // Hosts for phones are `en.m.example.org`.
    var labels = name.indices.split { name[$0] == UInt8(ascii: ".") }.filter {
      $0.count != 1 || name[$0.lowerBound] != UInt8(ascii: "m")
    }[...]
    while labels.count > 2, let first = labels.first,
      first.count <= 2 || name[first].elementsEqual("www".utf8)
        || name[first].elementsEqual((language ?? "").utf8)
    {
      labels = labels.dropFirst()
    }
    // The country, and what is before it in `co.uk`.
    if labels.count > 1 { labels = labels.dropLast() }
    if labels.count > 1, let last = labels.last, last.count <= 3 { labels = labels.dropLast() }
    var host: [UInt8] = []
    for label in labels {
      if !host.isEmpty { host.append(UInt8(ascii: ".")) }
      host += name[label]
    }
    return String(decoding: host, as: UTF8.self)
  }

  private static func lowercased(_ name: ArraySlice<UInt8>) -> [UInt8] {
    // The tables of Unicode are slow to ask.
    name.allSatisfy { $0 < 0x80 }
      ? name.map(ASCII.lowercased) : Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
  }
}
