import TremaSupport

/// The names under which anyone can register a name, such as `com`, `co.uk` and `github.io`.
/// Cookies cannot be set for all names below one of them.
///
/// Both parts of https://publicsuffix.org/list/ are included, compiled in by
/// `Scripts/public-suffixes`. The algorithm is described on the page "Format" of its wiki.
enum PublicSuffixes {
  /// Returns whether a host itself is a public suffix. Hosts are in lowercase and in Punycode.
  static func contains(_ host: String) -> Bool {
    let labels = Labels(host)
    return labels.count > 0 && suffixLength(labels) == labels.count
  }

  /// Returns the registrable domain of a host, which is its public suffix and one more label.
  /// Returns `nil` for a public suffix and for a name with an empty label.
  static func registrableDomain(of host: String) -> String? {
    let labels = Labels(host)
    let length = suffixLength(labels)
    guard length > 0, labels.count > length else { return nil }
    return String(decoding: labels.last(length + 1), as: UTF8.self)
  }

  /// Returns the number of labels in a host's public suffix, or 0 for a host with an empty label.
  private static func suffixLength(_ labels: Labels) -> Int {
    if labels.hasEmpty { return 0 }
    // A suffix has no more labels than the longest rule, while a host may have many more.
    for count in stride(from: min(labels.count, maxRuleLabels), through: 1, by: -1) {
      let name = labels.last(count)
      if isRule(UInt8(ascii: "!"), name) { return count - 1 }
      if isRule(nil, name) || count > 1 && isRule(UInt8(ascii: "*"), labels.last(count - 1)) {
        return count
      }
    }
    return 1  // Hosts that match no rule use `*`.
  }

  /// The number of labels in the longest rule, which the tests verify.
  static let maxRuleLabels = 5

  /// Returns whether a rule exists, using binary search in the sorted list.
  ///
  /// - Parameters:
  ///   - mark: `*` for a rule with a wildcard label and a dot before the name, `!` for an
  ///     exception, or `nil` for the name itself.
  ///   - name: The name without the mark.
  private static func isRule(_ mark: UInt8?, _ name: ArraySlice<UInt8>) -> Bool {
    let prefix: [UInt8] = mark == UInt8(ascii: "*") ? Array("*.".utf8) : mark.map { [$0] } ?? []
    let wanted = prefix + name
    return rules.withUTF8Buffer { rules in
      var (low, high) = (0, rules.count)
      while low < high {
        var start = low + (high - low) / 2
        while start > low, !isSeparator(rules[start - 1]) { start -= 1 }
        var end = start
        while end < high, !isSeparator(rules[end]) { end += 1 }
        let rule = rules[start..<end]
        if rule.elementsEqual(wanted) { return true }
        if rule.lexicographicallyPrecedes(wanted) { low = end + 1 } else { high = start }
      }
      return false
    }
  }

  /// Returns whether a byte separates two rules.
  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }
}

/// The labels of a name, without a trailing dot.
private struct Labels {
  private var bytes: [UInt8]
  /// The offsets at which the labels start.
  private var starts: [Int] = []
  let hasEmpty: Bool

  init(_ host: String) {
    bytes = Array(host.utf8)
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    starts = parts.map(\.startIndex)
    hasEmpty = parts.contains(where: \.isEmpty)
  }

  var count: Int { starts.count }

  /// Returns the last labels with the dots between them.
  func last(_ count: Int) -> ArraySlice<UInt8> { bytes[starts[starts.count - count]...] }
}
