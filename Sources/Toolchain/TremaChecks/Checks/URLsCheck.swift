import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// A check for links of the master that a translation does not contain.
struct URLsCheck: ProseCheck {
  static let rule = Rule(
    .warning, "urls", "A link of the master is missing, or leads to another host.", stage: .review,
    why: "Users of one language reach a dead link, or another page. A link may differ in the "
      + "language in its path or host, and in the country of its host. Examples, such as links to "
      + "example.com or to a server without a domain, may be translated.",
    example: """
      <value lang="en">See https://example.com/help</value>
      <value lang="de">Siehe https://exmaple.com/help</value>
      """,
    fix: "Copy the link from the master; change only the part that identifies the language.")

  static let relevantFlags: TextFlags = [.slash, .fullStop]

  static let hasPrefilterTest = true

  /// Returns whether the master may contain a link: a colon before a slash, or `ww`.
  static func mightMatch(
    in source: UnsafeBufferPointer<UInt8>, comparedTo master: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    guard let master else { return false }
    return mayLink(master)
  }

  /// Returns whether a text may contain a link.
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
      "the '\(prose.value.language)' value lacks the master's link '\(missing.text(in: master))'",
      of: prose, in: text, hint: "copy it from the master")
  }

  /// Returns the links that a value shows, in order. Their hosts are reduced to the part that does
  /// not depend on the language.
  static func links(of prose: Prose) -> [HostedAddress] {
    HostedAddress.all(in: prose, .url) { host($0[$1], language: prose.language?.language) }
  }

  /// Returns the host of a link without `www`, `m`, a language, the top-level domain and a short
  /// label before it.
  private static func host(_ link: ArraySlice<UInt8>, language: String?) -> String {
    let name = lowercased(HostedAddress.host(of: link))
    // Mobile hosts have the form `en.m.example.org`.
    var labels = name.indices.split { name[$0] == UInt8(ascii: ".") }.filter {
      $0.count != 1 || name[$0.lowerBound] != UInt8(ascii: "m")
    }[...]
    while labels.count > 2, let first = labels.first,
      first.count <= 2 || name[first].elementsEqual("www".utf8)
        || name[first].elementsEqual((language ?? "").utf8)
    {
      labels = labels.dropFirst()
    }
    // The top-level domain, and a second-level domain such as in `co.uk`.
    if labels.count > 1 { labels = labels.dropLast() }
    if labels.count > 1, let last = labels.last, last.count <= 3 { labels = labels.dropLast() }
    var host: [UInt8] = []
    for label in labels {
      if !host.isEmpty { host.append(UInt8(ascii: ".")) }
      host += name[label]
    }
    return String(decoding: host, as: UTF8.self)
  }

  /// Returns a host name in lowercase.
  private static func lowercased(_ name: ArraySlice<UInt8>) -> [UInt8] {
    // Lowercasing with the Unicode property tables is slow.
    name.allSatisfy { $0 < 0x80 }
      ? name.map(ASCII.lowercased) : Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
  }
}
