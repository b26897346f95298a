import TremaSupport

/// A difference from the file that the old tool would have written.
package struct WritingDifference: Hashable, Sendable {
  /// The part of an entry that differs.
  package enum Part: Hashable, Sendable {
    case key
    /// A range of UTF-8 offsets in the value's source, or `nil` for the whole value.
    case value(Range<Int>?)
  }

  package var part: Part
  /// The behavior of the old tool and its effect, in one sentence.
  package var message: String

  /// The code of the diagnostic.
  package static let code = "compat-difference"
  /// The severity of the diagnostic. The old file was incorrect, but an app may rely on its
  /// content.
  package static let severity = Severity.warning
}

/// The differences in one entry. A difference that occurs several times in a value is reported
/// once.
struct WritingDifferences {
  private var differences: [WritingDifference] = []

  /// Adds a difference, unless the key or value already has the same one.
  mutating func note(_ message: String, at part: WritingDifference.Part) {
    if differences.contains(where: { $0.message == message && $0.part.isKey == part.isKey }) {
      return
    }
    differences.append(WritingDifference(part: part, message: message))
  }

  /// Adds a difference in a range of the value.
  mutating func note(_ message: String, at range: Range<Int>) { note(message, at: .value(range)) }

  /// Returns and clears the differences.
  mutating func take() -> [WritingDifference] {
    if differences.isEmpty { return [] }
    defer { differences = [] }
    return differences
  }
}

extension WritingDifference.Part {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}
