import TremaCatalog
import TremaDiagnostics

/// A link of the master that the translation does not have.
struct URLsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "urls", "A link of the master is missing, or leads to another host.", stage: .review,
    why: "Readers of one language end up nowhere, or somewhere else. Another language in the path, "
      + "the host or the country of a link is right.",
    example: """
      <value lang="en">See https://example.com/help</value>
      <value lang="de">Siehe https://exmaple.com/help</value>
      """,
    fix: "Copy the link of the master; change only what names the language.")

  static let signs: Signs = [.slash, .fullStop]

  static let isQuick = true

  /// Whether one of the two may have a link: it has a colon before a slash, or begins with `www`.
  static func mayFind(
    in own: UnsafeBufferPointer<UInt8>, beside master: UnsafeBufferPointer<UInt8>?,
    nounsAreLarge: Bool
  ) -> Bool {
    guard let master else { return false }
    return mayLink(own) || mayLink(master)
  }

  private static func mayLink(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.contains(UInt8(ascii: ":")) { $0 == UInt8(ascii: "/") }
      || bytes.contains(UInt8(ascii: "w")) { $0 == UInt8(ascii: "w") }
  }

  func examine(
    _ prose: Prose, master: Prose?, in text: ExaminedText, into findings: inout Findings
  ) {
    guard let master else { return }
    let wanted = text.masterLinks
    let found = Self.links(of: prose)
    let hosts = Set(found.map(\.host))
    if let missing = wanted.first(where: { !hosts.contains($0.host) }) {
      findings.report(
        Self.rule,
        "'\(prose.value.language)' does not have the link '\(missing.text(in: master))' of the master",
        of: prose, in: text, hint: "copy it from the master")
      return
    }
    let wantedHosts = Set(wanted.map(\.host))
    if let odd = found.first(where: { !wantedHosts.contains($0.host) }) {
      findings.report(
        Self.rule,
        "'\(prose.value.language)' has the link '\(odd.text(in: prose))', the master does not",
        of: prose, reading: odd.reading, range: odd.range, in: text,
        hint: "use the links of the master")
    }
  }

  struct Link {
    /// Without `www`, `m`, a language and the country.
    var host: String
    var reading: Int
    var range: Range<Int>

    func text(in prose: Prose) -> String {
      String(decoding: prose.readings[reading][range], as: UTF8.self)
    }
  }

  static func links(of prose: Prose) -> [Link] {
    var links: [Link] = []
    for (number, reading) in prose.readings.enumerated() {
      for range in ranges(in: reading) {
        let host = host(reading[range], language: prose.language?.language)
        links.append(Link(host: host, reading: number, range: range))
      }
    }
    return links
  }

  /// Those in tags, too.
  private static func ranges(in reading: [UInt8]) -> [Range<Int>] {
    let hidden = reading.map { $0 == UInt8(ascii: "<") ? 0x20 : $0 }
    return TechnicalPart.all(in: hidden).compactMap { place in
      if case .url = place.part { place.range } else { nil }
    }
  }

  private static func host(_ link: ArraySlice<UInt8>, language: String?) -> String {
    var address = link
    if let scheme = address.firstIndex(of: UInt8(ascii: "/")), address.startIndex < scheme,
      address[scheme - 1] == UInt8(ascii: ":")
    {
      address = address[scheme...].drop { $0 == UInt8(ascii: "/") }
    }
    let end = address.firstIndex(where: isBehindHost) ?? address.endIndex
    let name = Array(String(decoding: address[..<end], as: UTF8.self).lowercased().utf8)
    // Hosts for phones are `en.m.example.org`.
    var labels = name.split(separator: UInt8(ascii: ".")).filter {
      !$0.elementsEqual([UInt8(ascii: "m")])
    }[...]
    while labels.count > 2, let first = labels.first,
      first.count <= 2 || first.elementsEqual("www".utf8)
        || first.elementsEqual((language ?? "").utf8)
    {
      labels.removeFirst()
    }
    // The country, and what is before it in `co.uk`.
    if labels.count > 1 { labels.removeLast() }
    if labels.count > 1, let last = labels.last, last.count <= 3 { labels.removeLast() }
    return String(
      decoding: Array(labels.joined(separator: CollectionOfOne(UInt8(ascii: ".")))), as: UTF8.self)
  }

  private static func isBehindHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":"): true
    default: false
    }
  }
}
