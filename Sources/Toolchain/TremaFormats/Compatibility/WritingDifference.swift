import TremaSupport

/// Something that is written otherwise than the old tool wrote it.
package struct WritingDifference: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    case key
    /// UTF-8 offsets in the source of the value; the whole value when nil.
    case value(Range<Int>?)
  }

  package var place: Place
  /// The behaviour of the old tool and its effect, in one sentence.
  package var message: String

  package static let code = "compat-difference"
  /// A difference deserves a look: the old file was broken, and an app may rely on it.
  package static let severity = Severity.warning
}

/// The differences of one entry. The same thing twice in a value is one difference.
struct WritingDifferences {
  private var found: [WritingDifference] = []

  mutating func note(_ message: String, at place: WritingDifference.Place) {
    if found.contains(where: { $0.message == message && $0.place.isKey == place.isKey }) { return }
    found.append(WritingDifference(place: place, message: message))
  }

  mutating func note(_ message: String, at range: Range<Int>) { note(message, at: .value(range)) }

  mutating func take() -> [WritingDifference] {
    if found.isEmpty { return [] }
    defer { found = [] }
    return found
  }
}

extension WritingDifference.Place {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}
