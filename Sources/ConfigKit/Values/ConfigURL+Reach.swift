import TremaConfigValues
import TremaSupport

/// The reach of a host, judging by its name or address alone: one machine, one network, or a test
/// system.
extension ConfigHost {
  /// The reason that customers cannot reach the host, as a predicate, or `nil` for a public host.
  package var unreachableReason: String? {
    switch self {
    case .ipv4(let bytes): Self.unreachableReason(ofIPv4: bytes)
    case .ipv6(let groups): Self.unreachableReason(ofIPv6: groups)
    case .name: Self.unreachableReason(of: labels)
    }
  }

  /// The labels of a host name, in lowercase, or empty for an address.
  var labels: [String] {
    guard case .name(let name) = self else { return [] }
    return name.split(separator: ".").map(String.init)
  }

  /// Returns the reason for a name, judging by its last labels.
  private static func unreachableReason(of labels: [String]) -> String? {
    guard let last = labels.last else { return nil }
    if last == "localhost" { return "is the local machine" }
    if labels.count == 1 { return "is a host name without a domain" }
    return localDomains.contains(last) || labels.suffix(2) == ["home", "arpa"]
      ? "ends in '.\(last)', which is not reachable on the internet" : nil
  }

  /// The top-level domains that do not exist on the public internet.
  ///
  /// See RFC 6761 (`test`, `invalid`, `localhost`), RFC 6762 (`local`, and the names in appendix
  /// G), and ICANN's reservation of `internal`.
  private static let localDomains: Set<String> = [
    "local", "internal", "test", "invalid", "localdomain", "lan", "intranet", "corp", "private",
  ]

  /// Returns the reason for an IPv4 address.
  ///
  /// See RFC 1918 (private), RFC 3927 (link-local), RFC 6598 (shared address space), RFC 1122 (this
  /// host, loopback).
  private static func unreachableReason(ofIPv4 bytes: [UInt8]) -> String? {
    switch (bytes[0], bytes[1]) {
    case (127, _): "is the local machine"
    case (0, _): "is not a server address"
    case (10, _), (172, 16...31), (192, 168), (100, 64...127): "is a private address"
    case (169, 254): "is a link-local address"
    default: nil
    }
  }

  /// Returns the reason for an IPv6 address. An IPv4-mapped address has the same reason as its IPv4
  /// address.
  ///
  /// See RFC 4291 and RFC 4193 (unique local addresses).
  private static func unreachableReason(ofIPv6 groups: [UInt16]) -> String? {
    if groups.dropLast().allSatisfy({ $0 == 0 }) {
      return groups[7] == 1 ? "is the local machine" : "is not a server address"
    }
    if groups[0] & 0xFFC0 == 0xFE80 { return "is a link-local address" }
    if groups[0] & 0xFE00 == 0xFC00 { return "is a private address" }
    guard groups.prefix(5).allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF else { return nil }
    return unreachableReason(
      ofIPv4: [groups[6] >> 8, groups[6], groups[7] >> 8, groups[7]].map {
        UInt8(truncatingIfNeeded: $0)
      })
  }

  /// The word in the name that indicates a test system, or `nil` if there is none. Words are
  /// separated by dots, `-` and `_`, and trailing digits are ignored.
  ///
  /// The top-level domain is ignored, and so is a registered domain that consists only of such a
  /// word, as in `dev.to` and `api.example.dev`.
  package var testWord: String? {
    let labels = labels
    guard labels.count > 1 else { return nil }
    for label in labels.dropLast() {
      // A name with two labels is a registered domain and its top-level domain.
      if labels.count == 2, Self.testWords.contains(label) { continue }
      let words = label.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }.map {
        word in
        let letters = word.reversed().drop(while: ASCII.isDigit).reversed()
        return String(decoding: Array(letters), as: UTF8.self)
      }
      if let word = words.first(where: Self.testWords.contains) { return word }
      // `pre-prod` is split into two words that have no meaning on their own.
      if zip(words, words.dropFirst()).contains(where: { $0 == "pre" && $1 == "prod" }) {
        return words.joined(separator: "-")
      }
    }
    return nil
  }

  /// The words that indicate a test system, in lowercase.
  private static let testWords: Set<String> = [
    "stage", "staging", "stg", "dev", "develop", "development", "test", "testing", "tst", "qa",
    "uat", "sandbox", "preprod", "preproduction",
  ]

  /// Returns whether the host matches a pattern, ignoring case. A pattern is a name such as
  /// `api.example.com`, or `*.example.com` for all of its subdomains.
  package func matches(_ pattern: String) -> Bool {
    let name = description
    let pattern = String(decoding: pattern.utf8.map(ASCII.lowercased), as: UTF8.self)
    guard pattern.utf8.starts(with: "*.".utf8) else { return name.equalsExactly(pattern) }
    return name.utf8.count >= pattern.utf8.count
      && name.utf8.suffix(pattern.utf8.count - 1).elementsEqual(pattern.utf8.dropFirst())
  }
}
