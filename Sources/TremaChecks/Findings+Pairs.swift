import TremaDiagnostics

extension Findings {
  /// Notes a finding about a text beside an earlier one, when both have gone by.
  ///
  /// - Parameters:
  ///   - language: the one that it is about, as a file spells it; nil for all.
  mutating func report(
    _ rule: Rule, _ message: @autoclosure () -> String, about second: TextIndex.Entry,
    beside first: TextIndex.Entry,
    in index: TextIndex, language: String? = nil, hint: String
  ) {
    let key = index.key(second)
    let location = index.location(second)
    add(rule.code, rule.severity, key: key, language: language, at: location) {
      var diagnostic = Diagnostic(
        rule.severity, rule.code, message(), at: location, hint: hint,
        subject: language.map { "\(key) \($0)" } ?? key)
      diagnostic.related = [
        Diagnostic.Related("'\(index.key(first))' stands here", at: index.location(first))
      ]
      diagnostic.key = key
      diagnostic.language = language
      return diagnostic
    }
  }
}

/// Texts by a hash of something, a few bytes each, to find those that have it in common.
struct HashedTexts: Sendable {
  private var texts: [(hash: Int, entry: Int32)] = []

  mutating func append(_ hash: Int, entry: Int) { texts.append((hash, Int32(entry))) }

  mutating func reserveCapacity(_ count: Int) { texts.reserveCapacity(count) }

  /// Each text that has the hash of an earlier one, with the first that has it, as entries of the
  /// index and in its order.
  mutating func pairs() -> [(first: Int, second: Int)] {
    texts.sort { ($0.hash, $0.entry) < ($1.hash, $1.entry) }
    var pairs: [(first: Int, second: Int)] = []
    var start = 0
    for position in texts.indices.dropFirst() {
      if texts[position].hash == texts[start].hash {
        pairs.append((Int(texts[start].entry), Int(texts[position].entry)))
      } else {
        start = position
      }
    }
    return pairs.sorted { $0.second < $1.second }
  }
}
