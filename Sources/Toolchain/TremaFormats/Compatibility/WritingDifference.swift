import TremaSupport

/// A difference from the file that the old tool would have written.
package struct WritingDifference: Hashable, Sendable {
  /// The part of an entry that differs.
  package enum Place: Hashable, Sendable {
    case key
    /// A range of UTF-8 offsets in the source of the value; `nil` for the whole value.
    case value(Range<Int>?)
  }

  package var place: Place
  /// The behavior of the old tool and its effect in one sentence.
  package var message: String

  /// The code of the diagnostic.
  package static let code = "compat-difference"
  /// The severity of the diagnostic. The old file was incorrect, and an app may rely on its
  /// content.
  package static let severity = Severity.warning
}

/// The differences of one entry. A difference that occurs several times in a value is reported
/// once.
struct WritingDifferences {
  private var found: [WritingDifference] = []

  /// Adds a difference, unless the same one exists at the key or in the value already.
  mutating func note(_ message: String, at place: WritingDifference.Place) {
    if found.contains(where: { $0.message == message && $0.place.isKey == place.isKey }) { return }
    found.append(WritingDifference(place: place, message: message))
  }

  /// Adds a difference in a range of the value.
  mutating func note(_ message: String, at range: Range<Int>) { note(message, at: .value(range)) }

  /// Returns the differences and clears them.
  mutating func take() -> [WritingDifference] {
    if found.isEmpty { return [] }
    defer { found = [] }
    return found
  }
}

extension WritingDifference.Place {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}
